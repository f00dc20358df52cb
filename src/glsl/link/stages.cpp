// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Which stages a program has, and the code of each.
#include "glsl/compile/frontend.h"
#include "glsl/compile/optimize.h"
#include "glsl/language/builtins.h"
#include "glsl/link/layouts.h"
#include "glsl/link/steps.h"
#include "glsl/text/dialect.h"
#include "glsl/text/rewrite.h"

#include <algorithm>
#include <memory>

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

// Which stages have fixed function beside them, or may have others that know its varyings.
void openToFixedFunction(LinkState& state) {
    if (state.options.fixedFunction == FixedFunction::None) {
        return;
    }
    const bool is = state.options.fixedFunction == FixedFunction::Is;
    for (LinkStage& stage : state.stages) {
        const bool isFragment = stage.stage == Stage::Fragment;
        const bool isFirst = &stage == &state.stages.front() && stage.stage != Stage::Vertex;
        stage.opensInputs = isFirst || (is && isFragment);
        stage.opensOutputs = !isFragment && (is || &stage == &state.stages.back());
    }
}

// Which sets of stages link (OpenGL 4.1 section 2.11.2, OpenGL ES 3.0 section 2.12.3).
void checkStageSet(LinkState& state) {
    const auto has = [&](Stage stage) { return state.stage(stage) != nullptr; };
    const auto needs = [&](Stage present, Stage missing) {
        if (has(present) && !has(missing)) {
            state.error("the program has a " + std::string(stageName(present)) + " shader but no " +
                        std::string(stageName(missing)) + " shader");
        }
    };
    if (has(Stage::Compute)) {
        state.error("compute shaders are not supported");
    }
    // The compatibility profile has fixed function for all of it.
    if (state.stages.empty() && state.options.fixedFunction == FixedFunction::None) {
        state.error("the program has no shaders");
    }
    if (state.options.separable) {
        return;
    }
    if (state.options.api == Api::ES) {
        for (const Stage needed : {Stage::Vertex, Stage::Fragment}) {
            if (!has(needed)) {
                state.error("the program has no " + std::string(stageName(needed)) + " shader");
            }
        }
    }
    needs(Stage::Geometry, Stage::Vertex);
    needs(Stage::TessEvaluation, Stage::Vertex);
    needs(Stage::TessControl, Stage::Vertex);
    needs(Stage::TessControl, Stage::TessEvaluation);
}

