// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "uniforms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace commands {

namespace {

using draws::Gpu;

constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_VERTEX_BIT;

/// The first vector moves what is drawn; the last one is read as well, so that nobody leaves it
/// out.
std::string shaderOf(const std::string& block, uint32_t size_B) {
    return fmt::format(R"(#version 460
{} {{ vec4 values[{}]; }};
void main() {{
    vec2 at = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4((at - 0.5) * 0.25 + values[0].xy + values[{}].zw, 0.5, 1.0);
}}
)",
                       block,
                       size_B / 16,
                       size_B / 16 - 1);
}

/// What draw `i` reads.
void fill(std::byte* to, uint32_t size_B, uint32_t i) {
    const float x = float(i % 7) / 16 - 0.2f;
    const std::array<float, 4> vector{x, x, 0, 0};
    for (uint32_t at_B = 0; at_B < size_B; at_B += sizeof vector) {
        std::memcpy(to + at_B, vector.data(), sizeof vector);
    }
}

/// Memory that the host writes and draws read.
class Ring {
public:
    Ring(Gpu& gpu, VkDeviceSize size_B, VkMemoryPropertyFlags memory) : m_gpu(gpu) {
        VkDevice device = gpu.device().handle();
        VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
        info.size = size_B;
        info.usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
        vkc::check(vkCreateBuffer(device, &info, nullptr, &m_buffer), "vkCreateBuffer");
        VkMemoryRequirements needs{};
        vkGetBufferMemoryRequirements(device, m_buffer, &needs);
        VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
        allocation.allocationSize = needs.size;
        allocation.memoryTypeIndex = gpu.device().memoryType(
            needs.memoryTypeBits,
            memory | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
        void* mapped = nullptr;
        vkc::check(vkAllocateMemory(device, &allocation, nullptr, &m_memory), "vkAllocateMemory");
        vkc::check(vkBindBufferMemory(device, m_buffer, m_memory, 0), "vkBindBufferMemory");
        vkc::check(vkMapMemory(device, m_memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
        m_mapped = static_cast<std::byte*>(mapped);
    }
    ~Ring() {
        vkDestroyBuffer(m_gpu.device().handle(), m_buffer, nullptr);
        vkFreeMemory(m_gpu.device().handle(), m_memory, nullptr);
    }
    Ring(const Ring&) = delete;
    Ring& operator=(const Ring&) = delete;

    VkBuffer buffer() const { return m_buffer; }
    std::byte* mapped() const { return m_mapped; }

private:
    Gpu& m_gpu;
    VkBuffer m_buffer = VK_NULL_HANDLE;
    VkDeviceMemory m_memory = VK_NULL_HANDLE;
    std::byte* m_mapped = nullptr;
};

/// A pipeline layout of one set with one binding, or of push constants; and sets.
class OneBinding : public Uniforms {
public:
    OneBinding(Gpu& gpu,
               VkDescriptorType type,
               uint32_t elements,
               VkDescriptorSetLayoutCreateFlags flags)
        : m_gpu(gpu), m_type(type), m_elements(elements) {
        VkDevice device = gpu.device().handle();
        const VkDescriptorSetLayoutBinding binding{0, type, elements, kStages, nullptr};
        VkDescriptorSetLayoutCreateInfo setInfo{
            VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
        setInfo.flags = flags;
        setInfo.bindingCount = 1;
        setInfo.pBindings = &binding;
        vkc::check(vkCreateDescriptorSetLayout(device, &setInfo, nullptr, &m_setLayout),
                   "vkCreateDescriptorSetLayout");
        VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
        info.setLayoutCount = 1;
        info.pSetLayouts = &m_setLayout;
        vkc::check(vkCreatePipelineLayout(device, &info, nullptr, &m_layout),
                   "vkCreatePipelineLayout");
    }
    ~OneBinding() override {
        VkDevice device = m_gpu.device().handle();
        vkDestroyDescriptorPool(device, m_pool, nullptr);
        vkDestroyPipelineLayout(device, m_layout, nullptr);
        vkDestroyDescriptorSetLayout(device, m_setLayout, nullptr);
    }
    VkPipelineLayout layout() const override { return m_layout; }

protected:
    void allocate(uint32_t sets) {
        VkDevice device = m_gpu.device().handle();
        const bool isInline = m_type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
        const VkDescriptorPoolSize size{m_type, sets * m_elements};
        VkDescriptorPoolInlineUniformBlockCreateInfo bindings{
            VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO};
        bindings.maxInlineUniformBlockBindings = sets;
        VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
        poolInfo.pNext = isInline ? &bindings : nullptr;
        poolInfo.maxSets = sets;
        poolInfo.poolSizeCount = 1;
        poolInfo.pPoolSizes = &size;
        vkc::check(vkCreateDescriptorPool(device, &poolInfo, nullptr, &m_pool),
                   "vkCreateDescriptorPool");
        const std::vector<VkDescriptorSetLayout> layouts(sets, m_setLayout);
        m_sets.resize(sets);
        VkDescriptorSetAllocateInfo allocation{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
        allocation.descriptorPool = m_pool;
        allocation.descriptorSetCount = sets;
        allocation.pSetLayouts = layouts.data();
        vkc::check(vkAllocateDescriptorSets(device, &allocation, m_sets.data()),
                   "vkAllocateDescriptorSets");
    }
    void write(uint32_t set, VkBuffer buffer, VkDeviceSize offset_B, VkDeviceSize size_B) {
        const VkDescriptorBufferInfo info{buffer, offset_B, size_B};
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = m_sets[set];
        write.descriptorCount = 1;
        write.descriptorType = m_type;
        write.pBufferInfo = &info;
        vkUpdateDescriptorSets(m_gpu.device().handle(), 1, &write, 0, nullptr);
    }
    void bind(VkCommandBuffer commands, uint32_t set, uint32_t offsets, const uint32_t* offset_B) {
        vkCmdBindDescriptorSets(commands,
                                VK_PIPELINE_BIND_POINT_GRAPHICS,
                                m_layout,
                                0,
                                1,
                                &m_sets[set],
                                offsets,
                                offset_B);
    }

    Gpu& m_gpu;
    const VkDescriptorType m_type;
    const uint32_t m_elements;
    VkDescriptorSetLayout m_setLayout = VK_NULL_HANDLE;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkDescriptorPool m_pool = VK_NULL_HANDLE;
    std::vector<VkDescriptorSet> m_sets;
};

uint32_t stepOf(Gpu& gpu, uint32_t size_B) {
    const auto align = uint32_t(gpu.device().limits().minUniformBufferOffsetAlignment);
    return (size_B + align - 1) / align * align;
}

/// Other offsets into one buffer that holds all values already, or is written in front of each
/// draw.
class DynamicOffset : public OneBinding {
public:
    DynamicOffset(Gpu& gpu, uint32_t size_B, VkMemoryPropertyFlags memory, bool writes)
        : OneBinding(gpu, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1, 0),
          m_size_B(size_B),
          m_step_B(stepOf(gpu, size_B)),
          m_writes(writes),
          m_ring(gpu, VkDeviceSize(m_step_B) * kRing, memory) {
        allocate(1);
        write(0, m_ring.buffer(), 0, size_B);
        for (uint32_t i = 0; i < kRing; ++i) {
            fill(m_ring.mapped() + size_t(i) * m_step_B, size_B, i);
        }
    }
    std::string vertexShader() const override {
        return shaderOf("layout(binding = 0, std140) uniform Block", m_size_B);
    }
    void change(VkCommandBuffer commands, uint32_t i) override {
        const uint32_t offset_B = i % kRing * m_step_B;
        if (m_writes) {
            fill(m_ring.mapped() + offset_B, m_size_B, i);
        }
        bind(commands, 0, 1, &offset_B);
    }

private:
    const uint32_t m_size_B, m_step_B;
    const bool m_writes;
    Ring m_ring;
};

class OtherSet : public OneBinding {
public:
    OtherSet(Gpu& gpu, uint32_t size_B)
        : OneBinding(gpu, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, 0),
          m_size_B(size_B),
          m_ring(gpu, VkDeviceSize(stepOf(gpu, size_B)) * 2, 0) {
        allocate(2);
        for (uint32_t i = 0; i < 2; ++i) {
            const uint32_t offset_B = i * stepOf(gpu, size_B);
            fill(m_ring.mapped() + offset_B, size_B, i);
            write(i, m_ring.buffer(), offset_B, size_B);
        }
    }
    std::string vertexShader() const override {
        return shaderOf("layout(binding = 0, std140) uniform Block", m_size_B);
    }
    void change(VkCommandBuffer commands, uint32_t i) override {
        bind(commands, i & 1, 0, nullptr);
    }

private:
    const uint32_t m_size_B;
    Ring m_ring;
};

class PushedDescriptor : public OneBinding {
public:
    PushedDescriptor(Gpu& gpu, uint32_t size_B)
        : OneBinding(gpu,
                     VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                     1,
                     VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR),
          m_size_B(size_B),
          m_step_B(stepOf(gpu, size_B)),
          m_ring(gpu, VkDeviceSize(m_step_B) * kRing, 0) {
        for (uint32_t i = 0; i < kRing; ++i) {
            fill(m_ring.mapped() + size_t(i) * m_step_B, size_B, i);
        }
    }
    std::string vertexShader() const override {
        return shaderOf("layout(binding = 0, std140) uniform Block", m_size_B);
    }
    void change(VkCommandBuffer commands, uint32_t i) override {
        const VkDescriptorBufferInfo info{
            m_ring.buffer(), VkDeviceSize(i % kRing) * m_step_B, m_size_B};
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.descriptorCount = 1;
        write.descriptorType = m_type;
        write.pBufferInfo = &info;
        vkCmdPushDescriptorSetKHR(
            commands, VK_PIPELINE_BIND_POINT_GRAPHICS, m_layout, 0, 1, &write);
    }

private:
    const uint32_t m_size_B, m_step_B;
    Ring m_ring;
};

/// A set is written for each draw: one that draws not executed yet read may not be.
class InlineBlock : public OneBinding {
public:
    InlineBlock(Gpu& gpu, uint32_t size_B)
        : OneBinding(gpu, VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, size_B, 0), m_size_B(size_B) {
        allocate(kRing);
    }
    std::string vertexShader() const override {
        return shaderOf("layout(binding = 0, std140) uniform Block", m_size_B);
    }
    void change(VkCommandBuffer commands, uint32_t i) override {
        std::array<std::byte, 256> bytes;
        fill(bytes.data(), m_size_B, i);
        VkWriteDescriptorSetInlineUniformBlock block{
            VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK};
        block.dataSize = m_size_B;
        block.pData = bytes.data();
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.pNext = &block;
        write.dstSet = m_sets[i % kRing];
        write.descriptorCount = m_size_B;
        write.descriptorType = m_type;
        vkUpdateDescriptorSets(m_gpu.device().handle(), 1, &write, 0, nullptr);
        bind(commands, i % kRing, 0, nullptr);
    }

private:
    const uint32_t m_size_B;
};

class PushConstants : public Uniforms {
public:
    PushConstants(Gpu& gpu, uint32_t size_B) : m_gpu(gpu), m_size_B(size_B) {
        const VkPushConstantRange range{kStages, 0, size_B};
        VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
        info.pushConstantRangeCount = 1;
        info.pPushConstantRanges = &range;
        vkc::check(vkCreatePipelineLayout(gpu.device().handle(), &info, nullptr, &m_layout),
                   "vkCreatePipelineLayout");
    }
    ~PushConstants() override {
        vkDestroyPipelineLayout(m_gpu.device().handle(), m_layout, nullptr);
    }
    VkPipelineLayout layout() const override { return m_layout; }
    std::string vertexShader() const override {
        return shaderOf("layout(push_constant) uniform Block", m_size_B);
    }
    void change(VkCommandBuffer commands, uint32_t i) override {
        std::array<std::byte, 256> bytes;
        fill(bytes.data(), m_size_B, i);
        vkCmdPushConstants(commands, m_layout, kStages, 0, m_size_B, bytes.data());
    }

private:
    Gpu& m_gpu;
    const uint32_t m_size_B;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
};

std::unique_ptr<Uniforms> dynamicOffset(Gpu& gpu, uint32_t size_B) {
    return std::make_unique<DynamicOffset>(gpu, size_B, 0, false);
}

std::unique_ptr<Uniforms> written(Gpu& gpu, uint32_t size_B) {
    return std::make_unique<DynamicOffset>(gpu, size_B, 0, true);
}

std::unique_ptr<Uniforms> writtenToDevice(Gpu& gpu, uint32_t size_B) {
    try {
        return std::make_unique<DynamicOffset>(
            gpu, size_B, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, true);
    } catch (const vkc::Failure&) {
        return nullptr; // The host does not see it.
    }
}

std::unique_ptr<Uniforms> otherSet(Gpu& gpu, uint32_t size_B) {
    return std::make_unique<OtherSet>(gpu, size_B);
}

std::unique_ptr<Uniforms> pushedDescriptor(Gpu& gpu, uint32_t size_B) {
    if (!gpu.device().hasExtension(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME)) {
        return nullptr;
    }
    return std::make_unique<PushedDescriptor>(gpu, size_B);
}

std::unique_ptr<Uniforms> inlineBlock(Gpu& gpu, uint32_t size_B) {
    return gpu.hasInlineBlocks() ? std::make_unique<InlineBlock>(gpu, size_B) : nullptr;
}

std::unique_ptr<Uniforms> pushConstants(Gpu& gpu, uint32_t size_B) {
    if (size_B > gpu.device().limits().maxPushConstantsSize) {
        return nullptr;
    }
    return std::make_unique<PushConstants>(gpu, size_B);
}

} // namespace

const std::vector<Way>& ways() {
    static const std::vector<Way> all = {
        {"dynamic offset", dynamicOffset, {256}}, // The values are there already.
        {"dynamic offset, written", written, {64, 256, 1024}},
        {"dynamic offset, written to the device", writtenToDevice, {64, 256, 1024}},
        {"push constants", pushConstants, {16, 64, 128, 256}},
        {"pushed descriptor", pushedDescriptor, {256}},
        {"inline block", inlineBlock, {64, 256}},
        {"other set", otherSet, {256}},
    };
    return all;
}

} // namespace commands
