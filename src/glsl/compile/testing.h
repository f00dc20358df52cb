// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// For tests of compiling: what comes of one source.
#pragma once

#include "glsl/compile/shader.h"
#include "glsl/interface/interface.h"

#include "spirv/text.h"

#include <gtest/gtest.h>

#include <string>

namespace glsl::testing {

inline CompileOptions desktop(Stage stage, int maxVersion = 410) {
    CompileOptions options{.stage = stage, .api = Api::Desktop};
    options.maxVersion = maxVersion;
    options.compatibility = maxVersion <= 130;
    options.drawParameters = true;
    return options;
}

inline CompileOptions es(Stage stage, int maxVersion = 300) {
    CompileOptions options{.stage = stage, .api = Api::ES};
    options.maxVersion = maxVersion;
    return options;
}

/// The log, empty when the shader compiles to valid code.
inline std::string errors(const CompileOptions& options, const std::string& source) {
    const auto shader = compile(options, source);
    if (!shader->ok()) {
        return shader->infoLog().empty() ? "no log" : shader->infoLog();
    }
    const std::vector<uint32_t>& code = shader->interface().spirv;
    return code.empty() ? "no code" : spirv::validateUnlinked(code);
}

} // namespace glsl::testing
