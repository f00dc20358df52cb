// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/matrix.h"

#include <cmath>
#include <utility>

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

Matrix4 Matrix4::transposed() const {
    Matrix4 result;
    for (size_t i = 0; i < 16; ++i) {
        result.m[i] = m[i % 4 * 4 + i / 4];
    }
    return result;
}

Matrix4 Matrix4::inverted() const {
    // Gauss-Jordan with row pivoting, in doubles.
    std::array<std::array<double, 8>, 4> rows{};
    for (size_t row = 0; row < 4; ++row) {
        for (size_t column = 0; column < 4; ++column) {
            rows[row][column] = m[column * 4 + row];
        }
        rows[row][4 + row] = 1;
    }
    for (size_t column = 0; column < 4; ++column) {
        size_t pivot = column;
        for (size_t row = column + 1; row < 4; ++row) {
            if (std::abs(rows[row][column]) > std::abs(rows[pivot][column])) {
                pivot = row;
            }
        }
        if (rows[pivot][column] == 0) {
            return {};
        }
        std::swap(rows[pivot], rows[column]);
        const double scale = 1 / rows[column][column];
        for (double& value : rows[column]) {
            value *= scale;
        }
        for (size_t row = 0; row < 4; ++row) {
            const double factor = rows[row][column];
            if (row == column || factor == 0) {
                continue;
            }
            for (size_t k = 0; k < 8; ++k) {
                rows[row][k] -= factor * rows[column][k];
            }
        }
    }
    Matrix4 result;
    for (size_t row = 0; row < 4; ++row) {
        for (size_t column = 0; column < 4; ++column) {
            result.m[column * 4 + row] = float(rows[row][4 + column]);
        }
    }
    return result;
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
