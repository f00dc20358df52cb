// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/sampler.h"

#include <bit>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace glvk {

namespace {

using format::Channel;
using format::Numeric;
using Parameters = gl::SamplerParameters;

/// A key and mask in words, everything that is not zero: what the tables below expect.
///
///     NNn edge,edge,repeat border(0.5 0.25 0 1) <= x8 max bias 1 lod 0-16 clamp s t
///
/// Filters first (min, mag, mip; capitals are linear), then wraps, of which repeat is zero.
std::string words(const SamplerTranslation& translation) {
    const SamplerKey& key = translation.key;
    constexpr const char* kWraps[] = {"repeat", "mirror", "edge", "border", "once"};
    constexpr const char* kCompares[] = {"never", "<", "=", "<=", ">", "!=", ">=", "always"};
    constexpr const char* kBorders[] = {"", " opaque", " white"};
    constexpr const char* kChannels[] = {"0", "1", "r", "g", "b", "a"};
    constexpr const char* kClamps[] = {"", "01", "|01|", "||"};
    std::string text = fmt::format("{}{}{} {},{},{}",
                                   key.minLinear ? 'L' : 'n',
                                   key.magLinear ? 'L' : 'n',
                                   key.mipLinear ? 'L' : 'n',
                                   kWraps[key.wrapS],
                                   kWraps[key.wrapT],
                                   kWraps[key.wrapR]);
    if (key.border == SamplerKey::kCustomBorder) {
        text += " (";
        for (size_t i = 0; i < 4; ++i) {
            const uint32_t bits = key.borderColor[i];
            text += i ? " " : "";
            text += key.integer ? fmt::format("{}", int32_t(bits))
                                : fmt::format("{}", std::bit_cast<float>(bits));
        }
        text += ")";
    } else {
        text += kBorders[key.border];
    }
    text += key.integer ? " ints" : "";
    text += key.borderFormat ? fmt::format(" format {}", int(key.borderFormat)) : "";
    if (key.borderView) {
        text += " view ";
        for (unsigned i = 0; i < 4; ++i) {
            text += kChannels[key.borderView >> (3 * i) & 7];
        }
    }
    text += key.compare ? fmt::format(" {}", kCompares[key.compareOp]) : "";
    text += key.anisotropy ? fmt::format(" x{}", uint32_t(key.anisotropy)) : "";
    text += key.reduction == VK_SAMPLER_REDUCTION_MODE_MIN   ? " min"
            : key.reduction == VK_SAMPLER_REDUCTION_MODE_MAX ? " max"
                                                             : "";
    text += key.seams ? " seams" : "";
    text += key.lodBias_256 ? fmt::format(" bias {}/256", key.lodBias_256) : "";
    if (key.maxLod_256) {
        text += fmt::format(" lod {}-{}", key.minLod_256 / 256.0, key.maxLod_256 / 256.0);
    }
    for (unsigned i = 0; i < 3; ++i) {
        const CoordinateClamp clamp = translation.clamp[i];
        text += clamp != CoordinateClamp::None
                    ? fmt::format(" {}={}", "str"[i], kClamps[unsigned(clamp)])
                    : "";
    }
    return text;
}

/// One of everything that the function looks at, as a device with all abilities has it.
struct Case {
    Parameters p;
    UnitSampling unit;
    SampledTexture texture;
    SamplerCaps caps;

