// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GL state that shaders read as uniforms (GLSL 1.20 section 7.5): written into the current
// program's blocks before a draw, when the state or the program changed. What they are and how they
// are declared, glsl::builtinUniforms() tells; here is where their values come from.
#include "gl/commands/program/subroutine.h"
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"
#include "glsl/link/program.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

namespace gl {

namespace {

/// The numbers of a uniform: elements, their columns and rows one after the other.
class Numbers {
public:
    void add(float number) {
        assert(m_count < m_numbers.size());
        m_numbers[m_count++] = number;
    }
    template <class T, size_t n>
    void add(const std::array<T, n>& numbers) {
        for (const T number : numbers) {
            add(float(number));
        }
    }
    const float* data() const { return m_numbers.data(); }
    size_t count() const { return m_count; }

private:
    std::array<float, size_t(kTextureCoordUnits) * 16> m_numbers;
    size_t m_count = 0;
};

/// What rows of the compatibility profile are made of.
class Compat {
public:
    Compat(const CompatState& compat, const State& state, const Caps& caps)
        : state(compat), gl(state), caps(caps) {}

    /// Several rows are made of it.
    const Matrix4& inverseModelView() const {
        if (!m_inverseModelView) {
            m_inverseModelView = state.modelView.top().inverted();
        }
        return *m_inverseModelView;
    }

    const CompatState& state;
    const State& gl;
    const Caps& caps;

private:
    mutable std::optional<Matrix4> m_inverseModelView;
};

enum class Form : uint8_t { Plain, Inverse, Transpose, InverseTranspose };

constexpr bool isInverse(Form form) {
    return form == Form::Inverse || form == Form::InverseTranspose;
}

template <Form form>
void addMatrix(Numbers& numbers, const Matrix4& m) {
    constexpr bool kTranspose = form == Form::Transpose || form == Form::InverseTranspose;
    const Matrix4 base = isInverse(form) ? m.inverted() : m;
    numbers.add((kTranspose ? base.transposed() : base).m);
}

template <Form form>
void modelView(const Compat& c, Numbers& numbers) {
    const Matrix4& base = isInverse(form) ? c.inverseModelView() : c.state.modelView.top();
    constexpr bool kTranspose = form == Form::Transpose || form == Form::InverseTranspose;
    addMatrix<kTranspose ? Form::Transpose : Form::Plain>(numbers, base);
}

template <Form form>
void projection(const Compat& c, Numbers& numbers) {
    addMatrix<form>(numbers, c.state.projection.top());
}

template <Form form>
void modelViewProjection(const Compat& c, Numbers& numbers) {
    addMatrix<form>(numbers, c.state.projection.top() * c.state.modelView.top());
}

template <Form form>
void textureMatrices(const Compat& c, Numbers& numbers) {
    for (const MatrixStack& stack : c.state.texture) {
        addMatrix<form>(numbers, stack.top());
    }
}

/// The upper left 3×3 of the inverse transposed.
void addNormalMatrix(Numbers& numbers, const Matrix4& inverse) {
    const Matrix4 m = inverse.transposed();
    for (size_t column = 0; column < 3; ++column) {
        for (size_t row = 0; row < 3; ++row) {
            numbers.add(m.m[column * 4 + row]);
        }
    }
}

/// What clips vertices that `back` brings to where planes clip them. None while nothing clips: no
/// one looks at them.
void addClipPlanes(Numbers& numbers, const Compat& c, const Matrix4& back) {
    if (c.gl.clipDistanceMask == 0) {
        return;
    }
    for (size_t i = 0; i < c.state.clipPlanes.size(); ++i) {
        // What is off clips nothing where code looks at all of them.
        const bool isOn = (c.gl.clipDistanceMask >> i & 1) != 0;
        const std::array<double, 4> plane = isOn ? c.state.clipPlanes[i] : std::array<double, 4>{};
        for (size_t column = 0; column < 4; ++column) {
            double sum = 0;
            for (size_t row = 0; row < 4; ++row) {
                sum += plane[row] * double(back.m[column * 4 + row]);
            }
            numbers.add(float(sum));
        }
    }
}

/// Brings positions back from the depth range 0 … w, where shaders have to leave them in it.
Matrix4 fromDeviceDepth(const Caps& caps) {
    return caps.nativeDepthRange ? Matrix4{} : translation(0, 0, -1) * scaling(1, 1, 2);
}

// --- Lighting

void addHalfVector(Numbers& numbers, const LightSource& light) {
    // Between the light's direction and that to a viewer far away: (0, 0, 1).
    std::array<float, 4> half{light.position[0], light.position[1], light.position[2], 0};
    const auto normalize = [&] {
        const float length = std::hypot(half[0], half[1], half[2]);
        for (size_t i = 0; i < 3 && length > 0; ++i) {
            half[i] /= length;
        }
    };
    normalize();
    half[2] += 1;
    normalize();
    numbers.add(half);
}

void addProduct(Numbers& numbers,
                const std::array<float, 4>& light,
                const std::array<float, 4>& material) {
    for (size_t i = 0; i < 4; ++i) {
        numbers.add(light[i] * material[i]);
    }
}

void addSceneColor(Numbers& numbers, const Lighting& lighting, size_t side) {
    const Material& material = lighting.materials[side];
    for (size_t i = 0; i < 4; ++i) {
        numbers.add(material.emission[i] + material.ambient[i] * lighting.ambient[i]);
    }
}

// --- Fixed function's programs

void addAlphaTest(const Compat& c, Numbers& numbers) {
    // Functions are GL_NEVER plus bits: less, equal, greater.
    const GLenum passes = c.state.alphaTest.function - GL_NEVER;
    const float reference = c.state.alphaTest.reference;
    numbers.add(c.gl.clampFragmentColors ? std::clamp(reference, 0.0f, 1.0f) : reference);
    for (const unsigned bit : {0, 1, 2}) {
        numbers.add(float(passes >> bit & 1));
    }
}

void addColorBounds(const State& state, Numbers& numbers) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const bool clamps : {state.clampVertexColors, state.clampFragmentColors}) {
        numbers.add(clamps ? 0 : -kInfinity);
        numbers.add(clamps ? 1 : kInfinity);
    }
}

