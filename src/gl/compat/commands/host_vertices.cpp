// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/commands/host_vertices.h"

#include <algorithm>
#include <cmath>

namespace gl {

namespace {

using Vec3 = std::array<float, 3>;
using Vec4 = std::array<float, 4>;

float dot(const Vec3& a, const Vec3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

float dot(const Vec4& a, const Vec4& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/// What has no length stays as it is.
Vec3 normalized(Vec3 v) {
    const float length = std::hypot(v[0], v[1], v[2]);
    for (float& component : v) {
        component = length > 0 ? component / length : component;
    }
    return v;
}

Vec3 ofEye(const Vec4& eye) {
    return {eye[0] / eye[3], eye[1] / eye[3], eye[2] / eye[3]};
}

/// Where the light is as seen from a vertex, and what is left of it there.
struct Ray {
    Vec3 direction;
    float strength = 1;
};

Ray rayOf(const LightSource& light, const Vec3& eye) {
    Ray ray{.direction = {light.position[0], light.position[1], light.position[2]}};
    if (light.position[3] != 0) {
        for (size_t i = 0; i < 3; ++i) {
            ray.direction[i] = light.position[i] / light.position[3] - eye[i];
        }
        const float distance = std::hypot(ray.direction[0], ray.direction[1], ray.direction[2]);
        const auto [constant, linear, quadratic] = light.attenuation;
        ray.strength = 1 / (constant + distance * (linear + distance * quadratic));
    }
    ray.direction = normalized(ray.direction);
    if (light.spotCutoff_deg != 180) {
        const float spot = -dot(ray.direction, normalized(light.spotDirection));
        ray.strength *=
            spot < light.spotCosCutoff() ? 0 : std::pow(std::max(spot, 0.0f), light.spotExponent);
    }
    return ray;
}

/// No application's shader is in their place.
bool makesVertices(const State& state) {
    const Executable* const vertices = state.stages[size_t(glsl::Stage::Vertex)];
    return !vertices || vertices->linked->isFixedFunction;
}

} // namespace

HostVertices::HostVertices(const State& state, const CompatState& compat)
    : m_state(state), m_compat(compat), m_isFixed(makesVertices(state)) {
    bool readsNormals = compat.lighting.enabled;
    for (size_t unit = 0; unit < compat.textureGen.size(); ++unit) {
        readsNormals |= generates(unit);
    }
    if (m_isFixed && readsNormals) {
        const Matrix4 inverse = compat.modelView.top().inverted();
        m_normals = inverse.transposed();
        if (compat.rescaleNormal && !compat.normalize) {
            m_rescale = inverse.normalScale();
        }
    }
}

bool HostVertices::generates(size_t unit) const {
    return m_isFixed && std::ranges::any_of(m_compat.textureGen[unit], &TextureGeneration::enabled);
}

HostVertices::Vec3 HostVertices::normalOf(const Vertex& vertex) const {
    Vec3 normal{};
    for (size_t row = 0; row < 3; ++row) {
        for (size_t column = 0; column < 3; ++column) {
            normal[row] += m_normals.m[column * 4 + row] * vertex.normal[column];
        }
        normal[row] *= m_rescale;
    }
    return m_compat.normalize ? normalized(normal) : normal;
}

Material HostVertices::materialOf(const Vertex& vertex) const {
    const Lighting& lighting = m_compat.lighting;
    Material material = lighting.materials[0];
    if (lighting.colorMaterial && (materialSides(lighting.colorMaterialFace) & 1) != 0) {
        setMaterial(material, materialParameters(lighting.colorMaterialMode), vertex.color);
    }
    return material;
}

HostVertices::Colors HostVertices::colors(const Vertex& vertex) const {
    const Colors made = m_isFixed && m_compat.lighting.enabled
                            ? lit(vertex)
                            : Colors{vertex.color, vertex.secondaryColor};
    return {clamped(m_state, made.primary), clamped(m_state, made.secondary)};
}

HostVertices::Vec4 HostVertices::clamped(const State& state, Vec4 color) {
    if (state.clampVertexColors) {
        for (float& component : color) {
            component = std::clamp(component, 0.0f, 1.0f);
        }
    }
    return color;
}

/// Section 12.2.1.
HostVertices::Colors HostVertices::lit(const Vertex& vertex) const {
    const Lighting& lighting = m_compat.lighting;
    const Material material = materialOf(vertex);
    const Vec3 normal = normalOf(vertex);
    const Vec3 eye = ofEye(vertex.eye);
    const Vec3 viewer =
        lighting.localViewer ? normalized({-eye[0], -eye[1], -eye[2]}) : Vec3{0, 0, 1};
    Vec3 color{};
    Vec3 highlights{};
    for (size_t i = 0; i < 3; ++i) {
        color[i] = material.emission[i] + material.ambient[i] * lighting.ambient[i];
    }
    for (const LightSource& light : lighting.lights) {
        if (!light.enabled) {
            continue;
        }
        const Ray ray = rayOf(light, eye);
        const float diffuse = std::max(dot(normal, ray.direction), 0.0f);
        const Vec3 halfway = normalized({ray.direction[0] + viewer[0],
                                         ray.direction[1] + viewer[1],
                                         ray.direction[2] + viewer[2]});
        const float shine =
            diffuse > 0 ? std::pow(std::max(dot(normal, halfway), 0.0f), material.shininess) : 0;
        for (size_t i = 0; i < 3; ++i) {
            color[i] += ray.strength * (material.ambient[i] * light.ambient[i] +
                                        diffuse * material.diffuse[i] * light.diffuse[i]);
            highlights[i] += ray.strength * shine * material.specular[i] * light.specular[i];
        }
    }
    if (lighting.colorControl == GL_SEPARATE_SPECULAR_COLOR) {
        return {{color[0], color[1], color[2], material.diffuse[3]},
                {highlights[0], highlights[1], highlights[2], 1}};
    }
    return {{color[0] + highlights[0],
             color[1] + highlights[1],
             color[2] + highlights[2],
             material.diffuse[3]},
            {0, 0, 0, 1}};
}

/// Section 12.1.3.
HostVertices::Vec4
HostVertices::coordinates(size_t unit, const Vertex& vertex, const Vec4& given) const {
    Vec4 result = given;
    const TextureGenerations& generations = m_compat.textureGen[unit];
    if (generates(unit)) {
        const Vec3 normal = normalOf(vertex);
        Vec3 reflected = normalized({vertex.eye[0], vertex.eye[1], vertex.eye[2]});
        const float twice = 2 * dot(normal, reflected);
        for (size_t i = 0; i < 3; ++i) {
            reflected[i] -= twice * normal[i];
        }
        const float length = std::hypot(reflected[0], reflected[1], reflected[2] + 1);
        for (size_t i = 0; i < generations.size(); ++i) {
            const TextureGeneration& generation = generations[i];
            if (!generation.enabled) {
                continue;
            }
            switch (generation.mode) {
            case GL_OBJECT_LINEAR:
                result[i] = dot(generation.objectPlane, vertex.object);
                break;
            case GL_SPHERE_MAP: // Of s and t alone, as the next two are of three.
                result[i] = i < 2 ? reflected[i] / (2 * length) + 0.5f : 0;
                break;
            case GL_REFLECTION_MAP:
                result[i] = i < 3 ? reflected[i] : 0;
                break;
            case GL_NORMAL_MAP:
                result[i] = i < 3 ? normal[i] : 0;
                break;
            default:
                result[i] = dot(generation.eyePlane, vertex.eye);
                break;
            }
        }
    }
    return m_compat.texture[unit].top() * result;
}

} // namespace gl