    Case() {
        p.minFilter = p.magFilter = GL_NEAREST;
        caps.customBorder = caps.mirrorClampToEdge = caps.seams = caps.minmax = true;
        caps.comparesByInstruction = true;
        caps.maxAnisotropy = 16;
        caps.maxLodBias = 4;
        texture.minmax = true;
    }
    Case& filters(GLenum min, GLenum mag) {
        p.minFilter = min;
        p.magFilter = mag;
        return *this;
    }
    Case& linear() { return filters(GL_LINEAR, GL_LINEAR); }
    Case& wraps(GLenum s, GLenum t = GL_REPEAT, GLenum r = GL_REPEAT) {
        p.wrapS = s;
        p.wrapT = t;
        p.wrapR = r;
        return *this;
    }
    Case& border(float r, float g, float b, float a) {
        wraps(GL_CLAMP_TO_BORDER);
        p.setBorderColor({r, g, b, a});
        return *this;
    }
    Case& borderInts(int32_t r, int32_t g, int32_t b, int32_t a) {
        wraps(GL_CLAMP_TO_BORDER);
        p.borderBits = {uint32_t(r), uint32_t(g), uint32_t(b), uint32_t(a)};
        return *this;
    }
    Case& compares(GLenum func) {
        p.compareMode = GL_COMPARE_REF_TO_TEXTURE;
        p.compareFunc = func;
        return *this;
    }
    Case& depth(bool linear) {
        texture.depth = true;
        texture.linear = linear;
        texture.stored = {Channel::R, Channel::Zero, Channel::Zero, Channel::One};
        texture.view = {Channel::R, Channel::R, Channel::R, Channel::One};
        return *this;
    }
    Case& cube() {
        texture.cube = true;
        return *this;
    }
    /// A format whose components lie in others.
    Case& stored(const format::Swizzle& swizzle) {
        texture.stored = texture.view = swizzle;
        return *this;
    }
    Case& levels(float bias, float low, float high) {
        p.lodBias = bias;
        p.minLod = low;
        p.maxLod = high;
        return *this;
    }
    /// What has no effect may be anything.
    template <class F>
    Case& with(F&& f) {
        f(*this);
        return *this;
    }
};

constexpr GLenum kMips = GL_LINEAR_MIPMAP_LINEAR;
constexpr format::Swizzle kLuminance{Channel::R, Channel::R, Channel::R, Channel::One};
constexpr format::Swizzle kAlpha{Channel::Zero, Channel::Zero, Channel::Zero, Channel::R};
constexpr format::Swizzle kLuminanceAlpha{Channel::R, Channel::R, Channel::R, Channel::G};
constexpr format::Swizzle kIntensity{Channel::R, Channel::R, Channel::R, Channel::R};
constexpr format::Swizzle kRgb{Channel::R, Channel::G, Channel::B, Channel::One};
constexpr format::Swizzle kRed{Channel::R, Channel::Zero, Channel::Zero, Channel::One};

struct Row {
    const char* rule;
    Case given;
    const char* expected;
};

void check(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        const Case& c = row.given;
        EXPECT_EQ(row.expected, words(translateSampler(c.p, c.unit, c.texture, c.caps)))
            << row.rule;
    }
}

TEST(TranslateSampler, Filters) {
    const auto unfilterable = [](Case& c) { c.texture.linear = false; };
    const auto ints = [](Case& c) { c.texture.numeric = Numeric::Uint; };
    const auto oneLevel = [](Case& c) { c.texture.manyLevels = false; };
    check({
        {"nearest", Case(), "nnn repeat,repeat,repeat"},
        {"linear", Case().linear(), "LLn repeat,repeat,repeat"},
        {"mixed, the larger image's",
         Case().filters(GL_NEAREST, GL_LINEAR),
         "nLn repeat,repeat,repeat lod 0-0.25"},
        {"mixed, the smaller image's",
         Case().filters(GL_LINEAR, GL_NEAREST),
         "Lnn repeat,repeat,repeat lod 0-0.25"},
        {"levels, nearest",
         Case().filters(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST),
         "nnn repeat,repeat,repeat lod 0-16"},
        {"levels, linear within",
         Case().filters(GL_LINEAR_MIPMAP_NEAREST, GL_NEAREST),
         "Lnn repeat,repeat,repeat lod 0-16"},
        {"levels, linear between",
         Case().filters(GL_NEAREST_MIPMAP_LINEAR, GL_LINEAR),
         "nLL repeat,repeat,repeat lod 0-16"},
        {"trilinear", Case().filters(kMips, GL_LINEAR), "LLL repeat,repeat,repeat lod 0-16"},
        {"no linear feature: nearest, levels stay",
         Case().filters(kMips, GL_LINEAR).with(unfilterable),
         "nnn repeat,repeat,repeat lod 0-16"},
        {"no linear feature, no levels",
         Case().linear().with(unfilterable),
         "nnn repeat,repeat,repeat"},
        {"integers: nearest",
         Case().filters(kMips, GL_LINEAR).with(ints),
         "nnn repeat,repeat,repeat lod 0-16"},
        {"one level: no choice of levels",
         Case().filters(kMips, GL_LINEAR).with(oneLevel),
         "LLn repeat,repeat,repeat"},
        {"one level, mixed: the choice of filters stays",
         Case().filters(kMips, GL_NEAREST).levels(1, -3, 9).with(oneLevel),
         "Lnn repeat,repeat,repeat bias 256/256 lod 0-0.25"},
        {"multisample: nothing counts",
         Case().filters(kMips, GL_LINEAR).border(1, 0, 0, 0).with([](Case& c) {
             c.texture.multisample = true;
         }),
         "nnn repeat,repeat,repeat"},
    });
}

