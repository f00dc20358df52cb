// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "random.h"

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace fuzz {

/// One of `legal`; one time in twenty any enum of OpenGL, or none at all.
GLenum enumOf(Random& random, std::initializer_list<GLenum> legal);
/// Small, sometimes negative, sometimes at an edge of the type.
GLint integer(Random& random);
GLfloat real(Random& random);
/// Of images: up to 40, sometimes 0 or −1.
GLsizei smallSize(Random& random);

/// Names of one kind of object: those that live, some that were deleted, and some never given.
class Names {
public:
    void add(GLuint name) { m_names.push_back(name); }
    GLuint any(Random& random) const;
    size_t count() const { return m_names.size(); }
    /// Forgets a name one time in two, so that deleted ones are used again.
    void deleted(Random& random, GLuint name);

private:
    std::vector<GLuint> m_names;
};

extern const char* const kVertexShaders[];
extern const char* const kFragmentShaders[];
extern const size_t kVertexShaderCount;
extern const size_t kFragmentShaderCount;

} // namespace fuzz
