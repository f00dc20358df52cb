// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Vertices of fixed function (GL 4.6 compatibility profile, chapter 12). Key words: glsl/fixed/key.h.
#version 130

uniform uvec4 gd_FixedVertexKey[2];
uniform uvec4 gd_FixedSwitches;
uniform vec4 gd_EyeClipPlanes[8];
in float gd_PointSizeArray;
out float gl_ClipDistance[8];

bool has(uint bit) {
    return (gd_FixedVertexKey[0].x & bit) != 0u;
}

// Of 0 to the power of 0, too, which pow() leaves undefined.
float power(float base, float exponent) {
    return exponent == 0.0 ? 1.0 : base <= 0.0 ? 0.0 : pow(base, exponent);
}

struct Material {
    vec4 emission;
    vec4 ambient;
    vec4 diffuse;
    vec4 specular;
    float shininess;
};

vec4 followed(uint bit, vec4 parameter) {
    return has(bit) ? gl_Color : parameter;
}

Material frontMaterial() {
    return Material(followed(0x10000u, gl_FrontMaterial.emission),
                    followed(0x20000u, gl_FrontMaterial.ambient),
                    followed(0x40000u, gl_FrontMaterial.diffuse),
                    followed(0x80000u, gl_FrontMaterial.specular),
                    gl_FrontMaterial.shininess);
}

Material backMaterial() {
    return Material(followed(0x100000u, gl_BackMaterial.emission),
                    followed(0x200000u, gl_BackMaterial.ambient),
                    followed(0x400000u, gl_BackMaterial.diffuse),
                    followed(0x800000u, gl_BackMaterial.specular),
                    gl_BackMaterial.shininess);
}

// Section 12.2.1: the sum over all lights, primary and specular apart.
void light(Material material, vec3 normal, vec3 eye, out vec4 primary, out vec3 specular) {
    vec3 color = material.emission.rgb + material.ambient.rgb * gl_LightModel.ambient.rgb;
    vec3 highlights = vec3(0.0);
    vec3 viewer = has(2u) ? -normalize(eye) : vec3(0.0, 0.0, 1.0);
    for (int i = 0; i < 8; ++i) {
        if ((gd_FixedSwitches.y >> uint(i) & 1u) == 0u) {
            continue;
        }
        vec4 position = gl_LightSource[i].position;
        vec3 direction = position.xyz;
        float strength = 1.0;
        if (position.w != 0.0) {
            direction = position.xyz / position.w - eye;
            float distance = length(direction);
            strength = 1.0 / (gl_LightSource[i].constantAttenuation +
                              distance * (gl_LightSource[i].linearAttenuation +
                                          distance * gl_LightSource[i].quadraticAttenuation));
        }
        float directionLength = length(direction);
        direction = directionLength > 0.0 ? direction / directionLength : direction;
        if (gl_LightSource[i].spotCutoff != 180.0) {
            float spot = dot(-direction, normalize(gl_LightSource[i].spotDirection));
            strength *= spot < gl_LightSource[i].spotCosCutoff
                            ? 0.0
                            : power(max(spot, 0.0), gl_LightSource[i].spotExponent);
        }
        float diffuse = dot(normal, direction);
        color += strength * material.ambient.rgb * gl_LightSource[i].ambient.rgb;
        if (diffuse > 0.0) {
            vec3 halfway = direction + viewer;
            float halfwayLength = length(halfway);
            float shine =
                halfwayLength > 0.0 ? max(dot(normal, halfway) / halfwayLength, 0.0) : 0.0;
            color += strength * diffuse * material.diffuse.rgb * gl_LightSource[i].diffuse.rgb;
            highlights += strength * power(shine, material.shininess) * material.specular.rgb *
                          gl_LightSource[i].specular.rgb;
        }
    }
    primary = vec4(has(8u) ? color : color + highlights, material.diffuse.a);
    specular = has(8u) ? highlights : vec3(0.0);
}

// Section 12.1.3: one of a unit's coordinates.
float generated(
    uint how, float given, vec4 objectPlane, vec4 eyePlane, vec4 eye, vec3 map, float component) {
    if (how == 1u) {
        return dot(objectPlane, gl_Vertex);
    }
    if (how == 2u) {
        return dot(eyePlane, eye);
    }
    return how == 0u ? given : component;
}

float mapped(uint how, float sphere, float reflected, float normal) {
    return how == 3u ? sphere : how == 4u ? reflected : normal;
}

