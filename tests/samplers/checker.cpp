// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "checker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace samplers {

namespace {

using reference::Displacement;
using reference::Position;
using reference::Vec4;

constexpr int kWidth = 512;
constexpr int kRows = 128;
/// How much of what is wrong a test prints; GLISSADE_SAMPLERS_VERBOSE=1: all of it.
const bool kVerbose = std::getenv("GLISSADE_SAMPLERS_VERBOSE") != nullptr;
const int kCasesReported = kVerbose ? 100000 : 20;
const int kPositionsReported = kVerbose ? 512 : 3;

std::map<std::string, int> skippedCases;

class SkippedCases : public testing::Environment {
public:
    void TearDown() override {
        int all = 0;
        for (const auto& [reason, count] : skippedCases) {
            std::printf("skipped %6d cases: %s\n", count, reason.c_str());
            all += count;
        }
        std::printf("skipped %6d cases in all\n", all);
    }
};
const testing::Environment* const kPrinter = testing::AddGlobalTestEnvironment(new SkippedCases);

std::string show(const Vec4& v) {
    char text[120];
    std::snprintf(text, sizeof(text), "(%.6g %.6g %.6g %.6g)", v[0], v[1], v[2], v[3]);
    return text;
}

bool isLinear(const reference::Sampler& sampler) {
    return sampler.magFilter == GL_LINEAR || sampler.minFilter != GL_NEAREST;
}

bool near(const Vec4& a, const Vec4& b, double tolerance) {
    for (size_t i = 0; i < 4; ++i) {
        if (!(std::abs(a[i] - b[i]) <= tolerance)) {
            return false;
        }
    }
    return true;
}

/// All that an implementation of the precision may give: one of the results for displaced
/// coordinates; and where something is filtered, what lies between them.
bool acceptable(const reference::Texture& texture,
                const reference::Sampler& sampler,
                const Position& position,
                double lodPrecision,
                double tolerance,
                const Vec4& got) {
    const bool linear = isLinear(sampler);
    const bool levels = sampler.mipmapped() || std::abs(position.lod) < 2 * lodPrecision;
    const int dimensions = reference::dimensions(texture.target);
    const int corners = reference::isCube(texture.target) && sampler.seamless ? 3 : 0;
    const auto side = [](int i) { return double(i - 1) * Checker::kTexelPrecision; };
    Vec4 low, high;
    low.fill(1e300);
    high.fill(-1e300);
    const int count[3] = {3, dimensions > 1 ? 3 : 1, dimensions > 2 ? 3 : 1};
    for (int at = 0; at < count[0] * count[1] * count[2]; ++at) {
        for (int level = levels ? -1 : 0; level <= (levels ? 1 : 0); ++level) {
            for (int corner = -1; corner < corners; ++corner) {
                Displacement d;
                d.texels = {side(at % 3),
                            count[1] > 1 ? side(at / 3 % 3) : 0,
                            count[2] > 1 ? side(at / 9) : 0};
                d.lod = level * lodPrecision;
                d.corner = corner;
                const Vec4 one = reference::sample(texture, sampler, position, d);
                if (near(one, got, tolerance)) {
                    return true;
                }
                for (size_t i = 0; i < 4; ++i) {
                    low[i] = std::min(low[i], one[i] - tolerance);
                    high[i] = std::max(high[i], one[i] + tolerance);
                }
            }
        }
    }
    bool between = linear;
    for (size_t i = 0; i < 4; ++i) {
        between = between && got[i] >= low[i] && got[i] <= high[i];
    }
    return between;
}

GLenum uploadTarget(GLenum target, int face) {
    return target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + GLenum(face) : target;
}

} // namespace

void countSkipped(const std::string& reason, int cases) {
    skippedCases[reason] += cases;
}

