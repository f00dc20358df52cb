// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/rewrite.h"

#include "glsl/builtins.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

namespace glsl {

namespace {

constexpr std::string_view kClampedColors[] = {
    "FrontColor", "FrontSecondaryColor", "BackColor", "BackSecondaryColor"};

class Rewriter {
public:
    Rewriter(const CompileOptions& options,
             int version,
             bool es,
             const std::vector<Global>& globals,
             const std::string& text,
             Namesakes namesakes)
        : m_options(options),
          m_version(version),
          m_es(es),
          m_globals(globals),
          m_namesakes(namesakes),
          m_tokens(tokenize(text)) {}

    Rewritten run() {
        dropDirectives();
        m_out.hoisted = hoistSamplers(m_tokens, m_out.error);
        if (m_namesakes == Namesakes::Replace) {
            findUserTextureFunctions();
            findOverrides();
        }
        for (size_t i = 0; i < m_tokens.size(); ++i) {
            if (m_tokens[i].kind == TokenKind::Identifier) {
                identifier(i);
            }
        }
        m_out.text = prologue() + writeTokens(m_tokens) + epilogue();
        return std::move(m_out);
    }

private:
    [[nodiscard]] bool isAt(size_t i, std::string_view text) const {
        return i < m_tokens.size() && m_tokens[i].is(text);
    }

    // The index of the bracket that closes the one at `open`, or the last token.
    [[nodiscard]] size_t closing(size_t open) const {
        int depth = 0;
        for (size_t i = open; i < m_tokens.size(); ++i) {
            const Token& t = m_tokens[i];
            if (t.is("(") || t.is("[") || t.is("{")) {
                ++depth;
            } else if ((t.is(")") || t.is("]") || t.is("}")) && --depth == 0) {
                return i;
            }
        }
        return m_tokens.size() - 1;
    }

    void erase(size_t first, size_t last) {
        for (size_t i = first; i <= last && i < m_tokens.size(); ++i) {
            m_tokens[i].text.clear();
            m_tokens[i].before.clear();
            m_tokens[i].after.clear();
            m_tokens[i].kind = TokenKind::Other;
        }
    }

    [[nodiscard]] size_t statementEnd(size_t i) const {
        while (i + 1 < m_tokens.size() && !m_tokens[i].is(";")) {
            ++i;
        }
        return i;
    }

    void dropDirectives() {
        for (const Token& t : m_tokens) {
            m_out.invariantAll |= t.kind == TokenKind::Directive &&
                                  t.text.find("STDGL") != std::string::npos &&
                                  t.text.find("invariant") != std::string::npos &&
                                  t.text.find("all") != std::string::npos;
        }
        std::erase_if(m_tokens, [](const Token& t) { return t.kind == TokenKind::Directive; });
    }

    // Desktop shaders may define functions (and any shader variables) named like old texture
    // functions.
    void findUserTextureFunctions() {
        for (size_t i = 1; i < m_tokens.size(); ++i) {
            const Token& previous = m_tokens[i - 1];
            if (m_tokens[i].isIdentifier() && previous.isIdentifier() && !previous.is("return") &&
                !previous.is("else") && textureFunction(m_tokens[i].text)) {
                m_userTexture.insert(m_tokens[i].text);
            }
        }
    }

    // Desktop shaders may replace built-in functions. The target has overload rules of its own for
    // that, so the replacement gets a name of its own.
    void findOverrides() {
        if (m_es) {
            return;
        }
        int depth = 0;
        for (size_t i = 1; i < m_tokens.size(); ++i) {
            const Token& t = m_tokens[i];
            depth += t.is("{") ? 1 : t.is("}") ? -1 : 0;
            if (depth == 0 && t.isIdentifier() && isAt(i + 1, "(") &&
                m_tokens[i - 1].isIdentifier() && !m_tokens[i - 1].is("layout") &&
                isCommonFunction(t.text)) {
                m_overrides.try_emplace(t.text, i);
            }
        }
    }

