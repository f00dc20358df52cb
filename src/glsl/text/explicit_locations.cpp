// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/explicit_locations.h"

#include "glsl/text/tokens.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace glsl {

namespace {

constexpr long kMostLocations = 1024; ///< No device has as many of anything.

std::string at(const Token& token, const std::string& what) {
    return "0:" + std::to_string(token.line) + ": error: '" + token.text + "' : " + what + "\n";
}

/// "layout(location = 1, index = 0) out vec4 a;" at `first`.
struct Declaration {
    size_t first = 0;
    size_t close = 0; ///< The layout's parenthesis.
    std::optional<long> location;
    long index = 0;
};

class Reader {
public:
    Reader(Stage stage, const Language& language, std::string& text)
        : m_isFragment(stage == Stage::Fragment),
          m_isOld(language.version < 130),
          m_isEnabled(std::ranges::any_of(
              kEnabling, [&](std::string_view name) { return language.enables(name); })),
          m_text(text),
          m_tokens(tokenize(text)) {}

    ExplicitLocations run() {
        for (size_t i = 0; i + 1 < m_tokens.size(); ++i) {
            if (m_tokens[i].is("layout") && m_tokens[i + 1].is("(")) {
                declaration(read(i));
            }
        }
        return std::move(m_found);
    }

private:
    static constexpr std::string_view kEnabling[] = {"GL_ARB_explicit_attrib_location",
                                                     "GL_ARB_explicit_uniform_location",
                                                     "GL_ARB_separate_shader_objects",
                                                     "GL_ARB_enhanced_layouts"};

    bool isAt(size_t i, std::string_view word) const {
        return i < m_tokens.size() && m_tokens[i].is(word);
    }

    Declaration read(size_t first) const {
        Declaration found{.first = first, .close = closing(m_tokens, first + 1)};
        for (size_t i = first + 2; i + 2 < found.close + 1; ++i) {
            if (!isAt(i + 1, "=") || m_tokens[i + 2].kind != TokenKind::Number) {
                continue;
            }
            const long value = std::strtol(m_tokens[i + 2].text.c_str(), nullptr, 0);
            if (m_tokens[i].is("location")) {
                found.location = value;
            } else if (m_tokens[i].is("index")) {
                found.index = value;
            }
        }
        return found;
    }

    void error(size_t i, const std::string& what) {
        if (m_found.error.empty()) {
            m_found.error = at(m_tokens[i], what);
        }
    }

    void declaration(const Declaration& found) {
        if (!found.location) {
            return;
        }
        const Token* const before = found.first > 0 ? &m_tokens[found.first - 1] : nullptr;
        const bool isGlobal =
            !before || before->is(";") || before->is("}") || before->kind == TokenKind::Directive;
        if (!m_isEnabled && isGlobal) {
            return error(found.first, "locations need GL_ARB_explicit_attrib_location");
        }
        const size_t storage = found.close + 1;
        const bool isPlaced = isAt(storage, m_isFragment ? "out" : "in");
        if (m_isOld) {
            const bool isLate =
                found.first > 0 && (isAt(found.first - 1, "in") || isAt(found.first - 1, "out"));
            if (isLate || isAt(storage, "attribute") || isAt(storage, "varying")) {
                return error(found.first, "a location comes before in or out");
            }
            if (isPlaced && !m_isFragment && isAt(storage + 3, "[")) {
                return error(storage + 2, "attributes are no arrays in this version");
            }
        }
        if (!isPlaced) {
            return;
        }
        if (*found.location >= kMostLocations) {
            return linkError(found, "the location is too large");
        }
        if (m_isOld && m_isFragment && !m_taken.emplace(*found.location, found.index).second) {
            linkError(found, "two outputs have this location");
        }
    }

    void linkError(const Declaration& found, const std::string& what) {
        m_found.linkError += at(m_tokens[found.first], what);
        const size_t begin = m_tokens[found.first].offset;
        const size_t end = m_tokens[found.close].offset + 1;
        std::fill(m_text.begin() + ptrdiff_t(begin), m_text.begin() + ptrdiff_t(end), ' ');
    }

    const bool m_isFragment;
    const bool m_isOld; ///< Has attributes and varyings instead of inputs and outputs.
    const bool m_isEnabled;
    std::string& m_text;
    const std::vector<Token> m_tokens;
    std::set<std::pair<long, long>> m_taken; ///< Location and index.
    ExplicitLocations m_found;
};

} // namespace

ExplicitLocations checkExplicitLocations(Stage stage, const Language& language, std::string& text) {
    const bool has = !language.es && language.version < 330 &&
                     (stage == Stage::Vertex || stage == Stage::Fragment) &&
                     text.find("layout") != std::string::npos;
    return has ? Reader(stage, language, text).run() : ExplicitLocations();
}

} // namespace glsl
