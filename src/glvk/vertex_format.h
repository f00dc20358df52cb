// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/state.h"
#include "glvk/vulkan.h"

#include <cstdint>

namespace glvk {

class Device;

/// One way an attribute can be fetched. Index 0 of the table is "not used".
struct VertexFormat {
    VkFormat vkFormat;
    uint8_t size_B;      ///< Of one element.
    uint8_t component_B; ///< Vulkan wants offsets and strides aligned to this.
};

const VertexFormat& vertexFormat(uint8_t index);

/// How an array reaches the device.
struct ArrayFetch {
    uint8_t format = 0;    ///< Table index.
    bool convert = false;  ///< The host converts elements to 32-bit floats (format is then float).
    uint8_t element_B = 0; ///< Bytes of one element as the application stores it.
};

/// Chooses per array type; remembers which formats the device fetches.
class VertexFormats {
public:
    explicit VertexFormats(const Device& device);

    /// `shaderClass`: 0 the shader reads floats, 1 signed, 2 unsigned integers.
    ArrayFetch fetch(const gl::VertexAttrib& attrib) const;
    /// Constant attributes are four floats.
    static uint8_t float4();

private:
    std::array<bool, 256> m_supported{};
};

/// Bytes of one element of an array as the application stores it.
uint32_t elementSize_B(const gl::VertexAttrib& attrib);
/// Reads one element as floats, by GL's conversion rules (ES 2.0 table 2.4, GL 2.1 table 2.9).
void readElement(const gl::VertexAttrib& attrib, const std::byte* src, float out[4]);

} // namespace glvk
