// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Sampling through the tiers: shaders are rebuilt with their routines inlined once their
// descriptors have been the same for a while, and must notice when those change after all. CTest
// runs this with tiers pinned and not; GLISSADE_TEST_INLINED is how many sites are built into
// shaders at least.

#include "cpu/device/resource_test.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <regex>
#include <string>
#include <thread>
#include <unistd.h>

namespace vkt {
namespace {

constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkDescriptorType kCombined = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
constexpr VkDescriptorType kImages = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
constexpr VkDescriptorType kSamplers = VK_DESCRIPTOR_TYPE_SAMPLER;

/// What goes to stderr while it is there.
class CapturedErrors {
public:
    CapturedErrors() { dup2(fileno(m_file.get()), STDERR_FILENO); }
    ~CapturedErrors() {
        dup2(m_stderr, STDERR_FILENO);
        close(m_stderr);
    }
    CapturedErrors(const CapturedErrors&) = delete;
    CapturedErrors& operator=(const CapturedErrors&) = delete;

    std::string text() const {
        std::string text(1 << 16, '\0');
        const ssize_t size_B = pread(fileno(m_file.get()), text.data(), text.size(), 0);
        text.resize(size_t(std::max<ssize_t>(size_B, 0)));
        return text;
    }

private:
    const std::unique_ptr<FILE, decltype(&fclose)> m_file{tmpfile(), &fclose};
    const int m_stderr = dup(STDERR_FILENO);
};

class Tiers : public ResourceTest {
protected:
    void SetUp() override {
        ResourceTest::SetUp();
        m_set = makeSetLayout({bindingOf(0, kStorage),
                               bindingOf(1, kCombined),
                               bindingOf(2, kImages),
                               bindingOf(3, kSamplers)});
        m_layout = makePipelineLayout({m_set});
        // One combined, one put together, and a fetch: three sites.
        m_pipeline = makePipeline(R"(
            layout(local_size_x = 16) in;
            layout(set = 0, binding = 0) buffer Out { vec4 result[]; };
            layout(set = 0, binding = 1) uniform sampler2D combined;
            layout(set = 0, binding = 2) uniform texture2D image;
            layout(set = 0, binding = 3) uniform sampler state;
            void main() {
                const uint id = gl_GlobalInvocationID.x;
                const vec2 at = vec2((id % 4u + 0.5) / 4.0 + 1.0, 0.5);
                result[id] = textureLod(combined, at, 0.0) +
                    10.0 * textureLod(sampler2D(image, state), at, 0.0) +
                    100.0 * texelFetch(combined, ivec2(id % 4u, 0), 0);
            })",
                                  m_layout);
        m_pool = makePool(8, {{kStorage, 8}, {kCombined, 8}, {kImages, 8}, {kSamplers, 8}});
        m_result = makeBuffer(64 * 16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    }

    void TearDown() override {
        const CapturedErrors errors;
        ResourceTest::TearDown();
        const char* const least = std::getenv("GLISSADE_TEST_INLINED");
        if (!least || !isOurs()) {
            return;
        }
        // What was counted, as the log tells when a device goes (option log=debug), without what
        // was never met; where it goes before what it builds, that is when the last of it is built.
        const char* const counted = "counted by now";
        std::string said = errors.text();
        while (said.find(counted) == std::string::npos &&
               said.find("goes before what it builds") != std::string::npos) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            said = errors.text();
        }
        ASSERT_NE(std::string::npos, said.find(counted)) << said;
        const std::regex inlined("sites inlined=([0-9]+)");
        std::smatch match;
        const int sites =
            std::regex_search(said, match, inlined) ? std::atoi(match[1].str().c_str()) : 0;
        if (std::string(least) == "0") {
            EXPECT_EQ(0, sites) << said;
        } else {
            EXPECT_GE(sites, std::atoi(least)) << said;
        }
    }