    void identifier(size_t i) {
        Token& t = m_tokens[i];
        const bool isField = i > 0 && m_tokens[i - 1].is(".");
        if (t.text.starts_with("gl_")) {
            if (!isField) {
                builtinVariable(i);
            }
            return;
        }
        if (isField) {
            // Swizzles and members: only a keyword of the target can be in the way.
            if (isNewKeyword(t.text, m_version, m_es)) {
                rename(t);
            }
            return;
        }
        if (t.text == "layout" && isAt(i + 1, "(")) {
            return;
        }
        if (qualifier(i) || (isAt(i + 1, "(") && call(i))) {
            return;
        }
        if (t.text == "main") {
            t.text = "gd_main";
            if (isAt(i + 1, "(")) {
                const size_t close = closing(i + 1);
                m_definesMain |= isAt(close + 1, "{");
            }
            return;
        }
        if (t.text == "samplerExternalOES") {
            t.text = "sampler2D";
            return;
        }
        if (isAt(i + 1, "[") && isAt(i + 2, "]")) {
            sizeArray(i);
        }
        if (m_userTexture.contains(t.text) || isOverride(i) ||
            isNewKeyword(t.text, m_version, m_es) || isNewFunction(t.text, m_version, m_es) ||
            (textureFunction(t.text) && !isAt(i + 1, "(")) ||
            ((t.text.starts_with(kHiddenPrefix) || t.text.starts_with(kRenamedPrefix) ||
              t.text.starts_with(kHoistedPrefix)) &&
             !m_out.hoisted.contains(t.text))) {
            rename(t);
        }
    }

    // Calls before the replacement is declared mean the built-in (GLSL 1.10 section 4.2.6).
    [[nodiscard]] bool isOverride(size_t i) const {
        const auto it = m_overrides.find(m_tokens[i].text);
        return it != m_overrides.end() && i >= it->second && isAt(i + 1, "(");
    }

    // "uniform float a[] = …": the target ignores the initialiser and with it the size.
    void sizeArray(size_t i) {
        const auto global = std::ranges::find(m_globals, m_tokens[i].text, &Global::name);
        if (global != m_globals.end() && global->type.dims.size() == 1 &&
            global->type.dims[0] > 0) {
            m_tokens[i + 2].before = std::to_string(global->type.dims[0]);
        }
    }

    // "uniform float a = 1.0, b;": the values are kept in Global::initialValue, and the target
    // would make constants of the variables.
    void dropInitializers(size_t i) {
        for (size_t k = i + 1; k < m_tokens.size() && !isAt(k, ";"); ++k) {
            if (isAt(k, "(") || isAt(k, "[") || isAt(k, "{")) {
                k = closing(k);
            } else if (isAt(k, "=")) {
                size_t last = k;
                while (last + 1 < m_tokens.size() && !isAt(last + 1, ";") && !isAt(last + 1, ",")) {
                    ++last;
                    if (isAt(last, "(") || isAt(last, "[") || isAt(last, "{")) {
                        last = closing(last);
                    }
                }
                erase(k, last);
                k = last;
            }
        }
    }

    // The body of a do loop is a scope of its own even without braces (GLSL 4.60 section 6.3),
    // which the target forgets.
    void braceBody(size_t i) {
        if (i + 1 < m_tokens.size() && !isAt(i + 1, "{")) {
            const size_t last = lastOfStatement(i + 1);
            m_tokens[i + 1].before = "{ " + m_tokens[i + 1].before;
            m_tokens[last].after += " }";
        }
    }

    [[nodiscard]] size_t lastOfStatement(size_t i) const {
        const size_t end = m_tokens.size() - 1;
        if (i >= end || isAt(i, "{")) {
            return i >= end ? end : closing(i);
        }
        if (isAt(i, "if")) {
            const size_t last = lastOfStatement(closing(i + 1) + 1);
            return isAt(last + 1, "else") ? lastOfStatement(last + 2) : last;
        }
        if (isAt(i, "for") || isAt(i, "while")) {
            return lastOfStatement(closing(i + 1) + 1);
        }
        return statementEnd(isAt(i, "do") ? lastOfStatement(i + 1) + 1 : i);
    }

    static void rename(Token& t) { t.text = std::string(kRenamedPrefix) + t.text; }

    // Qualifiers that changed name, place or meaning. True when the token is dealt with.
    bool qualifier(size_t i) {
        Token& t = m_tokens[i];
        if (t.text == "uniform") {
            dropInitializers(i);
            return true;
        }
        if (t.text == "do") {
            braceBody(i);
            return true;
        }
        if (t.text == "attribute") {
            t.text = "in";
            return true;
        }
        if (t.text == "varying") {
            t.text = m_options.stage == Stage::Fragment ? "in" : "out";
            return true;
        }
        // Everything is computed in full precision, which every version allows.
        const bool hasPrecision = m_es || m_version >= 130;
        if (hasPrecision && t.text == "precision") {
            erase(i, statementEnd(i));
            return true;
        }
        if (hasPrecision && (t.text == "highp" || t.text == "mediump" || t.text == "lowp")) {
            erase(i, i);
            return true;
        }
        if (t.text == "invariant" && (m_es || m_version >= 120)) {
            for (size_t k = i + 1; k < m_tokens.size() && !isAt(k, ";"); ++k) {
                if (m_tokens[k].text.starts_with("gl_")) {
                    m_out.invariantBuiltins.insert(m_tokens[k].text);
                }
            }
            // From 4.20 on inputs cannot be invariant; there it says nothing anyway.
            if (m_options.stage != Stage::Fragment) {
                return true;
            }
            const bool isStatement = i + 1 < m_tokens.size() && m_tokens[i + 1].isIdentifier() &&
                                     (isAt(i + 2, ";") || isAt(i + 2, ","));
            erase(i, isStatement ? statementEnd(i) : i);
            return true;
        }
        return false;
    }

