// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"

#include <initializer_list>
#include <vector>

namespace egl::testing {

/// An attribute list with storage, for tests to write in place.
class AttributeList {
public:
    AttributeList(std::initializer_list<Attribute> list) {
        for (const Attribute& attribute : list) {
            m_list.insert(m_list.end(), {attribute.name, attribute.value});
        }
        m_list.push_back(EGL_NONE);
    }
    operator Attributes() const { return Attributes(m_list.data()); }

private:
    std::vector<EGLAttrib> m_list;
};

} // namespace egl::testing
