// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/resources/descriptor_set.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/physical/limits.h"
#include "cpu/icd/resources/buffer.h"
#include "cpu/icd/resources/buffer_view.h"
#include "cpu/icd/resources/image_view.h"
#include "cpu/icd/resources/sampler.h"

#include <algorithm>
#include <cstring>

namespace cpu::icd {
namespace {

bool isBuffer(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER ||
           isDynamic(type);
}

bool isTexelBuffer(VkDescriptorType type) {
    return type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER ||
           type == VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
}

void setSampler(ImageDescriptor& descriptor, const SamplerData* sampler) {
    descriptor.sampler = sampler;
    descriptor.samplerId = sampler ? sampler->samplerId : 0;
}

void writeBuffer(const VkDescriptorBufferInfo& info, uint8_t* at) {
    BufferDescriptor descriptor{};
    if (info.buffer) {
        const Buffer& buffer = *cast(info.buffer);
        const uint64_t range_B = buffer.range_B(info.offset, info.range);
        const uint64_t left_B = buffer.range_B(info.offset, VK_WHOLE_SIZE);
        descriptor = bufferDescriptor(buffer.data() + info.offset, range_B, left_B - range_B);
    }
    std::memcpy(at, &descriptor, sizeof(descriptor));
}

void writeTexelBuffer(VkBufferView view, uint8_t* at) {
    const TexelBufferDescriptor descriptor =
        view ? cast(view)->descriptor() : TexelBufferDescriptor{};
    std::memcpy(at, &descriptor, sizeof(descriptor));
}

/// Immutable samplers stay: only the image is written.
void writeImage(const VkDescriptorImageInfo& info,
                const SetDescription::Binding& binding,
                uint32_t element,
                uint8_t* at) {
    VkDescriptorImageInfo own = info;
    const bool immutable = !binding.immutablePointers.empty();
    own.sampler = immutable ? VK_NULL_HANDLE : info.sampler;
    ImageDescriptor descriptor = imageDescriptor(binding.type, own);
    if (immutable) {
        setSampler(descriptor, binding.immutablePointers[element]);
    }
    std::memcpy(at, &descriptor, sizeof(descriptor));
}

/// One element after the other; those beyond a binding's end belong to the next one (Vulkan 1.3,
/// "Consecutive Binding Updates").
class Cursor {
public:
    Cursor(const SetDescription& description, uint32_t size_B, uint32_t binding, uint32_t element)
        : m_size_B(size_B),
          m_binding(description.find(binding)),
          m_element(element),
          m_end(description.bindings.data() + description.bindings.size()) {
        skipFull();
    }

    bool valid() const {
        return m_binding && m_binding != m_end && offset_B() + kDescriptor_B <= m_size_B;
    }
    const SetDescription::Binding& binding() const { return *m_binding; }
    uint32_t element() const { return m_element; }
    uint32_t offset_B() const { return m_binding->offset_B + m_element * uint32_t(kDescriptor_B); }
    void next() {
        ++m_element;
        skipFull();
    }

private:
    void skipFull() {
        while (m_binding && m_binding != m_end && m_element >= m_binding->count) {
            m_element -= m_binding->count;
            ++m_binding;
        }
    }

    uint32_t m_size_B;
    const SetDescription::Binding* m_binding;
    uint32_t m_element;
    const SetDescription::Binding* m_end;
};

/// The bytes of inline uniform blocks, piece by piece: those beyond a block's end belong to the
/// next binding, if that is a block too.
class InlineCursor {
public:
    InlineCursor(const SetDescription& description,
                 uint32_t size_B,
                 uint32_t binding,
                 uint32_t offset_B)
        : m_size_B(size_B),
          m_binding(description.find(binding)),
          m_end(description.bindings.data() + description.bindings.size()),
          m_offset_B(offset_B) {
        skipFull();
    }

    /// Bytes of the piece; 0: there are none left.
    uint32_t left_B() const {
        if (!m_binding || m_binding == m_end ||
            m_binding->type != VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK || offset_B() >= m_size_B) {
            return 0;
        }
        return std::min(m_binding->count - m_offset_B, m_size_B - offset_B());
    }
    uint32_t offset_B() const { return m_binding->offset_B + m_offset_B; }
    void advance(uint32_t size_B) {
        m_offset_B += size_B;
        skipFull();
    }

private:
    void skipFull() {
        while (m_binding && m_binding != m_end && m_offset_B >= m_binding->count) {
            m_offset_B -= m_binding->count;
            ++m_binding;
        }
    }

