// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Recursive descent over the grammars of ARB_vertex_program (section 2.14.2) and
// ARB_fragment_program (section 3.11.2), with the options of ARB_fragment_program_shadow,
// ARB_draw_buffers and ARB_fragment_coord_conventions.
#include "glsl/assembly/parser.h"

#include "glsl/assembly/bindings.h"
#include "glsl/assembly/names.h"
#include "glsl/assembly/scanner.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace glsl::assembly {

namespace {

constexpr std::string_view kVertexHeader = "!!ARBvp1.0";
constexpr std::string_view kFragmentHeader = "!!ARBfp1.0";
constexpr uint8_t kAllComponents = 15;

std::string_view headerOf(bool isVertex) {
    return isVertex ? kVertexHeader : kFragmentHeader;
}

/// What fog at the end of a program costs of its instructions (ARB_fragment_program section
/// 3.11.4.5.1), and a position of fixed function (ARB_vertex_program section 2.14.4.5.1).
int instructionsOfOptions(const Program& program) {
    switch (program.fog) {
    case FogMode::None:
        return program.isPositionInvariant ? 4 : 0;
    case FogMode::Linear:
        return 2;
    case FogMode::Exponential:
        return 3;
    case FogMode::ExponentialSquare:
        return 4;
    }
    return 0;
}

class Parser {
public:
    Parser(std::string_view text, bool isVertex, const Limits& limits)
        : m_limits(limits),
          m_length(text.size()),
          m_scanner(text, headerOf(isVertex).size()),
          m_bindings(m_program, m_scanner, m_limits) {
        m_program.isVertex = isVertex;
        m_program.textures.resize(size_t(limits.textureUnits));
    }

    ParseResult run();

private:
    void readOptions();
    bool takeOption(std::string_view name);
    void readStatement();
    bool readNaming();
    void readVariables(Name::Kind kind, int& count, int limit);
    void readParameters();
    void readArray(std::string_view name, size_t at);
    void readAlias();
    std::string_view readNewName();
    void declare(std::string_view name, size_t at, const Name& what);
    void readInstruction();
    void readSample(Instruction& instruction);
    TextureTarget readTextureTarget();
    Destination readDestination(bool isAddress);
    void readMask(Destination& destination);
    Operand readOperand(bool isScalar);
    Operand readRegister();
    Operand readNamedRegister();
    Operand readElement(int array);
    void readSwizzle(Operand& operand, bool isScalar);
    Swizzle readExtendedSwizzle();
    int componentIn(char c, std::string_view& set) const;
    bool readSign();
    void checkRelativeArrays();