TEST(TranslateSampler, Depth) {
    check({
        {"filtered where the format can be",
         Case().linear().depth(true),
         "LLn repeat,repeat,repeat"},
        {"comparing", Case().linear().depth(true).compares(GL_LESS), "LLn repeat,repeat,repeat <"},
        {"no linear feature, not comparing: nearest",
         Case().filters(kMips, GL_LINEAR).depth(false),
         "nnn repeat,repeat,repeat lod 0-16"},
        {"no linear feature, comparing: linear stays",
         Case().filters(kMips, GL_LINEAR).depth(false).compares(GL_GEQUAL),
         "LLL repeat,repeat,repeat >= lod 0-16"},
        {"no linear feature, GL_CLAMP: always compares, and is clamped half way",
         Case().linear().depth(false).wraps(GL_CLAMP),
         "LLn border,repeat,repeat always s=01"},
        {"the same where samplers compare by themselves: nearest",
         Case().linear().depth(false).wraps(GL_CLAMP).with(
             [](Case& c) { c.caps.comparesByInstruction = false; }),
         "nnn edge,repeat,repeat"},
        {"the same by t alone, one filter",
         Case().filters(GL_LINEAR, GL_NEAREST).depth(false).wraps(GL_REPEAT, GL_MIRROR_CLAMP_EXT),
         "Lnn repeat,border,repeat always lod 0-0.25 t=|01|"},
        {"the same, nothing linear: nothing compares",
         Case().depth(false).wraps(GL_CLAMP),
         "nnn edge,repeat,repeat"},
        {"GL_CLAMP of r, which a 2D texture lacks",
         Case().linear().depth(false).wraps(GL_REPEAT, GL_REPEAT, GL_CLAMP),
         "nnn repeat,repeat,repeat"},
        {"GL_CLAMP, comparing: as asked for",
         Case().linear().depth(false).wraps(GL_CLAMP).compares(GL_NEVER),
         "LLn border,repeat,repeat never s=01"},
        {"GL_CLAMP where the format can be filtered: no comparison",
         Case().linear().depth(true).wraps(GL_CLAMP),
         "LLn border,repeat,repeat s=01"},
        {"a color texture compares nothing",
         Case().linear().compares(GL_LESS),
         "LLn repeat,repeat,repeat"},
        {"an unfilterable color texture neither",
         Case().linear().compares(GL_LESS).wraps(GL_CLAMP).with(
             [](Case& c) { c.texture.linear = false; }),
         "nnn edge,repeat,repeat"},
        {"not comparing, the function has no effect",
         Case().depth(true).with([](Case& c) { c.p.compareFunc = GL_GREATER; }),
         "nnn repeat,repeat,repeat"},
        {"stencil is integers: nothing compares, nothing is filtered",
         Case().linear().compares(GL_LESS).borderInts(300, 7, 7, 7).with([](Case& c) {
             c.texture.numeric = Numeric::Uint;
             c.texture.stored = c.texture.view = kRed;
         }),
         "nnn border,repeat,repeat (255 255 255 255) ints"},
    });
    for (uint32_t i = 0; i < 8; ++i) { // VK_COMPARE_OP_NEVER … ALWAYS, in GL's order.
        const Case c = Case().depth(true).compares(GL_NEVER + i);
        EXPECT_EQ(i, translateSampler(c.p, c.unit, c.texture, c.caps).key.compareOp);
    }
}

