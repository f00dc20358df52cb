// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glvk/pipeline/key_words.h"

#include "glvk/gpu/vulkan.h"

#include <bit>
#include <fmt/format.h>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace glvk {

namespace {

using namespace std::string_view_literals;

// By Vulkan's numbers.
constexpr std::string_view kTopologies[] = {"points",
                                            "lines",
                                            "line strips",
                                            "triangles",
                                            "triangle strips",
                                            "triangle fans",
                                            "lines with adjacency",
                                            "line strips with adjacency",
                                            "triangles with adjacency",
                                            "triangle strips with adjacency",
                                            "patches"};
constexpr std::string_view kFactors[] = {"ZERO",
                                         "ONE",
                                         "SRC_COLOR",
                                         "ONE_MINUS_SRC_COLOR",
                                         "DST_COLOR",
                                         "ONE_MINUS_DST_COLOR",
                                         "SRC_ALPHA",
                                         "ONE_MINUS_SRC_ALPHA",
                                         "DST_ALPHA",
                                         "ONE_MINUS_DST_ALPHA",
                                         "CONSTANT_COLOR",
                                         "ONE_MINUS_CONSTANT_COLOR",
                                         "CONSTANT_ALPHA",
                                         "ONE_MINUS_CONSTANT_ALPHA",
                                         "SRC_ALPHA_SATURATE",
                                         "SRC1_COLOR",
                                         "ONE_MINUS_SRC1_COLOR",
                                         "SRC1_ALPHA",
                                         "ONE_MINUS_SRC1_ALPHA"};
constexpr std::string_view kEquations[] = {
    "FUNC_ADD", "FUNC_SUBTRACT", "FUNC_REVERSE_SUBTRACT", "MIN", "MAX"};
constexpr std::string_view kCompares[] = {
    "NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS"};
constexpr std::string_view kPolygonModes[] = {"FILL", "LINE", "POINT"};

std::string_view nameIn(std::span<const std::string_view> names, uint32_t value) {
    return value < names.size() ? names[value] : "?"sv;
}

/// Collects what differs.
class Words {
public:
    void add(std::string words) { m_words.push_back(std::move(words)); }
    /// A switch.
    void flag(bool now, bool before, std::string_view name) {
        if (now != before) {
            add(now ? std::string(name) : fmt::format("no {}", name));
        }
    }
    std::string text() const { return fmt::format("{}", fmt::join(m_words, "; ")); }

private:
    std::vector<std::string> m_words;
};

std::string describeBlend(const PipelineKey::Blend& blend) {
    if (!blend.enabled) {
        return "no blending";
    }
    std::string text = "blending";
    if (blend.colorOp || blend.alphaOp) {
        text += fmt::format(" {}", nameIn(kEquations, blend.colorOp));
        if (blend.alphaOp != blend.colorOp) {
            text += fmt::format(" and {}", nameIn(kEquations, blend.alphaOp));
        }
    }
    text +=
        fmt::format(" {}, {}", nameIn(kFactors, blend.srcColor), nameIn(kFactors, blend.dstColor));
    if (blend.srcAlpha != blend.srcColor || blend.dstAlpha != blend.dstColor) {
        text += fmt::format(
            ", alpha {}, {}", nameIn(kFactors, blend.srcAlpha), nameIn(kFactors, blend.dstAlpha));
    }
    return text;
}

void addGeometry(Words& words, const PipelineKey& now, const PipelineKey& before) {
    if (now.topology != before.topology) {
        words.add(std::string(nameIn(kTopologies, now.topology)));
    }
    words.flag(now.primitiveRestart, before.primitiveRestart, "primitive restart");
    if (now.patchVertices != before.patchVertices) {
        words.add(fmt::format("patches of {} vertices", uint32_t(now.patchVertices)));
    }
    if (now.cullMode != before.cullMode || now.clockwise != before.clockwise) {
        words.add("culling");
    }
    words.flag(now.depthBias, before.depthBias, "polygon offset");
    if (now.polygonMode != before.polygonMode) {
        words.add(fmt::format("polygon mode {}", nameIn(kPolygonModes, now.polygonMode)));
    }
    words.flag(now.depthClamp, before.depthClamp, "depth clamp");
    words.flag(now.discard, before.discard, "rasterizer discard");
    if (now.provokingFirst != before.provokingFirst) {
        words.add(now.provokingFirst ? "the first vertex provokes" : "the last vertex provokes");
    }
    words.flag(now.smoothLines, before.smoothLines, "smooth lines");
    words.flag(now.stippledLines, before.stippledLines, "stippled lines");
    if (now.layerIgnored != before.layerIgnored) {
        words.add(now.layerIgnored ? "a framebuffer without layers" : "a layered framebuffer");
    }
    if (now.clipDistancesOff != before.clipDistancesOff || now.clipPlanes != before.clipPlanes) {
        words.add("clip distances that are enabled");
    }
}

void addFragments(Words& words, const PipelineKey& now, const PipelineKey& before) {
    words.flag(now.depthTest, before.depthTest, "depth test");
    words.flag(now.depthWrite, before.depthWrite, "depth writes");
    if (now.depthOp != before.depthOp) {
        words.add(fmt::format("depth function {}", nameIn(kCompares, now.depthOp)));
    }
    words.flag(now.stencilTest, before.stencilTest, "stencil test");
    if (now.stencil != before.stencil) {
        words.add("stencil functions");
    }
    if (now.flatColors != before.flatColors) {
        words.add(now.flatColors ? "flat shading" : "smooth shading");
    }
    words.flag(now.twoSidedColors, before.twoSidedColors, "colors of two sides");
    if (now.shadedSamples != before.shadedSamples) {
        words.add("sample shading");
    }
    words.flag(now.alphaTest, before.alphaTest, "alpha test");
    words.flag(now.polygonStipple, before.polygonStipple, "polygon stipple");
    words.flag(now.smoothPoints, before.smoothPoints, "smooth points");
    words.flag(now.clampOutputs, before.clampOutputs, "clamped fragment colors");
    if (now.spriteSets != before.spriteSets || now.spritesFromTop != before.spritesFromTop) {
        words.add("point sprites");
    }
}

std::string_view formatName(format::Id id) {
    return id == format::Id::None ? "none"sv : std::string_view(format::layout(id).name);
}

void addTargets(Words& words, const PipelineKey& now, const PipelineKey& before) {
    for (size_t i = 0; i < now.colorFormat.size(); ++i) {
        if (now.colorFormat[i] != before.colorFormat[i]) {
            words.add(fmt::format("color {} of format {}", i, formatName(now.colorFormat[i])));
        }
    }
    if (now.depthFormat != before.depthFormat) {
        words.add(fmt::format("depth of format {}", formatName(now.depthFormat)));
    }
    if (now.stencilFormat != before.stencilFormat && now.stencilFormat != now.depthFormat) {
        words.add(fmt::format("stencil of format {}", formatName(now.stencilFormat)));
    }
    if (now.samples != before.samples) {
        words.add(now.samples == 1 ? "1 sample" : fmt::format("{} samples", uint32_t(now.samples)));
    }
    words.flag(now.alphaToCoverage, before.alphaToCoverage, "alpha to coverage");
    words.flag(now.alphaToOne || now.secondAlphaToOne,
               before.alphaToOne || before.secondAlphaToOne,
               "alpha to one");
    if (now.sampleMask != before.sampleMask) {
        words.add("sample mask");
    }
    words.flag(now.logicOpEnabled, before.logicOpEnabled, "logic operation");
    if (now.logicOpEnabled && before.logicOpEnabled && now.logicOp != before.logicOp) {
        words.add("another logic operation");
    }
    if (now.writeMask != before.writeMask) {
        words.add("write masks");
    }
    for (size_t i = 0; i < now.blend.size(); ++i) {
        // Most programs blend all targets alike.
        if (now.blend[i] != before.blend[i] &&
            (i == 0 || now.blend[i] != now.blend[0] || before.blend[i] != before.blend[0])) {
            words.add(i == 0 ? describeBlend(now.blend[i])
                             : fmt::format("{} of target {}", describeBlend(now.blend[i]), i));
        }
    }
}

} // namespace

std::string describeChange(const PipelineKey& key, const PipelineKey& before) {
    Words words;
    addTargets(words, key, before);
    addGeometry(words, key, before);
    addFragments(words, key, before);
    if (key.attributeFormat != before.attributeFormat || key.stride_B != before.stride_B) {
        words.add("vertex formats or strides");
    }
    if (key.divisor != before.divisor) {
        words.add("attribute divisors");
    }
    return words.text();
}

std::string describeTargets(const PipelineKey& key) {
    PipelineKey none;
    none.samples = 1;
    PipelineKey targets = none;
    targets.colorFormat = key.colorFormat;
    targets.depthFormat = key.depthFormat;
    targets.stencilFormat = key.stencilFormat;
    targets.samples = key.samples;
    return describeChange(targets, none);
}

int distance(const PipelineKey& a, const PipelineKey& b) {
    constexpr KeyWords kProgram = PipelineKey::wordsOf(offsetof(PipelineKey, program), 8);
    return std::popcount(a.differing(b, PipelineKey::kAllWords & ~kProgram));
}

} // namespace glvk
