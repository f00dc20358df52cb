// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "merge_states.h"

#include <random>
#include <set>

namespace draws {
namespace {

constexpr TargetFormat kTargets[] = {
    {"RGBA8, D24S8", VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_D24_UNORM_S8_UINT, 1},
    {"RGBA8, D24S8, 4 samples", VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_D24_UNORM_S8_UINT, 4},
    {"RGBA16F, D32F", VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_D32_SFLOAT, 1},
    {"RGBA16F, D32F, 4 samples", VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_D32_SFLOAT, 4},
    {"sRGB8, D24S8", VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_D24_UNORM_S8_UINT, 1},
    {"sRGB8, D24S8, 4 samples", VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_D24_UNORM_S8_UINT, 4},
    {"R8, D32F", VK_FORMAT_R8_UNORM, VK_FORMAT_D32_SFLOAT, 1},
    {"R8, D32F, 4 samples", VK_FORMAT_R8_UNORM, VK_FORMAT_D32_SFLOAT, 4},
    {"RG11B10, D24S8", VK_FORMAT_B10G11R11_UFLOAT_PACK32, VK_FORMAT_D24_UNORM_S8_UINT, 1},
    {"RG11B10, D24S8, 4 samples",
     VK_FORMAT_B10G11R11_UFLOAT_PACK32,
     VK_FORMAT_D24_UNORM_S8_UINT,
     4},
};

constexpr const char* kFactors[] = {"0",
                                    "1",
                                    "src",
                                    "1-src",
                                    "dst",
                                    "1-dst",
                                    "src.a",
                                    "1-src.a",
                                    "dst.a",
                                    "1-dst.a",
                                    "const",
                                    "1-const",
                                    "const.a",
                                    "1-const.a",
                                    "saturate"};
constexpr const char* kBlendOps[] = {"+", "-", "reverse -", "min", "max"};
constexpr const char* kCompares[] = {"never", "<", "==", "<=", ">", "!=", ">=", "always"};
constexpr const char* kStencilOps[] = {
    "keep", "zero", "replace", "+ clamp", "- clamp", "invert", "+ wrap", "- wrap"};

std::string nameOf(const MergeState& state) {
    const auto& b = state.blend;
    std::string name;
    if (b.blendEnable) {
        const auto equation = [](VkBlendFactor source, VkBlendFactor destination, VkBlendOp op) {
            return std::string(kFactors[source]) + " " + kBlendOps[op] + " " +
                   kFactors[destination];
        };
        name = "blend " + equation(b.srcColorBlendFactor, b.dstColorBlendFactor, b.colorBlendOp) +
               " | " + equation(b.srcAlphaBlendFactor, b.dstAlphaBlendFactor, b.alphaBlendOp);
    } else {
        name = "store";
    }
    name += ", mask ";
    for (uint32_t i = 0; i < 4; ++i) {
        name += b.colorWriteMask >> i & 1 ? "rgba"[i] : '-';
    }
    if (state.depthTests) {
        name += std::string(", depth ") + kCompares[state.depthCompare] +
                (state.depthWrites ? " w" : "");
    }
    if (state.stencilTests) {
        name += std::string(", stencil ") + kCompares[state.stencil.compareOp] + " " +
                kStencilOps[state.stencil.failOp] + "/" + kStencilOps[state.stencil.depthFailOp] +
                "/" + kStencilOps[state.stencil.passOp];
    }
    return name;
}

} // namespace

std::span<const TargetFormat> targetFormats() {
    return kTargets;
}

std::vector<MergeState> mergeStates(uint32_t count, bool hasStencil) {
    std::mt19937 random(7);
    const auto any = [&](uint32_t n) { return uint32_t(random() % n); };
    std::vector<MergeState> states;
    std::set<std::string> seen;
    while (states.size() < count) {
        MergeState state{};
        auto& blend = state.blend;
        blend.blendEnable = any(4) != 0;
        blend.srcColorBlendFactor = VkBlendFactor(any(std::size(kFactors)));
        // There is no saturated destination in OpenGL ES 3.0.
        blend.dstColorBlendFactor = VkBlendFactor(any(std::size(kFactors) - 1));
        blend.srcAlphaBlendFactor = VkBlendFactor(any(std::size(kFactors)));
        blend.dstAlphaBlendFactor = VkBlendFactor(any(std::size(kFactors) - 1));
        // Additions are what programs have most.
        blend.colorBlendOp = any(2) ? VK_BLEND_OP_ADD : VkBlendOp(any(std::size(kBlendOps)));
        blend.alphaBlendOp = any(2) ? VK_BLEND_OP_ADD : VkBlendOp(any(std::size(kBlendOps)));
        blend.colorWriteMask = any(2) ? 15 : 1 + any(15);
        state.depthTests = any(2);
        state.depthWrites = any(2);
        state.depthCompare = VkCompareOp(any(8));
        state.stencilTests = hasStencil && any(2);
        state.stencil.failOp = VkStencilOp(any(8));
        state.stencil.passOp = VkStencilOp(any(8));
        state.stencil.depthFailOp = VkStencilOp(any(8));
        state.stencil.compareOp = VkCompareOp(any(8));
        state.stencil.compareMask = state.stencil.writeMask = 0xff;
        state.stencil.reference = 1;
        state.name = nameOf(state);
        if (seen.insert(state.name).second) {
            states.push_back(state);
        }
    }
    return states;
}

} // namespace draws
