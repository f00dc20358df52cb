// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glsl/compile/shader.h"
#include "store/store.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace gl {

/// Compiled shaders, kept on disk between runs: where all of a program's are there, the compiler
/// library is never started. Of the process; thread-safe. See docs/programs.md.
class ShaderCache {
public:
    /// Runs what writes to the disk, some time or never: finish() writes the rest.
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

    /// Writes what no thread has begun to write, and returns when all that was compiled before the
    /// call is on disk. Costs far less than what compiling it took.
    void finish();

private:
    struct Unwritten {
        store::Key key;
        std::shared_ptr<const glsl::CompiledShader> shader;
        glsl::Api api;
    };

    void writeNext();

    store::Store m_store;
    std::mutex m_mutex; ///< Guards what follows.
    std::deque<Unwritten> m_unwritten;
    unsigned m_writing = 0; ///< Taken from `m_unwritten`, and not on disk yet.
    std::condition_variable m_written;
    bool m_noted[2] = {};
};

} // namespace gl
