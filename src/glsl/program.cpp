// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/program.h"

#include "glsl/builtins.h"
#include "glsl/frontend.h"
#include "glsl/interface.h"
#include "glsl/link.h"
#include "glsl/optimize.h"

#include "spirv/editor.h"
#include "spirv/module.h"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace glsl {

namespace {

// Gathers the shaders by stage; the language's own link errors come out here.
void collectStages(LinkState& state,
                   std::span<const std::shared_ptr<const CompiledShader>> shaders) {
    for (const auto& shader : shaders) {
        if (shader == nullptr || !shader->ok()) {
            state.error("a shader that did not compile is attached");
            return;
        }
        auto it = std::ranges::find(state.stages, shader->stage(), &LinkStage::stage);
        if (it == state.stages.end()) {
            it = state.stages.emplace(state.stages.end());
            it->stage = shader->stage();
        }
        it->shaders.push_back(&shader->interface());
    }
    std::ranges::sort(state.stages, {}, &LinkStage::stage);
    for (const LinkStage& stage : state.stages) {
        for (const ShaderInterface* shader : stage.shaders) {
            if (!shader->linkError.empty() &&
                (!shader->needsPartner || stage.shaders.size() == 1)) {
                state.program.infoLog += shader->linkError;
                state.hasErrors = true;
            }
        }
    }
}

// Desktop programs may leave a stage to fixed function. Without lighting, fog and texture
// environment, which contexts do not offer, this is all it does.
std::shared_ptr<const CompiledShader> fixedFunctionStage(const LinkStage& present) {
    CompileOptions options = present.shaders.front()->options;
    if (present.stage == Stage::Vertex) {
        options.stage = Stage::Fragment;
        return compile(options, "void main() { gl_FragColor = gl_Color; }");
    }
    const auto reads = [&](std::string_view name) {
        return std::ranges::any_of(present.shaders, [&](const ShaderInterface* s) {
            return s->rewritten.find(name) != std::string::npos;
        });
    };
    std::string text = "void main() {\n gl_Position = ftransform();\n";
    text += reads("gd_FrontColor") ? " gl_FrontColor = gl_Color;\n" : "";
    text += reads("gd_FrontSecondaryColor") ? " gl_FrontSecondaryColor = gl_SecondaryColor;\n" : "";
    text += reads("gd_FogFragCoord") ? " gl_FogFragCoord = gl_FogCoord;\n" : "";
    for (int i = 0; i < std::min(options.limits.maxTextureCoords, 8) && reads("gd_TexCoord"); ++i) {
        const std::string n = std::to_string(i);
        text +=
            " gl_TexCoord[" + n + "] = gl_TextureMatrix[" + n + "] * gl_MultiTexCoord" + n + ";\n";
    }
    options.stage = Stage::Vertex;
    return compile(options, text + "}\n");
}

// Keeps the shader alive that fills in for a missing stage, if there is one.
std::shared_ptr<const CompiledShader> addFixedFunction(LinkState& state) {
    if (state.options.api != Api::Desktop || state.stages.size() != 1 || state.stages[0].es() ||
        state.stages[0].version() >= 140 ||
        (state.stages[0].stage != Stage::Vertex && state.stages[0].stage != Stage::Fragment)) {
        return nullptr;
    }
    auto shader = fixedFunctionStage(state.stages[0]);
    LinkStage stage;
    stage.stage = shader->stage();
    stage.shaders.push_back(&shader->interface());
    state.stages.push_back(std::move(stage));
    std::ranges::sort(state.stages, {}, &LinkStage::stage);
    return shader;
}

void checkStages(LinkState& state) {
    for (const Stage needed : {Stage::Vertex, Stage::Fragment}) {
        if (state.stage(needed) == nullptr) {
            state.error("the program has no " + std::string(stageName(needed)) + " shader");
        }
    }
    const ShaderInterface* first = nullptr;
    for (const LinkStage& stage : state.stages) {
        if (stage.stage != Stage::Vertex && stage.stage != Stage::Fragment) {
            state.error(std::string(stageName(stage.stage)) + " shaders are not supported");
        }
        if (state.options.api == Api::ES && stage.shaders.size() > 1) {
            state.error("more than one " + std::string(stageName(stage.stage)) +
                        " shader is attached");
        }
        for (const ShaderInterface* shader : stage.shaders) {
            first = first == nullptr ? shader : first;
            if (shader->es != first->es || (shader->es && shader->version != first->version)) {
                state.error("the shaders are of different language versions");
                return;
            }
        }
        const auto mains = std::ranges::count_if(
            stage.shaders, [](const ShaderInterface* s) { return s->hasMain; });
        if (mains != 1) {
            state.error("the " + std::string(stageName(stage.stage)) + " stage has " +
                        (mains == 0 ? "no" : "more than one") + " function main");
        }
    }
}

// Up to GLSL 1.30 a vertex shader must write gl_Position; other versions leave it undefined.
void checkPosition(LinkState& state) {
    const LinkStage* vertex = state.stage(Stage::Vertex);
    const bool written = std::ranges::any_of(
        vertex->shaders, [](const ShaderInterface* s) { return s->writesPosition; });
    if (written) {
        return;
    }
    const std::string text = "the vertex shader does not write gl_Position";
    if (!vertex->es() && vertex->version() < 140) {
        state.error(text);
    } else {
        state.warning(text);
    }
}

void addHidden(std::vector<Global>& hidden, const std::vector<Global>& more) {
    for (const Global& global : more) {
        if (std::ranges::find(hidden, global.name, &Global::name) == hidden.end()) {
            hidden.push_back(global);
        }
    }
}

void mergeGlobals(LinkState& state, LinkStage& stage) {
    for (const ShaderInterface* shader : stage.shaders) {
        for (const Global& global : shader->globals) {
            const auto same = std::ranges::find_if(stage.globals, [&](const Global& g) {
                return g.name == global.name && g.storage == global.storage;
            });
            if (same == stage.globals.end()) {
                stage.globals.push_back(global);
            } else if (!same->type.matches(global.type, false)) {
                state.error("'" + global.name + "' is declared with two types: " +
                            same->type.spelling() + " and " + global.type.spelling());
            } else if (same->initialValue.empty()) {
                same->initialValue = global.initialValue;
            }
        }
        stage.hoisted.insert(shader->hoisted.begin(), shader->hoisted.end());
    }
}

// The code of a stage: made at compile for one shader; for several they are compiled together now.
void prepareCode(LinkState& state, LinkStage& stage) {
    mergeGlobals(state, stage);
    if (state.failed()) {
        return;
    }
    if (stage.shaders.size() == 1) {
        stage.hidden = stage.shaders.front()->hidden;
        stage.namedUniforms = stage.shaders.front()->namedUniforms;
        stage.module = spirv::Module::parse(stage.shaders.front()->spirv);
    } else {
        std::vector<std::string> sources;
        for (const ShaderInterface* shader : stage.shaders) {
            sources.push_back(shader->rewritten);
        }
        Generated generated = generate(stage.shaders.front()->options, sources, true);
        if (!generated.ok) {
            state.program.infoLog += generated.log;
            state.hasErrors = true;
            return;
        }
        addHidden(stage.hidden, hiddenGlobals(generated.globals));
        stage.namedUniforms = namedUniforms(generated.spirv);
        stage.module = spirv::Module::parse(optimize(std::move(generated.spirv)));
    }
    if (!stage.module) {
        state.error("internal: no code for the " + std::string(stageName(stage.stage)) + " stage");
    }
}

void noteFacts(LinkState& state) {
    LinkedProgram& program = state.program;
    for (const LinkStage& stage : state.stages) {
        for (const ShaderInterface* shader : stage.shaders) {
            program.writesPointSize |= shader->writesPointSize && stage.stage == Stage::Vertex;
            program.usesClipDistance |= shader->usesClipDistance && stage.stage == Stage::Vertex;
        }
        stage.module->forEach([&](const spirv::Instruction& inst) {
            program.usesDiscard |= inst.op() == spv::OpKill;
            program.writesFragDepth |=
                inst.op() == spv::OpExecutionMode && inst[2] == spv::ExecutionModeDepthReplacing;
        });
    }
}

std::vector<uint32_t> finalCode(const LinkStage& stage) {
    spirv::Editor editor(*stage.module);
    for (const spirv::Variable& v : stage.module->globals()) {
        for (const spv::Decoration kind :
             {spv::DecorationLocation, spv::DecorationBinding, spv::DecorationDescriptorSet}) {
            editor.dropDecoration(v.id, kind);
        }
    }
    for (const spirv::Decoration& d : stage.decorations) {
        editor.decorate(d.target, d.kind, d.value);
    }
    editor.dropDebug();
    return editor.finish();
}

void linkInto(LinkState& state, std::span<const std::shared_ptr<const CompiledShader>> shaders) {
    collectStages(state, shaders);
    std::shared_ptr<const CompiledShader> fixedFunction;
    if (!state.failed()) {
        fixedFunction = addFixedFunction(state);
        checkStages(state);
    }
    if (!state.failed()) {
        checkPosition(state);
    }
    for (LinkStage& stage : state.stages) {
        if (!state.failed()) {
            prepareCode(state, stage);
        }
    }
    for (const auto step : {linkVaryings, linkAttributes, linkFragmentOutputs}) {
        if (!state.failed()) {
            step(state);
        }
    }
    if (state.failed()) {
        return;
    }
    state.program.stages.resize(state.stages.size());
    linkUniforms(state);
    if (state.failed()) {
        return;
    }
    noteFacts(state);
    for (size_t i = 0; i < state.stages.size(); ++i) {
        state.program.stages[i].stage = state.stages[i].stage;
        state.program.stages[i].spirv = finalCode(state.stages[i]);
        assert(validateSpirv(state.program.stages[i].spirv).empty());
    }
    state.program.ok = true;
}

// "a[3]" → "a", 3. Names without an index have element 0; a malformed index gives -1.
std::pair<std::string_view, int> splitElement(std::string_view name) {
    if (!name.ends_with(']')) {
        return {name, 0};
    }
    const size_t open = name.rfind('[');
    if (open == std::string_view::npos) {
        return {name, -1};
    }
    const std::string_view digits = name.substr(open + 1, name.size() - open - 2);
    int element = -1;
    const auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), element);
    const bool good = failure == std::errc() && end == digits.data() + digits.size() &&
                      element >= 0 && (digits.size() == 1 || digits[0] != '0');
    return {name.substr(0, open), good ? element : -1};
}

} // namespace

