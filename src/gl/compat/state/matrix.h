// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <array>
#include <cstdint>
#include <vector>

namespace gl {

/// A 4×4 matrix in GL's order: columns one after the other.
struct Matrix4 {
    std::array<float, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

    bool operator==(const Matrix4&) const = default;
    Matrix4 operator*(const Matrix4& right) const;
    std::array<float, 4> operator*(const std::array<float, 4>& column) const;
    Matrix4 transposed() const;
    Matrix4 inverted() const; ///< Undefined (identity) where there is none.
    /// Of the inverse of a model-view matrix: what GL_RESCALE_NORMAL multiplies normals by (GL 4.6
    /// compatibility profile, section 12.1.2).
    float normalScale() const;
};

Matrix4 translation(double x, double y, double z);
Matrix4 scaling(double x, double y, double z);
Matrix4 rotation(double angle_deg, double x, double y, double z);
Matrix4 orthographic(double l, double r, double b, double t, double n, double f);
Matrix4 frustum(double l, double r, double b, double t, double n, double f);

/// One of GL's matrix stacks (GL 2.1 section 2.11.2).
class MatrixStack {
public:
    explicit MatrixStack(int maxDepth) : m_maxDepth(maxDepth), m_stack(1) {}

    const Matrix4& top() const { return m_stack.back(); }
    Matrix4& top() { return m_stack.back(); }
    int depth() const { return int(m_stack.size()); }
    int maxDepth() const { return m_maxDepth; }
    [[nodiscard]] bool push(); ///< False: overflow.
    [[nodiscard]] bool pop();  ///< False: underflow.

private:
    int m_maxDepth;
    std::vector<Matrix4> m_stack;
};

inline constexpr int kTextureCoordUnits = 8;
inline constexpr int kModelViewDepth = 32;
inline constexpr int kOtherMatrixDepth = 4;

} // namespace gl