std::string nameOf(GLenum value) {
    static const std::map<GLenum, const char*> names{
        {GL_REPEAT, "repeat"},
        {GL_MIRRORED_REPEAT, "mirrored_repeat"},
        {GL_CLAMP_TO_EDGE, "clamp_to_edge"},
        {GL_CLAMP_TO_BORDER, "clamp_to_border"},
        {GL_CLAMP, "clamp"},
        {GL_MIRROR_CLAMP_EXT, "mirror_clamp"},
        {GL_MIRROR_CLAMP_TO_EDGE, "mirror_clamp_to_edge"},
        {GL_MIRROR_CLAMP_TO_BORDER_EXT, "mirror_clamp_to_border"},
        {GL_NEAREST, "nearest"},
        {GL_LINEAR, "linear"},
        {GL_NEAREST_MIPMAP_NEAREST, "nearest_mipmap_nearest"},
        {GL_LINEAR_MIPMAP_NEAREST, "linear_mipmap_nearest"},
        {GL_NEAREST_MIPMAP_LINEAR, "nearest_mipmap_linear"},
        {GL_LINEAR_MIPMAP_LINEAR, "linear_mipmap_linear"},
        {GL_TEXTURE_1D, "1d"},
        {GL_TEXTURE_2D, "2d"},
        {GL_TEXTURE_3D, "3d"},
        {GL_TEXTURE_CUBE_MAP, "cube"},
        {GL_TEXTURE_1D_ARRAY, "1d_array"},
        {GL_TEXTURE_2D_ARRAY, "2d_array"},
        {GL_TEXTURE_CUBE_MAP_ARRAY, "cube_array"},
        {GL_TEXTURE_RECTANGLE, "rectangle"},
        {GL_NEVER, "never"},
        {GL_LESS, "less"},
        {GL_EQUAL, "equal"},
        {GL_LEQUAL, "lequal"},
        {GL_GREATER, "greater"},
        {GL_NOTEQUAL, "notequal"},
        {GL_GEQUAL, "gequal"},
        {GL_ALWAYS, "always"},
        {GL_RED, "red"},
        {GL_LUMINANCE, "luminance"},
        {GL_INTENSITY, "intensity"},
        {GL_ALPHA, "alpha"},
        {GL_MIN, "min"},
        {GL_MAX, "max"},
    };
    const auto found = names.find(value);
    return found == names.end() ? std::to_string(value) : found->second;
}