void addWords(Numbers& numbers, std::span<const uint32_t> words) {
    for (const uint32_t word : words) {
        numbers.add(std::bit_cast<float>(word));
    }
}

void addPolygonStipple(const Compat& c, Numbers& numbers) {
    addWords(numbers, c.state.polygonStipple.rows);
}

uint32_t fogMode(const Fog& fog) {
    switch (fog.mode) {
    case GL_LINEAR:
        return 1;
    case GL_EXP:
        return 2;
    default:
        return 3;
    }
}

void addFixedSwitches(const Compat& c, Numbers& numbers) {
    uint32_t lights = 0;
    for (size_t i = 0; i < c.state.lighting.lights.size(); ++i) {
        lights |= uint32_t(c.state.lighting.lights[i].enabled) << i;
    }
    addWords(numbers, std::array{c.state.fog.enabled ? fogMode(c.state.fog) : 0, lights, 0u, 0u});
}

/// Where the value of a built-in uniform comes from: one of the two functions, which adds all
/// elements, or none where the value does not matter.
struct Row {
    glsl::BuiltinUniform builtin;
    uint32_t shows; ///< ShownState bits: it is written when one of them changed.
    void (*ofState)(const State& state, Numbers& numbers) = nullptr;
    void (*ofCompat)(const Compat& compat, Numbers& numbers) = nullptr;
};

using enum glsl::BuiltinUniform;

