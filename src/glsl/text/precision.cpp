// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/precision.h"

#include <map>
#include <string_view>

namespace glsl {

namespace {

bool isPrecision(const Token& t) {
    return t.is("lowp") || t.is("mediump") || t.is("highp");
}

// The type whose default precision a type has; empty for those without precision.
std::string_view precisionType(std::string_view type) {
    if (type == "float" || type.starts_with("vec") || type.starts_with("mat")) {
        return "float";
    }
    return type == "int" || type.starts_with("ivec") ? "int" : "";
}

class PrecisionCheck {
public:
    PrecisionCheck(const std::vector<Token>& tokens, Stage stage) : m_tokens(tokens) {
        m_defaults["float"] = stage == Stage::Fragment ? "" : "highp";
        m_defaults["int"] = stage == Stage::Fragment ? "mediump" : "highp";
    }

    std::string run() {
        int depth = 0;
        for (size_t i = 0; i < m_tokens.size(); ++i) {
            const Token& t = m_tokens[i];
            depth += t.is("{") ? 1 : t.is("}") ? -1 : 0;
            if (depth != 0) {
                continue;
            }
            if (t.is("precision") && i + 2 < m_tokens.size()) {
                m_defaults[m_tokens[i + 2].text] = m_tokens[i + 1].text;
            } else if (i >= 2 && t.is("(") && m_tokens[i - 1].isIdentifier() &&
                       m_tokens[i - 2].isIdentifier() && !declares(i)) {
                return "0:" + std::to_string(m_tokens[i - 1].line) + ": error: '" +
                       m_tokens[i - 1].text +
                       "' : returns another precision than its earlier declaration\n";
            }
        }
        return {};
    }

private:
    // A function's parameter list starts at `open`: false when it contradicts an earlier one.
    bool declares(size_t open) {
        const std::string_view type = precisionType(m_tokens[open - 2].text);
        if (type.empty()) {
            return true;
        }
        const bool isExplicit = open >= 3 && isPrecision(m_tokens[open - 3]);
        const std::string& precision =
            isExplicit ? m_tokens[open - 3].text : m_defaults[std::string(type)];
        const auto [it, isNew] = m_functions.try_emplace(signature(open), precision);
        return isNew || it->second == precision;
    }

    // Name and parameter types: what makes overloads different.
    [[nodiscard]] std::string signature(size_t open) const {
        std::string text = m_tokens[open - 1].text;
        bool wantsType = true;
        for (size_t i = open; i < m_tokens.size() && !m_tokens[i].is(")"); ++i) {
            const Token& t = m_tokens[i];
            const bool isQualifier = isPrecision(t) || t.is("const") || t.is("in") || t.is("out") ||
                                     t.is("inout") || t.is("void");
            if (t.is("(") || t.is(",")) {
                text += t.text;
                wantsType = true;
            } else if (t.isIdentifier() && !isQualifier && wantsType) {
                text += t.text;
                wantsType = false;
            } else if (!t.isIdentifier()) {
                text += t.text; // array sizes
            }
        }
        return text;
    }

    const std::vector<Token>& m_tokens;
    std::map<std::string, std::string> m_defaults;  // by type
    std::map<std::string, std::string> m_functions; // what is returned, by signature
};

} // namespace

std::string precisionError(const std::vector<Token>& tokens, Stage stage) {
    return PrecisionCheck(tokens, stage).run();
}

} // namespace glsl
