// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// When descriptors are read: pushed ones as they were when recorded, those that are updated after
// binding as they are when the commands run; and each lane its own where indices differ.

#include "cpu/device/resource_test.h"

#include <algorithm>
#include <cstring>

namespace vkt {
namespace {

constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkDescriptorType kUniform = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
constexpr VkDescriptorType kCombined = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
constexpr VkDescriptorType kImages = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
constexpr VkDescriptorType kSamplers = VK_DESCRIPTOR_TYPE_SAMPLER;
constexpr VkDescriptorType kStored = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
constexpr VkDescriptorType kTexels = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
constexpr VkDescriptorType kStoredTexels = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
constexpr VkDescriptorType kInline = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
constexpr VkImageLayout kGeneral = VK_IMAGE_LAYOUT_GENERAL;

class Bindings : public ResourceTest {
protected:
    Buffer words(uint32_t value, uint32_t count = 64) {
        const Buffer buffer =
            makeBuffer(count * 4,
                       VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                           VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                           VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT);
        std::ranges::fill(buffer.as<uint32_t>(), value);
        return buffer;
    }
    VkDescriptorBufferInfo infoOf(const Buffer& buffer) const {
        return {buffer.buffer, 0, VK_WHOLE_SIZE};
    }
    /// 8 × 8 texels of value + x.
    VkImageView image(uint32_t value) {
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.imageType = VK_IMAGE_TYPE_2D;
        info.format = VK_FORMAT_R32_UINT;
        info.extent = {8, 8, 1};
        info.mipLevels = info.arrayLayers = 1;
        info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
                     VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        const Image made = makeImage(info);
        toGeneral(made);
        fill(made, [&](uint32_t, uint32_t, uint32_t x, uint32_t, uint32_t) { return value + x; });
        return makeView(made, VK_IMAGE_VIEW_TYPE_2D);
    }
    /// Nearest; coordinates beyond the edge give the last texel, or repeat.
    VkSampler sampler(VkSamplerAddressMode address) {
        VkSamplerCreateInfo info{};
        info.addressModeU = info.addressModeV = info.addressModeW = address;
        return makeSampler(info);
    }
    void write(VkDescriptorSet set,
               uint32_t binding,
               uint32_t element,
               VkDescriptorType type,
               VkBufferView view) {
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = set;
        write.dstBinding = binding;
        write.dstArrayElement = element;
        write.descriptorCount = 1;
        write.descriptorType = type;
        write.pTexelBufferView = &view;
        vkUpdateDescriptorSets(device(), 1, &write, 0, nullptr);
    }
    void writeInline(VkDescriptorSet set, uint32_t binding, std::vector<uint32_t> bytes) {
        VkWriteDescriptorSetInlineUniformBlock block{
            VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK};
        block.dataSize = uint32_t(bytes.size() * 4);
        block.pData = bytes.data();
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, &block};
        write.dstSet = set;
        write.dstBinding = binding;
        write.descriptorCount = block.dataSize;
        write.descriptorType = kInline;
        vkUpdateDescriptorSets(device(), 1, &write, 0, nullptr);
    }
    VkDescriptorUpdateTemplate
    makeTemplate(VkDescriptorUpdateTemplateCreateInfo info,
                 const std::vector<VkDescriptorUpdateTemplateEntry>& entries) {
        info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO;
        info.descriptorUpdateEntryCount = uint32_t(entries.size());
        info.pDescriptorUpdateEntries = entries.data();
        VkDescriptorUpdateTemplate made = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateDescriptorUpdateTemplate(device(), &info, nullptr, &made));
        atEnd([this, made] { vkDestroyDescriptorUpdateTemplate(device(), made, nullptr); });
        return made;
    }
};

// ---- Pushed