    const Limits& m_limits;
    const size_t m_length;
    Program m_program;
    Scanner m_scanner;
    Bindings m_bindings;
    Names m_names;
    std::string_view m_precisionHint;
};

ParseResult Parser::run() {
    readOptions();
    while (!m_scanner.failed() && m_scanner.peekWord() != "END") {
        readStatement();
    }
    m_scanner.expectWord("END");
    if (!m_scanner.failed() && !m_scanner.atEnd()) {
        m_scanner.fail("something follows END");
    }
    checkRelativeArrays();
    return {std::move(m_program), m_scanner.error(), m_scanner.errorPosition()};
}

// --- Options

void Parser::readOptions() {
    while (m_scanner.acceptWord("OPTION")) {
        const size_t at = m_scanner.position();
        if (!takeOption(m_scanner.word())) {
            m_scanner.failAt(at, "there is no such option, or not beside those before");
        }
        m_scanner.expect(';');
    }
}

/// False: it cannot be had.
bool Parser::takeOption(std::string_view name) {
    if (m_program.isVertex) {
        m_program.isPositionInvariant |= name == "ARB_position_invariant";
        return name == "ARB_position_invariant";
    }
    if (name == "ARB_fragment_program_shadow") {
        return m_program.hasShadowTargets = true;
    }
    if (name == "ARB_draw_buffers" || name == "ATI_draw_buffers") {
        return m_program.hasDrawBuffers = true;
    }
    if (name == "ARB_fragment_coord_origin_upper_left") {
        return m_program.hasUpperLeftOrigin = true;
    }
    if (name == "ARB_fragment_coord_pixel_center_integer") {
        return m_program.hasIntegerPixelCenter = true;
    }
    if (name == "ARB_precision_hint_fastest" || name == "ARB_precision_hint_nicest") {
        // Everything is computed in full precision.
        const std::string_view before = std::exchange(m_precisionHint, name);
        return before.empty() || before == name;
    }
    const FogMode fog = name == "ARB_fog_linear" ? FogMode::Linear
                        : name == "ARB_fog_exp"  ? FogMode::Exponential
                        : name == "ARB_fog_exp2" ? FogMode::ExponentialSquare
                                                 : FogMode::None;
    const FogMode before = std::exchange(m_program.fog, fog);
    return fog != FogMode::None && (before == FogMode::None || before == fog);
}

// --- Naming statements

void Parser::readStatement() {
    if (!readNaming()) {
        readInstruction();
    }
    m_scanner.expect(';');
}

/// False: it is none.
bool Parser::readNaming() {
    if (m_scanner.acceptWord("TEMP")) {
        // Fog needs one.
        const int limit = m_limits.temporaries - (m_program.fog != FogMode::None ? 1 : 0);
        readVariables(Name::Kind::Temporary, m_program.temporaries, limit);
    } else if (m_program.isVertex && m_scanner.acceptWord("ADDRESS")) {
        readVariables(Name::Kind::Address, m_program.addressRegisters, m_limits.addressRegisters);
    } else if (m_scanner.acceptWord("PARAM")) {
        readParameters();
    } else if (m_scanner.acceptWord("ATTRIB")) {
        const size_t at = m_scanner.position();
        const std::string_view name = readNewName();
        m_scanner.expect('=');
        m_scanner.expectWord(m_program.isVertex ? "vertex" : "fragment");
        declare(name, at, {Name::Kind::Attribute, 0, m_bindings.readAttribute()});
    } else if (m_scanner.acceptWord("OUTPUT")) {
        const size_t at = m_scanner.position();
        const std::string_view name = readNewName();
        m_scanner.expect('=');
        m_scanner.expectWord("result");
        declare(name, at, {Name::Kind::Output, int(m_bindings.readResult()), {}});
    } else if (m_scanner.acceptWord("ALIAS")) {
        readAlias();
    } else {
        return false;
    }
    return true;
}

std::string_view Parser::readNewName() {
    const size_t at = m_scanner.position();
    const std::string_view name = m_scanner.word();
    if (name.empty()) {
        m_scanner.failAt(at, "a name is missing");
    } else if (Names::isReserved(name, m_program.isVertex)) {
        m_scanner.failAt(at, "'" + std::string(name) + "' is a keyword");
    } else if (m_names.find(name)) {
        m_scanner.failAt(at, "'" + std::string(name) + "' is declared already");
    }
    return name;
}

void Parser::declare(std::string_view name, size_t at, const Name& what) {
    if (!m_scanner.failed() && !m_names.add(name, what)) {
        m_scanner.failAt(at, "'" + std::string(name) + "' is declared already");
    }
}

void Parser::readVariables(Name::Kind kind, int& count, int limit) {
    do {
        const size_t at = m_scanner.position();
        const std::string_view name = readNewName();
        if (count == limit) {
            m_scanner.failAt(at, "too many variables");
        }
        declare(name, at, {kind, count++, {}});
    } while (m_scanner.accept(','));
}

void Parser::readParameters() {
    const size_t at = m_scanner.position();
    const std::string_view name = readNewName();
    if (m_scanner.accept('[')) {
        return readArray(name, at);
    }
    m_scanner.expect('=');
    const std::vector<int> indices =
        m_bindings.readParameters(Vectors::One, Bindings::Constants::Declared);
    declare(name, at, {Name::Kind::Parameter, indices.empty() ? 0 : indices[0], {}});
}

void Parser::readArray(std::string_view name, size_t at) {
    const size_t sizeAt = m_scanner.position();
    const std::optional<unsigned> size = m_scanner.integer();
    m_scanner.expect(']');
    m_scanner.expect('=');
    m_scanner.expect('{');
    ParameterArray array;
    do {
        const std::vector<int> indices =
            m_bindings.readParameters(Vectors::Some, Bindings::Constants::Declared);
        array.elements.insert(array.elements.end(), indices.begin(), indices.end());
        if (array.elements.size() > size_t(m_limits.parameters)) {
            m_scanner.fail("the array is too large");
        }
    } while (m_scanner.accept(','));
    m_scanner.expect('}');
    if (!m_scanner.failed() && size && *size != array.elements.size()) {
        m_scanner.failAt(sizeAt, "the array has another size");
    }
    m_program.arrays.push_back(std::move(array));
    declare(name, at, {Name::Kind::Array, int(m_program.arrays.size()) - 1, {}});
}

void Parser::readAlias() {
    const size_t at = m_scanner.position();
    const std::string_view name = readNewName();
    m_scanner.expect('=');
    const size_t otherAt = m_scanner.position();
    const Name* const other = m_names.find(m_scanner.word());
    if (!other) {
        return m_scanner.failAt(otherAt, "no such name has been declared");
    }
    declare(name, at, Name(*other));
}

// --- Instructions

void Parser::readInstruction() {
    const size_t at = m_scanner.position();
    std::string_view name = m_scanner.word();
    Instruction instruction;
    if (!m_program.isVertex && name.ends_with(kSaturates)) {
        name.remove_suffix(kSaturates.size());
        instruction.saturates = true;
    }
    const Opcode* const opcode = findOpcode(name, m_program.isVertex);
    const bool isKill = opcode && opcode->form == Opcode::Form::Kill;
    if (!opcode || (isKill && instruction.saturates)) {
        return m_scanner.failAt(at, "there is no such instruction or statement");
    }
    const int limit = m_limits.instructions - instructionsOfOptions(m_program);
    if (int(m_program.instructions.size()) >= limit) {
        return m_scanner.failAt(at, "too many instructions");
    }
    instruction.opcode = opcode;
    if (!isKill) {
        instruction.destination = readDestination(opcode->form == Opcode::Form::Address);
        m_scanner.expect(',');
    }
    if (opcode->form == Opcode::Form::Swizzle) {
        instruction.operands[0] = readRegister();
        m_scanner.expect(',');
        instruction.operands[0].swizzle = readExtendedSwizzle();
    } else {
        for (size_t i = 0; i < opcode->operands.size() && !m_scanner.failed(); ++i) {
            if (i > 0) {
                m_scanner.expect(',');
            }
            instruction.operands[i] = readOperand(opcode->operands[i] == 's');
        }
    }
    if (opcode->form == Opcode::Form::Sample) {
        readSample(instruction);
    }
    if (!m_scanner.failed()) {
        m_program.instructions.push_back(instruction);
    }
}

void Parser::readSample(Instruction& instruction) {
    m_scanner.expect(',');
    m_scanner.expectWord("texture");
    instruction.unit = readOptionalIndex(m_scanner, m_limits.textureUnits);
    m_scanner.expect(',');
    const size_t at = m_scanner.position();
    const TextureTarget target = readTextureTarget();
    TextureTarget& known = m_program.textures[size_t(instruction.unit)];
    if (known != TextureTarget::None && known != target) {
        m_scanner.failAt(at, "the unit is sampled from another target already");
    }
    known = target;
}

TextureTarget Parser::readTextureTarget() {
    static constexpr std::pair<std::string_view, TextureTarget> kTargets[] = {
        {"1D", TextureTarget::Tex1D},
        {"2D", TextureTarget::Tex2D},
        {"3D", TextureTarget::Tex3D},
        {"CUBE", TextureTarget::Cube},
        {"RECT", TextureTarget::Rectangle},
        // With ARB_fragment_program_shadow.
        {"SHADOW1D", TextureTarget::Shadow1D},
        {"SHADOW2D", TextureTarget::Shadow2D},
        {"SHADOWRECT", TextureTarget::ShadowRectangle},
    };
    const size_t at = m_scanner.position();
    const auto found = std::ranges::find(
        kTargets, m_scanner.wordOrNumber(), &std::pair<std::string_view, TextureTarget>::first);
    const bool isKnown = found != std::end(kTargets) &&
                         (found->second < TextureTarget::Shadow1D || m_program.hasShadowTargets);
    if (!isKnown) {
        m_scanner.failAt(at, "this is not a texture target");
        return TextureTarget::None;
    }
    return found->second;
}

Destination Parser::readDestination(bool isAddress) {
    const size_t at = m_scanner.position();
    Destination destination;
    if (!isAddress && m_scanner.acceptWord("result")) {
        destination = {Destination::Kind::Result, int(m_bindings.readResult())};
    } else {
        const Name* const name = m_names.find(m_scanner.word());
        if (name && isAddress && name->kind == Name::Kind::Address) {
            destination = {Destination::Kind::Address, name->index};
        } else if (name && !isAddress && name->kind == Name::Kind::Temporary) {
            destination = {Destination::Kind::Temporary, name->index};
        } else if (name && !isAddress && name->kind == Name::Kind::Output) {
            destination = {Destination::Kind::Result, name->index};
        } else {
            m_scanner.failAt(at, "this is nothing that the instruction can write");
        }
    }
    if (isAddress) {
        m_scanner.expect('.');
        m_scanner.expectWord("x");
    } else if (m_scanner.accept('.')) {
        readMask(destination);
    }
    return destination;
}

/// Which component a letter names; -1: none, or not of the `set` that letters before were from,
/// which is empty at first.
int Parser::componentIn(char c, std::string_view& set) const {
    for (const std::string_view letters : {std::string_view("xyzw"), std::string_view("rgba")}) {
        const size_t found = letters.find(c);
        const bool mayBe =
            (set.empty() || set == letters) && (letters[0] == 'x' || !m_program.isVertex);
        if (found != std::string_view::npos && mayBe) {
            set = letters;
            return int(found);
        }
    }
    return -1;
}

void Parser::readMask(Destination& destination) {
    const size_t at = m_scanner.position();
    std::string_view set;
    int last = -1;
    destination.mask = 0;
    for (const char c : m_scanner.word()) {
        const int component = componentIn(c, set);
        if (component <= last) {
            return m_scanner.failAt(at, "this is not a write mask");
        }
        destination.mask |= uint8_t(1 << component);
        last = component;
    }
    if (destination.mask == 0) {
        m_scanner.failAt(at, "the write mask is missing");
    }
}

/// True: a minus.
bool Parser::readSign() {
    if (m_scanner.accept('-')) {
        return true;
    }
    m_scanner.accept('+');
    return false;
}

Operand Parser::readOperand(bool isScalar) {
    const bool isNegated = readSign();
    Operand operand = readRegister();
    readSwizzle(operand, isScalar);
    operand.swizzle.negated = isNegated ? kAllComponents : 0;
    return operand;
}

Operand Parser::readRegister() {
    if (m_scanner.acceptWord(m_program.isVertex ? "vertex" : "fragment")) {
        return {.kind = Operand::Kind::Attribute, .attribute = m_bindings.readAttribute()};
    }
    const size_t at = m_scanner.position();
    const std::string_view word = m_scanner.peekWord();
    if (!word.empty() && word != "state" && word != "program") {
        return readNamedRegister();
    }
    const std::vector<int> indices =
        m_bindings.readParameters(Vectors::One, Bindings::Constants::Used);
    if (indices.empty()) {
        m_scanner.failAt(at, "an operand is missing");
        return {};
    }
    return {.kind = Operand::Kind::Parameter, .index = indices[0]};
}

Operand Parser::readNamedRegister() {
    const size_t at = m_scanner.position();
    const std::string_view word = m_scanner.word();
    const Name* const name = m_names.find(word);
    if (!name) {
        m_scanner.failAt(at, "'" + std::string(word) + "' has not been declared");
        return {};
    }
    switch (name->kind) {
    case Name::Kind::Temporary:
        return {.kind = Operand::Kind::Temporary, .index = name->index};
    case Name::Kind::Attribute:
        return {.kind = Operand::Kind::Attribute, .attribute = name->attribute};
    case Name::Kind::Parameter:
        return {.kind = Operand::Kind::Parameter, .index = name->index};
    case Name::Kind::Array:
        return readElement(name->index);
    case Name::Kind::Address:
    case Name::Kind::Output:
        break;
    }
    m_scanner.failAt(at, "'" + std::string(word) + "' cannot be read");
    return {};
}

Operand Parser::readElement(int array) {
    ParameterArray& elements = m_program.arrays[size_t(array)];
    m_scanner.expect('[');
    const size_t at = m_scanner.position();
    if (const std::optional<unsigned> index = m_scanner.integer()) {
        m_scanner.expect(']');
        if (*index >= elements.elements.size()) {
            m_scanner.failAt(at, "the array ends before this element");
            return {};
        }
        return {.kind = Operand::Kind::Parameter, .index = elements.elements[*index]};
    }
    const Name* const address = m_names.find(m_scanner.word());
    if (!address || address->kind != Name::Kind::Address) {
        m_scanner.failAt(at, "this is not an index");
        return {};
    }
    m_scanner.expect('.');
    m_scanner.expectWord("x");
    Operand operand{.kind = Operand::Kind::Element, .index = array, .address = address->index};
    const bool isNegative = m_scanner.accept('-');
    if (isNegative || m_scanner.accept('+')) {
        const size_t offsetAt = m_scanner.position();
        const std::optional<unsigned> offset = m_scanner.integer();
        // More than the -64 … 63 that there must be: as far as arrays reach.
        if (!offset || *offset > unsigned(m_limits.parameters)) {
            m_scanner.failAt(offsetAt, "this is not an offset");
        }
        operand.offset = (isNegative ? -1 : 1) * int(offset.value_or(0));
    }
    m_scanner.expect(']');
    elements.isRelative = true;
    return operand;
}

void Parser::readSwizzle(Operand& operand, bool isScalar) {
    const size_t at = m_scanner.position();
    if (!m_scanner.accept('.')) {
        if (isScalar) {
            m_scanner.failAt(at, "a component has to be chosen");
        }
        return;
    }
    const std::string_view word = m_scanner.word();
    if (word.size() != 1 && (word.size() != 4 || isScalar)) {
        return m_scanner.failAt(at, "these are not the components of an operand");
    }
    std::string_view set;
    for (size_t i = 0; i < 4; ++i) {
        const int component = componentIn(word[word.size() == 1 ? 0 : i], set);
        if (component < 0) {
            return m_scanner.failAt(at, "these are not the components of an operand");
        }
        operand.swizzle.from[i] = uint8_t(component);
    }
}

Swizzle Parser::readExtendedSwizzle() {
    Swizzle swizzle;
    std::string_view set;
    for (size_t i = 0; i < 4; ++i) {
        if (i > 0) {
            m_scanner.expect(',');
        }
        const bool isNegated = readSign();
        const size_t at = m_scanner.position();
        const std::string_view word = m_scanner.wordOrNumber();
        const int component = word == "0"        ? Swizzle::kZero
                              : word == "1"      ? Swizzle::kOne
                              : word.size() == 1 ? componentIn(word[0], set)
                                                 : -1;
        if (component < 0) {
            m_scanner.failAt(at, "this is not a component");
            return {};
        }
        swizzle.from[i] = uint8_t(component);
        swizzle.negated |= uint8_t(isNegated ? 1 << i : 0);
    }
    return swizzle;
}

/// ARB_vertex_program section 2.14.3.2: state is in arrays that are addressed relatively once, all
/// in all.
void Parser::checkRelativeArrays() {
    std::set<int> bound;
    for (const ParameterArray& array : m_program.arrays) {
        for (const int index : array.elements) {
            const bool isState =
                m_program.parameters[size_t(index)].source != Parameter::Source::Constant;
            if (array.isRelative && isState && !bound.insert(index).second) {
                return m_scanner.failAt(
                    m_length, "state is bound twice in arrays that are addressed relatively");
            }
        }
    }
}

} // namespace

ParseResult parse(std::string_view text, bool isVertex, const Limits& limits) {
    if (!text.starts_with(headerOf(isVertex))) {
        return {.program = {},
                .error = "the program does not begin with " + std::string(headerOf(isVertex)),
                .errorPosition = 0};
    }
    return Parser(text, isVertex, limits).run();
}

} // namespace glsl::assembly
