// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The accumulation buffer (GL 4.6 compatibility section 17.4.5): drawn to, in floats.
#include "gl/compat/commands/raster_draw.h"
#include "gl/compat/state/compat_state.h"

#include <algorithm>
#include <bit>

namespace gl {

namespace {

using Pixel = RasterDraw::Pixel;

constexpr uint32_t kInternalName = ~0u; ///< No default framebuffer, and none of an application's.

/// The state in which colours are moved to and from the accumulation buffer: none of the tests and
/// operations but the scissor test.
class PlainOutput {
public:
    explicit PlainOutput(Context& context) : m_context(context), m_saved(values(context.state())) {}
    ~PlainOutput() { set(m_saved); }
    PlainOutput(const PlainOutput&) = delete;
    PlainOutput& operator=(const PlainOutput&) = delete;

    /// To the framebuffer that is bound.
    void write() { set(plain()); }
    /// To `framebuffer`, all of its colours.
    void write(Framebuffer& framebuffer, const BlendState& blend) {
        Values values = plain();
        values.framebuffer = &framebuffer;
        values.blends.fill(blend);
        values.colorMasks.fill(kColorMaskAll);
        set(values);
    }

private:
    struct Values {
        Framebuffer* framebuffer;
        decltype(State::blends) blends;
        bool blendsDiffer;
        decltype(State::colorMasks) colorMasks;
        bool alphaTest, depthTest, stencilTest, logicOp, alphaToCoverage, alphaToOne, sampleMask,
            srgb, clampOutputs;
    };
    static Values values(const State& s) {
        return {s.drawFramebuffer,
                s.blends,
                s.blendsDiffer,
                s.colorMasks,
                s.alphaTest,
                s.depthTest,
                s.stencilTest,
                s.logicOpEnabled,
                s.sampleAlphaToCoverage,
                s.sampleAlphaToOne,
                s.sampleMaskEnabled,
                s.framebufferSrgb,
                s.clampOutputs};
    }
    Values plain() const {
        Values values = m_saved;
        values.blends.fill({});
        values.blendsDiffer = false;
        values.alphaTest = values.depthTest = values.stencilTest = values.logicOp =
            values.alphaToCoverage = values.alphaToOne = values.sampleMask = values.srgb =
                values.clampOutputs = false;
        return values;
    }
    void set(const Values& values) {
        State& s = m_context.state();
        m_context.change(s.drawFramebuffer, values.framebuffer, Dirty::Framebuffer);
        m_context.change(s.blends, values.blends, Dirty::Blend);
        m_context.change(s.blendsDiffer, values.blendsDiffer, Dirty::Blend);
        m_context.change(s.colorMasks, values.colorMasks, Dirty::ColorMask);
        m_context.change(s.alphaTest, values.alphaTest, Dirty::Raster);
        m_context.change(s.depthTest, values.depthTest, Dirty::DepthStencil);
        m_context.change(s.stencilTest, values.stencilTest, Dirty::DepthStencil);
        m_context.change(s.logicOpEnabled, values.logicOp, Dirty::LogicOp);
        m_context.change(s.sampleAlphaToCoverage, values.alphaToCoverage, Dirty::Multisample);
        m_context.change(s.sampleAlphaToOne, values.alphaToOne, Dirty::Multisample);
        m_context.change(s.sampleMaskEnabled, values.sampleMask, Dirty::Samples);
        m_context.change(s.framebufferSrgb, values.srgb, Dirty::Framebuffer);
        m_context.change(s.clampOutputs, values.clampOutputs, Dirty::Raster);
    }