/// Everything that may be pushed, at set 1; set 0 is bound as usual.
class PushedBindings : public Bindings {
protected:
    void SetUp() override {
        Bindings::SetUp();
        if (!hasExtension(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME)) {
            GTEST_SKIP() << "no VK_KHR_push_descriptor";
        }
        immutable = sampler(VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE);
        const VkDescriptorSetLayout bound = makeSetLayout({bindingOf(0, kStorage)});
        const VkDescriptorSetLayout pushed =
            makeSetLayout({bindingOf(0, kUniform),
                           bindingOf(1, kStorage, 2),
                           bindingOf(2, kCombined),
                           bindingOf(3, kCombined, 1, &immutable),
                           bindingOf(4, kImages),
                           bindingOf(5, kSamplers),
                           bindingOf(6, kStored),
                           bindingOf(7, kTexels)},
                          VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR);
        layout = makePipelineLayout({bound, pushed});
        pipeline = makePipeline(R"(
            layout(local_size_x = 8) in;
            layout(set = 0, binding = 0) buffer Out { uint result[]; };
            layout(set = 1, binding = 0) uniform Constants { uint first; };
            layout(set = 1, binding = 1) buffer In { uint values[]; } buffers[2];
            layout(set = 1, binding = 2) uniform usampler2D a;
            layout(set = 1, binding = 3) uniform usampler2D b;
            layout(set = 1, binding = 4) uniform utexture2D c;
            layout(set = 1, binding = 5) uniform sampler s;
            layout(set = 1, binding = 6, r32ui) uniform uimage2D d;
            layout(set = 1, binding = 7) uniform usamplerBuffer e;
            void main() {
                const uint id = gl_LocalInvocationID.x;
                const vec2 at = vec2((id + 0.5) / 8.0 + 1.0, 0.5);
                uint sum = buffers[0].values[id] + buffers[1].values[id];
                sum += textureLod(a, at, 0.0).x + textureLod(b, at, 0.0).x;
                sum += textureLod(usampler2D(c, s), at, 0.0).x + imageLoad(d, ivec2(id)).x;
                result[first + id] = sum + texelFetch(e, int(id)).x;
            })",
                                layout);
        ASSERT_VK(allocate(makePool(1, {{kStorage, 1}}), {bound}, &set));
        result = words(77);
        writeBuffers(set, 0, kStorage, {infoOf(result)});
        repeat = sampler(VK_SAMPLER_ADDRESS_MODE_REPEAT);
        for (uint32_t i = 0; i < 8; ++i) {
            firsts.push_back(words(8 * i, 4));
        }
    }

    struct Values { // Of everything: distinct decimal digits.
        uint32_t buffers[2], a, b, c, d, e;
    };
    /// Objects that hold the values, in the order of bindings.
    struct Objects {
        VkDescriptorBufferInfo constants;
        VkDescriptorBufferInfo buffers[2];
        VkDescriptorImageInfo a, b, c, s, d;
        VkBufferView e;
    };
    Objects objectsOf(uint32_t first, const Values& v) {
        return {infoOf(firsts[first]),
                {infoOf(words(v.buffers[0])), infoOf(words(v.buffers[1]))},
                {repeat, image(v.a), kGeneral},
                {VK_NULL_HANDLE, image(v.b), kGeneral},
                {VK_NULL_HANDLE, image(v.c), kGeneral},
                {repeat, VK_NULL_HANDLE},
                {VK_NULL_HANDLE, image(v.d), kGeneral},
                makeView(words(v.e))};
    }
    void push(VkCommandBuffer commands, const Objects& o, std::vector<uint32_t> which) {
        std::vector<VkWriteDescriptorSet> writes;
        for (const uint32_t binding : which) {
            VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
            write.dstBinding = binding;
            write.descriptorCount = binding == 1 ? 2 : 1;
            constexpr VkDescriptorType kTypes[] = {
                kUniform, kStorage, kCombined, kCombined, kImages, kSamplers, kStored, kTexels};
            write.descriptorType = kTypes[binding];
            write.pBufferInfo = binding == 0 ? &o.constants : o.buffers;
            const VkDescriptorImageInfo* images[] = {&o.a, &o.b, &o.c, &o.s, &o.d};
            write.pImageInfo = binding >= 2 && binding < 7 ? images[binding - 2] : nullptr;
            write.pTexelBufferView = &o.e;
            writes.push_back(write);
        }
        vkCmdPushDescriptorSetKHR(commands,
                                  VK_PIPELINE_BIND_POINT_COMPUTE,
                                  layout,
                                  1,
                                  uint32_t(writes.size()),
                                  writes.data());
    }
    void bind(VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
    }
    void expect(uint32_t first, const Values& v) const {
        for (uint32_t id = 0; id < 8; ++id) {
            // Repeated: + id; clamped to the right edge: + 7.
            const uint32_t sum = v.buffers[0] + v.buffers[1] + v.a + v.b + v.c + v.d + v.e;
            EXPECT_EQ(result.as<uint32_t>()[8 * first + id], sum + 3 * id + 7)
                << first << " " << id;
        }
    }

    VkSampler immutable = VK_NULL_HANDLE;
    VkSampler repeat = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    Buffer result;
    std::vector<Buffer> firsts;
};

