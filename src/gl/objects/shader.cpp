// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/shader.h"

#include "base/fork.h"
#include "base/options.h"
#include "gl/objects/shader_cache.h"
#include "report/record.h"
#include "report/stalls.h"

#include <array>
#include <fmt/format.h>
#include <mutex>

namespace gl {

namespace {

/// Never destroyed: jobs write to it until the queue is.
constinit base::PerProcess<ShaderCache> g_shaderCache;

constinit base::PerProcess<base::WorkQueue,
                           [] {
                               return base::WorkQueue("gl-compile",
                                                      unsigned(base::options().compileThreads));
                           }>
    g_compileQueue;

/// Ends the threads before the static objects of what they call.
struct CompileQueueEnd {
    ~CompileQueueEnd() { g_compileQueue.destroy(); }
};

void runLater(std::function<void()> work) {
    compileQueue().submit(base::Priority::Low, std::move(work));
}

} // namespace

base::WorkQueue& compileQueue() {
    static const CompileQueueEnd end;
    return g_compileQueue.get();
}

void closeCompileQueue() {
    if (base::WorkQueue* const queue = g_compileQueue.find()) {
        queue->close();
    }
    keepCompiledShaders();
}

void keepCompiledShaders() {
    if (ShaderCache* const cache = g_shaderCache.find()) {
        cache->finish();
    }
}

void warmUpCompiler(glsl::Api api) {
    static std::array<std::once_flag, 2> once;
    std::call_once(once[size_t(api)], [api] {
        runLater([api] {
            if (!g_shaderCache.get().knowsProgram(api)) {
                glsl::warmUp(api);
            }
        });
    });
}

std::shared_ptr<CompileTask> CompileTask::start(const glsl::CompileOptions& options,
                                                std::string source,
                                                std::shared_ptr<const report::ObjectName> name) {
    auto task = std::make_shared<CompileTask>();
    task->m_job = compileQueue().submit(
        base::Priority::High,
        [task, options, source = std::move(source), name = std::move(name)]() mutable {
            const report::StallPart part; // Who waits for what no thread has begun does it himself.
            const report::Span span;
            task->m_result = g_shaderCache.get().compile(options, std::move(source), runLater);
            part.stop([&] { return fmt::format("compiling {} here", name->text()); });
            span.stop(report::EventKind::Compile, uint8_t(report::CompileKind::Shader), 0, [&] {
                return name->text();
            });
        });
    return task;
}

const std::shared_ptr<const glsl::CompiledShader>& CompileTask::result() {
    m_job.wait();
    return m_result;
}

glsl::Stage stageOfShader(GLenum type) {
    switch (type) {
    case GL_VERTEX_SHADER:
        return glsl::Stage::Vertex;
    case GL_TESS_CONTROL_SHADER:
        return glsl::Stage::TessControl;
    case GL_TESS_EVALUATION_SHADER:
        return glsl::Stage::TessEvaluation;
    case GL_GEOMETRY_SHADER:
        return glsl::Stage::Geometry;
    case GL_COMPUTE_SHADER:
        return glsl::Stage::Compute;
    default:
        return glsl::Stage::Fragment;
    }
}

glsl::Stage Shader::stage() const {
    return stageOfShader(m_type);
}

void ShaderObject::setLabel(std::string label) {
    m_nameForPeople->setLabel(label);
    Object::setLabel(std::move(label));
}

Shader::Shader(uint32_t name, GLenum type)
    : ShaderObject(
          name, Kind::Shader, fmt::format("{} shader", glsl::stageName(stageOfShader(type)))),
      m_type(type) {}

void Shader::compile(glsl::CompileOptions options) {
    options.stage = stage();
    m_task = CompileTask::start(options, m_source, nameForPeople());
}

const std::shared_ptr<const glsl::CompiledShader>& Shader::result() const {
    if (m_task->done()) {
        return m_task->result();
    }
    report::StallTimer timer(report::StallKind::Programs);
    const auto& result = m_task->result();
    timer.stop([&] { return fmt::format("{} was still being compiled", nameForPeople()->text()); });
    return result;
}

bool Shader::compiled() const {
    return m_task && result() && result()->ok();
}

const std::string& Shader::infoLog() const {
    static const auto& empty = *new const std::string;
    static const auto& noResult = *new const std::string("error: out of memory\n");
    if (!m_task) {
        return empty;
    }
    return result() ? result()->infoLog() : noResult;
}

} // namespace gl