// clang-format off
constexpr Row kRows[] = {
    {.builtin = PointSizeOverride, .shows = kShownPoints, .ofState = [](const State& s, Numbers& n) { n.add(s.programPointSize || s.fixedVertices() ? 0 : s.pointSize_px); }},
    {.builtin = PointCoordOrigin, .shows = kShownPoints, .ofState = [](const State& s, Numbers& n) { n.add(s.pointSpriteOrigin == GL_UPPER_LEFT ? 1.0f : 0.0f); }},
    {.builtin = DrawHeight, .shows = kShownFramebuffer, .ofState = [](const State& s, Numbers& n) { n.add(float(s.drawFramebuffer->height_px())); }},
    {.builtin = EyeClipPlanes, .shows = kShownClipPlanes, .ofCompat = [](const Compat& c, Numbers& n) { addClipPlanes(n, c, Matrix4{}); }},
    {.builtin = PositionClipPlanes, .shows = kShownClipPlanes, .ofCompat = [](const Compat& c, Numbers& n) { addClipPlanes(n, c, fromDeviceDepth(c.caps)); }},
    {.builtin = PolygonStipple, .shows = kShownPolygonStipple, .ofCompat = addPolygonStipple},
    {.builtin = NumSamples, .shows = kShownFramebuffer, .ofState = [](const State& s, Numbers& n) { n.add(std::bit_cast<float>(std::max(s.drawFramebuffer->samples(), 1))); }},
    {.builtin = DepthRangeNear, .shows = kShownDepthRange, .ofState = [](const State& s, Numbers& n) { n.add(float(s.viewports[0].depthRange[0])); }},
    {.builtin = DepthRangeFar, .shows = kShownDepthRange, .ofState = [](const State& s, Numbers& n) { n.add(float(s.viewports[0].depthRange[1])); }},
    {.builtin = DepthRangeDiff, .shows = kShownDepthRange, .ofState = [](const State& s, Numbers& n) { n.add(float(s.viewports[0].depthRange[1] - s.viewports[0].depthRange[0])); }},
    {.builtin = ModelViewMatrix, .shows = kShownModelView, .ofCompat = modelView<Form::Plain>},
    {.builtin = ModelViewMatrixInverse, .shows = kShownModelView, .ofCompat = modelView<Form::Inverse>},
    {.builtin = ModelViewMatrixTranspose, .shows = kShownModelView, .ofCompat = modelView<Form::Transpose>},
    {.builtin = ModelViewMatrixInverseTranspose, .shows = kShownModelView, .ofCompat = modelView<Form::InverseTranspose>},
    {.builtin = ProjectionMatrix, .shows = kShownProjection, .ofCompat = projection<Form::Plain>},
    {.builtin = ProjectionMatrixInverse, .shows = kShownProjection, .ofCompat = projection<Form::Inverse>},
    {.builtin = ProjectionMatrixTranspose, .shows = kShownProjection, .ofCompat = projection<Form::Transpose>},
    {.builtin = ProjectionMatrixInverseTranspose, .shows = kShownProjection, .ofCompat = projection<Form::InverseTranspose>},
    {.builtin = ModelViewProjectionMatrix, .shows = kShownModelView | kShownProjection, .ofCompat = modelViewProjection<Form::Plain>},
    {.builtin = ModelViewProjectionMatrixInverse, .shows = kShownModelView | kShownProjection, .ofCompat = modelViewProjection<Form::Inverse>},
    {.builtin = ModelViewProjectionMatrixTranspose, .shows = kShownModelView | kShownProjection, .ofCompat = modelViewProjection<Form::Transpose>},
    {.builtin = ModelViewProjectionMatrixInverseTranspose, .shows = kShownModelView | kShownProjection, .ofCompat = modelViewProjection<Form::InverseTranspose>},
    {.builtin = TextureMatrix, .shows = kShownTextureMatrices, .ofCompat = textureMatrices<Form::Plain>},
    {.builtin = TextureMatrixInverse, .shows = kShownTextureMatrices, .ofCompat = textureMatrices<Form::Inverse>},
    {.builtin = TextureMatrixTranspose, .shows = kShownTextureMatrices, .ofCompat = textureMatrices<Form::Transpose>},
    {.builtin = TextureMatrixInverseTranspose, .shows = kShownTextureMatrices, .ofCompat = textureMatrices<Form::InverseTranspose>},
    {.builtin = NormalMatrix, .shows = kShownModelView, .ofCompat = [](const Compat& c, Numbers& n) { addNormalMatrix(n, c.inverseModelView()); }},
    {.builtin = NormalScale, .shows = kShownModelView, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.inverseModelView().normalScale()); }},
    {.builtin = ClipPlane, .shows = kShownClipPlanes, .ofCompat = [](const Compat& c, Numbers& n) { for (const auto& plane : c.state.clipPlanes) { n.add(plane); }; }},
    {.builtin = PointSize, .shows = kShownPoints, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.gl.pointSize_px); }},
    {.builtin = PointSizeMin, .shows = kShownPoints, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.point.sizeMin_px); }},
    {.builtin = PointSizeMax, .shows = kShownPoints, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.point.sizeMax_px); }},
    {.builtin = PointFadeThresholdSize, .shows = kShownPoints, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.gl.pointFadeThreshold_px); }},
    {.builtin = PointDistanceConstantAttenuation, .shows = kShownPoints, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.point.attenuation[0]); }},
    {.builtin = PointDistanceLinearAttenuation, .shows = kShownPoints, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.point.attenuation[1]); }},
    {.builtin = PointDistanceQuadraticAttenuation, .shows = kShownPoints, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.point.attenuation[2]); }},
    {.builtin = FogColor, .shows = kShownFog, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.fog.color); }},
    {.builtin = FogDensity, .shows = kShownFog, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.fog.density); }},
    {.builtin = FogStart, .shows = kShownFog, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.fog.start); }},
    {.builtin = FogEnd, .shows = kShownFog, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.fog.end); }},
    {.builtin = FogScale, .shows = kShownFog, .ofCompat = [](const Compat& c, Numbers& n) { n.add(1 / (c.state.fog.end - c.state.fog.start)); }},
    {.builtin = TextureEnvColor, .shows = kShownTextureEnvironment, .ofCompat = [](const Compat& c, Numbers& n) { for (const auto& unit : c.state.textureEnv) { n.add(unit.color); }; }},
    {.builtin = LightSourceAmbient, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { n.add(light.ambient); } }},
    {.builtin = LightSourceDiffuse, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { n.add(light.diffuse); } }},
    {.builtin = LightSourceSpecular, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { n.add(light.specular); } }},
    {.builtin = LightSourcePosition, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { n.add(light.position); } }},
    {.builtin = LightSourceHalfVector, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { addHalfVector(n, light); } }},
    {.builtin = LightSourceSpotDirection, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { n.add(light.spotDirection); } }},
    {.builtin = LightSourceSpotExponent, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { n.add(light.spotExponent); } }},
    {.builtin = LightSourceSpotCutoff, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { n.add(light.spotCutoff_deg); } }},
    {.builtin = LightSourceSpotCosCutoff, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { n.add(light.spotCosCutoff()); } }},
    {.builtin = LightSourceConstantAttenuation, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { n.add(light.attenuation[0]); } }},
    {.builtin = LightSourceLinearAttenuation, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { n.add(light.attenuation[1]); } }},
    {.builtin = LightSourceQuadraticAttenuation, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { n.add(light.attenuation[2]); } }},
    {.builtin = FrontMaterialEmission, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.lighting.materials[0].emission); }},
    {.builtin = FrontMaterialAmbient, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.lighting.materials[0].ambient); }},
    {.builtin = FrontMaterialDiffuse, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.lighting.materials[0].diffuse); }},
    {.builtin = FrontMaterialSpecular, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.lighting.materials[0].specular); }},
    {.builtin = FrontMaterialShininess, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.lighting.materials[0].shininess); }},
    {.builtin = BackMaterialEmission, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.lighting.materials[1].emission); }},
    {.builtin = BackMaterialAmbient, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.lighting.materials[1].ambient); }},
    {.builtin = BackMaterialDiffuse, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.lighting.materials[1].diffuse); }},
    {.builtin = BackMaterialSpecular, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.lighting.materials[1].specular); }},
    {.builtin = BackMaterialShininess, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.lighting.materials[1].shininess); }},
    {.builtin = LightModelAmbient, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { n.add(c.state.lighting.ambient); }},
    {.builtin = FrontSceneColor, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { addSceneColor(n, c.state.lighting, 0); }},
    {.builtin = BackSceneColor, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { addSceneColor(n, c.state.lighting, 1); }},
    {.builtin = FrontLightProductAmbient, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { addProduct(n, light.ambient, c.state.lighting.materials[0].ambient); } }},
    {.builtin = FrontLightProductDiffuse, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { addProduct(n, light.diffuse, c.state.lighting.materials[0].diffuse); } }},
    {.builtin = FrontLightProductSpecular, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { addProduct(n, light.specular, c.state.lighting.materials[0].specular); } }},
    {.builtin = BackLightProductAmbient, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { addProduct(n, light.ambient, c.state.lighting.materials[1].ambient); } }},
    {.builtin = BackLightProductDiffuse, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { addProduct(n, light.diffuse, c.state.lighting.materials[1].diffuse); } }},
    {.builtin = BackLightProductSpecular, .shows = kShownLighting, .ofCompat = [](const Compat& c, Numbers& n) { for (const LightSource& light : c.state.lighting.lights) { addProduct(n, light.specular, c.state.lighting.materials[1].specular); } }},
    {.builtin = EyePlaneS, .shows = kShownTextureGeneration, .ofCompat = [](const Compat& c, Numbers& n) { for (const auto& unit : c.state.textureGen) { n.add(unit[0].eyePlane); } }},
    {.builtin = EyePlaneT, .shows = kShownTextureGeneration, .ofCompat = [](const Compat& c, Numbers& n) { for (const auto& unit : c.state.textureGen) { n.add(unit[1].eyePlane); } }},
    {.builtin = EyePlaneR, .shows = kShownTextureGeneration, .ofCompat = [](const Compat& c, Numbers& n) { for (const auto& unit : c.state.textureGen) { n.add(unit[2].eyePlane); } }},
    {.builtin = EyePlaneQ, .shows = kShownTextureGeneration, .ofCompat = [](const Compat& c, Numbers& n) { for (const auto& unit : c.state.textureGen) { n.add(unit[3].eyePlane); } }},
    {.builtin = ObjectPlaneS, .shows = kShownTextureGeneration, .ofCompat = [](const Compat& c, Numbers& n) { for (const auto& unit : c.state.textureGen) { n.add(unit[0].objectPlane); } }},
    {.builtin = ObjectPlaneT, .shows = kShownTextureGeneration, .ofCompat = [](const Compat& c, Numbers& n) { for (const auto& unit : c.state.textureGen) { n.add(unit[1].objectPlane); } }},
    {.builtin = ObjectPlaneR, .shows = kShownTextureGeneration, .ofCompat = [](const Compat& c, Numbers& n) { for (const auto& unit : c.state.textureGen) { n.add(unit[2].objectPlane); } }},
    {.builtin = ObjectPlaneQ, .shows = kShownTextureGeneration, .ofCompat = [](const Compat& c, Numbers& n) { for (const auto& unit : c.state.textureGen) { n.add(unit[3].objectPlane); } }},
    {.builtin = AlphaTest, .shows = kShownAlphaTest | kShownColorClamps, .ofCompat = addAlphaTest},
    {.builtin = ColorBounds, .shows = kShownColorClamps, .ofState = addColorBounds},
    {.builtin = FixedVertexKey, .shows = kShownFixedFunction, .ofCompat = [](const Compat& c, Numbers& n) { addWords(n, c.state.fixedKey.vertex); }},
    {.builtin = FixedFragmentKey, .shows = kShownFixedFunction, .ofCompat = [](const Compat& c, Numbers& n) { addWords(n, c.state.fixedKey.fragment); }},
    {.builtin = FixedSwitches, .shows = kShownFixedFunction, .ofCompat = addFixedSwitches},
};
// clang-format on

