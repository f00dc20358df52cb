// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// OES_draw_texture: rectangles of window pixels with parts of textures, through fixed function's
// fragments.
#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/primitive_runs.h"
#include "gl/context/context.h"

#include <algorithm>
#include <array>
#include <vector>

namespace gl {

namespace {

/// While it lives vertices are in clip coordinates, their texture coordinates are theirs, and
/// nothing happens to polygons. Fog sees a distance of zero.
class WindowVertices {
public:
    explicit WindowVertices(Context& context) : m_context(context), m_saved(valuesOf(context)) {
        Values values = m_saved;
        values.matrices.fill({});
        values.generates.fill(false);
        values.lighting = false;
        values.fogSource = GL_FOG_COORD;
        values.fogCoord = CurrentAttrib::of(std::array{0.f, 0.f, 0.f, 1.f});
        values.viewport.x = values.viewport.y = 0;
        values.viewport.width_px = float(context.state().drawFramebuffer->width_px());
        values.viewport.height_px = float(context.state().drawFramebuffer->height_px());
        values.cullEnabled = false;
        values.polygonOffsetFill = false;
        values.clipDistanceMask = 0;
        set(values);
    }
    ~WindowVertices() { set(m_saved); }
    WindowVertices(const WindowVertices&) = delete;
    WindowVertices& operator=(const WindowVertices&) = delete;

private:
    struct Values {
        std::array<Matrix4, 2 + kTextureCoordUnits> matrices;
        std::array<bool, 4 * size_t(kTextureCoordUnits)> generates;
        bool lighting;
        GLenum fogSource;
        CurrentAttrib fogCoord;
        Viewport viewport;
        bool cullEnabled;
        bool polygonOffsetFill;
        uint32_t clipDistanceMask;
    };

    /// Calls `visit(value, where it lies)` for what lies in CompatState.
    template <class Visit>
    static void visitCompat(CompatState& compat, auto& values, Visit visit) {
        auto matrix = values.matrices.begin();
        visit(*matrix++, compat.modelView.top());
        visit(*matrix++, compat.projection.top());
        for (MatrixStack& stack : compat.texture) {
            visit(*matrix++, stack.top());
        }
        auto generates = values.generates.begin();
        for (TextureGenerations& unit : compat.textureGen) {
            for (TextureGeneration& generation : unit) {
                visit(*generates++, generation.enabled);
            }
        }
        visit(values.lighting, compat.lighting.enabled);
        visit(values.fogSource, compat.fog.coordSource);
    }
    static Values valuesOf(Context& context) {
        const State& s = context.state();
        Values values{};
        values.fogCoord = s.currentAttribs[kArrayFogCoord];
        values.viewport = s.viewports[0];
        values.cullEnabled = s.cullEnabled;
        values.polygonOffsetFill = s.polygonOffsetFill;
        values.clipDistanceMask = s.clipDistanceMask;
        visitCompat(*context.compat(), values, [](auto& value, auto& in) { value = in; });
        return values;
    }
    void set(const Values& values) {
        visitCompat(*m_context.compat(), values, [](const auto& value, auto& in) { in = value; });
        State& s = m_context.state();
        m_context.change(s.currentAttribs[kArrayFogCoord], values.fogCoord, Dirty::CurrentAttribs);
        m_context.change(s.viewports[0], values.viewport, Dirty::Viewport);
        m_context.change(s.cullEnabled, values.cullEnabled, Dirty::Cull);
        m_context.change(s.polygonOffsetFill, values.polygonOffsetFill, Dirty::DepthBias);
        m_context.change(s.clipDistanceMask, values.clipDistanceMask, Dirty::Raster);
        m_context.shownStateChanged(kShownAll);
        m_context.recheck(kRecheckFixedFunction);
    }

