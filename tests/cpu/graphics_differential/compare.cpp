// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "generate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <sstream>

namespace pictures {
namespace {

bool floatsAgree(const Tolerance& tolerance, uint32_t a, uint32_t b) {
    const auto x = std::bit_cast<float>(a);
    const auto y = std::bit_cast<float>(b);
    return std::abs(x - y) <= tolerance.absolute + tolerance.relative * std::abs(y);
}

bool texelsAgree(
    const Tolerance& tolerance, uint32_t steps, const Picture& a, const Picture& b, size_t i) {
    const Format& format = formatOf(a.format);
    if (std::memcmp(a.texel(i), b.texel(i), format.size_B()) == 0) {
        return true;
    }
    for (uint32_t c = 0; c < format.channels(); ++c) {
        const uint32_t x = channelBits(format, a.texel(i), c);
        const uint32_t y = channelBits(format, b.texel(i), c);
        const bool agree =
            stepsBetween(format, c, x, y) <= steps ||
            (format.kind == Kind::Float && format.bits[c] == 32 && floatsAgree(tolerance, x, y));
        if (!agree) {
            return false;
        }
    }
    return true;
}

/// A texel at most one away, of the same layer; any sample.
bool drawnBeside(const Picture& picture, size_t index) {
    const size_t texel = index / picture.samples;
    const auto x = int64_t(texel % picture.extent.width);
    const auto y = int64_t(texel / picture.extent.width % picture.extent.height);
    const size_t layer = texel / picture.extent.width / picture.extent.height;
    for (int64_t dy = -1; dy <= 1; ++dy) {
        for (int64_t dx = -1; dx <= 1; ++dx) {
            const int64_t nx = x + dx;
            const int64_t ny = y + dy;
            if (nx < 0 || ny < 0 || nx >= picture.extent.width || ny >= picture.extent.height) {
                continue;
            }
            const size_t at =
                (layer * picture.extent.height + size_t(ny)) * picture.extent.width + size_t(nx);
            for (uint32_t sample = 0; sample < picture.samples; ++sample) {
                if (picture.isDrawn(at * picture.samples + sample)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/// Whether a sample lies near an edge of some triangle of the case.
bool isNearEdge(const Case& test, const Picture& picture, size_t index) {
    // Vulkan 1.3, "Multisampling": standard sample locations.
    constexpr float kFour[4][2] = {
        {0.375f, 0.125f}, {0.875f, 0.375f}, {0.125f, 0.625f}, {0.625f, 0.875f}};
    const size_t texel = index / picture.samples;
    const bool four = picture.samples == 4;
    const float x = float(texel % picture.extent.width) + (four ? kFour[index % 4][0] : 0.5f);
    const float y = float(texel / picture.extent.width % picture.extent.height) +
                    (four ? kFour[index % 4][1] : 0.5f);
    for (const Step& step : test.steps) {
        const std::vector<std::byte>& bytes = step.bindings.at(0).bytes;
        std::vector<Vertex> vertices(bytes.size() / sizeof(Vertex));
        std::memcpy(vertices.data(), bytes.data(), vertices.size() * sizeof(Vertex));
        const auto place = [&](size_t i, float to[2]) {
            to[0] = (vertices[i].position[0] + 1) * float(test.extent.width) / 2;
            to[1] = (vertices[i].position[1] + 1) * float(test.extent.height) / 2;
        };
        for (size_t i = 0; i < vertices.size(); ++i) {
            float a[2];
            float b[2];
            place(i, a);
            place(i % 3 == 2 ? i - 2 : i + 1, b);
            const double dx = b[0] - a[0];
            const double dy = b[1] - a[1];
            const double distance = std::abs(dx * (y - a[1]) - dy * (x - a[0]));
            if (distance <= double(test.tolerance.edge_px) * std::hypot(dx, dy)) {
                return true;
            }
        }
    }
    return false;
}

std::string channelsOf(const Picture& picture, size_t index) {
    const Format& format = formatOf(picture.format);
    std::ostringstream text;
    for (uint32_t c = 0; c < format.channels(); ++c) {
        const uint32_t bits = channelBits(format, picture.texel(index), c);
        text << (c ? " " : "");
        if (format.kind == Kind::Float && format.bits[c] == 32) {
            text << std::bit_cast<float>(bits);
        } else {
            text << std::hex << bits << std::dec;
        }
    }
    return text.str();
}

std::string differenceOf(const Case& test, const Picture& ours, const Picture& theirs) {
    const Tolerance& tolerance = test.tolerance;
    const bool depth = ours.name.starts_with("depth");
    const uint32_t steps = depth ? tolerance.depthSteps : tolerance.steps;
    std::ostringstream text;
    size_t wrong = 0;
    for (size_t i = 0; i < ours.texels(); ++i) {
        if (texelsAgree(tolerance, steps, ours, theirs, i)) {
            continue;
        }
        if (tolerance.besides && drawnBeside(ours, i) && drawnBeside(theirs, i)) {
            continue;
        }
        if (tolerance.edge_px > 0 && isNearEdge(test, ours, i)) {
            continue;
        }
        if (++wrong <= 6) {
            const size_t texel = i / ours.samples;
            text << "  (" << texel % ours.extent.width << ", "
                 << texel / ours.extent.width % ours.extent.height << ") layer "
                 << texel / ours.extent.width / ours.extent.height << " sample " << i % ours.samples
                 << ": " << channelsOf(ours, i) << " and " << channelsOf(theirs, i) << "\n";
        }
    }
    if (wrong <= tolerance.texels) {
        return {};
    }
    return ours.name + " (" + formatOf(ours.format).name + "): " + std::to_string(wrong) + " of " +
           std::to_string(ours.texels()) + " differ\n" + text.str();
}

} // namespace

bool Picture::isDrawn(size_t index) const {
    return std::memcmp(texel(index), texelBefore(index), formatOf(format).size_B()) != 0;
}

size_t drawnTexels(const Answer& answer) {
    size_t drawn = 0;
    for (const Picture& picture : answer.pictures) {
        for (size_t i = 0; i < picture.texels(); ++i) {
            drawn += picture.isDrawn(i);
        }
    }
    return drawn;
}

std::string difference(const Case& test, const Answer& ours, const Answer& theirs) {
    std::string text;
    for (size_t i = 0; i < ours.pictures.size(); ++i) {
        text += differenceOf(test, ours.pictures[i], theirs.pictures[i]);
    }
    size_t wrong = 0;
    for (size_t i = 0; i < ours.words.size(); ++i) {
        if (ours.words[i] != theirs.words[i] && ++wrong <= 4) {
            text += "word " + std::to_string(i) + ": " + std::to_string(ours.words[i]) + " and " +
                    std::to_string(theirs.words[i]) + "\n";
        }
    }
    for (size_t i = 0; i < ours.samplesPassed.size(); ++i) {
        if (ours.samplesPassed[i] != theirs.samplesPassed[i]) {
            text += "samples passed in step " + std::to_string(i) + ": " +
                    std::to_string(ours.samplesPassed[i]) + " and " +
                    std::to_string(theirs.samplesPassed[i]) + "\n";
        }
    }
    return text;
}

} // namespace pictures
