// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Cases of what comes into vertex shaders, and of what goes from there to fragment shaders.
#include "generate.h"

namespace pictures {
namespace {

/// Bytes of attributes: floats among them are numbers, of moderate size.
std::vector<std::byte> attributeBytes(Random& random, const Format& format, uint32_t count) {
    std::vector<std::byte> bytes(size_t(count) * format.size_B());
    for (std::byte& byte : bytes) {
        byte = std::byte(random());
    }
    if (format.kind == Kind::Float && format.bits[0] == 32) {
        for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
            const float value = (float(below(random, 1 << 20)) - (1 << 19)) / 1024;
            std::memcpy(&bytes[i], &value, 4);
        }
    } else if (format.kind == Kind::Float && format.bits[0] == 16) {
        for (size_t i = 0; i + 2 <= bytes.size(); i += 2) {
            bytes[i + 1] &= std::byte(0xbf); // Below infinity.
        }
    } else if (format.kind == Kind::Float) {
        for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
            uint32_t word;
            std::memcpy(&word, &bytes[i], 4);
            word &= ~(1u << 10 | 1u << 21 | 1u << 31);
            std::memcpy(&bytes[i], &word, 4);
        }
    }
    return bytes;
}

const char* typeOf(const Format& format) {
    return format.kind == Kind::Uint ? "uvec4" : format.kind == Kind::Sint ? "ivec4" : "vec4";
}

/// The least number of a signed normalized channel is -1 as well (3.9.1: max(c / (2^(b-1) - 1),
/// -1)), which lavapipe forgets: there is none.
void avoidLeast(const Format& format, std::vector<std::byte>& bytes) {
    const size_t size_B = format.size_B();
    for (size_t at = 0; at + size_B <= bytes.size(); at += size_B) {
        uint32_t bit = 0;
        for (uint32_t c = 0; c < format.channels(); ++c) {
            const uint32_t bits = format.bits[c];
            if (channelBits(format, &bytes[at], c) == 1u << (bits - 1)) {
                bytes[at + bit / 8] |= std::byte(1u << (bit % 8));
            }
            bit += bits;
        }
    }
}

/// lavapipe takes these for gray or other formats when vertices have them.
bool isMistakenByLavapipe(VkFormat format) {
    return format == VK_FORMAT_B4G4R4A4_UNORM_PACK16 || format == VK_FORMAT_R5G5B5A1_UNORM_PACK16 ||
           format == VK_FORMAT_B5G5R5A1_UNORM_PACK16;
}

} // namespace

/// One attribute of each format, in columns of pixels; every bit that arrives is seen.
Case vertexFormatCase(uint32_t index) {
    Random random(index + 20000);
    const Format& format = vertexFormats()[index];
    Case test = newCase("vertices", index, random);
    test.name = std::string("vertices ") + format.name;
    test.extent = {32, 8};
    test.colors = {{VK_FORMAT_R32G32B32A32_SFLOAT}};
    if (format.isInteger()) {
        test.colors[0].format =
            format.kind == Kind::Uint ? VK_FORMAT_R32G32B32A32_UINT : VK_FORMAT_R32G32B32A32_SINT;
    }
    const std::string type = typeOf(format);
    Step step;
    // Instance i is column i: two triangles from the vertex' number.
    step.vertex = R"(#version 460
layout(location = 3) in )" +
                  type + R"( value;
layout(location = 0) flat out )" +
                  type + R"( toValue;
void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4((float(gl_InstanceIndex) + corner.x) / 16.0 - 1.0, corner.y * 2.0 - 1.0, 0, 1);
    toValue = value;
})";
    step.fragment = R"(#version 460
layout(location = 0) flat in )" +
                    type + R"( value;
layout(location = 0) out )" +
                    type + R"( result;
