// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/program.h"

#include "base/laps.h"
#include "report/record.h"
#include "report/stalls.h"

#include <algorithm>
#include <exception>
#include <fmt/format.h>

namespace gl {

std::shared_ptr<LinkTask> LinkTask::start(std::shared_ptr<const report::ObjectName> name,
                                          std::vector<std::shared_ptr<CompileTask>> shaders,
                                          glsl::LinkOptions options,
                                          bool showShaderLogs,
                                          ContextBackend& backend) {
    auto task = std::make_shared<LinkTask>(std::move(name));
    task->m_job = compileQueue().submit(base::Priority::High,
                                        [task,
                                         shaders = std::move(shaders),
                                         options = std::move(options),
                                         showShaderLogs,
                                         backend = &backend] {
                                            task->attempt([&] {
                                                task->run(shaders, options, *backend);
                                                if (showShaderLogs) {
                                                    task->addShaderLogs(shaders);
                                                }
                                            });
                                        });
    return task;
}

std::shared_ptr<LinkTask> LinkTask::load(std::shared_ptr<const report::ObjectName> name,
                                         std::shared_ptr<const glsl::LinkedProgram> linked,
                                         ContextBackend& backend) {
    auto task = std::make_shared<LinkTask>(std::move(name));
    task->m_job = compileQueue().submit(
        base::Priority::High, [task, linked = std::move(linked), backend = &backend] {
            task->attempt([&] {
                if (linked) {
                    task->finish(linked, *backend);
                } else {
                    task->m_infoLog =
                        "error: the program binary is damaged, or of another driver\n";
                }
            });
        });
    return task;
}

template <class Step>
void LinkTask::attempt(Step step) {
    try {
        step();
    } catch (const std::exception&) {
        m_executable.reset();
        m_failed = true;
    }
}

const std::string& LinkTask::infoLog() const {
    static const auto& failed = *new const std::string("error: out of memory\n");
    return m_failed ? failed : m_infoLog;
}

void LinkTask::wait() {
    if (m_job.done()) {
        return;
    }
    report::StallTimer timer(report::StallKind::Programs);
    m_job.wait();
    timer.stop([&] { return fmt::format("{} was still being linked", m_name->text()); });
}

void LinkTask::run(const std::vector<std::shared_ptr<CompileTask>>& shaders,
                   const glsl::LinkOptions& options,
                   ContextBackend& backend) {
    base::Laps laps;
    std::vector<std::shared_ptr<const glsl::CompiledShader>> compiled(shaders.size());
    // From the end: other threads begin at the start, and this takes what none has.
    for (size_t i = shaders.size(); i-- > 0;) {
        compiled[i] = shaders[i] ? shaders[i]->result() : nullptr;
        if (!compiled[i] || !compiled[i]->ok()) {
            m_infoLog = "error: an attached shader is not compiled\n";
            return;
        }
    }
    const report::Span span;
    laps.lap("its shaders");
    auto linked = glsl::link(compiled, options);
    laps.lap("linking");
    m_infoLog = linked->infoLog;
    if (linked->ok) {
        finish(std::move(linked), backend);
        laps.lap("the device's half");
    }
    span.stop(report::EventKind::Compile, uint8_t(report::CompileKind::Program), 0, [&] {
        return fmt::format("{}, linked", m_name->text());
    });
    laps.log([&] { return m_name->text(); });
}

void LinkTask::addShaderLogs(const std::vector<std::shared_ptr<CompileTask>>& shaders) {
    for (const auto& shader : shaders) {
        const auto result = shader ? shader->result() : nullptr;
        if (result) {
            m_infoLog += result->infoLog();
        }
    }
}

void LinkTask::finish(std::shared_ptr<const glsl::LinkedProgram> linked, ContextBackend& backend) {
    if (linked->samplers.size() > size_t(kMaxSamplers)) {
        m_infoLog += "error: too many samplers\n";
        return;
    }
    auto executable = makeExecutable(linked);
    const report::Subject subject(*m_name);
    executable->backend = backend.createProgram(linked, m_infoLog);
    if (executable->backend) {
        executable->backend->name = m_name;
        m_executable = std::move(executable);
    } else if (m_infoLog.empty()) {
        m_infoLog = "error: the device did not take the program\n";
    }
}

bool Program::hasShader(const Shader& shader) const {
    return std::any_of(m_shaders.begin(), m_shaders.end(), [&](const Ref<Shader>& attached) {
        return attached == &shader;
    });
}

Program::~Program() {
    waitForLink(); // The job uses a back end that the caller may be about to close.
}

void Program::removeShader(Shader& shader) {
    std::erase_if(m_shaders, [&](const Ref<Shader>& attached) { return attached == &shader; });
}

void Program::link(const glsl::LinkOptions& options, ContextBackend& backend) {
    waitForLink();
    std::vector<std::shared_ptr<CompileTask>> tasks;
    for (const Ref<Shader>& shader : m_shaders) {
        tasks.push_back(shader->compileTask());
    }
    started(LinkTask::start(nameForPeople(), std::move(tasks), options, showShaderLogs, backend));
}

void Program::load(std::shared_ptr<const glsl::LinkedProgram> linked, ContextBackend& backend) {
    waitForLink();
    started(LinkTask::load(nameForPeople(), std::move(linked), backend));
}

void Program::started(std::shared_ptr<LinkTask> task) {
    m_link = std::move(task);
    m_joined = false;
    binaryRetrievable = binaryRetrievableNext;
    m_validated = false;
    m_hasValidationLog = false;
    m_validationLog.clear();
}

void Program::join() const {
    m_link->wait();
    m_executable = m_link->executable();
    m_joined = true;
}

const std::string& Program::infoLog() const {
    static const auto& empty = *new const std::string;
    if (m_hasValidationLog) {
        return m_validationLog;
    }
    if (!m_link) {
        return empty;
    }
    m_link->wait();
    return m_link->infoLog();
}

GLuint ProgramTable::createShader(GLenum type) {
    const GLuint name = m_names.generate();
    m_names.insert(name, new Shader(name, type));
    return name;
}

GLuint ProgramTable::createProgram() {
    const GLuint name = m_names.generate();
    m_names.insert(name, new Program(name));
    return name;
}

Shader* ProgramTable::shader(GLuint name) const {
    ShaderObject* object = find(name);
    return object && object->kind() == ShaderObject::Kind::Shader ? static_cast<Shader*>(object)
                                                                  : nullptr;
}

Program* ProgramTable::program(GLuint name) const {
    ShaderObject* object = find(name);
    return object && object->kind() == ShaderObject::Kind::Program ? static_cast<Program*>(object)
                                                                   : nullptr;
}

void ProgramTable::attach(Program& program, Shader& shader) {
    program.addShader(shader);
    ++shader.attachCount;
}

void ProgramTable::detach(Program& program, Shader& shader) {
    const Ref<Shader> keep(&shader);
    program.removeShader(shader);
    if (--shader.attachCount == 0 && shader.deletePending) {
        m_names.remove(shader.name());
    }
}

void ProgramTable::deleteShader(Shader& shader) {
    if (shader.attachCount > 0) {
        shader.deletePending = true;
    } else {
        m_names.remove(shader.name());
    }
}

void ProgramTable::deleteProgram(Program& program) {
    if (program.useCount > 0) {
        program.deletePending = true;
    } else {
        removeProgram(program);
    }
}

void ProgramTable::unuse(Program& program) {
    if (--program.useCount == 0 && program.deletePending) {
        removeProgram(program);
    }
}

void ProgramTable::removeProgram(Program& program) {
    const Ref<Program> keep(&program);
    m_names.remove(program.name());
    while (!program.shaders().empty()) {
        detach(program, *program.shaders().back());
    }
}

} // namespace gl
