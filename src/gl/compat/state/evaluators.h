// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

/// Evaluators (GL 4.6 compatibility profile section 21.1): polynomials that give vertices.
namespace gl {

inline constexpr int kMaxEvalOrder = 30;
inline constexpr size_t kEvalTargets = 9; ///< GL_MAP1_COLOR_4 … GL_MAP1_VERTEX_4, as GL_MAP2_*.

/// What a map gives, by the place of its target among its kin.
enum class EvalTarget : uint8_t {
    Color4,
    Index,
    Normal,
    TexCoord1,
    TexCoord2,
    TexCoord3,
    TexCoord4,
    Vertex3,
    Vertex4,
};

/// A target's dimensions (1 or 2) and what it gives; nothing: it is none.
struct EvalMapName {
    int dimensions = 1;
    EvalTarget target = EvalTarget::Color4;
};
std::optional<EvalMapName> evalMapName(GLenum target);
int componentsOf(EvalTarget target);
/// Values that glMap1 and glMap2 read; 0 where the arguments are errors.
size_t mapValues(GLenum target, GLint stride, GLint order);
size_t mapValues(GLenum target, GLint ustride, GLint uorder, GLint vstride, GLint vorder);

/// One direction of a map.
struct EvalAxis {
    int order = 1;
    std::array<double, 2> domain{0, 1};
};

/// Control points, the second direction's the faster.
struct EvalMap {
    std::array<EvalAxis, 2> axes; ///< The second is of order 1 where there is but one.
    std::vector<float> points;
    int components = 0;

    using Value = std::array<float, 4>; ///< What it lacks is as GL completes it.
    Value at(double u, double v) const;
    /// The derivatives by u and by v.
    std::array<Value, 2> slopes(double u, double v) const;
};

/// Maps as they are initially: one control point each.
struct EvalMaps {
    EvalMaps();
    std::array<std::array<EvalMap, kEvalTargets>, 2> maps; ///< By dimensions - 1.
    EvalMap& of(EvalMapName name) { return maps[size_t(name.dimensions - 1)][size_t(name.target)]; }
    const EvalMap& of(EvalMapName name) const {
        return maps[size_t(name.dimensions - 1)][size_t(name.target)];
    }
};

/// glMapGrid.
struct EvalGrid {
    struct Axis {
        int segments = 1;
        std::array<double, 2> domain{0, 1};
        double at(int i) const {
            return i == segments ? domain[1] : domain[0] + i * (domain[1] - domain[0]) / segments;
        }
        bool operator==(const Axis&) const = default;
    };
    Axis line;                 ///< glMapGrid1
    std::array<Axis, 2> plane; ///< glMapGrid2
    bool operator==(const EvalGrid&) const = default;
};

} // namespace gl