TEST(TranslateSampler, Wraps) {
    const auto poor = [](Case& c) { c.caps.mirrorClampToEdge = false; };
    const auto volume = [](Case& c) { c.texture.coordinates = 3; };
    const auto line = [](Case& c) { c.texture.coordinates = 1; };
    check({
        {"the plain ones",
         Case().wraps(GL_MIRRORED_REPEAT, GL_CLAMP_TO_EDGE, GL_CLAMP_TO_BORDER).with(volume),
         "nnn mirror,edge,border"},
        {"once", Case().wraps(GL_MIRROR_CLAMP_TO_EDGE), "nnn once,repeat,repeat"},
        {"once, by the shader",
         Case().wraps(GL_MIRROR_CLAMP_TO_EDGE, GL_MIRROR_CLAMP_TO_EDGE).with(poor),
         "nnn edge,edge,repeat s=|| t=||"},
        {"once, to the border",
         Case().wraps(GL_MIRROR_CLAMP_TO_BORDER_EXT),
         "nnn border,repeat,repeat s=||"},
        {"halfway, nearest", Case().wraps(GL_CLAMP), "nnn edge,repeat,repeat"},
        {"halfway, linear", Case().linear().wraps(GL_CLAMP), "LLn border,repeat,repeat s=01"},
        {"halfway, the minifying filter is linear",
         Case().filters(GL_LINEAR, GL_NEAREST).wraps(GL_CLAMP),
         "Lnn border,repeat,repeat lod 0-0.25 s=01"},
        {"halfway, the other one, of the same level",
         Case().filters(GL_NEAREST, GL_LINEAR).wraps(GL_CLAMP),
         "nLn border,repeat,repeat lod 0-0.25 s=01"},
        {"halfway, the other one, of one level among many",
         Case().filters(GL_NEAREST_MIPMAP_NEAREST, GL_LINEAR).wraps(GL_CLAMP),
         "nLn edge,repeat,repeat lod 0-16"},
        {"halfway, no linear feature",
         Case().linear().wraps(GL_CLAMP).with([](Case& c) { c.texture.linear = false; }),
         "nnn edge,repeat,repeat"},
        {"once and halfway, nearest", Case().wraps(GL_MIRROR_CLAMP_EXT), "nnn once,repeat,repeat"},
        {"once and halfway, linear",
         Case().linear().wraps(GL_MIRROR_CLAMP_EXT, GL_CLAMP),
         "LLn border,border,repeat s=|01| t=01"},
        {"once and halfway, nearest, by the shader",
         Case().wraps(GL_MIRROR_CLAMP_EXT).with(poor),
         "nnn edge,repeat,repeat s=||"},
        {"all three",
         Case().linear().wraps(GL_CLAMP, GL_CLAMP, GL_CLAMP).with(volume),
         "LLn border,border,border s=01 t=01 r=01"},
        {"what a 2D texture lacks",
         Case().wraps(GL_REPEAT, GL_REPEAT, GL_CLAMP_TO_BORDER),
         "nnn repeat,repeat,repeat"},
        {"what a 1D texture lacks",
         Case().linear().wraps(GL_REPEAT, GL_CLAMP, GL_MIRRORED_REPEAT).with(line),
         "LLn repeat,repeat,repeat"},
    });
}

TEST(TranslateSampler, CubeMaps) {
    const auto seams = [](Case& c) { c.unit.seamlessCubes = false; };
    check({
        {"seamless: wraps have no effect",
         Case().linear().cube().wraps(GL_CLAMP, GL_CLAMP_TO_BORDER, GL_MIRRORED_REPEAT),
         "LLn repeat,repeat,repeat"},
        {"with seams",
         Case().linear().cube().wraps(GL_CLAMP_TO_EDGE, GL_CLAMP).with(seams),
         "LLn edge,border,repeat seams t=01"},
        {"the sampler's own parameter",
         Case().linear().cube().wraps(GL_CLAMP_TO_EDGE).with(seams).with([](Case& c) {
             c.p.seamlessCube = true;
         }),
         "LLn repeat,repeat,repeat"},
        {"the device cannot",
         Case().linear().cube().wraps(GL_CLAMP_TO_EDGE).with(seams).with([](Case& c) {
             c.caps.seams = false;
         }),
         "LLn repeat,repeat,repeat"},
        {"no cube map", Case().wraps(GL_CLAMP_TO_EDGE).with(seams), "nnn edge,repeat,repeat"},
    });
}

