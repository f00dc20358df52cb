// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/egl_api.h"

#include <vector>

namespace egl {

struct Attribute {
    EGLAttrib name;
    EGLAttrib value;
};

/// An attribute list as the application passed it: pairs, ended by EGL_NONE. EGL 1.4 commands pass
/// EGLint, EGL 1.5 ones EGLAttrib; inside there is one type. A null list is an empty one.
class Attributes {
public:
    Attributes() = default;
    Attributes(std::initializer_list<Attribute> list) : m_list(list) {}

    template <class Int>
    static Attributes copy(const Int* list) {
        Attributes result;
        while (list != nullptr && list[0] != EGL_NONE) {
            result.m_list.push_back({EGLAttrib(list[0]), EGLAttrib(list[1])});
            list += 2;
        }
        return result;
    }

    bool empty() const { return m_list.empty(); }
    auto begin() const { return m_list.begin(); }
    auto end() const { return m_list.end(); }

private:
    std::vector<Attribute> m_list;
};

} // namespace egl