void main() {
    result = value;
})";
    step.state.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    VertexBinding binding;
    const uint32_t align = format.format >= VK_FORMAT_R32_UINT ? 4 : format.bits[0] == 16 ? 2 : 4;
    const uint32_t gap_B = chance(random, 2) ? 0 : align * below(random, 4);
    std::vector<std::byte> values = attributeBytes(random, format, 32);
    if (format.kind == Kind::Snorm) {
        avoidLeast(format, values);
    }
    if (isMistakenByLavapipe(format.format)) {
        test.lavapipeIsWrong = "reads the channels of another format";
    }
    // Attributes are aligned to their components.
    binding.stride_B = (format.size_B() + gap_B + align - 1) / align * align;
    binding.rate = VK_VERTEX_INPUT_RATE_INSTANCE;
    binding.offset_B = align * below(random, 4);
    const uint32_t at_B = align * below(random, 3);
    binding.bytes.resize(binding.offset_B + at_B + binding.stride_B * 32 + 16);
    for (uint32_t i = 0; i < 32; ++i) {
        std::memcpy(&binding.bytes[binding.offset_B + at_B + i * binding.stride_B],
                    &values[size_t(i) * format.size_B()],
                    format.size_B());
    }
    step.bindings = {binding};
    step.attributes = {{3, 0, format.format, at_B}};
    step.draws = {{0, 4, 32}};
    test.steps.push_back(std::move(step));
    if (format.kind == Kind::Unorm || format.kind == Kind::Snorm) {
        // c / (2^b - 1) by a multiplication: "conversion ... precise as a single-precision" one;
        // one in the last place (3.9.1).
        test.tolerance.steps = 1;
    } else if (format.kind == Kind::Srgb) {
        test.tolerance.absolute = 1.5e-3f; // lavapipe's decoding is a polynomial.
    }
    return test;
}

/// Instances, divisors, first instances, several bindings.
Case instanceCase(uint32_t seed) {
    Random random(seed + 21000);
    Case test = newCase("instances", seed, random);
    test.colors = {{}};
    Step step;
    step.vertex = R"(#version 460
#extension GL_ARB_shader_draw_parameters : require
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 2) in uvec4 words;
layout(location = 4) in vec2 offset;
layout(location = 5) in vec4 tint;
layout(location = 0) flat out vec4 toColor;
layout(location = 1) flat out uvec4 toWords;
void main() {
    gl_Position = position + vec4(offset, 0, 0);
    toColor = vec4(tint.xyz, float((gl_InstanceIndex * 7 + gl_DrawIDARB * 5 + gl_BaseInstanceARB * 3 +
                                    gl_BaseVertexARB * 11) & 255) / 255.0);
    toWords = words;
})";
    step.fragment = flatFragment(test);
    std::vector<Vertex> vertices;
    for (uint32_t i = 0; i < 12; ++i) {
        vertices.push_back(vertexAt(
            test.extent, float(below(random, 24 * 16)) / 16, float(below(random, 24 * 16)) / 16));
    }
    setVertices(step, vertices);
    VertexBinding offsets;
    offsets.stride_B = 8;
    offsets.rate = VK_VERTEX_INPUT_RATE_INSTANCE;
    offsets.divisor = chance(random, 2) ? 1 : below(random, 4);
    std::vector<float> values;
    for (uint32_t i = 0; i < 32; ++i) {
        values.push_back(float(below(random, 24)) / 16);
    }
    offsets.bytes.resize(values.size() * 4);
    std::memcpy(offsets.bytes.data(), values.data(), offsets.bytes.size());
    VertexBinding tints;
    tints.stride_B = 4;
    tints.rate = VK_VERTEX_INPUT_RATE_INSTANCE;
    tints.divisor = chance(random, 3) ? 0 : 1 + below(random, 3);
    tints.bytes.resize(64);
    for (std::byte& byte : tints.bytes) {
        byte = std::byte(random());
    }
    step.bindings.push_back(offsets);
    step.bindings.push_back(tints);
    step.attributes.push_back({4, 1, VK_FORMAT_R32G32_SFLOAT, 0});
    step.attributes.push_back({5, 2, VK_FORMAT_R8G8B8A8_UNORM, 0});
    step.kind = DrawKind(below(random, 4));
    if (chance(random, 2)) {
        for (uint32_t i = 0; i < 12; ++i) {
            step.indices.push_back(i % 3 + 3 * below(random, 3));
        }
    }
    const uint32_t firstInstance = below(random, 4);
    const uint32_t instances = 1 + below(random, 8);
    for (uint32_t i = 0; i < 3; ++i) {
        DrawRange range;
        range.first = i * 3;
        range.count = 3;
        range.instances = instances;
        range.firstInstance = firstInstance;
        range.vertexOffset = step.indices.empty() ? 0 : int32_t(below(random, 3));
        step.draws.push_back(range);
    }
    if (step.kind == DrawKind::Multi && instances > 1) {
        // lavapipe draws one instance of every range before the next instance, though draws come
        // one after the other: a result that does not hang on it.
        VkPipelineColorBlendAttachmentState blend{};
        blend.blendEnable = VK_TRUE;
        blend.srcColorBlendFactor = blend.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
        blend.dstColorBlendFactor = blend.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
        blend.colorBlendOp = blend.alphaBlendOp = VK_BLEND_OP_MAX;
        blend.colorWriteMask = 0xf;
        step.state.blends = {blend};
    }
    test.steps.push_back(std::move(step));
    return test;
}

