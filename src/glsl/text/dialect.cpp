// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/dialect.h"

#include "glsl/language/builtins.h"
#include "glsl/text/tokens.h"

#include <algorithm>
#include <string_view>

namespace glsl {

namespace {

void blank(std::string& source, const Token& t) {
    std::fill_n(source.begin() + std::ptrdiff_t(t.offset), t.text.size(), ' ');
}

// "1.0f" is not GLSL 1.10 or ES 1.00, but every implementation takes it.
void dropFloatSuffixes(std::string& source, const std::vector<Token>& tokens) {
    for (const Token& t : tokens) {
        const bool isHex = t.text.starts_with("0x") || t.text.starts_with("0X");
        if (t.kind == TokenKind::Number && !isHex && t.text.size() > 1 &&
            (t.text.back() == 'f' || t.text.back() == 'F') &&
            t.text.find_first_of(".eE") != std::string::npos) {
            source[t.offset + t.text.size() - 1] = ' ';
        }
    }
}

// GL_ARB_explicit_attrib_location lets old versions say "layout(location = 0) in vec4 v"; the
// compiler knows the layout but not the "in".
std::string spellAttributes(const CompileOptions& options, int version, std::string source) {
    if (options.api == Api::ES || version >= 130 || options.stage != Stage::Vertex ||
        source.find("layout") == std::string::npos) {
        return source;
    }
    const std::vector<Token> tokens = tokenize(source);
    for (size_t i = tokens.size(); i-- > 2;) {
        if (tokens[i].is("in") && tokens[i - 1].is(")")) {
            size_t open = i - 1;
            while (open > 0 && !tokens[open].is("(")) {
                --open;
            }
            if (open > 0 && tokens[open - 1].is("layout")) {
                source.replace(tokens[i].offset, 2, "attribute");
            }
        }
    }
    return source;
}

bool isBasicType(std::string_view word) {
    return word == "float" || word == "int" || word == "bool" || word.starts_with("vec") ||
           word.starts_with("ivec") || word.starts_with("bvec") || word.starts_with("mat");
}

// ES 1.00 has "float[2] x"; the compiler wants "float x[2]".
std::string moveArraySizes(std::string source) {
    const std::vector<Token> tokens = tokenize(source);
    for (size_t i = tokens.size(); i-- > 0;) {
        if (!tokens[i].isIdentifier() || !isBasicType(tokens[i].text) || i + 4 >= tokens.size() ||
            !tokens[i + 1].is("[") || !tokens[i + 3].is("]") || !tokens[i + 4].isIdentifier() ||
            (i + 5 < tokens.size() && tokens[i + 5].is("("))) {
            continue;
        }
        const size_t from = tokens[i + 1].offset;
        const size_t afterSize = tokens[i + 3].offset + 1;
        const size_t end = tokens[i + 4].offset + tokens[i + 4].text.size();
        source = source.substr(0, from) + " " + source.substr(afterSize, end - afterSize) +
                 source.substr(from, afterSize - from) + source.substr(end);
    }
    return source;
}

// ES 1.00 allows the sequence operator in constant expressions: "(1.0, 2.0)" outside functions is
// the last of its operands.
void dropSequences(std::string& source) {
    const std::vector<Token> tokens = tokenize(source);
    const auto isSimple = [](const Token& t) {
        return t.kind == TokenKind::Number || t.isIdentifier();
    };
    int depth = 0;
    for (size_t i = 1; i + 4 < tokens.size(); ++i) {
        depth += tokens[i].is("{") ? 1 : tokens[i].is("}") ? -1 : 0;
        if (depth == 0 && tokens[i].is("(") && !tokens[i - 1].isIdentifier() &&
            isSimple(tokens[i + 1]) && tokens[i + 2].is(",") && isSimple(tokens[i + 3]) &&
            tokens[i + 4].is(")")) {
            blank(source, tokens[i + 1]);
            blank(source, tokens[i + 2]);
        }
    }
}

constexpr std::string_view kUnfolded[] = {"transpose",
                                          "outerProduct",
                                          "matrixCompMult",
                                          "inverse",
                                          "determinant",
                                          "sinh",
                                          "cosh",
                                          "tanh",
                                          "asinh",
                                          "acosh",
                                          "atanh",
                                          "bitCount",
                                          "bitfieldExtract",
                                          "bitfieldInsert",
                                          "bitfieldReverse",
                                          "findLSB",
                                          "findMSB",
                                          "fma",
                                          "ldexp",
                                          "packDouble2x32",
                                          "unpackDouble2x32",
                                          "packUnorm2x16",
                                          "packSnorm2x16",
                                          "packUnorm4x8",
                                          "packSnorm4x8",
                                          "unpackUnorm2x16",
                                          "unpackSnorm2x16",
                                          "unpackUnorm4x8",
                                          "unpackSnorm4x8",
                                          "packHalf2x16",
                                          "unpackHalf2x16"};

// The compiler does not fold these functions: a constant made with one becomes a variable.
void loosenConstants(std::string& source) {
    if (source.find("const") == std::string::npos) {
        return;
    }
    const std::vector<Token> tokens = tokenize(source);
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (!tokens[i].is("const")) {
            continue;
        }
        for (size_t k = i + 1; k < tokens.size() && !tokens[k].is(";") && !tokens[k].is("{"); ++k) {
            if (std::ranges::find(kUnfolded, tokens[k].text) != std::end(kUnfolded)) {
                blank(source, tokens[i]);
                break;
            }
        }
    }
}

// The compiler library takes "+x" for x, whatever x is: "- -x" is no less than it, and is checked.
void doubleSigns(std::string& source) {
    if (source.find('+') == std::string::npos) {
        return;
    }
    const std::vector<Token> tokens = tokenize(source);
    for (size_t i = tokens.size(); i-- > 1;) {
        if (!tokens[i].is("+") || i + 1 >= tokens.size() || !tokens[i + 1].isIdentifier()) {
            continue;
        }
        const Token& before = tokens[i - 1];
        const bool isBinary = before.is(")") || before.is("]") || before.is("++") ||
                              before.is("--") || before.kind == TokenKind::Number ||
                              (before.isIdentifier() && !before.is("return"));
        if (!isBinary) {
            source.replace(tokens[i].offset, 1, "- - ");
        }
    }
}

// GL_ARB_draw_instanced has the name of the variable that became gl_InstanceID.
void renameInstance(std::string& source) {
    for (const Token& t : tokenize(source)) {
        if (t.is("gl_InstanceIDARB")) {
            source.replace(t.offset, t.text.size(), "gl_InstanceID   ");
        }
    }
}

// ES 3.00 wants the directive on the first line; comments before it are taken by all.
std::string moveVersionUp(std::string source) {
    const std::vector<Token> tokens = tokenize(source);
    if (tokens.empty() || tokens[0].kind != TokenKind::Directive || tokens[0].line == 1 ||
        tokens[0].text.find("version") == std::string::npos) {
        return source;
    }
    const size_t end = std::min(source.find('\n', tokens[0].offset), source.size());
    return tokens[0].text + std::string(size_t(tokens[0].line), '\n') +
           source.substr(std::min(end + 1, source.size()));
}

} // namespace

