// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/routine/prebuilt.h"

#include "cpu/routine/patterns.h"

// Written by cpu_build_routines.
extern "C" {
extern void* const glissade_prebuilt_sample_v2[];
extern void* const glissade_prebuilt_sample_v3[];
extern void* const glissade_prebuilt_sample_v4[];
extern void* const glissade_prebuilt_merge_color_v2[];
extern void* const glissade_prebuilt_merge_color_v3[];
extern void* const glissade_prebuilt_merge_color_v4[];
extern void* const glissade_prebuilt_merge_depth_v2[];
extern void* const glissade_prebuilt_merge_depth_v3[];
extern void* const glissade_prebuilt_merge_depth_v4[];
extern void* const glissade_prebuilt_fetch_vertex_v2[];
extern void* const glissade_prebuilt_fetch_vertex_v3[];
extern void* const glissade_prebuilt_fetch_vertex_v4[];
}

namespace cpu::routine {
namespace {

using Routines = void* const*;

constexpr size_t indexOf(Level level) {
    return size_t(level) - size_t(Level::V2);
}

const Routines kSample[] = {
    glissade_prebuilt_sample_v2, glissade_prebuilt_sample_v3, glissade_prebuilt_sample_v4};
const Routines kKeyed[][3] = {{glissade_prebuilt_merge_color_v2,
                               glissade_prebuilt_merge_color_v3,
                               glissade_prebuilt_merge_color_v4},
                              {glissade_prebuilt_merge_depth_v2,
                               glissade_prebuilt_merge_depth_v3,
                               glissade_prebuilt_merge_depth_v4},
                              {glissade_prebuilt_fetch_vertex_v2,
                               glissade_prebuilt_fetch_vertex_v3,
                               glissade_prebuilt_fetch_vertex_v4}};

} // namespace

void* findPrebuilt(const SampleKey& key, Level level) {
    const auto all = patterns();
    for (size_t i = 0; i < all.size(); ++i) {
        if (all[i].matches(key)) {
            return kSample[indexOf(level)][i];
        }
    }
    return nullptr;
}

Found findPrebuilt(jit::KeyedKernel kernel, uint64_t key, Level level) {
    const auto all = patterns(kernel);
    for (size_t i = 0; i < all.size(); ++i) {
        if (all[i].matches(key)) {
            return {kKeyed[size_t(kernel)][indexOf(level)][i], all[i].mask == ~uint64_t(0)};
        }
    }
    return {};
}

} // namespace cpu::routine
