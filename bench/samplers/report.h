// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "measure.h"

#include <string>
#include <vector>

namespace samplers {

struct Run {
    std::string renderer;
    std::string version;
    std::vector<Outcome> outcomes;
};

void printTable(const Run& run);
void printJson(const Run& run);

} // namespace samplers
