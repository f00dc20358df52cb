// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/commands/raster_draw.h"

#include "gl/commands/program/shader_options.h"
#include "gl/compat/state/compat_state.h"
#include "gl/validation/validate_program.h"
#include "glsl/link/link.h"
#include "glsl/link/raster_program.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace gl {

namespace {

constexpr const char* kVertexSource =
    "attribute vec2 corner; uniform vec2 scale;"
    "void main() { gl_Position = vec4(corner * scale - 1.0, 0.0, 1.0); }";
constexpr const char* kPlainSource = "void main() { gl_FragColor = gl_Color; }";
constexpr const char* kScalingSource =
    "void main() { gl_FragColor = gl_Color * gl_SecondaryColor; }";
constexpr size_t kFragment = size_t(glsl::Stage::Fragment);

std::shared_ptr<const glsl::LinkedProgram>
compileStage(Context& context, glsl::Stage stage, const char* source) {
    glsl::CompileOptions options = compileOptions(context);
    options.stage = stage;
    const std::shared_ptr<const glsl::CompiledShader> shaders[] = {glsl::compile(options, source)};
    const glsl::LinkOptions link{
        .api = glsl::Api::Desktop, .separable = true, .limits = shaderLimits(context.caps())};
    return glsl::link(shaders, link);
}

/// `program`, compiled when first needed.
const std::shared_ptr<const glsl::LinkedProgram>& fragmentProgram(
    Context& context, std::shared_ptr<const glsl::LinkedProgram>& program, const char* source) {
    if (!program) {
        program = compileStage(context, glsl::Stage::Fragment, source);
    }
    return program;
}

/// Null: out of memory.
std::shared_ptr<Executable> executableOf(Context& context,
                                         std::shared_ptr<const glsl::LinkedProgram> linked) {
    std::shared_ptr<Executable> executable = makeExecutable(linked);
    std::string log;
    executable->backend = context.backend().createProgram(std::move(linked), log);
    if (!executable->backend) {
        return nullptr;
    }
    executable->backend->name =
        std::make_shared<const report::ObjectName>("a program for pixels and bitmaps");
    return executable;
}

Executable* vertexStage(Context& context, RasterPrograms& programs) {
    if (!programs.vertex) {
        programs.vertex =
            executableOf(context, compileStage(context, glsl::Stage::Vertex, kVertexSource));
        VertexAttrib& corners = programs.arrays.arrays[0];
        corners.size = 2;
        corners.type = GL_UNSIGNED_SHORT;
        corners.normalized = true; // All devices fetch that.
        corners.enabled = true;
        programs.arrays.enabledMask = 1;
    }
    return programs.vertex.get();
}

/// Null: out of memory.
const RasterPrograms::Fragment*
fragmentStage(Context& context,
              RasterPrograms& programs,
              const std::shared_ptr<const glsl::LinkedProgram>& source,
              RasterDraw::Pixel pixel) {
    RasterPrograms::Variants& variants = programs.fragments[source.get()];
    if (variants.source.lock() != source) {
        variants = {source, {}};
        std::erase_if(programs.fragments,
                      [](const auto& entry) { return entry.second.source.expired(); });
    }
    RasterPrograms::Fragment& fragment = variants.byPixel[size_t(pixel)];
    if (!fragment.executable) {
        const glsl::RasterProgram made = glsl::makeRasterProgram(*source, pixel);
        if (made.sampler >= kMaxSamplers) {
            return nullptr;
        }
        fragment = {executableOf(context, made.program), made.rows_B, made.sampler};
    }
    return fragment.executable ? &fragment : nullptr;
}

} // namespace

Rect RasterPlace::covered(int32_t width_px, int32_t height_px) const {
    const int32_t size[] = {width_px, height_px};
    int32_t first[2];
    int32_t end[2];
    for (size_t axis = 0; axis < 2; ++axis) {
        constexpr double kFar = 1 << 24; // No framebuffer is that large.
        const double near = corner[axis];
        const double far = near + double(zoom[axis]) * size[axis];
        const auto edge = [&](double v) {
            return int32_t(std::ceil(std::clamp(v, -kFar, kFar) - 0.5));
        };
        first[axis] = edge(std::min(near, far));
        end[axis] = edge(std::max(near, far));
    }
    return {first[0], first[1], end[0] - first[0], end[1] - first[1]};
}

