// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/gpu_shader4.h"

#include "glsl/language/builtins.h"
#include "glsl/text/comparison_vector.h"
#include "glsl/text/dialect.h"
#include "glsl/text/tokens.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace glsl {

namespace {

/// The function is one of the application's.
std::set<std::string> declaredFunctions(const std::vector<Token>& tokens) {
    std::set<std::string> names;
    for (size_t i = 1; i + 1 < tokens.size(); ++i) {
        const Token& before = tokens[i - 1];
        if (tokens[i].isIdentifier() && tokens[i + 1].is("(") && before.isIdentifier() &&
            !before.is("return") && !before.is("else")) {
            names.insert(tokens[i].text);
        }
    }
    return names;
}

class Modernizer {
public:
    Modernizer(Stage stage, const std::string& text)
        : m_stage(stage), m_tokens(tokenize(text)), m_declared(declaredFunctions(m_tokens)) {}

    std::string run() {
        for (size_t i = 0; i < m_tokens.size(); ++i) {
            if (m_tokens[i].isIdentifier() && !(i > 0 && m_tokens[i - 1].is("."))) {
                word(i);
            }
        }
        return writeTokens(m_tokens);
    }

private:
    [[nodiscard]] bool isAt(size_t i, std::string_view text) const {
        return i < m_tokens.size() && m_tokens[i].is(text);
    }

    void word(size_t i) {
        Token& t = m_tokens[i];
        if (t.is("varying")) {
            // "varying out" is a fragment shader's output.
            const bool says = isAt(i + 1, "in") || isAt(i + 1, "out");
            t.text = says ? "" : m_stage == Stage::Vertex ? "out" : "in";
        } else if (t.is("centroid") && (isAt(i + 1, "noperspective") || isAt(i + 1, "flat"))) {
            std::swap(t.text, m_tokens[i + 1].text); // Any order was right.
        } else if (t.is("attribute")) {
            t.text = "in";
        } else if (t.is("unsigned") && isAt(i + 1, "int")) {
            t.text.clear();
            m_tokens[i + 1].text = "uint";
        } else if (isAt(i + 1, "(") && !m_declared.contains(t.text)) {
            function(i);
        }
    }

    void function(size_t i) {
        Token& t = m_tokens[i];
        if (t.is("truncate")) {
            t.text = "trunc";
        } else if (t.text.starts_with("texelFetch")) {
            t.text = t.text.ends_with("Offset") ? "texelFetchOffset" : "texelFetch";
        } else if (t.text.starts_with("textureSize")) {
            t.text = "textureSize";
        } else if (const auto found = textureFunction(t.text)) {
            t.text = std::string(found->name);
            if (found->toVec4) {
                t.before += kVectorBegin;
                m_tokens[closing(m_tokens, i + 1)].after += kVectorEnd;
            }
        }
    }

    const Stage m_stage;
    std::vector<Token> m_tokens;
    const std::set<std::string> m_declared;
};

} // namespace

/// The application's own names for what has become the language's since: a sampler called
/// `texture`, a variable called `filter`. In the words of a later version they would mean something
/// else.
bool namesWhatBecameNew(const Language& language, const std::string& preprocessed) {
    const std::vector<Token> tokens = tokenize(preprocessed);
    for (size_t i = 0; i < tokens.size(); ++i) {
        const Token& t = tokens[i];
        if (!t.isIdentifier() || (i > 0 && tokens[i - 1].is("."))) {
            continue;
        }
        const bool called = i + 1 < tokens.size() && tokens[i + 1].is("(");
        const bool extensions = t.is("unsigned") || t.is("uint") || t.text.starts_with("uvec") ||
                                t.text.find("sampler") != std::string::npos;
        if ((!called && isNewFunction(t.text, language)) ||
            (!extensions && isNewKeyword(t.text, language))) {
            return true;
        }
    }
    return false;
}

bool hasGpuShader4(const Language& language) {
    return !language.es && language.version < kGpuShader4Version &&
           language.enables("GL_EXT_gpu_shader4");
}

std::string withoutGpuShader4(Stage stage, std::string preprocessed) {
    return Modernizer(stage, withVersion(std::move(preprocessed), kGpuShader4Version)).run();
}

} // namespace glsl