constexpr bool inOrder() {
    for (size_t i = 0; i < std::size(kRows); ++i) {
        if (size_t(kRows[i].builtin) != i + 1) {
            return false;
        }
    }
    return std::size(kRows) + 1 == size_t(Count);
}
static_assert(inOrder());

/// Writes elements `first` … of what `numbers` holds.
void write(Executable& executable,
           const UniformEntry::Slot& slot,
           const glsl::Uniform& uniform,
           const Numbers& numbers,
           size_t first) {
    const glsl::TypeInfo& type = glsl::typeInfo(uniform.glType);
    const size_t perElement = size_t(type.components());
    const size_t has = numbers.count() / perElement;
    const size_t elements = std::min(size_t(uniform.arraySize), has - std::min(has, first));
    UniformEntry::Slot at = slot;
    for (size_t element = 0; element < elements; ++element) {
        for (size_t column = 0; column < type.columns; ++column) {
            at.offset_B = uint32_t(slot.offset_B + element * slot.arrayStride_B +
                                   column * slot.matrixStride_B);
            const float* from =
                numbers.data() + (first + element) * perElement + column * type.rows;
            executable.writeUniform(at, from, type.rows * sizeof(float));
        }
    }
}

/// The k of "gl_TextureEnvColor[k]", "gl_LightSource[k].diffuse"; 0 where there is none.
size_t firstElement(const glsl::Uniform& uniform) {
    const size_t bracket = uniform.name.find('[');
    return bracket != std::string::npos && bracket + 1 < uniform.name.size()
               ? size_t(uniform.name[bracket + 1] - '0')
               : 0;
}

} // namespace

