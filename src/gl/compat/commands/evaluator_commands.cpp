// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glMap, glEvalCoord, glEvalMesh (GL 4.6 compatibility profile section 21.1).
#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/immediate_mode.h"
#include "gl/context/context.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gl {

namespace {

struct MapArguments {
    int dimensions;
    GLenum target;
    std::array<EvalAxis, 2> axes;
    std::array<GLint, 2> strides;
};

template <class T>
void defineMap(Context& context, CompatState* compat, const MapArguments& args, const T* points) {
    const auto name = evalMapName(args.target);
    if (!compat || !name || name->dimensions != args.dimensions) {
        return context.setError(GL_INVALID_ENUM, "0x{:04X} is not a map", args.target);
    }
    const GLint components = componentsOf(name->target);
    for (size_t axis = 0; axis < size_t(name->dimensions); ++axis) {
        const auto& [order, domain] = args.axes[axis];
        if (order < 1 || order > kMaxEvalOrder || args.strides[axis] < components ||
            domain[0] == domain[1]) {
            return context.setError(GL_INVALID_VALUE,
                                    "a map of order {}, stride {}, from {} to {}",
                                    order,
                                    args.strides[axis],
                                    domain[0],
                                    domain[1]);
        }
    }
    if (context.client().activeTexture != 0) {
        return context.setError(GL_INVALID_OPERATION, "evaluators are those of texture unit 0");
    }
    EvalMap map{.axes = args.axes, .points = {}, .components = components};
    for (int i = 0; i < map.axes[0].order; ++i) {
        for (int j = 0; j < map.axes[1].order; ++j) {
            const T* const point = points + i * args.strides[0] + j * args.strides[1];
            std::transform(point, point + components, std::back_inserter(map.points), [](T value) {
                return float(value);
            });
        }
    }
    compat->evalMaps.of(*name) = std::move(map);
}

/// A bit of CompatState::evalSwitches.
bool isMapOn(const CompatState& compat, int dimensions, EvalTarget target) {
    const size_t bit = size_t(dimensions - 1) * kEvalTargets + size_t(target);
    return (compat.evalSwitches >> bit & 1) != 0;
}

bool makesVertices(const CompatState& compat, int dimensions) {
    return isMapOn(compat, dimensions, EvalTarget::Vertex3) ||
           isMapOn(compat, dimensions, EvalTarget::Vertex4);
}

/// A primitive of what `give` gives for each number up to and with `last`. False: glBegin failed.
template <class Give>
bool giveStrip(
    ImmediateMode& immediate, GLenum primitive, GLint first, GLint last, const Give& give) {
    immediate.begin(primitive);
    if (!immediate.inPrimitive()) {
        return false;
    }
    for (int64_t i = first; i <= last; ++i) { // The last may be the largest there is.
        give(GLint(i));
    }
    immediate.end();
    return true;
}

/// What glGetMap answers; empty: the error is set.
std::vector<double>
mapValuesOf(Context& context, const CompatState* compat, GLenum target, GLenum query) {
    const auto name = evalMapName(target);
    if (!compat || !name) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not a map", target);
        return {};
    }
    const EvalMap& map = compat->evalMaps.of(*name);
    std::vector<double> values;
    switch (query) {
    case GL_COEFF:
        values.assign(map.points.begin(), map.points.end());
        break;
    case GL_ORDER:
    case GL_DOMAIN:
        for (int axis = 0; axis < name->dimensions; ++axis) {
            const EvalAxis& of = map.axes[size_t(axis)];
            if (query == GL_ORDER) {
                values.push_back(of.order);
            } else {
                values.insert(values.end(), of.domain.begin(), of.domain.end());
            }
        }
        break;
    default:
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not of maps", query);
        break;
    }
    return values;
}

template <class T>
void answer(Context& context, const std::vector<double>& values, GLsizei limit_B, T* out) {
    if (values.size() * sizeof(T) > size_t(std::max(limit_B, 0))) {
        return context.setError(GL_INVALID_OPERATION, "{} values need more memory", values.size());
    }
    std::ranges::transform(values, out, [](double value) {
        return std::is_integral_v<T> ? T(std::lround(value)) : T(value);
    });
}

constexpr GLsizei kNoLimit_B = std::numeric_limits<GLsizei>::max();

EvalMap::Value cross(const EvalMap::Value& a, const EvalMap::Value& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], 1};
}

/// The derivatives of what has a w, once it is divided by it.
EvalMap::Value divided(const EvalMap::Value& slope, const EvalMap::Value& point) {
    EvalMap::Value out{};
    for (size_t i = 0; i < 3; ++i) {
        out[i] = slope[i] * point[3] - slope[3] * point[i];
    }
    return out;
}

