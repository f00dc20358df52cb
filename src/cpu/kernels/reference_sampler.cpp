// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/reference_sampler.h"

#include <algorithm>
#include <cmath>

namespace cpu::kernels::reference {
namespace {

bool isCube(const Image& image) {
    return image.type == ViewType::Cube || image.type == ViewType::CubeArray;
}

int axesOf(const Image& image) {
    switch (image.type) {
    case ViewType::D1:
    case ViewType::D1Array:
        return 1;
    case ViewType::D3:
        return 3;
    default:
        return 2;
    }
}

int sizeOf(const Image& image, int level, int axis) {
    const int base = axis == 0 ? image.width_px : axis == 1 ? image.height_px : image.depth_px;
    return std::max(1, base >> level);
}

Color scaled(const Color& c, double by) {
    return {c[0] * by, c[1] * by, c[2] * by, c[3] * by};
}

Color sum(const Color& a, const Color& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
}

/// "Cube Map Face Selection": one row of the table.
struct FaceRow {
    int major;   ///< Axis of rc.
    double sign; ///< Of rc.
    int sAxis;
    double sSign;
    int tAxis;
    double tSign;
};
constexpr FaceRow kFaces[6] = {
    {0, 1, 2, -1, 1, -1},
    {0, -1, 2, 1, 1, -1},
    {1, 1, 0, 1, 2, 1},
    {1, -1, 0, 1, 2, -1},
    {2, 1, 0, 1, 1, -1},
    {2, -1, 0, -1, 1, -1},
};

using Vector = std::array<double, 3>;

int faceOf(const Vector& r) {
    const double x = std::abs(r[0]), y = std::abs(r[1]), z = std::abs(r[2]);
    if (z >= x && z >= y) {
        return r[2] < 0 ? 5 : 4;
    }
    if (y >= x) {
        return r[1] < 0 ? 3 : 2;
    }
    return r[0] < 0 ? 1 : 0;
}

std::array<double, 2> faceCoordinates(int face, const Vector& r) {
    const FaceRow& row = kFaces[face];
    const double rc = std::abs(r[row.major]);
    return {0.5 * row.sSign * r[row.sAxis] / rc + 0.5, 0.5 * row.tSign * r[row.tAxis] / rc + 0.5};
}

/// "Cube Map Derivative Transformation".
Vector faceDerivative(int face, const Vector& r, const Vector& d) {
    const FaceRow& row = kFaces[face];
    const double rc = std::abs(r[row.major]);
    const double drc = d[row.major] * row.sign;
    const double sc = row.sSign * r[row.sAxis], dsc = row.sSign * d[row.sAxis];
    const double tc = row.tSign * r[row.tAxis], dtc = row.tSign * d[row.tAxis];
    return {0.5 * (rc * dsc - sc * drc) / (rc * rc), 0.5 * (rc * dtc - tc * drc) / (rc * rc), 0};
}

long mod(long a, long b) {
    return (a % b + b) % b;
}

long mirrored(long n) {
    return n >= 0 ? n : -(1 + n);
}

/// "Wrapping Operation". -1 is the border.
int wrapped(Address mode, long i, int size) {
    switch (mode) {
    case Address::Repeat:
        return int(mod(i, size));
    case Address::MirroredRepeat:
        return int((size - 1) - mirrored(mod(i, 2L * size) - size));
    case Address::ClampToEdge:
        return int(std::clamp(i, 0L, long(size) - 1));
    case Address::ClampToBorder:
        return i < 0 || i >= size ? -1 : int(i);
    case Address::MirrorClampToEdge:
        return int(std::clamp(mirrored(i), 0L, long(size) - 1));
    }
    return 0;
}

bool compared(Compare op, double reference, double d) {
    switch (op) {
    case Compare::Never:
        return false;
    case Compare::Less:
        return reference < d;
    case Compare::Equal:
        return reference == d;
    case Compare::LessOrEqual:
        return reference <= d;
    case Compare::Greater:
        return reference > d;
    case Compare::NotEqual:
        return reference != d;
    case Compare::GreaterOrEqual:
        return reference >= d;
    case Compare::Always:
        return true;
    }
    return false;
}

class Operation {
public:
    Operation(const Image& image, const Sampler& sampler, const Query& query, const Slack& slack)
        : m_image(image), m_sampler(sampler), m_query(query), m_slack(slack) {}