TEST_F(PushedBindings, OfAllTypesAreReadAsTheyWereWhenRecorded) {
    const Values one{{1000, 20000}, 300000, 4000000, 50000000, 600000000, 1};
    Values two = one;
    two.a = 700000;
    two.e = 2;
    Values three = two;
    three.buffers[0] = 3000;
    three.buffers[1] = 40000;
    three.b = 8000000;
    const Objects all = objectsOf(0, one);
    const Objects next = objectsOf(1, two);
    const Objects last = objectsOf(2, three);
    run([&](VkCommandBuffer commands) {
        bind(commands);
        push(commands, all, {5, 0, 1, 7, 2, 3, 6, 4});
        vkCmdDispatch(commands, 1, 1, 1);
        push(commands, next, {0, 2, 7});
        vkCmdDispatch(commands, 1, 1, 1);
        push(commands, last, {0, 1, 3});
        vkCmdDispatch(commands, 1, 1, 1);
        barrier(commands);
    });
    expect(0, one);
    expect(1, two);
    expect(2, three);
    EXPECT_EQ(result.as<uint32_t>()[24], 77u);
}

TEST_F(PushedBindings, ComeFromTemplatesByStride) {
    VkDescriptorUpdateTemplateCreateInfo info{};
    info.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR;
    info.pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE;
    info.pipelineLayout = layout;
    info.set = 1;
    constexpr size_t kBuffer_B = sizeof(VkDescriptorBufferInfo);
    const VkDescriptorUpdateTemplate everything =
        makeTemplate(info,
                     {{0, 0, 1, kUniform, offsetof(Objects, constants), 0},
                      {1, 0, 2, kStorage, offsetof(Objects, buffers), kBuffer_B},
                      {2, 0, 1, kCombined, offsetof(Objects, a), 0},
                      {3, 0, 1, kCombined, offsetof(Objects, b), 0},
                      {4, 0, 1, kImages, offsetof(Objects, c), 0},
                      {5, 0, 1, kSamplers, offsetof(Objects, s), 0},
                      {6, 0, 1, kStored, offsetof(Objects, d), 0},
                      {7, 0, 1, kTexels, offsetof(Objects, e), 0}});
    // The second buffer alone, from the place of the first.
    const VkDescriptorUpdateTemplate some =
        makeTemplate(info,
                     {{0, 0, 1, kUniform, offsetof(Objects, constants), 0},
                      {1, 1, 1, kStorage, offsetof(Objects, buffers), kBuffer_B},
                      {6, 0, 1, kStored, offsetof(Objects, d), 0}});
    const Values one{{1000, 20000}, 300000, 4000000, 50000000, 600000000, 1};
    Values two = one;
    two.buffers[1] = 90000;
    two.d = 100000000;
    Objects all = objectsOf(3, one);
    Values given = two;
    given.buffers[0] = two.buffers[1];
    Objects next = objectsOf(4, given);
    run([&](VkCommandBuffer commands) {
        bind(commands);
        vkCmdPushDescriptorSetWithTemplateKHR(commands, everything, layout, 1, &all);
        vkCmdDispatch(commands, 1, 1, 1);
        vkCmdPushDescriptorSetWithTemplateKHR(commands, some, layout, 1, &next);
        vkCmdDispatch(commands, 1, 1, 1);
        std::memset(static_cast<void*>(&all), 0, sizeof all); // It was read.
        barrier(commands);
    });
    expect(3, one);
    if (isOurs()) { // Lavapipe does not look at dstArrayElement here.
        expect(4, two);
    }
}