TextureObject::TextureObject(const Stage& stage,
                             const Format& format,
                             GLenum target,
                             Size size,
                             int levels,
                             Contents contents,
                             bool stencil)
    : m_format(format), m_stencil(stencil) {
    m_model.target = target;
    m_model.base = stencil ? reference::Base::Stencil : format.base;
    representable(format, m_model.low, m_model.high);
    if (stencil) {
        m_model.low.fill(0);
        m_model.high.fill(255);
    }
    m_model.fixedDepth = format.numeric == Numeric::FixedDepth;
    m_model.depthMode = stage.kind() == Kind::Compatibility ? GL_LUMINANCE : GL_RED;
    glGenTextures(1, &m_name);
    glBindTexture(target, m_name);
    for (int level = 0; level < levels || levels == 0; ++level) {
        const bool volume = target == GL_TEXTURE_3D;
        const int width = std::max(1, size.width >> level);
        const int height = std::max(1, size.height >> level);
        const int depth = volume ? std::max(1, size.depth >> level) : size.depth;
        const Pixels pixels =
            makePixels(format, width, height, depth, uint32_t(level + 1), contents, stencil);
        upload(stage, target, level, pixels);
        m_model.levels.push_back(pixels.level);
        if (width == 1 && height == 1 && (!volume || depth == 1)) {
            break;
        }
    }
    if (target != GL_TEXTURE_RECTANGLE) {
        setLevels(0, int(m_model.levels.size()) - 1);
    }
    if (stencil) {
        glTexParameteri(target, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
    }
}

void TextureObject::upload(const Stage& stage, GLenum target, int level, const Pixels& pixels) {
    const Format& f = m_format;
    const reference::Level& image = pixels.level;
    const auto* data = pixels.bytes.data();
    const auto internal = GLint(f.internal);
    const size_t face_B = pixels.bytes.size() / size_t(image.depth);
    switch (target) {
    case GL_TEXTURE_1D:
        stage.gl().texImage1D(target, level, internal, image.width, 0, f.format, f.type, data);
        break;
    case GL_TEXTURE_1D_ARRAY:
        glTexImage2D(target, level, internal, image.width, image.depth, 0, f.format, f.type, data);
        break;
    case GL_TEXTURE_3D:
    case GL_TEXTURE_2D_ARRAY:
    case GL_TEXTURE_CUBE_MAP_ARRAY:
        stage.gl().texImage3D(target,
                              level,
                              internal,
                              image.width,
                              image.height,
                              image.depth,
                              0,
                              f.format,
                              f.type,
                              data);
        break;
    default:
        for (int face = 0; face < image.depth; ++face) {
            const GLenum to = uploadTarget(target, face);
            const auto* from = data + size_t(face) * face_B;
            if (f.format == GL_NONE) {
                glCompressedTexImage2D(
                    to, level, f.internal, image.width, image.height, 0, GLsizei(face_B), from);
            } else {
                glTexImage2D(
                    to, level, internal, image.width, image.height, 0, f.format, f.type, from);
            }
        }
    }
}

Numbers TextureObject::numbers() const {
    return m_stencil || m_format.numeric == Numeric::Uint ? Numbers::Uint
           : m_format.numeric == Numeric::Sint            ? Numbers::Int
                                                          : Numbers::Float;
}

void TextureObject::setSwizzle(const std::array<GLenum, 4>& swizzle) {
    m_model.swizzle = swizzle;
    glBindTexture(target(), m_name);
    for (GLenum i = 0; i < 4; ++i) {
        glTexParameteri(target(), GL_TEXTURE_SWIZZLE_R + i, GLint(swizzle[i]));
    }
}

void TextureObject::setDepthMode(GLenum mode) {
    m_model.depthMode = mode;
    glBindTexture(target(), m_name);
    glTexParameteri(target(), GL_DEPTH_TEXTURE_MODE, GLint(mode));
}

void TextureObject::setLevels(int base, int max) {
    m_model.baseLevel = base;
    m_model.maxLevel = max;
    glBindTexture(target(), m_name);
    glTexParameteri(target(), GL_TEXTURE_BASE_LEVEL, base);
    glTexParameteri(target(), GL_TEXTURE_MAX_LEVEL, max);
}

Checker::Checker(Stage& stage, Numbers numbers) : m_stage(stage), m_numbers(numbers) {
    if (stage.hasSamplerObjects()) {
        stage.gl().genSamplers(1, &m_sampler);
    }
    stage.bindTarget(numbers, kWidth, kRows);
}

Checker::~Checker() {
    finish();
    EXPECT_EQ(GLenum(GL_NO_ERROR), glGetError());
    for (const auto& [key, buffer] : m_buffers) {
        glDeleteBuffers(1, &buffer);
    }
    if (m_sampler) {
        m_stage.gl().deleteSamplers(1, &m_sampler);
    }
    if (m_failed > kCasesReported) {
        ADD_FAILURE() << m_failed << " cases failed in all, of " << m_compared;
    }
}

/// Empty, or what a driver is known to do otherwise than the specification says.
std::string Checker::deviation(const Case& one) const {
    const reference::Sampler& s = one.sampler;
    const auto wraps = [&](std::initializer_list<GLenum> modes) {
        const auto* end = s.wrap.begin() + reference::dimensions(one.texture->target());
        return std::find_first_of(s.wrap.begin(), end, modes.begin(), modes.end()) != end;
    };
    const bool halfway = isLinear(s) && wraps({GL_CLAMP, GL_MIRROR_CLAMP_EXT});
    const bool mirrored =
        isLinear(s) && wraps({GL_MIRROR_CLAMP_EXT, GL_MIRROR_CLAMP_TO_BORDER_EXT});
    if (m_stage.isLlvmpipe() && mirrored) { // |s| is at least half a texel.
        return "llvmpipe filters the border into mirrored clamps around zero";
    }
    if (!m_stage.isGlissade()) {
        return {};
    }
    const bool toBorder = wraps({GL_MIRROR_CLAMP_TO_BORDER_EXT});
    if ((halfway || mirrored || toBorder) && one.method == Method::WithOffset) {
        return "Glissade clamps before it offsets (docs/coordinate-clamp.md)";
    }
    if (mirrored && reference::isCube(one.texture->target()) && !s.seamless) {
        return "Glissade cannot mirror within faces of cube maps (docs/coordinate-clamp.md)";
    }
    if (mirrored && one.texture->model().levels.size() > 1) {
        return "Glissade knows half a texel of the base level only (docs/coordinate-clamp.md)";
    }
    const bool minLinear = s.minFilter == GL_LINEAR || s.minFilter == GL_LINEAR_MIPMAP_NEAREST ||
                           s.minFilter == GL_LINEAR_MIPMAP_LINEAR;
    if (halfway && s.mipmapped() && !minLinear) {
        return "Glissade clamps to the edge where the minifying filter is nearest and there are "
               "levels (docs/samplers.md)";
    }
    return {};
}

/// Empty, or what the context lacks.
std::string Checker::missing(const Case& one) const {
    const Format& format = one.texture->format();
    const reference::Sampler& s = one.sampler;
    const std::string context = kindName(m_stage.kind());
    const int wraps = reference::dimensions(one.texture->target());
    for (int i = 0; i < wraps; ++i) {
        if (!m_stage.hasWrap(s.wrap[size_t(i)])) {
            return "no wrap " + nameOf(s.wrap[size_t(i)]) + " in " + context;
        }
    }
    if (one.samplerObject && !m_stage.hasSamplerObjects()) {
        return "no sampler objects in " + context;
    }
    const bool compares = s.compareFunc != GL_NONE;
    if (!compares && isLinear(s) && !m_stage.filters(format) && !one.texture->stencil() &&
        (s.magFilter == GL_LINEAR || s.minFilter != GL_NEAREST_MIPMAP_NEAREST)) {
        return std::string("no linear filter of ") + format.name + " in " + context;
    }
    const ProgramKey key{one.texture->target(), one.texture->numbers(), compares, one.method};
    if (!m_stage.hasProgram(key)) {
        return "no such lookup in the language of " + context;
    }
    return deviation(one);
}

void Checker::setParameters(const Case& one) {
    const GLenum target = one.texture->target();
    const reference::Sampler& s = one.sampler;
    const Commands& gl = m_stage.gl();
    glBindTexture(target, one.texture->name());
    const bool object = one.samplerObject;
    if (m_sampler) {
        gl.bindSampler(0, object ? m_sampler : 0);
    }
    const auto seti = [&](GLenum name, GLenum value) {
        object ? gl.samplerParameteri(m_sampler, name, GLint(value))
               : glTexParameteri(target, name, GLint(value));
    };
    const auto setf = [&](GLenum name, double value) {
        object ? gl.samplerParameterf(m_sampler, name, float(value))
               : glTexParameterf(target, name, float(value));
    };
    if (object) { // Of the texture: wrong ones.
        glTexParameteri(target,
                        GL_TEXTURE_WRAP_S,
                        target == GL_TEXTURE_RECTANGLE ? GL_CLAMP_TO_EDGE : GL_MIRRORED_REPEAT);
        glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    }
    seti(GL_TEXTURE_MIN_FILTER, s.minFilter);
    seti(GL_TEXTURE_MAG_FILTER, s.magFilter);
    const GLenum wraps[] = {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R};
    for (size_t i = 0; i < size_t(reference::dimensions(target)); ++i) {
        seti(wraps[i], s.wrap[i]);
    }
    if (m_stage.desktop() || m_stage.version() >= 30) {
        seti(GL_TEXTURE_COMPARE_MODE,
             s.compareFunc == GL_NONE ? GL_NONE : GL_COMPARE_REF_TO_TEXTURE);
        seti(GL_TEXTURE_COMPARE_FUNC, s.compareFunc == GL_NONE ? GL_LEQUAL : s.compareFunc);
        setf(GL_TEXTURE_MIN_LOD, s.minLod);
        setf(GL_TEXTURE_MAX_LOD, s.maxLod);
    }
    if (m_stage.desktop()) {
        setf(GL_TEXTURE_LOD_BIAS, s.lodBias);
    }
    if (m_stage.has("GL_ARB_texture_filter_minmax") ||
        m_stage.has("GL_EXT_texture_filter_minmax")) {
        seti(GL_TEXTURE_REDUCTION_MODE_ARB, s.reduction);
    }
    if (m_stage.desktop() && (m_stage.version() >= 32 || m_stage.has("GL_ARB_seamless_cube_map"))) {
        s.seamless ? glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS)
                   : glDisable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    }
    if (!m_stage.hasBorders()) {
        return;
    }
    std::array<float, 4> floats;
    std::array<GLint, 4> ints;
    std::array<GLuint, 4> uints;
    for (size_t i = 0; i < 4; ++i) {
        floats[i] = float(s.border[i]);
        ints[i] = GLint(std::clamp(s.border[i], -2147483648.0, 2147483647.0));
        uints[i] = GLuint(std::clamp(s.border[i], 0.0, 4294967295.0));
    }
    switch (m_numbers) {
    case Numbers::Float:
        object ? gl.samplerParameterfv(m_sampler, GL_TEXTURE_BORDER_COLOR, floats.data())
               : glTexParameterfv(target, GL_TEXTURE_BORDER_COLOR, floats.data());
        break;
    case Numbers::Uint:
        object ? gl.samplerParameterIuiv(m_sampler, GL_TEXTURE_BORDER_COLOR, uints.data())
               : gl.texParameterIuiv(target, GL_TEXTURE_BORDER_COLOR, uints.data());
        break;
    case Numbers::Int:
        object ? gl.samplerParameterIiv(m_sampler, GL_TEXTURE_BORDER_COLOR, ints.data())
               : gl.texParameterIiv(target, GL_TEXTURE_BORDER_COLOR, ints.data());
        break;
    }
}