const Global* LinkStage::find(Storage storage, std::string_view name) const {
    for (const auto* list : {&globals, &hidden}) {
        for (const Global& global : *list) {
            if (global.storage == storage && global.name == name) {
                return &global;
            }
        }
    }
    return nullptr;
}

const spirv::Variable* LinkStage::variable(spv::StorageClass storage, std::string_view name) const {
    for (const spirv::Variable& v : module->globals()) {
        if (v.storage == storage && module->isAccessed(v.id) &&
            originalName(module->name(v.id)) == name) {
            return &v;
        }
    }
    return nullptr;
}

void LinkState::error(const std::string& text) {
    program.infoLog += "error: " + text + "\n";
    hasErrors = true;
}

void LinkState::warning(const std::string& text) {
    program.infoLog += "warning: " + text + "\n";
}

LinkStage* LinkState::stage(Stage stage) {
    const auto it = std::ranges::find(stages, stage, &LinkStage::stage);
    return it == stages.end() ? nullptr : &*it;
}

const StageBinary* LinkedProgram::stage(Stage stage) const {
    const auto it = std::ranges::find(stages, stage, &StageBinary::stage);
    return it == stages.end() ? nullptr : &*it;
}

LinkedProgram::UniformRef LinkedProgram::uniformAt(int location) const {
    if (location < 0 || size_t(location) >= locationTable.size() ||
        locationTable[size_t(location)].first < 0) {
        return {};
    }
    const auto [index, element] = locationTable[size_t(location)];
    return {&uniforms[size_t(index)], element};
}

