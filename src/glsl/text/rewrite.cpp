// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/rewrite.h"

#include "glsl/language/builtins.h"
#include "glsl/language/vocabulary.h"
#include "glsl/text/comparison_vector.h"
#include "glsl/text/hoist_samplers.h"
#include "glsl/text/subroutines.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

namespace glsl {

namespace {

constexpr std::string_view kClampedColors[] = {
    "FrontColor", "FrontSecondaryColor", "BackColor", "BackSecondaryColor"};

constexpr std::pair<std::string_view, std::string_view> kColorSides[] = {
    {"FrontColor", "BackColor"}, {"FrontSecondaryColor", "BackSecondaryColor"}};

constexpr int kLeastVersion = 330;

std::string versionLine(int version) {
    return "#version " + std::to_string(version) + " core\n";
}

class Rewriter {
public:
    Rewriter(const CompileOptions& options,
             const Language& language,
             const std::vector<Global>& globals,
             const std::string& text,
             Namesakes namesakes,
             Target target)
        : m_options(options),
          m_language(language),
          m_globals(globals),
          m_namesakes(namesakes),
          m_tokens(tokenize(text)) {
        const bool least = target == Target::Least && isContentWithLeast();
        m_out.target = least ? Target::Least : Target::Usual;
    }

    Rewritten run() {
        dropDirectives();
        m_out.hoisted = hoistSamplers(m_tokens, m_out.error);
        if (m_namesakes == Namesakes::Replace) {
            findUserTextureFunctions();
            findOverrides();
        }
        findExtensionFunctions();
        for (size_t i = 0; i < m_tokens.size(); ++i) {
            if (m_tokens[i].kind == TokenKind::Identifier) {
                identifier(i);
            }
        }
        declareFronts();
        if (m_options.stage == Stage::Geometry && m_definesMain) {
            // Other shader objects of the stage may call what this one defines.
            m_emissions.try_emplace("gd_EmitVertex", "EmitVertex()");
        }
        const bool wrapped = !wrapBody();
        const std::string begin = prologue();
        m_out.text = begin + writeTokens(m_tokens) + epilogue(wrapped);
        return std::move(m_out);
    }

private:
    [[nodiscard]] bool isAt(size_t i, std::string_view text) const {
        return i < m_tokens.size() && m_tokens[i].is(text);
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
            if (t.kind == TokenKind::Directive) {
                directive(tokenize(std::string_view(t.text).substr(1)));
            }
        }
        std::erase_if(m_tokens, [](const Token& t) { return t.kind == TokenKind::Directive; });
    }

