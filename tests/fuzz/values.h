// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace fuzz {

/// The same numbers from the same seed on every machine (splitmix64).
class Random {
public:
    explicit Random(uint64_t seed) : m_state(seed) {}

    uint64_t next() {
        uint64_t z = m_state += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    uint32_t below(uint32_t bound) { return uint32_t(next() % bound); }
    int between(int low, int high) { return low + int(below(uint32_t(high - low + 1))); }
    bool oneIn(uint32_t n) { return below(n) == 0; }
    template <class T>
    T of(std::initializer_list<T> list) {
        return list.begin()[below(uint32_t(list.size()))];
    }
    template <class T, std::size_t N>
    const T& of(const T (&list)[N]) {
        return list[below(N)];
    }

private:
    uint64_t m_state;
};

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
