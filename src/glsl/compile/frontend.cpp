// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/frontend.h"

#include "glsl/compile/frontend_use.h"
#include "glsl/language/builtins.h"
#include "glsl/text/dialect.h"

#include "spirv/module.h"

#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

namespace glsl {

namespace {

EShLanguage language(Stage stage) {
    switch (stage) {
    case Stage::Vertex:
        return EShLangVertex;
    case Stage::TessControl:
        return EShLangTessControl;
    case Stage::TessEvaluation:
        return EShLangTessEvaluation;
    case Stage::Geometry:
        return EShLangGeometry;
    case Stage::Fragment:
        return EShLangFragment;
    case Stage::Compute:
        return EShLangCompute;
    }
    return EShLangVertex;
}

TBuiltInResource resources(const CompileOptions& options) {
    const Limits& l = options.limits;
    TBuiltInResource r = {};
    r.maxLights = l.maxLights;
    r.maxClipPlanes = l.maxClipDistances;
    r.maxTextureUnits = l.maxTextureUnits;
    r.maxTextureCoords = l.maxTextureCoords;
    r.maxVertexAttribs = l.maxVertexAttribs;
    r.maxVertexUniformComponents = l.maxVertexUniformVectors * 4;
    r.maxVaryingFloats = l.maxVaryingVectors * 4;
    r.maxVertexTextureImageUnits = l.maxVertexTextureImageUnits;
    r.maxCombinedTextureImageUnits = l.maxCombinedTextureImageUnits;
    r.maxTextureImageUnits = l.maxTextureImageUnits;
    r.maxFragmentUniformComponents = l.maxFragmentUniformVectors * 4;
    r.maxDrawBuffers = l.maxDrawBuffers;
    r.maxVertexUniformVectors = l.maxVertexUniformVectors;
    r.maxVaryingVectors = l.maxVaryingVectors;
    r.maxFragmentUniformVectors = l.maxFragmentUniformVectors;
    r.maxVertexOutputVectors = l.maxVaryingVectors + 1;
    r.maxFragmentInputVectors = l.maxVaryingVectors;
    r.minProgramTexelOffset = l.minProgramTexelOffset;
    r.maxProgramTexelOffset = l.maxProgramTexelOffset;
    r.maxClipDistances = l.maxClipDistances;
    r.maxCullDistances = l.maxClipDistances;
    r.maxCombinedClipAndCullDistances = l.maxClipDistances;
    r.maxVaryingComponents = l.maxVaryingVectors * 4;
    r.maxVertexOutputComponents = l.maxVertexOutputComponents;
    r.maxFragmentInputComponents = l.maxFragmentInputComponents;
    r.maxGeometryInputComponents = l.maxGeometryInputComponents;
    r.maxGeometryOutputComponents = l.maxGeometryOutputComponents;
    r.maxGeometryOutputVertices = l.maxGeometryOutputVertices;
    r.maxGeometryTotalOutputComponents = l.maxGeometryTotalOutputComponents;
    r.maxGeometryTextureImageUnits = l.maxGeometryTextureImageUnits;
    r.maxGeometryUniformComponents = l.maxGeometryUniformComponents;
    r.maxGeometryVaryingComponents = l.maxGeometryOutputComponents;
    r.maxTessControlInputComponents = l.maxTessControlInputComponents;
    r.maxTessControlOutputComponents = l.maxTessControlOutputComponents;
    r.maxTessControlTotalOutputComponents = l.maxTessControlTotalOutputComponents;
    r.maxTessControlUniformComponents = l.maxTessControlUniformComponents;
    r.maxTessControlTextureImageUnits = l.maxTessControlTextureImageUnits;
    r.maxTessEvaluationInputComponents = l.maxTessEvaluationInputComponents;
    r.maxTessEvaluationOutputComponents = l.maxTessEvaluationOutputComponents;
    r.maxTessEvaluationUniformComponents = l.maxTessEvaluationUniformComponents;
    r.maxTessEvaluationTextureImageUnits = l.maxTessEvaluationTextureImageUnits;
    r.maxTessPatchComponents = l.maxTessPatchComponents;
    r.maxPatchVertices = l.maxPatchVertices;
    r.maxTessGenLevel = l.maxTessGenLevel;
    r.maxViewports = l.maxViewports;
    r.maxSamples = l.maxSamples;
    r.maxComputeWorkGroupCountX = r.maxComputeWorkGroupCountY = r.maxComputeWorkGroupCountZ = 65535;
    r.maxComputeWorkGroupSizeX = r.maxComputeWorkGroupSizeY = 1024;
    r.maxComputeWorkGroupSizeZ = 64;
    r.maxDualSourceDrawBuffersEXT = l.maxDualSourceDrawBuffers;
    r.limits = {true, true, true, true, true, true, true, true, true};
    return r;
}

// One version, one profile default: what a source without #version is.
struct DefaultLanguage {
    int version;
    EProfile profile;
};

DefaultLanguage defaultLanguage(Api api) {
    return api == Api::ES ? DefaultLanguage{100, EEsProfile} : DefaultLanguage{110, ENoProfile};
}

// Extensions that are handled here rather than by the compiler still need their macro.
std::string preamble(const CompileOptions& options, int version) {
    // The compiler expands __VERSION__ but does not know it to be defined.
    std::string text = "#define __VERSION__ " + std::to_string(version) + "\n";
    for (const ExtensionFact* fact : extensionFacts()) {
        if (!fact->compilerKnowsIt && options.extensions.*fact->offered &&
            fact->es == (options.api == Api::ES)) {
            text += "#define " + std::string(fact->name) + " 1\n";
        }
    }
    return text;
}

void setSource(glslang::TShader& shader,
               const std::string& source,
               const std::string& preambleText,
               const char*& text,
               int& length) {
    text = source.data();
    length = int(source.size());
    shader.setStringsWithLengths(&text, &length, 1);
    shader.setPreamble(preambleText.c_str());
}

enum class Rules { OpenGL, Vulkan };
constexpr auto kVulkanMessages = EShMessages(EShMsgSpvRules | EShMsgVulkanRules);

void setVulkan(glslang::TShader& shader, EShLanguage stage) {
    shader.setEnvInput(glslang::EShSourceGlsl, stage, glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
    shader.setEnvInputVulkanRulesRelaxed();
}

/// Only as far as its directives.
bool read(glslang::TShader& shader, const CompileOptions& options, Rules rules, std::string& out) {
    const TBuiltInResource limits = resources(options);
    const DefaultLanguage assumed =
        rules == Rules::Vulkan ? DefaultLanguage{450, ECoreProfile} : defaultLanguage(options.api);
    glslang::TShader::ForbidIncluder includer;
    return shader.preprocess(&limits,
                             assumed.version,
                             assumed.profile,
                             false,
                             false,
                             rules == Rules::Vulkan ? kVulkanMessages : EShMsgDefault,
                             &out,
                             includer);
}

/// To call the compiler with these sources.
FrontendUse enter(const CompileOptions& options,
                  EShLanguage stage,
                  Rules rules,
                  std::span<const std::string> sources,
                  std::string_view more = {}) {
    const std::string call = fmt::format("{} {} {}", int(rules), int(options.api), int(stage));
    return FrontendUse(call, sources, more, [&](const std::string& source) {
        const std::string noPreamble;
        const char* text = nullptr;
        int length = 0;
        glslang::TShader shader(stage);
        setSource(shader, source, noPreamble, text, length);
        if (rules == Rules::Vulkan) {
            setVulkan(shader, stage);
        }
        std::string out;
        read(shader, options, rules, out); // What is wrong with it, the call will say.
    });
}

std::string cannotCompile() {
    return std::string("error: ") + base::LibraryUse::kImpossible + "\n";
}

// "ERROR: 0:3: 'x' : undeclared" → "0:3: error: 'x' : undeclared"; the compiler's own summary goes.
std::string readableLog(const char* raw) {
    std::string out;
    const std::string_view all = raw == nullptr ? "" : raw;
    for (size_t at = 0; at < all.size();) {
        const size_t end = std::min(all.find('\n', at), all.size());
        std::string_view line = all.substr(at, end - at);
        at = end + 1;
        std::string_view severity;
        if (line.starts_with("ERROR: ")) {
            severity = "error";
            line.remove_prefix(7);
        } else if (line.starts_with("WARNING: ")) {
            severity = "warning";
            line.remove_prefix(9);
        }
        while (!line.empty() && line.back() == ' ') {
            line.remove_suffix(1);
        }
        if (line.empty() || line.find("compilation errors.") != std::string_view::npos ||
            line.starts_with("Linked ")) {
            continue;
        }
        const size_t colon = line.find(": ");
        const bool located = line.starts_with("0:") && colon != std::string_view::npos;
        if (located) {
            out += std::string(line.substr(0, colon + 2));
            line.remove_prefix(colon + 2);
        }
        if (!severity.empty()) {
            out += std::string(severity) + ": ";
        }
        out += std::string(line);
        out += '\n';
    }
    return out;
}

// The constants of a module and what its entry point stores in variables.
class StoredConstants {
public:
    explicit StoredConstants(const spirv::Module& module) : m_module(module) {
        module.forEach([this](const spirv::Instruction& inst) { read(inst); });
    }

    // The bytes that the variable gets first; none when they are no constant.
    [[nodiscard]] std::vector<std::byte> of(const std::string& variable) const {
        const auto it = m_stored.find(variable);
        return it == m_stored.end() ? std::vector<std::byte>() : it->second;
    }

private:
    void read(const spirv::Instruction& inst) {
        switch (inst.op()) {
        case spv::OpConstant:
            m_bytes[inst[2]] = bytesOf({inst.words.begin() + 3, inst.words.end()});
            break;
        case spv::OpConstantTrue:
        case spv::OpConstantFalse:
            m_bytes[inst[2]] = bytesOf({inst.op() == spv::OpConstantTrue ? 1u : 0u});
            break;
        case spv::OpConstantComposite:
            for (size_t i = 3; i < inst.size(); ++i) {
                const std::vector<std::byte> part = m_bytes[inst[i]];
                m_bytes[inst[2]].insert(m_bytes[inst[2]].end(), part.begin(), part.end());
            }
            break;
        case spv::OpStore:
            if (const auto value = m_bytes.find(inst[2]); value != m_bytes.end()) {
                m_stored.try_emplace(std::string(m_module.name(spirv::Id{inst[1]})), value->second);
            }
            break;
        default:
            break;
        }
    }

    static std::vector<std::byte> bytesOf(const std::vector<uint32_t>& words) {
        const auto bytes = std::as_bytes(std::span(words));
        return {bytes.begin(), bytes.end()};
    }

    const spirv::Module& m_module;
    std::map<uint32_t, std::vector<std::byte>> m_bytes;
    std::map<std::string, std::vector<std::byte>> m_stored;
};

// Each is a compilation; enough to find the few that this stage or version does not know.
constexpr int kMostQuestions = 64;

std::string answerName(size_t i) {
    return "gd_answer" + std::to_string(i);
}

std::vector<uint32_t> codeOf(const glslang::TIntermediate& tree) {
    std::vector<uint32_t> code;
    glslang::SpvOptions options;
    options.disableOptimizer = true;
    options.validate = false;
    spv::SpvBuildLogger logger;
    glslang::GlslangToSpv(tree, code, &logger, &options);
    return code;
}

// The code of a vertex shader in the source's own language; empty when it does not compile.
std::vector<uint32_t> codeOf(const CompileOptions& options, const std::string& source) {
    const TBuiltInResource limits = resources(options);
    const DefaultLanguage language0 = defaultLanguage(options.api);
    const std::string noPreamble;
    const char* text = nullptr;
    int length = 0;
    glslang::TShader shader(EShLangVertex);
    setSource(shader, source, noPreamble, text, length);
    if (!shader.parse(&limits, language0.version, language0.profile, false, false, EShMsgDefault)) {
        return {};
    }
    glslang::TProgram program;
    program.addShader(&shader);
    if (!program.link(EShMsgDefault)) {
        return {};
    }
    return codeOf(*program.getIntermediate(EShLangVertex));
}

// Asks for all at once. False when the text with the questions does not compile.
bool ask(const CompileOptions& options, std::string text, std::span<ConstantValue*> values) {
    for (size_t i = 0; i < values.size(); ++i) {
        const ConstantExpression& asked = values[i]->first;
        text += asked.type + " " + answerName(i) + asked.dims + " = " + asked.expression + ";\n";
    }
    text += "void main() {}\n";
    const auto module = spirv::Module::parse(codeOf(options, text));
    if (!module) {
        return false;
    }
    const StoredConstants constants(*module);
    for (size_t i = 0; i < values.size(); ++i) {
        values[i]->second = constants.of(answerName(i));
    }
    return true;
}

// Asks for all at once, or where that does not compile for one half after the other.
void askInParts(const CompileOptions& options,
                std::span<const std::string> texts,
                std::span<ConstantValue*> values,
                int& left) {
    for (const std::string& text : texts) {
        if (left-- <= 0 || ask(options, text, values)) {
            return;
        }
    }
    if (const size_t half = values.size() / 2; half > 0) {
        askInParts(options, texts, values.first(half), left);
        askInParts(options, texts, values.subspan(half), left);
    }
}

// Bindings of applications may give outputs their locations (EXT_blend_func_extended): linking sees
// to that.
std::string withoutOpenOutputs(std::string log) {
    const size_t found = log.find("all must have location qualifiers");
    if (found == std::string::npos) {
        return log;
    }
    const size_t begin = log.rfind('\n', found) + 1; // npos + 1 is the start.
    const size_t end = log.find('\n', found);
    return log.erase(begin, end == std::string::npos ? end : end + 1 - begin);
}

} // namespace

Validation validate(const CompileOptions& options,
                    const std::string& source,
                    const SourceFacts& facts,
                    const std::string& declarations) {
    Validation out;
    const FrontendUse use =
        enter(options, language(options.stage), Rules::OpenGL, {&source, 1}, declarations);
    if (!use) {
        out.log = cannotCompile();
        return out;
    }
    const TBuiltInResource limits = resources(options);
    const DefaultLanguage language0 = defaultLanguage(options.api);
    const std::string preambleText = preamble(options, facts.version) + declarations;
    const char* text = nullptr;
    int length = 0;
    glslang::TShader shader(language(options.stage));
    setSource(shader, source, preambleText, text, length);
    out.ok =
        shader.parse(&limits, language0.version, language0.profile, false, false, EShMsgDefault);
    out.log = readableLog(shader.getInfoLog());
    if (!out.ok || !facts.hasMain) {
        return out;
    }
    // What the language checks over a whole stage: recursion, gl_FragColor with gl_FragData, …
    glslang::TProgram program;
    program.addShader(&shader);
    if (program.link(EShMsgDefault)) {
        return out;
    }
    out.linkError = withoutOpenOutputs(readableLog(program.getInfoLog()));
    const auto says = [&](std::string_view words) {
        return out.linkError.find(words) != std::string::npos;
    };
    out.needsPartner = says("No function definition") || says("At least one shader must specify");
    // Other than the rest of them, this one other implementations report at once.
    if (says("gl_FragData") && says("gl_FragColor")) {
        out.log += out.linkError;
        out.ok = false;
    }
    return out;
}

void evaluate(const CompileOptions& options,
              const Language& language,
              const std::string& context,
              ConstantValues& values) {
    const std::string precision =
        language.es ? "precision highp float;\nprecision highp int;\n" : "";
    std::vector<std::string> texts = {context + precision};
    std::string asked;
    std::vector<ConstantValue*> open;
    for (ConstantValue& value : values) {
        asked += value.first.type + " " + value.first.dims + " " + value.first.expression + " ";
        open.push_back(&value);
    }
    const auto enterAll = [&] {
        return enter(options, EShLangVertex, Rules::OpenGL, texts, asked);
    };
    if (const FrontendUse use = enterAll(); !use || ask(options, texts[0], open)) {
        return;
    }
    // What extensions bring to an old version, the newest has.
    if (!language.es) {
        texts.push_back(withVersion(context, 460));
    }
    if (const FrontendUse use = enterAll()) {
        int left = kMostQuestions;
        askInParts(options, texts, open, left);
    }
}

void meetLanguages(const CompileOptions& options, const std::string& target) {
    if (options.api == Api::ES) {
        const std::string withoutVersion = "\n";
        const FrontendUse own = enter(options, EShLangVertex, Rules::OpenGL, {&withoutVersion, 1});
    }
    const FrontendUse ours = enter(options, EShLangVertex, Rules::Vulkan, {&target, 1});
}

Preprocessed preprocess(const CompileOptions& options, const std::string& source, int version) {
    Preprocessed out;
    const FrontendUse use = enter(options, language(options.stage), Rules::OpenGL, {&source, 1});
    if (!use) {
        out.text = cannotCompile();
        return out;
    }
    const std::string preambleText = preamble(options, version);
    const char* text = nullptr;
    int length = 0;
    glslang::TShader shader(language(options.stage));
    setSource(shader, source, preambleText, text, length);
    out.ok = read(shader, options, Rules::OpenGL, out.text);
    if (!out.ok) {
        out.text = readableLog(shader.getInfoLog());
    }
    return out;
}

Generated
generate(const CompileOptions& options, std::span<const std::string> sources, bool wantCode) {
    Generated out;
    const EShLanguage stage = language(options.stage);
    const FrontendUse use = enter(options, stage, Rules::Vulkan, sources);
    if (!use) {
        out.log = cannotCompile();
        return out;
    }
    const TBuiltInResource limits = resources(options);
    const std::string noPreamble;
    std::vector<std::unique_ptr<glslang::TShader>> shaders; // outlive the program
    glslang::TProgram program;
    std::vector<std::pair<const char*, int>> texts(sources.size());
    for (size_t i = 0; i < sources.size(); ++i) {
        auto& shader = shaders.emplace_back(std::make_unique<glslang::TShader>(stage));
        setSource(*shader, sources[i], noPreamble, texts[i].first, texts[i].second);
        setVulkan(*shader, stage);
        shader->setAutoMapBindings(true);
        shader->setAutoMapLocations(true);
        if (!shader->parse(&limits, 450, ECoreProfile, false, false, kVulkanMessages)) {
            out.log += readableLog(shader->getInfoLog());
            return out;
        }
        program.addShader(shader.get());
    }
    if (!wantCode) {
        out.ok = true;
        return out;
    }
    if (!program.link(kVulkanMessages)) {
        out.log += readableLog(program.getInfoLog());
        return out;
    }
    const glslang::TIntermediate* tree = program.getIntermediate(stage);
    if (tree == nullptr) {
        out.log += "error: no code\n";
        return out;
    }
    out.spirv = codeOf(*tree);
    out.ok = !out.spirv.empty();
    return out;
}

} // namespace glsl