int32_t RasterPlace::pixelAt(size_t axis, int32_t window, int32_t count) const {
    const double at = (window + 0.5 - double(corner[axis])) / double(zoom[axis]);
    return int32_t(std::clamp(std::floor(at), 0.0, double(count - 1)));
}

Rect insideDrawFramebuffer(Context& context, const Rect& area) {
    const Framebuffer& framebuffer = *context.state().drawFramebuffer;
    const int32_t x0 = std::max(area.x, 0);
    const int32_t y0 = std::max(area.y, 0);
    const int32_t x1 = std::min(area.x + area.width_px, framebuffer.width_px());
    const int32_t y1 = std::min(area.y + area.height_px, framebuffer.height_px());
    return {x0, y0, std::max(x1 - x0, 0), std::max(y1 - y0, 0)};
}

Texture* rasterImage(Context& context,
                     const format::InternalFormat& format,
                     int32_t width_px,
                     int32_t height_px) {
    Ref<Texture>& texture = context.rasterPrograms().images[&format];
    if (!texture) {
        std::unique_ptr<TextureBackend> backend =
            context.backend().createTexture(TextureType::Tex2D);
        if (!backend) {
            return nullptr;
        }
        texture = new Texture(0, TextureType::Tex2D, std::move(backend));
        texture->setLevels(0, 0);
    }
    const format::Extent has = texture->image({}).extent;
    if (has.width_px < width_px || has.height_px < height_px) {
        const format::Extent extent{std::max(has.width_px, width_px),
                                    std::max(has.height_px, height_px)};
        if (!texture->backend().define(context.backend(), {}, format, extent, nullptr, nullptr)) {
            return nullptr;
        }
        texture->setImage({}, {&format, extent});
    }
    return texture.get();
}

/// The state in which fragments of pixels are drawn. False: they are not, an error may be set.
bool Context::requireRasterDraw() {
    seeSharedChanges();
    resolveStages();
    if (m_recheck & kRecheckFramebuffer) {
        shownStateChanged(kShownFramebuffer);
    }
    resolveColorClamps();
    if (!requireCompleteFramebuffer(*m_state.drawFramebuffer) ||
        !requireExecutablePrograms(*this)) {
        return false;
    }
    if (m_recheck & kRecheckBuiltins) {
        writeBuiltins();
        m_recheck &= ~uint32_t(kRecheckBuiltins);
    }
    return true;
}

RasterDraw::RasterDraw(Context& context, Pixel pixel)
    : m_context(context), m_programs(context.rasterPrograms()), m_pixel(pixel) {
    const Executable* const source =
        context.keepsPrimaryColors() ? nullptr : context.state().stages[kFragment];
    begin(source ? source->linked : fragmentProgram(context, m_programs.plain, kPlainSource));
    if (m_fragment && source) {
        takeUniforms(*source);
    }
    if (m_fragment) {
        takeRasterPosition();
    }
}

RasterDraw::RasterDraw(Context& context, Pixel pixel, const Colors& colors)
    : m_context(context), m_programs(context.rasterPrograms()), m_pixel(pixel) {
    begin(fragmentProgram(context, m_programs.scaling, kScalingSource));
    if (m_fragment) {
        writeRow(spirv::RasterInputs::kColor, colors.color);
        writeRow(spirv::RasterInputs::kSecondaryColor, colors.factor);
    }
}

