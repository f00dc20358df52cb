// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "base/log.h"
#include "osmesa/entry_points.h"

extern "C" [[gnu::visibility("default")]] const osmesa::Functions* __osmesa_Main(uint32_t version) {
    if (version != osmesa::kFunctionsVersion) {
        base::logError(base::Log::General,
                       "libOSMesa.so.8 is of another version of Glissade than libglissade_gl.so.0");
        return nullptr;
    }
    return &osmesa::functions();
}
