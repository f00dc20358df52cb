// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/pipelines.h"

#include "gl/context/context.h"

namespace gl {

ProgramPipeline* boundPipeline(Context& context) {
    return static_cast<ProgramPipeline*>(context.objects().pipeline.get());
}

void deletePipelines(Context& context) {
    ProgramTable programs(context.group().shaderObjects);
    context.objects().pipeline = {};
    context.objects().pipelines.forEach(
        [&](Object& object) { static_cast<ProgramPipeline&>(object).clear(programs); });
    context.objects().pipelines.clear();
}

} // namespace gl
