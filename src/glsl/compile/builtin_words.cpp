// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/builtin_words.h"

#include <algorithm>
#include <array>
#include <vector>

namespace glsl {
namespace {

/// Then everything is learned: who asks so often asks for more.
constexpr int kMostTimes = 3;

/// What values of these types can be in a text that names none of them comes from functions that
/// are not usual.
constexpr std::string_view kDoubles = "double";
constexpr std::string_view kSized = "int64_t";

// clang-format off
constexpr std::string_view kUsual[] = {
    // types
    "void", "bool", "int", "uint", "float", "vec2", "vec3", "vec4", "bvec2", "bvec3", "bvec4",
    "ivec2", "ivec3", "ivec4", "uvec2", "uvec3", "uvec4", "mat2", "mat3", "mat4", "mat2x3",
    "mat2x4", "mat3x2", "mat3x4", "mat4x2", "mat4x3",
    "sampler1D", "sampler2D", "sampler3D", "samplerCube", "sampler1DShadow", "sampler2DShadow",
    // functions
    "radians", "degrees", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh",
    "asinh", "acosh", "atanh", "pow", "exp", "log", "exp2", "log2", "sqrt", "inversesqrt", "abs",
    "sign", "floor", "trunc", "round", "roundEven", "ceil", "fract", "mod", "modf", "min", "max",
    "clamp", "mix", "step", "smoothstep", "isnan", "isinf", "floatBitsToInt", "floatBitsToUint",
    "intBitsToFloat", "uintBitsToFloat", "length", "distance", "dot", "cross", "normalize",
    "ftransform", "faceforward", "reflect", "refract", "matrixCompMult", "outerProduct",
    "transpose", "determinant", "inverse", "lessThan", "lessThanEqual", "greaterThan",
    "greaterThanEqual", "equal", "notEqual", "any", "all", "not", "dFdx", "dFdy", "fwidth",
    "texture", "textureProj", "textureLod", "textureOffset", "textureGrad", "textureSize",
    "textureProjLod", "texelFetch",
    "texture1D", "texture1DProj", "texture2D", "texture2DProj", "texture3D", "texture3DProj",
    "textureCube", "texture1DLod", "texture2DLod", "texture3DLod", "textureCubeLod", "shadow1D",
    "shadow2D", "shadow1DProj", "shadow2DProj", "EmitVertex", "EndPrimitive", "barrier"};

constexpr std::string_view kQualifiers[] = {
    "const", "in", "out", "inout", "highp", "mediump", "lowp", "coherent", "volatile", "restrict",
    "readonly", "writeonly", "nonprivate"};
// clang-format on

/// Of constants, those with which the library checks what else a text declares.
constexpr std::string_view kChecked[] = {
    "gl_MaxTextureCoords", "gl_MaxClipDistances", "gl_MaxCullDistances"};

bool isChecked(std::string_view constant) {
    return std::ranges::find(kChecked, constant) != std::end(kChecked) ||
           constant.starts_with("gl_MaxMesh") || constant.starts_with("gl_MaxTask");
}

const std::unordered_set<std::string_view>& usual() {
    static const auto& only = *new std::unordered_set(std::begin(kUsual), std::end(kUsual));
    return only;
}

constexpr std::array<bool, 256> kWordCharacters = [] {
    std::array<bool, 256> is{};
    for (int c = 0; c < 256; ++c) {
        is[c] =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    return is;
}();

bool isInWord(char c) {
    return kWordCharacters[static_cast<unsigned char>(c)];
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// The word at or behind `at`, empty at the end; `at` becomes its end. Numbers are words here.
std::string_view nextWord(std::string_view text, size_t& at) {
    while (at < text.size() && !isInWord(text[at])) {
        ++at;
    }
    const size_t begin = at;
    while (at < text.size() && isInWord(text[at])) {
        ++at;
    }
    return text.substr(begin, at - begin);
}

/// The last word in front of `end`.
std::string_view wordBefore(std::string_view text, size_t end) {
    end = std::min(end, text.size());
    while (end > 0 && !isInWord(text[end - 1])) {
        --end;
    }
    size_t begin = end;
    while (begin > 0 && isInWord(text[begin - 1])) {
        --begin;
    }
    return text.substr(begin, end - begin);
}

bool isDouble(std::string_view type) {
    return type == "double" || type.starts_with("dvec") || type.starts_with("dmat") ||
           type.starts_with("f64") || type == "float64_t";
}

/// int64_t, u8vec4, f16mat2 …
bool isSized(std::string_view type) {
    if (type.ends_with("_t")) {
        return type.starts_with("int") || type.starts_with("uint") || type.starts_with("float");
    }
    if (type.size() < 5 || std::string_view("iuf").find(type.front()) == type.npos) {
        return false;
    }
    const size_t digits = type.find_first_not_of("12346", 1);
    const std::string_view behind = type.substr(std::min(digits, type.size()));
    return (digits > 1 && (behind.starts_with("vec") || behind.starts_with("mat"))) ||
           type.ends_with("coopmatNV");
}

/// Types whose values one can have without naming them, as parts or sums of others, go by the name
/// of one of them.
std::string_view family(std::string_view type) {
    return isDouble(type) ? kDoubles : isSized(type) ? kSized : type;
}

/// A number, or what follows its point, of a type that nobody names.
bool isOfSuffixedType(std::string_view word) {
    const bool shortFloat = word.ends_with("lf") || word.ends_with("LF") || word.ends_with("hf") ||
                            word.ends_with("HF");
    return isDigit(word.front())
               ? shortFloat || std::string_view("lLsS").find(word.back()) != word.npos
               : shortFloat && word.size() == 2;
}

/// What a parameter or function has as its type: the first word that is no qualifier.
std::string_view typeOf(std::string_view declaration) {
    for (size_t at = 0;;) {
        const std::string_view word = nextWord(declaration, at);
        if (std::ranges::find(kQualifiers, word) == std::end(kQualifiers)) {
            return word;
        }
    }
}

/// The end of the declaration that begins at `at`, with its semicolon.
size_t declarationEnd(std::string_view text, size_t at) {
    for (int depth = 0;; ++at) {
        const size_t end = std::min(text.find(';', at), text.size());
        const std::string_view part = text.substr(at, end - at);
        if (depth > 0 || part.find('{') != part.npos) {
            depth += int(std::ranges::count(part, '{') - std::ranges::count(part, '}'));
        }
        at = end;
        if (depth <= 0 || at == text.size()) {
            return std::min(at + 1, text.size());
        }
    }
}

template <typename Function>
void forEachDeclaration(std::string_view text, const Function& function) {
    for (size_t at = 0; at < text.size();) {
        const size_t end = declarationEnd(text, at);
        function(text.substr(at, end - at));
        at = end;
    }
}

/// Where a prototype's parameters begin; npos: it is none.
size_t parametersOf(std::string_view declaration) {
    const size_t open = declaration.find('(');
    const bool other = open == declaration.npos || declaration.find('=') != declaration.npos ||
                       declaration.find('{') != declaration.npos ||
                       wordBefore(declaration, open) == "layout";
    return other ? declaration.npos : open;
}

} // namespace

SourceWords::SourceWords(std::span<const std::string_view> texts) {
    for (const std::string_view text : texts) {
        read(text);
    }
}

void SourceWords::read(std::string_view text) {
    m_any |= text.find("##") != text.npos;
    for (size_t at = 0; at < text.size();) {
        const std::string_view word = nextWord(text, at);
        if (word.empty()) {
            break;
        }
        m_any |= isOfSuffixedType(word);
        if (!isDigit(word.front())) {
            m_words.insert(word);
            m_words.insert(family(word));
        }
    }
}

bool LearnedFunctions::knows(std::string_view word, const SourceWords& words) {
    if (usual().contains(word) || m_asked.contains(word)) {
        return true;
    }
    if (!words.contains(word)) {
        return false;
    }
    m_asked.emplace(word);
    return true;
}

std::string_view
LearnedFunctions::missing(std::string_view prototype, const SourceWords& words, Name& last) {
    const size_t open = parametersOf(prototype);
    if (open == prototype.npos) {
        return {};
    }
    if (const std::string_view name = wordBefore(prototype, open); name != last.text) {
        last = {name, knows(name, words), usual().contains(name)};
    }
    if (!last.known) {
        return last.text;
    }
    if (!last.usual) {
        // It makes, perhaps, what other functions take.
        const std::string_view made = family(typeOf(prototype));
        m_all |= made == kDoubles || made == kSized;
        return {};
    }
    for (size_t at = open + 1; at < prototype.size();) {
        const size_t end = std::min(prototype.find_first_of(",)", at), prototype.size());
        const std::string_view type = family(typeOf(prototype.substr(at, end - at)));
        if (!type.empty() && !knows(type, words)) {
            return type;
        }
        at = end + 1;
    }
    return {};
}

bool LearnedFunctions::choose(std::span<std::string> declarations, const SourceWords& words) {
    m_all |= words.any();
    std::vector<std::string> chosen;
    std::vector<std::string_view> leftOut;
    Name last;
    for (size_t i = 0; i < declarations.size() && !m_all; ++i) {
        std::string& text = chosen.emplace_back();
        text.reserve(declarations[i].size() / 4);
        forEachDeclaration(declarations[i], [&](std::string_view declaration) {
            const std::string_view reason = missing(declaration, words, last);
            if (reason.empty()) {
                text += declaration;
            } else if (leftOut.empty() || leftOut.back() != reason) {
                leftOut.push_back(reason);
            }
        });
    }
    if (m_all) {
        return false;
    }
    for (const std::string_view word : leftOut) {
        if (!m_leftOut.contains(word)) {
            m_leftOut.emplace(word);
        }
    }
    std::ranges::move(chosen, declarations.begin());
    return true;
}

bool LearnedFunctions::lack(const SourceWords& words) const {
    if (m_leftOut.empty() || words.any()) {
        return !m_leftOut.empty();
    }
    return std::ranges::any_of(words,
                               [&](std::string_view word) { return m_leftOut.contains(word); });
}

void LearnedFunctions::startAnew(const SourceWords& words) {
    for (const std::string_view word : words) {
        if (m_leftOut.contains(word)) {
            m_asked.emplace(word);
        }
    }
    m_leftOut.clear();
    m_all |= words.any() || ++m_times == kMostTimes;
}

std::string chooseConstants(std::string_view declarations, const SourceWords& words) {
    std::vector<std::string_view> all;
    forEachDeclaration(declarations, [&](std::string_view one) { all.push_back(one); });
    // Later ones have sizes that earlier ones tell.
    std::unordered_set<std::string_view> used;
    std::vector<std::string_view> chosen;
    for (size_t i = all.size(); i-- > 0;) {
        const std::string_view one = all[i];
        const std::string_view name = wordBefore(one, one.find_first_of("=[;"));
        size_t at = 0;
        const std::string_view kind = nextWord(one, at);
        const bool plain =
            (kind == "const" || kind == "uniform") && one.find('{') == one.npos && !name.empty();
        if (plain && !isChecked(name) && !words.contains(name) && !used.contains(name)) {
            continue;
        }
        chosen.push_back(one);
        for (at = 0; at < one.size();) {
            used.insert(nextWord(one, at));
        }
    }
    std::string text;
    for (size_t i = chosen.size(); i-- > 0;) {
        text += chosen[i];
    }
    // The library does not parse white space alone.
    return std::ranges::any_of(text, isInWord) ? text : std::string();
}

std::string chooseMacros(std::string_view lines, const SourceWords& words) {
    std::string text;
    for (size_t at = 0; at < lines.size();) {
        const size_t end = std::min(lines.find('\n', at), lines.size() - 1) + 1;
        const std::string_view line = lines.substr(at, end - at);
        at = end;
        constexpr std::string_view kDefine = "#define ";
        size_t behind = kDefine.size();
        if (!line.starts_with(kDefine) || words.contains(nextWord(line, behind))) {
            text += line;
        }
    }
    return text.empty() ? "\n" : text; // The library's scanner begins badly with nothing.
}

} // namespace glsl