int LinkedProgram::uniformLocation(std::string_view name) const {
    for (const Uniform& uniform : uniforms) {
        if (uniform.location < 0) {
            continue;
        }
        if (!uniform.isArray) {
            if (uniform.name == name) {
                return uniform.location;
            }
            continue;
        }
        // "a", "a[0]" and "a[i]" all name the array; its own name ends in "[0]".
        const std::string_view base =
            std::string_view(uniform.name).substr(0, uniform.name.size() - 3);
        if (name == base) {
            return uniform.location;
        }
        const auto [stem, element] = splitElement(name);
        if (name.ends_with(']') && stem == base && element >= 0 && element < uniform.arraySize) {
            return uniform.location + element;
        }
    }
    return -1;
}

int LinkedProgram::attributeLocation(std::string_view name) const {
    const auto it = std::ranges::find(attributes, name, &Attribute::name);
    return it == attributes.end() ? -1 : it->location;
}

std::shared_ptr<const LinkedProgram>
link(std::span<const std::shared_ptr<const CompiledShader>> shaders, const LinkOptions& options) {
    auto program = std::make_shared<LinkedProgram>();
    LinkState state{options, {}, *program};
    linkInto(state, shaders);
    if (!program->ok) {
        std::string log = std::move(program->infoLog);
        *program = LinkedProgram{};
        program->infoLog = std::move(log);
    }
    return program;
}

} // namespace glsl
