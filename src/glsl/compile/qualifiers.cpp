// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/qualifiers.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace glsl {

namespace {

// Names of layout qualifiers are the same in upper case (GLSL 1.50 section 4.3.8).
std::string lowerCase(std::string text) {
    std::ranges::transform(
        text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return text;
}

} // namespace

Precision precisionNamed(std::string_view word) {
    return word == "lowp"      ? Precision::Low
           : word == "mediump" ? Precision::Medium
           : word == "highp"   ? Precision::High
                               : Precision::None;
}

size_t QualifierReader::read(size_t i, QualifierWords& words) {
    for (; i < m_tokens.size() && m_tokens[i].isIdentifier(); ++i) {
        if (isAt(i, "layout") && isAt(i + 1, "(")) {
            i = layout(i + 1, words);
        } else if (!qualifier(m_tokens[i].text, words)) {
            break;
        }
    }
    return i;
}

// False when the word is none.
bool QualifierReader::qualifier(const std::string& word, QualifierWords& words) const {
    const bool isVertex = m_stage == Stage::Vertex;
    const std::pair<std::string_view, bool Qualifiers::*> flags[] = {
        {"invariant", &Qualifiers::invariant},
        {"flat", &Qualifiers::flat},
        {"noperspective", &Qualifiers::noperspective},
        {"centroid", &Qualifiers::centroid},
        {"sample", &Qualifiers::sample},
        {"patch", &Qualifiers::patch},
    };
    const std::pair<std::string_view, StorageWord> storages[] = {
        {"const", StorageWord::Const},
        {"uniform", StorageWord::Uniform},
        {"in", StorageWord::In},
        {"attribute", StorageWord::In},
        {"out", StorageWord::Out},
        {"varying", isVertex ? StorageWord::Out : StorageWord::In},
        {"buffer", StorageWord::Other},
        {"shared", StorageWord::Other},
    };
    constexpr std::string_view kOthers[] = {
        "smooth", "precise", "coherent", "volatile", "restrict", "readonly", "writeonly"};
    if (m_names.structs.contains(word)) {
        return false; // no word of the source's version
    }
    for (const auto& [name, flag] : flags) {
        if (word == name) {
            words.common.*flag = true;
            return true;
        }
    }
    for (const auto& [name, storage] : storages) {
        if (word == name) {
            words.storage = storage;
            return true;
        }
    }
    if (const Precision precision = precisionNamed(word); precision != Precision::None) {
        words.precision = precision;
        return true;
    }
    return std::ranges::find(kOthers, word) != std::end(kOthers);
}

// "(a, b = 1)"; returns the closing bracket.
size_t QualifierReader::layout(size_t open, QualifierWords& words) {
    const size_t close = closing(m_tokens, open);
    for (size_t i = open + 1; i < close;) {
        const std::string name = lowerCase(m_tokens[i].text);
        const size_t end = partEnd(i, close);
        const int value = isAt(i + 1, "=") ? m_constants.requiredInteger(i + 2, end) : 1;
        words.layout[name] = value;
        if (name == "location") {
            words.common.location = value;
        } else if (name == "row_major" || name == "column_major") {
            words.rowMajor = name == "row_major";
        } else if (name == "shared") {
            words.packing = Packing::Shared;
        } else if (name == "std140") {
            words.packing = Packing::Std140;
        } else if (name == "packed") {
            words.packing = Packing::Packed;
        } else if (name == "std430") {
            words.packing = Packing::Std430;
        }
        i = end + 1;
    }
    return close;
}

} // namespace glsl
