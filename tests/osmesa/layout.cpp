// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/layout.h"

#include <cmath>
#include <cstring>
#include <string_view>

namespace osmesa_test {

namespace {

// BGRA and ARGB are for bytes alone. Debian 12's Mesa (22.3) refuses BGR, writes zeros to RGB in
// shorts, and to RGB in bytes wrong pixels.
constexpr Layout kLayouts[] = {
    {"RgbaBytes", OSMESA_RGBA, GL_UNSIGNED_BYTE, 1, "rgba"},
    {"RgbaShorts", OSMESA_RGBA, GL_UNSIGNED_SHORT, 2, "rgba"},
    {"RgbaFloats", OSMESA_RGBA, GL_FLOAT, 4, "rgba"},
    {"BgraBytes", OSMESA_BGRA, GL_UNSIGNED_BYTE, 1, "bgra"},
    {"BgraShorts", OSMESA_BGRA, GL_UNSIGNED_SHORT, 2, "rgba"},
    {"BgraFloats", OSMESA_BGRA, GL_FLOAT, 4, "rgba"},
    {"ArgbBytes", OSMESA_ARGB, GL_UNSIGNED_BYTE, 1, "argb"},
    {"ArgbShorts", OSMESA_ARGB, GL_UNSIGNED_SHORT, 2, "rgba"},
    {"ArgbFloats", OSMESA_ARGB, GL_FLOAT, 4, "rgba"},
    {"RgbBytes", OSMESA_RGB, GL_UNSIGNED_BYTE, 1, "rgb", false},
    {"RgbShorts", OSMESA_RGB, GL_UNSIGNED_SHORT, 2, "rgb", false},
    {"RgbFloats", OSMESA_RGB, GL_FLOAT, 4, "rgb"},
    {"BgrBytes", OSMESA_BGR, GL_UNSIGNED_BYTE, 1, "bgr", false},
    {"BgrShorts", OSMESA_BGR, GL_UNSIGNED_SHORT, 2, "bgr", false},
    {"BgrFloats", OSMESA_BGR, GL_FLOAT, 4, "bgr", false},
    {"Rgb565", OSMESA_RGB_565, GL_UNSIGNED_SHORT_5_6_5, 0, ""},
};

constexpr std::string_view kNames = "rgba";

uint16_t fixed(float value, float largest) {
    return uint16_t(std::lround(value * largest));
}

template <class T>
T load(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

template <class T>
void append(std::vector<std::byte>& to, T value) {
    to.resize(to.size() + sizeof value);
    std::memcpy(to.data() + to.size() - sizeof value, &value, sizeof value);
}

} // namespace

size_t Layout::pixelSize_B() const {
    return component_B > 0 ? component_B * std::strlen(order) : 2;
}

std::vector<std::byte> Layout::encode(const Color& color) const {
    std::vector<std::byte> pixel;
    if (component_B == 0) {
        append(
            pixel,
            uint16_t(fixed(color[0], 31) << 11 | fixed(color[1], 63) << 5 | fixed(color[2], 31)));
    }
    for (const char name : std::string_view(order)) {
        const float value = color[kNames.find(name)];
        if (component_B == 1) {
            append(pixel, uint8_t(fixed(value, 255)));
        } else if (component_B == 2) {
            append(pixel, fixed(value, 65535));
        } else {
            append(pixel, value);
        }
    }
    return pixel;
}

Color Layout::decode(const std::byte* pixel) const {
    if (component_B == 0) {
        const auto packed = load<uint16_t>(pixel);
        return {float(packed >> 11) / 31, float(packed >> 5 & 63) / 63, float(packed & 31) / 31, 1};
    }
    Color color{0, 0, 0, 1};
    for (const char name : std::string_view(order)) {
        float& value = color[kNames.find(name)];
        value = component_B == 1   ? float(load<uint8_t>(pixel)) / 255
                : component_B == 2 ? float(load<uint16_t>(pixel)) / 65535
                                   : load<float>(pixel);
        pixel += component_B;
    }
    return color;
}

std::span<const Layout> layouts() {
    return kLayouts;
}

} // namespace osmesa_test