TEST(TranslateSampler, BorderColors) {
    const auto noCustom = [](Case& c) { c.caps.customBorder = false; };
    const auto numeric = [](Numeric n, uint8_t bits = 8) {
        return [=](Case& c) {
            c.texture.numeric = n;
            c.texture.bits = bits;
        };
    };
    check({
        {"transparent black", Case().border(0, 0, 0, 0), "nnn border,repeat,repeat"},
        {"opaque black", Case().border(0, 0, 0, 1), "nnn border,repeat,repeat opaque"},
        {"white", Case().border(1, 1, 1, 1), "nnn border,repeat,repeat white"},
        {"minus zero is zero",
         Case().border(-0.0f, 0, -0.0f, 1),
         "nnn border,repeat,repeat opaque"},
        {"custom", Case().border(0.5f, 0.25f, 0, 1), "nnn border,repeat,repeat (0.5 0.25 0 1)"},
        {"read by no wrap",
         Case().border(0.5f, 0.25f, 0, 1).wraps(GL_REPEAT),
         "nnn repeat,repeat,repeat"},
        {"read by one that the texture lacks",
         Case().border(0.5f, 0, 0, 1).wraps(GL_REPEAT, GL_REPEAT, GL_CLAMP_TO_BORDER),
         "nnn repeat,repeat,repeat"},
        {"fixed point is clamped: white",
         Case().border(7, 1, 1, 2),
         "nnn border,repeat,repeat white"},
        {"fixed point is clamped",
         Case().border(-1, 0.5f, 3, 1),
         "nnn border,repeat,repeat (0 0.5 1 1)"},
        {"signed fixed point",
         Case().border(-3, -0.5f, 3, 1).with(numeric(Numeric::Snorm)),
         "nnn border,repeat,repeat (-1 -0.5 1 1)"},
        {"sRGB is linear here",
         Case().border(0.5f, 2, 0, 1).with(numeric(Numeric::Srgb)),
         "nnn border,repeat,repeat (0.5 1 0 1)"},
        {"floats stay",
         Case().border(-3, 70000, 0, 1).with(numeric(Numeric::Float)),
         "nnn border,repeat,repeat (-3 70000 0 1)"},
        {"floats without sign",
         Case().border(-3, 7, 0, 1).with(numeric(Numeric::Float)).with([](Case& c) {
             c.texture.nonNegative = true;
         }),
         "nnn border,repeat,repeat (0 7 0 1)"},
        {"integers, zeros",
         Case().borderInts(0, 0, 0, 0).with(numeric(Numeric::Uint)),
         "nnn border,repeat,repeat ints"},
        {"integers, ones",
         Case().borderInts(1, 1, 1, 1).with(numeric(Numeric::Sint)),
         "nnn border,repeat,repeat white ints"},
        {"integers, opaque",
         Case().borderInts(0, 0, 0, 1).with(numeric(Numeric::Uint)),
         "nnn border,repeat,repeat opaque ints"},
        {"integers of eight bits",
         Case().borderInts(255, 256, -1, 3).with(numeric(Numeric::Uint)),
         "nnn border,repeat,repeat (255 255 255 3) ints"},
        {"of ten bits, alpha of two",
         Case().borderInts(1023, 1024, 1, 4).with(numeric(Numeric::Uint, 10)).with([](Case& c) {
             c.texture.alphaBits = 2;
         }),
         "nnn border,repeat,repeat (1023 1023 1 3) ints"},
        {"signed ones",
         Case().borderInts(-129, 128, -1, 3).with(numeric(Numeric::Sint)),
         "nnn border,repeat,repeat (-128 127 -1 3) ints"},
        {"of 32 bits",
         Case().borderInts(-2147483647, 2147483647, 0, 9).with(numeric(Numeric::Sint, 32)),
         "nnn border,repeat,repeat (-2147483647 2147483647 0 9) ints"},
        {"ones as floats are not ones as integers",
         Case().border(1, 1, 1, 1).with(numeric(Numeric::Uint, 32)),
         "nnn border,repeat,repeat (1065353216 1065353216 1065353216 1065353216) ints"},
        {"luminance",
         Case().border(0.5f, 0.1f, 0.2f, 0.3f).stored(kLuminance),
         "nnn border,repeat,repeat (0.5 0.5 0.5 0.5)"},
        {"luminance of one is white",
         Case().border(1, 0, 0, 0).stored(kLuminance),
         "nnn border,repeat,repeat white"},
        {"luminance of zero is black",
         Case().border(0, 1, 1, 1).stored(kLuminance),
         "nnn border,repeat,repeat"},
        {"alpha",
         Case().border(0.5f, 0.1f, 0.2f, 0.3f).stored(kAlpha),
         "nnn border,repeat,repeat (0.3 0.3 0.3 0.3)"},
        {"luminance and alpha",
         Case().border(0.5f, 0.1f, 0.2f, 0.3f).stored(kLuminanceAlpha),
         "nnn border,repeat,repeat (0.5 0.3 0.5 0.5)"},
        {"intensity",
         Case().border(0.5f, 0.1f, 0.2f, 0.3f).stored(kIntensity),
         "nnn border,repeat,repeat (0.5 0.5 0.5 0.5)"},
        {"RGB has no alpha", Case().border(0, 0, 0, 0.7f).stored(kRgb), "nnn border,repeat,repeat"},
        {"RGB white, whatever its alpha",
         Case().border(1, 1, 1, 0).stored(kRgb),
         "nnn border,repeat,repeat white"},
        {"depth", Case().border(1, 0.5f, 0, 0).depth(true), "nnn border,repeat,repeat white"},
        {"depth, clamped", Case().border(-2, 0.5f, 0, 0).depth(true), "nnn border,repeat,repeat"},
        {"a swizzle that reads one component",
         Case().border(0.1f, 0.2f, 1, 0.3f).with([](Case& c) {
             c.texture.view = {Channel::B, Channel::B, Channel::Zero, Channel::One};
         }),
         "nnn border,repeat,repeat white"},
        {"a swizzle that reads none",
         Case().border(0.1f, 0.2f, 1, 0.3f).with([](Case& c) {
             c.texture.view = {Channel::One, Channel::One, Channel::Zero, Channel::One};
         }),
         "nnn border,repeat,repeat"},
        {"no custom colors: white",
         Case().border(0.9f, 0.9f, 0.8f, 1).with(noCustom),
         "nnn border,repeat,repeat white"},
        {"no custom colors: opaque black",
         Case().border(0.1f, 0, 0, 1).with(noCustom),
         "nnn border,repeat,repeat opaque"},
        {"no custom colors: nothing",
         Case().border(0.1f, 0, 0, 0.25f).with(noCustom),
         "nnn border,repeat,repeat"},
        {"no custom colors: only what is seen counts",
         Case().border(0, 0, 0, 0.9f).stored(kAlpha).with(noCustom),
         "nnn border,repeat,repeat white"},
        {"no custom colors: integers",
         Case().borderInts(-7, -7, -7, 9).with(noCustom).with(numeric(Numeric::Sint)),
         "nnn border,repeat,repeat opaque ints"},
    });
}

