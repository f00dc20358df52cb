// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/sample_test_case.h"

#include "format/vk_formats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <memory>
#include <sstream>

namespace cpu::kernels {

using reference::Color;

namespace {
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
} // namespace

SamplerId Case::samplerId() const {
    return SamplerId::make(sampler.magLinear,
                           sampler.minLinear,
                           sampler.mipLinear,
                           sampler.address[0],
                           sampler.address[1],
                           sampler.address[2],
                           sampler.anisotropic,
                           sampler.compares,
                           sampler.compare,
                           sampler.reduction,
                           sampler.unnormalized,
                           sampler.seamless)
        .withMaxLod(float(sampler.maxLod));
}

SampleOp Case::op() const {
    return SampleOp::make(
        method, depthReference, bias, offset, minLod, component, sampleIndex, false);
}

std::string Case::text() const {
    std::ostringstream out;
    out << "format " << shape.vkFormat << " type " << int(shape.type) << " tiling "
        << int(shape.tiling) << " aspect " << int(shape.aspect) << " size " << shape.width_px << "x"
        << shape.height_px << "x" << shape.depth_px << " layers " << shape.layers << " levels "
        << shape.levels << " mag " << sampler.magLinear << " min " << sampler.minLinear << " mip "
        << sampler.mipLinear << " address " << int(sampler.address[0]) << int(sampler.address[1])
        << int(sampler.address[2]) << " anisotropy "
        << (sampler.anisotropic ? sampler.maxAnisotropy : 0) << " compare "
        << (sampler.compares ? int(sampler.compare) : -1) << " reduction " << int(sampler.reduction)
        << " unnormalized " << sampler.unnormalized << " seamless " << sampler.seamless
        << " method " << int(method) << " offset " << offset << " bias " << sampler.lodBias
        << " lods " << sampler.minLod << "…" << sampler.maxLod;
    return out.str();
}

SampleArrays arraysOf(const Inputs& in, Outputs& out) {
    SampleArrays arrays{};
    arrays.active = in.active.data();
    for (size_t i = 0; i < 3; ++i) {
        arrays.uvw[i] = in.uvw[i].data();
        arrays.dx[i] = in.dx[i].data();
        arrays.dy[i] = in.dy[i].data();
        arrays.offset[i] = in.offset[i].data();
    }
    arrays.layer = in.layer.data();
    arrays.reference = in.reference.data();
    arrays.lod = in.lod.data();
    for (size_t i = 0; i < 4; ++i) {
        arrays.out[i] = out.channel[i].data();
    }
    return arrays;
}

Outputs run(Level level, const Case& c, TestImage& image, const Inputs& in) {
    SamplerData sampler{};
    sampler.samplerId = c.samplerId().bits;
    sampler.lodBias = float(c.sampler.lodBias);
    sampler.minLod = float(c.sampler.minLod);
    sampler.maxLod = float(c.sampler.maxLod);
    sampler.maxAnisotropy = float(c.sampler.maxAnisotropy);
    std::copy(std::begin(c.border), std::end(c.border), sampler.borderColor);
    image.mutableData().minLod = c.viewMinLod;
    const bool fetches = c.method == SampleMethod::Fetch;
    Outputs out;
    SampleArrays arrays = arraysOf(in, out);
    arrays.ids = uint64_t(fetches ? 0 : sampler.samplerId) << 32 | image.viewId(c.swizzle).bits;
    arrays.op = c.op().bits;
    arrays.image = &image.data(c.swizzle);
    arrays.sampler = fetches ? nullptr : &sampler;
    sample_arrays(level)(&arrays, kCount);
    return out;
}

reference::Image referenceImage(const Case& c, const TestImage& image) {
    reference::Image result;
    const TestImageShape& shape = c.shape;
    result.type = shape.type;
    result.width_px = shape.width_px;
    result.height_px = shape.height_px;
    result.depth_px = shape.depth_px;
    result.layers = shape.layers;
    result.levels = shape.levels;
    result.minLod = c.viewMinLod;
    // Every texel is asked for again and again.
    auto known = std::make_shared<std::map<std::array<int, 5>, Color>>();
    result.texel = [&image, known](int level, int x, int y, int z, int layer) {
        const auto [at, added] = known->try_emplace({level, x, y, z, layer});
        if (added) {
            at->second = image.texel(level, x, y, z, layer);
        }
        return at->second;
    };
    result.integer = image.integer();
    result.unsignedNormalized = shape.vkFormat == kD16 || shape.vkFormat == kD24S8;
    result.border = image.border(c.border);
    result.swizzle = c.swizzle;
    return result;
}

reference::Query queryOf(const Case& c, const Inputs& in, uint32_t i) {
    reference::Query q;
    q.method = c.method;
    q.depthReference = c.depthReference;
    q.component = int(c.component);
    const uint32_t quad = i / 4 * 4;
    const bool given = c.method == SampleMethod::Grad;
    for (size_t axis = 0; axis < 3; ++axis) {
        const auto& u = in.uvw[axis];
        q.uvw[axis] = u[i];
        q.dx[axis] = given ? in.dx[axis][i] : u[quad + 1] - u[quad];
        q.dy[axis] = given ? in.dy[axis][i] : u[quad + 2] - u[quad];
        q.offset[axis] = c.offset ? in.offset[axis][i] : 0;
    }
    q.layer = in.layer[i];
    q.reference = in.reference[i];
    q.lod = c.method == SampleMethod::Lod || c.bias ? in.lod[i] : 0;
    q.minLod = !c.minLod ? -1e9 : given ? in.lod[i] : in.dx[0][i];
    return q;
}

bool isCube(const TestImageShape& shape) {
    return shape.type == ViewType::Cube || shape.type == ViewType::CubeArray;
}

int axesOf(const TestImageShape& shape) {
    return shape.type == ViewType::D1 || shape.type == ViewType::D1Array ? 1
           : shape.type == ViewType::D3                                  ? 3
                                                                         : 2;
}

namespace {

struct Range {
    Color low, high;
};

/// All that the reference gives for coordinates within 1/256 of a texel (what subTexelPrecisionBits
/// of 8 allows linear filters), or within rounding for nearest ones, and for LODs within rounding.
Range allowed(const Case& c, const reference::Image& image, const reference::Query& q) {
    const bool lodIsGiven = c.method == SampleMethod::Lod || c.method == SampleMethod::Gather;
    const bool filters = (c.sampler.magLinear || c.sampler.minLinear) && !image.integer &&
                         c.method != SampleMethod::Gather;
    const double lodSlack = lodIsGiven ? 1e-5 : 1e-3;
    const int axes = axesOf(c.shape);
    double slack[3] = {};
    for (int axis = 0; axis < axes; ++axis) {
        const int size = axis == 0 ? image.width_px : axis == 1 ? image.height_px : image.depth_px;
        const double u =
            c.sampler.unnormalized || isCube(c.shape) ? size : std::abs(q.uvw[size_t(axis)]) * size;
        slack[axis] = u * 0x1p-22 + 1e-5 + (filters ? 0x1p-8 : 0);
    }
    // A texel's centre, where filters have a kink, may lie between the points tried: the range is
    // made half as large again.
    Range range;
    range.low.fill(std::numeric_limits<double>::infinity());
    range.high.fill(-std::numeric_limits<double>::infinity());
    for (int at = 0; at < 27; ++at) {
        const int step[3] = {at % 3, at / 3 % 3, at / 9};
        if ((axes < 2 && step[1]) || (axes < 3 && step[2])) {
            continue;
        }
        for (const double lod : {0.0, -lodSlack, lodSlack}) {
            for (const double samples : {0.0, -0.01, 0.01}) {
                if (samples != 0 && !c.sampler.anisotropic) {
                    continue;
                }
                reference::Slack s;
                for (size_t axis = 0; axis < 3; ++axis) {
                    s.texels[axis] = (step[axis] - 1) * slack[axis];
                }
                s.lod = lod;
                s.samples = samples;
                const Color color = reference::sample(image, c.sampler, q, s);
                for (size_t i = 0; i < 4; ++i) {
                    range.low[i] = std::min(range.low[i], color[i]);
                    range.high[i] = std::max(range.high[i], color[i]);
                }
            }
        }
    }
    for (size_t i = 0; i < 4 && filters; ++i) {
        // Samples along an axis, and levels, round each on its own.
        const double apart = c.sampler.anisotropic ? 0x1p-7 : c.sampler.mipLinear ? 0x1p-9 : 0;
        const double more = (range.high[i] - range.low[i]) / 2 + apart;
        range.low[i] -= more;
        range.high[i] += more;
    }
    return range;
}

/// What no filter can leave: the image's and the border's texels, zero and one.
Range everything(const Case& c, const TestImage& image) {
    Range range;
    range.low.fill(0);
    range.high.fill(1);
    const auto include = [&](const Color& color) {
        for (size_t to = 0; to < 4; ++to) {
            for (const double v : color) {
                range.low[to] = std::min(range.low[to], v);
                range.high[to] = std::max(range.high[to], v);
            }
        }
    };
    include(image.border(c.border));
    const TestImageShape& s = c.shape;
    for (int level = 0; level < s.levels; ++level) {
        for (int layer = 0; layer < s.layers; ++layer) {
            for (int z = 0; z < std::max(1, s.depth_px >> level); ++z) {
                for (int y = 0; y < std::max(1, s.height_px >> level); ++y) {
                    for (int x = 0; x < std::max(1, s.width_px >> level); ++x) {
                        include(image.texel(level, x, y, z, layer));
                    }
                }
            }
        }
    }
    return range;
}

/// Coordinates for which the reference's precision says something.
bool sane(const Case& c, const Inputs& in, uint32_t lane) {
    for (int axis = 0; axis < (isCube(c.shape) ? 3 : axesOf(c.shape)); ++axis) {
        for (uint32_t i = lane / 4 * 4; i < lane / 4 * 4 + 4; ++i) {
            const float limit = isCube(c.shape) || c.sampler.unnormalized ? 1e6f : 30.0f;
            if (!(std::abs(in.uvw[axis][i]) < limit)) {
                return false;
            }
        }
    }
    return std::isfinite(in.layer[lane]) && std::isfinite(in.lod[lane]);
}

/// Faces meet where two coordinates are of one size, and there rounding decides.
bool onCubeEdge(const reference::Query& q) {
    double a[3];
    for (size_t i = 0; i < 3; ++i) {
        a[i] = std::abs(q.uvw[i]);
    }
    std::sort(a, a + 3);
    return a[2] == 0 || (a[2] - a[1]) / a[2] < 0.02;
}

void expectInside(const Case& c,
                  const TestImage& image,
                  const Outputs& out,
                  const Inputs& in,
                  uint32_t lane,
                  const Range& range,
                  const char* what) {
    for (size_t i = 0; i < 4; ++i) {
        const bool constantOne = c.swizzle[i] == Swizzle::One && c.method != SampleMethod::Gather;
        const double v = image.value(out.channel[i][lane]);
        const double scale = std::max({1.0, std::abs(range.low[i]), std::abs(range.high[i])});
        // Filters have sRGB in 16 bits.
        const bool srgb = format::vkFormatLayout(format::vkFormatIndex(c.shape.vkFormat)).type ==
                          format::ChannelType::Srgb;
        const double slack = constantOne || image.integer() ? 0 : scale * (srgb ? 1.2e-5 : 4e-6);
        ASSERT_TRUE(v >= range.low[i] - slack && v <= range.high[i] + slack)
            << what << ", lane " << lane << ", channel " << i << ": " << v << " is not in "
            << range.low[i] << " … " << range.high[i] << "\n"
            << c.text() << "\nat " << in.uvw[0][lane] << ", " << in.uvw[1][lane] << ", "
            << in.uvw[2][lane] << " layer " << in.layer[lane] << " lod " << in.lod[lane]
            << " offset " << in.offset[0][lane] << ", " << in.offset[1][lane] << ", "
            << in.offset[2][lane];
    }
}

} // namespace

bool comparable(const Case& c, const Inputs& in, uint32_t lane) {
    return sane(c, in, lane) && !(isCube(c.shape) && onCubeEdge(queryOf(c, in, lane)));
}

void expectSameBits(const Case& c, TestImage& image, const Inputs& in, Outputs& out) {
    const std::vector<Level> levels = levelsHere();
    out = run(levels[0], c, image, in);
    for (const Level level : levels) {
        const Outputs other = run(level, c, image, in);
        ASSERT_EQ(std::memcmp(&out, &other, sizeof out), 0)
            << "level " << int(level) << " gives other bits: " << c.text();
    }
}

void check(const Case& c, std::mt19937& random, const Inputs& in) {
    TestImage image(c.shape, random);
    const std::vector<Level> levels = levelsHere();
    Outputs out;
    ASSERT_NO_FATAL_FAILURE(expectSameBits(c, image, in, out));
    // What other lanes hold, and whether they run, changes nothing.
    Inputs partly = in;
    for (uint32_t i = 0; i < kCount; i += 4) {
        for (uint32_t lane = i; lane < i + 4; ++lane) {
            partly.active[lane] = random() % 4 != 0;
            if (!partly.active[lane] && c.method != SampleMethod::Implicit) {
                partly.uvw[0][lane] = std::bit_cast<float>(uint32_t(random()));
                partly.uvw[1][lane] = std::bit_cast<float>(uint32_t(random()));
                partly.lod[lane] = std::bit_cast<float>(uint32_t(random()));
            }
        }
    }
    for (const Level level : levels) {
        const Outputs other = run(level, c, image, partly);
        for (uint32_t lane = 0; lane < kCount; ++lane) {
            for (size_t i = 0; i < 4 && partly.active[lane]; ++i) {
                ASSERT_EQ(std::bit_cast<uint32_t>(out.channel[i][lane]),
                          std::bit_cast<uint32_t>(other.channel[i][lane]))
                    << "other lanes show, level " << int(level) << ": " << c.text();
            }
        }
    }
    const reference::Image exact = referenceImage(c, image);
    const Range all = everything(c, image);
    for (uint32_t lane = 0; lane < kCount; ++lane) {
        ASSERT_NO_FATAL_FAILURE(expectInside(c, image, out, in, lane, all, "outside of the image"));
        const reference::Query q = queryOf(c, in, lane);
        if (!comparable(c, in, lane)) {
            continue;
        }
        ASSERT_NO_FATAL_FAILURE(
            expectInside(c, image, out, in, lane, allowed(c, exact, q), "differs"));
    }
}

TestImageShape Draw::shape(uint32_t vkFormat, ViewType type) {
    constexpr int kSizes_px[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 32};
    TestImageShape s;
    s.vkFormat = vkFormat;
    s.type = type;
    s.tiling = chance(3) ? Tiling::Tiled : Tiling::Linear;
    s.width_px = of(kSizes_px);
    s.height_px = of(kSizes_px);
    s.depth_px = 1;
    switch (type) {
    case ViewType::D1Array:
        s.layers = 1 + below(4);
        [[fallthrough]];
    case ViewType::D1:
        s.height_px = 1;
        break;
    case ViewType::D2Array:
        s.layers = 1 + below(4);
        break;
    case ViewType::D3:
        s.depth_px = of({1, 2, 5, 8});
        break;
    case ViewType::CubeArray:
    case ViewType::Cube:
        s.height_px = s.width_px;
        s.layers = type == ViewType::Cube ? 6 : 12;
        break;
    default:
        break;
    }
    const int largest = std::max({s.width_px, s.height_px, s.depth_px});
    s.levels = chance(2) ? 1 : 1 + below(int(std::bit_width(uint32_t(largest))));
    return s;
}

reference::Sampler Draw::sampler() {
    reference::Sampler s;
    s.magLinear = chance(2);
    s.minLinear = chance(4) ? !s.magLinear : s.magLinear;
    s.mipLinear = chance(2);
    for (Address& address : s.address) {
        address = Address(below(5));
    }
    s.seamless = !chance(4);
    if (chance(4)) {
        s.anisotropic = true;
        s.maxAnisotropy = of({1.0, 2.0, 4.0, 8.0, 16.0});
    }
    if (chance(4)) {
        s.lodBias = real(-2, 2);
    }
    if (chance(4)) {
        s.minLod = real(0, 2);
        s.maxLod = s.minLod + real(0, 3);
    }
    return s;
}

float Draw::coordinate(int size_px) {
    const float texel = 1.0f / float(size_px);
    switch (below(12)) {
    case 0:
        return float(below(2 * size_px + 1)) * texel;
    case 1:
        return (float(below(2 * size_px + 1)) - 0.5f) * texel;
    case 2:
        return real(-20, 20);
    case 3:
        return of({0.0f,
                   -0.0f,
                   1.0f,
                   -1.0f,
                   2.0f,
                   0.5f,
                   0.99999994f,
                   1.0000001f,
                   1e-40f,
                   -1e-40f,
                   -1e-20f,
                   1e-20f});
    case 4:
        return of({kNan,
                   kInfinity,
                   -kInfinity,
                   3e38f,
                   -3e38f,
                   1e10f,
                   -1e10f,
                   16777216.0f,
                   1e6f,
                   -12345.678f});
    case 5:
        return real(-texel, texel);
    case 6:
        return real(1 - texel, 1 + texel);
    default:
        return real(-0.5f, 1.5f);
    }
}

Inputs Draw::inputs(const Case& c) {
    Inputs in;
    const int size[3] = {c.shape.width_px, c.shape.height_px, c.shape.depth_px};
    const bool scattered = !chance(3);
    for (uint32_t i = 0; i < kCount; ++i) {
        in.active[i] = true;
        in.layer[i] = chance(8) ? of({kNan, kInfinity, -kInfinity, -1.0f, 1e9f})
                                : float(below(2 * c.shape.layers + 1)) * 0.5f;
        in.reference[i] = chance(16) ? of({kNan, -1.0f, 2.0f}) : real(0, 1);
        in.lod[i] = chance(8)   ? of({0.0f, 0.5f, 1.0f, 1.5f, -0.0f, 1000.0f, -1000.0f})
                    : chance(2) ? real(-1, 5)
                                : 0.0f;
        if (chance(32)) {
            in.lod[i] = of({kNan, kInfinity, -kInfinity});
        }
    }
    for (size_t axis = 0; axis < 3; ++axis) {
        const float scale = c.sampler.unnormalized ? float(size[axis]) : 1.0f;
        const float from = real(-0.5f, 1);
        const float step = of({1.0f, 0.5f, 0.25f, -1.0f, 1.5f, 0.0f}) / float(size[axis]);
        for (uint32_t i = 0; i < kCount; ++i) {
            in.uvw[axis][i] = isCube(c.shape) ? chance(16) ? coordinate(2) : real(-2, 2)
                              : scattered
                                  ? coordinate(size[axis]) * scale
                                  : (from + step * float(axis == 0 ? i % 8 : i / 8)) * scale;
            in.offset[axis][i] = below(16) - 8;
            in.dx[axis][i] = real(-1, 1) * of({0.0f, 0.01f, 0.1f, 1.0f});
            in.dy[axis][i] = real(-1, 1) * of({0.0f, 0.01f, 0.1f, 1.0f});
        }
        if (c.method != SampleMethod::Implicit || chance(8)) {
            continue;
        }
        for (uint32_t i = 0; i < kCount; i += 4) {
            const float u = in.uvw[axis][i];
            for (uint32_t k = 1; k < 4; ++k) {
                in.uvw[axis][i + k] =
                    u + (k & 1 ? in.dx[axis][i] : 0) * scale + (k & 2 ? in.dy[axis][i] : 0) * scale;
            }
        }
    }
    return in;
}

Case drawCase(Draw& draw, uint32_t vkFormat, ViewType type) {
    Case c;
    c.shape = draw.shape(vkFormat, type);
    c.sampler = draw.sampler();
    c.method =
        draw.of({SampleMethod::Lod, SampleMethod::Lod, SampleMethod::Grad, SampleMethod::Implicit});
    c.offset = !isCube(c.shape) && draw.chance(4);
    c.bias = c.method == SampleMethod::Implicit && draw.chance(3);
    c.minLod = c.method == SampleMethod::Grad && draw.chance(3);
    c.viewMinLod = draw.chance(6) ? draw.real(0, float(c.shape.levels - 1)) : 0;
    for (uint32_t& bits : c.border) {
        bits = std::bit_cast<uint32_t>(draw.of({0.0f, 1.0f, 0.25f}));
    }
    if (draw.chance(6)) {
        for (Swizzle& s : c.swizzle) {
            s = Swizzle(draw.below(6));
        }
    }
    return c;
}

} // namespace cpu::kernels
