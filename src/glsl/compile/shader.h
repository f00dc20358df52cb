// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Compiling one shader object: source text in, an immutable result with a log out.
#pragma once

#include "glsl/language/options.h"
#include "glsl/language/types.h"

#include <memory>
#include <string>

namespace glsl {

struct ShaderInterface; ///< internal to src/glsl

/// The result of compiling, good or bad. Immutable; may be read by any number of threads and linked
/// into any number of programs.
class CompiledShader {
public:
    explicit CompiledShader(std::unique_ptr<const ShaderInterface> interface);
    ~CompiledShader();

    [[nodiscard]] bool ok() const;
    /// Lines "0:12: error: text"; may hold warnings when ok.
    [[nodiscard]] const std::string& infoLog() const;
    [[nodiscard]] Stage stage() const;
    [[nodiscard]] const ShaderInterface& interface() const { return *m_interface; }

private:
    std::unique_ptr<const ShaderInterface> m_interface;
};

/// Never null. Re-entrant: any thread, any number at once. `source` may hold any bytes.
[[nodiscard]] std::shared_ptr<const CompiledShader> compile(const CompileOptions& options,
                                                            std::string source);

/// Does what only a process's first compilation for an API has to do, tens of milliseconds of it:
/// the compiler library reads its own declarations. Re-entrant; returns when that is done.
void warmUp(Api api);

} // namespace glsl
