// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/current_attrib.h"

#include <bit>

namespace gl {

std::array<double, 4> CurrentAttrib::doubles() const {
    std::array<double, 4> out{};
    for (size_t i = 0; i < 4; ++i) {
        switch (kind) {
        case Kind::Float:
            out[i] = double(std::bit_cast<float>(words[i]));
            break;
        case Kind::Int:
            out[i] = double(int32_t(words[i]));
            break;
        case Kind::Uint:
            out[i] = double(words[i]);
            break;
        case Kind::Double:
            std::memcpy(&out[i], &words[2 * i], sizeof(double));
            break;
        }
    }
    return out;
}

} // namespace gl