    /// An image of four texels whose red is i / 255 + base and whose format is one of several.
    struct Source {
        VkImageView view;
        VkSampler sampler;
        bool clamps; ///< To the edge.
        std::vector<float> reds;
    };
    Source source(VkFormat format, VkFilter filter, VkSamplerAddressMode address, float base) {
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.imageType = VK_IMAGE_TYPE_2D;
        info.format = format;
        info.extent = {4, 1, 1};
        info.mipLevels = info.arrayLayers = 1;
        info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        const Image image = makeImage(info);
        toGeneral(image);
        Source made{};
        for (uint32_t x = 0; x < 4; ++x) {
            made.reds.push_back(format == VK_FORMAT_R32_SFLOAT ? base + float(x) : float(x % 2));
        }
        fill(image, [&](uint32_t, uint32_t, uint32_t x, uint32_t, uint32_t) {
            uint32_t word = x % 2 ? 255u : 0u;
            if (format == VK_FORMAT_R32_SFLOAT) {
                std::memcpy(&word, &made.reds[x], 4);
            }
            return word;
        });
        made.view = makeView(image, VK_IMAGE_VIEW_TYPE_2D);
        VkSamplerCreateInfo state{};
        state.magFilter = state.minFilter = filter;
        state.addressModeU = state.addressModeV = state.addressModeW = address;
        made.sampler = makeSampler(state);
        made.clamps = address == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
        return made;
    }

    VkDescriptorSet newSet() {
        VkDescriptorSet set = VK_NULL_HANDLE;
        EXPECT_VK(allocate(m_pool, {m_set}, &set));
        writeBuffers(set, 0, kStorage, {{m_result.buffer, 0, VK_WHOLE_SIZE}});
        return set;
    }
    void show(VkDescriptorSet set, const Source& combined, const Source& separate) {
        writeImages(
            set, 1, kCombined, {{combined.sampler, combined.view, VK_IMAGE_LAYOUT_GENERAL}});
        writeImages(set, 2, kImages, {{VK_NULL_HANDLE, separate.view, VK_IMAGE_LAYOUT_GENERAL}});
        writeImages(set, 3, kSamplers, {{separate.sampler, VK_NULL_HANDLE}});
    }

    /// Texel centres: every filter gives the texel. Beyond the right edge, where `at` lies,
    /// repeated addresses give it and clamped ones the last.
    void expectReds(VkDescriptorSet set, const Source& combined, const Source& separate) {
        std::ranges::fill(m_result.as<float>(), -1.0f);
        dispatch(m_pipeline, m_layout, set, 4);
        for (uint32_t id = 0; id < 64; ++id) {
            const float expected = combined.reds[combined.clamps ? 3 : id % 4] +
                                   10 * separate.reds[separate.clamps ? 3 : id % 4] +
                                   100 * combined.reds[id % 4];
            ASSERT_EQ(m_result.as<float>()[4 * id], expected) << id;
        }
    }

