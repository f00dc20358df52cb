// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "scene.h"

#include <vector>

// Draws with programs that are new: linked on a loading screen before, or (fresh) in the frame that
// draws with them first.

namespace storm {

std::vector<Draw> prepareLoaded(Scene& scene);
std::vector<Draw> prepareFresh(Scene& scene);

// Of all sizes, one stage heavier than the others.

std::vector<Draw> prepareLoadedVertex(Scene& scene);
std::vector<Draw> prepareLoadedFragment(Scene& scene);
std::vector<Draw> prepareLoadedTessellation(Scene& scene);
std::vector<Draw> prepareFreshVertex(Scene& scene);
std::vector<Draw> prepareFreshFragment(Scene& scene);
std::vector<Draw> prepareFreshTessellation(Scene& scene);

} // namespace storm