void checkStages(LinkState& state) {
    checkStageSet(state);
    const ShaderInterface* first = nullptr;
    for (const LinkStage& stage : state.stages) {
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
    if (vertex == nullptr || state.options.separable || state.lastBeforeRasterizer() != vertex) {
        return;
    }
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

// GLSL 1.50 section 4.3.8.1: every shader that uses gl_FragCoord declares it with the same layout,
// or none does.
void checkFragCoord(LinkState& state) {
    const LinkStage* fragment = state.stage(Stage::Fragment);
    if (fragment == nullptr) {
        return;
    }
    const BuiltinUse* first = nullptr;
    for (const ShaderInterface* shader : fragment->shaders) {
        const BuiltinUse& use = shader->builtins;
        if (!use.usesFragCoord && !use.redeclaresFragCoord) {
            continue;
        }
        first = first == nullptr ? &use : first;
        if (use.redeclaresFragCoord != first->redeclaresFragCoord ||
            use.originUpperLeft != first->originUpperLeft ||
            use.pixelCenterInteger != first->pixelCenterInteger) {
            state.error("gl_FragCoord is not declared alike in all fragment shaders");
            return;
        }
    }
}

// GLSL 4.20 section 7.1: all redeclarations of gl_FragDepth are alike, and where there is one,
// every shader that assigns has it.
void checkFragDepth(LinkState& state) {
    const LinkStage* fragment = state.stage(Stage::Fragment);
    if (fragment == nullptr) {
        return;
    }
    const auto first = std::ranges::find_if(fragment->shaders, [](const ShaderInterface* s) {
        return s->builtins.redeclaresFragDepth;
    });
    for (const ShaderInterface* shader : fragment->shaders) {
        if (first == fragment->shaders.end()) {
            return;
        }
        const BuiltinUse& use = shader->builtins;
        if (use.redeclaresFragDepth ? use.depthLayout != (*first)->builtins.depthLayout
                                    : use.usesFragDepth) {
            state.error("gl_FragDepth is not declared alike in all fragment shaders");
            return;
        }
    }
}

// GLSL 1.10 section 4.3, "Shared globals": several initial values of a variable are constant, and
// the same.
void checkInitializers(LinkState& state, const LinkStage& stage) {
    std::map<std::string, std::vector<std::byte>> first;
    for (const ShaderInterface* shader : stage.shaders) {
        for (const auto& [name, value] : shader->initializers) {
            const auto [it, isNew] = first.try_emplace(name, value);
            if (!isNew && (value.empty() || it->second != value)) {
                state.error("'" + name + "' has more than one initial value in the " +
                            std::string(stageName(stage.stage)) + " stage");
            }
        }
    }
}

// Only points go to several vertex streams, of which there are four (OpenGL 4.0 section 2.12.1).
void checkStreams(LinkState& state, const LinkStage& geometry) {
    constexpr uint32_t kStreams = 4;
    bool hasStreams = std::ranges::any_of(geometry.globals, [](const Global& global) {
        return global.storage == Storage::Output && global.stream > 0;
    });
    bool inRange = true;
    geometry.module->forEach([&](const spirv::Instruction& inst) {
        if (inst.op() == spv::OpEmitStreamVertex || inst.op() == spv::OpEndStreamPrimitive) {
            const uint32_t stream = geometry.module->constant(spirv::Id{inst[1]}).value_or(0);
            hasStreams |= stream > 0;
            inRange &= stream < kStreams;
        }
    });
    if (!inRange) {
        state.error("the geometry shader emits to a vertex stream that there is not");
    }
    if (hasStreams && state.program.geometry.outputPrimitive != kGlPoints) {
        state.error("the geometry shader has several vertex streams, but other output than points");
    }
}

void addHidden(std::vector<Global>& hidden, const std::vector<Global>& more) {
    for (const Global& global : more) {
        if (std::ranges::find(hidden, global.name, &Global::name) == hidden.end()) {
            hidden.push_back(global);
        }
    }
}

// Two declarations of one variable: each may say what the other leaves open.
bool mergeInto(Global& global, const Global& other) {
    const auto merge = [](int& value, int more) {
        const bool agree = value < 0 || more < 0 || value == more;
        value = value < 0 ? more : value;
        return agree;
    };
    if (global.initialValue.empty()) {
        global.initialValue = other.initialValue;
    }
    const bool locations = merge(global.location, other.location);
    const bool bindings = merge(global.binding, other.binding);
    return locations && bindings;
}

// Unsized arrays are as long as the longest use in any of the shader objects (GLSL 1.50 section
// 4.1.9). False when the types differ in more than that.
bool mergeSizes(Type& type, const Type& other) {
    if (type.glType != other.glType || type.structName != other.structName ||
        type.dims.size() != other.dims.size() || type.members.size() != other.members.size()) {
        return false;
    }
    if (type.dims != other.dims) {
        const bool inner =
            std::equal(type.dims.begin() + 1, type.dims.end(), other.dims.begin() + 1);
        const int size = std::max(type.dims[0], other.dims[0]);
        if (!inner || (!type.implicitSize && type.dims[0] < size) ||
            (!other.implicitSize && other.dims[0] < size)) {
            return false;
        }
        type.dims[0] = size;
    }
    type.implicitSize = type.implicitSize && other.implicitSize;
    for (size_t i = 0; i < type.members.size(); ++i) {
        if (type.members[i].name != other.members[i].name ||
            !mergeSizes(type.members[i].type, other.members[i].type)) {
            return false;
        }
    }
    return true;
}

// The shader object's variables. Arrays over vertices have the size that a layout of another one
// may give them.
std::vector<Global> globalsIn(const LinkStage& stage, const ShaderInterface& shader) {
    std::vector<Global> globals = shader.globals;
    const bool isControl = stage.stage == Stage::TessControl;
    if ((!isControl && stage.stage != Stage::Geometry) || stage.shaders.size() == 1) {
        return globals;
    }
    int vertices = 0;
    for (const ShaderInterface* other : stage.shaders) {
        vertices = std::max(vertices,
                            isControl ? other->tessellation.patchVertices
                                      : verticesOf(other->geometry.inputPrimitive));
    }
    const bool isSized = (isControl ? shader.tessellation.patchVertices
                                    : verticesOf(shader.geometry.inputPrimitive)) > 0;
    for (Global& global : globals) {
        if (!isSized && vertices > 0 && !global.patch && !global.type.dims.empty() &&
            global.storage == (isControl ? Storage::Output : Storage::Input)) {
            global.type.dims[0] = vertices;
        }
    }
    return globals;
}

void mergeGlobals(LinkState& state, LinkStage& stage) {
    for (const ShaderInterface* shader : stage.shaders) {
        for (const Global& global : globalsIn(stage, *shader)) {
            const auto same = std::ranges::find_if(stage.globals, [&](const Global& g) {
                return g.name == global.name && g.storage == global.storage;
            });
            if (same == stage.globals.end()) {
                stage.globals.push_back(global);
            } else if (!mergeSizes(same->type, global.type)) {
                state.error("'" + global.name + "' is declared with two types: " +
                            same->type.spelling() + " and " + global.type.spelling());
            } else if (!mergeInto(*same, global)) {
                state.error("'" + global.name + "' is declared with different qualifiers");
            }
        }
        stage.hoisted.insert(shader->hoisted.begin(), shader->hoisted.end());
    }
}

// As a geometry shader's input layout says it; empty for kNoPrimitive.
std::string_view primitiveName(uint32_t primitive) {
    switch (primitive) {
    case kGlPoints:
        return "points";
    case kGlLines:
        return "lines";
    case kGlTriangles:
        return "triangles";
    case kGlLinesAdjacency:
        return "lines_adjacency";
    case kGlTrianglesAdjacency:
        return "triangles_adjacency";
    default:
        return {};
    }
}

// What the compiler library wants each of several shader objects to say, though the language is
// content with one of them.
std::string sharedDeclarations(const LinkStage& stage, const ShaderInterface& shader) {
    for (const ShaderInterface* other : stage.shaders) {
        const std::string& layout = other->builtins.depthLayout;
        if (!layout.empty() && !shader.builtins.redeclaresFragDepth) {
            return "layout(" + layout + ") out float gl_FragDepth;\n";
        }
        const int vertices = other->tessellation.patchVertices;
        if (stage.stage == Stage::TessControl && vertices > 0 &&
            shader.tessellation.patchVertices == 0) {
            return patchVerticesLayout(vertices) + "\n";
        }
        const std::string_view primitive = primitiveName(other->geometry.inputPrimitive);
        if (stage.stage == Stage::Geometry && !primitive.empty() &&
            shader.geometry.inputPrimitive == kNoPrimitive) {
            return "layout(" + std::string(primitive) + ") in;\n";
        }
    }
    return {};
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
            sources.push_back(
                withDeclarations(shader->rewritten, sharedDeclarations(stage, *shader)));
        }
        Generated generated = generate(stage.shaders.front()->options, sources, true);
        if (!generated.ok) {
            state.program.infoLog += generated.log;
            state.hasErrors = true;
            return;
        }
        const auto together = spirv::Module::parse(generated.spirv);
        if (const std::string error = together ? sizeError(*together) : std::string();
            !error.empty()) {
            state.error(error);
            return;
        }
        for (const ShaderInterface* shader : stage.shaders) {
            addHidden(stage.hidden, shader->hidden);
        }
        stage.namedUniforms = namedUniforms(generated.spirv);
        const bool invariant = std::ranges::any_of(
            stage.shaders, [](const ShaderInterface* shader) { return shader->invariantAll; });
        stage.module = spirv::Module::parse(optimize(std::move(generated.spirv), invariant));
    }
    if (!stage.module) {
        state.error("internal: no code for the " + std::string(stageName(stage.stage)) + " stage");
    }
}

} // namespace

const LinkStage* LinkState::lastBeforeRasterizer() const {
    const LinkStage* last = nullptr;
    for (const LinkStage& stage : stages) {
        last = stage.stage < Stage::Fragment ? &stage : last;
    }
    return last;
}

void linkStages(LinkState& state, std::span<const std::shared_ptr<const CompiledShader>> shaders) {
    collectStages(state, shaders);
    if (!state.failed()) {
        openToFixedFunction(state);
        checkStages(state);
    }
    if (!state.failed()) {
        checkPosition(state);
        checkFragCoord(state);
        checkFragDepth(state);
    }
    for (LinkStage& stage : state.stages) {
        if (!state.failed()) {
            checkInitializers(state, stage);
        }
        if (!state.failed()) {
            prepareCode(state, stage);
        }
        if (!state.failed()) {
            noteLayouts(
                *stage.module, stage.stage, state.program.geometry, state.program.tessellation);
        }
        if (!state.failed() && stage.stage == Stage::Geometry) {
            checkStreams(state, stage);
        }
    }
}

} // namespace glsl