/// m_fragment is null afterwards where memory ran out.
void RasterDraw::begin(const std::shared_ptr<const glsl::LinkedProgram>& source) {
    State& s = m_context.state();
    m_saved = {.stages = s.stages,
               .vertexArray = s.vertexArray,
               .viewport = s.viewports[0],
               .frontFace = s.frontFace,
               .cullEnabled = s.cullEnabled,
               .polygonOffsetFill = s.polygonOffsetFill,
               .polygonModeFront = s.polygonModeFront,
               .polygonModeBack = s.polygonModeBack,
               .clipDistanceMask = s.clipDistanceMask,
               .flatColors = s.flatColors,
               .twoSidedColors = s.twoSidedColors,
               .feedback = s.feedback};
    Executable* const vertex = vertexStage(m_context, m_programs);
    m_fragment = vertex ? fragmentStage(m_context, m_programs, source, m_pixel) : nullptr;
    if (!m_fragment) {
        return m_context.outOfMemory();
    }
    if (m_fragment->sampler >= 0) {
        m_fragment->executable->setSamplerUnit(m_fragment->sampler, kRasterTextureUnit);
    }
    s.stages = {};
    s.stages[size_t(glsl::Stage::Vertex)] = vertex;
    s.stages[kFragment] = m_fragment->executable.get();
    s.vertexArray = &m_programs.arrays;
    noteStages();
    changeState();
}

RasterDraw::~RasterDraw() {
    if (!m_fragment) {
        return;
    }
    State& s = m_context.state();
    s.stages = m_saved.stages;
    s.vertexArray = m_saved.vertexArray;
    noteStages();
    m_context.change(s.viewports[0], m_saved.viewport, Dirty::Viewport);
    m_context.change(s.frontFace, m_saved.frontFace, Dirty::Cull);
    m_context.change(s.cullEnabled, m_saved.cullEnabled, Dirty::Cull);
    m_context.change(s.polygonOffsetFill, m_saved.polygonOffsetFill, Dirty::DepthBias);
    m_context.change(s.polygonModeFront, m_saved.polygonModeFront, Dirty::Raster);
    m_context.change(s.polygonModeBack, m_saved.polygonModeBack, Dirty::Raster);
    m_context.change(s.clipDistanceMask, m_saved.clipDistanceMask, Dirty::Raster);
    m_context.change(s.flatColors, m_saved.flatColors, Dirty::Raster);
    m_context.change(s.twoSidedColors, m_saved.twoSidedColors, Dirty::Raster);
    m_context.change(s.feedback, m_saved.feedback, Dirty::Feedback);
}

/// What the fragment stage in use reads is read by what stands in for it.
void RasterDraw::takeUniforms(const Executable& source) {
    Executable& executable = *m_fragment->executable;
    const std::vector<std::byte>& from = source.uniforms[kFragment];
    if (std::vector<std::byte>& to = executable.uniforms[kFragment];
        !std::equal(from.begin(), from.end(), to.begin())) {
        std::copy(from.begin(), from.end(), to.begin());
        ++executable.uniformSerials[kFragment];
    }
    if (executable.blockBindings != source.blockBindings) {
        executable.blockBindings = source.blockBindings;
        ++executable.blockSerial;
    }
    for (size_t i = 0; i < source.linked->samplers.size(); ++i) {
        executable.setSamplerUnit(int(i), source.samplerUnits[i]);
    }
}

void RasterDraw::takeRasterPosition() {
    const RasterPosition& raster = m_context.compat()->raster;
    using Rows = spirv::RasterInputs;
    writeRow(Rows::kColor, raster.color);
    writeRow(Rows::kSecondaryColor, raster.secondaryColor);
    writeRow(Rows::kFogCoord, {raster.distance});
    for (uint32_t unit = 0; unit < kTextureCoordUnits; ++unit) {
        writeRow(Rows::kFirstTexCoord + unit, raster.texCoords[unit]);
    }
}

void RasterDraw::writeRow(uint32_t row, const std::array<float, 4>& value) {
    Executable& executable = *m_fragment->executable;
    std::byte* const to =
        executable.uniforms[kFragment].data() + m_fragment->rows_B + size_t(row) * 16;
    if (std::memcmp(to, value.data(), sizeof value) != 0) {
        std::memcpy(to, value.data(), sizeof value);
        ++executable.uniformSerials[kFragment];
    }
}

void RasterDraw::noteStages() {
    for (const Dirty bit : {Dirty::Program, Dirty::Uniforms, Dirty::VertexBuffers}) {
        m_context.dirty().set(bit);
    }
}

