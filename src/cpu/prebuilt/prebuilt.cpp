// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/prebuilt/prebuilt.h"

#include "cpu/prebuilt/patterns.h"

// Written by cpu_build_routines.
extern "C" {
extern void* const glissade_prebuilt_v2[];
extern void* const glissade_prebuilt_v3[];
extern void* const glissade_prebuilt_v4[];
}

namespace cpu::prebuilt {

void* find(const SampleKey& key, jit::Level level) {
    const auto all = patterns();
    for (size_t i = 0; i < all.size(); ++i) {
        if (all[i].matches(key)) {
            return level == jit::Level::V2   ? glissade_prebuilt_v2[i]
                   : level == jit::Level::V3 ? glissade_prebuilt_v3[i]
                                             : glissade_prebuilt_v4[i];
        }
    }
    return nullptr;
}

} // namespace cpu::prebuilt