/// A point to a pixel, in the row that is the viewport. `texels` make 1 of the coordinate s.
void Checker::drawPositions(const Positions& positions, double texels) {
    GLuint& buffer = m_buffers[{&positions, texels}];
    const bool fresh = !buffer;
    if (fresh) {
        glGenBuffers(1, &buffer);
    }
    std::vector<float> data;
    if (fresh) {
        for (size_t i = 0; i < positions.size(); ++i) {
            const Position& p = positions[i];
            data.insert(data.end(), {(float(i) + 0.5f) / kWidth * 2 - 1, 0, 0, 1});
            for (const double c : p.coords) {
                data.push_back(float(c));
            }
            const double step = std::exp2(p.lod) / texels;
            data.insert(data.end(), {float(p.lod), 0, float(p.reference), float(step)});
        }
    }
    setVertices(buffer, data.data(), data.size() * sizeof(float));
    glDrawArrays(GL_POINTS, 0, GLsizei(positions.size()));
}

/// The attributes of twelve floats each; new contents of the buffer unless there are none.
void Checker::setVertices(GLuint buffer, const void* data, size_t size_B) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    if (size_B) {
        glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(size_B), data, GL_STATIC_DRAW);
    }
    for (GLuint i = 0; i < 3; ++i) {
        const auto* offset = reinterpret_cast<const void*>(size_t(i) * 4 * sizeof(float));
        glVertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, 12 * sizeof(float), offset);
        glEnableVertexAttribArray(i);
    }
}

