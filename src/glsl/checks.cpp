// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/checks.h"

#include "glsl/builtins.h"

#include <set>
#include <string_view>

namespace glsl {

namespace {

class Checker {
public:
    Checker(const std::vector<Token>& tokens,
            const Language& language,
            Stage stage,
            bool compatibility)
        : m_tokens(tokens), m_language(language), m_stage(stage), m_compatibility(compatibility) {}

    std::string run() {
        int depth = 0;
        for (size_t i = 0; i < m_tokens.size() && m_error.empty(); ++i) {
            const Token& t = m_tokens[i];
            depth += t.is("{") ? 1 : t.is("}") ? -1 : 0;
            if (!t.isIdentifier()) {
                continue;
            }
            removed(t);
            if (depth == 0) {
                global(i);
            }
        }
        return m_error;
    }

private:
    [[nodiscard]] bool isAt(size_t i, std::string_view text) const {
        return i < m_tokens.size() && m_tokens[i].is(text);
    }

    void error(const Token& t, std::string_view what) {
        m_error = "0:" + std::to_string(t.line) + ": error: '" + t.text +
                  "' : " + std::string(what) + "\n";
    }

    void removed(const Token& t) {
        if (!m_language.es && m_language.version >= 140 && !m_compatibility &&
            isRemovedFromCore(t.text)) {
            error(t, "is not in the core profile");
        }
    }

    // "IDENT {" is a block and "TYPE IDENT (" a function. The compiler does not survive a block of
    // a function's name.
    void global(size_t i) {
        const bool isFunction = i > 0 && isAt(i + 1, "(") && m_tokens[i - 1].isIdentifier() &&
                                !m_tokens[i].is("layout");
        if (isFunction) {
            m_functions.insert(m_tokens[i].text);
        } else if (isAt(i + 1, "{") && i > 0 && !isAt(i - 1, "struct") &&
                   m_functions.contains(m_tokens[i].text)) {
            error(m_tokens[i], "redefinition");
        }
    }

    const std::vector<Token>& m_tokens;
    const Language& m_language;
    Stage m_stage;
    bool m_compatibility;
    std::set<std::string> m_functions;
    std::string m_error;
};

} // namespace

std::string languageError(const std::vector<Token>& tokens,
                          const Language& language,
                          Stage stage,
                          bool compatibility) {
    return Checker(tokens, language, stage, compatibility).run();
}

} // namespace glsl
