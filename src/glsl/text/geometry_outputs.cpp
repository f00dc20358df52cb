// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/geometry_outputs.h"

#include "glsl/language/builtins.h"
#include "glsl/text/dialect.h"
#include "glsl/text/tokens.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace glsl {

namespace {

// Under the names they are checked by.
struct Output {
    std::string_view name;
    std::string_view type;
    std::string_view dimension = {};
};
constexpr Output kOutputs[] = {
    {"gd_FrontColor", "vec4"},
    {"gd_BackColor", "vec4"},
    {"gd_FrontSecondaryColor", "vec4"},
    {"gd_BackSecondaryColor", "vec4"},
    {"gd_TexCoord", "vec4", "[]"},
    {"gd_FogFragCoord", "float"},
};

// What the language's name is checked as; null where it is no such output.
const Output* outputOf(std::string_view name) {
    const auto output = std::ranges::find_if(kOutputs, [&](const Output& o) {
        return name.starts_with("gl_") && name.substr(3) == o.name.substr(kHiddenPrefix.size());
    });
    return output == std::end(kOutputs) ? nullptr : output;
}

// Where a shader names them, members of gl_in and of gl_PerVertex aside.
class Names {
public:
    struct Place {
        size_t offset;
        const Output* output;
    };

    explicit Names(const std::vector<Token>& tokens) {
        for (size_t i = 0; i < tokens.size(); ++i) {
            const Token& t = tokens[i];
            m_isDeclared = t.is("out") || (m_isDeclared && !t.is(";") && !t.is("{"));
            m_type = outputType(t) ? std::string_view(t.text) : m_type;
            if (i + 1 < tokens.size() && t.is("gl_PerVertex") && tokens[i + 1].is("{")) {
                i = block(tokens, i + 1);
            } else if (!(i > 0 && tokens[i - 1].is("."))) {
                name(t);
            }
        }
        // Those of a block that is declared anew are known.
        std::erase_if(m_places,
                      [this](const Place& place) { return m_members.contains(place.output); });
    }

    [[nodiscard]] const std::vector<Place>& places() const { return m_places; }

    // What the shader does not declare itself.
    [[nodiscard]] std::string declarations() const {
        std::string text;
        for (const Output& output : kOutputs) {
            const bool isNamed =
                std::ranges::find(m_places, &output, &Place::output) != m_places.end();
            if (isNamed && !m_declared.contains(&output)) {
                text += "out " + std::string(output.type) + " " + std::string(output.name) +
                        std::string(output.dimension) + "; ";
            }
        }
        return text;
    }

private:
    static bool outputType(const Token& t) { return t.is("vec4") || t.is("float"); }

    // Declared as anything else it stays the reserved name that it is.
    void name(const Token& t) {
        const Output* const output = outputOf(t.text);
        if (output == nullptr || (m_isDeclared && m_type != output->type)) {
            return;
        }
        m_places.push_back({t.offset, output});
        if (m_isDeclared) {
            m_declared.insert(output);
        }
    }

    size_t block(const std::vector<Token>& tokens, size_t open) {
        const size_t close = closing(tokens, open);
        for (size_t i = open; i < close && m_isDeclared; ++i) {
            m_members.insert(outputOf(tokens[i].text));
        }
        m_isDeclared = false;
        return close;
    }

    std::vector<Place> m_places;
    std::set<const Output*> m_declared;
    std::set<const Output*> m_members;
    bool m_isDeclared = false; // The statement has the word "out".
    std::string_view m_type;   // … and this, last.
};

} // namespace

std::string spellGeometryOutputs(std::string preprocessed) {
    const std::vector<Token> tokens = tokenize(preprocessed);
    const Names names(tokens);
    for (const Names::Place& place : names.places()) {
        preprocessed.replace(place.offset, place.output->name.size(), place.output->name);
    }
    return insertDeclaration(std::move(preprocessed), names.declarations());
}

std::string withGeometryOutputs(std::string log) {
    for (const Output& output : kOutputs) {
        for (size_t at = 0; (at = log.find(output.name, at)) != log.npos;) {
            log.replace(at, output.name.size(), originalName(output.name));
        }
    }
    return log;
}

} // namespace glsl