TEST_F(PushedBindings, BelongToTheirCommandBuffer) {
    const Values one{{1000, 20000}, 300000, 4000000, 50000000, 600000000, 1};
    const Values two{{2000, 30000}, 400000, 5000000, 60000000, 700000000, 2};
    const Objects first = objectsOf(5, one);
    const Objects second = objectsOf(6, two);
    const auto recorded = [&](const Objects& objects) {
        return record([&](VkCommandBuffer commands) {
            bind(commands);
            push(commands, objects, {0, 1, 2, 3, 4, 5, 6, 7});
            vkCmdDispatch(commands, 1, 1, 1);
            barrier(commands);
        });
    };
    const VkCommandBuffer a = recorded(first);
    const VkCommandBuffer b = recorded(second);
    submit(b);
    submit(a);
    EXPECT_VK(vkQueueWaitIdle(queue()));
    expect(5, one);
    expect(6, two);
}

// ---- Updated after they were bound

class UpdatedAfterBind : public Bindings {
protected:
    void SetUp() override {
        Bindings::SetUp();
        const auto& f = features12();
        if (!f.descriptorBindingStorageBufferUpdateAfterBind ||
            !f.descriptorBindingUniformBufferUpdateAfterBind ||
            !f.descriptorBindingSampledImageUpdateAfterBind ||
            !f.descriptorBindingStorageImageUpdateAfterBind ||
            !f.descriptorBindingUniformTexelBufferUpdateAfterBind ||
            !f.descriptorBindingStorageTexelBufferUpdateAfterBind ||
            !f.descriptorBindingUpdateUnusedWhilePending || !f.descriptorBindingPartiallyBound ||
            !features13().descriptorBindingInlineUniformBlockUpdateAfterBind) {
            GTEST_SKIP() << "not all can be updated after binding";
        }
        constexpr VkDescriptorBindingFlags kLate =
            VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT |
            VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT |
            VK_DESCRIPTOR_BINDING_UPDATE_UNUSED_WHILE_PENDING_BIT;
        layoutOfSet = makeSetLayout({bindingOf(0, kStorage, 2),
                                     bindingOf(1, kUniform, 2),
                                     bindingOf(2, kCombined, 2),
                                     bindingOf(3, kStored, 2),
                                     bindingOf(4, kTexels, 2),
                                     bindingOf(5, kStoredTexels, 2),
                                     bindingOf(6, kInline, 16)},
                                    VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT,
                                    {kLate,
                                     kLate,
                                     kLate,
                                     kLate,
                                     kLate,
                                     kLate,
                                     VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT});
        layout = makePipelineLayout({layoutOfSet});
        pipeline = makePipeline(R"(
            layout(local_size_x = 8) in;
            layout(set = 0, binding = 0) buffer Out { uint result[]; } outs[2];
            layout(set = 0, binding = 1) uniform Constants { uvec4 value; } constants[2];
            layout(set = 0, binding = 2) uniform usampler2D sampled[2];
            layout(set = 0, binding = 3, r32ui) uniform uimage2D stored[2];
            layout(set = 0, binding = 4) uniform usamplerBuffer texels[2];
            layout(set = 0, binding = 5, r32ui) uniform uimageBuffer storedTexels[2];
            layout(set = 0, binding = 6) uniform Block { uint which; uint more; };
            void main() {
                const int id = int(gl_LocalInvocationID.x);
                outs[which].result[id] = constants[which].value.x +
                    textureLod(sampled[which], vec2((id + 0.5) / 8.0, 0.5), 0.0).x +
                    imageLoad(stored[which], ivec2(id, 0)).x +
                    texelFetch(texels[which], id).x +
                    imageLoad(storedTexels[which], id).x + more;
            })",
                                layout);
        const VkDescriptorPool pool = makePool(2,
                                               {{kStorage, 4},
                                                {kUniform, 4},
                                                {kCombined, 4},
                                                {kStored, 4},
                                                {kTexels, 4},
                                                {kStoredTexels, 4},
                                                {kInline, 32}},
                                               VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT,
                                               2);
        ASSERT_VK(allocate(pool, {layoutOfSet}, &set));
        repeat = sampler(VK_SAMPLER_ADDRESS_MODE_REPEAT);
    }

    /// Everything of one element of the arrays.
    Buffer write(uint32_t element, uint32_t factor) {
        const Buffer out = words(77);
        writeBuffers(set, 0, kStorage, {infoOf(out)}, element);
        writeBuffers(set, 1, kUniform, {infoOf(words(10 * factor))}, element);
        writeImages(set, 2, kCombined, {{repeat, image(100 * factor), kGeneral}}, element);
        writeImages(set, 3, kStored, {{VK_NULL_HANDLE, image(1000 * factor), kGeneral}}, element);
        Bindings::write(set, 4, element, kTexels, makeView(words(10000 * factor)));
        Bindings::write(set, 5, element, kStoredTexels, makeView(words(100000 * factor)));
        return out;
    }
    static void expect(const Buffer& out, uint32_t factor, uint32_t more) {
        for (uint32_t id = 0; id < 8; ++id) {
            EXPECT_EQ(out.as<uint32_t>()[id], 111110 * factor + 2 * id + more) << id;
        }
    }
    VkCommandBuffer recordDispatch() {
        return record([&](VkCommandBuffer commands) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
            vkCmdBindDescriptorSets(
                commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
            vkCmdDispatch(commands, 1, 1, 1);
            barrier(commands);
        });
    }

    VkDescriptorSetLayout layoutOfSet = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    VkSampler repeat = VK_NULL_HANDLE;
};

