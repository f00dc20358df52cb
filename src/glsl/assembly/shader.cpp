// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/assembly/shader.h"

#include "glsl/assembly/parser.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <set>

namespace glsl::assembly {

namespace {

constexpr std::string_view kComponents = "xyzw";

std::string numbered(std::string_view name, int number) {
    return std::string(name) + std::to_string(number);
}

std::string element(std::string_view array, std::string_view index) {
    return std::string(array) + "[" + std::string(index) + "]";
}

/// With as many digits as tell it from all others.
std::string literal(float number) {
    std::array<char, 32> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.9g", double(number));
    std::string result(text.data(), size_t(length));
    return result.find_first_of(".e") == std::string::npos ? result + ".0" : result;
}

std::string vector(const std::array<float, 4>& v) {
    return "vec4(" + literal(v[0]) + ", " + literal(v[1]) + ", " + literal(v[2]) + ", " +
           literal(v[3]) + ")";
}

struct SamplerText {
    std::string_view type;
    std::string_view function;  ///< That takes coordinates …
    std::string_view swizzle;   ///< … of so many components.
    std::string_view projected; ///< The same of TXP, with all four.
    bool hasLevels;
};

SamplerText samplerText(TextureTarget target) {
    switch (target) {
    case TextureTarget::Tex1D:
        return {"sampler1D", "texture1D", "x", "texture1DProj", true};
    case TextureTarget::Tex2D:
        return {"sampler2D", "texture2D", "xy", "texture2DProj", true};
    case TextureTarget::Tex3D:
        return {"sampler3D", "texture3D", "xyz", "texture3DProj", true};
    case TextureTarget::Cube:
        return {"samplerCube", "textureCube", "xyz", "", true};
    case TextureTarget::Rectangle:
        return {"sampler2DRect", "texture2DRect", "xy", "texture2DRectProj", false};
    case TextureTarget::Shadow1D:
        return {"sampler1DShadow", "shadow1D", "xyz", "shadow1DProj", true};
    case TextureTarget::Shadow2D:
        return {"sampler2DShadow", "shadow2D", "xyz", "shadow2DProj", true};
    case TextureTarget::ShadowRectangle:
        return {"sampler2DRectShadow", "shadow2DRect", "xyz", "shadow2DRectProj", false};
    case TextureTarget::None:
        break;
    }
    return {};
}

/// Where a result goes in the end.
std::string resultText(Result result, bool hasDrawBuffers) {
    static constexpr std::string_view kNames[] = {"gl_Position",
                                                  "gl_FrontColor",
                                                  "gl_FrontSecondaryColor",
                                                  "gl_BackColor",
                                                  "gl_BackSecondaryColor",
                                                  "gl_FogFragCoord",
                                                  "gl_PointSize"};
    if (result == Result::Depth) {
        return "gl_FragDepth";
    }
    if (result >= Result::FragmentColor) {
        const int index = int(result) - int(Result::FragmentColor);
        return hasDrawBuffers ? element("gl_FragData", std::to_string(index)) : "gl_FragColor";
    }
    if (result >= Result::TexCoord) {
        return element("gl_TexCoord", std::to_string(int(result) - int(Result::TexCoord)));
    }
    return std::string(kNames[size_t(result)]);
}

/// The component that counts of results that are numbers.
std::string_view resultComponent(Result result) {
    return result == Result::FogCoord || result == Result::PointSize ? ".x"
           : result == Result::Depth                                 ? ".z"
                                                                     : "";
}

class Writer {
public:
    Writer(const Program& program, Shader& shader) : m_program(program), m_shader(shader) {}

    void run() {
        placeParameters();
        for (const Instruction& instruction : m_program.instructions) {
            m_body += "    " + statement(instruction) + "\n";
        }
        if (m_program.isVertex) {
            writeVertexResults();
        } else {
            writeFragmentResults();
        }
        m_shader.text = head() + globals() + std::string(opcodeFunctions()) + "void main() {\n" +
                        locals() + m_body + "}\n";
    }

private:
    void placeParameters();
    void placeArray(size_t array);
    int place(const Parameter& parameter);
    std::string head() const;
    std::string globals();
    std::string locals();
    std::string parameterText(int index) const;
    std::string attributeText(const Attribute& attribute) const;
    std::string registerText(const Operand& operand) const;
    std::string operandText(const Operand& operand, bool isScalar) const;
    std::string swizzled(const Operand& operand) const;
    std::string sampleText(const Instruction& instruction) const;
    std::string resultOf(const Instruction& instruction) const;
    std::string statement(const Instruction& instruction);
    void writeVertexResults();
    void writeFragmentResults();
    std::string foggedText(const std::string& color) const;

