// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace gl {

inline constexpr int kMaxLights = 8;

/// glLight's parameters (GL 4.6 compatibility profile, table 23.15): positions and directions are
/// in eye coordinates, brought there by the model-view matrix of the call.
struct LightSource {
    bool enabled = false;
    std::array<float, 4> ambient{0, 0, 0, 1};
    std::array<float, 4> diffuse{0, 0, 0, 1};
    std::array<float, 4> specular{0, 0, 0, 1};
    std::array<float, 4> position{0, 0, 1, 0};
    std::array<float, 3> spotDirection{0, 0, -1};
    float spotExponent = 0;
    float spotCutoff_deg = 180;                ///< 180: it is no spot.
    std::array<float, 3> attenuation{1, 0, 0}; ///< Constant, linear, quadratic.

    float spotCosCutoff() const; ///< -1: it is no spot.

    bool operator==(const LightSource&) const = default;
};

/// glMaterial's, of one side of polygons.
struct Material {
    std::array<float, 4> emission{0, 0, 0, 1};
    std::array<float, 4> ambient{0.2f, 0.2f, 0.2f, 1};
    std::array<float, 4> diffuse{0.8f, 0.8f, 0.8f, 1};
    std::array<float, 4> specular{0, 0, 0, 1};
    float shininess = 0;
    std::array<float, 3> colorIndexes{0, 1, 1};

    bool operator==(const Material&) const = default;
};

/// Everything that section 12.2 of the compatibility profile computes vertex colours from.
struct Lighting {
    static constexpr std::array<float, 4> kOn{1, 1, 1, 1}; ///< What the first light begins with.

    bool enabled = false;
    bool localViewer = false;
    bool twoSided = false;
    GLenum colorControl = GL_SINGLE_COLOR;
    std::array<float, 4> ambient{0.2f, 0.2f, 0.2f, 1};
    std::array<LightSource, kMaxLights> lights{LightSource{.diffuse = kOn, .specular = kOn}};
    std::array<Material, 2> materials; ///< Front, back.
    /// While it is enabled, the parameters of glColorMaterial are the current colour.
    bool colorMaterial = false;
    GLenum colorMaterialFace = GL_FRONT_AND_BACK;
    GLenum colorMaterialMode = GL_AMBIENT_AND_DIFFUSE;

    bool operator==(const Lighting&) const = default;
};

/// Parameters of materials that glMaterial or glColorMaterial name.
enum MaterialParameter : uint32_t {
    kMaterialEmission = 1,
    kMaterialAmbient = 2,
    kMaterialDiffuse = 4,
    kMaterialSpecular = 8,
};
/// Those of glColorMaterial's mode; 0: it is none.
uint32_t materialParameters(GLenum mode);
/// The sides of glMaterial's face, front 1, back 2; 0: it is none.
uint32_t materialSides(GLenum face);
/// Sets the vectors among `parameters`.
void setMaterial(Material& material, uint32_t parameters, const std::array<float, 4>& value);
/// The same, of the materials of `sides`.
void setMaterials(Lighting& lighting,
                  uint32_t sides,
                  uint32_t parameters,
                  const std::array<float, 4>& value);

} // namespace gl