bool Checker::prepare(const Case& one, Row& row) {
    const std::string lack = missing(one);
    if (!lack.empty()) {
        countSkipped(lack);
        return false;
    }
    const bool compares = one.sampler.compareFunc != GL_NONE;
    row = {one.name,
           one.texture->model(),
           one.sampler,
           one.positions,
           valueTolerance(one.texture->format(), isLinear(one.sampler)),
           one.method};
    if (compares && isLinear(one.sampler)) {
        // How results are weighed is left open beyond "proportional" (GL 4.6 section 8.23.1); GPUs
        // add weights of eight bits.
        row.tolerance = std::max(row.tolerance, kTexelPrecision);
    }
    if (compares && m_stage.language() >= 130) { // One number, spread by the shader.
        row.model.depthMode = GL_INTENSITY;
        row.model.swizzle = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
    }
    if (one.sampler.reduction != GL_WEIGHTED_AVERAGE_ARB && !isReduced(one.texture->format())) {
        countSkipped(std::string("no reductions of ") + one.texture->format().name + " in " +
                     kindName(m_stage.kind()));
        return false;
    }
    allowFor(one, row);
    glUseProgram(
        m_stage.program({one.texture->target(), one.texture->numbers(), compares, one.method}));
    setParameters(one);
    return true;
}

void Checker::add(const Case& one) {
    ASSERT_LE(one.positions->size(), size_t(kWidth));
    Row row;
    if (!prepare(one, row)) {
        return;
    }
    glViewport(0, GLint(m_rows.size()), kWidth, 1);
    const bool normalised = one.texture->target() != GL_TEXTURE_RECTANGLE;
    drawPositions(*one.positions, normalised ? one.texture->model().levels[0].width : 1);
    m_rows.push_back(std::move(row));
    if (m_rows.size() == kRows) {
        finish();
    }
}