    const Program& m_program;
    Shader& m_shader;
    std::vector<int> m_slots;      ///< By parameter: in "parameters"; -1: not there.
    std::vector<int> m_arraySlots; ///< By array: of the first element; -1: a variable.
    std::set<int> m_constants;     ///< Parameters that are constants of the text.
    std::set<Result> m_results;
    bool m_writesDepth = false;
    std::string m_body;
};

// --- Parameters

int Writer::place(const Parameter& parameter) {
    m_shader.parameters.push_back(parameter);
    return int(m_shader.parameters.size()) - 1;
}

/// Arrays that are addressed relatively lie in one piece, unless there is state in them.
void Writer::placeArray(size_t array) {
    const std::vector<int>& elements = m_program.arrays[array].elements;
    const bool hasState = std::ranges::any_of(elements, [&](int index) {
        return m_program.parameters[size_t(index)].source == Parameter::Source::State;
    });
    if (!hasState) {
        m_arraySlots[array] = int(m_shader.parameters.size());
    }
    for (const int index : elements) {
        const Parameter& parameter = m_program.parameters[size_t(index)];
        if (!hasState) {
            place(parameter);
        } else if (parameter.source == Parameter::Source::Constant) {
            m_constants.insert(index);
        } else if (parameter.source != Parameter::Source::State && m_slots[size_t(index)] < 0) {
            m_slots[size_t(index)] = place(parameter);
        }
    }
}

void Writer::placeParameters() {
    m_slots.assign(m_program.parameters.size(), -1);
    m_arraySlots.assign(m_program.arrays.size(), -1);
    for (size_t array = 0; array < m_program.arrays.size(); ++array) {
        if (m_program.arrays[array].isRelative) {
            placeArray(array);
        }
    }
    for (const Instruction& instruction : m_program.instructions) {
        for (size_t i = 0; i < instruction.opcode->operands.size(); ++i) {
            const Operand& operand = instruction.operands[i];
            if (operand.kind != Operand::Kind::Parameter) {
                continue;
            }
            const Parameter& parameter = m_program.parameters[size_t(operand.index)];
            if (parameter.source == Parameter::Source::Constant) {
                m_constants.insert(operand.index);
            } else if (parameter.source != Parameter::Source::State &&
                       m_slots[size_t(operand.index)] < 0) {
                m_slots[size_t(operand.index)] = place(parameter);
            }
        }
    }
}

std::string Writer::parameterText(int index) const {
    const Parameter& parameter = m_program.parameters[size_t(index)];
    switch (parameter.source) {
    case Parameter::Source::Constant:
        return numbered("constant", index);
    case Parameter::Source::State:
        return parameter.state;
    default:
        return element("parameters", std::to_string(m_slots[size_t(index)]));
    }
}

// --- Declarations

std::string Writer::head() const {
    const std::string extensions = "#extension GL_ARB_texture_rectangle : enable\n";
    std::string layout = m_program.hasUpperLeftOrigin ? "origin_upper_left" : "";
    if (m_program.hasIntegerPixelCenter) {
        layout += layout.empty() ? "pixel_center_integer" : ", pixel_center_integer";
    }
    return layout.empty() ? "#version 120\n" + extensions
                          : "#version 130\n" + extensions +
                                "#extension GL_ARB_fragment_coord_conventions : enable\nlayout(" +
                                layout + ") in vec4 gl_FragCoord;\n";
}

std::string Writer::globals() {
    std::string text;
    if (!m_shader.parameters.empty()) {
        text += "uniform vec4 " +
                element("parameters", std::to_string(m_shader.parameters.size())) + ";\n";
    }
    for (size_t unit = 0; unit < m_program.textures.size(); ++unit) {
        if (m_program.textures[unit] != TextureTarget::None) {
            text += "uniform " + std::string(samplerText(m_program.textures[unit]).type) + " " +
                    numbered("unit", int(unit)) + ";\n";
        }
    }
    for (const Attribute& attribute : m_program.attributes) {
        if (attribute.isGeneric && attribute.number != Attribute::kPosition) {
            const std::string name = attributeText(attribute);
            text += "attribute vec4 " + name + ";\n";
            m_shader.attributeBindings[name] = attribute.number;
        }
    }
    for (const int index : m_constants) {
        text += "const vec4 " + numbered("constant", index) + " = " +
                vector(m_program.parameters[size_t(index)].constant) + ";\n";
    }
    return text;
}

/// What the specification leaves undefined at first is zero.
std::string Writer::locals() {
    std::string text;
    for (int i = 0; i < m_program.temporaries; ++i) {
        text += "    vec4 " + numbered("t", i) + " = vec4(0.0);\n";
    }
    for (int i = 0; i < m_program.addressRegisters; ++i) {
        text += "    float " + numbered("address", i) + " = 0.0;\n";
    }
    for (const Result result : m_results) {
        text += "    vec4 " + numbered("result", int(result)) + " = vec4(0.0, 0.0, 0.0, 1.0);\n";
    }
    for (size_t array = 0; array < m_program.arrays.size(); ++array) {
        const ParameterArray& elements = m_program.arrays[array];
        if (!elements.isRelative || m_arraySlots[array] >= 0) {
            continue;
        }
        const std::string name = numbered("array", int(array));
        text += "    vec4 " + element(name, std::to_string(elements.elements.size())) + ";\n";
        for (size_t i = 0; i < elements.elements.size(); ++i) {
            text += "    " + element(name, std::to_string(i)) + " = " +
                    parameterText(elements.elements[i]) + ";\n";
        }
    }
    return text;
}

// --- Operands

std::string Writer::attributeText(const Attribute& attribute) const {
    // vertex.attrib[0] is the position.
    if (attribute.isGeneric && attribute.number != Attribute::kPosition) {
        return numbered("generic", attribute.number);
    }
    const bool isVertex = m_program.isVertex;
    switch (attribute.number) {
    case Attribute::kPosition:
        return isVertex ? "gl_Vertex" : "gl_FragCoord";
    case Attribute::kNormal:
        return "vec4(gl_Normal, 1.0)";
    case Attribute::kColor:
        return "gl_Color";
    case Attribute::kSecondaryColor:
        return "gl_SecondaryColor";
    case Attribute::kFogCoord:
        return isVertex ? "vec4(gl_FogCoord, 0.0, 0.0, 1.0)"
                        : "vec4(gl_FogFragCoord, 0.0, 0.0, 1.0)";
    default: {
        const int unit = attribute.number - Attribute::kTexCoord;
        return isVertex ? numbered("gl_MultiTexCoord", unit)
                        : element("gl_TexCoord", std::to_string(unit));
    }
    }
}

std::string Writer::registerText(const Operand& operand) const {
    switch (operand.kind) {
    case Operand::Kind::Temporary:
        return numbered("t", operand.index);
    case Operand::Kind::Attribute:
        return attributeText(operand.attribute);
    case Operand::Kind::Parameter:
        return parameterText(operand.index);
    case Operand::Kind::Element:
        break;
    }
    const int first = m_arraySlots[size_t(operand.index)];
    const size_t last = m_program.arrays[size_t(operand.index)].elements.size() - 1;
    std::string at = numbered("address", operand.address);
    if (operand.offset != 0) {
        at += " + " + literal(float(operand.offset));
    }
    const std::string index = "int(clamp(" + at + ", 0.0, " + literal(float(last)) + "))";
    return first >= 0 ? element("parameters", std::to_string(first) + " + " + index)
                      : element(numbered("array", operand.index), index);
}

std::string Writer::operandText(const Operand& operand, bool isScalar) const {
    std::string text = registerText(operand);
    std::string components;
    for (const uint8_t from : operand.swizzle.from) {
        components += kComponents[from];
    }
    if (isScalar) {
        text += "." + components.substr(0, 1);
    } else if (components != kComponents) {
        text += "." + components;
    }
    return operand.swizzle.negated != 0 ? "(-" + text + ")" : text;
}

/// Of SWZ.
std::string Writer::swizzled(const Operand& operand) const {
    const std::string source = registerText(operand);
    std::string text;
    for (size_t i = 0; i < 4; ++i) {
        const uint8_t from = operand.swizzle.from[i];
        text += i == 0 ? "vec4(" : ", ";
        text += (operand.swizzle.negated >> i & 1) != 0 ? "-" : "";
        text += from == Swizzle::kZero  ? "0.0"
                : from == Swizzle::kOne ? "1.0"
                                        : source + "." + kComponents[from];
    }
    return text + ")";
}

// --- Instructions

std::string Writer::sampleText(const Instruction& instruction) const {
    const SamplerText sampler = samplerText(m_program.textures[size_t(instruction.unit)]);
    const std::string coordinates = operandText(instruction.operands[0], false);
    const std::string unit = numbered("unit", instruction.unit);
    if (instruction.opcode->name == "TXP" && !sampler.projected.empty()) {
        return std::string(sampler.projected) + "(" + unit + ", " + coordinates + ")";
    }
    // The face of a cube is the same where all coordinates are divided by what is not negative.
    std::string text = std::string(sampler.function) + "(" + unit + ", " + coordinates + "." +
                       std::string(sampler.swizzle);
    if (instruction.opcode->name == "TXB" && sampler.hasLevels) {
        text += ", " + coordinates + ".w";
    }
    return text + ")";
}

std::string Writer::resultOf(const Instruction& instruction) const {
    const Opcode& opcode = *instruction.opcode;
    if (opcode.form == Opcode::Form::Sample) {
        return sampleText(instruction);
    }
    if (opcode.form == Opcode::Form::Swizzle) {
        return swizzled(instruction.operands[0]);
    }
    std::string text;
    for (size_t i = 0; i < opcode.code.size(); ++i) {
        if (opcode.code[i] != '$') {
            text += opcode.code[i];
            continue;
        }
        const size_t which = size_t(opcode.code[++i] - '0');
        text += operandText(instruction.operands[which], opcode.operands[which] == 's');
    }
    return text;
}

std::string Writer::statement(const Instruction& instruction) {
    if (instruction.opcode->form == Opcode::Form::Kill) {
        return "if (any(lessThan(" + operandText(instruction.operands[0], false) +
               ", vec4(0.0)))) { discard; }";
    }
    const Destination& to = instruction.destination;
    std::string value = resultOf(instruction);
    if (instruction.saturates) {
        value = "clamp(" + value + ", 0.0, 1.0)";
    }
    if (to.kind == Destination::Kind::Address) {
        return numbered("address", to.index) + " = " + value + ";";
    }
    const bool isResult = to.kind == Destination::Kind::Result;
    if (isResult) {
        m_results.insert(Result(to.index));
        m_writesDepth |= Result(to.index) == Result::Depth && (to.mask & 4) != 0;
    }
    const std::string target = numbered(isResult ? "result" : "t", to.index);
    std::string mask;
    for (size_t i = 0; i < 4; ++i) {
        if ((to.mask >> i & 1) != 0) {
            mask += kComponents[i];
        }
    }
    return mask == kComponents ? target + " = " + value + ";"
                               : target + "." + mask + " = (" + value + ")." + mask + ";";
}

// --- Results

void Writer::writeVertexResults() {
    if (m_program.isPositionInvariant) {
        m_body += "    gl_Position = ftransform();\n"
                  "    gl_ClipVertex = gl_ModelViewMatrix * gl_Vertex;\n";
    } else {
        m_results.insert(Result::Position); // It has to have a value.
    }
    for (const Result result : m_results) {
        m_body += "    " + resultText(result, false) + " = " + numbered("result", int(result)) +
                  std::string(resultComponent(result)) + ";\n";
    }
}

/// The compatibility profile's section 16.4, as a program's option has it.
std::string Writer::foggedText(const std::string& color) const {
    const std::string z = "gl_FogFragCoord";
    const std::string thickness = "gl_Fog.density * " + z;
    std::string factor;
    switch (m_program.fog) {
    case FogMode::None:
        return color;
    case FogMode::Linear:
        factor = "gl_Fog.end == gl_Fog.start ? 0.0 : (gl_Fog.end - " + z + ") * gl_Fog.scale";
        break;
    case FogMode::Exponential:
        factor = "exp(-" + thickness + ")";
        break;
    case FogMode::ExponentialSquare:
        factor = "exp(-" + thickness + " * " + thickness + ")";
        break;
    }
    return "fogged(" + color + ", gl_Fog.color.rgb, " + factor + ")";
}

void Writer::writeFragmentResults() {
    for (const Result result : m_results) {
        if (result == Result::Depth && !m_writesDepth) {
            continue; // Other components of it have no effect.
        }
        const std::string value =
            numbered("result", int(result)) + std::string(resultComponent(result));
        m_body += "    " + resultText(result, m_program.hasDrawBuffers) + " = " +
                  (result == Result::Depth ? value : foggedText(value)) + ";\n";
    }
}

} // namespace

Shader translate(std::string_view text, bool isVertex, const Limits& limits) {
    Shader shader;
    const ParseResult parsed = parse(text, isVertex, limits);
    shader.error = parsed.error;
    shader.errorPosition = parsed.errorPosition;
    if (!shader.error.empty()) {
        return shader;
    }
    shader.counts = count(parsed.program);
    if (shader.counts.parameters > limits.parameters) {
        shader.error = "too many parameters";
        shader.errorPosition = text.size();
        return shader;
    }
    shader.isClippedByPlanes = parsed.program.isPositionInvariant;
    Writer(parsed.program, shader).run();
    return shader;
}

} // namespace glsl::assembly