std::string withVersion(std::string source, int version) {
    // Later core profiles lack what the source's own has still; before 1.50 there are none.
    const std::string directive =
        "#version " + std::to_string(version) + (version >= 150 ? " compatibility" : "");
    for (const Token& t : tokenize(source)) {
        if (t.kind != TokenKind::Directive || t.text.find("version") == t.text.npos) {
            break;
        }
        const size_t end = std::min(source.find('\n', t.offset), source.size());
        return source.replace(t.offset, end - t.offset, directive);
    }
    return directive + "\n#line 1\n" + source;
}

int extendedVersion(const Language& language, const std::string& source, const std::string& log) {
    int newest = language.version;
    for (const std::string& name : language.extensions) {
        newest = std::max(newest, extensionFact(name)->core);
    }
    const auto uses = [&](std::string_view text) { return source.find(text) != source.npos; };
    const auto fails = [&](std::string_view text) { return log.find(text) != log.npos; };
    if (language.version == 140 && uses("inverse")) {
        newest = std::max(newest, 150);
    }
    if (language.enables("GL_EXT_gpu_shader4") && fails("does not support sampler2DArrayShadow")) {
        newest = std::max(newest, 430);
    }
    if (language.version < 140 && uses("sampler2DRect")) {
        newest = std::max(newest, 140);
    }
    if (language.version < 140 && uses("gl_FragStencilRefARB")) {
        newest = std::max(newest, 140);
    }
    if (language.version >= 150 && (fails("built-in block redecl") || fails("arrays of arrays"))) {
        newest = std::max(newest, 430);
    }
    if (language.version >= 150 && fails("location qualifier on in/out block")) {
        newest = std::max(newest, 440);
    }
    return newest;
}