    std::array<double, 2> selectLevel() const;
    Color filtered() const;
    Color gathered() const;

private:
    struct Scale {
        double lambda;
        int samples;
        Vector axis;
    };
    struct Neighbourhood {
        long first[3];
        double weight[3];
        int count[3];
    };

    int layer() const;
    Scale scale() const;
    double biasedLod(double lambda) const;
    Neighbourhood neighbourhood(const Vector& uvw, int level, bool linear) const;
    bool seamless() const { return isCube(m_image) && m_sampler.seamless; }
    Color stored(int level, int layer, long i, long j, long k) const;
    Color across(int level, int firstFace, int face, long i, long j) const;
    Color tested(Color c) const;
    Color texel(int level, int face, long i, long j, long k) const;
    Color atLevel(const Vector& uvw, int level, bool linear) const;
    Color atPoint(const Vector& uvw, double d, bool linear) const;
    Color combined(const Color& a, const Color& b, double weight) const;

    const Image& m_image;
    const Sampler& m_sampler;
    const Query& m_query;
    const Slack& m_slack;
};

int Operation::layer() const {
    // Ties go to the even number, as rint() has it.
    const int count = isCube(m_image) ? m_image.layers / 6 : m_image.layers;
    switch (m_image.type) {
    case ViewType::D1Array:
    case ViewType::D2Array:
    case ViewType::CubeArray:
        return int(std::clamp(std::rint(m_query.layer), 0.0, double(count - 1)));
    default:
        return 0;
    }
}

/// "Scale Factor Operation" and "LOD Operation", before the bias.
Operation::Scale Operation::scale() const {
    Scale result{m_query.lod, 1, {}};
    if (m_query.method == SampleMethod::Lod) {
        return result;
    }
    Vector d[2] = {m_query.dx, m_query.dy};
    if (isCube(m_image)) {
        const int face = faceOf(m_query.uvw);
        for (Vector& v : d) {
            v = faceDerivative(face, m_query.uvw, v);
        }
    }
    double rho[2] = {};
    for (int i = 0; i < 2; ++i) {
        for (int axis = 0; axis < axesOf(m_image); ++axis) {
            rho[i] = std::hypot(rho[i], d[i][size_t(axis)] * sizeOf(m_image, 0, axis));
        }
    }
    const double most = std::max(rho[0], rho[1]);
    const double least = std::min(rho[0], rho[1]);
    double eta = 1;
    if (m_sampler.anisotropic && !m_image.integer && axesOf(m_image) == 2 && most > 0) {
        eta = least > 0 ? std::min(most / least, m_sampler.maxAnisotropy) : m_sampler.maxAnisotropy;
        result.samples = std::max(1, int(std::ceil(eta + m_slack.samples)));
    }
    result.axis = rho[0] >= rho[1] ? m_query.dx : m_query.dy;
    result.lambda = std::log2(most / eta);
    return result;
}

double Operation::biasedLod(double lambda) const {
    const double bias =
        m_query.method == SampleMethod::Implicit || m_query.method == SampleMethod::QueryLod
            ? m_query.lod
            : 0;
    return lambda + std::clamp(m_sampler.lodBias + bias, -16.0, 16.0) + m_slack.lod;
}

/// λ and d'.
std::array<double, 2> Operation::selectLevel() const {
    const double lambda =
        std::min(std::max(biasedLod(scale().lambda), std::max(m_sampler.minLod, m_query.minLod)),
                 m_sampler.maxLod);
    double d = std::clamp(std::max(lambda, m_image.minLod), 0.0, double(m_image.levels - 1));
    if (!m_sampler.mipLinear || m_image.integer) {
        d = std::ceil(d + 0.5) - 1;
    }
    return {lambda, d};
}

/// "Unnormalized Texel Coordinate Operations": (i, j, k) and (α, β, γ).
Operation::Neighbourhood Operation::neighbourhood(const Vector& uvw, int level, bool linear) const {
    Neighbourhood n{};
    for (int axis = 0; axis < 3; ++axis) {
        const size_t a = size_t(axis);
        n.count[axis] = 1;
        if (axis >= axesOf(m_image)) {
            continue;
        }
        double u = uvw[a];
        if (!m_sampler.unnormalized) {
            u *= sizeOf(m_image, level, axis);
        }
        u += m_slack.texels[a] - (linear ? 0.5 : 0);
        n.first[axis] = long(std::floor(u)) + m_query.offset[a];
        if (linear) {
            n.weight[axis] = u - std::floor(u);
            n.count[axis] = 2;
        }
    }
    return n;
}

Color Operation::tested(Color c) const {
    if (!m_sampler.compares || !m_query.depthReference) {
        return c;
    }
    const double reference =
        m_image.unsignedNormalized ? std::clamp(m_query.reference, 0.0, 1.0) : m_query.reference;
    return {compared(m_sampler.compare, reference, c[0]) ? 1.0 : 0.0, 0, 0, 1};
}

Color Operation::stored(int level, int layer, long i, long j, long k) const {
    int at[3];
    const long from[3] = {i, j, k};
    for (int axis = 0; axis < 3; ++axis) {
        at[axis] = 0;
        if (axis < axesOf(m_image)) {
            at[axis] =
                wrapped(m_sampler.address[size_t(axis)], from[axis], sizeOf(m_image, level, axis));
        }
        if (at[axis] < 0) {
            return tested(m_image.border);
        }
    }
    return tested(m_image.texel(level, at[0], at[1], at[2], layer));
}

/// The texel of the neighbouring face whose centre is nearest to that of (i, j) folded around the
/// edge.
Color Operation::across(int level, int firstFace, int face, long i, long j) const {
    const int size = sizeOf(m_image, level, 0);
    const FaceRow& row = kFaces[face];
    const double sc = (2.0 * double(i) + 1) / size - 1;
    const double tc = (2.0 * double(j) + 1) / size - 1;
    Vector r{};
    r[size_t(row.major)] = row.sign;
    r[size_t(row.sAxis)] = sc * row.sSign;
    r[size_t(row.tAxis)] = tc * row.tSign;
    // Folding: what sticks out beyond the edge goes down the neighbouring face.
    const size_t out = size_t(std::abs(sc) > 1 ? row.sAxis : row.tAxis);
    const double excess = std::abs(r[out]) - 1;
    r[out] = std::copysign(1.0, r[out]);
    r[size_t(row.major)] = row.sign * (1 - excess);
    // On faces of one texel the fold ends at their middle; the face is the one folded to.
    const int to = int(out) * 2 + (r[out] < 0 ? 1 : 0);
    const std::array<double, 2> st = faceCoordinates(to, r);
    return tested(m_image.texel(level,
                                std::clamp(int(st[0] * size), 0, size - 1),
                                std::clamp(int(st[1] * size), 0, size - 1),
                                0,
                                firstFace + to));
}

Color Operation::texel(int level, int face, long i, long j, long k) const {
    if (!isCube(m_image)) {
        return stored(level, layer(), i, j, k);
    }
    const int firstFace = layer() * 6;
    if (!m_sampler.seamless) {
        return stored(level, firstFace + face, i, j, k);
    }
    const long size = sizeOf(m_image, level, 0);
    const bool outI = i < 0 || i >= size;
    const bool outJ = j < 0 || j >= size;
    if (outI && outJ) {
        // "Cube Map Edge Handling": the average of the three texels at the corner.
        const long ci = std::clamp(i, 0L, size - 1);
        const long cj = std::clamp(j, 0L, size - 1);
        if (m_image.integer) {
            return texel(level, face, ci, cj, k);
        }
        return scaled(sum(sum(texel(level, face, ci, cj, k), texel(level, face, ci, j, k)),
                          texel(level, face, i, cj, k)),
                      1.0 / 3.0);
    }
    if (outI || outJ) {
        return across(level, firstFace, face, i, j);
    }
    return tested(m_image.texel(level, int(i), int(j), 0, firstFace + face));
}

Color Operation::combined(const Color& a, const Color& b, double weight) const {
    Color result;
    for (size_t c = 0; c < 4; ++c) {
        switch (m_sampler.reduction) {
        case Reduction::WeightedAverage:
            result[c] = a[c] * (1 - weight) + b[c] * weight;
            break;
        case Reduction::Min:
            result[c] = std::min(a[c], b[c]);
            break;
        case Reduction::Max:
            result[c] = std::max(a[c], b[c]);
            break;
        }
    }
    return result;
}

Color Operation::atLevel(const Vector& uvw, int level, bool linear) const {
    Vector at = uvw;
    int face = 0;
    if (isCube(m_image)) {
        face = faceOf(uvw);
        const std::array<double, 2> st = faceCoordinates(face, uvw);
        at = {st[0], st[1], 0};
    }
    Neighbourhood n = neighbourhood(at, level, linear);
    if (isCube(m_image) && m_sampler.seamless && !linear) {
        for (long& i : n.first) {
            i = std::clamp(i, 0L, long(sizeOf(m_image, level, 0)) - 1);
        }
    }
    Color slices[2], rows[2], columns[2];
    for (int k = 0; k < n.count[2]; ++k) {
        for (int j = 0; j < n.count[1]; ++j) {
            for (int i = 0; i < n.count[0]; ++i) {
                columns[i] = texel(level, face, n.first[0] + i, n.first[1] + j, n.first[2] + k);
            }
            rows[j] = n.count[0] == 2 ? combined(columns[0], columns[1], n.weight[0]) : columns[0];
        }
        slices[k] = n.count[1] == 2 ? combined(rows[0], rows[1], n.weight[1]) : rows[0];
    }
    return n.count[2] == 2 ? combined(slices[0], slices[1], n.weight[2]) : slices[0];
}

Color Operation::atPoint(const Vector& uvw, double d, bool linear) const {
    const int high = int(std::floor(d));
    const Color first = atLevel(uvw, high, linear);
    const double delta = d - high;
    if (delta == 0) {
        return first;
    }
    return combined(first, atLevel(uvw, std::min(high + 1, m_image.levels - 1), linear), delta);
}

/// "Texel Filtering" and "Texel Anisotropic Filtering".
Color Operation::filtered() const {
    const auto [lambda, d] = selectLevel();
    const bool linear =
        !m_image.integer && (lambda <= 0 ? m_sampler.magLinear : m_sampler.minLinear);
    const Scale s = scale();
    if (s.samples == 1) {
        return atPoint(m_query.uvw, d, linear);
    }
    Color total{};
    for (int i = 1; i <= s.samples; ++i) {
        Vector at = m_query.uvw;
        for (size_t axis = 0; axis < 3; ++axis) {
            at[axis] += s.axis[axis] * (double(i) / (s.samples + 1) - 0.5);
        }
        const Color c = atPoint(at, d, linear);
        if (m_sampler.reduction == Reduction::WeightedAverage) {
            total = sum(total, scaled(c, 1.0 / s.samples));
        } else {
            total = i == 1 ? c : combined(total, c, 0);
        }
    }
    return total;
}

double swizzled(const Color& c, Swizzle swizzle) {
    switch (swizzle) {
    case Swizzle::Zero:
        return 0;
    case Swizzle::One:
        return 1;
    default:
        return c[size_t(swizzle)];
    }
}

/// "Texel Gathering".
Color Operation::gathered() const {
    Vector at = m_query.uvw;
    int face = 0;
    if (isCube(m_image)) {
        face = faceOf(m_query.uvw);
        const std::array<double, 2> st = faceCoordinates(face, m_query.uvw);
        at = {st[0], st[1], 0};
    }
    const int level = std::clamp(int(std::floor(m_image.minLod)), 0, m_image.levels - 1);
    const Neighbourhood n = neighbourhood(at, level, true);
    const Swizzle swizzle = m_image.swizzle[m_query.depthReference ? 0 : size_t(m_query.component)];
    constexpr int kOrder[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    Color result;
    for (size_t c = 0; c < 4; ++c) {
        result[c] = swizzled(
            texel(level, face, n.first[0] + kOrder[c][0], n.first[1] + kOrder[c][1], 0), swizzle);
    }
    return result;
}

} // namespace

Color sample(const Image& image, const Sampler& sampler, const Query& query, const Slack& slack) {
    const Operation operation(image, sampler, query, slack);
    if (query.method == SampleMethod::Gather) {
        return operation.gathered();
    }
    const Color c = operation.filtered();
    Color result;
    for (size_t i = 0; i < 4; ++i) {
        result[i] = swizzled(c, image.swizzle[i]);
    }
    return result;
}

std::array<double, 2>
queryLod(const Image& image, const Sampler& sampler, const Query& query, const Slack& slack) {
    Query biased = query;
    biased.method = SampleMethod::QueryLod;
    const Operation operation(image, sampler, biased, slack);
    Sampler open = sampler;
    open.minLod = -1e9;
    open.maxLod = 1e9;
    biased.minLod = -1e9;
    const Operation unclamped(image, open, biased, slack);
    return {operation.selectLevel()[1], unclamped.selectLevel()[0]};
}

} // namespace cpu::kernels::reference
