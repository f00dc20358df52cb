// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/checks.h"

#include "glsl/language/builtins.h"

#include <algorithm>
#include <iterator>
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
        for (const Token& t : m_tokens) {
            if (t.kind == TokenKind::Directive) {
                directive(t);
            }
        }
        collectConstants();
        int depth = 0;
        int parentheses = 0;
        for (size_t i = 0; i < m_tokens.size() && m_error.empty(); ++i) {
            const Token& t = m_tokens[i];
            depth += t.is("{") ? 1 : t.is("}") ? -1 : 0;
            parentheses += t.is("(") ? 1 : t.is(")") ? -1 : 0;
            if (t.kind == TokenKind::Directive && depth > 0) {
                pragma(t);
            }
            if (!t.isIdentifier()) {
                continue;
            }
            vectorSize(i);
            structureName(i);
            removed(t);
            reserved(t);
            fragmentColor(t);
            qualifiers(i);
            blockIndex(i);
            if (parentheses > 0 && t.is("layout")) { // GLSL 1.50 section 4.3.8
                error(t, "does not qualify parameters");
            }
            if (depth == 0 && parentheses == 0 && isInterpolation(t)) {
                interpolation(i);
            }
            if (depth == 0) {
                global(i);
            } else {
                localFunction(i);
            }
            if (!m_language.es && m_language.version < 130) {
                integerAttribute(i);
                arrayParameter(i);
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

    // A word of the desktop language, by its version or an extension.
    [[nodiscard]] bool has(int version, std::string_view extension) const {
        return !m_language.es && (m_language.version >= version || m_language.enables(extension));
    }

    // GLSL ES 3.00 section 4.6.4.
    void directive(const Token& t) {
        if (m_language.es && m_language.version >= 300 && m_stage == Stage::Fragment &&
            t.text.find("STDGL") != t.text.npos && t.text.find("invariant") != t.text.npos) {
            m_error = "0:" + std::to_string(t.line) +
                      ": error: '#pragma' : inputs of fragment shaders cannot be invariant\n";
        }
    }

    // GLSL 1.10 section 3.3: these two stand outside of functions.
    void pragma(const Token& t) {
        const std::vector<Token> words = tokenize(std::string_view(t.text).substr(1));
        if (words.size() >= 2 && words[0].is("pragma") &&
            (words[1].is("optimize") || words[1].is("debug"))) {
            m_error = "0:" + std::to_string(t.line) +
                      ": error: '#pragma' : stands outside of functions only\n";
        }
    }

    // "[ivec2(1)]": neither a size nor an index.
    void vectorSize(size_t i) {
        std::string_view type = m_tokens[i].text;
        type.remove_prefix(type.starts_with("i") || type.starts_with("u") ? 1 : 0);
        if ((type == "vec2" || type == "vec3" || type == "vec4") && i > 0 && isAt(i - 1, "[") &&
            isAt(i + 1, "(") && isAt(closing(m_tokens, i + 1) + 1, "]")) {
            error(m_tokens[i], "a scalar is wanted between brackets");
        }
    }

    // GLSL 1.10 section 3.7.
    void structureName(size_t i) {
        if (m_tokens[i].is("struct") && i + 1 < m_tokens.size() &&
            m_tokens[i + 1].text.starts_with("gl_")) {
            error(m_tokens[i + 1], "is a reserved name");
        }
    }

    // "TYPE NAME (" as a statement (GLSL 1.20 section 6.1).
    void localFunction(size_t i) {
        const Token& t = m_tokens[i];
        const bool isDeclared = i > 0 && i + 1 < m_tokens.size() &&
                                m_tokens[i + 1].isIdentifier() && isAt(i + 2, "(") &&
                                (isAt(i - 1, ";") || isAt(i - 1, "{") || isAt(i - 1, "}"));
        if (isDeclared && !m_language.es && m_language.version >= 120 && !t.is("return") &&
            !t.is("else") && !t.is("do") && !t.is("case")) {
            error(m_tokens[i + 1], "functions are declared outside of functions");
        }
    }

    // Attributes are floats, and vectors and matrices of them (GLSL 1.20 section 4.3.4).
    void integerAttribute(size_t i) {
        if (i + 1 == m_tokens.size() || !m_tokens[i].is("attribute") ||
            m_language.enables("GL_EXT_gpu_shader4")) {
            return;
        }
        const std::string_view type = m_tokens[i + 1].text;
        if (type == "int" || type == "bool" || type.starts_with("ivec") ||
            type.starts_with("bvec")) {
            error(m_tokens[i + 1], "attributes are of floats");
        }
    }

    // "out float x[2]": an array is no l-value in GLSL 1.10 (section 5.8).
    void arrayParameter(size_t i) {
        if (m_language.version == 110 && (m_tokens[i].is("out") || m_tokens[i].is("inout")) &&
            i + 3 < m_tokens.size() && m_tokens[i + 1].isIdentifier() &&
            m_tokens[i + 2].isIdentifier() && isAt(i + 3, "[")) {
            error(m_tokens[i + 2], "an array is no l-value");
        }
    }

    void reserved(const Token& t) {
        if (m_language.es || m_language.version < 130) {
            return;
        }
        static constexpr std::string_view kImages[] = {
            "image1DShadow", "image2DShadow", "image1DArrayShadow", "image2DArrayShadow"};
        if (std::ranges::find(kImages, t.text) != std::end(kImages) ||
            (m_language.version == 130 && t.is("row_major") &&
             !m_language.enables("GL_ARB_uniform_buffer_object"))) {
            error(t, "is a reserved word");
        }
    }

    // EXT_blend_func_extended: gl_FragColor and its second source, or gl_FragData and its. The
    // compiler library knows that of the first ones.
    void fragmentColor(const Token& t) {
        if (m_stage != Stage::Fragment || !m_language.enables("GL_EXT_blend_func_extended")) {
            return;
        }
        m_usesColor |= t.is("gl_FragColor") || t.is("gl_SecondaryFragColorEXT");
        m_usesData |= t.is("gl_FragData") || t.is("gl_SecondaryFragDataEXT");
        if (m_usesColor && m_usesData) {
            error(t, "does not go together with the other kind of colours");
        }
    }

    static bool isPrecision(const Token& t) {
        return t.is("highp") || t.is("mediump") || t.is("lowp");
    }

    // Where qualifiers may not stand (GLSL 1.30 sections 4.5.3, 4.7; GLSL ES 1.00 section 4.5.2).
    void qualifiers(size_t i) {
        if (i + 1 >= m_tokens.size() || (!m_language.es && m_language.version < 130)) {
            return;
        }
        const Token& t = m_tokens[i];
        const Token& next = m_tokens[i + 1];
        if (isPrecision(t)) {
            const bool followed = next.is("bool") || next.is("bvec2") || next.is("bvec3") ||
                                  next.is("bvec4") || next.is("struct");
            const bool ordered =
                !has(420, "GL_ARB_shading_language_420pack") &&
                (next.is("in") || next.is("out") || next.is("inout") || next.is("const"));
            if (followed || ordered) {
                error(next, "cannot follow a precision qualifier");
            }
        } else if ((t.is("smooth") || t.is("flat") || t.is("noperspective")) &&
                   (next.is("varying") || next.is("attribute"))) {
            error(next, "cannot follow an interpolation qualifier");
        }
    }

    [[nodiscard]] bool isInterpolation(const Token& t) const {
        if (t.is("sample")) {
            return has(400, "GL_ARB_gpu_shader5");
        }
        if (t.is("centroid")) {
            return m_language.version >= (m_language.es ? 300 : 120);
        }
        return (t.is("smooth") || t.is("flat") || t.is("noperspective")) &&
               m_language.version >= (m_language.es ? 300 : 130);
    }

    // A word of interpolation at `i` stands with "in", "out" or "varying" (GLSL 1.50
    // section 4.3.9).
    void interpolation(size_t i) {
        const auto ends = [&](size_t k) { return isAt(k, ";") || isAt(k, "{") || isAt(k, "}"); };
        size_t k = i;
        while (k > 0 && !ends(k - 1) && m_tokens[k - 1].kind != TokenKind::Directive) {
            --k;
        }
        for (; k < m_tokens.size() && !ends(k) && !isAt(k, "="); ++k) {
            if (isAt(k, "(")) {
                k = closing(m_tokens, k);
            } else if (isAt(k, "in") || isAt(k, "out") || isAt(k, "varying")) {
                return;
            }
        }
        error(m_tokens[i], "qualifies inputs and outputs only");
    }

    void collectConstants() {
        for (size_t i = 0; i + 2 < m_tokens.size(); ++i) {
            if (m_tokens[i].is("const")) {
                size_t k = i + 1;
                while (k + 1 < m_tokens.size() && !isAt(k + 1, "=") && !isAt(k + 1, ";")) {
                    ++k;
                }
                for (size_t name = i + 1; name <= k && name < m_tokens.size(); ++name) {
                    m_constants.insert(m_tokens[name].text);
                }
            }
        }
    }

    // Arrays of blocks take constant indices only, until GLSL 4.00.
    void blockIndex(size_t i) {
        if (has(400, "GL_ARB_gpu_shader5") || !m_blockArrays.contains(m_tokens[i].text) ||
            !isAt(i + 1, "[") || (i > 0 && isAt(i - 1, "."))) {
            return;
        }
        const size_t close = closing(m_tokens, i + 1);
        for (size_t k = i + 2; k < close; ++k) {
            if (m_tokens[k].isIdentifier() && !isAt(k + 1, "(") && !isAt(k - 1, ".") &&
                !m_constants.contains(m_tokens[k].text) &&
                !m_tokens[k].text.starts_with("gl_Max")) {
                return error(m_tokens[k], "an array of blocks takes constant indices");
            }
        }
    }

    static bool needsFlat(std::string_view type) {
        return type == "int" || type == "uint" || type == "double" || type.starts_with("ivec") ||
               type.starts_with("uvec") || type.starts_with("dvec") || type.starts_with("dmat");
    }

    // "struct NAME { … }": those that hold what cannot be interpolated.
    void structure(size_t i) {
        if (isAt(i + 2, "{") && m_tokens[i + 1].isIdentifier() &&
            flatMember(i + 2, false) != nullptr) {
            m_flatStructs.insert(m_tokens[i + 1].text);
        }
    }

    // The type of the first of the members between the braces from `open` on that has to be flat;
    // `unqualified`: and is not.
    [[nodiscard]] const Token* flatMember(size_t open, bool unqualified) const {
        const size_t close = closing(m_tokens, open);
        bool flat = false;
        const Token* type = nullptr;
        for (size_t k = open + 1; k < close; ++k) {
            if (isAt(k, "(") || isAt(k, "[")) {
                k = closing(m_tokens, k);
                continue;
            }
            const Token& t = m_tokens[k];
            flat |= t.is("flat");
            type = needsFlat(t.text) || m_flatStructs.contains(t.text) ? &t : type;
            if (t.is(";")) {
                if (type != nullptr && !(flat && unqualified)) {
                    return type;
                }
                flat = false;
                type = nullptr;
            }
        }
        return nullptr;
    }

    // "in NAME { … }" of a fragment shader: what cannot be interpolated must be flat (GLSL 1.50
    // section 4.3.4).
    void inputBlock(size_t i) {
        if (m_stage != Stage::Fragment || !isAt(i - 1, "in") || (i >= 2 && isAt(i - 2, "flat"))) {
            return;
        }
        if (const Token* type = flatMember(i + 1, true)) {
            error(*type, "a fragment shader's input of this type must be flat");
        }
    }

    // GLSL 1.50 section 4.3.7.
    void deprecatedMember(size_t open) {
        const size_t close = closing(m_tokens, open);
        for (size_t k = open + 1; k < close; ++k) {
            if (m_tokens[k].is("varying") || m_tokens[k].is("attribute")) {
                return error(m_tokens[k], "does not qualify members of blocks");
            }
        }
    }

    // The names of what is declared between the braces that open at `open`.
    [[nodiscard]] std::vector<const Token*> members(size_t open) const {
        std::vector<const Token*> found;
        const size_t close = closing(m_tokens, open);
        for (size_t k = open + 1; k < close; ++k) {
            const bool named = m_tokens[k].isIdentifier() && m_tokens[k - 1].isIdentifier();
            if (named && (isAt(k + 1, ";") || isAt(k + 1, ",") || isAt(k + 1, "["))) {
                found.push_back(&m_tokens[k]);
            }
        }
        return found;
    }

    // Names that start so are the language's (GLSL 1.50 section 3.7), of which the library takes a
    // member for its own.
    void reservedMembers(size_t open) {
        for (const Token* member : members(open)) {
            if (member->text.starts_with("gl_")) {
                return error(*member, "is a reserved name");
            }
        }
    }

    // The library takes what it finds by a member's name for the block's.
    void perVertexMembers(size_t open) {
        static const std::set<std::string_view> kMembers = {"gl_Position",
                                                            "gl_PointSize",
                                                            "gl_ClipDistance",
                                                            "gl_CullDistance",
                                                            "gl_ClipVertex",
                                                            "gl_FrontColor",
                                                            "gl_BackColor",
                                                            "gl_FrontSecondaryColor",
                                                            "gl_BackSecondaryColor",
                                                            "gl_TexCoord",
                                                            "gl_FogFragCoord"};
        for (const Token* member : members(open)) {
            if (!kMembers.contains(member->text)) {
                return error(*member, "is no member of gl_PerVertex");
            }
        }
    }

    // gl_in and gl_out keep their names, and members of a redeclared block are not redeclared
    // outside of it (GLSL 4.10 section 7.1).
    void perVertexBlock(size_t i) {
        perVertexMembers(i + 1);
        if (isAt(i - 1, "out")) {
            const size_t close = closing(m_tokens, i + 1);
            for (size_t k = i + 2; k < close; ++k) {
                if (m_tokens[k].text.starts_with("gl_") && m_tokens[k - 1].isIdentifier()) {
                    m_perVertexMembers.insert(m_tokens[k].text);
                }
            }
        }
        const bool array = (isAt(i - 1, "in") && m_stage != Stage::Vertex) ||
                           (isAt(i - 1, "out") && m_stage == Stage::TessControl);
        if (array && isAt(closing(m_tokens, i + 1) + 1, ";")) {
            error(m_tokens[i], "is redeclared without its instance name");
        }
    }

    // The declaration that starts with "in" at `i` in a geometry shader: the sizes of all input
    // arrays agree.
    void geometryInput(size_t i) {
        size_t k = i + 1;
        while (k < m_tokens.size() && !isAt(k, ";") && !isAt(k, "{") && !isAt(k, "[")) {
            ++k;
        }
        if (isAt(k, "{")) {
            k = closing(m_tokens, k) + 1;
            while (k < m_tokens.size() && !isAt(k, ";") && !isAt(k, "[")) {
                ++k;
            }
        }
        if (k + 4 < m_tokens.size() && isAt(k + 2, "]") && m_tokens[k + 3].isIdentifier() &&
            isAt(k + 4, "[")) {
            k += 4; // "in vec4[2] a[3]": the name's size is the outer one
        }
        if (!isAt(k, "[") || !isAt(k + 2, "]") || m_tokens[k + 1].kind != TokenKind::Number) {
            return;
        }
        if (!m_inputSize.empty() && m_inputSize != m_tokens[k + 1].text) {
            error(m_tokens[k + 1], "input arrays of different sizes");
        }
        m_inputSize = m_tokens[k + 1].text;
    }

    // "layout(points, points) in;"
    void geometryLayout(size_t i) {
        const size_t close = closing(m_tokens, i + 1);
        if (!isAt(close + 1, "in")) {
            return;
        }
        int primitives = 0;
        for (size_t k = i + 2; k < close; ++k) {
            for (const std::string_view word :
                 {"points", "lines", "triangles", "lines_adjacency", "triangles_adjacency"}) {
                primitives += isAt(k, word) ? 1 : 0;
            }
        }
        if (primitives > 1) {
            error(m_tokens[i], "more than one primitive");
        }
    }

    // "IDENT {" is a block and "TYPE IDENT (" a function. The compiler does not survive a block of
    // a function's name.
    void global(size_t i) {
        const Token& t = m_tokens[i];
        // "float[2] f()", "struct S { … } f()"
        if (m_perVertexMembers.contains(t.text) && i > 0 &&
            (isAt(i - 1, "vec4") || isAt(i - 1, "float"))) {
            return error(t, "is redeclared outside of its block");
        }
        const bool isFunction =
            i > 0 && isAt(i + 1, "(") && !t.is("layout") &&
            (m_tokens[i - 1].isIdentifier() || isAt(i - 1, "]") || isAt(i - 1, "}"));
        if (isFunction) {
            m_functions.insert(t.text);
        } else if (m_stage == Stage::Geometry && t.is("layout") && isAt(i + 1, "(")) {
            geometryLayout(i);
        } else if (m_stage == Stage::Geometry && t.is("in") && !isAt(i + 1, ";")) {
            geometryInput(i);
        } else if (t.is("struct")) {
            structure(i);
        } else if (isAt(i + 1, "{") && i > 0 && !isAt(i - 1, "struct")) {
            block(i);
        }
    }

    void block(size_t i) {
        // From GLSL ES 3.00 on nothing else is named like a built-in function (section 6.1).
        if (m_functions.contains(m_tokens[i].text) ||
            (m_language.es && m_language.version >= 300 && isBuiltinFunction(m_tokens[i].text))) {
            return error(m_tokens[i], "redefinition");
        }
        const size_t close = closing(m_tokens, i + 1);
        if (isAt(i - 1, "uniform") && isAt(close + 2, "[")) {
            m_blockArrays.insert(m_tokens[close + 1].text);
            // GLSL 1.50 section 4.3.7: it says how many buffers there are.
            if (!has(430, "GL_ARB_shader_storage_buffer_object") && isAt(close + 3, "]")) {
                return error(m_tokens[close + 1], "an array of uniform blocks needs a size");
            }
        }
        deprecatedMember(i + 1);
        inputBlock(i);
        if (m_tokens[i].is("gl_PerVertex")) {
            perVertexBlock(i);
        } else {
            reservedMembers(i + 1);
        }
    }

    const std::vector<Token>& m_tokens;
    const Language& m_language;
    Stage m_stage;
    bool m_compatibility;
    std::set<std::string> m_functions;
    std::set<std::string> m_constants;        // names that are declared const somewhere
    std::set<std::string> m_blockArrays;      // instance names
    std::set<std::string> m_perVertexMembers; // of a redeclared gl_PerVertex that is written
    std::set<std::string> m_flatStructs;      // hold what cannot be interpolated
    bool m_usesColor = false;                 // gl_FragColor, or its second source
    bool m_usesData = false;
    std::string m_inputSize; // of a geometry shader's input arrays
    std::string m_error;
};

} // namespace