std::string joinLines(const std::string& source) {
    std::string out;
    out.reserve(source.size());
    int owed = 0;
    for (size_t i = 0; i < source.size(); ++i) {
        const bool crlf = source.compare(i, 3, "\\\r\n") == 0;
        if (crlf || source.compare(i, 2, "\\\n") == 0) {
            ++owed;
            i += crlf ? 2 : 1;
            continue;
        }
        if (source[i] == '\n') {
            out.append(size_t(owed), '\n');
            owed = 0;
        }
        out += source[i];
    }
    return out;
}

namespace {

/// #ifdef GL_ES and the like, and what they leave out.
class LineChooser {
public:
    LineChooser(const Language& language, std::string source)
        : m_language(language), m_source(std::move(source)) {}

    std::optional<std::string> run() {
        const std::vector<Token> tokens = tokenize(m_source);
        for (size_t i = 0; i < tokens.size(); ++i) {
            const Token& t = tokens[i];
            const bool isKnown = t.kind == TokenKind::Directive ? directive(t, i == 0) : !isOpen(t);
            if (!isKnown) {
                return std::nullopt;
            }
            if (t.kind != TokenKind::Directive && !isTaken()) {
                leaveOut(t.offset, t.offset + t.text.size());
            }
        }
        return m_ways.empty() ? std::optional(std::move(m_source)) : std::nullopt;
    }

private:
    struct Way {
        bool taken;
        bool isSecond = false; ///< behind #else
    };

    /// A macro, or nothing that a valid shader has.
    static bool isOpen(const Token& t) {
        return t.kind == TokenKind::Other || t.text.starts_with("GL_") || t.text[0] == '#' ||
               t.text.find("__") != std::string::npos;
    }

    bool isTaken() const {
        return std::ranges::all_of(m_ways, [](const Way& way) { return way.taken; });
    }

    bool directive(const Token& t, bool isFirst) {
        const std::vector<Token> words = tokenize(std::string_view(t.text).substr(1));
        if (words.empty()) {
            return false;
        }
        const std::string& name = words[0].text;
        if (name == "version") {
            return isFirst && words.size() <= 3;
        }
        const size_t end = std::min(m_source.find('\n', t.offset), m_source.size());
        if (m_source.find("/*", t.offset) < end) {
            return false; // It may go on behind the line.
        }
        if (name == "ifdef" || name == "ifndef") {
            if (words.size() != 2 || !words[1].is("GL_ES")) {
                return false;
            }
            m_ways.push_back({.taken = m_language.es == (name == "ifdef")});
        } else if (words.size() != 1 || m_ways.empty()) {
            return false;
        } else if (name == "else" && !m_ways.back().isSecond) {
            m_ways.back() = {.taken = !m_ways.back().taken, .isSecond = true};
        } else if (name == "endif") {
            m_ways.pop_back();
        } else {
            return false;
        }
        leaveOut(t.offset, end);
        return true;
    }

    void leaveOut(size_t begin, size_t end) {
        std::fill(m_source.begin() + ptrdiff_t(begin), m_source.begin() + ptrdiff_t(end), ' ');
    }

    const Language& m_language;
    std::string m_source;
    std::vector<Way> m_ways;
};

} // namespace

std::optional<std::string> chooseLines(const Language& language, std::string source) {
    return LineChooser(language, std::move(source)).run();
}

std::string
acceptDialect(const CompileOptions& options, const Language& language, std::string source) {
    const int version = language.version;
    const bool es = options.api == Api::ES || version == 100;
    if (options.stage == Stage::Vertex && language.enables("GL_ARB_draw_instanced")) {
        renameInstance(source);
    }
    if (version >= 300 && options.api == Api::ES) {
        source = moveVersionUp(std::move(source));
    }
    if (version <= 110) {
        dropFloatSuffixes(source, tokenize(source));
    }
    if (version == 100) {
        dropSequences(source);
        source = moveArraySizes(std::move(source));
    } else if (!es) {
        loosenConstants(source);
        doubleSigns(source);
    }
    return spellAttributes(options, version, std::move(source));
}

std::string spellInstanceId(std::string source) {
    constexpr std::string_view kOld = "gl_InstanceIDARB";
    for (const Token& t : tokenize(source)) {
        if (t.is(kOld)) {
            source.replace(t.offset, kOld.size(), "gl_InstanceID   ");
        }
    }
    return source;
}

