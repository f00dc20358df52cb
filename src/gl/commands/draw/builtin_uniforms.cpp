// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GL state that shaders read as uniforms (GLSL 1.20 section 7.5): written into the current
// program's blocks before a draw, when the state or the program changed.
#include "gl/commands/program/subroutine.h"
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"
#include "glsl/program.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace gl {

namespace {

/// A uniform's value: columns of up to four rows, element after element.
struct Value {
    std::vector<float> numbers;
    int columns = 1;
    int rows = 1;
};

Value vector(std::initializer_list<float> numbers) {
    return {numbers, 1, int(numbers.size())};
}

template <size_t n>
Value vector(const std::array<float, n>& numbers) {
    return {{numbers.begin(), numbers.end()}, 1, int(n)};
}

Value matrix(const Matrix4& m) {
    return {{m.m.begin(), m.m.end()}, 4, 4};
}

// The four forms follow each other: plain, inverse, transposed, inverse transposed.
Matrix4 form(const Matrix4& m, glsl::BuiltinUniform builtin, glsl::BuiltinUniform plain) {
    const int which = int(builtin) - int(plain);
    const Matrix4 base = which & 1 ? m.inverted() : m;
    return which & 2 ? base.transposed() : base;
}

bool within(glsl::BuiltinUniform builtin, glsl::BuiltinUniform plain) {
    return builtin >= plain && int(builtin) < int(plain) + 4;
}

// The upper left 3×3 of the inverse transposed.
Value normalMatrix(const Matrix4& modelView) {
    const Matrix4 m = modelView.inverted().transposed();
    return {{m.m[0], m.m[1], m.m[2], m.m[4], m.m[5], m.m[6], m.m[8], m.m[9], m.m[10]}, 3, 3};
}

float normalScale(const Matrix4& modelView) {
    const Matrix4 m = modelView.inverted();
    return 1 / std::sqrt(m.m[2] * m.m[2] + m.m[6] * m.m[6] + m.m[10] * m.m[10]);
}

// The k-th number in "gl_TextureEnvColor[2]"; 0 where there is none.
size_t arrayIndex(std::string_view name) {
    const size_t bracket = name.find('[');
    return bracket != name.npos && bracket + 1 < name.size() && name[bracket + 1] >= '0' &&
                   name[bracket + 1] <= '9'
               ? size_t(name[bracket + 1] - '0')
               : 0;
}

// What clips vertices that `back` brings to where planes clip them.
Value clipPlanes(const CompatState& compat, const Matrix4& back) {
    Value value{{}, 1, 4};
    for (const std::array<double, 4>& plane : compat.clipPlanes) {
        for (size_t column = 0; column < 4; ++column) {
            double sum = 0;
            for (size_t row = 0; row < 4; ++row) {
                sum += plane[row] * double(back.m[column * 4 + row]);
            }
            value.numbers.push_back(float(sum));
        }
    }
    return value;
}

// Brings positions back from the depth range 0 … w, where shaders have to leave them in it.
Matrix4 fromDeviceDepth(const Caps& caps) {
    return caps.nativeDepthRange ? Matrix4{} : translation(0, 0, -1) * scaling(1, 1, 2);
}

// Structures by the names of their members. Empty: a default value stays (lights and materials are
// fixed function).
Value named(const CompatState& compat, const State& state, const glsl::Uniform& uniform) {
    const std::string_view name = uniform.name;
    const CompatState::Fog& fog = compat.fog;
    const CompatState::Point& point = compat.point;
    if (name == "gl_Fog.color") {
        return vector(fog.color);
    }
    if (name == "gl_Fog.density") {
        return vector({fog.density});
    }
    if (name == "gl_Fog.start") {
        return vector({fog.start});
    }
    if (name == "gl_Fog.end") {
        return vector({fog.end});
    }
    if (name == "gl_Fog.scale") {
        return vector({1 / (fog.end - fog.start)});
    }
    if (name == "gl_Point.size") {
        return vector({state.pointSize_px});
    }
    if (name == "gl_Point.sizeMin") {
        return vector({point.sizeMin_px});
    }
    if (name == "gl_Point.sizeMax") {
        return vector({point.sizeMax_px});
    }
    if (name == "gl_Point.fadeThresholdSize") {
        return vector({state.pointFadeThreshold_px});
    }
    if (name == "gl_Point.distanceConstantAttenuation") {
        return vector({point.attenuation[0]});
    }
    if (name == "gl_Point.distanceLinearAttenuation") {
        return vector({point.attenuation[1]});
    }
    if (name == "gl_Point.distanceQuadraticAttenuation") {
        return vector({point.attenuation[2]});
    }
    if (name.starts_with("gl_ClipPlane")) {
        Value planes = clipPlanes(compat, {});
        planes.numbers.erase(planes.numbers.begin(),
                             planes.numbers.begin() + std::ptrdiff_t(arrayIndex(name) * 4));
        return planes;
    }
    if (name.starts_with("gl_TextureEnvColor")) {
        Value value{{}, 1, 4};
        const size_t first = arrayIndex(name);
        for (size_t i = first; i < compat.textureEnv.size(); ++i) {
            const std::array<float, 4>& color = compat.textureEnv[i].color;
            value.numbers.insert(value.numbers.end(), color.begin(), color.end());
        }
        return value;
    }
    return {};
}

Value valueOf(const CompatState* compat,
              const Caps& caps,
              const State& state,
              const glsl::Uniform& uniform) {
    using enum glsl::BuiltinUniform;
    const glsl::BuiltinUniform builtin = uniform.builtin;
    switch (builtin) {
    case PointSizeOverride:
        return vector({state.programPointSize ? 0 : state.pointSize_px});
    case PointCoordOrigin:
        return vector({state.pointSpriteOrigin == GL_UPPER_LEFT ? 1.0f : 0.0f});
    case DrawHeight:
        return vector({float(state.drawFramebuffer->height_px())});
    case NumSamples: {
        const int32_t samples = std::max(state.drawFramebuffer->samples(), 1);
        return vector({std::bit_cast<float>(samples)});
    }
    case DepthRangeNear:
        return vector({float(state.viewports[0].depthRange[0])});
    case DepthRangeFar:
        return vector({float(state.viewports[0].depthRange[1])});
    case DepthRangeDiff:
        return vector({float(state.viewports[0].depthRange[1] - state.viewports[0].depthRange[0])});
    default:
        break;
    }
    if (!compat) {
        return {};
    }
    const Matrix4& modelView = compat->modelView.top();
    const Matrix4& projection = compat->projection.top();
    if (builtin == EyeClipPlanes || builtin == PositionClipPlanes) {
        if (state.clipDistanceMask == 0) {
            return {}; // Nothing looks at them.
        }
        return clipPlanes(*compat, builtin == EyeClipPlanes ? Matrix4{} : fromDeviceDepth(caps));
    }
    if (within(builtin, ModelViewMatrix)) {
        return matrix(form(modelView, builtin, ModelViewMatrix));
    }
    if (within(builtin, ProjectionMatrix)) {
        return matrix(form(projection, builtin, ProjectionMatrix));
    }
    if (within(builtin, ModelViewProjectionMatrix)) {
        return matrix(form(projection * modelView, builtin, ModelViewProjectionMatrix));
    }
    if (within(builtin, TextureMatrix)) {
        Value value{{}, 4, 4};
        for (const MatrixStack& stack : compat->texture) {
            const Matrix4 m = form(stack.top(), builtin, TextureMatrix);
            value.numbers.insert(value.numbers.end(), m.m.begin(), m.m.end());
        }
        return value;
    }
    if (builtin == NormalMatrix) {
        return normalMatrix(modelView);
    }
    if (builtin == NormalScale) {
        return vector({normalScale(modelView)});
    }
    return named(*compat, state, uniform);
}

void write(Executable& executable,
           const UniformEntry::Slot& slot,
           const Value& value,
           int arraySize) {
    const size_t perElement = size_t(value.columns) * size_t(value.rows);
    const size_t elements = std::min(size_t(arraySize), value.numbers.size() / perElement);
    UniformEntry::Slot at = slot;
    for (size_t element = 0; element < elements; ++element) {
        for (int column = 0; column < value.columns; ++column) {
            at.offset_B = uint32_t(slot.offset_B + element * slot.arrayStride_B +
                                   size_t(column) * slot.matrixStride_B);
            const float* numbers =
                value.numbers.data() + element * perElement + size_t(column) * size_t(value.rows);
            executable.writeUniform(at, numbers, size_t(value.rows) * sizeof(float));
        }
    }
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
}

void Context::writeBuiltins(Executable& executable) {
    if (executable.builtinEntries.empty()) {
        return;
    }
    const auto before = executable.uniformSerials;
    for (const UniformEntry& entry : executable.builtinEntries) {
        const glsl::Uniform& uniform = executable.linked->uniforms[entry.uniform];
        const Value value = valueOf(m_compat.get(), caps(), m_state, uniform);
        if (value.numbers.empty()) {
            continue;
        }
        for (int i = 0; i < entry.slotCount; ++i) {
            const UniformEntry::Slot& slot =
                i == 0 ? entry.slot : executable.moreSlots[entry.moreSlots + size_t(i) - 1];
            write(executable, slot, value, uniform.arraySize);
        }
    }
    if (executable.uniformSerials != before) {
        m_dirty.set(Dirty::Uniforms);
        noteSharedChange();
    }
}

} // namespace gl
