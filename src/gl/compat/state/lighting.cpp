// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/lighting.h"

#include <cmath>
#include <numbers>

namespace gl {

float LightSource::spotCosCutoff() const {
    return spotCutoff_deg == 180 ? -1.0f
                                 : float(std::cos(double(spotCutoff_deg) * std::numbers::pi / 180));
}

uint32_t materialParameters(GLenum mode) {
    switch (mode) {
    case GL_EMISSION:
        return kMaterialEmission;
    case GL_AMBIENT:
        return kMaterialAmbient;
    case GL_DIFFUSE:
        return kMaterialDiffuse;
    case GL_SPECULAR:
        return kMaterialSpecular;
    case GL_AMBIENT_AND_DIFFUSE:
        return kMaterialAmbient | kMaterialDiffuse;
    default:
        return 0;
    }
}

uint32_t materialSides(GLenum face) {
    switch (face) {
    case GL_FRONT:
        return 1;
    case GL_BACK:
        return 2;
    case GL_FRONT_AND_BACK:
        return 3;
    default:
        return 0;
    }
}

void setMaterial(Material& material, uint32_t parameters, const std::array<float, 4>& value) {
    const auto set = [&](MaterialParameter parameter, std::array<float, 4>& vector) {
        if ((parameters & parameter) != 0) {
            vector = value;
        }
    };
    set(kMaterialEmission, material.emission);
    set(kMaterialAmbient, material.ambient);
    set(kMaterialDiffuse, material.diffuse);
    set(kMaterialSpecular, material.specular);
}

void setMaterials(Lighting& lighting,
                  uint32_t sides,
                  uint32_t parameters,
                  const std::array<float, 4>& value) {
    for (size_t side = 0; side < lighting.materials.size(); ++side) {
        if ((sides >> side & 1) != 0) {
            setMaterial(lighting.materials[side], parameters, value);
        }
    }
}

} // namespace gl