TEST_F(UpdatedAfterBind, CommandsSeeWhatIsThereWhenSubmitted) {
    const VkCommandBuffer commands = recordDispatch(); // Nothing is written yet.
    const Buffer first = write(1, 1);
    writeInline(set, 6, {1, 5});
    submit(commands);
    EXPECT_VK(vkQueueWaitIdle(queue()));
    expect(first, 1, 5);
    const Buffer second = write(1, 2);
    writeInline(set, 6, {1, 7});
    submit(commands);
    EXPECT_VK(vkQueueWaitIdle(queue()));
    expect(second, 2, 7);
    expect(first, 1, 5);
}

TEST_F(UpdatedAfterBind, UnusedOnesChangeWhileCommandsWait) {
    const Buffer used = write(0, 3);
    writeInline(set, 6, {0, 1});
    const VkCommandBuffer commands = recordDispatch();
    VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type};
    VkSemaphore go;
    ASSERT_VK(vkCreateSemaphore(device(), &info, nullptr, &go));
    VkSemaphoreSubmitInfo wait{VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO};
    wait.semaphore = go;
    wait.value = 1;
    wait.stageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    VkCommandBufferSubmitInfo buffer{VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO};
    buffer.commandBuffer = commands;
    VkSubmitInfo2 submission{VK_STRUCTURE_TYPE_SUBMIT_INFO_2};
    submission.waitSemaphoreInfoCount = 1;
    submission.pWaitSemaphoreInfos = &wait;
    submission.commandBufferInfoCount = 1;
    submission.pCommandBufferInfos = &buffer;
    // What write() makes is uploaded by the queue, so it is made before the queue waits.
    const VkImageView late = image(4000);
    const Buffer lateOut = words(77);
    ASSERT_VK(vkQueueSubmit2(queue(), 1, &submission, VK_NULL_HANDLE));
    // Element 1 is not used by what is pending.
    writeBuffers(set, 0, kStorage, {infoOf(lateOut)}, 1);
    writeBuffers(set, 1, kUniform, {infoOf(words(40))}, 1);
    writeImages(set, 2, kCombined, {{repeat, late, kGeneral}}, 1);
    writeImages(set, 3, kStored, {{VK_NULL_HANDLE, late, kGeneral}}, 1);
    Bindings::write(set, 4, 1, kTexels, makeView(words(1)));
    Bindings::write(set, 5, 1, kStoredTexels, makeView(words(2)));
    EXPECT_EQ(used.as<uint32_t>()[0], 77u); // It does wait.
    VkSemaphoreSignalInfo signal{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO};
    signal.semaphore = go;
    signal.value = 1;
    ASSERT_VK(vkSignalSemaphore(device(), &signal));
    EXPECT_VK(vkQueueWaitIdle(queue()));
    expect(used, 3, 1);
    EXPECT_EQ(lateOut.as<uint32_t>()[0], 77u);
    writeInline(set, 6, {1, 5});
    submit(commands);
    EXPECT_VK(vkQueueWaitIdle(queue()));
    for (uint32_t id = 0; id < 8; ++id) {
        EXPECT_EQ(lateOut.as<uint32_t>()[id], 40 + 8000 + 2 * id + 3 + 5);
    }
    vkDestroySemaphore(device(), go, nullptr);
}

