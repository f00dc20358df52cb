// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "reference.h"

#include <algorithm>
#include <cmath>

namespace reference {

namespace {

/// u in texels as the wrap modes that clamp leave it; N is the size. The others work on texels.
double wrapCoordinate(GLenum wrap, double u, int size) {
    const double n = size;
    switch (wrap) {
    case GL_CLAMP: // s is clamped to [0, 1].
        return std::clamp(u, 0.0, n);
    case GL_CLAMP_TO_EDGE: // to [1/2N, 1 − 1/2N]
        return std::clamp(u, 0.5, n - 0.5);
    case GL_CLAMP_TO_BORDER: // to [−1/2N, 1 + 1/2N]
        return std::clamp(u, -0.5, n + 0.5);
    case GL_MIRROR_CLAMP_EXT: // EXT_texture_mirror_clamp: min(1, max(1/2N, |s|))
        return std::min(n, std::max(0.5, std::abs(u)));
    case GL_MIRROR_CLAMP_TO_EDGE:
        return std::min(n - 0.5, std::max(0.5, std::abs(u)));
    case GL_MIRROR_CLAMP_TO_BORDER_EXT:
        return std::min(n + 0.5, std::max(0.5, std::abs(u)));
    default:
        return u;
    }
}

constexpr int kBorder = -1;

int modulo(int a, int b) {
    return ((a % b) + b) % b;
}

/// The texel that index i stands for, or kBorder.
int wrapTexel(GLenum wrap, int i, int size, bool linear) {
    const bool inside = i >= 0 && i < size;
    switch (wrap) {
    case GL_REPEAT:
        return modulo(i, size);
    case GL_MIRRORED_REPEAT: {
        const int at = modulo(i, 2 * size);
        return at < size ? at : 2 * size - 1 - at;
    }
    case GL_CLAMP_TO_BORDER:
        return inside ? i : kBorder;
    case GL_CLAMP: // At s = 1 GL_NEAREST takes the last texel.
        return inside ? i : linear ? kBorder : std::clamp(i, 0, size - 1);
    case GL_MIRROR_CLAMP_EXT:
        return i < 0 ? 0 : inside ? i : linear ? kBorder : size - 1;
    case GL_MIRROR_CLAMP_TO_BORDER_EXT:
        return i < 0 ? 0 : inside ? i : kBorder;
    default:
        return std::clamp(i, 0, size - 1);
    }
}

/// The texels that one coordinate meets.
struct Footprint {
    std::array<int, 2> index{};
    std::array<double, 2> weight{1, 0};
};

Footprint footprint(double u, bool linear, double displacement) {
    Footprint result;
    const double at = u + displacement - (linear ? 0.5 : 0.0);
    const double floor = std::floor(at);
    result.index = {int(floor), int(floor) + 1};
    if (linear) {
        result.weight = {1 - (at - floor), at - floor};
    }
    return result;
}

struct FaceCoordinates {
    int face;
    double s, t; ///< In [0, 1].
};

/// Table 8.19.
FaceCoordinates faceOf(double x, double y, double z) {
    const double ax = std::abs(x), ay = std::abs(y), az = std::abs(z);
    double sc, tc, ma;
    int face;
    if (ax >= ay && ax >= az) {
        face = x >= 0 ? 0 : 1;
        sc = x >= 0 ? -z : z;
        tc = -y;
        ma = ax;
    } else if (ay >= az) {
        face = y >= 0 ? 2 : 3;
        sc = x;
        tc = y >= 0 ? z : -z;
        ma = ay;
    } else {
        face = z >= 0 ? 4 : 5;
        sc = z >= 0 ? x : -x;
        tc = -y;
        ma = az;
    }
    return {face, (sc / ma + 1) / 2, (tc / ma + 1) / 2};
}

/// The direction of a point of a face; sc and tc in [−1, 1].
std::array<double, 3> directionOf(int face, double sc, double tc, double ma) {
    switch (face) {
    case 0:
        return {ma, -tc, -sc};
    case 1:
        return {-ma, -tc, sc};
    case 2:
        return {sc, ma, tc};
    case 3:
        return {sc, -ma, -tc};
    case 4:
        return {sc, -tc, ma};
    default:
        return {-sc, -tc, -ma};
    }
}

/// A texel beyond one edge of a face: the cube is folded at the edge, so that what is half a texel
/// beyond it lies half a texel down the next face.
Vec4 texelAround(const Level& level, int layer, int face, int i, int j) {
    const double n = level.width;
    double sc = (2 * (i + 0.5)) / n - 1;
    double tc = (2 * (j + 0.5)) / n - 1;
    double ma = 1;
    for (double* c : {&sc, &tc}) {
        if (std::abs(*c) > 1) {
            ma = 1 - (std::abs(*c) - 1);
            *c = *c > 0 ? 1 : -1;
        }
    }
    const auto d = directionOf(face, sc, tc, ma);
    const FaceCoordinates there = faceOf(d[0], d[1], d[2]);
    const int last = level.width - 1;
    return level.at(std::clamp(int(std::floor(there.s * n)), 0, last),
                    std::clamp(int(std::floor(there.t * n)), 0, last),
                    layer * 6 + there.face);
}

/// A lookup as it goes on: what all texels of it have in common.
class Lookup {
public:
    Lookup(const Texture& texture,
           const Sampler& sampler,
           const Position& position,
           const Displacement& displacement)
        : m_texture(texture),
          m_sampler(sampler),
          m_position(position),
          m_displacement(displacement) {}

