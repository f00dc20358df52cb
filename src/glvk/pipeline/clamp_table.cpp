// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/clamp_table.h"

#include "glsl/link/program.h"

#include <algorithm>
#include <limits>

namespace glvk {

namespace {

constexpr uint32_t kAllBits = 0xffffffff;
constexpr uint32_t kAbsolute = 0x7fffffff;
constexpr uint32_t kAlign_B = 16;

/// Ordered as their rows are.
std::vector<glsl::StageSampler> samplersOf(const glsl::StageBinary& stage) {
    std::vector<glsl::StageSampler> samplers = stage.samplers;
    std::ranges::sort(samplers, {}, &glsl::StageSampler::binding);
    return samplers;
}

} // namespace

ClampRow clampRow(const SampledClamp& clamp) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    ClampRow row{};
    for (unsigned i = 0; i < row.bits.size(); ++i) {
        const CoordinateClamp kind = i < 3 ? clamp.mask[i] : CoordinateClamp::None;
        const bool mirrors =
            kind == CoordinateClamp::Mirror || kind == CoordinateClamp::MirrorClamp;
        const float size_px = float(std::max<uint16_t>(1, clamp.size_px[std::min(i, 2u)]));
        row.bits[i] = i == 3 ? clamp.spread : mirrors ? kAbsolute : kAllBits;
        row.low[i] = mirrors ? 0.5f / size_px : kind == CoordinateClamp::Clamp ? 0.0f : -kInfinity;
        // At 1 the nearest texel is the border's, the last texel's weight and the border's are the
        // same where it is filtered. Less by the least that filters tell apart is right for both.
        const float end = clamp.nearest ? 1 - 1 / (256 * size_px) : 1.0f;
        row.high[i] = kind == CoordinateClamp::Clamp || kind == CoordinateClamp::MirrorClamp
                          ? end
                          : kInfinity;
    }
    return row;
}

ClampTable clampTable(const glsl::StageBinary& stage, uint32_t most_B) {
    ClampTable table;
    table.offset_B = (stage.defaultBlockSize_B + kAlign_B - 1) / kAlign_B * kAlign_B;
    for (const glsl::StageSampler& sampler : stage.samplers) {
        table.rows += sampler.count;
    }
    return table.end_B() <= most_B ? table : ClampTable{};
}

std::vector<uint32_t> withClamps(std::span<const uint32_t> words, const glsl::StageBinary& stage) {
    const ClampTable table = clampTable(stage, std::numeric_limits<uint32_t>::max());
    std::vector<spirv::ClampCoordinates::Sampler> samplers;
    uint32_t row = 0;
    for (const glsl::StageSampler& sampler : samplersOf(stage)) {
        samplers.push_back({sampler.binding, row});
        row += sampler.count;
    }
    // The set is that of the module's other resources once they are placed (spirv::PlaceInSet).
    return spirv::ClampCoordinates::run(words, {0, 0, table.offset_B, table.rows}, samplers);
}

} // namespace glvk
