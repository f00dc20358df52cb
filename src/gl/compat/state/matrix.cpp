// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/matrix.h"

#include <algorithm>
#include <cmath>

namespace gl {

namespace {

/// Rows as one writes them; kept as columns.
Matrix4 fromRows(const std::array<double, 16>& rows) {
    Matrix4 result;
    for (size_t row = 0; row < 4; ++row) {
        for (size_t column = 0; column < 4; ++column) {
            result.m[column * 4 + row] = float(rows[row * 4 + column]);
        }
    }
    return result;
}

} // namespace

Matrix4 Matrix4::operator*(const Matrix4& right) const {
    Matrix4 result;
    for (size_t column = 0; column < 4; ++column) {
        for (size_t row = 0; row < 4; ++row) {
            float sum = 0;
            for (size_t k = 0; k < 4; ++k) {
                sum += m[k * 4 + row] * right.m[column * 4 + k];
            }
            result.m[column * 4 + row] = sum;
        }
    }
    return result;
}

std::array<float, 4> Matrix4::operator*(const std::array<float, 4>& column) const {
    std::array<float, 4> result{};
    for (size_t row = 0; row < 4; ++row) {
        for (size_t k = 0; k < 4; ++k) {
            result[row] += m[k * 4 + row] * column[k];
        }
    }
    return result;
}

Matrix4 Matrix4::transposed() const {
    Matrix4 result;
    for (size_t i = 0; i < 16; ++i) {
        result.m[i] = m[i % 4 * 4 + i / 4];
    }
    return result;
}

/// By cofactors, in doubles, which hold products of two floats exactly.
Matrix4 Matrix4::inverted() const {
    std::array<double, 16> a;
    std::ranges::copy(m, a.begin());
    // Determinants of two columns, of the upper rows of the first two and the lower of the others.
    const auto minorOf = [&](size_t column, size_t row0, size_t row1) {
        return a[column * 4 + row0] * a[column * 4 + 4 + row1] -
               a[column * 4 + row1] * a[column * 4 + 4 + row0];
    };
    const std::array<double, 6> s{minorOf(0, 0, 1),
                                  minorOf(0, 0, 2),
                                  minorOf(0, 0, 3),
                                  minorOf(0, 1, 2),
                                  minorOf(0, 1, 3),
                                  minorOf(0, 2, 3)};
    const std::array<double, 6> c{minorOf(2, 0, 1),
                                  minorOf(2, 0, 2),
                                  minorOf(2, 0, 3),
                                  minorOf(2, 1, 2),
                                  minorOf(2, 1, 3),
                                  minorOf(2, 2, 3)};
    const double determinant =
        s[0] * c[5] - s[1] * c[4] + s[2] * c[3] + s[3] * c[2] - s[4] * c[1] + s[5] * c[0];
    if (determinant == 0) {
        return {};
    }
    const double scale = 1 / determinant;
    const std::array<double, 16> adjugate{a[5] * c[5] - a[6] * c[4] + a[7] * c[3],
                                          -a[1] * c[5] + a[2] * c[4] - a[3] * c[3],
                                          a[13] * s[5] - a[14] * s[4] + a[15] * s[3],
                                          -a[9] * s[5] + a[10] * s[4] - a[11] * s[3],
                                          -a[4] * c[5] + a[6] * c[2] - a[7] * c[1],
                                          a[0] * c[5] - a[2] * c[2] + a[3] * c[1],
                                          -a[12] * s[5] + a[14] * s[2] - a[15] * s[1],
                                          a[8] * s[5] - a[10] * s[2] + a[11] * s[1],
                                          a[4] * c[4] - a[5] * c[2] + a[7] * c[0],
                                          -a[0] * c[4] + a[1] * c[2] - a[3] * c[0],
                                          a[12] * s[4] - a[13] * s[2] + a[15] * s[0],
                                          -a[8] * s[4] + a[9] * s[2] - a[11] * s[0],
                                          -a[4] * c[3] + a[5] * c[1] - a[6] * c[0],
                                          a[0] * c[3] - a[1] * c[1] + a[2] * c[0],
                                          -a[12] * s[3] + a[13] * s[1] - a[14] * s[0],
                                          a[8] * s[3] - a[9] * s[1] + a[10] * s[0]};
    Matrix4 result;
    std::ranges::transform(
        adjugate, result.m.begin(), [&](double value) { return float(value * scale); });
    return result;
}

float Matrix4::normalScale() const {
    return 1 / std::sqrt(m[2] * m[2] + m[6] * m[6] + m[10] * m[10]);
}

Matrix4 translation(double x, double y, double z) {
    return fromRows({1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, 0, 0, 0, 1});
}

Matrix4 scaling(double x, double y, double z) {
    return fromRows({x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1});
}

Matrix4 rotation(double angle_deg, double x, double y, double z) {
    const double length = std::sqrt(x * x + y * y + z * z);
    if (length == 0) {
        return {};
    }
    x /= length;
    y /= length;
    z /= length;
    const double angle_rad = angle_deg * 3.14159265358979323846 / 180;
    const double c = std::cos(angle_rad);
    const double s = std::sin(angle_rad);
    const double t = 1 - c;
    return fromRows({x * x * t + c,
                     x * y * t - z * s,
                     x * z * t + y * s,
                     0,
                     y * x * t + z * s,
                     y * y * t + c,
                     y * z * t - x * s,
                     0,
                     x * z * t - y * s,
                     y * z * t + x * s,
                     z * z * t + c,
                     0,
                     0,
                     0,
                     0,
                     1});
}

Matrix4 orthographic(double l, double r, double b, double t, double n, double f) {
    return fromRows({2 / (r - l),
                     0,
                     0,
                     -(r + l) / (r - l),
                     0,
                     2 / (t - b),
                     0,
                     -(t + b) / (t - b),
                     0,
                     0,
                     -2 / (f - n),
                     -(f + n) / (f - n),
                     0,
                     0,
                     0,
                     1});
}

Matrix4 frustum(double l, double r, double b, double t, double n, double f) {
    return fromRows({2 * n / (r - l),
                     0,
                     (r + l) / (r - l),
                     0,
                     0,
                     2 * n / (t - b),
                     (t + b) / (t - b),
                     0,
                     0,
                     0,
                     -(f + n) / (f - n),
                     -2 * f * n / (f - n),
                     0,
                     0,
                     -1,
                     0});
}

bool MatrixStack::push() {
    if (depth() == m_maxDepth) {
        return false;
    }
    m_stack.push_back(m_stack.back());
    return true;
}

bool MatrixStack::pop() {
    if (m_stack.size() == 1) {
        return false;
    }
    m_stack.pop_back();
    return true;
}

} // namespace gl
