// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/switches.h"

#include "gl/compat/state/compat_state.h"

#include <iterator>

namespace gl {

namespace {

/// The active unit's.
bool* textureSwitch(CompatState& compat, GLenum capability, int unit) {
    TextureEnvironment& environment = compat.textureEnv[size_t(unit)];
    switch (capability) {
    case GL_TEXTURE_1D:
        return &environment.texture1D;
    case GL_TEXTURE_2D:
        return &environment.texture2D;
    case GL_TEXTURE_RECTANGLE:
        return &environment.rectangle;
    case GL_TEXTURE_3D:
        return &environment.texture3D;
    case GL_TEXTURE_CUBE_MAP:
        return &environment.cubeMap;
    case GL_TEXTURE_GEN_S:
    case GL_TEXTURE_GEN_T:
    case GL_TEXTURE_GEN_R:
    case GL_TEXTURE_GEN_Q:
        return &compat.textureGen[size_t(unit)][capability - GL_TEXTURE_GEN_S].enabled;
    default:
        return nullptr;
    }
}

bool* otherSwitch(CompatState& compat, GLenum capability) {
    switch (capability) {
    case GL_ALPHA_TEST:
        return &compat.alphaTest.enabled;
    case GL_COLOR_MATERIAL:
        return &compat.lighting.colorMaterial;
    case GL_COLOR_SUM:
        return &compat.colorSum;
    case GL_FRAGMENT_PROGRAM_ARB:
        return &compat.programModes.fragment;
    case GL_VERTEX_PROGRAM_ARB:
        return &compat.programModes.vertex;
    case GL_FOG:
        return &compat.fog.enabled;
    case GL_LIGHTING:
        return &compat.lighting.enabled;
    case GL_NORMALIZE:
        return &compat.normalize;
    case GL_POINT_SMOOTH:
        return &compat.point.smooth;
    case GL_POINT_SPRITE:
        return &compat.point.sprite;
    case GL_RESCALE_NORMAL:
        return &compat.rescaleNormal;
    default:
        return capability >= GL_LIGHT0 && capability < GL_LIGHT0 + GLenum(kMaxLights)
                   ? &compat.lighting.lights[capability - GL_LIGHT0].enabled
                   : nullptr;
    }
}

constexpr GLenum kOtherSwitches[] = {GL_ALPHA_TEST,
                                     GL_COLOR_MATERIAL,
                                     GL_COLOR_SUM,
                                     GL_FOG,
                                     GL_LIGHTING,
                                     GL_NORMALIZE,
                                     GL_POINT_SMOOTH,
                                     GL_POINT_SPRITE,
                                     GL_RESCALE_NORMAL};
constexpr GLenum kUnitSwitches[] = {GL_TEXTURE_1D,
                                    GL_TEXTURE_2D,
                                    GL_TEXTURE_RECTANGLE,
                                    GL_TEXTURE_3D,
                                    GL_TEXTURE_CUBE_MAP,
                                    GL_TEXTURE_GEN_S,
                                    GL_TEXTURE_GEN_T,
                                    GL_TEXTURE_GEN_R,
                                    GL_TEXTURE_GEN_Q};
static_assert(std::size(kOtherSwitches) + kMaxLights +
                  kTextureCoordUnits * std::size(kUnitSwitches) ==
              kCompatSwitches);

} // namespace

bool* compatSwitch(CompatState& compat, GLenum capability, int unit) {
    bool* const value = otherSwitch(compat, capability);
    return value ? value : textureSwitch(compat, capability, unit);
}

std::array<bool*, kCompatSwitches> compatSwitches(CompatState& compat) {
    std::array<bool*, kCompatSwitches> all{};
    auto next = all.begin();
    for (const GLenum capability : kOtherSwitches) {
        *next++ = otherSwitch(compat, capability);
    }
    for (LightSource& light : compat.lighting.lights) {
        *next++ = &light.enabled;
    }
    for (int unit = 0; unit < kTextureCoordUnits; ++unit) {
        for (const GLenum capability : kUnitSwitches) {
            *next++ = textureSwitch(compat, capability, unit);
        }
    }
    return all;
}

} // namespace gl
