// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/executable.h"
#include "gl/objects/name_table.h"
#include "gl/objects/shader.h"
#include "glsl/link/link.h"

#include <map>
#include <vector>

namespace gl {

/// One glLinkProgram in flight or done. Waits for the compile tasks on its worker, never on the
/// caller's thread.
class LinkTask {
public:
    /// `showShaderLogs`: the log ends with those of the shaders.
    static std::shared_ptr<LinkTask> start(std::shared_ptr<const report::ObjectName> name,
                                           std::vector<std::shared_ptr<CompileTask>> shaders,
                                           glsl::LinkOptions options,
                                           bool showShaderLogs,
                                           ContextBackend& backend);
    /// Of what a program binary held; null: it was no good.
    static std::shared_ptr<LinkTask> load(std::shared_ptr<const report::ObjectName> name,
                                          std::shared_ptr<const glsl::LinkedProgram> linked,
                                          ContextBackend& backend);

    bool done() const { return m_job.done(); }
    /// On an application's thread.
    void wait();

    explicit LinkTask(std::shared_ptr<const report::ObjectName> name) : m_name(std::move(name)) {}

    // Results, once done.
    bool ok() const { return m_executable != nullptr; }
    const std::string& infoLog() const;
    const std::shared_ptr<Executable>& executable() const { return m_executable; }

private:
    /// What `step` throws makes linking fail.
    template <class Step>
    void attempt(Step step);
    void run(const std::vector<std::shared_ptr<CompileTask>>& shaders,
             const glsl::LinkOptions& options,
             ContextBackend& backend);
    void addShaderLogs(const std::vector<std::shared_ptr<CompileTask>>& shaders);
    void finish(std::shared_ptr<const glsl::LinkedProgram> linked, ContextBackend& backend);

    const std::shared_ptr<const report::ObjectName> m_name; ///< The program's, for people.
    base::Job m_job;
    std::string m_infoLog;
    bool m_failed = false;                    ///< Memory ran out.
    std::shared_ptr<Executable> m_executable; ///< Null: linking failed.
};

/// A program object (ES 2.0 section 2.10.3).
class Program : public ShaderObject {
public:
    explicit Program(uint32_t name) : ShaderObject(name, Kind::Program, "program") {}
    ~Program() override;

    const std::vector<Ref<Shader>>& shaders() const { return m_shaders; }
    bool hasShader(const Shader& shader) const;
    void addShader(Shader& shader) { m_shaders.emplace_back(&shader); }
    void removeShader(Shader& shader);

    /// Does not wait. The result is current from here on: queries join it.
    void link(const glsl::LinkOptions& options, ContextBackend& backend);
    /// glProgramBinary: in place of a link. Null: it fails.
    void load(std::shared_ptr<const glsl::LinkedProgram> linked, ContextBackend& backend);
    bool linkDone() const { return !m_link || m_link->done(); }
    /// The back end that links must outlive the job.
    void waitForLink() const {
        if (m_link) {
            m_link->wait();
        }
    }
    bool linked() const { return executable() != nullptr; } ///< GL_LINK_STATUS; waits.
    /// Of the last link; null: it failed, or there was none. Waits.
    const std::shared_ptr<Executable>& executable() const {
        if (!m_joined) {
            join();
        }
        return m_executable;
    }
    const std::string& infoLog() const; ///< Of linking or validating, whichever was last. Waits.

    void setValidation(bool ok, std::string log) {
        m_validated = ok;
        m_validationLog = std::move(log);
        m_hasValidationLog = true;
    }
    bool validated() const { return m_validated; }

    /// glBindAttribLocation, glBindFragDataLocation, glTransformFeedbackVaryings,
    /// GL_PROGRAM_SEPARABLE: for the next link.
    glsl::LinkOptions bindings;
    bool binaryRetrievable = false; ///< GL_PROGRAM_BINARY_RETRIEVABLE_HINT at the last link.
    bool binaryRetrievableNext = false;
    bool showShaderLogs = false; ///< glCreateShaderProgram made it.
    int useCount = 0;            ///< Contexts it is current in, stages of pipelines it is in.

private:
    std::vector<Ref<Shader>> m_shaders;
    void join() const;
    void started(std::shared_ptr<LinkTask> task);

    std::shared_ptr<LinkTask> m_link;
    mutable bool m_joined = true; ///< m_executable is m_link's.
    mutable std::shared_ptr<Executable> m_executable;
    bool m_validated = false;
    bool m_hasValidationLog = false;
    std::string m_validationLog;
};

/// The rules of names and deletion of shaders and programs, over the share group's table. Guarded
/// by the group's lock.
class ProgramTable {
public:
    explicit ProgramTable(NameTable<Object>& names) : m_names(names) {}

    GLuint createShader(GLenum type);
    GLuint createProgram();
    ShaderObject* find(GLuint name) const { return static_cast<ShaderObject*>(m_names.find(name)); }
    Shader* shader(GLuint name) const;   ///< Null: no such name, or a program's.
    Program* program(GLuint name) const; ///< Null: no such name, or a shader's.

    void attach(Program& program, Shader& shader);
    void detach(Program& program, Shader& shader);
    void deleteShader(Shader& shader);    ///< Or marks it while it is attached.
    void deleteProgram(Program& program); ///< Or marks it while it is in use.
    void use(Program& program) { ++program.useCount; }
    void unuse(Program& program);

private:
    void removeProgram(Program& program);

    NameTable<Object>& m_names;
};

} // namespace gl