    Context& m_context;
    const Values m_saved;
};

constexpr size_t kCorners = 4;
constexpr size_t kFloats = 3 + 2 * size_t(kTextureCoordUnits);
using Corners = std::array<std::array<float, kFloats>, kCorners>;

/// Part of a texture's size that a crop rectangle begins and ends at, along an axis.
std::array<float, 2> cropped(const Texture& texture, size_t axis) {
    const format::Extent& extent = texture.image({texture.firstLevel(), 0}).extent;
    const auto size = float(std::max(axis == 0 ? extent.width_px : extent.height_px, 1));
    const auto& crop = texture.cropRect();
    return {float(crop[axis]) / size, float(crop[axis] + crop[2 + axis]) / size};
}

void addCoordinates(const Texture& texture, size_t unit, Corners& corners) {
    for (size_t axis = 0; axis < 2; ++axis) {
        const std::array<float, 2> ends = cropped(texture, axis);
        for (size_t i = 0; i < kCorners; ++i) {
            const size_t end = axis == 0 ? (i == 1 || i == 2) : i / 2;
            corners[i][3 + 2 * unit + axis] = ends[end];
        }
    }
}

VertexAttrib arrayOf(const Corners& corners, size_t firstFloat, uint8_t size) {
    VertexAttrib attrib;
    attrib.size = size;
    attrib.type = GL_FLOAT;
    attrib.stride_B = kFloats * sizeof(float);
    attrib.pointer = corners[0].data() + firstFloat;
    attrib.enabled = true;
    return attrib;
}

} // namespace

void Context::drawTexfOES(GLfloat x, GLfloat y, GLfloat z, GLfloat width, GLfloat height) {
    if (!(width > 0) || !(height > 0)) {
        return setError(GL_INVALID_VALUE, "a rectangle of {} × {} pixels", width, height);
    }
    if (!requireCompleteFramebuffer(*m_state.drawFramebuffer)) {
        return;
    }
    const WindowVertices window(*this);
    const Viewport& viewport = m_state.viewports[0];
    Corners corners{};
    for (size_t i = 0; i < kCorners; ++i) {
        const float right = i == 1 || i == 2 ? width : 0;
        const float up = i >= 2 ? height : 0;
        corners[i][0] = 2 * (x + right) / viewport.width_px - 1;
        corners[i][1] = 2 * (y + up) / viewport.height_px - 1;
        corners[i][2] = 2 * std::clamp(z, 0.0f, 1.0f) - 1;
    }
    VertexArrayState arrays;
    const auto enable = [&](uint8_t array, const VertexAttrib& attrib) {
        arrays.arrays[array] = attrib;
        arrays.enabledMask |= 1u << array;
    };
    enable(kArrayVertex, arrayOf(corners, 0, 3));
    for (size_t unit = 0; unit < size_t(kTextureCoordUnits); ++unit) {
        const TextureEnvironment& environment = m_compat->textureEnv[unit];
        if (!environment.texture2D && !environment.cubeMap) {
            continue;
        }
        const TextureType type = environment.cubeMap ? TextureType::Cube : TextureType::Tex2D;
        addCoordinates(*m_state.textureUnits[unit].bound[size_t(type)], unit, corners);
        enable(uint8_t(kArrayTexCoord0 + unit), arrayOf(corners, 3 + 2 * unit, 2));
    }
    const PrimitiveRun run{.mode = GL_TRIANGLE_FAN, .first = 0, .count = kCorners};
    std::vector<uint32_t> noIndices;
    drawRuns(arrays, 0, {&run, 1}, noIndices);
    forgetGivenArrays();
}

void Context::drawTexfvOES(const GLfloat* coords) {
    drawTexfOES(coords[0], coords[1], coords[2], coords[3], coords[4]);
}

void Context::drawTexiOES(GLint x, GLint y, GLint z, GLint width, GLint height) {
    drawTexfOES(GLfloat(x), GLfloat(y), GLfloat(z), GLfloat(width), GLfloat(height));
}

void Context::drawTexivOES(const GLint* coords) {
    drawTexiOES(coords[0], coords[1], coords[2], coords[3], coords[4]);
}

void Context::drawTexsOES(GLshort x, GLshort y, GLshort z, GLshort width, GLshort height) {
    drawTexfOES(x, y, z, width, height);
}

void Context::drawTexsvOES(const GLshort* coords) {
    drawTexsOES(coords[0], coords[1], coords[2], coords[3], coords[4]);
}

} // namespace gl
