// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "scene.h"

#include <string>
#include <vector>

namespace bench {

/// One line of the table: a shape, and a loop of draws with one change before each.
struct Row {
    std::string name;
    Shape shape;
    void (*run)(Scene& scene, int draws);
    /// Whether the context can do it, beyond what the shape asks.
    bool (*possible)(const Scene& scene) = nullptr;
};

const std::vector<Row>& allRows();

} // namespace bench
