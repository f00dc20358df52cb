// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "shader_text.h"

#include <fmt/format.h>

namespace storm {

namespace {

constexpr char kVertexBlock[] = "gl_PerVertex { vec4 gl_Position; }";

std::string literal(const Color& color) {
    return fmt::format(
        "(vec4({}.0, {}.0, {}.0, {}.0) / 255.0)", color[0], color[1], color[2], color[3]);
}

} // namespace

ShaderText::ShaderText(uint64_t seed, int version, int lines) : m_random(seed), m_lines(lines) {
    if (version >= 410) {
        m_header = "#version 410 core\n#define AT(n) layout(location = n)\n";
        return;
    }
    // Names match where there are no locations.
    m_header = "#version 330 core\n"
               "#extension GL_ARB_separate_shader_objects : enable\n"
               "#extension GL_ARB_tessellation_shader : enable\n"
               "#ifdef GL_ARB_separate_shader_objects\n#define AT(n) layout(location = n)\n"
               "#else\n#define AT(n)\n#endif\n";
}

Color ShaderText::shade(int most) {
    Color color;
    for (int& channel : color) {
        channel = m_random.below(most + 1);
    }
    return color;
}

std::string ShaderText::number() {
    return fmt::format("{:.6f}", 0.05 + 0.9 * double(m_random.number() >> 11) * 0x1p-53);
}

std::string ShaderText::hum(const std::string& start) {
    std::string text = fmt::format("    vec4 h0 = {};\n", start);
    constexpr const char* kSwizzles[] = {"yzwx", "wzyx", "xxyz", "zwxy", "xzyw"};
    for (int i = 1; i <= m_lines; ++i) {
        const std::string a = fmt::format("h{}", i - 1);
        const std::string b = fmt::format("h{}.{}", m_random.below(i), m_random.of(kSwizzles));
        // Finite whatever they are handed, as hum must be a number in the end.
        switch (m_random.below(6)) {
        case 0:
            text += fmt::format("    vec4 h{} = sin({} * {} + {});\n", i, a, number(), b);
            break;
        case 1:
            text += fmt::format("    vec4 h{} = mix({}, {}, {});\n", i, a, b, number());
            break;
        case 2:
            text += fmt::format("    vec4 h{} = fract({} * {}) - {};\n", i, a, number(), b);
            break;
        case 3:
            text += fmt::format(
                "    vec4 h{} = {} + vec4(dot({}, {}) / (1.0 + dot({}, {})));\n", i, a, a, b, b, b);
            break;
        case 4:
            text += fmt::format("    vec4 h{} = max({}, {} * {});\n", i, a, b, number());
            break;
        default:
            text += fmt::format("    vec4 h{} = sqrt(abs({} + {})) * {};\n", i, a, b, number());
        }
    }
    return text + fmt::format("    float hum = clamp(dot(h{}, vec4({})), 0.0, 1.0) * {};\n",
                              m_lines,
                              number(),
                              "0.0009 / 4.0");
}

std::string ShaderText::vertex(const Color& shade) {
    return fmt::format("{}layout(location = 0) in vec4 position;\n"
                       "layout(location = 1) in vec4 tint;\n"
                       "layout(location = 2) in vec3 extra;\n"
                       "AT(0) out vec4 shade;\n"
                       "out {};\n"
                       "void main() {{\n{}"
                       "    gl_Position = position;\n"
                       "    shade = {} * tint + hum;\n"
                       "}}\n",
                       m_header,
                       kVertexBlock,
                       hum("vec4(extra, 0.5) + position"),
                       literal(shade));
}

std::string ShaderText::tessControl(const Color& shade) {
    const int level = 1 + m_random.below(4);
    return fmt::format(
        "{0}layout(vertices = 3) out;\n"
        "in {1} gl_in[gl_MaxPatchVertices];\n"
        "out {1} gl_out[];\n"
        "AT(0) in vec4 given[];\n"
        "AT(0) out vec4 shade[];\n"
        "void main() {{\n{2}"
        "    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
        "    shade[gl_InvocationID] = given[gl_InvocationID] + {3} + hum;\n"
        "    gl_TessLevelOuter[0] = {4}.0;\n"
        "    gl_TessLevelOuter[1] = {4}.0;\n"
        "    gl_TessLevelOuter[2] = {4}.0;\n"
        "    gl_TessLevelInner[0] = {4}.0;\n"
        "}}\n",
        m_header,
        kVertexBlock,
        hum("gl_in[gl_InvocationID].gl_Position"),
        literal(shade),
        level);
}

std::string ShaderText::tessEvaluation(const Color& shade) {
    constexpr const char* kSpacings[] = {
        "equal_spacing", "fractional_even_spacing", "fractional_odd_spacing"};
    const auto interpolated = [](const std::string& what) {
        std::string sum;
        for (int i = 0; i < 3; ++i) {
            const std::string vertex = fmt::format(fmt::runtime(what), i);
            sum += fmt::format("{}gl_TessCoord.{} * {}", i ? " + " : "", "xyz"[i], vertex);
        }
        return sum;
    };
    return fmt::format("{}layout(triangles, {}, ccw) in;\n"
                       "in {} gl_in[gl_MaxPatchVertices];\n"
                       "out {};\n"
                       "AT(0) in vec4 given[];\n"
                       "AT(0) out vec4 shade;\n"
                       "void main() {{\n{}"
                       "    gl_Position = {};\n"
                       "    shade = {} + {} + hum;\n"
                       "}}\n",
                       m_header,
                       m_random.of(kSpacings),
                       kVertexBlock,
                       kVertexBlock,
                       hum("vec4(gl_TessCoord, 0.5)"),
                       interpolated("gl_in[{}].gl_Position"),
                       interpolated("given[{}]"),
                       literal(shade));
}

std::string ShaderText::fragment(const Color& shade, int targets) {
    std::string text = fmt::format("{}AT(0) in vec4 shade;\n"
                                   "uniform vec4 drift;\n"
                                   "layout(location = 0) out vec4 color;\n"
                                   "{}"
                                   "void main() {{\n{}"
                                   "    color = shade + {} + hum;\n",
                                   m_header,
                                   targets > 1 ? "layout(location = 1) out vec4 second;\n" : "",
                                   hum("shade + drift"),
                                   literal(shade));
    if (targets > 1) {
        text += "    second = vec4(1.0 - color.zyx, color.w);\n";
    }
    return text + "}\n";
}

Color secondColor(const Color& first) {
    return {255 - first[2], 255 - first[1], 255 - first[0], first[3]};
}

} // namespace storm
