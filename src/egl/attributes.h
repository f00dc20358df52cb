// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/egl_api.h"

namespace egl {

struct Attribute {
    EGLAttrib name;
    EGLAttrib value;
};

/// An attribute list as the application passed it: pairs, ended by EGL_NONE. EGL 1.4 commands pass
/// EGLint, EGL 1.5 ones EGLAttrib; inside there is one type. A null list is an empty one.
///
/// A view: it reads a pair when it gets there and no further, because applications that pass an
/// invalid attribute first may have no end to their list.
class Attributes {
public:
    Attributes() = default;
    explicit Attributes(const EGLint* list) : m_ints(list) {}
    explicit Attributes(const EGLAttrib* list) : m_attribs(list) {}

    struct End {};
    class Iterator {
    public:
        explicit Iterator(const Attributes& attributes)
            : m_ints(attributes.m_ints), m_attribs(attributes.m_attribs) {}

        Attribute operator*() const {
            return m_ints != nullptr ? Attribute{m_ints[0], m_ints[1]}
                                     : Attribute{m_attribs[0], m_attribs[1]};
        }
        Iterator& operator++() {
            m_ints += m_ints != nullptr ? 2 : 0;
            m_attribs += m_attribs != nullptr ? 2 : 0;
            return *this;
        }
        bool operator==(End) const {
            return m_ints != nullptr      ? m_ints[0] == EGL_NONE
                   : m_attribs != nullptr ? m_attribs[0] == EGL_NONE
                                          : true;
        }

    private:
        const EGLint* m_ints;
        const EGLAttrib* m_attribs;
    };

    Iterator begin() const { return Iterator(*this); }
    End end() const { return {}; }
    bool empty() const { return begin() == end(); }

private:
    const EGLint* m_ints = nullptr;
    const EGLAttrib* m_attribs = nullptr;
};

} // namespace egl
