// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "scene.h"

#include <vector>

namespace storm {

enum class Needs { Nothing, Separable, Tessellation, TargetState, FixedFunction };

struct Case {
    const char* name;
    const char* what; ///< A sentence for --list.
    Needs needs;
    int samples;
    int targets;
    /// Ends with Scene::load() or what stands for it. No draw may have been issued before, unless
    /// the case is about draws that have.
    std::vector<Draw> (*prepare)(Scene& scene);
};

const std::vector<Case>& allCases();

} // namespace storm
