// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/declarations.h"

#include "glsl/compile/constant_reader.h"
#include "glsl/compile/frontend.h"
#include "glsl/compile/implicit_sizes.h"
#include "glsl/compile/qualifiers.h"
#include "glsl/compile/stage_layout.h"
#include "glsl/compile/token_reader.h"
#include "glsl/interface/std140.h"
#include "glsl/language/builtins.h"
#include "glsl/text/static_use.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace glsl {

namespace {

// Of all types of a shader, those of structs in structs counted each time. Real shaders stay far
// below.
constexpr size_t kMostMembers = 1u << 18;

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

class DeclarationReader : private TokenReader {
public:
    DeclarationReader(const CompileOptions& options,
                      const Language& language,
                      const std::vector<Token>& tokens,
                      Constants& constants)
        : TokenReader(tokens),
          m_options(options),
          m_language(language),
          m_constants(tokens, m_names, constants),
          m_qualifiers(tokens, options.stage, m_names, m_constants),
          m_layout(options.stage) {
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
        m_out.geometry = m_layout.geometry();
        m_out.tessellation = m_layout.tessellation();
        const std::string sizeError = ImplicitSizes(m_options, m_tokens, m_layout, m_constants)
                                          .fill(m_out.globals, m_functions);
        for (const std::string& error : {m_constants.error(), sizeError}) {
            if (m_out.error.empty()) {
                m_out.error = error;
            }
        }
        for (Global& global : m_out.globals) {
            if (global.storage == Storage::Block) {
                global.blockSize_B = layOutStd140(global.type);
            }
        }
        m_out.usedInputs = namedInputs(m_tokens, m_functions, m_out.globals);
        return std::move(m_out);
    }

    // What questions may name: directives, structs and constants.
    [[nodiscard]] const std::string& context() const { return m_names.context; }

private:
    // Each of these reads what starts at `i` and returns the index behind it.
    size_t statement(size_t i) {
        if (m_tokens[i].kind == TokenKind::Directive) {
            m_names.context += m_tokens[i].text + "\n";
            return i + 1;
        }
        if (isAt(i, "precision")) {
            m_names.context += textOf(i, i + 4) + "\n";
            m_precisions[m_tokens[i + 2].text] = precisionNamed(m_tokens[i + 1].text);
            return i + 4;
        }
        const size_t first = i;
        QualifierWords words;
        i = m_qualifiers.read(i, words);
        if (i >= m_tokens.size() || !m_tokens[i].isIdentifier()) {
            if (isAt(i, ";")) {
                m_layout.take(words);
            }
            return i + 1;
        }
        if (isAt(i + 1, "{") && !isAt(i, "struct")) {
            return block(i, words);
        }
        if ((isAt(i + 1, ";") || isAt(i + 1, ",")) && !m_names.isType(m_tokens[i].text)) {
            return redeclaration(i, words);
        }
        return declaration(first, i, words);
    }

    // "invariant a, b;"
    size_t redeclaration(size_t i, const QualifierWords& words) {
        for (; i < m_tokens.size() && !isAt(i, ";"); ++i) {
            if (words.common.invariant) {
                makeInvariant(m_tokens[i].text);
            }
        }
        return i + 1;
    }

    void makeInvariant(const std::string& name) {
        if (const auto variable = m_variables.find(name); variable != m_variables.end()) {
            m_out.globals[variable->second].invariant = true;
        }
        for (const size_t block : m_openBlocks) {
            for (Type::Member& member : m_out.globals[block].type.members) {
                member.qualifiers.invariant |= member.name == name;
            }
        }
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
        const auto known = m_names.structs.find(name);
        const TypeInfo& info = typeNamed(name);
        if (known != m_names.structs.end()) {
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
            m_names.structs[type.structName] = type;
            m_names.context += textOf(first, close + 1) + ";\n";
        }
        return close + 1;
    }

    // The members between braces; `block`: of a block with these words.
    void members(size_t open, size_t close, const QualifierWords* block, Type& type) {
        for (size_t i = open + 1; i < close;) {
            QualifierWords words;
            i = m_qualifiers.read(i, words);
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
                member.rowMajor =
                    block != nullptr &&
                    words.rowMajor.value_or(block->rowMajor.value_or(m_layout.rowMajor())) &&
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
            out.push_back(close == i + 1 ? 0 : m_constants.requiredInteger(i + 1, close));
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
            global.packing =
                int(words.packing == Packing::None ? m_layout.packing() : words.packing);
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
        global.stream =
            words.number("stream", global.storage == Storage::Output ? m_layout.stream() : 0);
        const size_t place = m_out.globals.size();
        if (global.isBlock) {
            if (global.instanceName.empty()) {
                m_openBlocks.push_back(place);
            }
        } else if (const auto [known, isNew] = m_variables.try_emplace(global.name, place);
                   !isNew) {
            redeclare(m_out.globals[known->second], global);
            return;
        }
        m_out.globals.push_back(std::move(global));
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
                m_names.sizedArrays.insert(global.name).second) {
                m_names.context += "int " + global.name + dimsText + ";\n";
            }
            add(std::move(global), words);
        }
        if (words.storage == StorageWord::Const) {
            const std::string text =
                textOf(first, typeFirst) + typeText + textOf(outerFirst, i + 1);
            m_names.context += m_isConstant ? text + "\n" : "";
        }
        m_isConstant = true;
        return i + 1;
    }

    size_t function(size_t name) {
        const size_t close = closing(m_tokens, name + 1);
        m_names.functions.insert(m_tokens[name].text);
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
        const bool isConstant = m_constants.isConstantExpression(first, end);
        asked.expression = textOf(first, end);
        if (storage == StorageWord::Const) {
            m_isConstant &= isConstant;
            if (isConstant) {
                m_names.constants.insert(global.name);
                if (end == first + 1 && m_tokens[first].kind == TokenKind::Number) {
                    m_names.literals[global.name] = first;
                }
            }
        } else if (storage == StorageWord::None) {
            m_out.initializers[global.name] =
                isConstant ? m_constants.value(asked) : std::vector<std::byte>();
        } else if (storage == StorageWord::Uniform) {
            global.initialValue = isConstant ? m_constants.value(asked) : std::vector<std::byte>();
            if (global.type.implicitSize) {
                const int element_B = scalarsOf(global.type, false) * 4;
                global.type.dims[0] = int(global.initialValue.size()) / std::max(element_B, 1);
                global.type.implicitSize = false;
            }
        }
    }

    const CompileOptions& m_options;
    const Language& m_language;
    Declarations m_out;
    std::unordered_map<std::string, size_t> m_variables; // by name: which of the globals
    std::vector<size_t> m_openBlocks; // those of the globals whose members are names of their own
    DeclaredNames m_names;
    ConstantReader m_constants;
    QualifierReader m_qualifiers;
    StageLayout m_layout;
    std::map<std::string, Precision> m_precisions; // the defaults, by type
    std::vector<FunctionTokens> m_functions;
    size_t m_membersLeft = kMostMembers;
    bool m_isConstant = true; // all initializers of the declaration that is being read
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