TEST(TranslateSampler, BordersAndViews) {
    const auto none = [](Case& c) { c.caps.borderSwizzle = BorderSwizzle::None; };
    const auto sampler = [](Case& c) { c.caps.borderSwizzle = BorderSwizzle::Sampler; };
    const auto formatted = [](Case& c) {
        c.caps.borderNeedsFormat = true;
        c.texture.format = VK_FORMAT_R8G8B8A8_UNORM;
    };
    const auto swizzled = [](Case& c) {
        c.texture.view = {Channel::G, Channel::One, Channel::R, Channel::Zero};
    };
    check({
        {"the view's swizzle is applied",
         Case().border(0.5f, 0.25f, 0.125f, 0).with(swizzled),
         "nnn border,repeat,repeat (0.5 0.25 0.5 0.5)"},
        {"the view's swizzle is not applied",
         Case().border(0.5f, 0.25f, 0.125f, 0).with(swizzled).with(none),
         "nnn border,repeat,repeat (0.25 1 0.5 0)"},
        {"not applied: luminance",
         Case().border(0.5f, 0.25f, 0.125f, 0).stored(kLuminance).with(none),
         "nnn border,repeat,repeat (0.5 0.5 0.5 1)"},
        {"not applied: alpha",
         Case().border(0.5f, 0.25f, 0.125f, 1).stored(kAlpha).with(none),
         "nnn border,repeat,repeat opaque"},
        {"not applied: red of integers",
         Case().borderInts(5, 6, 7, 8).stored(kRed).with(none).with([](Case& c) {
             c.texture.numeric = Numeric::Uint;
         }),
         "nnn border,repeat,repeat (5 0 0 1) ints"},
        {"the sampler says the swizzle",
         Case().border(0.5f, 0.25f, 0.125f, 0).with(swizzled).with(sampler),
         "nnn border,repeat,repeat (0.5 0.25 0.5 0.5) view g1r0"},
        {"standard colors are swizzled as well",
         Case().border(1, 1, 1, 1).with(swizzled).with(sampler),
         "nnn border,repeat,repeat white view g1r0"},
        {"without a border it has nothing to say",
         Case().with(swizzled).with(sampler),
         "nnn repeat,repeat,repeat"},
        {"a custom border is of one format",
         Case().border(0.5f, 0.25f, 0.125f, 0).with(formatted),
         "nnn border,repeat,repeat (0.5 0.25 0.125 0) format 37"},
        {"a standard one is of any",
         Case().border(1, 1, 1, 1).with(formatted),
         "nnn border,repeat,repeat white"},
    });
}

