// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/raster_programs.h"
#include "gl/context/context.h"
#include "spirv/raster_inputs.h"

#include <array>
#include <span>
#include <vector>

namespace gl {

/// Where the pixels of a rectangle come to lie.
struct RasterPlace {
    std::array<float, 2> corner{}; ///< Window x and y of the first pixel's corner.
    std::array<float, 2> zoom{1, 1};

    /// Window pixels whose centres lie in the rectangle of `width_px` by `height_px` pixels.
    Rect covered(int32_t width_px, int32_t height_px) const;
    /// The pixel, along `axis`, that the centre of a window pixel lies in; 0 … count - 1.
    int32_t pixelAt(size_t axis, int32_t window, int32_t count) const;
};

/// Draws with the fragment stage in use, fed by pixels in place of vertices. What it needs of the
/// context's state to be otherwise it changes, and has it as it was in the end.
class RasterDraw {
public:
    using Pixel = spirv::RasterInputs::Pixel;

    /// A colour (where none comes from pixels) and what it is multiplied by.
    struct Colors {
        std::array<float, 4> color;
        std::array<float, 4> factor;
    };

    /// Context::requireRasterDraw() came before.
    RasterDraw(Context& context, Pixel pixel);
    /// With a fragment stage that does nothing but that.
    RasterDraw(Context& context, Pixel pixel, const Colors& colors);
    ~RasterDraw();
    RasterDraw(const RasterDraw&) = delete;
    RasterDraw& operator=(const RasterDraw&) = delete;

    /// What pixels are fetched from. The first is where `place` says.
    void setImage(Texture& texture, const RasterPlace& place, int32_t width_px, int32_t height_px);
    /// Window pixels, inside of the framebuffer.
    void draw(std::span<const Rect> areas);

private:
    struct Saved {
        std::array<Executable*, kShaderStages> stages;
        VertexArrayState* vertexArray;
        Viewport viewport;
        GLenum frontFace;
        bool cullEnabled;
        bool polygonOffsetFill;
        GLenum polygonModeFront;
        GLenum polygonModeBack;
        uint32_t clipDistanceMask;
        bool flatColors;
        bool twoSidedColors;
        const FeedbackState* feedback;
    };
    void begin(const std::shared_ptr<const glsl::LinkedProgram>& source);
    void takeUniforms(const Executable& source);
    void takeRasterPosition();
    void changeState();
    void noteStages();
    void setScale(float perX, float perY);
    void writeRow(uint32_t row, const std::array<float, 4>& value);

    Context& m_context;
    RasterPrograms& m_programs;
    const Pixel m_pixel;
    const RasterPrograms::Fragment* m_fragment = nullptr; ///< Null: out of memory.
    Saved m_saved;
};

/// The texture of `format` that pixels lie in while they are drawn, at least that large. Null: out
/// of memory.
Texture* rasterImage(Context& context,
                     const format::InternalFormat& format,
                     int32_t width_px,
                     int32_t height_px);

/// `area` cut to the framebuffer that is drawn to.
Rect insideDrawFramebuffer(Context& context, const Rect& area);

} // namespace gl