    void directive(const std::vector<Token>& words) {
        // The preprocessor leaves no space between the words of a pragma.
        std::string text;
        for (const Token& word : words) {
            text += word.text;
        }
        m_out.invariantAll |= text == "pragmaSTDGLinvariant(all)";
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

    // Desktop shaders may replace built-in functions, and others may have functions named like
    // those of later versions. The target has overload rules of its own for that, so the
    // replacement gets a name of its own.
    void findOverrides() {
        if (m_language.es && m_language.version < 300) {
            return;
        }
        int depth = 0;
        for (size_t i = 1; i < m_tokens.size(); ++i) {
            const Token& t = m_tokens[i];
            depth += t.is("{") ? 1 : t.is("}") ? -1 : 0;
            if (depth == 0 && t.isIdentifier() && isAt(i + 1, "(") &&
                m_tokens[i - 1].isIdentifier() && !m_tokens[i - 1].is("layout") &&
                isBuiltinFunction(t.text)) {
                m_overrides.try_emplace(t.text, i);
            }
        }
    }

    // Functions of later versions that the shader calls and nowhere declares: an extension has
    // brought them.
    void findExtensionFunctions() {
        std::set<std::string> others;
        for (size_t i = 0; i < m_tokens.size(); ++i) {
            const Token& t = m_tokens[i];
            if (!t.isIdentifier() || !isNewFunction(t.text, m_language) ||
                (i > 0 && m_tokens[i - 1].is("."))) {
                continue;
            }
            const bool isDeclared = i > 0 && m_tokens[i - 1].isIdentifier() &&
                                    !m_tokens[i - 1].is("return") && !m_tokens[i - 1].is("else");
            (isAt(i + 1, "(") && !isDeclared ? m_extensionFunctions : others).insert(t.text);
        }
        for (const std::string& name : others) {
            m_extensionFunctions.erase(name);
        }
    }

    void identifier(size_t i) {
        Token& t = m_tokens[i];
        const bool isField = i > 0 && m_tokens[i - 1].is(".");
        if (t.text.starts_with("gl_")) {
            m_usesCullDistance |= t.text == "gl_CullDistance";
            if (!isField) {
                builtinVariable(i);
            }
            return;
        }
        if (isField) {
            // Swizzles and members: only a keyword of the target can be in the way.
            if (isNewKeyword(t.text, m_language)) {
                rename(t);
            }
            return;
        }
        if (t.text == "layout" && isAt(i + 1, "(")) {
            layout(i);
            return;
        }
        if (t.text == "EmitVertex" || t.text == "EmitStreamVertex") {
            emission(i);
            return;
        }
        if (qualifier(i) || (isAt(i + 1, "(") && call(i))) {
            return;
        }
        if (t.text == "main") {
            // barrier() must stand in main itself, and these shaders need no wrapping.
            t.text = m_options.stage == Stage::TessControl ? "main" : "gd_main";
            ++m_mains;
            if (isAt(i + 1, "(")) {
                const size_t close = closing(m_tokens, i + 1);
                if (isAt(close + 1, "{")) {
                    m_definesMain = true;
                    m_main = i;
                    m_mainBody = close + 1;
                }
            }
            return;
        }
        if (t.text == kSubroutineArray) {
            t.text = std::string(kHiddenPrefix) + "SubroutineIndices";
            return;
        }
        if (t.text == "samplerExternalOES") {
            t.text = "sampler2D";
            return;
        }
        if (isAt(i + 1, "[") && isAt(i + 2, "]")) {
            sizeArray(i);
        }
        if (m_userTexture.contains(t.text) || isOverride(i) || isNewKeyword(t.text, m_language) ||
            (isNewFunction(t.text, m_language) && !m_extensionFunctions.contains(t.text)) ||
            (textureFunction(t.text) && !isAt(i + 1, "(")) ||
            (((t.text.starts_with(kHiddenPrefix) && !m_options.fixedFunction) ||
              t.text.starts_with(kHiddenInputPrefix) || t.text.starts_with(kRenamedPrefix) ||
              t.text.starts_with(kHoistedPrefix)) &&
             !m_out.hoisted.contains(t.text))) {
            rename(t);
        }
    }

    // What stands around the shader's own main stands in it, around a body that only ends at its
    // end: a call would have to be inlined.
    bool wrapBody() {
        if (!m_definesMain || m_mains != 1 || m_options.stage == Stage::TessControl) {
            return false;
        }
        const size_t close = closing(m_tokens, m_mainBody);
        if (!isAt(close, "}")) {
            return false;
        }
        for (size_t i = m_mainBody; i < close; ++i) {
            if (isAt(i, "return")) {
                return false;
            }
        }
        m_tokens[m_main].text = "main";
        m_tokens[m_mainBody].after += "\n" + beforeMain() + "{";
        m_tokens[close].before = "}\n" + afterMain() + m_tokens[close].before;
        return true;
    }

    // The first token of the statement or member that `i` is part of.
    [[nodiscard]] size_t statementStart(size_t i) const {
        while (i > 0 && !isAt(i - 1, ";") && !isAt(i - 1, "{") && !isAt(i - 1, "}")) {
            --i;
        }
        return i;
    }

    // A word stands among the qualifiers of the declaration that `i` is part of.
    [[nodiscard]] bool isQualified(size_t i, std::string_view word) const {
        for (size_t k = statementStart(i); k < m_tokens.size(); ++k) {
            if (isAt(k, ";") || isAt(k, "{") || isAt(k, "=")) {
                break;
            }
            if (isAt(k, "(")) {
                k = closing(m_tokens, k);
            } else if (isAt(k, word)) {
                return true;
            }
        }
        return false;
    }

    // "layout(…)" at `i`: every block is laid out as std140, and of default-block uniforms and of
    // samplers the linker knows the places.
    void layout(size_t i) {
        const size_t close = closing(m_tokens, i + 1);
        size_t end = close;
        while (end < m_tokens.size() && !isAt(end, ";") && !isAt(end, "{") && !isAt(end, "=")) {
            ++end;
        }
        const bool uniform = isQualified(i, "uniform");
        const bool plainUniform = uniform && !isAt(end, "{") && !isAt(end - 1, "uniform");
        const bool output = isQualified(i, "out");
        // Attributes may share locations in GL.
        const bool attribute = m_options.stage == Stage::Vertex &&
                               (isQualified(i, "in") || isQualified(i, "attribute"));
        bool keptOne = false;
        for (size_t k = i + 2; k < close;) {
            size_t last = k;
            while (last + 1 < close && !isAt(last + 1, ",")) {
                ++last;
                if (isAt(last, "(") || isAt(last, "[")) {
                    last = closing(m_tokens, last);
                }
            }
            Token& name = m_tokens[k];
            name.kind = TokenKind::Other; // these are no keywords
            m_emitsPoints |= output && name.is("points");
            m_emitsPoints |= name.is("point_mode");
            if (name.is("shared") || name.is("packed")) {
                name.text = "std140";
            }
            const bool place = name.is("location") || name.is("binding") || name.is("index");
            const bool matrix = name.is("row_major") || name.is("column_major");
            if ((uniform && place) || (attribute && name.is("location")) ||
                (plainUniform && (place || matrix || name.is("std140")))) {
                erase(k, last);
                if (isAt(last + 1, ",")) {
                    erase(last + 1, last + 1);
                } else if (keptOne) {
                    dropCommaBefore(k);
                }
            } else {
                keptOne = true;
            }
            k = last + 2;
        }
        if (!keptOne) {
            erase(i, close);
        }
    }

    void dropCommaBefore(size_t i) {
        while (i > 0 && m_tokens[i - 1].text.empty()) {
            --i;
        }
        if (i > 0 && isAt(i - 1, ",")) {
            erase(i - 1, i - 1);
        }
    }

    // Emitting is where a geometry shader's vertices are finished: see epilogue().
    void emission(size_t i) {
        Token& t = m_tokens[i];
        if (!isAt(i + 1, "(") || m_options.stage != Stage::Geometry || isOverride(i)) {
            return;
        }
        if (t.text == "EmitVertex") {
            t.text = "gd_EmitVertex";
            t.kind = TokenKind::Other;
            m_emissions.try_emplace(t.text, "EmitVertex()");
            return;
        }
        std::string stream;
        const size_t close = closing(m_tokens, i + 1);
        for (size_t k = i + 2; k < close; ++k) {
            stream += m_tokens[k].text + " ";
        }
        t.text = "gd_EmitStreamVertex" + std::to_string(m_emissions.size());
        t.kind = TokenKind::Other;
        m_emissions.try_emplace(t.text, "EmitStreamVertex(" + stream + ")");
        erase(i + 2, close - 1);
    }

    // Calls before the replacement is declared mean the built-in (GLSL 1.10 section 4.2.6).
    [[nodiscard]] bool isOverride(size_t i) const {
        const auto it = m_overrides.find(m_tokens[i].text);
        return it != m_overrides.end() && i >= it->second && isAt(i + 1, "(");
    }

    // "uniform float a[] = …": the target ignores the initialiser and with it the size. Arrays over
    // vertices get theirs from a layout, perhaps another shader's.
    void sizeArray(size_t i) {
        const auto global = std::ranges::find(m_globals, m_tokens[i].text, &Global::name);
        if (global != m_globals.end() && global->type.dims.size() == 1 &&
            global->type.dims[0] > 0 && !global->type.implicitSize && !isOverVertices(*global)) {
            m_tokens[i + 2].before = std::to_string(global->type.dims[0]);
        }
    }

    [[nodiscard]] bool isOverVertices(const Global& global) const {
        return !global.patch &&
               ((m_options.stage == Stage::TessControl && global.storage == Storage::Output) ||
                (m_options.stage == Stage::Geometry && global.storage == Storage::Input));
    }

    // "uniform float a = 1.0, b;": the values are kept in Global::initialValue, and the target
    // would make constants of the variables.
    void dropInitializers(size_t i) {
        for (size_t k = i + 1; k < m_tokens.size() && !isAt(k, ";"); ++k) {
            if (isAt(k, "(") || isAt(k, "[") || isAt(k, "{")) {
                k = closing(m_tokens, k);
            } else if (isAt(k, "=")) {
                size_t last = k;
                while (last + 1 < m_tokens.size() && !isAt(last + 1, ";") && !isAt(last + 1, ",")) {
                    ++last;
                    if (isAt(last, "(") || isAt(last, "[") || isAt(last, "{")) {
                        last = closing(m_tokens, last);
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
            return i >= end ? end : closing(m_tokens, i);
        }
        if (isAt(i, "if")) {
            const size_t last = lastOfStatement(closing(m_tokens, i + 1) + 1);
            return isAt(last + 1, "else") ? lastOfStatement(last + 2) : last;
        }
        if (isAt(i, "for") || isAt(i, "while")) {
            return lastOfStatement(closing(m_tokens, i + 1) + 1);
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
        const bool hasPrecision = m_language.es || m_language.version >= 130;
        if (hasPrecision && t.text == "precision") {
            erase(i, statementEnd(i));
            return true;
        }
        if (hasPrecision && (t.text == "highp" || t.text == "mediump" || t.text == "lowp")) {
            erase(i, i);
            return true;
        }
        if (t.text == "invariant" && (m_language.es || m_language.version >= 120)) {
            for (size_t k = i + 1; k < m_tokens.size() && !isAt(k, ";"); ++k) {
                if (m_tokens[k].text.starts_with("gl_")) {
                    m_out.invariantBuiltins.insert(m_tokens[k].text);
                }
            }
            // From 4.20 on inputs cannot be invariant; there it says nothing anyway.
            if (m_options.stage != Stage::Fragment &&
                (m_options.stage == Stage::Vertex || !isQualified(i, "in"))) {
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
                t.before += kVectorBegin;
                m_tokens[closing(m_tokens, i + 1)].after += kVectorEnd;
            }
            return true;
        }
        if (m_language.es) {
            return false;
        }
        if (t.text == "degrees" && !m_overrides.contains(t.text) && m_language.version < 400 &&
            !m_language.enables("GL_ARB_gpu_shader_fp64")) {
            // The compiler folds in double precision, where degrees(3.1415926535) stays below 180.
            // This is 180 / pi in single precision.
            t.text = "(57.295780181884766 * ";
            m_tokens[closing(m_tokens, i + 1)].after += ")";
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
            erase(i + 1, closing(m_tokens, i + 1));
            t.text = std::string(kZero[noise - std::begin(kNoise)]);
            return true;
        }
        return false;
    }

    void builtinVariable(size_t i) {
        Token& t = m_tokens[i];
        if (t.text == "gl_PerVertex") {
            perVertex(i);
            return;
        }
        m_out.builtins.readsIn |= t.text == "gl_in" && (i == 0 || !isAt(i - 1, "}"));
        if ((t.text == "gl_in" || t.text == "gl_out") && vertexVarying(i)) {
            return;
        }
        m_out.writesPointSize |= t.text == "gl_PointSize";
        m_out.writesPosition |= t.text == "gl_Position";
        m_out.usesClipDistance |= t.text == "gl_ClipDistance";
        if (isAt(i + 1, "(") && i > 0 && m_tokens[i - 1].isIdentifier() &&
            !m_tokens[i - 1].is("return") && !m_tokens[i - 1].is("else")) {
            m_out.error = "0:" + std::to_string(t.line) + ": error: '" + t.text +
                          "' : names that start with gl_ are reserved\n";
        }
        if (const auto limit = limitConstant(t.text, m_options.limits)) {
            t.text = std::to_string(*limit);
            return;
        }
        if (t.text == "gl_FragCoord") {
            fragCoord(i);
            return;
        }
        if (t.text == "gl_FragData" && m_options.stage == Stage::Fragment) {
            fragData(i);
            return;
        }
        if (t.text == "gl_TexCoord") {
            checkTexCoord(i);
        }
        if (t.text == "gl_FragDepth") {
            fragDepth(i);
        }
        const auto hidden = hiddenName(t.text, m_options);
        if (hidden && isRedeclaration(i)) {
            noteInterpolation(i);
            erase(statementStart(i), statementEnd(i));
            return;
        }
        hide(t, t.text);
    }

    // "gl_in[i].gl_FrontColor": the target's gl_in and gl_out have what core profiles have; each of
    // the other varyings is an array of its own.
    bool vertexVarying(size_t i) {
        const size_t close = isAt(i + 1, "[") ? closing(m_tokens, i + 1) : i;
        if (!isAt(close + 1, ".") || close + 2 >= m_tokens.size()) {
            return false;
        }
        const std::string name = m_tokens[close + 2].text;
        const auto hidden = m_tokens[i].is("gl_in") ? hiddenInput(name, m_options.limits)
                                                    : hiddenName(name, m_options);
        if (!hidden) {
            return false;
        }
        if (name == "gl_TexCoord") {
            checkTexCoord(close + 2);
        }
        declare(m_tokens[i].is("gl_in") ? "gl_in." + name : name, *hidden);
        m_tokens[i].text = hidden->replacement;
        erase(close + 1, close + 2);
        return true;
    }

    // "out gl_PerVertex { … };": what finishes vertices needs members that the shader may leave
    // out.
    void perVertex(size_t i) {
        if (!isAt(i + 1, "{")) {
            return;
        }
        const size_t close = closing(m_tokens, i + 1);
        bool position = false;
        bool pointSize = false;
        bool isEmpty = true;
        const bool isInput = isQualified(i, "in");
        (isInput ? m_out.builtins.redeclaresIn : m_out.builtins.redeclaresOut) = true;
        for (size_t k = i + 2; k < close; ++k) {
            if (m_tokens[k].text.starts_with("gl_")) {
                m_out.builtins.members.insert((isInput ? "in " : "out ") + m_tokens[k].text);
                if (hiddenInput(m_tokens[k].text, m_options.limits)) {
                    dropMember(k, isInput);
                    continue;
                }
                isEmpty = false;
            }
            position |= isAt(k, "gl_Position");
            pointSize |= isAt(k, "gl_PointSize");
            m_tokens[k].kind =
                m_tokens[k].text.starts_with("gl_") ? TokenKind::Other : m_tokens[k].kind;
        }
        if (isQualified(i, "out") && m_options.stage != Stage::TessControl) {
            m_tokens[i + 1].after += position ? "" : " vec4 gl_Position;";
            m_tokens[i + 1].after += pointSize || !finishesPoints() ? "" : " float gl_PointSize;";
        } else if (isEmpty) {
            m_tokens[i + 1].after += " vec4 gl_Position;"; // Blocks have members.
        }
    }

    // A member of gl_PerVertex that the target's has not: our own declaration takes its place.
    void dropMember(size_t i, bool isInput) {
        if (!isInput) {
            noteInterpolation(i);
        }
        const size_t last = isAt(i + 1, "[") ? closing(m_tokens, i + 1) : i;
        size_t before = i - 1;
        while (before > 0 && m_tokens[before].text.empty()) {
            --before;
        }
        if (isAt(last + 1, ",")) {
            erase(i, last + 1);
        } else if (isAt(before, ",")) {
            erase(before, last);
        } else {
            erase(statementStart(i), statementEnd(i));
        }
    }

    // Vulkan counts rows from the framebuffer's first, which is GL's bottom, and pixel centres lie
    // at halves; a redeclaration can ask for other conventions.
    void fragCoord(size_t i) {
        if (isRedeclaration(i)) {
            const size_t first = statementStart(i);
            for (size_t k = first; k < i; ++k) {
                m_originUpperLeft |= isAt(k, "origin_upper_left");
                m_pixelCenterInteger |= isAt(k, "pixel_center_integer");
            }
            m_out.builtins.redeclaresFragCoord = true;
            m_out.builtins.originUpperLeft = m_originUpperLeft;
            m_out.builtins.pixelCenterInteger = m_pixelCenterInteger;
            erase(first, statementEnd(i));
            return;
        }
        m_out.builtins.usesFragCoord = true;
        if (!m_originUpperLeft && !m_pixelCenterInteger) {
            return;
        }
        const std::string half = m_pixelCenterInteger ? " - 0.5" : "";
        std::string y = "gl_FragCoord.y";
        if (m_originUpperLeft) {
            declare("gl_DrawHeight", *hiddenName("gl_DrawHeight", m_options));
            y = "gd_DrawHeight - gl_FragCoord.y";
        }
        m_tokens[i].text = "vec4(gl_FragCoord.x" + half + ", " + y + half + ", gl_FragCoord.zw)";
        m_tokens[i].kind = TokenKind::Other;
    }

    void fragDepth(size_t i) {
        if (!isRedeclaration(i)) {
            m_out.builtins.usesFragDepth = true;
            return;
        }
        m_out.builtins.redeclaresFragDepth = true;
        for (const std::string_view layout :
             {"depth_any", "depth_greater", "depth_less", "depth_unchanged"}) {
            for (size_t k = statementStart(i); k < i; ++k) {
                m_out.builtins.depthLayout = isAt(k, layout) ? layout : m_out.builtins.depthLayout;
            }
        }
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
        if (i < 2 || !m_tokens[i - 1].isIdentifier() ||
            (!isAt(i + 1, ";") && !isAt(i + 1, "[") && !isAt(i + 1, ","))) {
            return false;
        }
        return isQualified(i, "in") || isQualified(i, "out");
    }

    // "flat out vec4 gl_FrontColor, gl_BackColor;": of all built-in variables these alone can be
    // interpolated otherwise (GLSL 1.30 section 4.3.7).
    void noteInterpolation(size_t i) {
        std::string word;
        const size_t end = statementEnd(i);
        for (size_t k = statementStart(i); k < end; ++k) {
            if (isAt(k, "smooth") || isAt(k, "flat") || isAt(k, "noperspective")) {
                word = m_tokens[k].text;
            } else if (isVertexColor(m_tokens[k].text, m_options.stage)) {
                m_interpolation[m_tokens[k].text] = word;
            }
        }
    }

    void hide(Token& t, const std::string& glName) {
        if (const auto hidden = hiddenName(glName, m_options)) {
            if (isVertexColor(glName, m_options.stage)) {
                m_out.builtins.colors[glName] = m_interpolation[glName];
            }
            declare(glName, *hidden);
            m_usesBaseInstance |= hidden->replacement.find("gd_BaseInstance") != std::string::npos;
            t.text = hidden->replacement;
            t.kind = TokenKind::Identifier;
        }
    }

    void declare(const std::string& glName, const HiddenName& hidden) {
        if (!m_declared.insert(glName).second) {
            return;
        }
        if (!hidden.dependency.empty()) {
            if (const auto dependency = hiddenName(hidden.dependency, m_options)) {
                declare(hidden.dependency, *dependency);
            }
        }
        if (!hidden.declaration.empty()) {
            const auto interpolation = m_interpolation.find(glName);
            m_declarations +=
                interpolation == m_interpolation.end() ? "" : interpolation->second + " ";
            m_declarations += hidden.declaration + "\n";
        }
    }

    // A front colour is what fragments read, and from it they find the back's.
    void declareFronts() {
        for (const auto& [front, back] : kColorSides) {
            const std::string name = "gl_" + std::string(front);
            if (handsOnColors() && m_definesMain &&
                m_declared.contains("gl_" + std::string(back)) && !m_declared.contains(name)) {
                declare(name, *hiddenName(name, m_options));
                m_unwrittenFronts.push_back(front);
            }
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
        if (hasEndCode() || clampsColors()) {
            m_declarations += "layout(constant_id = " + std::to_string(kLastStageConstant) +
                              ") const bool gd_LastStage = true;\n";
        }
        if (clampsColors()) {
            m_declarations += "uniform vec4 gd_ColorBounds;\n";
        }
        if (hasPointSizeOverride()) {
            m_declarations += "uniform float gd_PointSizeOverride;\n";
        }
        for (const auto& [name, call] : m_emissions) {
            m_declarations += "void " + name + "();\n";
        }
        return versionLine(targetVersion()) + extensions() + m_declarations +
               std::string(kRewrittenStart);
    }

    // Those that add to the target what it lacks.
    [[nodiscard]] std::string extensions() const {
        std::string text;
        if (m_usesBaseInstance) {
            text += "#extension GL_EXT_spirv_intrinsics : require\n";
        }
        // 4.10 has locations on blocks; the compiler wants this for them.
        constexpr std::string_view kLayouts = "GL_ARB_enhanced_layouts";
        for (const std::string_view name :
             {std::string_view("GL_ARB_shader_draw_parameters"),
              std::string_view("GL_ARB_derivative_control"),
              kLayouts,
              std::string_view("GL_ARB_shader_stencil_export"),
              std::string_view("GL_ARB_shader_viewport_layer_array")}) {
            const bool block = m_language.version >= 150 && name == kLayouts;
            if (m_language.enables(name) || block) {
                text += "#extension " + std::string(name) + " : enable\n";
            }
        }
        return text;
    }

    // What the language's last versions add to its library costs the compiler library more than
    // all the rest: when a process compiles its first shader it reads 4.50 in 357 million
    // instructions, 4.30 in 182 and 3.30 in 139.
    [[nodiscard]] int targetVersion() const {
        if (m_out.target == Target::Least) {
            return kLeastVersion;
        }
        const bool old = m_language.version <= (m_language.es ? 300 : 430);
        return old && !m_usesCullDistance ? 430 : 450;
    }

    [[nodiscard]] bool isContentWithLeast() const {
        return m_language.version <= (m_language.es ? 300 : 330) && m_language.extensions.empty() &&
               (m_options.stage == Stage::Vertex || m_options.stage == Stage::Fragment);
    }

    // The stage can be the last before rasterisation, and its vertices may be drawn as points.
    [[nodiscard]] bool finishesPoints() const {
        return m_options.stage == Stage::Vertex ||
               ((m_options.stage == Stage::TessEvaluation || m_options.stage == Stage::Geometry) &&
                m_emitsPoints);
    }

    [[nodiscard]] bool hasPointSizeOverride() const {
        return m_options.api == Api::Desktop && finishesPoints() && m_definesMain;
    }

    [[nodiscard]] bool hasEndCode() const {
        const bool canBeLast = m_options.stage == Stage::Vertex ||
                               m_options.stage == Stage::TessEvaluation ||
                               m_options.stage == Stage::Geometry;
        return m_definesMain && canBeLast &&
               (hasPointSizeOverride() || !m_options.nativeDepthRange);
    }

    // The stage's colours may be those that fragments read.
    [[nodiscard]] bool handsOnColors() const {
        return m_options.stage == Stage::Vertex || m_options.stage == Stage::TessEvaluation ||
               m_options.stage == Stage::Geometry;
    }

    [[nodiscard]] bool clampsColors() const {
        return handsOnColors() && m_definesMain &&
               std::ranges::any_of(kClampedColors, [this](std::string_view name) {
                   return m_declared.contains("gl_" + std::string(name));
               });
    }

    // Vertex colours are clamped (GL 4.6 compatibility profile section 12.3.1), behind the last
    // stage that has them, unless glClampColor() switched that off. No branch, as linking looks for
    // that of endCode().
    [[nodiscard]] std::string colorClamps() const {
        std::string text;
        for (const std::string_view name : kClampedColors) {
            const std::string color = std::string(kHiddenPrefix) + std::string(name);
            if (handsOnColors() && m_declared.contains("gl_" + std::string(name))) {
                text += "    " + color + " = mix(" + color + ", clamp(" + color +
                        ", gd_ColorBounds.x, gd_ColorBounds.y), bvec4(gd_LastStage));\n";
            }
        }
        return text;
    }

    // One statement, which linking looks for: transform feedback captures what is there before it.
    [[nodiscard]] std::string endCode() const {
        if (!hasEndCode()) {
            return {};
        }
        std::string text = "    if (gd_LastStage) {\n";
        if (hasPointSizeOverride()) {
            text +=
                "        if (gd_PointSizeOverride > 0.0) gl_PointSize = gd_PointSizeOverride;\n";
        }
        if (!m_options.nativeDepthRange) {
            text += "        gl_Position.z = (gl_Position.z + gl_Position.w) * 0.5;\n";
        }
        return text + "    }\n";
    }

    [[nodiscard]] std::string beforeMain() const {
        std::string text = finishesPoints() ? "    gl_PointSize = 1.0;\n" : "";
        for (const std::string_view front : m_unwrittenFronts) {
            text += "    " + std::string(kHiddenPrefix) + std::string(front) + " = vec4(0.0);\n";
        }
        return text;
    }

    [[nodiscard]] std::string afterMain() const {
        return m_options.stage == Stage::Geometry ? std::string() : colorClamps() + endCode();
    }

    /// `wrapped`: the shader's main is a function that ours calls.
    [[nodiscard]] std::string epilogue(bool wrapped) const {
        if (!m_definesMain || m_options.stage == Stage::TessControl) {
            return {};
        }
        std::string text;
        // Outputs are undefined after a vertex is emitted, but some shaders take them to stay.
        const bool restores = !m_options.nativeDepthRange;
        for (const auto& [name, call] : m_emissions) {
            text += "void " + name + "() {\n";
            text += restores ? "    float z = gl_Position.z;\n" : "";
            text += colorClamps() + endCode() + "    " + call + ";\n";
            text += restores ? "    gl_Position.z = z;\n" : "";
            text += "}\n";
        }
        if (wrapped) {
            text += "void main() {\n" + beforeMain() + "    gd_main();\n" + afterMain() + "}\n";
        }
        return text;
    }

    const CompileOptions& m_options;
    const Language& m_language;
    const std::vector<Global>& m_globals;
    Namesakes m_namesakes;
    std::vector<Token> m_tokens;
    std::set<std::string> m_userTexture;
    std::set<std::string> m_extensionFunctions;
    std::map<std::string, size_t> m_overrides; // → where the first declaration stands
    std::set<std::string> m_declared;
    std::map<std::string, std::string> m_interpolation; // of vertex colours declared anew
    std::vector<std::string_view> m_unwrittenFronts;
    std::string m_declarations;
    int m_fragDataSize = 0;
    std::map<std::string, std::string> m_emissions; // function of ours → call that it makes
    bool m_definesMain = false;
    size_t m_main = 0;     ///< where its definition has its name
    size_t m_mainBody = 0; ///< and its opening brace
    size_t m_mains = 0;    ///< how often it is named
    bool m_emitsPoints = false;
    bool m_usesCullDistance = false;
    bool m_usesBaseInstance = false;
    bool m_originUpperLeft = false;
    bool m_pixelCenterInteger = false;
    Rewritten m_out;
};

} // namespace

Rewritten rewrite(const CompileOptions& options,
                  const Language& language,
                  const std::vector<Global>& globals,
                  const std::string& preprocessed,
                  Namesakes namesakes,
                  Target target) {
    return Rewriter(options, language, globals, preprocessed, namesakes, target).run();
}

std::string leastTarget() {
    return versionLine(kLeastVersion);
}

std::string withDeclarations(std::string rewritten, const std::string& declarations) {
    const size_t at = rewritten.find(kRewrittenStart);
    return at == std::string::npos ? rewritten : rewritten.insert(at, declarations);
}

} // namespace glsl