TEST(TranslateSampler, LevelsOfDetail) {
    const auto mips = [] { return Case().filters(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST); };
    const auto unit = [](float bias) { return [=](Case& c) { c.unit.lodBias = bias; }; };
    check({
        {"bias, and every level",
         mips().levels(1.5f, -1000, 1000),
         "nnn repeat,repeat,repeat bias 384/256 lod 0-16"},
        {"the unit's bias is added",
         mips().levels(1.5f, -1000, 1000).with(unit(-2)),
         "nnn repeat,repeat,repeat bias -128/256 lod 0-16"},
        {"the sum is clamped, not its parts",
         mips().levels(100, -1000, 1000).with(unit(-99)),
         "nnn repeat,repeat,repeat bias 256/256 lod 0-16"},
        {"the most",
         mips().levels(100, -1000, 1000),
         "nnn repeat,repeat,repeat bias 1024/256 lod 0-16"},
        {"the least",
         mips().levels(-100, -1000, 1000),
         "nnn repeat,repeat,repeat bias -1024/256 lod 0-16"},
        {"rounded",
         mips().levels(0.9999f, -1000, 1000),
         "nnn repeat,repeat,repeat bias 256/256 lod 0-16"},
        {"rounded to nothing",
         mips().levels(0.001f, -1000, 1000),
         "nnn repeat,repeat,repeat lod 0-16"},
        {"no number", mips().levels(NAN, NAN, 1000), "nnn repeat,repeat,repeat lod 0-16"},
        {"a range", mips().levels(0, 1, 2.25f), "nnn repeat,repeat,repeat lod 1-2.25"},
        {"swapped", mips().levels(0, 3, 1), "nnn repeat,repeat,repeat lod 1-3"},
        {"below zero", mips().levels(0, -5, -2), "nnn repeat,repeat,repeat"},
        {"without levels nothing of it has an effect",
         Case().linear().levels(2, 1, 3),
         "LLn repeat,repeat,repeat"},
        {"… but on which filter is taken",
         Case().filters(GL_LINEAR, GL_NEAREST).levels(-1, -2, 7),
         "Lnn repeat,repeat,repeat bias -256/256 lod 0-0.25"},
        {"… always the minifying one",
         Case().filters(GL_LINEAR, GL_NEAREST).levels(0, 2, 7),
         "Lnn repeat,repeat,repeat lod 0.25-0.25"},
        {"… never",
         Case().filters(GL_LINEAR, GL_NEAREST).levels(0, -2, 0),
         "Lnn repeat,repeat,repeat"},
    });
}