    uint32_t m_size_B;
    const SetDescription::Binding* m_binding;
    const SetDescription::Binding* m_end;
    uint32_t m_offset_B;
};

void writeInline(const SetDescription& description,
                 uint8_t* data,
                 uint32_t size_B,
                 const VkWriteDescriptorSet& write) {
    const auto* block = find<VkWriteDescriptorSetInlineUniformBlock>(
        write.pNext, VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK);
    if (!block) {
        return;
    }
    InlineCursor to(description, size_B, write.dstBinding, write.dstArrayElement);
    const auto* from = static_cast<const uint8_t*>(block->pData);
    uint32_t left_B = block->dataSize;
    while (const uint32_t piece_B = std::min(left_B, to.left_B())) {
        std::memcpy(data + to.offset_B(), from, piece_B);
        from += piece_B;
        left_B -= piece_B;
        to.advance(piece_B);
    }
}

void copyInline(const DescriptorSet& from,
                const DescriptorSet& to,
                const VkCopyDescriptorSet& copy) {
    InlineCursor read(from.description(), from.size_B(), copy.srcBinding, copy.srcArrayElement);
    InlineCursor write(to.description(), to.size_B(), copy.dstBinding, copy.dstArrayElement);
    uint32_t left_B = copy.descriptorCount;
    while (const uint32_t piece_B = std::min({left_B, read.left_B(), write.left_B()})) {
        std::memmove(to.data() + write.offset_B(), from.data() + read.offset_B(), piece_B);
        left_B -= piece_B;
        read.advance(piece_B);
        write.advance(piece_B);
    }
}

} // namespace

BufferDescriptor bufferDescriptor(uint8_t* base, uint64_t range_B, uint64_t behind_B) {
    const uint64_t size_B = std::min<uint64_t>(range_B, kMaxBufferRange_B);
    const uint64_t slack_B = std::min<uint64_t>(behind_B + (range_B - size_B), UINT32_MAX);
    return {base, uint32_t(size_B), uint32_t(slack_B)};
}

ImageDescriptor imageDescriptor(VkDescriptorType type, const VkDescriptorImageInfo& info) {
    ImageDescriptor descriptor{};
    if (type != VK_DESCRIPTOR_TYPE_SAMPLER && info.imageView) {
        const ImageView& view = *cast(info.imageView);
        descriptor.image = &view.data();
        descriptor.viewId = view.viewId();
    }
    const bool samples =
        type == VK_DESCRIPTOR_TYPE_SAMPLER || type == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    if (samples && info.sampler) {
        setSampler(descriptor, &cast(info.sampler)->data());
    }
    return descriptor;
}

void clearDescriptors(const SetDescription& description, uint8_t* data, uint32_t size_B) {
    std::memset(data, 0, size_B);
    setImmutableSamplers(description, data, size_B);
}

void setImmutableSamplers(const SetDescription& description, uint8_t* data, uint32_t size_B) {
    for (const SetDescription::Binding& binding : description.bindings) {
        for (uint32_t i = 0; i < binding.immutablePointers.size(); ++i) {
            const uint32_t offset_B = binding.offset_B + i * uint32_t(kDescriptor_B);
            if (offset_B + kDescriptor_B > size_B) {
                return;
            }
            ImageDescriptor descriptor;
            std::memcpy(&descriptor, data + offset_B, sizeof(descriptor));
            setSampler(descriptor, binding.immutablePointers[i]);
            std::memcpy(data + offset_B, &descriptor, sizeof(descriptor));
        }
    }
}

void writeDescriptors(const SetDescription& description,
                      uint8_t* data,
                      uint32_t size_B,
                      const VkWriteDescriptorSet& write) {
    if (write.descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
        return writeInline(description, data, size_B, write);
    }
    Cursor cursor(description, size_B, write.dstBinding, write.dstArrayElement);
    for (uint32_t i = 0; i < write.descriptorCount && cursor.valid(); ++i, cursor.next()) {
        uint8_t* at = data + cursor.offset_B();
        if (isBuffer(write.descriptorType)) {
            writeBuffer(write.pBufferInfo[i], at);
        } else if (isTexelBuffer(write.descriptorType)) {
            writeTexelBuffer(write.pTexelBufferView[i], at);
        } else {
            writeImage(write.pImageInfo[i], cursor.binding(), cursor.element(), at);
        }
    }
}

namespace {

void copyDescriptors(const VkCopyDescriptorSet& copy) {
    const DescriptorSet& from = *cast(copy.srcSet);
    const DescriptorSet& to = *cast(copy.dstSet);
    const auto* source = from.description().find(copy.srcBinding);
    if (source && source->type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
        return copyInline(from, to, copy);
    }
    Cursor read(from.description(), from.size_B(), copy.srcBinding, copy.srcArrayElement);
    Cursor write(to.description(), to.size_B(), copy.dstBinding, copy.dstArrayElement);
    for (uint32_t i = 0; i < copy.descriptorCount && read.valid() && write.valid(); ++i) {
        uint8_t* at = to.data() + write.offset_B();
        std::memcpy(at, from.data() + read.offset_B(), kDescriptor_B);
        const auto& immutable = write.binding().immutablePointers;
        if (!immutable.empty()) {
            ImageDescriptor descriptor;
            std::memcpy(&descriptor, at, sizeof(descriptor));
            setSampler(descriptor, immutable[write.element()]);
            std::memcpy(at, &descriptor, sizeof(descriptor));
        }
        read.next();
        write.next();
    }
}

} // namespace

namespace entry {

VKAPI_ATTR void VKAPI_CALL UpdateDescriptorSets(VkDevice device,
                                                uint32_t descriptorWriteCount,
                                                const VkWriteDescriptorSet* pDescriptorWrites,
                                                uint32_t descriptorCopyCount,
                                                const VkCopyDescriptorSet* pDescriptorCopies) {
    for (uint32_t i = 0; i < descriptorWriteCount; ++i) {
        const DescriptorSet& set = *cast(pDescriptorWrites[i].dstSet);
        writeDescriptors(set.description(), set.data(), set.size_B(), pDescriptorWrites[i]);
    }
    for (uint32_t i = 0; i < descriptorCopyCount; ++i) {
        copyDescriptors(pDescriptorCopies[i]);
    }
}

} // namespace entry
} // namespace cpu::icd
