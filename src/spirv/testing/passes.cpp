// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/testing/passes.h"

#include "spirv/broadcast_output.h"
#include "spirv/clamp_coordinates.h"
#include "spirv/clip_distances.h"
#include "spirv/copy_in_loops.h"
#include "spirv/default_control.h"
#include "spirv/demote_interface.h"
#include "spirv/double_inputs.h"
#include "spirv/fix_constant.h"
#include "spirv/flatten_arrays.h"
#include "spirv/flatten_rect.h"
#include "spirv/flip_samplers.h"
#include "spirv/invariant_outputs.h"
#include "spirv/match_stores.h"
#include "spirv/merge_inputs.h"
#include "spirv/pack_interface.h"
#include "spirv/place_in_set.h"
#include "spirv/polygon_stipple.h"
#include "spirv/raster_inputs.h"
#include "spirv/second_alpha.h"
#include "spirv/settle_variables.h"
#include "spirv/shade_samples.h"
#include "spirv/smooth_points.h"
#include "spirv/split_interface.h"
#include "spirv/sprite_coordinates.h"
#include "spirv/user_clip.h"
#include "spirv/vertex_colors.h"

namespace spirv {

namespace {

using Words = std::vector<uint32_t>;
using Numbers = std::span<const int64_t>;

/// Runs a pass that wants a module, where the words are one.
template <typename Run>
Words onModule(const Words& words, Run&& run) {
    const std::optional<Module> module = Module::parse(words);
    return module ? run(*module) : Words();
}

std::vector<Id> ids(Numbers numbers) {
    std::vector<Id> all;
    for (const int64_t number : numbers) {
        all.push_back(Id{uint32_t(number)});
    }
    return all;
}

Words clampCoordinates(const Words& words, Numbers n) {
    const ClampCoordinates::Table table{.set = uint32_t(n[0]),
                                        .binding = uint32_t(n[1]),
                                        .offset_B = uint32_t(n[2]),
                                        .rows = uint32_t(n[3])};
    std::vector<ClampCoordinates::Sampler> samplers;
    for (size_t i = 4; i + 1 < n.size(); i += 2) {
        samplers.push_back({.binding = uint32_t(n[i]), .firstRow = uint32_t(n[i + 1])});
    }
    return ClampCoordinates::run(words, table, samplers);
}

Words demoteInterface(const Words& words, Numbers n) {
    const std::vector<Id> all = ids(n);
    return onModule(words, [&](const Module& module) {
        return DemoteInterface::run(module, {all.begin(), all.end()});
    });
}

Words packInterface(const Words& words, Numbers n) {
    const std::vector<std::vector<Id>> groups = {ids(n.subspan(1))};
    return onModule(words, [&](const Module& module) {
        return PackInterface::run(module, spv::StorageClass(n[0]), groups).words;
    });
}

Words rasterInputs(const Words& words, Numbers n) {
    const RasterInputs::Interface interface{.set = uint32_t(n[1]),
                                            .offset_B = uint32_t(n[2]),
                                            .binding = uint32_t(n[3]),
                                            .color = int(n[4]),
                                            .secondaryColor = int(n[5]),
                                            .fogCoord = int(n[6]),
                                            .texCoords = int(n[7])};
    return RasterInputs::run(words, interface, RasterInputs::Pixel(n[0] % 3));
}

Words vertexColors(const Words& words, Numbers n) {
    const VertexColors::Color color{
        .location = uint32_t(n[0]), .backLocation = int(n[1]), .flat = n[2] != 0};
    return VertexColors::run(words, {&color, 1});
}

const Pass kPasses[] = {
    {"broadcast-output",
     "COUNT",
     1,
     [](const Words& words, Numbers n) { return BroadcastOutput::run(words, uint32_t(n[0])); }},
    {"clamp-coordinates",
     "SET,BINDING,OFFSET,ROWS[,SAMPLER_BINDING,FIRST_ROW]…",
     4,
     clampCoordinates},
    {"clip-distances",
     "OFF",
     1,
     [](const Words& words, Numbers n) { return ClipDistances::run(words, uint32_t(n[0])); }},
    {"copy-in-loops", "", 0, [](const Words& words, Numbers) { return CopyInLoops::run(words); }},
    {"default-control",
     "VERTICES,SET,BINDING",
     3,
     [](const Words& words, Numbers n) {
         return onModule(words, [&](const Module& module) {
             return DefaultControl::run(module, uint32_t(n[0]), uint32_t(n[1]), uint32_t(n[2]));
         });
     }},
    {"demote-interface", "ID,…", 1, demoteInterface},
    {"double-inputs",
     "SECOND_HALF",
     1,
     [](const Words& words, Numbers n) {
         return onModule(words, [&](const Module& module) {
             return DoubleInputs::run(module, uint32_t(n[0]));
         });
     }},
    {"fix-constant",
     "SPEC_ID,VALUE",
     2,
     [](const Words& words, Numbers n) {
         return FixConstant::run(words, uint32_t(n[0]), n[1] != 0);
     }},
    {"flatten-arrays",
     "",
     0,
     [](const Words& words, Numbers) { return FlattenArrays::run(words); }},
    {"flatten-rect", "", 0, [](const Words& words, Numbers) { return FlattenRect::run(words); }},
    {"flip-samplers",
     "BINDINGS",
     1,
     [](const Words& words, Numbers n) {
         return onModule(words, [&](const Module& module) {
             return FlipSamplers::run(module, uint32_t(n[0]));
         });
     }},
    {"invariant-outputs",
     "",
     0,
     [](const Words& words, Numbers) { return InvariantOutputs::run(words); }},
    {"match-stores", "", 0, [](const Words& words, Numbers) { return MatchStores::run(words); }},
    {"merge-inputs",
     "",
     0,
     [](const Words& words, Numbers) { return onModule(words, MergeInputs::run); }},
    {"pack-interface", "STORAGE_CLASS,ID,…", 2, packInterface},
    {"place-in-set",
     "SET,FIRST_BINDING",
     2,
     [](const Words& words, Numbers n) {
         return PlaceInSet::run(words, uint32_t(n[0]), uint32_t(n[1]));
     }},
    {"polygon-stipple",
     "SET,OFFSET",
     2,
     [](const Words& words, Numbers n) {
         return PolygonStipple::run(words, {.set = uint32_t(n[0]), .offset_B = uint32_t(n[1])});
     }},
    {"raster-inputs",
     "PIXEL,SET,OFFSET,BINDING,COLOR,SECONDARY_COLOR,FOG_COORD,TEX_COORDS",
     8,
     rasterInputs},
    {"second-alpha-to-one",
     "",
     0,
     [](const Words& words, Numbers) { return SecondAlphaToOne::run(words); }},
    {"settle-variables",
     "",
     0,
     [](const Words& words, Numbers) { return SettleVariables::run(words).value_or(words); }},
    {"shade-samples", "", 0, [](const Words& words, Numbers) { return ShadeSamples::run(words); }},
    {"smooth-points", "", 0, [](const Words& words, Numbers) { return SmoothPoints::run(words); }},
    {"split-interface",
     "",
     0,
     [](const Words& words, Numbers) {
         return onModule(words, [](const Module& module) { return SplitInterface::run(module); });
     }},
    {"sprite-coordinates",
     "LOCATION,SETS,FROM_TOP",
     3,
     [](const Words& words, Numbers n) {
         return SpriteCoordinates::run(
             words, {.location = uint32_t(n[0]), .replaced = uint32_t(n[1]), .fromTop = n[2] != 0});
     }},
    {"user-clip",
     "OFFSET,LOCATION,PLANES",
     3,
     [](const Words& words, Numbers n) {
         return UserClip::run(
             words, {.offset_B = uint32_t(n[0]), .location = int(n[1])}, uint32_t(n[2]));
     }},
    {"vertex-colors", "LOCATION,BACK_LOCATION,FLAT", 3, vertexColors},
};

} // namespace

std::span<const Pass> passes() {
    return kPasses;
}

} // namespace spirv
