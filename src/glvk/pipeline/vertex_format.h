// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/state.h"
#include "glvk/gpu/vulkan.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace glsl {
struct LinkedProgram;
}

namespace glvk {

class Gpu;

/// One way an attribute can be fetched. Index 0 of the table is "not used".
struct VertexFormat {
    VkFormat vkFormat;
    uint8_t size_B;      ///< Of one element.
    uint8_t component_B; ///< Vulkan wants offsets and strides aligned to this.
};

const VertexFormat& vertexFormat(uint8_t index);

/// What the shader reads at a location.
enum class AttributeClass : uint8_t { Float, Int, Uint, Double };
AttributeClass attributeClass(const glsl::LinkedProgram& program, unsigned location);

/// How an array reaches the device.
struct ArrayFetch {
    uint8_t format = 0; ///< Table index.
    bool convert =
        false; ///< The host converts elements to what the shader reads, in 32 or 64 bits.
    uint8_t element_B = 0;   ///< Bytes of one element as the application stores it.
    uint8_t component_B = 0; ///< Of `format`.
};

/// Chooses per array type; remembers which formats the device fetches.
class VertexFormats {
public:
    explicit VertexFormats(const Gpu& gpu);

    ArrayFetch fetch(const gl::VertexAttrib& attrib, AttributeClass shader) const;
    /// Values of arrays that are off: four numbers.
    static uint8_t constant(AttributeClass shader);
    /// Doubles are fetched as words: what follows the first two is at a second location. The
    /// formats of both; undefined: `format` is of other numbers.
    struct Halves {
        VkFormat first = VK_FORMAT_UNDEFINED;
        VkFormat second = VK_FORMAT_UNDEFINED;
        uint8_t secondOffset_B = 0;
    };
    static Halves halvesOf(uint8_t format);

private:
    std::array<bool, 256> m_supported{};
};

/// Reads one element as floats, by GL's conversion rules (ES 2.0 table 2.4, GL 2.1 table 2.9).
void readElement(const gl::VertexAttrib& attrib, const std::byte* src, float out[4]);
/// Reads one element as the shader wants it: four numbers of 32 bits, or doubles.
void convertElement(const gl::VertexAttrib& attrib,
                    AttributeClass shader,
                    const std::byte* src,
                    std::byte out[32]);

} // namespace glvk
