// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What VK_LAYER_GLISSADE_census counted. Tests without the layer fail.
#pragma once

#include "layers/find_census.h"

#include <gtest/gtest.h>

inline GlissadeCensus census() {
    const GlissadeCensusFunction function = findGlissadeCensus();
    EXPECT_NE(nullptr, function) << "The census layer is not loaded.";
    GlissadeCensus result{};
    if (function) {
        function(&result);
    }
    return result;
}

inline uint64_t compiled(const GlissadeCensus& census) {
    return census.pipelinesMade + census.shaderModulesMade + census.shaderObjectsMade;
}
