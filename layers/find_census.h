// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "layers/census.h"

#include <dlfcn.h>

/// Null when the layer is not loaded. The loader has it open while an instance with the layer
/// exists.
inline GlissadeCensusFunction findGlissadeCensus() {
    void* library = dlopen(GLISSADE_CENSUS_LIBRARY, RTLD_NOW | RTLD_NOLOAD);
    return library
               ? reinterpret_cast<GlissadeCensusFunction>(dlsym(library, GLISSADE_CENSUS_SYMBOL))
               : nullptr;
}