TEST_F(UpdatedAfterBind, TemplatesWriteInlineBlocksToo) {
    VkDescriptorUpdateTemplateCreateInfo info{};
    info.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET;
    info.descriptorSetLayout = layoutOfSet;
    struct Data {
        uint32_t block[2];
        VkDescriptorBufferInfo out;
    };
    const VkDescriptorUpdateTemplate update =
        makeTemplate(info,
                     {{6, 0, 8, kInline, offsetof(Data, block), 0},
                      {0, 0, 1, kStorage, offsetof(Data, out), 0}});
    static_cast<void>(write(0, 2));
    const Buffer out = words(77);
    const VkCommandBuffer commands = recordDispatch();
    const Data data{{0, 9}, infoOf(out)};
    vkUpdateDescriptorSetWithTemplate(device(), set, update, &data);
    submit(commands);
    EXPECT_VK(vkQueueWaitIdle(queue()));
    expect(out, 2, 9);
}

// ---- Indices that differ between invocations

TEST_F(Bindings, LanesHaveTheirOwnImagesBuffersAndSamplers) {
    const auto& f = features12();
    if (!f.shaderSampledImageArrayNonUniformIndexing ||
        !f.shaderStorageImageArrayNonUniformIndexing ||
        !f.shaderUniformBufferArrayNonUniformIndexing ||
        !f.shaderStorageBufferArrayNonUniformIndexing ||
        !f.shaderUniformTexelBufferArrayNonUniformIndexing ||
        !f.shaderStorageTexelBufferArrayNonUniformIndexing) {
        GTEST_SKIP() << "not all may be indexed so";
    }
    constexpr uint32_t kCount = 3;
    const VkDescriptorSetLayout setLayout = makeSetLayout({bindingOf(0, kStorage),
                                                           bindingOf(1, kStorage, kCount),
                                                           bindingOf(2, kUniform, kCount),
                                                           bindingOf(3, kImages, kCount),
                                                           bindingOf(4, kSamplers, 2),
                                                           bindingOf(5, kStored, kCount),
                                                           bindingOf(6, kTexels, kCount),
                                                           bindingOf(7, kStoredTexels, kCount)});
    const VkPipelineLayout layout = makePipelineLayout({setLayout});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 64) in;
        layout(set = 0, binding = 0) buffer Out { uint result[]; };
        layout(set = 0, binding = 1) buffer In { uint values[]; } buffers[3];
        layout(set = 0, binding = 2) uniform Constants { uvec4 value; } constants[3];
        layout(set = 0, binding = 3) uniform utexture2D images[3];
        layout(set = 0, binding = 4) uniform sampler samplers[2];
        layout(set = 0, binding = 5, r32ui) uniform uimage2D stored[3];
        layout(set = 0, binding = 6) uniform usamplerBuffer texels[3];
        layout(set = 0, binding = 7, r32ui) uniform uimageBuffer storedTexels[3];
        void main() {
            const int id = int(gl_LocalInvocationID.x);
            const uint a = uint(id) % 3u;
            const uint b = uint(id / 2) % 3u;
            const uint s = uint(id / 5) % 2u;
            const vec2 at = vec2((id % 8 + 0.5) / 8.0 + 1.0, 0.5);
            uint sum = 0u;
            if (id % 7 != 6) { // Some lanes stay out of it.
                sum += constants[nonuniformEXT(b)].value.x;
                sum += textureLod(nonuniformEXT(usampler2D(images[a], samplers[s])), at, 0.0).x;
                sum += texelFetch(texels[nonuniformEXT(b)], id).x;
                sum += imageAtomicAdd(stored[nonuniformEXT(a)], ivec2(id % 8, id / 8), 1u);
                sum += imageLoad(stored[nonuniformEXT(b)], ivec2(7, 7)).x * 0u;
                sum += imageAtomicExchange(storedTexels[nonuniformEXT(b)], id, uint(id));
                atomicAdd(buffers[nonuniformEXT(a)].values[0], 1u);
                buffers[nonuniformEXT(b)].values[1 + id] = sum;
                imageStore(stored[nonuniformEXT(b)], ivec2(id % 8, id / 8), uvec4(5000 + id));
            }
            result[id] = sum;
        })",
                                             layout);
    VkDescriptorSet set;
    ASSERT_VK(allocate(makePool(1,
                                {{kStorage, 1 + kCount},
                                 {kUniform, kCount},
                                 {kImages, kCount},
                                 {kSamplers, 2},
                                 {kStored, kCount},
                                 {kTexels, kCount},
                                 {kStoredTexels, kCount}}),
                       {setLayout},
                       &set));
    const Buffer result = words(0);
    writeBuffers(set, 0, kStorage, {infoOf(result)});
    std::vector<Buffer> buffers;
    std::vector<Buffer> storedTexels;
    for (uint32_t i = 0; i < kCount; ++i) {
        buffers.push_back(words(0, 65));
        storedTexels.push_back(words(1000000 * (i + 1)));
        writeBuffers(set, 1, kStorage, {infoOf(buffers[i])}, i);
        writeBuffers(set, 2, kUniform, {infoOf(words(1000 * (i + 1)))}, i);
        writeImages(set, 3, kImages, {{VK_NULL_HANDLE, image(10000 * (i + 1)), kGeneral}}, i);
        writeImages(set, 5, kStored, {{VK_NULL_HANDLE, image(100 * (i + 1)), kGeneral}}, i);
        write(set, 6, i, kTexels, makeView(words(100000 * (i + 1))));
        write(set, 7, i, kStoredTexels, makeView(storedTexels[i]));
    }
    writeImages(set,
                4,
                kSamplers,
                {{sampler(VK_SAMPLER_ADDRESS_MODE_REPEAT)},
                 {sampler(VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE)}});
    dispatch(pipeline, layout, set);
    std::vector<uint32_t> counts(kCount);
    for (uint32_t id = 0; id < 64; ++id) {
        const uint32_t a = id % 3;
        const uint32_t b = id / 2 % 3;
        const bool clamped = id / 5 % 2;
        if (id % 7 == 6) {
            EXPECT_EQ(result.as<uint32_t>()[id], 0u);
            continue;
        }
        ++counts[a];
        const uint32_t expected = 1000 * (b + 1) + 10000 * (a + 1) + (clamped ? 7 : id % 8) +
                                  100000 * (b + 1) + 100 * (a + 1) + id % 8 + 1000000 * (b + 1);
        EXPECT_EQ(result.as<uint32_t>()[id], expected) << id;
        for (uint32_t i = 0; i < kCount; ++i) {
            EXPECT_EQ(buffers[i].as<uint32_t>()[1 + id], i == b ? expected : 0) << id;
            EXPECT_EQ(storedTexels[i].as<uint32_t>()[id], i == b ? id : 1000000 * (i + 1)) << id;
        }
    }
    for (uint32_t i = 0; i < kCount; ++i) {
        EXPECT_EQ(buffers[i].as<uint32_t>()[0], counts[i]);
    }
}

} // namespace
} // namespace vkt