void Context::writeBuiltins() {
    writeSubroutines(*this);
    const Executable* last = nullptr;
    for (Executable* executable : m_state.stages) {
        if (executable && executable != last) {
            writeBuiltins(*executable);
            last = executable;
        }
    }
    if (m_compat && (m_shownState & kShownProgramParameters)) {
        writeProgramParameters();
    }
    m_shownState = 0;
}

void Context::writeBuiltins(Executable& executable) {
    if (executable.builtinEntries.empty()) {
        return;
    }
    const auto before = executable.uniformSerials;
    std::optional<Compat> compat;
    if (m_compat) {
        compat.emplace(*m_compat, m_state, caps());
    }
    for (const UniformEntry& entry : executable.builtinEntries) {
        const glsl::Uniform& uniform = executable.linked->uniforms[entry.uniform];
        const Row& row = kRows[size_t(uniform.builtin) - 1];
        if (!(row.shows & m_shownState) || (row.ofCompat && !compat)) {
            continue;
        }
        Numbers numbers;
        if (row.ofCompat) {
            row.ofCompat(*compat, numbers);
        } else {
            row.ofState(m_state, numbers);
        }
        const size_t first = firstElement(uniform);
        for (int i = 0; i < entry.slotCount; ++i) {
            const UniformEntry::Slot& slot =
                i == 0 ? entry.slot : executable.moreSlots[entry.moreSlots + size_t(i) - 1];
            write(executable, slot, uniform, numbers, first);
        }
    }
    if (executable.uniformSerials != before) {
        m_dirty.set(Dirty::Uniforms);
        noteSharedChange();
    }
}

} // namespace gl