std::vector<Vec4> Checker::picture(const Case& one, const Window& window) {
    finish();
    Row row;
    if (!prepare(one, row)) {
        return {};
    }
    const auto corner = [&](int x, int y) {
        return std::array<float, 12>{x ? 1.0f : -1.0f,
                                     y ? 1.0f : -1.0f,
                                     0,
                                     1,
                                     float(x ? window.right : window.left),
                                     float(y ? window.top : window.bottom)};
    };
    const std::array<float, 12> corners[] = {
        corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)};
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    setVertices(buffer, corners, sizeof(corners));
    glViewport(0, 0, kPicture, kPicture);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDeleteBuffers(1, &buffer);
    const std::vector<Vec4> pixels = m_stage.read(m_numbers, kPicture, kPicture);
    const reference::Level& base = row.model.levels[size_t(row.model.baseLevel)];
    const double width = (window.right - window.left) / kPicture;
    const double height = (window.top - window.bottom) / kPicture;
    Positions positions;
    for (int i = 0; i < kPicture * kPicture; ++i) {
        Position p;
        p.coords = {window.left + width * (i % kPicture + 0.5),
                    window.bottom + height * (i / kPicture + 0.5),
                    0,
                    0};
        p.lod = std::log2(std::max(width * base.width, height * base.height));
        positions.push_back(p);
    }
    row.positions = &positions;
    row.method = Method::Gradient; // Of λ is as much known.
    compare(row, pixels.data());
    return pixels;
}

void Checker::allowFor(const Case& one, Row& row) {
    const Format& format = one.texture->format();
    const bool compares = one.sampler.compareFunc != GL_NONE;
    const bool depth = format.depth() && !one.texture->stencil();
    const auto count = [&](const std::string& what) {
        countSkipped(what + " in " + kindName(m_stage.kind()) + " (compared with that)");
    };
    const size_t wrapped = size_t(reference::dimensions(row.model.target));
    const bool clamped =
        std::any_of(one.sampler.wrap.begin(), one.sampler.wrap.begin() + wrapped, [](GLenum wrap) {
            return wrap == GL_CLAMP || wrap == GL_MIRROR_CLAMP_EXT;
        });
    if (depth && !compares && isLinear(one.sampler) && !depthIsFiltered(format, clamped)) {
        count(std::string("the device does not filter ") + format.name);
        row.sampler.magFilter = GL_NEAREST;
        row.sampler.minFilter = one.sampler.mipmapped() ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST;
    }
    if (depth && compares && row.model.fixedDepth && !referencesAreClamped(format)) {
        count(std::string("the device keeps ") + format.name + " as floats");
        row.model.fixedDepth = false;
    }
    if (reference::isCube(row.model.target) && !one.sampler.seamless && isLinear(one.sampler)) {
        switch (faces()) {
        case Faces::Wrapped:
            break;
        case Faces::ClampedToEdge:
            count("the device does not wrap within faces of cube maps");
            row.sampler.wrap.fill(GL_CLAMP_TO_EDGE);
            break;
        case Faces::Joined:
            count("the device filters cube maps without seams");
            row.sampler.seamless = true;
            break;
        }
    }
}

/// The result of one lookup, outside of the rows.
Vec4 Checker::probe(TextureObject& texture,
                    const reference::Sampler& sampler,
                    const Position& position) {
    finish();
    const Positions positions{position};
    Case one;
    one.texture = &texture;
    one.sampler = sampler;
    glUseProgram(m_stage.program(
        {texture.target(), Numbers::Float, sampler.compareFunc != GL_NONE, Method::Implicit}));
    setParameters(one);
    glViewport(0, 0, kWidth, 1);
    drawPositions(positions, 1);
    const std::pair<const Positions*, double> key(&positions, 1);
    glDeleteBuffers(1, &m_buffers[key]);
    m_buffers.erase(key);
    return m_stage.read(m_numbers, 1, 1)[0];
}

/// Whether this context filters depth where it is not compared, which needs something of the
/// device.
bool Checker::depthIsFiltered(const Format& format, bool clamped) {
    const auto [fact, fresh] =
        m_facts.try_emplace(std::string(clamped ? "filters clamped " : "filters ") + format.name);
    if (fresh) {
        TextureObject texture(m_stage, format, GL_TEXTURE_2D, {2, 1, 1});
        const std::vector<Vec4>& texels = texture.model().levels[0].texels;
        reference::Sampler sampler;
        sampler.magFilter = sampler.minFilter = GL_LINEAR;
        sampler.wrap.fill(clamped ? GL_CLAMP : GL_REPEAT);
        const Vec4 got = probe(texture, sampler, {{0.5, 0.5, 0, 0}, 0, 0, {}});
        fact->second = std::abs(got[0] - (texels[0][0] + texels[1][0]) / 2) < 0.01;
    }
    return fact->second;
}

