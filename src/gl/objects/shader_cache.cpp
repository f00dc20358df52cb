// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/shader_cache.h"

#include "base/library_id.h"
#include "glsl/compile/shader_file.h"
#include "report/record.h"

#include <filesystem>

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
        later([this, key, shader, api = options.api] {
            m_store.put(key, glsl::writeShader(*shader), store::Kind::Shader);
            if (!m_noted[size_t(api)].exchange(true)) {
                m_store.put(programKey(api), {}, store::Kind::Program);
            }
        });
    }
    return shader;
}

bool ShaderCache::knowsProgram(glsl::Api api) const {
    return m_store.get(programKey(api), store::Kind::Program).has_value();
}

} // namespace gl