std::string languageError(const std::vector<Token>& tokens,
                          const Language& language,
                          Stage stage,
                          bool compatibility) {
    return Checker(tokens, language, stage, compatibility).run();
}

std::string directiveError(const std::vector<Token>& tokens, const Language& language) {
    const auto errorAt = [](int line, std::string_view text) {
        return "0:" + std::to_string(line) + ": error: " + std::string(text) + "\n";
    };
    bool hasRectangles = true;
    int conditions = 0; // What is within them may be left out.
    for (const Token& t : tokens) {
        if (t.is("sampler2DRect") && !hasRectangles) {
            return errorAt(t.line, "'sampler2DRect' : its extension is disabled");
        }
        if (t.kind != TokenKind::Directive) {
            continue;
        }
        const std::vector<Token> words = tokenize(std::string_view(t.text).substr(1));
        if (!words.empty()) {
            conditions += words[0].text.starts_with("if") ? 1 : words[0].is("endif") ? -1 : 0;
        }
        if (words.size() < 2 || conditions > 0) {
            continue;
        }
        // GLSL 1.10 section 3.3: "There are no number sign based operators".
        if (words[0].is("define") &&
            std::ranges::any_of(words, [](const Token& word) { return word.is("#"); })) {
            return errorAt(t.line, "'#' : there is no such operator");
        }
        if (words[0].is("extension") && words[1].is("GL_ARB_texture_rectangle") && !language.es &&
            language.version < 140) {
            hasRectangles = !words.back().is("disable");
        }
    }
    return {};
}

} // namespace glsl
