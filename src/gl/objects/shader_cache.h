// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glsl/compile/shader.h"
#include "store/store.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>

namespace gl {

/// Compiled shaders, kept on disk between runs: where all of a program's are there, the compiler
/// library is never started. Of the process; thread-safe. See docs/programs.md.
class ShaderCache {
public:
    /// Has `later` run what writes to the disk, some time.
    using Later = std::function<void(std::function<void()>)>;

    /// In the user's directory, or nowhere with disk-cache=off.
    ShaderCache();
    explicit ShaderCache(std::string directory);

    /// glsl::compile(), or what it said in another run.
    std::shared_ptr<const glsl::CompiledShader>
    compile(const glsl::CompileOptions& options, std::string source, const Later& later);

    /// An earlier run of this program kept shaders for this API, so that the next may be there,
    /// too.
    bool knowsProgram(glsl::Api api) const;

private:
    store::Store m_store;
    std::atomic<bool> m_noted[2] = {};
};

} // namespace gl
