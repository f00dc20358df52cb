// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "scene.h"

#include <vector>

namespace storm {

/// As Case::prepare: draws without a program, each with another state of lights, materials, texture
/// coordinates and environments, fog, the alpha test and clip planes.
std::vector<Draw> prepareFixedFunction(Scene& scene);

} // namespace storm