vec4 coordinates(uint key, vec4 given, mat4 matrix, vec4 objectS, vec4 objectT, vec4 objectR,
                 vec4 objectQ, vec4 eyeS, vec4 eyeT, vec4 eyeR, vec4 eyeQ, vec4 eye, vec3 normal) {
    vec4 result = given;
    if ((key & 0x1ffeu) != 0u) {
        vec3 reflected = reflect(normalize(eye.xyz), normal);
        vec3 towards = reflected + vec3(0.0, 0.0, 1.0);
        vec2 sphere = reflected.xy / (2.0 * length(towards)) + 0.5;
        uvec4 how = uvec4(key >> 1, key >> 4, key >> 7, key >> 10) & 7u;
        result.x = generated(how.x, given.x, objectS, eyeS, eye, reflected,
                             mapped(how.x, sphere.x, reflected.x, normal.x));
        result.y = generated(how.y, given.y, objectT, eyeT, eye, reflected,
                             mapped(how.y, sphere.y, reflected.y, normal.y));
        result.z = generated(how.z, given.z, objectR, eyeR, eye, reflected,
                             mapped(how.z, 0.0, reflected.z, normal.z));
        result.w = generated(how.w, given.w, objectQ, eyeQ, eye, reflected, 0.0);
    }
    return (key & 0x2000u) != 0u ? matrix * result : result;
}

#define UNIT(i, word, shift, given)                                                               \
    {                                                                                             \
        uint unitKey = gd_FixedVertexKey[1].word >> shift & 0xffffu;                              \
        if ((unitKey & 1u) != 0u) {                                                               \
            gl_TexCoord[i] = coordinates(unitKey, given, gl_TextureMatrix[i], gl_ObjectPlaneS[i], \
                                         gl_ObjectPlaneT[i], gl_ObjectPlaneR[i],                  \
                                         gl_ObjectPlaneQ[i], gl_EyePlaneS[i], gl_EyePlaneT[i],    \
                                         gl_EyePlaneR[i], gl_EyePlaneQ[i], eye, normal);          \
        }                                                                                         \
    }

void main() {
    gl_Position = ftransform();
    vec4 eye = gl_ModelViewMatrix * gl_Vertex;
    vec3 normal = gl_NormalMatrix * gl_Normal;
    if (has(0x10u)) {
        normal *= gl_NormalScale;
    }
    if (has(0x20u)) {
        float normalLength = length(normal);
        normal = normalLength > 0.0 ? normal / normalLength : normal;
    }
    gl_FrontColor = gl_Color;
    gl_FrontSecondaryColor = gl_SecondaryColor;
    gl_BackColor = gl_Color;
    gl_BackSecondaryColor = gl_SecondaryColor;
    if (has(1u)) {
        vec4 primary;
        vec3 specular;
        for (int side = 0; side < (has(4u) ? 2 : 1); ++side) {
            light(side == 0 ? frontMaterial() : backMaterial(), side == 0 ? normal : -normal,
                  eye.xyz / eye.w, primary, specular);
            if (side == 0) {
                gl_FrontColor = primary;
                gl_FrontSecondaryColor = vec4(specular, 1.0);
            } else {
                gl_BackColor = primary;
                gl_BackSecondaryColor = vec4(specular, 1.0);
            }
        }
    }
    UNIT(0, x, 0, gl_MultiTexCoord0)
    UNIT(1, x, 16, gl_MultiTexCoord1)
    UNIT(2, y, 0, gl_MultiTexCoord2)
    UNIT(3, y, 16, gl_MultiTexCoord3)
    UNIT(4, z, 0, gl_MultiTexCoord4)
    UNIT(5, z, 16, gl_MultiTexCoord5)
    UNIT(6, w, 0, gl_MultiTexCoord6)
    UNIT(7, w, 16, gl_MultiTexCoord7)
    gl_FogFragCoord = has(0x80u) ? gl_FogCoord : abs(eye.z / eye.w);
    for (int i = 0; i < 8; ++i) {
        gl_ClipDistance[i] = has(0x40u) ? dot(gd_EyeClipPlanes[i], eye) : 0.0;
    }
    float size = has(0x200u) ? gd_PointSizeArray : gl_Point.size;
    if (has(0x100u)) {
        float distance = length(eye.xyz / eye.w);
        size *= inversesqrt(gl_Point.distanceConstantAttenuation +
                            distance * (gl_Point.distanceLinearAttenuation +
                                        distance * gl_Point.distanceQuadraticAttenuation));
    }
    gl_PointSize = clamp(size, gl_Point.sizeMin, gl_Point.sizeMax);
}