EvalMap::Value normalOf(const EvalMap& map, double u, double v) {
    auto [alongU, alongV] = map.slopes(u, v);
    if (map.components == 4) {
        const EvalMap::Value point = map.at(u, v);
        alongU = divided(alongU, point);
        alongV = divided(alongV, point);
    }
    EvalMap::Value normal = cross(alongU, alongV);
    const float length = std::hypot(normal[0], normal[1], normal[2]);
    for (size_t i = 0; i < 3 && length > 0; ++i) {
        normal[i] /= length;
    }
    return normal;
}

/// Values that are for one vertex: what was current comes back.
class EvaluatedValues {
public:
    explicit EvaluatedValues(ImmediateMode& vertices) : m_vertices(vertices) {}
    ~EvaluatedValues() {
        for (const Saved& saved : m_saved) {
            m_vertices.setValue(saved.array, saved.size, saved.value);
        }
    }
    void set(unsigned array, int size, const EvalMap::Value& value) {
        m_saved.push_back({array, size, m_vertices.value(array)});
        m_vertices.setValue(array, size, CurrentAttrib::of(value));
    }

private:
    struct Saved {
        unsigned array;
        int size;
        CurrentAttrib value;
    };
    ImmediateMode& m_vertices;
    std::vector<Saved> m_saved;
};

} // namespace

// --- Maps

void Context::map1f(
    GLenum target, GLfloat u1, GLfloat u2, GLint stride, GLint order, const GLfloat* points) {
    defineMap(
        *this, m_compat.get(), {1, target, {{{order, {u1, u2}}, {}}}, {stride, stride}}, points);
}

void Context::map1d(
    GLenum target, GLdouble u1, GLdouble u2, GLint stride, GLint order, const GLdouble* points) {
    defineMap(
        *this, m_compat.get(), {1, target, {{{order, {u1, u2}}, {}}}, {stride, stride}}, points);
}

void Context::map2f(GLenum target,
                    GLfloat u1,
                    GLfloat u2,
                    GLint ustride,
                    GLint uorder,
                    GLfloat v1,
                    GLfloat v2,
                    GLint vstride,
                    GLint vorder,
                    const GLfloat* points) {
    defineMap(*this,
              m_compat.get(),
              {2, target, {{{uorder, {u1, u2}}, {vorder, {v1, v2}}}}, {ustride, vstride}},
              points);
}

void Context::map2d(GLenum target,
                    GLdouble u1,
                    GLdouble u2,
                    GLint ustride,
                    GLint uorder,
                    GLdouble v1,
                    GLdouble v2,
                    GLint vstride,
                    GLint vorder,
                    const GLdouble* points) {
    defineMap(*this,
              m_compat.get(),
              {2, target, {{{uorder, {u1, u2}}, {vorder, {v1, v2}}}}, {ustride, vstride}},
              points);
}

void Context::getMapfv(GLenum target, GLenum query, GLfloat* v) {
    getnMapfvARB(target, query, kNoLimit_B, v);
}

void Context::getMapdv(GLenum target, GLenum query, GLdouble* v) {
    getnMapdvARB(target, query, kNoLimit_B, v);
}

void Context::getMapiv(GLenum target, GLenum query, GLint* v) {
    getnMapivARB(target, query, kNoLimit_B, v);
}

void Context::getnMapfvARB(GLenum target, GLenum query, GLsizei bufSize, GLfloat* v) {
    answer(*this, mapValuesOf(*this, m_compat.get(), target, query), bufSize, v);
}

void Context::getnMapdvARB(GLenum target, GLenum query, GLsizei bufSize, GLdouble* v) {
    answer(*this, mapValuesOf(*this, m_compat.get(), target, query), bufSize, v);
}

void Context::getnMapivARB(GLenum target, GLenum query, GLsizei bufSize, GLint* v) {
    answer(*this, mapValuesOf(*this, m_compat.get(), target, query), bufSize, v);
}

void Context::mapGrid1f(GLint un, GLfloat u1, GLfloat u2) {
    mapGrid1d(un, u1, u2);
}

void Context::mapGrid1d(GLint un, GLdouble u1, GLdouble u2) {
    if (!m_compat || un < 1) {
        return setError(GL_INVALID_VALUE, "a grid of {} segments", un);
    }
    m_compat->evalGrid.line = {un, {u1, u2}};
}

void Context::mapGrid2f(GLint un, GLfloat u1, GLfloat u2, GLint vn, GLfloat v1, GLfloat v2) {
    mapGrid2d(un, u1, u2, vn, v1, v2);
}

void Context::mapGrid2d(GLint un, GLdouble u1, GLdouble u2, GLint vn, GLdouble v1, GLdouble v2) {
    if (!m_compat || un < 1 || vn < 1) {
        return setError(GL_INVALID_VALUE, "a grid of {} by {} segments", un, vn);
    }
    m_compat->evalGrid.plane = {{{un, {u1, u2}}, {vn, {v1, v2}}}};
}

// --- Evaluation

