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
struct Compat {
    const CompatState& state;
    const State& gl;
    const Caps& caps;
};

enum class Form : uint8_t { Plain, Inverse, Transpose, InverseTranspose };

template <Form form>
void addMatrix(Numbers& numbers, const Matrix4& m) {
    constexpr bool kInverse = form == Form::Inverse || form == Form::InverseTranspose;
    constexpr bool kTranspose = form == Form::Transpose || form == Form::InverseTranspose;
    const Matrix4 base = kInverse ? m.inverted() : m;
    numbers.add((kTranspose ? base.transposed() : base).m);
}

template <Form form>
void modelView(const Compat& c, Numbers& numbers) {
    addMatrix<form>(numbers, c.state.modelView.top());
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
void addNormalMatrix(Numbers& numbers, const Matrix4& modelView) {
    const Matrix4 m = modelView.inverted().transposed();
    for (size_t column = 0; column < 3; ++column) {
        for (size_t row = 0; row < 3; ++row) {
            numbers.add(m.m[column * 4 + row]);
        }
    }
}

float normalScale(const Matrix4& modelView) {
    const Matrix4 m = modelView.inverted();
    return 1 / std::sqrt(m.m[2] * m.m[2] + m.m[6] * m.m[6] + m.m[10] * m.m[10]);
}

/// What clips vertices that `back` brings to where planes clip them. None while nothing clips: no
/// one looks at them.
void addClipPlanes(Numbers& numbers, const Compat& c, const Matrix4& back) {
    if (c.gl.clipDistanceMask == 0) {
        return;
    }
    for (const std::array<double, 4>& plane : c.state.clipPlanes) {
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
    {.builtin = PointSizeOverride, .shows = kShownPoints, .ofState = [](const State& s, Numbers& n) { n.add(s.programPointSize ? 0 : s.pointSize_px); }},
    {.builtin = PointCoordOrigin, .shows = kShownPoints, .ofState = [](const State& s, Numbers& n) { n.add(s.pointSpriteOrigin == GL_UPPER_LEFT ? 1.0f : 0.0f); }},
    {.builtin = DrawHeight, .shows = kShownFramebuffer, .ofState = [](const State& s, Numbers& n) { n.add(float(s.drawFramebuffer->height_px())); }},
    {.builtin = EyeClipPlanes, .shows = kShownClipPlanes, .ofCompat = [](const Compat& c, Numbers& n) { addClipPlanes(n, c, Matrix4{}); }},
    {.builtin = PositionClipPlanes, .shows = kShownClipPlanes, .ofCompat = [](const Compat& c, Numbers& n) { addClipPlanes(n, c, fromDeviceDepth(c.caps)); }},
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
    {.builtin = NormalMatrix, .shows = kShownModelView, .ofCompat = [](const Compat& c, Numbers& n) { addNormalMatrix(n, c.state.modelView.top()); }},
    {.builtin = NormalScale, .shows = kShownModelView, .ofCompat = [](const Compat& c, Numbers& n) { n.add(normalScale(c.state.modelView.top())); }},
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
};
// clang-format on

constexpr bool inOrder() {
    for (size_t i = 0; i < std::size(kRows); ++i) {
        if (size_t(kRows[i].builtin) != i + 1) {
            return false;
        }
    }
    return std::size(kRows) + 1 == size_t(Other);
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

/// The k of "gl_TextureEnvColor[k]"; 0 where there is none.
size_t firstElement(const glsl::Uniform& uniform) {
    const size_t bracket = uniform.isArray ? uniform.name.rfind('[') : std::string::npos;
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
    m_shownState = 0;
}

void Context::writeBuiltins(Executable& executable) {
    if (executable.builtinEntries.empty()) {
        return;
    }
    const auto before = executable.uniformSerials;
    for (const UniformEntry& entry : executable.builtinEntries) {
        const glsl::Uniform& uniform = executable.linked->uniforms[entry.uniform];
        if (uniform.builtin == Other) {
            continue; // Fixed function's: the default stays.
        }
        const Row& row = kRows[size_t(uniform.builtin) - 1];
        if (!(row.shows & m_shownState) || (row.ofCompat && !m_compat)) {
            continue;
        }
        Numbers numbers;
        if (row.ofCompat) {
            row.ofCompat({.state = *m_compat, .gl = m_state, .caps = caps()}, numbers);
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
