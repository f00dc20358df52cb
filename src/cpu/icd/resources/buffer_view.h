// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/icd/object.h"

namespace cpu::icd {

class Buffer;

TexelBufferDescriptor texelBufferDescriptor(VkFormat format, uint8_t* base, uint64_t range_B);

/// A texel buffer: its descriptor is made once, when the view is.
class BufferView {
public:
    BufferView(const Buffer& buffer, VkFormat format, uint64_t offset_B, uint64_t range_B);

    const TexelBufferDescriptor& descriptor() const { return m_descriptor; }

private:
    TexelBufferDescriptor m_descriptor;
};
GLISSADE_CPU_OBJECT(VkBufferView, BufferView)

} // namespace cpu::icd
