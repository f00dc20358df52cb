// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/shader.h"

#include "base/laps.h"
#include "glsl/compile/declarations.h"
#include "glsl/compile/frontend.h"
#include "glsl/compile/optimize.h"
#include "glsl/interface/interface.h"
#include "glsl/language/builtins.h"
#include "glsl/language/vocabulary.h"
#include "glsl/text/array_sizes.h"
#include "glsl/text/bounds.h"
#include "glsl/text/checks.h"
#include "glsl/text/constants.h"
#include "glsl/text/dialect.h"
#include "glsl/text/early_scopes.h"
#include "glsl/text/explicit_locations.h"
#include "glsl/text/geometry_outputs.h"
#include "glsl/text/gpu_shader4.h"
#include "glsl/text/precision.h"
#include "glsl/text/rewrite.h"
#include "glsl/text/subroutines.h"
#include "glsl/text/switch_labels.h"

#include "spirv/module.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace glsl {

namespace {

constexpr uint64_t kMaxTypeElements = 1u << 16; // of one array type, inner dimensions multiplied in
constexpr size_t kMaxSourceBytes = 4u << 20;

// Same length as "GL_", so that columns stay and logs can be mended.
constexpr std::string_view kMask = "gd_";

// Hides extensions that the context does not offer from the compiler, and extension directives that
// it does not know although the context offers them.
std::string maskExtensions(const CompileOptions& options, std::string source) {
    const auto isOffered = [&](std::string_view name) {
        const ExtensionFact* fact = extensionFact(name);
        return fact != nullptr && options.extensions.*fact->offered;
    };
    const auto maskAt = [&](size_t offset) { source.replace(offset, kMask.size(), kMask); };
    const std::vector<Token> tokens = tokenize(source);
    for (const Token& t : tokens) {
        if (t.kind == TokenKind::Identifier && isExtensionName(t.text) && !isOffered(t.text)) {
            maskAt(t.offset);
        }
        if (t.kind != TokenKind::Directive) {
            continue;
        }
        const size_t end = std::min(source.find('\n', t.offset), source.size());
        const std::vector<Token> words =
            tokenize(std::string_view(source).substr(t.offset + 1, end - t.offset - 1));
        const bool isExtension = words.size() >= 2 && words[0].is("extension");
        const ExtensionFact* fact = isExtension ? extensionFact(words[1].text) : nullptr;
        if (fact != nullptr && isOffered(words[1].text) && !fact->compilerKnowsIt) {
            std::fill(source.begin() + t.offset, source.begin() + end, ' ');
            continue;
        }
        for (const Token& word : words) {
            if (word.kind == TokenKind::Identifier && isExtensionName(word.text) &&
                !isOffered(word.text)) {
                maskAt(t.offset + 1 + word.offset);
            }
        }
    }
    return source;
}

// What the text says its version is; the default when it does not.
struct Statement {
    int version = 110;
    std::string profile;
};
Statement statedVersion(const CompileOptions& options, const std::vector<Token>& tokens) {
    for (const Token& t : tokens) {
        if (t.kind != TokenKind::Directive) {
            break;
        }
        const std::vector<Token> words = tokenize(std::string_view(t.text).substr(1));
        if (words.size() >= 2 && words[0].is("version")) {
            return {std::atoi(words[1].text.substr(0, 6).c_str()),
                    words.size() > 2 ? words[2].text : std::string()};
        }
    }
    return {options.api == Api::ES ? 100 : 110, {}};
}

std::string versionError(const CompileOptions& options, const Statement& stated) {
    const bool es = stated.profile == "es" || stated.version == 100;
    const auto isOneOf = [&](std::initializer_list<int> versions) {
        return std::ranges::find(versions, stated.version) != versions.end();
    };
    bool fits = false;
    if (options.api == Api::ES) {
        fits = es && isOneOf({100, 300, 310, 320}) && stated.version <= options.maxVersion;
    } else if (es) {
        fits = stated.version == 100;
    } else {
        fits = isOneOf({110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460}) &&
               stated.version <= options.maxVersion &&
               (stated.profile != "compatibility" || options.compatibility);
    }
    if (fits) {
        return {};
    }
    return "0:1: error: #version " + std::to_string(stated.version) +
           (stated.profile.empty() ? "" : " " + stated.profile) +
           ": this version of the language is not supported by the context\n";
}

std::string unmask(std::string log) {
    for (size_t at = log.find(kMask); at != std::string::npos; at = log.find(kMask, at + 1)) {
        std::string name = "GL_" + log.substr(at + kMask.size(), 12);
        if (isExtensionName(name)) {
            log.replace(at, kMask.size(), "GL_");
        }
    }
    return log;
}

// A type that no device could hold would only waste memory further down.
bool hasAbsurdType(const spirv::Module& module) {
    std::vector<uint64_t> elements(module.bound(), 1);
    bool absurd = false;
    module.forEach([&](const spirv::Instruction& inst) {
        if (inst.op() == spv::OpTypeArray) {
            const uint64_t length = module.constant(spirv::Id{inst[3]}).value_or(1);
            elements[inst[1]] = std::min<uint64_t>(elements[inst[2]] * length, 1ull << 40);
        } else if (inst.op() == spv::OpTypeStruct) {
            uint64_t sum = 0;
            for (size_t i = 2; i < inst.size(); ++i) {
                sum += elements[inst[i]];
            }
            elements[inst[1]] = std::min<uint64_t>(sum, 1ull << 40);
        } else {
            return;
        }
        absurd |= elements[inst[1]] > kMaxTypeElements;
    });
    return absurd;
}

void takeRewritten(ShaderInterface& shader, Rewritten rewritten) {
    shader.rewritten = std::move(rewritten.text);
    shader.hoisted = std::move(rewritten.hoisted);
    shader.writesPointSize = rewritten.writesPointSize;
    shader.usesClipDistance = rewritten.usesClipDistance;
    shader.writesPosition = rewritten.writesPosition;
    shader.invariantAll = rewritten.invariantAll;
    shader.invariantBuiltins = std::move(rewritten.invariantBuiltins);
    shader.builtins = std::move(rewritten.builtins);
}

// The offered extensions that the source's directives enable.
std::set<std::string> enabledExtensions(const CompileOptions& options,
                                        const std::vector<Token>& tokens) {
    std::set<std::string> names;
    for (const Token& t : tokens) {
        if (t.kind != TokenKind::Directive) {
            continue;
        }
        const std::vector<Token> words = tokenize(std::string_view(t.text).substr(1));
        if (words.size() < 3 || !words[0].is("extension") || words.back().is("disable")) {
            continue;
        }
        const ExtensionFact* fact = extensionFact(words[1].text);
        if (fact != nullptr && options.extensions.*fact->offered) {
            names.insert(words[1].text);
        }
    }
    return names;
}

// A source on its way to the compiler library.
struct Source {
    Language language;
    bool compatibility = false;
    std::string text; // what is checked
    Preprocessed preprocessed;
    bool hasMain = false;

