// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/compile/constant_reader.h"
#include "glsl/compile/token_reader.h"
#include "glsl/interface/interface.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glsl {

enum class StorageWord : uint8_t { None, Const, Uniform, In, Out, Other };

enum class Packing : uint8_t { None, Shared, Std140, Std430, Packed };

/// The words in front of a type.
struct QualifierWords {
    Qualifiers common;
    StorageWord storage = StorageWord::None;
    Precision precision = Precision::None;
    std::map<std::string, int> layout; ///< name → value; 1 where none is given
    std::optional<bool> rowMajor;
    Packing packing = Packing::None;

    [[nodiscard]] int number(const std::string& name, int otherwise) const {
        const auto it = layout.find(name);
        return it == layout.end() ? otherwise : it->second;
    }
};

/// None: the word is no precision.
[[nodiscard]] Precision precisionNamed(std::string_view word);

class QualifierReader : private TokenReader {
public:
    QualifierReader(const std::vector<Token>& tokens,
                    Stage stage,
                    const DeclaredNames& names,
                    ConstantReader& constants)
        : TokenReader(tokens), m_stage(stage), m_names(names), m_constants(constants) {}

    /// Reads what starts at `i`, which may be none; returns the index behind it.
    size_t read(size_t i, QualifierWords& words);

private:
    bool qualifier(const std::string& word, QualifierWords& words) const;
    size_t layout(size_t open, QualifierWords& words);

    const Stage m_stage;
    const DeclaredNames& m_names;
    ConstantReader& m_constants;
};

} // namespace glsl
