// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/compile/constant_reader.h"
#include "glsl/compile/stage_layout.h"
#include "glsl/compile/token_reader.h"
#include "glsl/interface/interface.h"
#include "glsl/language/options.h"
#include "glsl/text/static_use.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace glsl {

/// The sizes of arrays that were declared without one: by a layout, by the limits, or by the
/// largest index (GLSL 1.50 sections 4.1.9 and 4.3.8.1).
class ImplicitSizes : private TokenReader {
public:
    ImplicitSizes(const CompileOptions& options,
                  const std::vector<Token>& tokens,
                  const StageLayout& layout,
                  ConstantReader& constants)
        : TokenReader(tokens), m_options(options), m_layout(layout), m_constants(constants) {}

    /// Returns an error line where an index lies beyond what a layout says; empty: nowhere.
    std::string fill(std::vector<Global>& globals, const std::vector<FunctionTokens>& functions);

private:
    /// By name, one more than the largest index.
    using Sizes = std::map<std::string, int>;
    /// The names, of variables and of members, that indices matter to.
    struct Names {
        std::set<std::string> unsized;
        std::set<std::string> overVertices; ///< with an element for each vertex
    };

    [[nodiscard]] bool isSizedByLayout(const Global& global) const;
    [[nodiscard]] Names namesOf(const std::vector<Global>& globals) const;
    void readIndices(const FunctionTokens& function, const Names& names);
    void size(Global& global) const;

    const CompileOptions& m_options;
    const StageLayout& m_layout;
    ConstantReader& m_constants;
    Sizes m_variables;
    Sizes m_fields;
    std::string m_error;
};

} // namespace glsl
