// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// merge_tiers [LEVEL]: what the output merger and vertex fetch cost for each vector of lanes, by
// state and tier, at the CPU level. Cycles of the time stamp counter, the call included; everything
// lies in the first cache.

#include "cpu/jit/specialize.h"
#include "cpu/kernels/fetch_probe.h"
#include "cpu/kernels/kernel_library.h"
#include "cpu/kernels/kernel_test.h"
#include "cpu/kernels/merge_probe.h"
#include "cpu/routine/prebuilt.h"
#include "format/vk_formats.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <x86intrin.h>

GLISSADE_PROBE(merge_color_arrays, (const cpu::kernels::MergeArrays* arrays, uint32_t blocks));
GLISSADE_PROBE(merge_depth_arrays, (const cpu::kernels::MergeArrays* arrays, uint32_t blocks));
GLISSADE_PROBE(fetch_arrays, (const cpu::kernels::FetchArrays* arrays, uint32_t count));

namespace {

using namespace cpu;
using jit::KeyedKernel;

constexpr uint32_t kBlocks = 16;
constexpr uint32_t kLanes = kBlocks * 16;

struct Memory {
    float in[8][kLanes];
    int32_t reference[kLanes] = {};
    uint16_t lanes[kBlocks], none[kBlocks] = {}, passing[kBlocks];
    uint32_t index[kLanes], out[4][kLanes];
    alignas(64) uint8_t texels[kLanes * 64];
    ColorData color = {{0.1f, 0.2f, 0.3f, 0.4f}};
    DepthData depth = {0.0f, 1.0f, 255, 255};

    Memory() {
        for (uint32_t i = 0; i < kLanes; ++i) {
            for (auto& channel : in) {
                channel[i] = float(i * 37 % 256) / 255.0f;
            }
            index[i] = i * 5 % kLanes;
        }
        std::fill(std::begin(lanes), std::end(lanes), uint16_t(0xffff));
        std::fill(std::begin(texels), std::end(texels), uint8_t(0x55));
    }
};
Memory memory;

/// The least of many, for one vector.
double cycles(uint32_t vectors, const std::function<void()>& run) {
    double least = 1e30;
    for (int round = 0; round < 2000; ++round) {
        const uint64_t begin = __rdtsc();
        run();
        least = std::min(least, double(__rdtsc() - begin) / vectors);
    }
    return least;
}

double cost(KeyedKernel kernel, uint64_t key, void* routine, bool nothing, Level level) {
    const uint32_t vectors = kLanes >> int(level);
    const auto texel_B = uint32_t(format::vkFormatLayout(uint8_t(key)).block_B);
    if (kernel == KeyedKernel::FetchVertex) {
        const kernels::FetchArrays arrays{
            routine,
            uint32_t(key),
            memory.texels,
            32,
            kLanes,
            nothing ? memory.none : memory.lanes,
            memory.index,
            {memory.out[0], memory.out[1], memory.out[2], memory.out[3]}};
        return cycles(vectors, [&] { fetch_arrays(level)(&arrays, kLanes); });
    }
    const bool colors = kernel == KeyedKernel::MergeColor;
    kernels::MergeArrays arrays{routine,
                                key,
                                colors ? static_cast<const void*>(&memory.color) : &memory.depth,
                                memory.texels,
                                16 * texel_B,
                                0,
                                nothing ? memory.none : memory.lanes,
                                {},
                                memory.reference,
                                memory.passing};
    for (int i = 0; i < 8; ++i) {
        arrays.in[i] = memory.in[i];
    }
    return cycles(vectors, [&] {
        (colors ? merge_color_arrays(level) : merge_depth_arrays(level))(&arrays, kBlocks);
    });
}

void row(const std::string& name, KeyedKernel kernel, uint64_t key, Level level) {
    const jit::KernelName kernelName = jit::kernelName(kernel);
    void* const generic = kernels::kernel(kernelName.name, level);
    const routine::Found prebuilt = routine::findPrebuilt(kernel, key, level);
    const auto state = {jit::ArgumentPattern::exactly(key)};
    const auto object = jit::specialize(kernelName, state, level);
    const auto code = jit::load(*object);
    void* const special = (*code)->address(jit::kRoutineSymbol);
    const double call = cost(kernel, key, special, true, level);
    const auto net = [&](void* routine) {
        return routine ? cost(kernel, key, routine, false, level) - call : 0.0;
    };
    std::printf("%-44s %8.1f %8.1f %8.1f\n",
                name.c_str(),
                net(generic),
                net(prebuilt.function),
                net(special));
}

struct Format {
    uint32_t vkFormat;
    const char* name;
};

} // namespace