/// Varyings of all kinds of interpolation, and built-ins of fragments. Each triangle has a cell of
/// its own.
Case varyingCase(uint32_t seed) {
    Random random(seed + 22000);
    Case test = newCase("varyings", seed, random);
    const bool multisample = chance(random, 3);
    test.samples = multisample ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
    test.colors = {{VK_FORMAT_R32G32B32A32_SFLOAT}, {VK_FORMAT_R32G32B32A32_SFLOAT}};
    constexpr const char* kQualifiers[] = {"",
                                           "noperspective ",
                                           "centroid ",
                                           "sample ",
                                           "noperspective centroid ",
                                           "noperspective sample ",
                                           "flat "};
    const auto qualifier = [&]() -> std::string {
        const char* const one = pick(random, kQualifiers);
        return !multisample && std::strstr(one, "sample") ? "" : one;
    };
    constexpr const char* kTypes[] = {"vec4", "vec2", "float", "mat2", "vec3"};
    const std::string type = pick(random, kTypes);
    std::string a = qualifier();
    std::string b = qualifier();
    // Whether such an input makes shading run for each sample, which moves others and gl_FragCoord,
    // is open (Vulkan 1.3, "Sample Shading").
    const bool sample = (a + b).find("sample") != std::string::npos;
    if (sample) {
        (a.find("sample") != std::string::npos ? b : a) = "flat ";
    }
    Step step;
    step.vertex = R"(#version 460
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 2) in uvec4 words;
layout(location = 0) )" +
                  a + "out " + type + R"( first;
layout(location = 2) )" +
                  b + R"(out vec2 second[2];
layout(location = 5, component = 1) flat out uvec2 third;
void main() {
    gl_Position = position;
    first = )" + type +
                  (type == "mat2" ? "(color.xy, color.zw)"
                                  : "(color" +
                                        std::string(type == "vec4"   ? ""
                                                    : type == "vec3" ? ".xyz"
                                                    : type == "vec2" ? ".xy"
                                                                     : ".x") +
                                        ")") +
                  R"(;
    second[0] = color.zw;
    second[1] = color.yx;
    third = words.xy;
})";
    const std::string value = type == "mat2"   ? "vec4(first[0], first[1])"
                              : type == "vec4" ? "first"
                              : type == "vec3" ? "vec4(first, 0)"
                              : type == "vec2" ? "first.xyxy"
                                               : "vec4(first)";
    constexpr const char* kSeconds[] = {
        "vec4(second[0], second[1])",
        "vec4(second[third.x & 1u], uintBitsToFloat(0x3f000000u | (third.y & 0xffffu)), 1)",
        "gl_FragCoord",
        "vec4(gl_FrontFacing ? 1 : 0, gl_PrimitiveID & 7, gl_FragCoord.xy)",
        "vec4(dFdx(gl_FragCoord.xy), dFdy(gl_FragCoord.xy))",
        "vec4(dFdxFine(gl_FragCoord.x * gl_FragCoord.x), dFdyFine(gl_FragCoord.y * "
        "gl_FragCoord.x), "
        "fwidthFine(gl_FragCoord.x), 1)",
    };
    step.fragment = R"(#version 460
layout(location = 0) )" +
                    a + "in " + type + R"( first;
layout(location = 2) )" +
                    b + R"(in vec2 second[2];
layout(location = 5, component = 1) flat in uvec2 third;
layout(location = 0) out vec4 out0;
layout(location = 1) out vec4 out1;
void main() {
    out0 = )" + value +
                    R"(;
    out1 = )" + kSeconds[sample ? 0 : seed % std::size(kSeconds)] +
                    R"(;
})";
    std::vector<Vertex> vertices = cellTriangles(random, test, 16);
    if (seed % 2 && (a == "sample " || b == "sample ")) {
        test.lavapipeIsWrong = "divides by w of another place than the sample's";
    }
    for (Vertex& vertex : vertices) {
        constexpr float kWs[] = {1, 1, 2, 4, 0.5f};
        const float w = seed % 2 ? pick(random, kWs) : 1;
        for (float& component : vertex.position) {
            component *= w;
        }
        for (float& component : vertex.color) {
            component = float(below(random, 4096)) / 64 - 32;
        }
    }
    setVertices(step, vertices);
    step.draws = {{0, uint32_t(vertices.size())}};
    test.steps.push_back(std::move(step));
    // Of values up to 32, in floats: the order of operations is open. Beside the sample: see
    // `centroid` in docs/graphics-cpu.md.
    test.tolerance.absolute = 2e-4f;
    test.tolerance.relative = 2e-5f;
    return test;
}

} // namespace pictures
