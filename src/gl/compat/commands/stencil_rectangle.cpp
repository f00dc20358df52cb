// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Stencil indices of pixel rectangles where a framebuffer has several samples: docs/pixel-paths.md.
#include "gl/compat/commands/pixel_rectangle.h"

#include <bitset>

namespace gl {

namespace {

/// The state in which depths or stencil indices alone get to where rectangles are drawn.
class DepthStencilOutput {
public:
    explicit DepthStencilOutput(Context& context)
        : m_context(context), m_saved(values(context.state())) {}
    ~DepthStencilOutput() { set(m_saved); }
    DepthStencilOutput(const DepthStencilOutput&) = delete;
    DepthStencilOutput& operator=(const DepthStencilOutput&) = delete;

    void writeDepths() {
        Values values = plain();
        values.depthTest = values.depthMask = true;
        set(values);
    }
    /// By the masks of both faces, which glDrawPixels takes the front's of.
    void writeStencil(uint32_t stencil) {
        Values values = plain();
        values.stencilTest = true;
        values.front = {
            .ref = GLint(stencil), .writeMask = m_saved.front.writeMask, .depthPass = GL_REPLACE};
        values.back = values.front;
        set(values);
    }

private:
    struct Values {
        decltype(State::colorMasks) colorMasks;
        bool depthTest, depthMask, stencilTest, alphaTest, alphaToCoverage, sampleMask,
            sampleCoverage;
        GLenum depthFunc;
        StencilFace front, back;
    };
    static Values values(const State& s) {
        return {s.colorMasks,
                s.depthTest,
                s.depthMask,
                s.stencilTest,
                s.alphaTest,
                s.sampleAlphaToCoverage,
                s.sampleMaskEnabled,
                s.sampleCoverage,
                s.depthFunc,
                s.stencilFront,
                s.stencilBack};
    }
    Values plain() const {
        Values values = m_saved;
        values.colorMasks.fill(0);
        values.depthTest = values.depthMask = values.stencilTest = values.alphaTest =
            values.alphaToCoverage = values.sampleMask = values.sampleCoverage = false;
        values.depthFunc = GL_ALWAYS;
        return values;
    }
    void set(const Values& values) {
        State& s = m_context.state();
        m_context.change(s.colorMasks, values.colorMasks, Dirty::ColorMask);
        m_context.change(s.depthTest, values.depthTest, Dirty::DepthStencil);
        m_context.change(s.depthMask, values.depthMask, Dirty::DepthStencil);
        m_context.change(s.stencilTest, values.stencilTest, Dirty::DepthStencil);
        m_context.change(s.alphaTest, values.alphaTest, Dirty::Raster);
        m_context.change(s.sampleAlphaToCoverage, values.alphaToCoverage, Dirty::Multisample);
        m_context.change(s.sampleMaskEnabled, values.sampleMask, Dirty::Samples);
        m_context.change(s.sampleCoverage, values.sampleCoverage, Dirty::Multisample);
        m_context.change(s.depthFunc, values.depthFunc, Dirty::DepthStencil);
        m_context.change(s.stencilFront, values.front, Dirty::DepthStencil);
        m_context.change(s.stencilBack, values.back, Dirty::DepthStencil);
    }

    Context& m_context;
    const Values m_saved;
};

} // namespace

void drawStencils(Context& context,
                  const Rect& area,
                  std::span<const DepthStencilPixel> pixels,
                  bool hasDepths) {
    DepthStencilOutput output(context);
    if (hasDepths) {
        output.writeDepths();
        std::vector<float> depths(pixels.size());
        std::ranges::transform(pixels, depths.begin(), &DepthStencilPixel::depth);
        PixelRectangle floats{
            {{float(area.x), float(area.y)}}, area.width_px, area.height_px, {}, depths.data()};
        floats.layout.format = GL_RED;
        floats.layout.type = GL_FLOAT;
        drawDepthFragments(context, floats);
    }
    std::bitset<256> values;
    for (const DepthStencilPixel& pixel : pixels) {
        values.set(pixel.stencil & 0xff);
    }
    RasterDraw draw(context, RasterDraw::Pixel::None, RasterDraw::Colors{{}, {}});
    const size_t words = format::bitRow_words(area.width_px);
    std::vector<uint64_t> bits;
    BitRectangles rectangles;
    std::vector<Rect> areas;
    for (uint32_t value = 0; value < values.size(); ++value) {
        if (!values[value]) {
            continue;
        }
        bits.assign(words * size_t(area.height_px), 0);
        for (size_t i = 0; i < pixels.size(); ++i) {
            const size_t x = i % size_t(area.width_px);
            const uint64_t bit = uint64_t(1) << (63 - x % 64);
            bits[i / size_t(area.width_px) * words + x / 64] |=
                (pixels[i].stencil & 0xff) == value ? bit : 0;
        }
        areas.clear();
        rectangles.append(bits, area.width_px, area.height_px, area.x, area.y, areas);
        output.writeStencil(value);
        draw.draw(areas);
    }
}

} // namespace gl
