// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/work_queue.h"
#include "format/gl_enums.h"
#include "gl/objects/ref.h"
#include "glsl/compile/shader.h"
#include "report/object_name.h"

#include <memory>
#include <string>

namespace gl {

/// The threads that compile and link. Started with the first context, joined at exit.
base::WorkQueue& compileQueue();
/// Compiles and links nothing from now on, and returns when nobody does and what was compiled is on
/// disk: the process ends.
void closeCompileQueue();
/// Returns when what was compiled is on disk.
void keepCompiledShaders();

/// Queues glsl::warmUp(), once per process and API, behind whatever else is to compile, unless the
/// program's shaders are likely to be on disk.
void warmUpCompiler(glsl::Api api);

/// One glCompileShader in flight or done. Link jobs share it: the shader object may be changed,
/// compiled again or deleted meanwhile.
class CompileTask {
public:
    static std::shared_ptr<CompileTask> start(const glsl::CompileOptions& options,
                                              std::string source,
                                              std::shared_ptr<const report::ObjectName> name);

    bool done() const { return m_job.done(); }
    /// Waits for the compiler. Null: memory ran out, or the process exits.
    const std::shared_ptr<const glsl::CompiledShader>& result();

private:
    base::Job m_job;
    std::shared_ptr<const glsl::CompiledShader> m_result; ///< Written by the job, read when done.
};

/// What the name space of shaders and programs holds (ES 2.0 section 2.10).
class ShaderObject : public Object {
public:
    enum class Kind : uint8_t { Shader, Program };

    Kind kind() const { return m_kind; }
    bool deletePending = false; ///< glDelete* while attached or in use.

    void setLabel(std::string label) override;
    /// What people call it, shared with what is made of it.
    const std::shared_ptr<report::ObjectName>& nameForPeople() const { return m_nameForPeople; }

protected:
    /// `what`: for people, as in `vertex shader`.
    ShaderObject(uint32_t name, Kind kind, std::string what)
        : Object(name),
          m_kind(kind),
          m_nameForPeople(std::make_shared<report::ObjectName>(std::move(what), name)) {}

private:
    const Kind m_kind;
    const std::shared_ptr<report::ObjectName> m_nameForPeople;
};

/// The stage of GL_VERTEX_SHADER and the like.
glsl::Stage stageOfShader(GLenum type);

/// A shader object (ES 2.0 section 2.10.1).
class Shader : public ShaderObject {
public:
    Shader(uint32_t name, GLenum type);

    GLenum type() const { return m_type; }
    glsl::Stage stage() const;
    const std::string& source() const { return m_source; }
    void setSource(std::string source) { m_source = std::move(source); }

    /// `options.stage` is this shader's. Does not wait.
    void compile(glsl::CompileOptions options);
    /// Of the last compile(); null: never compiled.
    const std::shared_ptr<CompileTask>& compileTask() const { return m_task; }
    bool compileDone() const { return !m_task || m_task->done(); }
    bool compiled() const;              ///< GL_COMPILE_STATUS; waits.
    const std::string& infoLog() const; ///< Waits.

    int attachCount = 0; ///< Programs it is attached to.

private:
    const std::shared_ptr<const glsl::CompiledShader>& result() const; ///< Waits.

    const GLenum m_type;
    std::string m_source;
    std::shared_ptr<CompileTask> m_task;
};

} // namespace gl