/// Gives what the enabled maps say of a point; of two that give the same, the larger.
void Context::evaluate(int dimensions, double u, double v) {
    if (!m_immediate) {
        return setError(GL_INVALID_OPERATION, "the context has no evaluators");
    }
    const auto enabled = [&](EvalTarget target) { return isMapOn(*m_compat, dimensions, target); };
    const auto map = [&](EvalTarget target) -> const EvalMap& {
        return m_compat->evalMaps.of({dimensions, target});
    };
    EvaluatedValues values(*m_immediate);
    if (enabled(EvalTarget::Color4)) {
        values.set(kArrayColor, 4, map(EvalTarget::Color4).at(u, v));
    }
    for (const auto& [target, size] : {std::pair{EvalTarget::TexCoord4, 4},
                                       {EvalTarget::TexCoord3, 3},
                                       {EvalTarget::TexCoord2, 2},
                                       {EvalTarget::TexCoord1, 1}}) {
        if (enabled(target)) {
            values.set(kArrayTexCoord0, size, map(target).at(u, v));
            break;
        }
    }
    const bool four = enabled(EvalTarget::Vertex4);
    const EvalMap& position = map(four ? EvalTarget::Vertex4 : EvalTarget::Vertex3);
    const bool vertex = four || enabled(EvalTarget::Vertex3);
    if (vertex && dimensions == 2 && isEnabled(GL_AUTO_NORMAL)) {
        values.set(kArrayNormal, 3, normalOf(position, u, v));
    } else if (enabled(EvalTarget::Normal)) {
        values.set(kArrayNormal, 3, map(EvalTarget::Normal).at(u, v));
    }
    if (vertex) {
        m_immediate->addVertex(four ? 4 : 3, CurrentAttrib::of(position.at(u, v)));
    }
}

void Context::evalCoord1f(GLfloat u) {
    evaluate(1, u, 0);
}
void Context::evalCoord1fv(const GLfloat* u) {
    evaluate(1, u[0], 0);
}
void Context::evalCoord1d(GLdouble u) {
    evaluate(1, u, 0);
}
void Context::evalCoord1dv(const GLdouble* u) {
    evaluate(1, u[0], 0);
}
void Context::evalCoord2f(GLfloat u, GLfloat v) {
    evaluate(2, u, v);
}
void Context::evalCoord2fv(const GLfloat* u) {
    evaluate(2, u[0], u[1]);
}
void Context::evalCoord2d(GLdouble u, GLdouble v) {
    evaluate(2, u, v);
}
void Context::evalCoord2dv(const GLdouble* u) {
    evaluate(2, u[0], u[1]);
}

void Context::evalPoint1(GLint i) {
    if (m_compat) {
        evaluate(1, m_compat->evalGrid.line.at(i), 0);
    }
}

void Context::evalPoint2(GLint i, GLint j) {
    if (m_compat) {
        const auto& [u, v] = m_compat->evalGrid.plane;
        evaluate(2, u.at(i), v.at(j));
    }
}

void Context::evalMesh1(GLenum mode, GLint i1, GLint i2) {
    if (!m_immediate || (mode != GL_POINT && mode != GL_LINE)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a mode of lines", mode);
    }
    const GLenum primitive = mode == GL_POINT ? GL_POINTS : GL_LINE_STRIP;
    if (!makesVertices(*m_compat, 1)) { // Of the points nothing would be left.
        giveStrip(*m_immediate, primitive, 1, 0, [](GLint) {});
        return;
    }
    giveStrip(*m_immediate, primitive, i1, i2, [this](GLint i) { evalPoint1(i); });
}

void Context::evalMesh2(GLenum mode, GLint i1, GLint i2, GLint j1, GLint j2) {
    if (!m_immediate || (mode != GL_POINT && mode != GL_LINE && mode != GL_FILL)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a mode of meshes", mode);
    }
    const GLenum primitive = mode == GL_POINT  ? GL_POINTS
                             : mode == GL_LINE ? GL_LINE_STRIP
                                               : GL_QUAD_STRIP;
    if (!makesVertices(*m_compat, 2)) {
        giveStrip(*m_immediate, primitive, 1, 0, [](GLint) {});
        return;
    }
    bool ok = true;
    const auto strip = [&](GLint first, GLint last, const auto& give) {
        ok = ok && giveStrip(*m_immediate, primitive, first, last, give);
    };
    if (mode == GL_FILL) {
        for (GLint j = j1; j < j2 && ok; ++j) {
            strip(i1, i2, [&](GLint i) {
                evalPoint2(i, j);
                evalPoint2(i, j + 1);
            });
        }
        return;
    }
    for (int64_t j = j1; j <= j2 && ok; ++j) {
        strip(i1, i2, [&](GLint i) { evalPoint2(i, GLint(j)); });
    }
    for (int64_t i = i1; mode == GL_LINE && i <= i2 && ok; ++i) {
        strip(j1, j2, [&](GLint j) { evalPoint2(GLint(i), j); });
    }
}

} // namespace gl
