// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/declarations.h"

#include "glsl/compile/frontend.h"
#include "glsl/interface/std140.h"
#include "glsl/language/builtins.h"
#include "glsl/text/constants.h"
#include "glsl/text/static_use.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace glsl {

namespace {

enum class StorageWord : uint8_t { None, Const, Uniform, In, Out, Other };
// Of all types of a shader, those of structs in structs counted each time. Real shaders stay far
// below.
constexpr size_t kMostMembers = 1u << 18;

enum class Packing : uint8_t { None, Shared, Std140, Std430, Packed };

// The words in front of a type.
struct QualifierWords {
    Qualifiers common;
    StorageWord storage = StorageWord::None;
    Precision precision = Precision::None;
    std::map<std::string, int> layout; // name → value; 1 where none is given
    std::optional<bool> rowMajor;
    Packing packing = Packing::None;

    [[nodiscard]] int number(const std::string& name, int otherwise) const {
        const auto it = layout.find(name);
        return it == layout.end() ? otherwise : it->second;
    }
};

// Questions to the compiler library and its answers.
struct Constants {
    ConstantValues values;
    bool areAsked = false;
};

constexpr std::pair<std::string_view, uint32_t> kPrimitives[] = {
    {"points", kGlPoints},
    {"lines", kGlLines},
    {"lines_adjacency", kGlLinesAdjacency},
    {"line_strip", kGlLineStrip},
    {"triangles", kGlTriangles},
    {"triangles_adjacency", kGlTrianglesAdjacency},
    {"triangle_strip", kGlTriangleStrip},
    {"quads", kGlQuads},
    {"isolines", kGlIsolines},
};

int verticesOf(uint32_t primitive) {
    switch (primitive) {
    case kGlPoints:
        return 1;
    case kGlLines:
        return 2;
    case kGlTriangles:
        return 3;
    case kGlLinesAdjacency:
        return 4;
    case kGlTrianglesAdjacency:
        return 6;
    default:
        return 0;
    }
}

// Names of layout qualifiers are the same in upper case (GLSL 1.50 section 4.3.8).
std::string lowerCase(std::string text) {
    std::ranges::transform(
        text, text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return text;
}

int scalarsOf(const Type& type, bool withDims = true) {
    int count = 0;
    if (type.isStruct()) {
        for (const Type::Member& member : type.members) {
            count += scalarsOf(member.type);
        }
    } else {
        const TypeInfo& info = typeInfo(type.glType);
        count = info.components() * (info.base == BaseType::Double ? 2 : 1);
    }
    for (const int dim : type.dims) {
        count *= withDims ? dim : 1;
    }
    return count;
}

// The type that a default precision is stated for.
std::string precisionKey(const TypeInfo& info) {
    switch (info.base) {
    case BaseType::Float:
        return "float";
    case BaseType::Int:
    case BaseType::Uint:
        return "int";
    case BaseType::Sampler:
        return std::string(info.name);
    default:
        return {};
    }
}

class DeclarationReader {
public:
    DeclarationReader(const CompileOptions& options,
                      const Language& language,
                      const std::vector<Token>& tokens,
                      Constants& constants)
        : m_options(options), m_language(language), m_tokens(tokens), m_constants(constants) {
        if (language.es) {
            const bool isFragment = options.stage == Stage::Fragment;
            m_precisions["float"] = isFragment ? Precision::None : Precision::High;
            m_precisions["int"] = isFragment ? Precision::Medium : Precision::High;
            m_precisions["sampler2D"] = m_precisions["samplerCube"] = Precision::Low;
        }
    }

    Declarations run() {
        for (size_t i = 0; i < m_tokens.size();) {
            i = statement(i);
        }
        sizeArrays();
        for (Global& global : m_out.globals) {
            if (global.storage == Storage::Block) {
                global.blockSize_B = layOutStd140(global.type);
            }
        }
        m_out.usedInputs = namedInputs(m_tokens, m_functions, m_out.globals);
        return std::move(m_out);
    }

    // What questions may name: directives, structs and constants.
    [[nodiscard]] const std::string& context() const { return m_context; }

private:
    [[nodiscard]] bool isAt(size_t i, std::string_view text) const {
        return i < m_tokens.size() && m_tokens[i].is(text);
    }

    [[nodiscard]] std::string textOf(size_t first, size_t end) const {
        std::string text;
        for (size_t i = first; i < end && i < m_tokens.size(); ++i) {
            text += m_tokens[i].text + " ";
        }
        return text;
    }

    [[nodiscard]] bool isType(const std::string& name) const {
        return m_structs.contains(name) || !typeNamed(name).name.empty();
    }

    // Each of these reads what starts at `i` and returns the index behind it.
    size_t statement(size_t i) {
        if (m_tokens[i].kind == TokenKind::Directive) {
            m_context += m_tokens[i].text + "\n";
            return i + 1;
        }
        if (isAt(i, "precision")) {
            m_context += textOf(i, i + 4) + "\n";
            m_precisions[m_tokens[i + 2].text] = precisionNamed(m_tokens[i + 1].text);
            return i + 4;
        }
        const size_t first = i;
        QualifierWords words;
        i = qualifiers(i, words);
        if (i >= m_tokens.size() || !m_tokens[i].isIdentifier()) {
            if (isAt(i, ";")) {
                stageLayout(words);
            }
            return i + 1;
        }
        if (isAt(i + 1, "{") && !isAt(i, "struct")) {
            return block(i, words);
        }
        if ((isAt(i + 1, ";") || isAt(i + 1, ",")) && !isType(m_tokens[i].text)) {
            return redeclaration(i, words);
        }
        return declaration(first, i, words);
    }

    static Precision precisionNamed(std::string_view word) {
        return word == "lowp"      ? Precision::Low
               : word == "mediump" ? Precision::Medium
               : word == "highp"   ? Precision::High
                                   : Precision::None;
    }

    size_t qualifiers(size_t i, QualifierWords& words) {
        for (; i < m_tokens.size() && m_tokens[i].isIdentifier(); ++i) {
            if (isAt(i, "layout") && isAt(i + 1, "(")) {
                i = layout(i + 1, words);
            } else if (!qualifier(m_tokens[i].text, words)) {
                break;
            }
        }
        return i;
    }

    // False when the word is none.
    bool qualifier(const std::string& word, QualifierWords& words) const {
        const bool isVertex = m_options.stage == Stage::Vertex;
        const std::pair<std::string_view, bool Qualifiers::*> flags[] = {
            {"invariant", &Qualifiers::invariant},
            {"flat", &Qualifiers::flat},
            {"noperspective", &Qualifiers::noperspective},
            {"centroid", &Qualifiers::centroid},
            {"sample", &Qualifiers::sample},
            {"patch", &Qualifiers::patch},
        };
        const std::pair<std::string_view, StorageWord> storages[] = {
            {"const", StorageWord::Const},
            {"uniform", StorageWord::Uniform},
            {"in", StorageWord::In},
            {"attribute", StorageWord::In},
            {"out", StorageWord::Out},
            {"varying", isVertex ? StorageWord::Out : StorageWord::In},
            {"buffer", StorageWord::Other},
            {"shared", StorageWord::Other},
        };
        constexpr std::string_view kOthers[] = {
            "smooth", "precise", "coherent", "volatile", "restrict", "readonly", "writeonly"};
        if (m_structs.contains(word)) {
            return false; // no word of the source's version
        }
        for (const auto& [name, flag] : flags) {
            if (word == name) {
                words.common.*flag = true;
                return true;
            }
        }
        for (const auto& [name, storage] : storages) {
            if (word == name) {
                words.storage = storage;
                return true;
            }
        }
        if (const Precision precision = precisionNamed(word); precision != Precision::None) {
            words.precision = precision;
            return true;
        }
        return std::ranges::find(kOthers, word) != std::end(kOthers);
    }

    // "(a, b = 1)"; returns the closing bracket.
    size_t layout(size_t open, QualifierWords& words) {
        const size_t close = closing(m_tokens, open);
        for (size_t i = open + 1; i < close;) {
            const std::string name = lowerCase(m_tokens[i].text);
            const size_t end = partEnd(i, close);
            const int value = isAt(i + 1, "=") ? integer(i + 2, end) : 1;
            words.layout[name] = value;
            if (name == "location") {
                words.common.location = value;
            } else if (name == "row_major" || name == "column_major") {
                words.rowMajor = name == "row_major";
            } else if (name == "shared") {
                words.packing = Packing::Shared;
            } else if (name == "std140") {
                words.packing = Packing::Std140;
            } else if (name == "packed") {
                words.packing = Packing::Packed;
            } else if (name == "std430") {
                words.packing = Packing::Std430;
            }
            i = end + 1;
        }
        return close;
    }

    // The "," or the end that follows, brackets skipped.
    [[nodiscard]] size_t partEnd(size_t i, size_t end) const {
        while (i < end && !isAt(i, ",") && !isAt(i, ";")) {
            const bool opens = isAt(i, "(") || isAt(i, "[") || isAt(i, "{");
            i = (opens ? closing(m_tokens, i) : i) + 1;
        }
        return std::min(i, end);
    }

    // "layout(…) in;": for the stage, or for what follows.
    void stageLayout(const QualifierWords& words) {
        if (words.storage == StorageWord::Uniform) {
            m_rowMajor = words.rowMajor.value_or(m_rowMajor);
            m_packing = words.packing == Packing::None ? m_packing : words.packing;
        }
        uint32_t primitive = 0;
        bool hasPrimitive = false;
        for (const auto& [name, value] : kPrimitives) {
            if (words.layout.contains(std::string(name))) {
                primitive = value;
                hasPrimitive = true;
            }
        }
        const bool isInput = words.storage == StorageWord::In;
        GeometryFacts& geometry = m_out.geometry;
        if (m_options.stage == Stage::Geometry && isInput) {
            geometry.inputPrimitive = hasPrimitive ? primitive : geometry.inputPrimitive;
            m_hasInputPrimitive |= hasPrimitive;
            geometry.invocations = std::max(words.number("invocations", geometry.invocations), 1);
        } else if (m_options.stage == Stage::Geometry) {
            geometry.outputPrimitive = hasPrimitive ? primitive : geometry.outputPrimitive;
            geometry.maxVertices = words.number("max_vertices", geometry.maxVertices);
            m_stream = words.number("stream", m_stream);
        }
        tessellationLayout(words, hasPrimitive ? primitive : 0);
    }

    void tessellationLayout(const QualifierWords& words, uint32_t mode) {
        TessellationFacts& facts = m_out.tessellation;
        if (m_options.stage == Stage::TessControl) {
            facts.patchVertices = words.number("vertices", facts.patchVertices);
        }
        if (m_options.stage != Stage::TessEvaluation) {
            return;
        }
        facts.mode = mode != 0 ? mode : facts.mode;
        const std::pair<const char*, uint32_t> spacings[] = {
            {"equal_spacing", kGlEqual},
            {"fractional_even_spacing", kGlFractionalEven},
            {"fractional_odd_spacing", kGlFractionalOdd}};
        for (const auto& [name, value] : spacings) {
            facts.spacing = words.layout.contains(name) ? value : facts.spacing;
        }
        facts.vertexOrder = words.layout.contains("cw")    ? kGlCw
                            : words.layout.contains("ccw") ? kGlCcw
                                                           : facts.vertexOrder;
        facts.pointMode |= words.layout.contains("point_mode");
    }

    // "invariant a, b;"
    size_t redeclaration(size_t i, const QualifierWords& words) {
        for (; i < m_tokens.size() && !isAt(i, ";"); ++i) {
            for (Global& global : m_out.globals) {
                global.invariant |= words.common.invariant && global.name == m_tokens[i].text;
                for (Type::Member& member : global.type.members) {
                    member.qualifiers.invariant |= words.common.invariant && global.isBlock &&
                                                   global.instanceName.empty() &&
                                                   member.name == m_tokens[i].text;
                }
            }
        }
        return i + 1;
    }

    // Structs of structs grow with the power of their depth, in a few lines.
    [[nodiscard]] Type copyOf(const Type& type) {
        const size_t members = memberCount(type, m_membersLeft);
        if (members <= m_membersLeft) {
            m_membersLeft -= members;
            return type;
        }
        m_membersLeft = 0;
        m_out.error = "0:1: error: the shader declares more data than any device holds\n";
        return {.glType = kGlFloat};
    }

    // Of all depths; more than `most` where they are more.
    static size_t memberCount(const Type& type, size_t most) {
        size_t count = type.members.size();
        for (size_t i = 0; i < type.members.size() && count <= most; ++i) {
            count += memberCount(type.members[i].type, most - count);
        }
        return count;
    }

    // A name or a struct with its members.
    size_t typeSpecifier(size_t i, Type& type) {
        if (isAt(i, "struct")) {
            return structType(i, type);
        }
        const std::string& name = m_tokens[i].text;
        const auto known = m_structs.find(name);
        const TypeInfo& info = typeNamed(name);
        if (known != m_structs.end()) {
            type = copyOf(known->second);
        } else if (!info.name.empty()) {
            type.glType = info.glType;
        } else {
            type = builtinStruct(name);
        }
        return i + 1;
    }

    // gl_LightSourceParameters and the like.
    [[nodiscard]] Type builtinStruct(const std::string& name) const {
        Type type{.glType = kGlFloat};
        const auto hidden = hiddenName(name, m_options);
        if (hidden && hidden->declaration.starts_with("struct")) {
            Constants constants;
            const std::vector<Token> tokens = tokenize(hidden->declaration);
            type = {};
            DeclarationReader(m_options, m_language, tokens, constants).structType(0, type);
            type.structName = name;
        }
        return type;
    }

    size_t structType(size_t i, Type& type) {
        const size_t first = i++;
        if (!isAt(i, "{")) {
            type.structName = m_tokens[i++].text;
        }
        const size_t close = closing(m_tokens, i);
        members(i, close, nullptr, type);
        if (!type.structName.empty()) {
            m_structs[type.structName] = type;
            m_context += textOf(first, close + 1) + ";\n";
        }
        return close + 1;
    }

    // The members between braces; `block`: of a block with these words.
    void members(size_t open, size_t close, const QualifierWords* block, Type& type) {
        for (size_t i = open + 1; i < close;) {
            QualifierWords words;
            i = qualifiers(i, words);
            Type base;
            i = typeSpecifier(i, base);
            const std::vector<int> outer = dims(i);
            while (i < close && !isAt(i, ";")) {
                Type::Member& member = type.members.emplace_back();
                member.name = m_tokens[i++].text;
                member.type = copyOf(base);
                member.type.dims = dims(i);
                appendDims(member.type, outer, base.dims);
                member.type.precision = precisionOf(base, words);
                member.qualifiers = words.common;
                member.rowMajor = block != nullptr &&
                                  words.rowMajor.value_or(block->rowMajor.value_or(m_rowMajor)) &&
                                  block->storage == StorageWord::Uniform;
                i += isAt(i, ",") ? 1 : 0;
            }
            ++i;
        }
    }

    static void appendDims(Type& type, const std::vector<int>& more, const std::vector<int>& rest) {
        type.dims.insert(type.dims.end(), more.begin(), more.end());
        type.dims.insert(type.dims.end(), rest.begin(), rest.end());
        type.implicitSize = !type.dims.empty() && type.dims[0] == 0;
    }

    [[nodiscard]] Precision precisionOf(const Type& type, const QualifierWords& words) const {
        if (!m_language.es || type.isStruct()) {
            return m_language.es ? words.precision : Precision::None;
        }
        const auto known = m_precisions.find(precisionKey(typeInfo(type.glType)));
        return words.precision != Precision::None ? words.precision
               : known == m_precisions.end()      ? Precision::None
                                                  : known->second;
    }

    // "[2][n]"; 0: empty brackets. Moves `i` behind.
    std::vector<int> dims(size_t& i) {
        std::vector<int> out;
        while (isAt(i, "[")) {
            const size_t close = closing(m_tokens, i);
            out.push_back(close == i + 1 ? 0 : integer(i + 1, close));
            i = close + 1;
        }
        return out;
    }

    size_t block(size_t i, const QualifierWords& words) {
        Global global;
        static_cast<Qualifiers&>(global) = words.common;
        global.name = global.type.structName = m_tokens[i].text;
        global.isBlock = true;
        const size_t close = closing(m_tokens, i + 1);
        members(i + 1, close, &words, global.type);
        i = close + 1;
        if (i < m_tokens.size() && m_tokens[i].isIdentifier()) {
            global.instanceName = m_tokens[i++].text;
            global.type.dims = dims(i);
            global.type.implicitSize = !global.type.dims.empty() && global.type.dims[0] == 0;
        }
        placeMembers(global);
        if (words.storage == StorageWord::Uniform) {
            global.storage = Storage::Block;
            global.packing = int(words.packing == Packing::None ? m_packing : words.packing);
        }
        add(std::move(global), words);
        return i + 1;
    }

    // Where one member has a location, all have: each follows the one before it (GLSL 4.40 section
    // 4.4.1).
    void placeMembers(Global& global) const {
        auto& members = global.type.members;
        if (std::ranges::none_of(members, [](const Type::Member& member) {
                return member.qualifiers.location >= 0;
            })) {
            return;
        }
        int next = std::max(std::exchange(global.location, -1), 0);
        for (Type::Member& member : members) {
            if (member.qualifiers.location < 0) {
                member.qualifiers.location = next;
            }
            next = member.qualifiers.location + locationsOf(member.type,
                                                            m_options.stage != Stage::Vertex ||
                                                                global.storage != Storage::Input);
        }
    }

    void add(Global global, const QualifierWords& words) {
        if (words.storage == StorageWord::In || words.storage == StorageWord::Out) {
            global.storage = words.storage == StorageWord::In ? Storage::Input : Storage::Output;
        } else if (words.storage != StorageWord::Uniform) {
            return;
        }
        const std::string& seen = global.isBlock ? global.instanceName : global.name;
        if (seen.starts_with("gl_") && global.storage != Storage::Block) {
            return;
        }
        global.binding = words.number("binding", -1);
        global.index = words.number("index", 0);
        global.stream = words.number("stream", global.storage == Storage::Output ? m_stream : 0);
        const auto earlier = std::ranges::find_if(m_out.globals, [&](const Global& other) {
            return !global.isBlock && !other.isBlock && other.name == global.name;
        });
        if (earlier == m_out.globals.end()) {
            m_out.globals.push_back(std::move(global));
        } else {
            redeclare(*earlier, global);
        }
    }

    // "out vec4 a[]; out vec4 a[3];"
    static void redeclare(Global& global, const Global& again) {
        if (global.type.implicitSize && !again.type.dims.empty()) {
            global.type.dims = again.type.dims;
            global.type.implicitSize = again.type.implicitSize;
        }
        global.invariant |= again.invariant;
        global.location = again.location >= 0 ? again.location : global.location;
    }

    // Variables of a type, or a function.
    size_t declaration(size_t first, size_t i, const QualifierWords& words) {
        Type base;
        const size_t typeFirst = i;
        i = typeSpecifier(i, base);
        // A struct that has a name is known by it from here on.
        const std::string typeText = base.isStruct() && !base.structName.empty()
                                         ? base.structName + " "
                                         : textOf(typeFirst, i);
        const size_t outerFirst = i;
        const std::vector<int> outer = dims(i);
        const std::string outerText = textOf(outerFirst, i);
        if (i + 1 < m_tokens.size() && m_tokens[i].isIdentifier() && isAt(i + 1, "(")) {
            return function(i);
        }
        while (i < m_tokens.size() && !isAt(i, ";")) {
            if (!m_tokens[i].isIdentifier()) {
                ++i;
                continue;
            }
            Global global;
            static_cast<Qualifiers&>(global) = words.common;
            global.name = m_tokens[i++].text;
            global.type = copyOf(base);
            const size_t dimsFirst = i;
            global.type.dims = dims(i);
            const std::string dimsText = textOf(dimsFirst, i) + outerText;
            appendDims(global.type, outer, {});
            global.type.precision = precisionOf(base, words);
            if (isAt(i, "=")) {
                const size_t end = partEnd(i + 1, m_tokens.size());
                initialize(global, words.storage, {typeText, dimsText, {}}, i + 1, end);
                i = end;
            }
            // For its length(). Of integers: built-in names and samplers can be no plain variables.
            if (words.storage != StorageWord::Const && !dimsText.empty() &&
                !global.type.implicitSize && !global.name.starts_with("gl_") &&
                m_sizedNames.insert(global.name).second) {
                m_context += "int " + global.name + dimsText + ";\n";
            }
            add(std::move(global), words);
        }
        if (words.storage == StorageWord::Const) {
            const std::string text =
                textOf(first, typeFirst) + typeText + textOf(outerFirst, i + 1);
            m_context += m_isConstant ? text + "\n" : "";
        }
        m_isConstant = true;
        return i + 1;
    }

    size_t function(size_t name) {
        const size_t close = closing(m_tokens, name + 1);
        m_functionNames.insert(m_tokens[name].text);
        if (!isAt(close + 1, "{")) {
            return close + 2; // a declaration
        }
        const size_t end = closing(m_tokens, close + 1);
        m_functions.push_back({name + 1, close + 1, end});
        return end + 1;
    }

    // "= expression" behind a declared name.
    void initialize(
        Global& global, StorageWord storage, ConstantExpression asked, size_t first, size_t end) {
        const bool isConstant = isConstantExpression(first, end);
        asked.expression = textOf(first, end);
        if (storage == StorageWord::Const) {
            m_isConstant &= isConstant;
            if (isConstant) {
                m_constantNames.insert(global.name);
                if (end == first + 1 && m_tokens[first].kind == TokenKind::Number) {
                    m_literals[global.name] = first;
                }
            }
        } else if (storage == StorageWord::None) {
            m_out.initializers[global.name] = isConstant ? value(asked) : std::vector<std::byte>();
        } else if (storage == StorageWord::Uniform) {
            global.initialValue = isConstant ? value(asked) : std::vector<std::byte>();
            if (global.type.implicitSize) {
                const int element_B = scalarsOf(global.type, false) * 4;
                global.type.dims[0] = int(global.initialValue.size()) / std::max(element_B, 1);
                global.type.implicitSize = false;
            }
        }
    }

    // Nothing of it is known at run time alone: numbers, operators, types, and names of constants
    // and of functions that are the language's own.
    [[nodiscard]] bool isConstantExpression(size_t first, size_t end) const {
        for (size_t i = first; i < end; ++i) {
            const std::string& name = m_tokens[i].text;
            if (isAt(i, "(") && isSequence(i)) {
                return false;
            }
            if (!m_tokens[i].isIdentifier() || isAt(i - 1, ".") || name == "true" ||
                name == "false" || isType(name) || m_constantNames.contains(name) ||
                name.starts_with("gl_Max") || name.starts_with("gl_Min") ||
                (isAt(i + 1, ".") && isAt(i + 2, "length") && m_sizedNames.contains(name))) {
                continue;
            }
            const bool isFunction = isAt(i + 1, "(") && isBuiltinFunction(name) &&
                                    !m_functionNames.contains(name) && name != "ftransform" &&
                                    !name.starts_with("noise");
            if (!isFunction) {
                return false;
            }
        }
        return true;
    }

    // "(a, b)" that are no arguments: no constant expression.
    [[nodiscard]] bool isSequence(size_t open) const {
        const size_t close = closing(m_tokens, open);
        const bool isCall = open > 0 && (m_tokens[open - 1].isIdentifier() || isAt(open - 1, "]"));
        return !isCall && partEnd(open + 1, close) != close;
    }

    // Empty until the compiler library was asked.
    std::vector<std::byte> value(const ConstantExpression& expression) {
        const auto known = m_constants.values.find(expression);
        if (known != m_constants.values.end()) {
            return known->second;
        }
        if (!m_constants.areAsked) {
            m_constants.values[expression];
        }
        return {};
    }

    // A constant expression of integers; 1 where it is not known.
    int integer(size_t first, size_t end) {
        const auto literal =
            end == first + 1 ? m_literals.find(m_tokens[first].text) : m_literals.end();
        if (literal != m_literals.end()) {
            first = literal->second;
            end = first + 1;
        }
        if (const std::optional<int> simple = foldInteger(m_tokens, first, end)) {
            return *simple;
        }
        int result = 1;
        if (isConstantExpression(first, end)) {
            const std::vector<std::byte> bytes =
                value({"int", "", "int(" + textOf(first, end) + ")"});
            if (bytes.size() == sizeof result) {
                std::memcpy(&result, bytes.data(), sizeof result);
            }
        }
        return result;
    }

    // What layouts and indices say about the arrays that were declared without a size.
    void sizeArrays() {
        std::map<std::string, int> variables;
        std::map<std::string, int> fields;
        const int vertices = layoutVertices();
        const std::set<std::string> overVertices = arraysOverVertices();
        const std::set<std::string> unsized = unsizedArrays();
        for (const FunctionTokens& function : m_functions) {
            for (size_t i = function.open + 1; i < function.close; ++i) {
                const std::string& name = m_tokens[i].text;
                if (!m_tokens[i].isIdentifier() || !isAt(i + 1, "[") || isAt(i + 2, "]") ||
                    !(unsized.contains(name) || overVertices.contains(name))) {
                    continue;
                }
                const std::optional<int> index = constantIndex(i + 2, closing(m_tokens, i + 1));
                if (!index) {
                    continue;
                }
                int& size = (isAt(i - 1, ".") ? fields : variables)[name];
                size = std::max(size, *index + 1);
                if (vertices > 0 && *index >= vertices && m_out.error.empty() &&
                    !isAt(i - 1, ".") && overVertices.contains(name)) {
                    m_out.error = "0:" + std::to_string(m_tokens[i].line) +
                                  ": error: '[' : array index out of range\n";
                }
            }
        }
        for (Global& global : m_out.globals) {
            sizeGlobal(global, variables, fields);
        }
    }

    [[nodiscard]] std::optional<int> constantIndex(size_t first, size_t close) {
        if (const auto simple = foldInteger(m_tokens, first, close)) {
            return simple;
        }
        return isConstantExpression(first, close) ? std::optional(integer(first, close))
                                                  : std::nullopt;
    }

    // Where a layout gives the number of vertices: 0 when it is not said.
    [[nodiscard]] int layoutVertices() const {
        return m_options.stage == Stage::TessControl ? m_out.tessellation.patchVertices
               : m_hasInputPrimitive                 ? verticesOf(m_out.geometry.inputPrimitive)
                                                     : 0;
    }

    // An array with an element for each vertex that `vertices` of a layout sizes.
    [[nodiscard]] bool isSizedByLayout(const Global& global) const {
        const bool isControl = m_options.stage == Stage::TessControl;
        return !global.patch && (isControl || m_options.stage == Stage::Geometry) &&
               global.storage == (isControl ? Storage::Output : Storage::Input);
    }

    static const std::string& nameInText(const Global& global) {
        return global.isBlock ? global.instanceName : global.name;
    }

    [[nodiscard]] std::set<std::string> arraysOverVertices() const {
        std::set<std::string> names = {m_options.stage == Stage::TessControl ? "gl_out" : "gl_in"};
        for (const Global& global : m_out.globals) {
            if (isSizedByLayout(global) && !global.type.dims.empty()) {
                names.insert(nameInText(global));
            }
        }
        return names;
    }

    // Variables and members.
    [[nodiscard]] std::set<std::string> unsizedArrays() const {
        std::set<std::string> names;
        for (const Global& global : m_out.globals) {
            if (global.type.implicitSize) {
                names.insert(nameInText(global));
            }
            for (const Type::Member& member : global.type.members) {
                if (member.type.implicitSize) {
                    names.insert(member.name);
                }
            }
        }
        return names;
    }

    void sizeGlobal(Global& global,
                    const std::map<std::string, int>& variables,
                    const std::map<std::string, int>& fields) const {
        const auto used = [](const std::map<std::string, int>& sizes, const std::string& name) {
            const auto it = sizes.find(name);
            return it == sizes.end() ? 1 : it->second;
        };
        for (Type::Member& member : global.type.members) {
            if (global.isBlock && member.type.implicitSize) {
                member.type.dims[0] =
                    used(global.instanceName.empty() ? variables : fields, member.name);
            }
        }
        if (!global.type.implicitSize) {
            return;
        }
        const bool isPatchInput =
            global.storage == Storage::Input && !global.patch &&
            (m_options.stage == Stage::TessControl || m_options.stage == Stage::TessEvaluation);
        int& size = global.type.dims[0];
        if (isPatchInput) {
            size = m_options.limits.maxPatchVertices;
        } else if (isSizedByLayout(global) && layoutVertices() > 0) {
            size = layoutVertices();
        } else {
            size = used(variables, global.isBlock ? global.instanceName : global.name);
            return;
        }
        global.type.implicitSize = false;
    }

    const CompileOptions& m_options;
    const Language& m_language;
    const std::vector<Token>& m_tokens;
    Constants& m_constants;
    Declarations m_out;
    std::map<std::string, Type> m_structs;
    std::map<std::string, Precision> m_precisions; // the defaults, by type
    std::vector<FunctionTokens> m_functions;
    std::set<std::string> m_functionNames;
    std::set<std::string> m_constantNames;
    std::set<std::string> m_sizedNames;       // variables that are arrays, of a known size
    std::map<std::string, size_t> m_literals; // constants of one number → its token
    std::string m_context;
    size_t m_membersLeft = kMostMembers;
    bool m_isConstant = true; // all initializers of the declaration that is being read
    bool m_hasInputPrimitive = false;
    bool m_rowMajor = false; // of uniform blocks that do not say
    Packing m_packing = Packing::Shared;
    int m_stream = 0; // of geometry outputs that do not say
};

} // namespace

bool definesMain(const std::vector<Token>& tokens) {
    int depth = 0;
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
        depth += tokens[i].is("{") ? 1 : tokens[i].is("}") ? -1 : 0;
        if (depth == 0 && tokens[i].is("main") && tokens[i + 1].is("(")) {
            const size_t close = closing(tokens, i + 1);
            if (close + 1 < tokens.size() && tokens[close + 1].is("{")) {
                return true;
            }
        }
    }
    return false;
}

Declarations readDeclarations(const CompileOptions& options,
                              const Language& language,
                              const std::vector<Token>& tokens) {
    Constants constants;
    DeclarationReader first(options, language, tokens, constants);
    Declarations declarations = first.run();
    if (constants.values.empty()) {
        return declarations;
    }
    evaluate(options, language, first.context(), constants.values);
    constants.areAsked = true;
    return DeclarationReader(options, language, tokens, constants).run();
}

} // namespace glsl
