// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/sampler.h"

#include "glvk/test_device.h"

#include <bit>
#include <vector>

namespace glvk {

namespace {

constexpr SampledTexture kColor{true, false, false};
constexpr SampledTexture kUnfilterable{false, false, false};
constexpr SamplerCaps kCaps{true, true, 16, 4};

gl::SamplerParameters filters(GLenum min, GLenum mag) {
    gl::SamplerParameters p;
    p.minFilter = min;
    p.magFilter = mag;
    return p;
}

gl::SamplerParameters wraps(GLenum mode, GLenum filter = GL_NEAREST) {
    gl::SamplerParameters p = filters(filter, filter);
    p.wrapS = p.wrapT = p.wrapR = mode;
    return p;
}

SamplerKey translated(const gl::SamplerParameters& p,
                      const SampledTexture& texture = kColor,
                      const SamplerCaps& caps = kCaps,
                      float unitLodBias = 0) {
    return translateSampler(p, {unitLodBias}, texture, caps);
}

TEST(TranslateSampler, Filters) {
    const struct {
        GLenum min;
        GLenum mag;
        bool minLinear, magLinear, mipLinear, mipmapped;
    } table[] = {
        {GL_NEAREST, GL_NEAREST, false, false, false, false},
        {GL_NEAREST, GL_LINEAR, false, true, false, false},
        {GL_LINEAR, GL_NEAREST, true, false, false, false},
        {GL_LINEAR, GL_LINEAR, true, true, false, false},
        {GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST, false, false, false, true},
        {GL_LINEAR_MIPMAP_NEAREST, GL_NEAREST, true, false, false, true},
        {GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR, false, true, true, true},
        {GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR, true, true, true, true},
    };
    for (const auto& row : table) {
        const SamplerKey key = translated(filters(row.min, row.mag));
        EXPECT_EQ(row.minLinear, key.minLinear) << std::hex << row.min;
        EXPECT_EQ(row.magLinear, key.magLinear) << std::hex << row.min;
        EXPECT_EQ(row.mipLinear, key.mipLinear) << std::hex << row.min;
        EXPECT_EQ(row.mipmapped, key.mipmapped) << std::hex << row.min;
        // Where the format cannot be filtered, nothing is, and the chain of levels stays.
        const SamplerKey plain = translated(filters(row.min, row.mag), kUnfilterable);
        EXPECT_EQ(0u, plain.minLinear + plain.magLinear + plain.mipLinear) << std::hex << row.min;
        EXPECT_EQ(row.mipmapped, plain.mipmapped) << std::hex << row.min;
    }
}

TEST(TranslateSampler, DepthComparison) {
    gl::SamplerParameters p = filters(GL_LINEAR, GL_LINEAR);
    p.compareMode = GL_COMPARE_REF_TO_TEXTURE;
    for (uint32_t i = 0; i < 8; ++i) {
        p.compareFunc = GL_NEVER + i;
        const SamplerKey key = translated(p, {true, true, false});
        EXPECT_EQ(1u, key.compare);
        EXPECT_EQ(i, key.compareOp); // VK_COMPARE_OP_NEVER … ALWAYS, in GL's order
    }
    p.compareFunc = GL_LESS;
    // Comparing filters results, not texels: it needs no filterable format.
    EXPECT_EQ(1u, translated(p, {false, true, false}).magLinear);
    // A colour texture is not compared with anything.
    EXPECT_EQ(translated(filters(GL_LINEAR, GL_LINEAR)), translated(p, kColor));
    // Not comparing: the function has no effect and is not in the key.
    p.compareMode = GL_NONE;
    const SamplerKey plain = translated(p, {false, true, false});
    EXPECT_EQ(0u, plain.compare + plain.compareOp + plain.magLinear + plain.minLinear);
}

TEST(TranslateSampler, Wraps) {
    const struct {
        GLenum gl;
        VkSamplerAddressMode nearest;
        VkSamplerAddressMode linear;
    } table[] = {
        {GL_REPEAT, VK_SAMPLER_ADDRESS_MODE_REPEAT, VK_SAMPLER_ADDRESS_MODE_REPEAT},
        {GL_MIRRORED_REPEAT,
         VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT,
         VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT},
        {GL_CLAMP_TO_EDGE,
         VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
         VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE},
        {GL_CLAMP_TO_BORDER,
         VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
         VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER},
        {GL_CLAMP, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER},
        {GL_MIRROR_CLAMP_TO_EDGE,
         VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE,
         VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE},
    };
    for (const auto& row : table) {
        const SamplerKey nearest = translated(wraps(row.gl, GL_NEAREST));
        EXPECT_EQ(uint32_t(row.nearest), nearest.wrapS) << std::hex << row.gl;
        EXPECT_EQ(uint32_t(row.nearest), nearest.wrapT) << std::hex << row.gl;
        EXPECT_EQ(uint32_t(row.nearest), nearest.wrapR) << std::hex << row.gl;
        EXPECT_EQ(uint32_t(row.linear), translated(wraps(row.gl, GL_LINEAR)).wrapS)
            << std::hex << row.gl;
        // Cube maps are seamless, whatever the wraps say.
        EXPECT_EQ(translated(wraps(GL_REPEAT), {true, false, true}),
                  translated(wraps(row.gl), {true, false, true}))
            << std::hex << row.gl;
    }
    SamplerCaps caps = kCaps;
    caps.mirrorClampToEdge = false;
    EXPECT_EQ(uint32_t(VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT),
              translated(wraps(GL_MIRROR_CLAMP_TO_EDGE), kColor, caps).wrapS);
}

TEST(TranslateSampler, CubeMapsWithSeams) {
    constexpr SampledTexture kCube{true, false, true};
    constexpr UnitSampling kSeams{0, false};
    SamplerCaps caps = kCaps;
    const auto key = [&](const SampledTexture& texture) {
        return translateSampler(wraps(GL_REPEAT, GL_LINEAR), kSeams, texture, caps);
    };
    EXPECT_FALSE(key(kCube).seams) << "the device cannot";
    caps.seams = true;
    EXPECT_TRUE(key(kCube).seams);
    EXPECT_EQ(uint32_t(VK_SAMPLER_ADDRESS_MODE_REPEAT), key(kCube).wrapS);
    EXPECT_FALSE(key(kColor).seams);
    EXPECT_FALSE(translateSampler(wraps(GL_REPEAT), {}, kCube, caps).seams);
}

TEST(TranslateSampler, BorderColors) {
    gl::SamplerParameters p = wraps(GL_CLAMP_TO_BORDER);
    const struct {
        std::array<float, 4> color;
        uint32_t custom;   ///< SamplerKey::border with custom border colours
        uint32_t standard; ///< and without
    } table[] = {
        {{0, 0, 0, 0}, 0, 0},
        {{0, 0, 0, 1}, 1, 1},
        {{1, 1, 1, 1}, 2, 2},
        {{0.9f, 0.9f, 0.8f, 1}, 3, 2},
        {{0.1f, 0, 0, 1}, 3, 1},
        {{0.1f, 0, 0, 0.25f}, 3, 0},
    };
    SamplerCaps few = kCaps;
    few.customBorderColor = false;
    for (const auto& row : table) {
        p.setBorderColor(row.color);
        const SamplerKey key = translated(p);
        EXPECT_EQ(row.custom, key.border);
        for (size_t i = 0; i < 4; ++i) {
            const uint32_t bits = row.custom == 3 ? std::bit_cast<uint32_t>(row.color[i]) : 0;
            EXPECT_EQ(bits, key.borderColor[i]);
        }
        EXPECT_EQ(row.standard, translated(p, kColor, few).border);
    }
    // Without a wrap that reads it the colour has no effect.
    p = wraps(GL_REPEAT);
    p.setBorderColor({0.5f, 0.25f, 0, 1});
    EXPECT_EQ(translated(wraps(GL_REPEAT)), translated(p));
    // One coordinate is enough to read it.
    p.wrapT = GL_CLAMP_TO_BORDER;
    EXPECT_EQ(3u, translated(p).border);
}

TEST(TranslateSampler, LevelsOfDetail) {
    gl::SamplerParameters p = filters(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST);
    p.lodBias = 1.5f;
    EXPECT_EQ(256 * 3 / 2, translated(p).lodBias_256);
    EXPECT_EQ(256 * 2, translated(p, kColor, kCaps, 0.5f).lodBias_256); // the unit's is added
    p.lodBias = 100;
    EXPECT_EQ(256 * 4, translated(p).lodBias_256); // the device's maximum
    p.lodBias = -100;
    EXPECT_EQ(-256 * 4, translated(p).lodBias_256);
    p.lodBias = 0;
    EXPECT_EQ(0, translated(p).minLod_256); // -1000 is 0: no level is below
    EXPECT_EQ(256 * 1000, translated(p).maxLod_256);
    p.minLod = 1;
    p.maxLod = 2.25f;
    EXPECT_EQ(256, translated(p).minLod_256);
    EXPECT_EQ(256 * 9 / 4, translated(p).maxLod_256);
    // Vulkan wants minLod <= maxLod.
    p.minLod = 3;
    p.maxLod = 1;
    EXPECT_LE(translated(p).minLod_256, translated(p).maxLod_256);
    // Level 0 only: nothing of it has an effect.
    p.minFilter = GL_NEAREST;
    p.lodBias = 2;
    EXPECT_EQ(translated(filters(GL_NEAREST, GL_NEAREST)), translated(p));
}

TEST(TranslateSampler, Anisotropy) {
    gl::SamplerParameters p = filters(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
    p.maxAnisotropy = 8;
    EXPECT_EQ(8u, translated(p).anisotropy);
    p.maxAnisotropy = 64;
    EXPECT_EQ(16u, translated(p).anisotropy);
    SamplerCaps few = kCaps;
    few.maxAnisotropy = 2;
    EXPECT_EQ(2u, translated(p, kColor, few).anisotropy);
    few.maxAnisotropy = 1;
    EXPECT_EQ(0u, translated(p, kColor, few).anisotropy);
    // Off, and without linear filtering, it is not in the key.
    p.maxAnisotropy = 1;
    EXPECT_EQ(0u, translated(p).anisotropy);
    p.maxAnisotropy = 8;
    EXPECT_EQ(0u, translated(p, kUnfilterable).anisotropy);
    p.minFilter = GL_NEAREST_MIPMAP_LINEAR;
    EXPECT_EQ(0u, translated(p).anisotropy);
}

using SamplerCacheTest = DeviceTest;

TEST_F(SamplerCacheTest, EqualKeysAreOneSampler) {
    SamplerCache cache(*m_device);
    // Every combination of these is a VkSampler that validation accepts.
    std::vector<uint64_t> ids;
    for (const GLenum wrap : {GL_REPEAT, GL_CLAMP_TO_BORDER, GL_CLAMP, GL_MIRROR_CLAMP_TO_EDGE}) {
        for (const GLenum min : {GL_NEAREST, GL_LINEAR, GL_LINEAR_MIPMAP_LINEAR}) {
            for (const float anisotropy : {1.0f, 4.0f}) {
                for (const float border : {0.0f, 1.0f, 0.5f}) {
                    gl::SamplerParameters p = wraps(wrap, min);
                    p.magFilter = GL_LINEAR;
                    p.maxAnisotropy = anisotropy;
                    p.setBorderColor({border, border, border, border});
                    const SamplerKey key = translateSampler(p, {}, kColor, cache.caps());
                    const Sampler sampler = cache.get(key);
                    ASSERT_NE(VkSampler(VK_NULL_HANDLE), sampler.handle);
                    const Sampler again = cache.get(key);
                    EXPECT_EQ(sampler.handle, again.handle);
                    EXPECT_EQ(sampler.id, again.id);
                    ids.push_back(sampler.id);
                }
            }
        }
    }
    EXPECT_NE(ids.front(), ids.back());
}

} // namespace

} // namespace glvk
