// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/program_pipeline.h"

namespace gl {

class Context;

/// glBindProgramPipeline's; null: none.
ProgramPipeline* boundPipeline(Context& context);
/// Deletes every pipeline: before the context goes away.
void deletePipelines(Context& context);

} // namespace gl
