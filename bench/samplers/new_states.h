// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "case.h"

namespace samplers {

/// All that a sampler object is in OpenGL 3.3 but comparing, which colors know nothing of.
struct SamplerState {
    GLint minFilter = GL_NEAREST_MIPMAP_NEAREST;
    GLint magFilter = GL_NEAREST;
    GLint wrapS = GL_REPEAT;
    GLint wrapT = GL_REPEAT;
    float lodBias = 0;
    float minLod = -1000;
    float maxLod = 1000;
    float anisotropy = 1;
    Color border{};
};

/// The state of this number: no two are alike, nor are they to a driver that forgets what has no
/// effect. A quarter of them differ in bias, in the range of levels, in border color, and in bias
/// with anisotropy; filters and wraps vary as well.
SamplerState stateOf(uint32_t number);

/// Each draw has a state that no draw of the process had before, on a texture whose levels have a
/// color each.
class NewStates : public Case {
public:
    void begin() override;
    Color expected(uint32_t number) const override;
    bool settles() const override { return false; }

protected:
    /// States of one case are none of another's.
    virtual uint32_t firstState() const = 0;
    SamplerState stateFor(uint32_t number) const { return stateOf(firstState() + number); }
    bool m_anisotropic = false;
};

class NewObjects final : public NewStates {
public:
    void prepare(uint32_t first, uint32_t count) override;
    void change(uint32_t number) override { glBindSampler(0, m_objects[number - m_first]); }

private:
    uint32_t firstState() const override { return 0; }
    std::vector<GLuint> m_objects;
    uint32_t m_first = 0;
};

class NewSamplerParameters final : public NewStates {
public:
    void begin() override;
    void change(uint32_t number) override;

private:
    uint32_t firstState() const override { return 1u << 20; }
    GLuint m_object = 0;
};

class NewTextureParameters final : public NewStates {
public:
    void change(uint32_t number) override;

private:
    uint32_t firstState() const override { return 2u << 20; }
};

} // namespace samplers
