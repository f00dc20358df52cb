// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/program.h"
#include "gl/shader.h"
#include "glsl/program.h"

#include <map>
#include <unordered_map>

namespace gl {

/// One glLinkProgram in flight or done. Waits for the compile tasks on its worker, never on the
/// caller's thread.
class LinkTask {
public:
    static std::shared_ptr<LinkTask> start(std::vector<std::shared_ptr<CompileTask>> shaders,
                                           glsl::LinkOptions options,
                                           std::shared_ptr<ContextBackend> backend);

    bool done() const { return m_job.done(); }
    void wait() { m_job.wait(); }

    // Results, once done.
    bool ok() const { return m_executable != nullptr; }
    const std::string& infoLog() const { return m_infoLog; }
    const std::shared_ptr<Executable>& executable() const { return m_executable; }

private:
    void run(const std::vector<std::shared_ptr<CompileTask>>& shaders,
             const glsl::LinkOptions& options,
             ContextBackend& backend);

    base::Job m_job;
    std::string m_infoLog;
    std::shared_ptr<Executable> m_executable; ///< Null: linking failed.
};

/// A program object (ES 2.0 section 2.10.3).
class Program : public Object {
public:
    using Object::Object;

    const std::vector<Ref<Shader>>& shaders() const { return m_shaders; }
    bool hasShader(const Shader& shader) const;

    /// Does not wait. The result is current from here on: queries join it.
    void link(const glsl::LinkOptions& options, std::shared_ptr<ContextBackend> backend);
    bool linkDone() const { return !m_link || m_link->done(); }
    bool linkPending() const { return m_link && !m_link->done(); }
    bool linked() const; ///< GL_LINK_STATUS; waits.
    /// Of the last link; null: it failed, or there was none. Waits.
    std::shared_ptr<Executable> executable() const;
    const std::string& infoLog() const; ///< Of linking or validating, whichever was last. Waits.

    void setValidation(bool ok, std::string log) {
        m_validated = ok;
        m_validationLog = std::move(log);
        m_hasValidationLog = true;
    }
    bool validated() const { return m_validated; }

    glsl::LinkOptions
        bindings; ///< glBindAttribLocation, glBindFragDataLocation: for the next link.
    bool deletePending = false; ///< glDeleteProgram while in use.
    int useCount = 0;           ///< Contexts it is current in.

private:
    friend class ProgramTable;
    std::vector<Ref<Shader>> m_shaders;
    std::shared_ptr<LinkTask> m_link;
    bool m_validated = false;
    bool m_hasValidationLog = false;
    std::string m_validationLog;
};

/// Names of shaders and programs (one name space) of a share group, and the rules of their
/// deletion. Guarded by the share group's lock.
class ProgramTable {
public:
    GLuint createShader(GLenum type);
    GLuint createProgram();
    Shader* shader(GLuint name) const;
    Program* program(GLuint name) const;

    void attach(Program& program, Shader& shader);
    void detach(Program& program, Shader& shader);
    void deleteShader(Shader& shader);    ///< Or marks it while it is attached.
    void deleteProgram(Program& program); ///< Or marks it while it is in use.
    void use(Program& program) { ++program.useCount; }
    void unuse(Program& program);

private:
    void removeProgram(Program& program);

    std::unordered_map<GLuint, Ref<Shader>> m_shaders;
    std::unordered_map<GLuint, Ref<Program>> m_programs;
    GLuint m_next = 1;
};

} // namespace gl
