// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "new_states.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace samplers {

namespace {

constexpr int kLevels = 5;
/// Of the level that the cells' coordinates ask for.
constexpr float kLod = 1;

Color colorOf(int level) {
    return {float(240 - 48 * level) / 255, float(48 * level) / 255, 100.0f / 255, 1};
}

/// Takes one of `count` values off a number, which is then a number of the rest.
uint32_t take(uint32_t& number, uint32_t count) {
    const uint32_t value = number % count;
    number /= count;
    return value;
}

GLint wrapOf(uint32_t number) {
    constexpr GLint kWraps[] = {GL_REPEAT, GL_MIRRORED_REPEAT, GL_CLAMP_TO_EDGE};
    return kWraps[number];
}

bool hasExtension(const char* name) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; ++i) {
        const auto* text = reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, GLuint(i)));
        if (std::strcmp(text, name) == 0) {
            return true;
        }
    }
    return false;
}

/// `integer(name, value)`, `number(name, value)` and `numbers(name, values)` set one each.
template <class Integer, class Number, class Numbers>
void set(
    const SamplerState& state, bool anisotropic, Integer integer, Number number, Numbers numbers) {
    integer(GL_TEXTURE_MIN_FILTER, state.minFilter);
    integer(GL_TEXTURE_MAG_FILTER, state.magFilter);
    integer(GL_TEXTURE_WRAP_S, state.wrapS);
    integer(GL_TEXTURE_WRAP_T, state.wrapT);
    number(GL_TEXTURE_LOD_BIAS, state.lodBias);
    number(GL_TEXTURE_MIN_LOD, state.minLod);
    number(GL_TEXTURE_MAX_LOD, state.maxLod);
    numbers(GL_TEXTURE_BORDER_COLOR, state.border.data());
    if (anisotropic) {
        number(GL_TEXTURE_MAX_ANISOTROPY, state.anisotropy);
    }
}

void setObject(GLuint object, const SamplerState& state, bool anisotropic) {
    set(
        state,
        anisotropic,
        [&](GLenum name, GLint value) { glSamplerParameteri(object, name, value); },
        [&](GLenum name, float value) { glSamplerParameterf(object, name, value); },
        [&](GLenum name, const float* values) { glSamplerParameterfv(object, name, values); });
}

} // namespace

SamplerState stateOf(uint32_t number) {
    SamplerState state;
    const uint32_t kind = take(number, 4);
    if (kind == 2) {
        const uint32_t red = take(number, 256);
        const uint32_t green = take(number, 256);
        state.border = {float(red) / 255, float(green) / 255, float(255 - red) / 255, 0.5f};
        state.wrapS = GL_CLAMP_TO_BORDER;
        state.wrapT = wrapOf(take(number, 3));
        state.minFilter = state.magFilter = red % 2 ? GL_LINEAR : GL_NEAREST;
        return state;
    }
    state.wrapS = wrapOf(take(number, 3));
    state.magFilter = GL_LINEAR;
    switch (kind) {
    case 0: // Whole levels and so little besides that the level stays the same.
        state.minFilter = take(number, 2) ? GL_LINEAR_MIPMAP_NEAREST : GL_NEAREST_MIPMAP_NEAREST;
        state.magFilter = take(number, 2) ? GL_LINEAR : GL_NEAREST;
        state.lodBias = float(take(number, 3));
        state.lodBias += float(int(take(number, 181)) - 90) / 256;
        break;
    case 1:
        state.minFilter = take(number, 2) ? GL_LINEAR_MIPMAP_LINEAR : GL_NEAREST_MIPMAP_LINEAR;
        state.minLod = state.maxLod = 1 + float(take(number, 768)) / 256;
        break;
    default: // llvmpipe takes the level below where others blend two.
        state.minFilter = GL_LINEAR_MIPMAP_NEAREST;
        state.anisotropy = float(2 << take(number, 4));
        state.lodBias = float(take(number, 3));
        state.lodBias += float(1 + take(number, 100)) / 256;
        break;
    }
    state.wrapT = wrapOf(take(number, 3));
    return state;
}

void NewStates::begin() {
    m_anisotropic = hasExtension("GL_EXT_texture_filter_anisotropic") ||
                    hasExtension("GL_ARB_texture_filter_anisotropic");
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    for (int level = 0; level < kLevels; ++level) {
        const int size_px = 16 >> level;
        const Color color = colorOf(level);
        std::vector<float> texels;
        for (int i = 0; i < size_px * size_px; ++i) {
            texels.insert(texels.end(), color.begin(), color.end());
        }
        glTexImage2D(
            GL_TEXTURE_2D, level, GL_RGBA8, size_px, size_px, 0, GL_RGBA, GL_FLOAT, texels.data());
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, kLevels - 1);
    const GLuint program = buildSum("uniform sampler2D s;", {"s"}, {1});
    glUniform1i(glGetUniformLocation(program, "s"), 0);
}

Color NewStates::expected(uint32_t number) const {
    const SamplerState state = stateFor(number);
    if (state.wrapS == GL_CLAMP_TO_BORDER) {
        return state.border;
    }
    float lod = std::clamp(kLod + state.lodBias, state.minLod, state.maxLod);
    lod = std::clamp(lod, 0.0f, float(kLevels - 1));
    if (state.minFilter == GL_NEAREST_MIPMAP_NEAREST ||
        state.minFilter == GL_LINEAR_MIPMAP_NEAREST) {
        return colorOf(int(std::lround(lod)));
    }
    const int level = std::min(int(lod), kLevels - 2);
    const Color low = colorOf(level), high = colorOf(level + 1);
    Color color{};
    for (size_t i = 0; i < 4; ++i) {
        color[i] = std::lerp(low[i], high[i], lod - float(level));
    }
    return color;
}

void NewObjects::prepare(uint32_t first, uint32_t count) {
    glDeleteSamplers(GLsizei(m_objects.size()), m_objects.data());
    m_first = first;
    m_objects.resize(count);
    glGenSamplers(GLsizei(count), m_objects.data());
    for (uint32_t i = 0; i < count; ++i) {
        setObject(m_objects[i], stateFor(first + i), m_anisotropic);
    }
}

void NewSamplerParameters::begin() {
    NewStates::begin();
    glGenSamplers(1, &m_object);
    glBindSampler(0, m_object);
}

void NewSamplerParameters::change(uint32_t number) {
    setObject(m_object, stateFor(number), m_anisotropic);
}

void NewTextureParameters::change(uint32_t number) {
    set(
        stateFor(number),
        m_anisotropic,
        [](GLenum name, GLint value) { glTexParameteri(GL_TEXTURE_2D, name, value); },
        [](GLenum name, float value) { glTexParameterf(GL_TEXTURE_2D, name, value); },
        [](GLenum name, const float* values) { glTexParameterfv(GL_TEXTURE_2D, name, values); });
}

} // namespace samplers
