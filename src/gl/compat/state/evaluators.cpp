// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/evaluators.h"

#include <algorithm>

namespace gl {

namespace {

using Weights = std::array<double, kMaxEvalOrder>;

/// Bernstein's polynomials of that order at t, as many.
Weights bernstein(int order, double t) {
    Weights weights{1};
    for (int degree = 1; degree < order; ++degree) {
        for (int i = degree; i > 0; --i) {
            weights[size_t(i)] = weights[size_t(i)] * (1 - t) + weights[size_t(i - 1)] * t;
        }
        weights[0] *= 1 - t;
    }
    return weights;
}

/// Their derivatives by t.
Weights bernsteinSlopes(int order, double t) {
    Weights slopes{};
    if (order < 2) {
        return slopes;
    }
    const Weights lower = bernstein(order - 1, t);
    for (int i = 0; i < order; ++i) {
        const double before = i > 0 ? lower[size_t(i - 1)] : 0;
        const double here = i + 1 < order ? lower[size_t(i)] : 0;
        slopes[size_t(i)] = (order - 1) * (before - here);
    }
    return slopes;
}

double place(const EvalAxis& axis, double u) {
    return (u - axis.domain[0]) / (axis.domain[1] - axis.domain[0]);
}

EvalMap::Value
sum(const EvalMap& map, const Weights& u, const Weights& v, const EvalMap::Value& base) {
    EvalMap::Value value = base;
    for (int c = 0; c < map.components; ++c) {
        double total = 0;
        const float* point = map.points.data() + c;
        for (int i = 0; i < map.axes[0].order; ++i) {
            for (int j = 0; j < map.axes[1].order; ++j, point += map.components) {
                total += u[size_t(i)] * v[size_t(j)] * double(*point);
            }
        }
        value[size_t(c)] = float(total);
    }
    return value;
}

} // namespace

std::optional<EvalMapName> evalMapName(GLenum target) {
    if (target - GL_MAP1_COLOR_4 < kEvalTargets) {
        return EvalMapName{1, EvalTarget(target - GL_MAP1_COLOR_4)};
    }
    if (target - GL_MAP2_COLOR_4 < kEvalTargets) {
        return EvalMapName{2, EvalTarget(target - GL_MAP2_COLOR_4)};
    }
    return std::nullopt;
}

int componentsOf(EvalTarget target) {
    constexpr int kComponents[kEvalTargets] = {4, 1, 3, 1, 2, 3, 4, 3, 4};
    return kComponents[size_t(target)];
}

size_t mapValues(GLenum target, GLint stride, GLint order) {
    return mapValues(target, stride, order, stride, 1);
}

size_t mapValues(GLenum target, GLint ustride, GLint uorder, GLint vstride, GLint vorder) {
    const auto name = evalMapName(target);
    const auto valid = [](GLint order) { return order >= 1 && order <= kMaxEvalOrder; };
    if (!name || !valid(uorder) || !valid(vorder)) {
        return 0;
    }
    const GLint components = componentsOf(name->target);
    if (ustride < components || vstride < components) {
        return 0;
    }
    return size_t(uorder - 1) * size_t(ustride) + size_t(vorder - 1) * size_t(vstride) +
           size_t(components);
}

EvalMap::Value EvalMap::at(double u, double v) const {
    return sum(*this,
               bernstein(axes[0].order, place(axes[0], u)),
               bernstein(axes[1].order, place(axes[1], v)),
               {0, 0, 0, 1});
}

std::array<EvalMap::Value, 2> EvalMap::slopes(double u, double v) const {
    const double s = place(axes[0], u);
    const double t = place(axes[1], v);
    // What a direction's length is does not matter for normals, but its sign does.
    std::array<Value, 2> slopes{
        sum(*this, bernsteinSlopes(axes[0].order, s), bernstein(axes[1].order, t), {}),
        sum(*this, bernstein(axes[0].order, s), bernsteinSlopes(axes[1].order, t), {})};
    for (size_t axis = 0; axis < 2; ++axis) {
        if (axes[axis].domain[1] < axes[axis].domain[0]) {
            std::ranges::transform(slopes[axis], slopes[axis].begin(), std::negate());
        }
    }
    return slopes;
}

EvalMaps::EvalMaps() {
    for (size_t dimensions = 0; dimensions < 2; ++dimensions) {
        for (size_t target = 0; target < kEvalTargets; ++target) {
            EvalMap& map = maps[dimensions][target];
            map.components = componentsOf(EvalTarget(target));
            map.points.assign(size_t(map.components), 0.0f);
            switch (EvalTarget(target)) {
            case EvalTarget::Color4:
            case EvalTarget::Index:
                std::ranges::fill(map.points, 1.0f);
                break;
            case EvalTarget::Normal:
                map.points[2] = 1;
                break;
            case EvalTarget::TexCoord4:
            case EvalTarget::Vertex4:
                map.points[3] = 1;
                break;
            default:
                break;
            }
        }
    }
}

} // namespace gl
