// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "kernel_text.h"

#include <fmt/format.h>

namespace dispatches {
namespace {

/// Lines of a loop, and between two barriers.
constexpr int kPart = 8;

std::string number(storm::Random& random) {
    return fmt::format("{:.6f}", 0.05 + 0.9 * double(random.number() >> 11) * 0x1p-53);
}

/// A new value for `h`, finite whatever it and `g`, an earlier one, are.
std::string line(storm::Random& random) {
    constexpr const char* kSwizzles[] = {"yzwx", "wzyx", "xxyz", "zwxy", "xzyw"};
    const std::string g = fmt::format("g.{}", random.of(kSwizzles));
    switch (random.below(6)) {
    case 0:
        return fmt::format("h = sin(h * {} + {});\n", number(random), g);
    case 1:
        return fmt::format("h = mix(h, {}, {});\n", g, number(random));
    case 2:
        return fmt::format("h = fract(h * {}) - {};\n", number(random), g);
    case 3:
        return fmt::format("h = h * 0.5 + vec4(dot(h, {0}) / (1.0 + dot({0}, {0})));\n", g);
    case 4:
        return fmt::format("h = max(h, {} * {});\n", g, number(random));
    default:
        return fmt::format("h = sqrt(abs(h + {})) * {};\n", g, number(random));
    }
}

std::string lines(storm::Random& random, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += line(random);
        text += i % 3 == 2 ? "g = fract(h);\n" : "";
    }
    return text;
}

std::string part(storm::Random& random, Kind kind, int count) {
    const std::string body = lines(random, count);
    switch (kind) {
    case Kind::Straight:
        break;
    case Kind::Loops:
        return fmt::format("for (int i = 0; i < 2 + int(fract(h.x) * 3.0); ++i) {{\n{}"
                           "if (h.y > {}) {{ g = h.wzyx * 0.5; }}\n}}\n",
                           body,
                           number(random));
    case Kind::Workgroup:
        return fmt::format("{}shared_[gl_LocalInvocationIndex] = fract(h);\nbarrier();\n"
                           "g = shared_[gl_LocalInvocationIndex ^ {}u];\nbarrier();\n",
                           body,
                           1 + random.below(int(kGroupSize) - 1));
    }
    return body;
}

} // namespace

const char* nameOf(Kind kind) {
    switch (kind) {
    case Kind::Straight:
        return "straight";
    case Kind::Loops:
        return "loops";
    case Kind::Workgroup:
        return "workgroup";
    }
    return "?";
}

KernelText makeKernel(storm::Random& random, Kind kind, int lines) {
    KernelText kernel;
    for (float& channel : kernel.value) {
        channel = float(random.below(256)) / 256.0f;
    }
    std::string body;
    for (int left = lines; left > 0; left -= kPart) {
        body += part(random, kind, std::min(left, kPart));
    }
    const auto& v = kernel.value;
    kernel.glsl = fmt::format(
        "#version 460\n"
        "layout(local_size_x = {0}) in;\n"
        "layout(std430, binding = 0) buffer Data {{ vec4 data[]; }};\n"
        "{1}"
        "void main() {{\n"
        "vec4 h = data[gl_GlobalInvocationID.x];\n"
        "vec4 g = h.wzyx + {2};\n"
        "{3}"
        "float hum = clamp(dot(h, g), 0.0, 1.0) * {4};\n"
        "data[gl_GlobalInvocationID.x] = vec4({5}, {6}, {7}, {8}) + hum;\n"
        "}}\n",
        kGroupSize,
        kind == Kind::Workgroup ? fmt::format("shared vec4 shared_[{}];\n", kGroupSize) : "",
        number(random),
        body,
        kSlack / 2,
        v[0],
        v[1],
        v[2],
        v[3]);
    return kernel;
}

} // namespace dispatches
