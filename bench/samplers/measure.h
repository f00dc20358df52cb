// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "case.h"

#include <optional>
#include <string>

namespace samplers {

struct MeasureOptions {
    double seconds = 0.5; ///< Of each case whose draws are alike after a few.
    int batches = 2;      ///< Of each case whose draws never are.
    int batchOfNew = 256;
    bool checks = true;
};

/// Vulkan objects that draws made, by VK_LAYER_GLISSADE_census.
struct Made {
    uint64_t pipelines = 0;
    uint64_t shaders = 0; ///< Modules and shader objects.
    uint64_t samplers = 0;
    uint64_t sets = 0;
};

/// Of the draws of one case. Times are nanoseconds, those of the application's thread from one draw
/// call's return to the next one's, and contain reading the clock once.
struct Figures {
    size_t draws = 0;
    double median_ns = 0;
    double mean_ns = 0;       ///< Flushing, once in a batch, included.
    double worst_ns = 0;      ///< Without flushing.
    double finished_ns = 0;   ///< … and waiting until the device is done.
    double process_ns = 0;    ///< Processor time of all threads until then.
    std::optional<Made> made; ///< Empty without the layer.
};

struct Outcome {
    const Kind* kind;
    Figures figures;
    std::string failure; ///< Empty: all went well.
};

Outcome measure(const Kind& kind, const MeasureOptions& options);

/// What it costs to read the clock.
double clock_ns();

} // namespace samplers