/// Window coordinates are given, depth too: it is the depth range, where it counts. Nothing of
/// polygons does.
void RasterDraw::changeState() {
    State& s = m_context.state();
    const Framebuffer& framebuffer = *s.drawFramebuffer;
    Viewport whole = s.viewports[0];
    whole.x = whole.y = 0;
    whole.width_px = float(framebuffer.width_px());
    whole.height_px = float(framebuffer.height_px());
    if (s.depthTest) {
        whole.depthRange.fill(double(m_context.compat()->raster.window[2]));
    }
    m_context.change(s.viewports[0], whole, Dirty::Viewport);
    m_context.change(s.frontFace, GLenum(GL_CCW), Dirty::Cull);
    m_context.change(s.cullEnabled, false, Dirty::Cull);
    m_context.change(s.polygonOffsetFill, false, Dirty::DepthBias);
    m_context.change(s.polygonModeFront, GL_FILL, Dirty::Raster);
    m_context.change(s.polygonModeBack, GL_FILL, Dirty::Raster);
    m_context.change(s.clipDistanceMask, 0, Dirty::Raster);
    m_context.change(s.flatColors, false, Dirty::Raster);
    m_context.change(s.twoSidedColors, false, Dirty::Raster);
    m_context.change(s.feedback, nullptr, Dirty::Feedback);
}

void RasterDraw::setImage(Texture& texture,
                          const RasterPlace& place,
                          int32_t width_px,
                          int32_t height_px) {
    if (!m_fragment) {
        return;
    }
    m_context.state().textureUnits[kRasterTextureUnit].bound[size_t(TextureType::Tex2D)] = &texture;
    m_context.dirty().setUnit(kRasterTextureUnit);
    writeRow(spirv::RasterInputs::kPlace,
             {place.corner[0], place.corner[1], 1 / place.zoom[0], 1 / place.zoom[1]});
    writeRow(spirv::RasterInputs::kLast, {float(width_px - 1), float(height_px - 1)});
    m_context.dirty().set(Dirty::Uniforms);
}

/// Corners are window pixels, in 65535ths of one.
void RasterDraw::setScale(float perX, float perY) {
    const std::array<float, 2> scale{perX * 65535, perY * 65535};
    if (m_programs.vertexScale == scale) {
        return;
    }
    m_programs.vertexScale = scale;
    Executable& vertex = *m_programs.vertex;
    constexpr size_t kVertex = size_t(glsl::Stage::Vertex);
    const auto uniform = std::ranges::find(vertex.linked->uniforms, "scale", &glsl::Uniform::name);
    std::byte* const to =
        vertex.uniforms[kVertex].data() + size_t(uniform->slots[kVertex].offset_B);
    std::memcpy(to, scale.data(), sizeof scale);
    ++vertex.uniformSerials[kVertex];
    m_context.dirty().set(Dirty::Uniforms);
}

void RasterDraw::draw(std::span<const Rect> areas) {
    if (!m_fragment || areas.empty()) {
        return;
    }
    State& s = m_context.state();
    setScale(2 / s.viewports[0].width_px, 2 / s.viewports[0].height_px);
    auto& corners = m_programs.corners;
    corners.clear();
    corners.reserve(areas.size() * 6);
    for (const Rect& area : areas) {
        const auto left = uint16_t(area.x);
        const auto right = uint16_t(area.x + area.width_px);
        const auto bottom = uint16_t(area.y);
        const auto top = uint16_t(area.y + area.height_px);
        corners.insert(corners.end(),
                       {{left, bottom},
                        {right, bottom},
                        {right, top},
                        {left, bottom},
                        {right, top},
                        {left, top}});
    }
    m_programs.arrays.arrays[0].pointer = corners.data();
    m_context.dirty().setArray(0);
    DrawCall call;
    call.mode = GL_TRIANGLES;
    call.count = GLsizei(corners.size());
    if (!m_context.backend().draw(s, m_context.dirty(), call)) {
        m_context.outOfMemory();
    }
}

} // namespace gl