/// A format whose reductions the device lacks makes textures incomplete
/// (ARB_texture_filter_minmax).
bool Checker::isReduced(const Format& format) {
    const auto [fact, fresh] = m_facts.try_emplace(std::string("reduces ") + format.name);
    if (fresh) {
        TextureObject texture(m_stage, format, GL_TEXTURE_2D, {1, 1, 1});
        reference::Sampler sampler;
        sampler.reduction = GL_MIN;
        const Position at{{0.5, 0.5, 0, 0}, 0, 0, {}};
        fact->second = near(
            probe(texture, sampler, at), reference::sample(texture.model(), sampler, at), 0.01);
    }
    return fact->second;
}

/// Devices without depth of 24 bits in fixed point keep it as floats, and then nothing clamps.
bool Checker::referencesAreClamped(const Format& format) {
    const auto [fact, fresh] = m_facts.try_emplace(std::string("clamps ") + format.name);
    if (fresh) {
        TextureObject texture(m_stage, format, GL_TEXTURE_2D, {1, 1, 1});
        reference::Sampler sampler;
        sampler.compareFunc = GL_LESS; // −½ is not less than 0.
        sampler.border = {0, 0, 0, 0};
        sampler.wrap = {GL_CLAMP_TO_BORDER, GL_CLAMP_TO_BORDER, GL_REPEAT};
        if (!m_stage.hasBorders()) {
            return fact->second = true;
        }
        const Vec4 got = probe(texture, sampler, {{-0.5, 0.5, 0, 0}, 0, -0.5, {}});
        fact->second = got[0] == 0;
    }
    return fact->second;
}

Checker::Faces Checker::faces() {
    if (!m_faces) {
        TextureObject texture(m_stage, formatNamed("rgba8"), GL_TEXTURE_CUBE_MAP, {2, 2, 6});
        reference::Sampler sampler; // That repeats.
        sampler.magFilter = sampler.minFilter = GL_LINEAR;
        const Position edge{{1, 0, 0.96, 0}, 0, 0, {}};
        const Vec4 got = probe(texture, sampler, edge);
        const auto expected = [&](GLenum wrap, bool seamless) {
            sampler.wrap.fill(wrap);
            sampler.seamless = seamless;
            return reference::sample(texture.model(), sampler, edge);
        };
        m_faces = near(got, expected(GL_CLAMP_TO_EDGE, false), 0.02) ? Faces::ClampedToEdge
                  : near(got, expected(GL_REPEAT, true), 0.02)       ? Faces::Joined
                                                                     : Faces::Wrapped;
    }
    return *m_faces;
}

void Checker::compare(const Row& row, const Vec4* got) {
    const double lodPrecision =
        row.method == Method::Gradient ? kLogarithmPrecision : kLodPrecision;
    int wrong = 0;
    std::ostringstream text;
    for (size_t i = 0; i < row.positions->size(); ++i) {
        Position p = (*row.positions)[i];
        for (double& c : p.coords) {
            c = float(c);
        }
        p.reference = float(p.reference);
        if (row.method == Method::Implicit) {
            p.lod = -1000;
        }
        if (row.method == Method::WithOffset) {
            std::copy(std::begin(kOffset), std::end(kOffset), p.offset.begin());
        }
        const Vec4 exact = reference::sample(row.model, row.sampler, p);
        if (near(exact, got[i], row.tolerance) ||
            acceptable(row.model, row.sampler, p, lodPrecision, row.tolerance, got[i])) {
            continue;
        }
        if (wrong++ < kPositionsReported) {
            text << "\n    at " << show(p.coords) << " lod " << p.lod << " reference "
                 << p.reference << ": expected " << show(exact) << ", got " << show(got[i]);
        }
    }
    ++m_compared;
    if (wrong && m_failed++ < kCasesReported) {
        ADD_FAILURE() << row.name << ": " << wrong << " of " << row.positions->size()
                      << " positions are wrong" << text.str();
    }
}

void Checker::finish() {
    if (m_rows.empty()) {
        return;
    }
    const std::vector<Vec4> pixels = m_stage.read(m_numbers, kWidth, int(m_rows.size()));
    for (size_t row = 0; row < m_rows.size(); ++row) {
        compare(m_rows[row], &pixels[row * kWidth]);
    }
    m_rows.clear();
}

} // namespace samplers