    bool call(size_t i) {
        Token& t = m_tokens[i];
        if (const auto function = textureFunction(t.text);
            function && !m_userTexture.contains(t.text)) {
            t.text = std::string(function->name);
            if (function->toVec4) {
                // What the default depth texture mode, luminance, makes of a depth.
                t.before += "vec4(vec3(";
                m_tokens[closing(i + 1)].after += "), 1.0)";
            }
            return true;
        }
        if (m_es) {
            return false;
        }
        if (t.text == "degrees" && !m_overrides.contains(t.text)) {
            // The compiler folds in double precision, where degrees(3.1415926535) stays below 180.
            // This is 180 / pi in single precision.
            t.text = "(57.295780181884766 * ";
            m_tokens[closing(i + 1)].after += ")";
            return true;
        }
        if (t.text == "ftransform" && isAt(i + 2, ")")) {
            hide(m_tokens[i + 1], "gl_Vertex");
            hide(t, "gl_ModelViewProjectionMatrix");
            t.text = "(" + t.text + " * " + m_tokens[i + 1].text + ")";
            erase(i + 1, i + 2);
            return true;
        }
        // No hardware has had noise for long; zero is what others answer too.
        static constexpr std::string_view kNoise[] = {"noise1", "noise2", "noise3", "noise4"};
        const auto noise = std::ranges::find(kNoise, std::string_view(t.text));
        if (noise != std::end(kNoise) &&
            (i == 0 || !m_tokens[i - 1].isIdentifier() || m_tokens[i - 1].is("return"))) {
            static constexpr std::string_view kZero[] = {
                "0.0", "vec2(0.0)", "vec3(0.0)", "vec4(0.0)"};
            erase(i + 1, closing(i + 1));
            t.text = std::string(kZero[noise - std::begin(kNoise)]);
            return true;
        }
        return false;
    }

    void builtinVariable(size_t i) {
        Token& t = m_tokens[i];
        m_out.writesPointSize |= t.text == "gl_PointSize";
        m_out.writesPosition |= t.text == "gl_Position";
        m_out.usesClipDistance |= t.text == "gl_ClipDistance" || t.text == "gl_ClipVertex";
        if (isAt(i + 1, "(") && i > 0 && m_tokens[i - 1].isIdentifier() &&
            !m_tokens[i - 1].is("return") && !m_tokens[i - 1].is("else")) {
            m_out.error = "0:" + std::to_string(t.line) + ": error: '" + t.text +
                          "' : names that start with gl_ are reserved\n";
        }
        if (const auto limit = limitConstant(t.text, m_options.limits)) {
            t.text = std::to_string(*limit);
            return;
        }
        if (t.text == "gl_FragData" && m_options.stage == Stage::Fragment) {
            fragData(i);
            return;
        }
        if (t.text == "gl_TexCoord") {
            checkTexCoord(i);
        }
        if (isRedeclaration(i)) {
            size_t first = i;
            while (first > 0 && !isAt(first - 1, ";") && !isAt(first - 1, "}")) {
                --first;
            }
            erase(first, statementEnd(i));
            return;
        }
        hide(t, t.text);
    }

    void checkTexCoord(size_t i) {
        if (!isAt(i + 1, "[") || !isAt(i + 3, "]")) {
            return;
        }
        const std::string& text = m_tokens[i + 2].text;
        const int literal =
            m_tokens[i + 2].kind == TokenKind::Number ? std::atoi(text.substr(0, 6).c_str()) : 0;
        if (limitConstant(text, m_options.limits).value_or(literal) -
                (isRedeclaration(i) ? 1 : 0) >=
            m_options.limits.maxTextureCoords) {
            m_out.error = "0:" + std::to_string(m_tokens[i].line) +
                          ": error: 'gl_TexCoord' : array index out of range\n";
        }
    }