    [[nodiscard]] SourceFacts facts() const { return {language.version, hasMain}; }
    /// What the compiler library is given to check.
    [[nodiscard]] std::string checked(Stage stage) const {
        return stage == Stage::Geometry && compatibility && preprocessed.ok
                   ? spellGeometryOutputs(preprocessed.text)
                   : text;
    }
};

// Array sizes are constant expressions that the compiler library does not evaluate, perhaps.
bool wantsFoldedSizes(const Validation& validation) {
    return validation.log.find("array size must be") != std::string::npos;
}

// A control shader whose stage gets its number of vertices from another shader object: checked with
// the most there can be.
Validation validateWithVertices(const CompileOptions& options, const Source& source) {
    const std::string text = insertDeclaration(
        source.preprocessed.text, patchVerticesLayout(options.limits.maxPatchVertices));
    Validation validation = validate(options, text, source.facts());
    validation.needsPartner = true;
    validation.linkError += "error: no tessellation control shader has layout(vertices)\n";
    return validation;
}

// Tries again what the compiler library refuses wrongly: only the check needs help, the target has
// all of it.
Validation validateLeniently(const CompileOptions& options, const Source& source) {
    const int version = source.language.version;
    const SourceFacts facts = source.facts();
    const std::string checked = source.checked(options.stage);
    Validation validation = validate(options, checked, facts);
    if (validation.ok || source.language.es) {
        return validation;
    }
    if (version < 130) {
        const std::string levels = options.stage == Stage::Fragment ? "" : levelFunctions();
        Validation lenient = validate(options, checked, facts, integerFunctions() + levels);
        if (lenient.ok) {
            return lenient;
        }
    }
    if (options.stage == Stage::TessControl && source.preprocessed.ok &&
        validation.log.find("array must be sized") != std::string::npos) {
        if (Validation lenient = validateWithVertices(options, source); lenient.ok) {
            return lenient;
        }
    }
    const std::string declarations = source.language.enables("GL_EXT_texture_array")
                                         ? textureArrayFunctions(options.stage, source.language)
                                         : std::string();
    std::string log = validation.log;
    int tried = declarations.empty() ? version : 0;
    for (int newer; (newer = extendedVersion(source.language, checked, log)) > tried;) {
        const std::string& text = newer > version ? withVersion(checked, newer) : checked;
        Validation lenient = validate(options, text, facts, declarations);
        if (lenient.ok || wantsFoldedSizes(lenient)) {
            return lenient;
        }
        tried = newer;
        log += lenient.log;
    }
    return validation;
}

// Everything before the check in the source's own language: directives, macros, subroutines, and
// errors that the library overlooks. False with a log when there is one.
bool readSource(ShaderInterface& shader, std::string text, Source& source) {
    const CompileOptions& options = shader.options;
    // A NUL would end the text early; any other stray byte is an error at its place.
    std::ranges::replace(text, '\0', '\x01');
    text = joinLines(text);
    const std::vector<Token> tokens = tokenize(text);
    if (shader.log = boundsError(tokens); !shader.log.empty()) {
        return false;
    }
    const Statement stated = statedVersion(options, tokens);
    if (shader.log = versionError(options, stated); !shader.log.empty()) {
        return false;
    }
    const int version = stated.version;
    source.language = {
        version, version == 100 || stated.profile == "es", enabledExtensions(options, tokens)};
    if (shader.log = directiveError(tokens, source.language); !shader.log.empty()) {
        return false;
    }
    if (source.language.enables("GL_AMD_shader_stencil_export")) {
        source.language.extensions.insert("GL_ARB_shader_stencil_export");
        text = spellStencilExport(std::move(text));
    }
    // What the extension brings back has been the compatibility profile's since 1.50.
    const bool isCompatible = source.language.enables("GL_ARB_compatibility");
    source.compatibility =
        options.compatibility && (version <= 140 || stated.profile == "compatibility" ||
                                  (stated.profile.empty() && isCompatible));
    ExplicitLocations locations = checkExplicitLocations(options.stage, source.language, text);
    shader.linkError = std::move(locations.linkError);
    if (shader.log = std::move(locations.error); !shader.log.empty()) {
        return false;
    }
    source.text = acceptDialect(options, source.language, maskExtensions(options, std::move(text)));
    if (source.compatibility && version >= 150 && stated.profile.empty()) {
        source.text = withVersion(std::move(source.text), version);
    }
    if (source.language.enables("GL_ARB_draw_instanced")) {
        source.text = spellInstanceId(std::move(source.text));
    }
    const bool vertexOrFragment =
        options.stage == Stage::Vertex || options.stage == Stage::Fragment;
    if (!vertexOrFragment && !source.language.es && version < 150) {
        source.text = withVersion(std::move(source.text), 150); // where the library has the stage
    }
    if (auto chosen = chooseLines(source.language, source.text)) {
        source.preprocessed = {.ok = true, .text = std::move(*chosen)};
    } else {
        source.preprocessed = preprocess(options, source.text, version);
    }
    if (!source.preprocessed.ok) {
        return true; // the check has the log
    }
    if (hasGpuShader4(source.language) &&
        !namesWhatBecameNew(source.language, source.preprocessed.text)) {
        source.preprocessed.text =
            withoutGpuShader4(options.stage, std::move(source.preprocessed.text));
        source.text = source.preprocessed.text;
        source.language.version = kGpuShader4Version;
    }
    if (!source.language.es && version == 110) {
        if (auto plain = withoutEarlyScopes(source.preprocessed.text)) {
            source.preprocessed.text = std::move(*plain);
            source.text = source.preprocessed.text;
        }
    }
    std::vector<Token> clean = tokenize(source.preprocessed.text);
    if (shader.log = countError(clean); !shader.log.empty()) {
        return false;
    }
    source.hasMain = definesMain(clean);
    if (!source.language.es &&
        (version >= 400 || source.language.enables("GL_ARB_shader_subroutine")) &&
        usesSubroutines(clean)) {
        Subroutines subroutines =
            rewriteSubroutines(std::move(clean), source.language, options.limits);
        if (shader.log = std::move(subroutines.error); !shader.log.empty()) {
            return false;
        }
        shader.subroutines = std::move(subroutines.functions);
        shader.subroutineVariables = std::move(subroutines.variables);
        source.preprocessed.text = std::move(subroutines.text);
        source.text = source.preprocessed.text;
        clean = tokenize(source.text);
    }
    shader.log = unmask(languageError(clean, source.language, options.stage, source.compatibility));
    if (shader.log.empty() && source.language.es && version == 100) {
        shader.log = precisionError(clean, options.stage);
    }
    return shader.log.empty();
}

void takeValidation(ShaderInterface& shader, Validation validation) {
    shader.log = withGeometryOutputs(unmask(std::move(validation.log)));
    shader.linkError += unmask(std::move(validation.linkError));
    shader.needsPartner = validation.needsPartner;
}

// There is no conversion between int and uint before GLSL 4.00. An error line, or nothing.
std::string labelError(const CompileOptions& options, const Source& source) {
    const Language& language = source.language;
    const bool converts =
        !language.es && (language.version >= 400 || language.enables("GL_ARB_gpu_shader5"));
    const bool switches = source.preprocessed.text.find("switch") != std::string::npos;
    const std::string text = converts || !switches
                                 ? std::string()
                                 : withComparedLabels(tokenize(source.preprocessed.text));
    if (text.empty()) {
        return {};
    }
    const std::string log = validate(options, text, {.version = language.version}).log;
    const size_t at = log.find(": error: '==' : ");
    if (at == std::string::npos) {
        return {};
    }
    const size_t line = log.rfind('\n', at) + 1; // 0 when there is none
    return log.substr(line, at - line) +
           ": error: 'case' : the label's type is not that of the switch\n";
}

// What the preprocessed source of a valid shader declares. False with a log when there is something
// wrong with it after all.
bool takeDeclarations(ShaderInterface& shader, const Source& source) {
    const std::vector<Token> tokens = tokenize(source.preprocessed.text);
    Declarations declarations = readDeclarations(shader.options, source.language, tokens);
    std::string error = std::move(declarations.error);
    if (error.empty()) {
        error = arraySizeError(tokens);
    }
    if (error.empty()) {
        error = labelError(shader.options, source);
    }
    shader.log += error;
    shader.globals = std::move(declarations.globals);
    shader.initializers = std::move(declarations.initializers);
    shader.usedInputs = std::move(declarations.usedInputs);
    shader.geometry = declarations.geometry;
    shader.tessellation = declarations.tessellation;
    std::erase_if(shader.globals,
                  [](const Global& global) { return global.name == kSubroutineArray; });
    return error.empty();
}

bool wantsVertices(const ShaderInterface& shader) {
    return shader.options.stage == Stage::TessControl && shader.tessellation.patchVertices == 0;
}

Generated translate(ShaderInterface& shader, const Source& source, bool wantCode) {
    Generated generated;
    constexpr std::pair<Namesakes, Target> kWays[] = {{Namesakes::Replace, Target::Least},
                                                      {Namesakes::Replace, Target::Usual},
                                                      {Namesakes::Overload, Target::Usual}};
    for (const auto& [namesakes, target] : kWays) {
        Rewritten rewritten = rewrite(shader.options,
                                      source.language,
                                      shader.globals,
                                      source.preprocessed.text,
                                      namesakes,
                                      target);
        if (rewritten.target != target) {
            continue;
        }
        if (!rewritten.error.empty()) {
            generated.log = std::move(rewritten.error);
            return generated;
        }
        const std::string checked =
            wantsVertices(shader)
                ? withDeclarations(rewritten.text,
                                   patchVerticesLayout(shader.options.limits.maxPatchVertices) +
                                       "\n")
                : rewritten.text;
        generated = generate(shader.options, {&checked, 1}, wantCode);
        takeRewritten(shader, std::move(rewritten));
        if (generated.ok) {
            return generated;
        }
    }
    generated.log =
        "0:1: error: internal: the translated shader does not compile\n" + generated.log;
    return generated;
}

void compileInto(ShaderInterface& shader, std::string text, base::Laps& laps) {
    if (text.size() > kMaxSourceBytes) {
        shader.log = "0:1: error: the source is too long\n";
        return;
    }
    Source source;
    if (!readSource(shader, std::move(text), source)) {
        return;
    }
    laps.lap("reading");
    shader.version = source.language.version;
    shader.es = source.language.es;
    Validation validation = validateLeniently(shader.options, source);
    if (!validation.ok && source.preprocessed.ok && wantsFoldedSizes(validation)) {
        std::vector<Token> tokens = tokenize(source.preprocessed.text);
        if (foldArraySizes(tokens)) {
            source.preprocessed.text = source.text = writeTokens(tokens);
            validation = validateLeniently(shader.options, source);
        }
    }
    laps.lap("checking");
    const bool valid = validation.ok;
    shader.hasMain = source.hasMain;
    shader.placesOutputs = source.language.enables("GL_EXT_blend_func_extended");
    takeValidation(shader, std::move(validation));
    if (!valid) {
        return;
    }
    if (!source.preprocessed.ok) {
        shader.log += "0:1: error: internal: " + source.preprocessed.text + "\n";
        return;
    }
    if (!takeDeclarations(shader, source)) {
        return;
    }
    laps.lap("declarations");
    if (!shader.linkError.empty() && !shader.needsPartner) {
        shader.ok = true;
        return;
    }
    const bool wantCode = shader.hasMain && !shader.needsPartner;
    Generated generated = translate(shader, source, wantCode);
    laps.lap("code");
    if (!generated.ok) {
        shader.log += generated.log;
        return;
    }
    if (wantCode) {
        const auto module = spirv::Module::parse(generated.spirv);
        if (!module || hasAbsurdType(*module)) {
            shader.log += "0:1: error: the shader declares more data than any device holds\n";
            return;
        }
        if (const std::string error = sizeError(*module); !error.empty()) {
            shader.log += "0:1: error: " + error + "\n";
            return;
        }
        shader.namedUniforms = namedUniforms(generated.spirv);
        shader.spirv = optimize(std::move(generated.spirv), shader.invariantAll);
        laps.lap("passes");
    }
    shader.hidden = hiddenGlobals(
        readDeclarations(shader.options, {.version = 450, .es = false}, tokenize(shader.rewritten))
            .globals);
    laps.lap("hidden globals");
    shader.ok = true;
}

} // namespace

CompileOptions effective(CompileOptions options) {
    if (options.api == Api::ES && !options.extensions.extDrawBuffers && options.maxVersion < 300) {
        options.limits.maxDrawBuffers = 1;
    }
    return options;
}

CompiledShader::CompiledShader(std::unique_ptr<const ShaderInterface> interface)
    : m_interface(std::move(interface)) {}

CompiledShader::~CompiledShader() = default;

bool CompiledShader::ok() const {
    return m_interface->ok;
}

const std::string& CompiledShader::infoLog() const {
    return m_interface->log;
}

Stage CompiledShader::stage() const {
    return m_interface->options.stage;
}

std::shared_ptr<const CompiledShader> compile(const CompileOptions& options, std::string source) {
    auto shader = std::make_unique<ShaderInterface>();
    shader->options = effective(options);
    base::Laps laps;
    compileInto(*shader, std::move(source), laps);
    laps.log([&] { return fmt::format("GLSL of a {} shader", stageName(options.stage)); });
    return std::make_shared<const CompiledShader>(std::move(shader));
}

void warmUp(Api api) {
    // The library keeps its tables per version and profile, those of all stages at once.
    meetLanguages({.api = api}, leastTarget());
}

} // namespace glsl
