// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// State → key → program: docs/fixed-function.md.
#include "gl/compat/state/fixed_function.h"

#include "base/options.h"
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>

namespace gl {

namespace {

using Key = glsl::FixedFunctionKey;
using glsl::FixedArgument;
using glsl::FixedCombine;
using glsl::FixedGeneration;
using glsl::FixedSource;
using glsl::FixedTexture;

// --- Vertices

FixedGeneration generationOf(const TextureGeneration& generation) {
    if (!generation.enabled) {
        return FixedGeneration::Given;
    }
    switch (generation.mode) {
    case GL_OBJECT_LINEAR:
        return FixedGeneration::Object;
    case GL_SPHERE_MAP:
        return FixedGeneration::Sphere;
    case GL_REFLECTION_MAP:
        return FixedGeneration::Reflection;
    case GL_NORMAL_MAP:
        return FixedGeneration::Normal;
    default:
        return FixedGeneration::Eye;
    }
}

void addLighting(const Lighting& lighting, Key& key) {
    if (!lighting.enabled) {
        return;
    }
    key.vertex[0] |= Key::kLighting;
    key.vertex[0] |= lighting.localViewer ? Key::kLocalViewer : 0;
    key.vertex[0] |= lighting.twoSided ? Key::kTwoSided : 0;
    key.vertex[0] |=
        lighting.colorControl == GL_SEPARATE_SPECULAR_COLOR ? Key::kSeparateSpecular : 0;
    if (lighting.colorMaterial) {
        const uint32_t sides = materialSides(lighting.colorMaterialFace);
        const uint32_t parameters = materialParameters(lighting.colorMaterialMode);
        const uint32_t both = (sides & 1 ? parameters : 0) | (sides & 2 ? parameters << 4 : 0);
        key.vertex[0] |= both << Key::kColorMaterialShift;
    }
}

/// Normals are read by lighting, and by what generates coordinates from them.
bool readsNormals(const CompatState& compat, uint32_t units) {
    const auto generates = [](const TextureGeneration& generation) {
        return generation.enabled && generation.mode != GL_OBJECT_LINEAR &&
               generation.mode != GL_EYE_LINEAR;
    };
    bool reads = compat.lighting.enabled;
    for (size_t unit = 0; unit < compat.textureGen.size(); ++unit) {
        reads |=
            (units >> unit & 1) != 0 && std::ranges::any_of(compat.textureGen[unit], generates);
    }
    return reads;
}

/// `units`: bits of those whose coordinates somebody reads.
void addVertices(const CompatState& compat, const State& state, uint32_t units, Key& key) {
    addLighting(compat.lighting, key);
    if (readsNormals(compat, units)) {
        key.vertex[0] |= compat.normalize       ? Key::kNormalize
                         : compat.rescaleNormal ? Key::kRescaleNormals
                                                : 0;
    }
    key.vertex[0] |= state.clipDistanceMask != 0 ? Key::kClips : 0;
    key.vertex[0] |= compat.fog.coordSource == GL_FOG_COORD ? Key::kFogCoordinate : 0;
    key.vertex[0] |=
        compat.point.attenuation != std::array{1.f, 0.f, 0.f} ? Key::kAttenuatesPoints : 0;
    key.vertex[0] |=
        (state.vertexArray->enabledMask >> kArrayPointSize & 1) != 0 ? Key::kPointSizes : 0;
    for (int unit = 0; unit < kTextureCoordUnits; ++unit) {
        if ((units >> unit & 1) == 0) {
            continue;
        }
        uint32_t bits = Key::kCoordinates;
        for (int i = 0; i < 4; ++i) {
            bits |= Key::generation(i, generationOf(compat.textureGen[size_t(unit)][size_t(i)]));
        }
        bits |= compat.texture[size_t(unit)].top() == Matrix4{} ? 0 : Key::kTextureMatrix;
        key.setCoordinates(unit, bits);
    }
}

// --- Textures

struct UnitTexture {
    FixedTexture kind = FixedTexture::None;
    GLenum base = GL_RGBA;  ///< Internal format; of a depth texture what its mode makes of it.
    uint32_t depthMode = 0; ///< As the text spreads comparisons.
};

uint32_t depthModeWord(GLenum mode) {
    switch (mode) {
    case GL_INTENSITY:
        return 1;
    case GL_ALPHA:
        return 2;
    case GL_RED:
        return 3;
    default:
        return 0;
    }
}

/// The texture that the unit looks up: a complete one of the highest target that is on.
UnitTexture textureOf(const TextureUnit& unit, const TextureEnvironment& environment) {
    struct Target {
        bool on;
        TextureType type;
        FixedTexture kind;
        FixedTexture shadow;
    };
    const Target targets[] = {
        {environment.cubeMap, TextureType::Cube, FixedTexture::Cube, FixedTexture::ShadowCube},
        {environment.texture3D, TextureType::Tex3D, FixedTexture::Tex3D, FixedTexture::Tex3D},
        {environment.rectangle,
         TextureType::Rect,
         FixedTexture::Rectangle,
         FixedTexture::ShadowRectangle},
        {environment.texture2D, TextureType::Tex2D, FixedTexture::Tex2D, FixedTexture::Shadow2D},
        {environment.texture1D, TextureType::Tex1D, FixedTexture::Tex1D, FixedTexture::Shadow1D},
    };
    const Target* const target = std::ranges::find_if(targets, &Target::on);
    if (target == std::end(targets)) {
        return {};
    }
    const Texture& texture = *unit.bound[size_t(target->type)];
    const SamplerParameters& sampler =
        unit.sampler ? unit.sampler->parameters() : texture.parameters();
    if (!texture.complete(sampler)) {
        return {};
    }
    const format::InternalFormat& format = *texture.image({texture.firstLevel(), 0}).format;
    if (format.depth == 0) {
        return {target->kind, format.base};
    }
    const bool compares = sampler.compareMode == GL_COMPARE_REF_TO_TEXTURE;
    return {compares ? target->shadow : target->kind,
            texture.depthTextureMode(),
            compares ? depthModeWord(texture.depthTextureMode()) : 0};
}

// --- Texture environments

FixedArgument argument(FixedSource source, bool alpha = false) {
    return {.source = source, .alpha = alpha};
}

FixedSource texel(int unit) {
    return FixedSource(int(FixedSource::Texture0) + unit);
}

FixedSource sourceOf(GLenum source, int unit) {
    switch (source) {
    case GL_TEXTURE:
        return texel(unit);
    case GL_CONSTANT:
        return FixedSource::Constant;
    case GL_PRIMARY_COLOR:
        return FixedSource::Primary;
    case GL_PREVIOUS:
        return unit == 0 ? FixedSource::Primary : FixedSource::Previous;
    default:
        return texel(int(source - GL_TEXTURE0));
    }
}

FixedCombine functionOf(GLenum function) {
    switch (function) {
    case GL_REPLACE:
        return FixedCombine::Replace;
    case GL_ADD:
        return FixedCombine::Add;
    case GL_ADD_SIGNED:
        return FixedCombine::AddSigned;
    case GL_INTERPOLATE:
        return FixedCombine::Interpolate;
    case GL_SUBTRACT:
        return FixedCombine::Subtract;
    case GL_DOT3_RGB:
    case GL_DOT3_RGBA:
    case GL_DOT3_RGB_EXT:
    case GL_DOT3_RGBA_EXT:
        return FixedCombine::Dot3;
    default:
        return FixedCombine::Modulate;
    }
}

size_t argumentCount(FixedCombine function) {
    return function == FixedCombine::Replace ? 1 : function == FixedCombine::Interpolate ? 3 : 2;
}

Key::Step combineStep(const TextureEnvironment::Combine& combine, int unit) {
    const bool isScaled =
        combine.function != GL_DOT3_RGB_EXT && combine.function != GL_DOT3_RGBA_EXT;
    const float scale = isScaled ? combine.scale : 1;
    Key::Step step{.function = functionOf(combine.function),
                   .scaleLog2 = uint32_t(std::countr_zero(uint32_t(scale)))};
    for (size_t i = 0; i < argumentCount(step.function); ++i) {
        const GLenum operand = combine.operands[i];
        step.arguments[i] = {.source = sourceOf(combine.sources[i], unit),
                             .alpha = operand == GL_SRC_ALPHA || operand == GL_ONE_MINUS_SRC_ALPHA,
                             .inverted = operand == GL_ONE_MINUS_SRC_COLOR ||
                                         operand == GL_ONE_MINUS_SRC_ALPHA};
    }
    return step;
}

/// Which of colour and alpha textures of a base format have (tables 16.2 and 16.3).
bool hasColor(GLenum base) {
    return base != GL_ALPHA;
}
bool hasAlpha(GLenum base) {
    return base == GL_ALPHA || base == GL_LUMINANCE_ALPHA || base == GL_INTENSITY ||
           base == GL_RGBA;
}

struct Steps {
    Key::Step rgb;
    Key::Step alpha;
};

/// Environments that are not GL_COMBINE, in its terms.
Steps stepsOf(GLenum mode, GLenum base, int unit) {
    const FixedArgument texture = argument(texel(unit));
    const FixedArgument before = argument(unit == 0 ? FixedSource::Primary : FixedSource::Previous);
    const FixedArgument constant = argument(FixedSource::Constant);
    const Key::Step keep{FixedCombine::Replace, {{before}}};
    const Key::Step replace{FixedCombine::Replace, {{texture}}};
    const Key::Step modulate{FixedCombine::Modulate, {{before, texture}}};
    const Key::Step blend{FixedCombine::Interpolate, {{constant, before, texture}}};
    const Key::Step add{FixedCombine::Add, {{before, texture}}};
    Steps steps{keep, keep};
    switch (mode) {
    case GL_REPLACE:
        steps = {replace, replace};
        break;
    case GL_DECAL: // Of other formats it is undefined.
        return base == GL_RGBA ? Steps{{FixedCombine::Interpolate,
                                        {{texture, before, argument(texel(unit), true)}}},
                                       keep}
                               : Steps{replace, keep};
    case GL_BLEND:
        steps = {blend, base == GL_INTENSITY ? blend : modulate};
        break;
    case GL_ADD:
        steps = {add, base == GL_INTENSITY ? add : modulate};
        break;
    default:
        steps = {modulate, modulate};
        break;
    }
    return {hasColor(base) ? steps.rgb : keep, hasAlpha(base) ? steps.alpha : keep};
}

void addUnit(const TextureEnvironment& environment,
             const UnitTexture& texture,
             int unit,
             bool replaced,
             Key& key) {
    Steps steps;
    if (environment.mode == GL_COMBINE) {
        steps = {combineStep(environment.rgb, unit), combineStep(environment.alpha, unit)};
        if (environment.rgb.function == GL_DOT3_RGBA ||
            environment.rgb.function == GL_DOT3_RGBA_EXT) {
            steps.alpha = {.function = FixedCombine::Dot3, .scaleLog2 = steps.rgb.scaleLog2};
        }
    } else {
        steps = stepsOf(environment.mode, texture.base, unit);
    }
    key.setUnit(unit, texture.kind, steps.rgb, steps.alpha);
    const size_t word = 2 * size_t(unit);
    key.fragment[word] |= replaced ? Key::kReplaceCoordinates : 0;
    key.fragment[word + 1] |= texture.depthMode << 21;
}

/// Sampler variables are called after units: "unit3_2D".
void bindUnits(Executable& executable) {
    for (const glsl::Uniform& uniform : executable.linked->uniforms) {
        if (uniform.isSampler()) {
            const auto digit = std::ranges::find_if(
                uniform.name, [](unsigned char c) { return std::isdigit(c) != 0; });
            executable.setSamplerUnit(uniform.samplerIndex, uint8_t(*digit - '0'));
        }
    }
    executable.samplersAlike = true; // Each unit has a sampler for each of its textures.
    executable.samplerConflict = false;
}

bool isFixed(const Executable* stage) {
    return stage && stage->linked->isFixedFunction;
}

} // namespace

void Context::createFixedFunction() {
    m_fixed = std::make_unique<FixedFunction>();
    m_fixed->programs = FixedPrograms::of(m_device);
    m_fixed->executable = makeExecutable(m_fixed->programs->linked());
    bindUnits(*m_fixed->executable);
}

/// Who sets such state will draw with it, and who gives vertices while no program is in use. Others
/// need no programs of it.
void Context::expectFixedFunction() {
    if (!m_expectsFixedFunction && m_fixed) {
        m_fixed->programs->prepare();
        m_expectsFixedFunction = true;
        unitExpected(m_client.activeTexture);
    }
}

/// Who chooses a unit is about to turn it on.
void Context::unitExpected(int unit) {
    if (m_expectsFixedFunction && unit >= FixedPrograms::kUsualUnits) {
        m_fixed->programs->prepareAllUnits();
    }
}

void Context::verticesExpected() {
    if (!m_expectsFixedFunction && !m_objects.program && !m_objects.pipeline) {
        expectFixedFunction();
    }
}

void Context::fixedFunctionChanged() {
    recheck(kRecheckFixedFunction);
    expectFixedFunction();
}

void Context::standInForStages(std::array<Executable*, kShaderStages>& stages,
                               StageOwners& owners) {
    const auto has = [&](glsl::Stage stage) { return stages[size_t(stage)] != nullptr; };
    if (!m_fixed) {
        return;
    }
    const auto standIn = [&](glsl::Stage stage, bool isProgramOn, const ProgramTarget& target) {
        const auto* const assembly = isProgramOn ? &target.bound->executable() : nullptr;
        const bool isLoaded = assembly && *assembly; // Else draws are errors.
        owners[size_t(stage)] = isLoaded ? assembly : nullptr;
        stages[size_t(stage)] = isLoaded ? assembly->get() : m_fixed->executable.get();
    };
    if (!has(glsl::Stage::Vertex) && !has(glsl::Stage::TessControl) &&
        !has(glsl::Stage::TessEvaluation) && !has(glsl::Stage::Geometry)) {
        standIn(glsl::Stage::Vertex, m_compat->programModes.vertex, m_compat->assembly.vertex);
    }
    if (!has(glsl::Stage::Fragment)) {
        standIn(
            glsl::Stage::Fragment, m_compat->programModes.fragment, m_compat->assembly.fragment);
    }
}

glsl::FixedFunctionKey Context::fixedFunctionKey() const {
    const CompatState& compat = *m_compat;
    const bool vertices = isFixed(m_state.stages[size_t(glsl::Stage::Vertex)]);
    const bool fragments = isFixed(m_state.stages[size_t(glsl::Stage::Fragment)]);
    Key key;
    key.fragment[Key::kTexturesWord] = ~0u;
    const uint8_t replaced = replacedCoordinates();
    uint32_t units = fragments ? 0 : (1u << kTextureCoordUnits) - 1; // A shader may read any.
    for (int unit = 0; fragments && unit < kTextureCoordUnits; ++unit) {
        const TextureEnvironment& environment = compat.textureEnv[size_t(unit)];
        const UnitTexture texture = textureOf(m_state.textureUnits[size_t(unit)], environment);
        if (texture.kind != FixedTexture::None) {
            units |= 1u << unit;
            addUnit(environment, texture, unit, (replaced >> unit & 1) != 0, key);
        }
    }
    const bool lit = vertices && compat.lighting.enabled;
    if (fragments) {
        const bool lastIsLit = lit && m_state.fixedVertices();
        const bool separate =
            lastIsLit && compat.lighting.colorControl == GL_SEPARATE_SPECULAR_COLOR;
        const bool back =
            m_state.fixedVertices() ? lit && compat.lighting.twoSided : m_state.twoSidedColors;
        key.fragmentFlags() = (compat.alphaTest.enabled ? Key::kAlphaTest : 0) |
                              (compat.colorSum || separate ? Key::kColorSum : 0) |
                              (back ? Key::kBackColors : 0) | (m_state.flatColors ? Key::kFlat : 0);
    }
    if (vertices) {
        addVertices(compat, m_state, units, key);
    }
    return key;
}

bool Context::keepsPrimaryColors() const {
    const Executable* const fragment = m_state.stages[size_t(glsl::Stage::Fragment)];
    if (!isFixed(fragment)) {
        return !fragment;
    }
    const Key& key = m_compat->fixedKey;
    const auto units = std::span(key.fragment).first(2 * size_t(kTextureCoordUnits));
    return std::ranges::all_of(units, [](uint32_t word) { return word == 0; }) &&
           (key.fragmentFlags() & (Key::kAlphaTest | Key::kColorSum)) == 0 &&
           !m_compat->fog.enabled;
}

/// Bits of the sets of texture coordinates that are places in point sprites.
uint8_t Context::replacedCoordinates() const {
    uint32_t sets = 0;
    for (size_t unit = 0; m_compat->point.sprite && m_drawsPoints && unit < kTextureCoordUnits;
         ++unit) {
        sets |= m_compat->textureEnv[unit].coordReplace ? 1u << unit : 0;
    }
    return uint8_t(sets);
}

void Context::resolveFixedFunction() {
    m_watchedDirty = 0;
    m_recheck &= ~uint32_t(kRecheckSpecial);
    change(m_state.alphaTest, m_compat->alphaTest.enabled, Dirty::Raster);
    change(m_state.pointSmooth,
           m_compat->point.smooth && !m_compat->point.sprite, // Sprites are squares.
           Dirty::Raster);
    change(m_state.spriteSets,
           m_state.fixedFragments() ? uint8_t(0) : replacedCoordinates(),
           Dirty::Raster);
    if (!m_fixed || !std::ranges::any_of(m_state.stages, isFixed)) {
        return;
    }
    if (isFixed(m_state.stages[size_t(glsl::Stage::Fragment)])) {
        m_watchedDirty = DirtyBits::mask(Dirty::Textures);
    }
    change(m_state.twoSidedLighting,
           m_compat->lighting.enabled && m_compat->lighting.twoSided,
           Dirty::Raster);
    const glsl::FixedFunctionKey key = fixedFunctionKey();
    const bool isKnown = m_fixed->inUse && key == m_compat->fixedKey;
    if (!isKnown || (m_recheck & (kRecheckProgram | kRecheckFixedFunction)) != 0) {
        shownStateChanged(kShownFixedFunction); // Fog and lights may be on or off, too.
    }
    if (!isKnown) {
        m_compat->fixedKey = key;
        m_fixed->awaited = nullptr;
        if (!base::options().noSpecialPrograms && !base::options().noGeneralPrograms) {
            m_fixed->awaited = &m_fixed->programs->special(key);
        }
    }
    if (!isKnown || m_fixed->awaited) {
        chooseFixedProgram();
    }
}

/// The program of the state as it is; while that is awaited, once for each draw.
void Context::chooseFixedProgram() {
    FixedFunction& fixed = *m_fixed;
    const glsl::FixedFunctionKey& key = m_compat->fixedKey;
    const FixedPrograms::Program* program =
        fixed.awaited ? fixed.programs->drawn(*fixed.awaited) : nullptr;
    if (program) {
        fixed.awaited = nullptr;
    } else if (!base::options().noGeneralPrograms) {
        program = fixed.programs->general(key);
    }
    if (!program) {
        fixed.awaited = nullptr;
        program = fixed.programs->specialNow(key);
    }
    m_recheck &= ~uint32_t(kRecheckSpecial);
    recheck(fixed.awaited ? uint32_t(kRecheckSpecial) : 0);
    if (program == fixed.inUse) {
        return;
    }
    fixed.inUse = program;
    fixed.executable->backend = program ? program->backend : nullptr;
    fixed.executable->linked = program ? program->linked : fixed.programs->linked();
    fixed.executable->attributeMask =
        fixed.executable->linked->attributeMask & ((1u << kMaxVertexAttribs) - 1);
    m_dirty.set(Dirty::Program);
    m_dirty.set(Dirty::Uniforms);
    recheck(kRecheckArrays);
}

} // namespace gl