TEST(TranslateSampler, Anisotropy) {
    const auto by = [](float degrees, float most = 16) {
        return [=](Case& c) {
            c.p.maxAnisotropy = degrees;
            c.caps.maxAnisotropy = most;
        };
    };
    const auto mips = [] { return Case().filters(kMips, GL_LINEAR); };
    check({
        {"off", mips().with(by(1)), "LLL repeat,repeat,repeat lod 0-16"},
        {"eight", mips().with(by(8)), "LLL repeat,repeat,repeat x8 lod 0-16"},
        {"whole degrees", mips().with(by(2.75f)), "LLL repeat,repeat,repeat x2 lod 0-16"},
        {"less than two is off", mips().with(by(1.5f)), "LLL repeat,repeat,repeat lod 0-16"},
        {"the device's most", mips().with(by(8, 4)), "LLL repeat,repeat,repeat x4 lod 0-16"},
        {"sixteen is enough", mips().with(by(64, 64)), "LLL repeat,repeat,repeat x16 lod 0-16"},
        {"the device cannot", mips().with(by(8, 1)), "LLL repeat,repeat,repeat lod 0-16"},
        {"nearest: no effect", Case().with(by(8)), "nnn repeat,repeat,repeat"},
        {"unfilterable: no effect",
         mips().with(by(8)).with([](Case& c) { c.texture.linear = false; }),
         "nnn repeat,repeat,repeat lod 0-16"},
    });
}

TEST(TranslateSampler, Reduction) {
    const auto to = [](GLenum mode) { return [=](Case& c) { c.p.reductionMode = mode; }; };
    check({
        {"minimum", Case().linear().with(to(GL_MIN)), "LLn repeat,repeat,repeat min"},
        {"maximum, between levels",
         Case().filters(GL_NEAREST_MIPMAP_LINEAR, GL_NEAREST).with(to(GL_MAX)),
         "nnL repeat,repeat,repeat max lod 0-16"},
        {"nearest: no effect", Case().with(to(GL_MIN)), "nnn repeat,repeat,repeat"},
        {"comparing: no effect",
         Case().linear().depth(true).compares(GL_LESS).with(to(GL_MIN)),
         "LLn repeat,repeat,repeat <"},
        {"depth", Case().linear().depth(true).with(to(GL_MAX)), "LLn repeat,repeat,repeat max"},
        {"the format cannot",
         Case().linear().with(to(GL_MIN)).with([](Case& c) { c.texture.minmax = false; }),
         "LLn repeat,repeat,repeat"},
        {"the device cannot",
         Case().linear().with(to(GL_MIN)).with([](Case& c) { c.caps.minmax = false; }),
         "LLn repeat,repeat,repeat"},
        {"integers: no effect",
         Case().linear().with(to(GL_MIN)).with([](Case& c) { c.texture.numeric = Numeric::Uint; }),
         "nnn repeat,repeat,repeat"},
    });
}

TEST(TranslateSampler, NearestStandardBorder) {
    const auto nearest = [](const Case& c) {
        return words(
            {withStandardBorder(translateSampler(c.p, c.unit, c.texture, c.caps).key), {}});
    };
    EXPECT_EQ("nnn border,repeat,repeat white", nearest(Case().border(0.9f, 0.9f, 0.8f, 1)));
    EXPECT_EQ("nnn border,repeat,repeat opaque", nearest(Case().border(0.2f, 0, 0, 1)));
    EXPECT_EQ("nnn border,repeat,repeat", nearest(Case().border(0, 0, 0, 0.2f).stored(kAlpha)));
    EXPECT_EQ("nnn border,repeat,repeat white",
              nearest(Case().border(0, 0, 0, 0.8f).stored(kAlpha)))
        << "unseen components do not count";
}

} // namespace

} // namespace glvk