int main(int argc, char** argv) {
    Level level = kernels::levelsHere().back();
    for (const Level here : kernels::levelsHere()) {
        level = argc == 2 && int(here) == std::atoi(argv[1]) ? here : level;
    }
    std::printf("Cycles for a vector of %d lanes, v%d\n%-44s %8s %8s %8s\n",
                1 << int(level),
                int(level),
                "",
                "kernel",
                "prebuilt",
                "special");
    for (const auto& [vkFormat, name] : {Format{37, "RGBA8"},
                                         {43, "RGBA8 sRGB"},
                                         {44, "BGRA8"},
                                         {4, "R5G6B5"},
                                         {9, "R8"},
                                         {64, "A2B10G10R10"},
                                         {97, "RGBA16F"},
                                         {122, "B10G11R11"},
                                         {109, "RGBA32F"}}) {
        const uint32_t format = format::vkFormatIndex(vkFormat);
        const auto color = [&](const char* what,
                               uint32_t mask,
                               bool blends,
                               const ColorKey::Blend& blend,
                               uint32_t logic = 16) {
            row(std::string(name) + " " + what,
                KeyedKernel::MergeColor,
                ColorKey::make(format, Tiling::Tiled, mask, blends, blend, logic).bits,
                level);
        };
        using enum BlendFactor;
        using enum BlendOp;
        color("store", 15, false, {});
        color("store RGB", 7, false, {});
        color("alpha", 15, true, {SrcAlpha, OneMinusSrcAlpha, Add, One, OneMinusSrcAlpha, Add});
        color("premultiplied", 15, true, {One, OneMinusSrcAlpha, Add, One, OneMinusSrcAlpha, Add});
        color("additive", 15, true, {One, One, Add, One, One, Add});
        color("multiply", 15, true, {DstColor, Zero, Add, DstAlpha, Zero, Add});
        color("minimum", 15, true, {One, One, Min, One, One, Max});
        color("modulated GBA", 14, true, {SrcAlpha, Zero, Add, Zero, One, ReverseSubtract});
        color("XOR", 15, false, {}, 6);
    }
    for (const auto& [vkFormat, name] : {Format{124, "D16"}, {126, "D32F"}, {129, "D24S8"}}) {
        const uint32_t format = format::vkFormatIndex(vkFormat);
        const auto depth = [&](const char* what, Compare compare, bool writes, bool stencils) {
            row(std::string(name) + " " + what,
                KeyedKernel::MergeDepth,
                DepthKey::make(
                    format,
                    Tiling::Tiled,
                    true,
                    compare,
                    writes,
                    false,
                    stencils,
                    {StencilOp::Keep, StencilOp::IncrementAndWrap, StencilOp::Keep, Compare::Equal})
                    .bits,
                level);
        };
        depth("less or equal, writes", Compare::LessOrEqual, true, false);
        depth("less, does not write", Compare::Less, false, false);
        depth("less, writes, stencil", Compare::LessOrEqual, true, true);
        if (vkFormat == 129) {
            row("D24S8 stencil never",
                KeyedKernel::MergeDepth,
                DepthKey::make(format,
                               Tiling::Tiled,
                               false,
                               Compare::Always,
                               false,
                               false,
                               true,
                               {StencilOp::Keep, StencilOp::Keep, StencilOp::Keep, Compare::Never})
                    .bits,
                level);
        }
    }
    for (const auto& [vkFormat, name] : {Format{103, "RG32F"},
                                         {106, "RGB32F"},
                                         {109, "RGBA32F"},
                                         {37, "RGBA8"},
                                         {97, "RGBA16F"}}) {
        row(std::string("vertex ") + name,
            KeyedKernel::FetchVertex,
            format::vkFormatIndex(vkFormat),
            level);
    }
    return 0;
}