    Context& m_context;
    const Values m_saved;
};

const format::InternalFormat& accumulationFormat(const Caps& caps) {
    return *format::findInternalFormat(caps.floatBlend ? GL_RGBA32F : GL_RGBA16F);
}

/// Of the framebuffer that is drawn to. Null: out of memory.
AccumulationBuffer* requireBuffer(Context& context) {
    const SurfaceBackend& surface = *context.state().drawFramebuffer->surface();
    AccumulationBuffer& buffer = context.rasterPrograms().accumulation;
    const format::Extent extent{surface.width_px(), surface.height_px()};
    if (buffer.surface == &surface && buffer.colors && buffer.colors->image({}).extent == extent) {
        return &buffer;
    }
    const format::InternalFormat& format = accumulationFormat(context.caps());
    std::unique_ptr<TextureBackend> backend = context.backend().createTexture(TextureType::Tex2D);
    if (!backend || !backend->define(context.backend(), {}, format, extent, nullptr, nullptr)) {
        context.outOfMemory();
        return nullptr;
    }
    buffer.colors = new Texture(0, TextureType::Tex2D, std::move(backend));
    buffer.colors->setLevels(0, 0);
    buffer.colors->setImage({}, {&format, extent});
    buffer.framebuffer = new Framebuffer(kInternalName);
    Attachment attachment;
    attachment.texture = buffer.colors;
    buffer.framebuffer->setColor(0, attachment);
    buffer.surface = &surface;
    return &buffer;
}

Rect wholeFramebuffer(Context& context) {
    const Framebuffer& framebuffer = *context.state().drawFramebuffer;
    return {0, 0, framebuffer.width_px(), framebuffer.height_px()};
}

/// The colours of the read buffer, in a texture as large. Null: out of memory.
Texture* readColors(Context& context) {
    const Framebuffer& source = *context.state().readFramebuffer;
    const Rect all{0, 0, source.width_px(), source.height_px()};
    const bool isBytes = source.readFormat()->red <= 8;
    Texture* const texture =
        rasterImage(context,
                    *format::findInternalFormat(isBytes ? GL_RGBA8 : GL_RGBA32F),
                    all.width_px,
                    all.height_px);
    return texture && texture->backend().copyFrom(context.backend(), {}, {}, source, all) ? texture
                                                                                          : nullptr;
}

/// All of the framebuffer gets the texture's colours, times `factor`.
void drawScaled(Context& context, Texture& texture, float factor) {
    const Rect all = wholeFramebuffer(context);
    RasterDraw draw(
        context, Pixel::Color, RasterDraw::Colors{{}, {factor, factor, factor, factor}});
    draw.setImage(texture, {}, all.width_px, all.height_px);
    draw.draw({&all, 1});
}

/// All of the framebuffer gets one colour.
void drawEven(Context& context, float value) {
    const Rect all = wholeFramebuffer(context);
    RasterDraw draw(
        context, Pixel::None, RasterDraw::Colors{{value, value, value, value}, {1, 1, 1, 1}});
    draw.draw({&all, 1});
}

constexpr BlendState kReplace{};
constexpr BlendState kAdd{.enabled = true, .dstRgb = GL_ONE, .dstAlpha = GL_ONE};
constexpr BlendState kMultiply{
    .enabled = true, .srcRgb = GL_DST_COLOR, .dstRgb = GL_ZERO, .srcAlpha = GL_DST_ALPHA};

void accumulate(Context& context, AccumulationBuffer& buffer, GLenum op, float value) {
    PlainOutput output(context);
    switch (op) {
    case GL_ACCUM:
    case GL_LOAD:
        if (Texture* const colors = readColors(context)) {
            output.write(*buffer.framebuffer, op == GL_LOAD ? kReplace : kAdd);
            return drawScaled(context, *colors, value);
        }
        return context.outOfMemory();
    case GL_ADD:
        output.write(*buffer.framebuffer, kAdd);
        return drawEven(context, value);
    case GL_MULT:
        output.write(*buffer.framebuffer, kMultiply);
        return drawEven(context, value);
    default: // GL_RETURN
        output.write();
        return drawScaled(context, *buffer.colors, value);
    }
}

/// The framebuffer that is drawn to has an accumulation buffer: window systems' have.
bool hasAccumulation(Context& context) {
    return context.compat() && context.state().drawFramebuffer->surface() != nullptr;
}

} // namespace

int Context::accumulationBits() {
    return hasAccumulation(*this) ? kAccumulationBits : 0;
}

void Context::accum(GLenum op, GLfloat value) {
    if (!outsideBeginEnd()) {
        return;
    }
    switch (op) {
    case GL_ACCUM:
    case GL_LOAD:
    case GL_ADD:
    case GL_MULT:
    case GL_RETURN:
        break;
    default:
        return setError(GL_INVALID_ENUM, "glAccum: 0x{:04X} is not an operation", op);
    }
    if (!hasAccumulation(*this) || m_state.readFramebuffer != m_state.drawFramebuffer) {
        return setError(GL_INVALID_OPERATION, "glAccum: there is no accumulation buffer");
    }
    if (!requireRasterDraw() || !m_state.readFramebuffer->readFormat() ||
        (m_recheck & kRecheckRenderMode)) {
        return;
    }
    if (AccumulationBuffer* const buffer = requireBuffer(*this)) {
        accumulate(*this, *buffer, op, value);
    }
}

void Context::clearAccum(GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "there is no accumulation in this context");
    }
    if (outsideBeginEnd()) {
        std::array<float, 4>& color = m_compat->accumulation.clearColor;
        color = {red, green, blue, alpha};
        for (float& component : color) {
            component = std::clamp(component, -1.0f, 1.0f);
        }
    }
}

void Context::clearAccumulation() {
    if (!hasAccumulation(*this) || !requireRasterDraw() || (m_recheck & kRecheckRenderMode)) {
        return;
    }
    AccumulationBuffer* const buffer = requireBuffer(*this);
    if (!buffer) {
        return;
    }
    PlainOutput output(*this);
    output.write(*buffer->framebuffer, {});
    ClearCall call;
    call.mask = GL_COLOR_BUFFER_BIT;
    const std::array<float, 4>& color = m_compat->accumulation.clearColor;
    std::transform(color.begin(), color.end(), call.color.begin(), [](float component) {
        return std::bit_cast<uint32_t>(component);
    });
    if (!m_backend->clear(m_state, m_dirty, call)) {
        outOfMemory();
    }
}

} // namespace gl