    VkDescriptorSetLayout m_set = VK_NULL_HANDLE;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkPipeline m_pipeline = VK_NULL_HANDLE;
    VkDescriptorPool m_pool = VK_NULL_HANDLE;
    Buffer m_result;
};

TEST_F(Tiers, NoticeWhenStableDescriptorsChange) {
    const Source bytes =
        source(VK_FORMAT_R8G8B8A8_UNORM, VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_REPEAT, 0);
    const Source floats =
        source(VK_FORMAT_R32_SFLOAT, VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, 5);
    const Source others =
        source(VK_FORMAT_R32_SFLOAT, VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, 50);
    const VkDescriptorSet set = newSet();
    show(set, bytes, floats);
    for (int i = 0; i < 80; ++i) {
        expectReds(set, bytes, floats);
    }
    // Another image of the same state: the code stays, the data is new.
    show(set, bytes, others);
    expectReds(set, bytes, others);
    // Other states: right at once, and after the shader was rebuilt for them.
    show(set, floats, bytes);
    for (int i = 0; i < 80; ++i) {
        expectReds(set, floats, bytes);
    }
    // To and fro between sets.
    const VkDescriptorSet second = newSet();
    show(second, bytes, bytes);
    for (int i = 0; i < 20; ++i) {
        expectReds(set, floats, bytes);
        expectReds(second, bytes, bytes);
    }
    show(set, others, others);
    expectReds(set, others, others);
}

TEST_F(Tiers, NoticeWhenStableDescriptorsAreUnbound) {
    if (!isOurs()) {
        GTEST_SKIP() << "null descriptors are not everybody's";
    }
    const Source bytes =
        source(VK_FORMAT_R8G8B8A8_UNORM, VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_REPEAT, 0);
    Source none = bytes;
    none.view = VK_NULL_HANDLE;
    none.reds = {0, 0, 0, 0};
    const VkDescriptorSet set = newSet();
    show(set, bytes, bytes);
    for (int i = 0; i < 40; ++i) {
        expectReds(set, bytes, bytes);
    }
    show(set, none, bytes);
    expectReds(set, none, bytes);
    show(set, bytes, none);
    expectReds(set, bytes, none);
    show(set, bytes, bytes);
    expectReds(set, bytes, bytes);
}

/// Whatever the slots of a site show after a dispatch, which sampled several states.
TEST_F(Tiers, SampleSeveralStatesAtOneSite) {
    const VkDescriptorSetLayout setLayout =
        makeSetLayout({bindingOf(0, kStorage), bindingOf(1, kCombined, 2)});
    const VkPipelineLayout layout = makePipelineLayout({setLayout});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 16) in;
        layout(set = 0, binding = 0) buffer Out { vec4 result[]; };
        layout(set = 0, binding = 1) uniform sampler2D images[2];
        void main() {
            const uint id = gl_GlobalInvocationID.x;
            const uint which = (id / 3u) % 2u;
            EACH(i, which, 2u) {
                result[id] = textureLod(images[ANY(i)], vec2((id % 4u + 0.5) / 4.0, 0.5), 0.0);
            }
        })",
                                             layout);
    const Source bytes =
        source(VK_FORMAT_R8G8B8A8_UNORM, VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_REPEAT, 0);
    const Source floats =
        source(VK_FORMAT_R32_SFLOAT, VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, 5);
    VkDescriptorSet set;
    ASSERT_VK(allocate(makePool(1, {{kStorage, 1}, {kCombined, 2}}), {setLayout}, &set));
    writeBuffers(set, 0, kStorage, {{m_result.buffer, 0, VK_WHOLE_SIZE}});
    writeImages(set,
                1,
                kCombined,
                {{bytes.sampler, bytes.view, VK_IMAGE_LAYOUT_GENERAL},
                 {floats.sampler, floats.view, VK_IMAGE_LAYOUT_GENERAL}});
    // Beside it, a shader with sites that are stable.
    const VkDescriptorSet other = newSet();
    show(other, bytes, floats);
    for (int i = 0; i < 40; ++i) {
        expectReds(other, bytes, floats);
        dispatch(pipeline, layout, set, 4);
        for (uint32_t id = 0; id < 64; ++id) {
            const Source& from = id / 3 % 2 ? floats : bytes;
            ASSERT_EQ(m_result.as<float>()[4 * id], from.reds[id % 4]) << id;
        }
    }
}

/// Where no tier is pinned (GLISSADE_TEST_LADDER).
TEST_F(ResourceTest, ShadersAreCompiledOnceTheyRunOften) {
    if (!isOurs() || !std::getenv("GLISSADE_TEST_LADDER")) {
        GTEST_SKIP() << "a tier is pinned";
    }
    const VkDescriptorSetLayout setLayout = makeSetLayout({bindingOf(0, kStorage)});
    const VkPipelineLayout layout = makePipelineLayout({setLayout});
    // One that nobody has compiled before.
    const uint32_t number = std::random_device()();
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 64) in;
        layout(set = 0, binding = 0) buffer Out { uint result[]; };
        void main() {
            const uint id = gl_LocalInvocationID.x;
            uint value = id;
            for (uint i = 0u; i < 50u + id % 4u; ++i) {
                value = value * 1664525u + )" + std::to_string(number) +
                                                 R"(u;
            }
            result[id] = value;
        })",
                                             layout);
    const Buffer result = makeBuffer(64 * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    VkDescriptorSet set;
    ASSERT_VK(allocate(makePool(1, {{kStorage, 1}}), {setLayout}, &set));
    writeBuffers(set, 0, kStorage, {{result.buffer, 0, VK_WHOLE_SIZE}});
    const auto run = [&](uint32_t groups) {
        std::ranges::fill(result.as<uint32_t>(), 0);
        dispatch(pipeline, layout, set, groups);
        for (uint32_t id = 0; id < 64; ++id) {
            uint32_t value = id;
            for (uint32_t i = 0; i < 50 + id % 4; ++i) {
                value = value * 1664525u + number;
            }
            ASSERT_EQ(result.as<uint32_t>()[id], value) << id;
        }
    };
    const CapturedErrors errors;
    run(1);
    EXPECT_EQ(errors.text().find("runs often"), std::string::npos) << errors.text();
    while (errors.text().find("runs compiled code") == std::string::npos && !HasFailure()) {
        run(1000);
    }
    EXPECT_NE(errors.text().find("runs often"), std::string::npos);
    run(10);
}

} // namespace
} // namespace vkt