std::string spellStencilExport(std::string source) {
    constexpr std::string_view kVariable = "gl_FragStencilRefAMD";
    constexpr std::string_view kExtension = "GL_AMD_shader_stencil_export";
    for (const Token& t : tokenize(source)) {
        if (t.is(kVariable)) {
            source.replace(t.offset, kVariable.size(), "gl_FragStencilRefARB");
        }
        const std::vector<Token> words = t.kind == TokenKind::Directive
                                             ? tokenize(std::string_view(t.text).substr(1))
                                             : std::vector<Token>{};
        if (words.size() >= 2 && words[0].is("extension") && words[1].is(kExtension)) {
            const size_t at = source.find(kExtension, t.offset);
            source.replace(at, kExtension.size(), "GL_ARB_shader_stencil_export");
        }
    }
    return source;
}

std::string insertDeclaration(std::string preprocessed, std::string_view declaration) {
    for (const Token& t : tokenize(preprocessed)) {
        if (t.kind != TokenKind::Directive) {
            preprocessed.insert(t.offset, declaration);
            break;
        }
    }
    return preprocessed;
}

std::string patchVerticesLayout(int vertices) {
    return "layout(vertices = " + std::to_string(vertices) + ") out; ";
}

// GL_EXT_texture_array, additions to GLSL 1.10 section 8.7: biases are for fragment shaders, levels
// for the others.
std::string textureArrayFunctions(Stage stage, const Language& language) {
    std::string text = "vec4 texture1DArray(sampler1DArray s, vec2 c) { return vec4(c.x); }\n"
                       "vec4 texture2DArray(sampler2DArray s, vec3 c) { return vec4(c.x); }\n"
                       "vec4 shadow1DArray(sampler1DArrayShadow s, vec3 c) { return vec4(c.x); }\n"
                       "vec4 shadow2DArray(sampler2DArrayShadow s, vec4 c) { return c; }\n";
    if (stage == Stage::Fragment) {
        text += "vec4 texture1DArray(sampler1DArray s, vec2 c, float b) { return vec4(b); }\n"
                "vec4 texture2DArray(sampler2DArray s, vec3 c, float b) { return vec4(b); }\n"
                "vec4 shadow1DArray(sampler1DArrayShadow s, vec3 c, float b) { return vec4(b); }\n";
    }
    if (stage != Stage::Fragment || language.version >= 130 ||
        language.enables("GL_ARB_shader_texture_lod")) {
        text +=
            "vec4 texture1DArrayLod(sampler1DArray s, vec2 c, float l) { return vec4(l); }\n"
            "vec4 texture2DArrayLod(sampler2DArray s, vec3 c, float l) { return vec4(l); }\n"
            "vec4 shadow1DArrayLod(sampler1DArrayShadow s, vec3 c, float l) { return vec4(l); }\n";
    }
    return text;
}

const std::string& levelFunctions() {
    static const auto& text = *new const std::string([] {
        std::string all;
        const auto declare = [&](const char* name, const char* sampler, const char* coordinate) {
            all += std::string("vec4 ") + name + "Lod(" + sampler + " s, " + coordinate +
                   " c, float l) { return vec4(l); }\n";
        };
        declare("texture1D", "sampler1D", "float");
        declare("texture1DProj", "sampler1D", "vec2");
        declare("texture1DProj", "sampler1D", "vec4");
        declare("texture2D", "sampler2D", "vec2");
        declare("texture2DProj", "sampler2D", "vec3");
        declare("texture2DProj", "sampler2D", "vec4");
        declare("texture3D", "sampler3D", "vec3");
        declare("texture3DProj", "sampler3D", "vec4");
        declare("textureCube", "samplerCube", "vec3");
        declare("shadow1D", "sampler1DShadow", "vec3");
        declare("shadow1DProj", "sampler1DShadow", "vec4");
        declare("shadow2D", "sampler2DShadow", "vec3");
        declare("shadow2DProj", "sampler2DShadow", "vec4");
        return all;
    }());
    return text;
}

const std::string& integerFunctions() {
    // Never destroyed: other threads may compile while the process ends.
    static const auto& text = *new const std::string([] {
        std::string all;
        for (const std::string type : {"int", "ivec2", "ivec3", "ivec4"}) {
            for (const char* name : {"min", "max"}) {
                all += type + " " + name + "(" + type + " a, " + type + " b) { return a; }\n";
            }
            all += type + " abs(" + type + " a) { return a; }\n";
            all += type + " clamp(" + type + " a, " + type + " b, " + type + " c) { return a; }\n";
        }
        return all;
    }());
    return text;
}

} // namespace glsl
