// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/shader_cache.h"

#include "base/library_id.h"
#include "glsl/compile/shader_file.h"
#include "report/record.h"

#include <exception>
#include <filesystem>
#include <utility>

namespace gl {

namespace {

constexpr std::string_view kDomain = "gl-shader-1";
constexpr std::string_view kProgramDomain = "gl-program-1";

/// Option by option: the structs have padding.
store::Key keyOf(const glsl::CompileOptions& options, std::string_view source) {
    store::KeyBuilder key(kDomain);
    key.add(base::libraryId())
        .addValue(uint32_t(options.stage))
        .addValue(uint32_t(options.api))
        .addValue(uint32_t(options.nativeDepthRange))
        .addValue(uint32_t(options.drawParameters))
        .addValue(uint32_t(options.compatibility))
        .addValue(options.maxVersion);
    static_assert(std::has_unique_object_representations_v<glsl::Limits>);
    key.addValue(options.limits);
    static_assert(std::has_unique_object_representations_v<glsl::Extensions>);
    key.addValue(options.extensions);
    return key.add(source).finish();
}

/// Programs go by their path: it need not be right, only useful.
store::Key programKey(glsl::Api api) {
    std::error_code error;
    return store::KeyBuilder(kProgramDomain)
        .add(base::libraryId())
        .addValue(uint32_t(api))
        .add(std::filesystem::read_symlink("/proc/self/exe", error).native())
        .finish();
}

void noteAnswer(report::AnswerFrom from, glsl::Stage stage) {
    report::recordEvent(report::EventKind::Answer, uint8_t(from), 0, glsl::stageName(stage));
}

} // namespace

ShaderCache::ShaderCache() : m_store(store::originOfBuild(base::libraryId())) {}

ShaderCache::ShaderCache(std::string directory)
    : m_store(
          std::move(directory), store::kDefaultMaxSize_B, store::originOfBuild(base::libraryId())) {
}

std::shared_ptr<const glsl::CompiledShader>
ShaderCache::compile(const glsl::CompileOptions& options, std::string source, const Later& later) {
    if (base::libraryId().empty()) {
        return glsl::compile(options, std::move(source));
    }
    const store::Key key = keyOf(options, source);
    if (const auto bytes = m_store.get(key, store::Kind::Shader)) {
        if (auto shader = glsl::readShader(options, *bytes)) {
            noteAnswer(report::AnswerFrom::Disk, options.stage);
            return shader;
        }
    }
    noteAnswer(report::AnswerFrom::Nobody, options.stage);
    auto shader = glsl::compile(options, std::move(source));
    if (shader->ok()) {
        {
            const std::lock_guard lock(m_mutex);
            m_unwritten.push_back({key, shader, options.api});
        }
        later([this] { writeNext(); });
    }
    return shader;
}

bool ShaderCache::knowsProgram(glsl::Api api) const {
    return m_store.get(programKey(api), store::Kind::Program).has_value();
}

void ShaderCache::finish() {
    std::unique_lock lock(m_mutex);
    while (!m_unwritten.empty()) {
        lock.unlock();
        writeNext();
        lock.lock();
    }
    m_written.wait(lock, [&] { return m_writing == 0; });
}

void ShaderCache::writeNext() {
    std::unique_lock lock(m_mutex);
    if (m_unwritten.empty()) {
        return; // finish() was faster.
    }
    const Unwritten entry = std::move(m_unwritten.front());
    m_unwritten.pop_front();
    const bool firstOfProgram = !std::exchange(m_noted[size_t(entry.api)], true);
    ++m_writing;
    lock.unlock();
    try {
        m_store.put(entry.key, glsl::writeShader(*entry.shader), store::Kind::Shader);
        if (firstOfProgram) {
            m_store.put(programKey(entry.api), {}, store::Kind::Program);
        }
    } catch (const std::exception&) {
        // Compiled anew in the next run; who waits in finish() must not wait for ever.
    }
    lock.lock();
    --m_writing;
    m_written.notify_all();
}

} // namespace gl