    // "varying vec4 gl_TexCoord[3];": our own declaration takes its place.
    [[nodiscard]] bool isRedeclaration(size_t i) const {
        return i >= 2 && (m_tokens[i - 1].is("vec4") || m_tokens[i - 1].is("float")) &&
               (m_tokens[i - 2].is("in") || m_tokens[i - 2].is("out"));
    }

    void hide(Token& t, const std::string& glName) {
        if (const auto hidden = hiddenName(glName, m_options.stage, m_options.limits)) {
            declare(glName, *hidden);
            t.text = hidden->replacement;
            t.kind = TokenKind::Identifier;
        }
    }

    void declare(const std::string& glName, const HiddenName& hidden) {
        if (!m_declared.insert(glName).second) {
            return;
        }
        if (!hidden.dependency.empty()) {
            if (const auto dependency =
                    hiddenName(hidden.dependency, m_options.stage, m_options.limits)) {
                declare(hidden.dependency, *dependency);
            }
        }
        if (!hidden.declaration.empty()) {
            m_declarations += hidden.declaration + "\n";
        }
    }

    // gl_FragData is as long as the highest element that is named; all of it when that is not
    // known.
    void fragData(size_t i) {
        m_tokens[i].text = "gd_FragData";
        const bool literal = isAt(i + 1, "[") && i + 3 < m_tokens.size() &&
                             m_tokens[i + 2].kind == TokenKind::Number && isAt(i + 3, "]");
        const int all = m_options.limits.maxDrawBuffers;
        const int element =
            literal ? std::atoi(m_tokens[i + 2].text.substr(0, 4).c_str()) : all - 1;
        m_fragDataSize = std::clamp(element + 1, std::max(m_fragDataSize, 1), std::max(all, 1));
    }

    [[nodiscard]] std::string prologue() {
        if (m_fragDataSize > 0) {
            m_declarations += "layout(location = 0) out vec4 gd_FragData[" +
                              std::to_string(m_fragDataSize) + "];\n";
        }
        if (hasPointSizeOverride()) {
            m_declarations += "uniform float gd_PointSizeOverride;\n";
        }
        return "#version " + std::to_string(targetVersion()) + " core\n" + m_declarations +
               "#line 1\n";
    }

    // What the language's last versions add to its library costs the compiler library more than
    // all the rest: it reads 4.50 in 55 ms and 4.30 in 24 when a process compiles its first shader.
    [[nodiscard]] int targetVersion() const { return m_version <= (m_es ? 300 : 430) ? 430 : 450; }

    [[nodiscard]] bool hasPointSizeOverride() const {
        return m_options.api == Api::Desktop && m_options.stage == Stage::Vertex && m_definesMain;
    }

    [[nodiscard]] std::string epilogue() const {
        if (!m_definesMain) {
            return {};
        }
        std::string text = "void main() {\n";
        if (m_options.stage == Stage::Vertex) {
            text += "    gl_PointSize = 1.0;\n    gd_main();\n";
            if (hasPointSizeOverride()) {
                text +=
                    "    if (gd_PointSizeOverride > 0.0) gl_PointSize = gd_PointSizeOverride;\n";
            }
            // Vertex colours are clamped (OpenGL 2.1 section 2.14.6); contexts do not offer
            // GL_ARB_color_buffer_float, which could switch that off.
            for (const std::string_view name : kClampedColors) {
                const std::string color = std::string(kHiddenPrefix) + std::string(name);
                if (m_declared.contains("gl_" + std::string(name))) {
                    text += "    " + color + " = clamp(" + color + ", 0.0, 1.0);\n";
                }
            }
            if (!m_options.nativeDepthRange) {
                text += "    gl_Position.z = (gl_Position.z + gl_Position.w) * 0.5;\n";
            }
        } else {
            text += "    gd_main();\n";
        }
        return text + "}\n";
    }

    const CompileOptions& m_options;
    int m_version;
    bool m_es;
    const std::vector<Global>& m_globals;
    Namesakes m_namesakes;
    std::vector<Token> m_tokens;
    std::set<std::string> m_userTexture;
    std::map<std::string, size_t> m_overrides; // → where the first declaration stands
    std::set<std::string> m_declared;
    std::string m_declarations;
    int m_fragDataSize = 0;
    bool m_definesMain = false;
    Rewritten m_out;
};

} // namespace

Rewritten rewrite(const CompileOptions& options,
                  int version,
                  bool es,
                  const std::vector<Global>& globals,
                  const std::string& preprocessed,
                  Namesakes namesakes) {
    return Rewriter(options, version, es, globals, preprocessed, namesakes).run();
}

} // namespace glsl
