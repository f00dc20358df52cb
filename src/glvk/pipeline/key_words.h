// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glvk/pipeline/pipeline_key.h"

#include <string>

namespace glvk {

/// What one key has that the other lacks, for people: `blending ONE, ONE_MINUS_SRC_ALPHA; 4
/// samples`. Programs do not count. Empty: nothing.
std::string describeChange(const PipelineKey& key, const PipelineKey& before);

/// The formats and samples of a key's targets, for people; empty: it has none.
std::string describeTargets(const PipelineKey& key);

/// How many of their words differ, but for the program.
int distance(const PipelineKey& a, const PipelineKey& b);

} // namespace glvk