    Vec4 filtered() const;

private:
    struct Taps {
        std::array<Vec4, 16> value;
        std::array<double, 16> weight;
        int count = 0;
        void add(const Vec4& v, double w) {
            value[size_t(count)] = v;
            weight[size_t(count++)] = w;
        }
    };

    void addLevel(Taps& taps, int level, bool linear, double weight) const;
    void addCube(Taps& taps, const Level& level, bool linear, double weight) const;
    void addGrid(Taps& taps,
                 const Level& level,
                 const std::array<double, 3>& coords,
                 int dimensions,
                 int slice,
                 bool linear,
                 double weight) const;
    /// Compared, if this lookup compares.
    Vec4 texel(const Vec4& stored) const;
    Vec4 border() const;
    Vec4 reduce(const Taps& taps) const;

    const Texture& m_texture;
    const Sampler& m_sampler;
    const Position& m_position;
    const Displacement& m_displacement;
};

Vec4 Lookup::texel(const Vec4& stored) const {
    if (m_sampler.compareFunc == GL_NONE) {
        return stored;
    }
    const double r =
        m_texture.fixedDepth ? std::clamp(m_position.reference, 0.0, 1.0) : m_position.reference;
    return {compares(m_sampler.compareFunc, r, stored[0]) ? 1.0 : 0.0, 0, 0, 0};
}

/// The colour as a texel of the base format: which of its components count follows from that, and
/// they are clamped to what the format can represent.
Vec4 Lookup::border() const {
    Vec4 color = m_sampler.border;
    for (size_t i = 0; i < 4; ++i) {
        color[i] = std::clamp(color[i], m_texture.low[i], m_texture.high[i]);
    }
    return texel(color);
}

void Lookup::addGrid(Taps& taps,
                     const Level& level,
                     const std::array<double, 3>& coords,
                     int dimensions,
                     int slice,
                     bool linear,
                     double weight) const {
    const std::array<int, 3> size{level.width, level.height, level.depth};
    std::array<Footprint, 3> prints;
    for (size_t d = 0; d < size_t(dimensions); ++d) {
        const double u =
            coords[d] * (m_texture.target == GL_TEXTURE_RECTANGLE ? 1.0 : double(size[d])) +
            m_position.offset[d];
        prints[d] = footprint(
            wrapCoordinate(m_sampler.wrap[d], u, size[d]), linear, m_displacement.texels[d]);
    }
    const int taken = linear ? 1 << dimensions : 1;
    for (int tap = 0; tap < taken; ++tap) {
        std::array<int, 3> at{0, 0, slice};
        double w = weight;
        bool outside = false;
        for (int d = 0; d < dimensions; ++d) {
            const size_t side = size_t(tap >> d) & 1;
            const auto k = size_t(d);
            at[k] = wrapTexel(m_sampler.wrap[k], prints[k].index[side], size[k], linear);
            w *= prints[k].weight[side];
            outside = outside || at[k] == kBorder;
        }
        taps.add(outside ? border() : texel(level.at(at[0], at[1], at[2])), w);
    }
}

void Lookup::addCube(Taps& taps, const Level& level, bool linear, double weight) const {
    const Vec4& c = m_position.coords;
    const FaceCoordinates on = faceOf(c[0], c[1], c[2]);
    const int layers = level.depth / 6;
    const int layer = std::clamp(int(std::floor(c[3] + 0.5)), 0, layers - 1);
    if (!m_sampler.seamless) {
        addGrid(taps, level, {on.s, on.t, 0}, 2, layer * 6 + on.face, linear, weight);
        return;
    }
    const int n = level.width;
    const Footprint s = footprint(on.s * n, linear, m_displacement.texels[0]);
    const Footprint t = footprint(on.t * n, linear, m_displacement.texels[1]);
    for (size_t tap = 0; tap < (linear ? 4 : 1); ++tap) {
        int i = s.index[tap & 1], j = t.index[tap >> 1];
        const double w = weight * s.weight[tap & 1] * t.weight[tap >> 1];
        if (!linear) { // Within a level GL_NEAREST clamps to the edge.
            i = std::clamp(i, 0, n - 1);
            j = std::clamp(j, 0, n - 1);
        }
        const bool beyondS = i < 0 || i >= n, beyondT = j < 0 || j >= n;
        if (!beyondS || !beyondT) {
            taps.add(texel(texelAround(level, layer, on.face, i, j)), w);
            continue;
        }
        const int ci = std::clamp(i, 0, n - 1), cj = std::clamp(j, 0, n - 1);
        const std::array<Vec4, 3> three{texel(texelAround(level, layer, on.face, ci, cj)),
                                        texel(texelAround(level, layer, on.face, i, cj)),
                                        texel(texelAround(level, layer, on.face, ci, j))};
        if (m_displacement.corner >= 0) {
            taps.add(three[size_t(m_displacement.corner)], w);
            continue;
        }
        Vec4 mean{};
        for (const Vec4& one : three) {
            for (size_t k = 0; k < 4; ++k) {
                mean[k] += one[k] / 3;
            }
        }
        taps.add(mean, w);
    }
}

void Lookup::addLevel(Taps& taps, int index, bool linear, double weight) const {
    const Level& level = m_texture.levels[size_t(index)];
    const Vec4& c = m_position.coords;
    if (isCube(m_texture.target)) {
        addCube(taps, level, linear, weight);
        return;
    }
    const auto layer = [&](double coordinate, int layers) {
        return std::clamp(int(std::floor(coordinate + 0.5)), 0, layers - 1);
    };
    switch (m_texture.target) {
    case GL_TEXTURE_1D_ARRAY:
        addGrid(taps, level, {c[0], 0, 0}, 1, layer(c[1], level.depth), linear, weight);
        break;
    case GL_TEXTURE_2D_ARRAY:
        addGrid(taps, level, {c[0], c[1], 0}, 2, layer(c[2], level.depth), linear, weight);
        break;
    default:
        addGrid(taps, level, {c[0], c[1], c[2]}, dimensions(m_texture.target), 0, linear, weight);
    }
}

/// ARB_texture_filter_minmax: over the texels whose weights are not zero.
Vec4 Lookup::reduce(const Taps& taps) const {
    Vec4 result{};
    bool first = true;
    for (int tap = 0; tap < taps.count; ++tap) {
        const Vec4& value = taps.value[size_t(tap)];
        const double weight = taps.weight[size_t(tap)];
        if (m_sampler.reduction != GL_WEIGHTED_AVERAGE_ARB && weight == 0) {
            continue;
        }
        for (size_t k = 0; k < 4; ++k) {
            switch (m_sampler.reduction) {
            case GL_MIN:
                result[k] = first ? value[k] : std::min(result[k], value[k]);
                break;
            case GL_MAX:
                result[k] = first ? value[k] : std::max(result[k], value[k]);
                break;
            default:
                result[k] += weight * value[k];
            }
        }
        first = false;
    }
    return result;
}

Vec4 Lookup::filtered() const {
    const int base = m_texture.baseLevel;
    const int last = std::min(m_texture.maxLevel, int(m_texture.levels.size()) - 1); // q
    const double biased = m_position.lod + m_sampler.lodBias;
    // Equation 8.8.
    const double lambda =
        std::clamp(biased, m_sampler.minLod, m_sampler.maxLod) + m_displacement.lod;
    const bool magLinear = m_sampler.magFilter == GL_LINEAR;
    const bool minNearest = m_sampler.minFilter == GL_NEAREST_MIPMAP_NEAREST ||
                            m_sampler.minFilter == GL_NEAREST_MIPMAP_LINEAR;
    const double c = magLinear && minNearest ? 0.5 : 0;
    Taps taps;
    if (lambda <= c) {
        addLevel(taps, base, magLinear, 1);
        return reduce(taps);
    }
    const double level = base + lambda;
    switch (m_sampler.minFilter) {
    case GL_NEAREST:
    case GL_LINEAR:
        addLevel(taps, base, m_sampler.minFilter == GL_LINEAR, 1);
        break;
    case GL_NEAREST_MIPMAP_NEAREST:
    case GL_LINEAR_MIPMAP_NEAREST: {
        const int d = lambda <= 0.5 ? base : int(std::ceil(level + 0.5)) - 1;
        addLevel(taps, std::min(d, last), m_sampler.minFilter == GL_LINEAR_MIPMAP_NEAREST, 1);
        break;
    }
    default: {
        const bool linear = m_sampler.minFilter == GL_LINEAR_MIPMAP_LINEAR;
        const int first = level >= last ? last : int(std::floor(level));
        const int second = level >= last ? last : first + 1;
        const double fraction = level - std::floor(level);
        addLevel(taps, first, linear, 1 - fraction);
        addLevel(taps, second, linear, fraction);
    }
    }
    return reduce(taps);
}

double swizzled(const Vec4& color, GLenum source) {
    switch (source) {
    case GL_RED:
        return color[0];
    case GL_GREEN:
        return color[1];
    case GL_BLUE:
        return color[2];
    case GL_ALPHA:
        return color[3];
    default:
        return source == GL_ONE ? 1 : 0;
    }
}

} // namespace

int dimensions(GLenum target) {
    switch (target) {
    case GL_TEXTURE_1D:
    case GL_TEXTURE_1D_ARRAY:
        return 1;
    case GL_TEXTURE_3D:
        return 3;
    default:
        return 2;
    }
}

bool isCube(GLenum target) {
    return target == GL_TEXTURE_CUBE_MAP || target == GL_TEXTURE_CUBE_MAP_ARRAY;
}

bool compares(GLenum func, double reference, double texel) {
    switch (func) {
    case GL_LEQUAL:
        return reference <= texel;
    case GL_GEQUAL:
        return reference >= texel;
    case GL_LESS:
        return reference < texel;
    case GL_GREATER:
        return reference > texel;
    case GL_EQUAL:
        return reference == texel;
    case GL_NOTEQUAL:
        return reference != texel;
    default:
        return func == GL_ALWAYS;
    }
}

Vec4 asRgba(Base base, const Vec4& t, GLenum depthMode) {
    switch (base) {
    case Base::Red:
    case Base::Stencil:
        return {t[0], 0, 0, 1};
    case Base::Rg:
        return {t[0], t[1], 0, 1};
    case Base::Rgb:
        return {t[0], t[1], t[2], 1};
    case Base::Rgba:
        return t;
    case Base::Luminance:
        return {t[0], t[0], t[0], 1};
    case Base::LuminanceAlpha:
        return {t[0], t[0], t[0], t[3]};
    case Base::Alpha:
        return {0, 0, 0, t[3]};
    case Base::Intensity:
        return {t[0], t[0], t[0], t[0]};
    case Base::Depth:
        break;
    }
    const Base shown = depthMode == GL_LUMINANCE   ? Base::Luminance
                       : depthMode == GL_INTENSITY ? Base::Intensity
                       : depthMode == GL_ALPHA     ? Base::Alpha
                                                   : Base::Red;
    return asRgba(shown, {t[0], 0, 0, t[0]}, GL_NONE);
}

Vec4 sample(const Texture& texture,
            const Sampler& sampler,
            const Position& position,
            const Displacement& displacement) {
    const Vec4 color = asRgba(texture.base,
                              Lookup(texture, sampler, position, displacement).filtered(),
                              texture.depthMode);
    Vec4 result;
    for (size_t i = 0; i < 4; ++i) {
        result[i] = swizzled(color, texture.swizzle[i]);
    }
    return result;
}

} // namespace reference
