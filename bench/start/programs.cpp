// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "programs.h"

namespace bench {

namespace {

#define VERTEX_INPUT                                                                               \
    "attribute vec3 position;\n"                                                                   \
    "attribute vec3 normal;\n"                                                                     \
    "attribute vec3 tangent;\n"                                                                    \
    "attribute vec2 texCoord;\n"                                                                   \
    "attribute vec2 boneIndices;\n"                                                                \
    "attribute vec2 boneWeights;\n"                                                                \
    "uniform mat4 transform;\n"                                                                    \
    "uniform mat4 view;\n"                                                                         \
    "uniform mat3 normalMatrix;\n"

#define PRECISION "precision highp float;\n"

constexpr const char* kFlatVertex = VERTEX_INPUT R"(
void main() {
    gl_Position = transform * vec4(position, 1.0);
}
)";

constexpr const char* kGouraudVertex = VERTEX_INPUT R"(
uniform vec3 light;
uniform vec4 tint;
varying vec4 color;
void main() {
    vec3 n = normalize(normalMatrix * normal);
    color = tint * (0.2 + 0.8 * max(dot(n, normalize(light)), 0.0));
    gl_Position = transform * vec4(position, 1.0);
}
)";

constexpr const char* kLitVertex = VERTEX_INPUT R"(
varying vec3 worldNormal;
varying vec3 worldPosition;
varying vec2 uv;
void main() {
    worldNormal = normalMatrix * normal;
    worldPosition = (view * vec4(position, 1.0)).xyz;
    uv = texCoord;
    gl_Position = transform * vec4(position, 1.0);
}
)";

constexpr const char* kTangentVertex = VERTEX_INPUT R"(
uniform vec3 light;
uniform vec3 eye;
varying vec3 tangentLight;
varying vec3 tangentEye;
varying vec2 uv;
void main() {
    vec3 n = normalize(normalMatrix * normal);
    vec3 t = normalize(normalMatrix * tangent);
    vec3 b = cross(n, t);
    vec3 p = (view * vec4(position, 1.0)).xyz;
    vec3 toLight = light - p;
    vec3 toEye = eye - p;
    tangentLight = vec3(dot(toLight, t), dot(toLight, b), dot(toLight, n));
    tangentEye = vec3(dot(toEye, t), dot(toEye, b), dot(toEye, n));
    uv = texCoord;
    gl_Position = transform * vec4(position, 1.0);
}
)";

constexpr const char* kSkinnedVertex = VERTEX_INPUT R"(
uniform mat4 bones[2];
varying vec3 worldNormal;
varying vec3 worldPosition;
varying vec2 uv;
void main() {
    mat4 bone = bones[int(boneIndices.x)] * boneWeights.x + bones[int(boneIndices.y)] * boneWeights.y;
    vec4 bent = bone * vec4(position, 1.0);
    worldNormal = normalMatrix * mat3(bone[0].xyz, bone[1].xyz, bone[2].xyz) * normal;
    worldPosition = (view * bent).xyz;
    uv = texCoord;
    gl_Position = transform * bent;
}
)";

constexpr const char* kWaveVertex = VERTEX_INPUT R"(
uniform float time;
varying vec3 worldNormal;
varying vec3 worldPosition;
varying vec2 uv;
void main() {
    float wave = sin(position.x * 9.0 + time) * cos(position.y * 7.0 - time) * 0.08;
    vec3 moved = position + normal * wave;
    worldNormal = normalMatrix * normalize(normal + vec3(wave * 3.0, -wave * 2.0, 0.0));
    worldPosition = (view * vec4(moved, 1.0)).xyz;
    uv = texCoord;
    gl_Position = transform * vec4(moved, 1.0);
}
)";

constexpr const char* kScreenVertex = VERTEX_INPUT R"(
varying vec2 uv;
void main() {
    uv = texCoord;
    gl_Position = vec4(position.xy, 0.0, 1.0);
}
)";

constexpr const char* kFlat = PRECISION R"(
uniform vec4 tint;
void main() {
    gl_FragColor = tint;
}
)";

constexpr const char* kGouraud = PRECISION R"(
varying vec4 color;
void main() {
    gl_FragColor = color;
}
)";

constexpr const char* kPhong = PRECISION R"(
uniform vec3 light;
uniform vec3 eye;
uniform vec4 tint;
varying vec3 worldNormal;
varying vec3 worldPosition;
void main() {
    vec3 n = normalize(worldNormal);
    vec3 l = normalize(light - worldPosition);
    vec3 r = reflect(-l, n);
    vec3 v = normalize(eye - worldPosition);
    float diffuse = max(dot(n, l), 0.0);
    float specular = pow(max(dot(r, v), 0.0), 32.0);
    gl_FragColor = vec4(tint.rgb * (0.1 + 0.8 * diffuse) + vec3(0.6) * specular, tint.a);
}
)";

constexpr const char* kTextured = PRECISION R"(
uniform sampler2D albedo;
uniform vec3 light;
varying vec3 worldNormal;
varying vec2 uv;
void main() {
    float diffuse = max(dot(normalize(worldNormal), normalize(light)), 0.0);
    gl_FragColor = texture2D(albedo, uv) * (0.2 + 0.8 * diffuse);
}
)";

constexpr const char* kBlinnTextured = PRECISION R"(
uniform sampler2D albedo;
uniform sampler2D ramp;
uniform vec3 light;
uniform vec3 eye;
varying vec3 worldNormal;
varying vec3 worldPosition;
varying vec2 uv;
void main() {
    vec3 n = normalize(worldNormal);
    vec3 l = normalize(light - worldPosition);
    vec3 h = normalize(l + normalize(eye - worldPosition));
    vec4 base = texture2D(albedo, uv);
    float gloss = texture2D(ramp, vec2(base.g, 0.5)).r;
    float specular = pow(max(dot(n, h), 0.0), 8.0 + 56.0 * gloss);
    gl_FragColor = vec4(base.rgb * max(dot(n, l), 0.1) + gloss * specular, 1.0);
}
)";

constexpr const char* kBump = PRECISION R"(
uniform sampler2D albedo;
uniform sampler2D bumps;
varying vec3 tangentLight;
varying vec3 tangentEye;
varying vec2 uv;
void main() {
    vec3 n = normalize(texture2D(bumps, uv).xyz * 2.0 - 1.0);
    vec3 l = normalize(tangentLight);
    vec3 h = normalize(l + normalize(tangentEye));
    vec3 base = texture2D(albedo, uv).rgb;
    gl_FragColor = vec4(base * max(dot(n, l), 0.1) + 0.4 * pow(max(dot(n, h), 0.0), 24.0), 1.0);
}
)";

constexpr const char* kParallax = PRECISION R"(
uniform sampler2D albedo;
uniform sampler2D bumps;
varying vec3 tangentLight;
varying vec3 tangentEye;
varying vec2 uv;
void main() {
    vec3 e = normalize(tangentEye);
    vec2 at = uv;
    for (int i = 0; i < 4; ++i) {
        float height = texture2D(bumps, at).a * 0.06 - 0.03;
        at += e.xy * height * 0.5;
    }
    vec3 n = normalize(texture2D(bumps, at).xyz * 2.0 - 1.0);
    float diffuse = max(dot(n, normalize(tangentLight)), 0.1);
    gl_FragColor = vec4(texture2D(albedo, at).rgb * diffuse, 1.0);
}
)";

constexpr const char* kMirror = PRECISION R"(
uniform samplerCube sky;
uniform vec3 eye;
varying vec3 worldNormal;
varying vec3 worldPosition;
void main() {
    vec3 r = reflect(normalize(worldPosition - eye), normalize(worldNormal));
    gl_FragColor = textureCube(sky, r);
}
)";

constexpr const char* kGlass = PRECISION R"(
uniform samplerCube sky;
uniform vec3 eye;
uniform vec4 tint;
varying vec3 worldNormal;
varying vec3 worldPosition;
void main() {
    vec3 n = normalize(worldNormal);
    vec3 i = normalize(worldPosition - eye);
    float fresnel = 0.04 + 0.96 * pow(1.0 - max(dot(n, -i), 0.0), 5.0);
    vec3 through = textureCube(sky, refract(i, n, 0.66)).rgb * tint.rgb;
    vec3 back = textureCube(sky, reflect(i, n)).rgb;
    gl_FragColor = vec4(mix(through, back, fresnel), 1.0);
}
)";

constexpr const char* kCookTorrance = PRECISION R"(
uniform sampler2D albedo;
uniform vec3 light;
uniform vec3 eye;
varying vec3 worldNormal;
varying vec3 worldPosition;
varying vec2 uv;
float distribution(float nh, float a) {
    float d = nh * nh * (a * a - 1.0) + 1.0;
    return a * a / (3.14159265 * d * d);
}
float geometry(float nv, float k) {
    return nv / (nv * (1.0 - k) + k);
}
void main() {
    vec3 base = pow(texture2D(albedo, uv).rgb, vec3(2.2));
    vec3 n = normalize(worldNormal);
    vec3 v = normalize(eye - worldPosition);
    vec3 sum = base * 0.03;
    for (int i = 0; i < 3; ++i) {
        vec3 l = normalize(light * (1.0 + float(i) * 0.5) - worldPosition + vec3(float(i), 0.0, 0.0));
        vec3 h = normalize(l + v);
        float nl = max(dot(n, l), 0.0);
        float nv = max(dot(n, v), 0.001);
        vec3 f = 0.04 + 0.96 * pow(1.0 - max(dot(h, v), 0.0), 5.0) * vec3(1.0);
        float d = distribution(max(dot(n, h), 0.0), 0.3);
        float g = geometry(nl, 0.21) * geometry(nv, 0.21);
        sum += ((1.0 - f) * base / 3.14159265 + f * d * g / (4.0 * nl * nv + 0.001)) * nl * 1.5;
    }
    gl_FragColor = vec4(pow(sum / (sum + 1.0), vec3(1.0 / 2.2)), 1.0);
}
)";

constexpr const char* kToon = PRECISION R"(
uniform sampler2D ramp;
uniform vec3 light;
uniform vec3 eye;
uniform vec4 tint;
varying vec3 worldNormal;
varying vec3 worldPosition;
void main() {
    vec3 n = normalize(worldNormal);
    float diffuse = dot(n, normalize(light)) * 0.5 + 0.5;
    float edge = dot(n, normalize(eye - worldPosition));
    vec3 shade = texture2D(ramp, vec2(floor(diffuse * 4.0) / 4.0, 0.5)).rgb;
    gl_FragColor = edge < 0.25 ? vec4(0.0, 0.0, 0.0, 1.0) : vec4(tint.rgb * shade, 1.0);
}
)";

constexpr const char* kFog = PRECISION R"(
uniform sampler2D albedo;
uniform vec3 eye;
uniform vec4 tint;
varying vec3 worldPosition;
varying vec2 uv;
void main() {
    float distance = length(eye - worldPosition);
    float fog = 1.0 - exp(-distance * distance * 0.08);
    gl_FragColor = mix(texture2D(albedo, uv), tint, clamp(fog, 0.0, 1.0));
}
)";

constexpr const char* kFence = PRECISION R"(
uniform sampler2D albedo;
uniform sampler2D bumps;
varying vec3 worldNormal;
varying vec2 uv;
void main() {
    if (texture2D(bumps, uv * 2.0).a < 0.5) {
        discard;
    }
    float facing = gl_FrontFacing ? 1.0 : 0.4;
    gl_FragColor = texture2D(albedo, uv) * facing * (0.5 + 0.5 * abs(normalize(worldNormal).z));
}
)";

constexpr const char* kWater = PRECISION R"(
uniform sampler2D bumps;
uniform samplerCube sky;
uniform vec3 eye;
uniform float time;
varying vec3 worldNormal;
varying vec3 worldPosition;
varying vec2 uv;
void main() {
    vec2 a = texture2D(bumps, uv + vec2(time * 0.03, 0.0)).xy;
    vec2 b = texture2D(bumps, uv * 1.7 - vec2(0.0, time * 0.02)).xy;
    vec3 n = normalize(worldNormal + vec3(a + b - 1.0, 0.0) * 0.4);
    vec3 i = normalize(worldPosition - eye);
    float fresnel = pow(1.0 - max(dot(n, -i), 0.0), 3.0);
    gl_FragColor = vec4(mix(vec3(0.0, 0.2, 0.3), textureCube(sky, reflect(i, n)).rgb, fresnel), 1.0);
}
)";

constexpr const char* kNoise = PRECISION R"(
uniform float time;
uniform vec4 tint;
varying vec3 worldPosition;
float hash(vec2 p) {
    return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453);
}
float noise(vec2 p) {
    vec2 i = floor(p);
    vec2 f = fract(p);
    vec2 u = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1.0, 0.0)), u.x),
               mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)), u.x), u.y);
}
void main() {
    float sum = 0.0;
    float scale = 0.5;
    vec2 p = worldPosition.xy * 6.0 + time;
    for (int i = 0; i < 5; ++i) {
        sum += noise(p) * scale;
        p = p * 2.03 + 17.0;
        scale *= 0.5;
    }
    gl_FragColor = vec4(mix(vec3(0.2, 0.1, 0.05), tint.rgb, sum), 1.0);
}
)";

constexpr const char* kSpots = PRECISION R"(
uniform sampler2D albedo;
uniform vec3 light;
uniform vec3 eye;
varying vec3 worldNormal;
varying vec3 worldPosition;
varying vec2 uv;
void main() {
    vec3 n = normalize(worldNormal);
    vec3 sum = vec3(0.05);
    for (int i = 0; i < 4; ++i) {
        float angle = float(i) * 1.5708;
        vec3 place = light + vec3(cos(angle), sin(angle), 0.0) * 2.0;
        vec3 to = place - worldPosition;
        float attenuation = 1.0 / (1.0 + 0.2 * dot(to, to));
        float cone = smoothstep(0.6, 0.9, dot(normalize(to), normalize(place)));
        vec3 color = vec3(0.5) + 0.5 * cos(vec3(angle, angle + 2.0, angle + 4.0));
        sum += color * attenuation * cone * max(dot(n, normalize(to)), 0.0) * 4.0;
    }
    gl_FragColor = vec4(texture2D(albedo, uv).rgb * sum, 1.0);
}
)";

constexpr const char* kBlur = PRECISION R"(
uniform sampler2D albedo;
varying vec2 uv;
void main() {
    vec2 step = vec2(1.0 / 128.0, 0.0);
    vec4 sum = texture2D(albedo, uv) * 0.227027;
    sum += (texture2D(albedo, uv + step * 1.3846) + texture2D(albedo, uv - step * 1.3846)) * 0.316216;
    sum += (texture2D(albedo, uv + step * 3.2308) + texture2D(albedo, uv - step * 3.2308)) * 0.070270;
    gl_FragColor = sum;
}
)";

constexpr const char* kToneMap = PRECISION R"(
uniform sampler2D albedo;
uniform sampler2D ramp;
varying vec2 uv;
void main() {
    vec3 x = pow(texture2D(albedo, uv).rgb, vec3(2.2)) * 2.0;
    vec3 mapped = clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
    vec3 graded = vec3(texture2D(ramp, vec2(mapped.r, 0.5)).r, texture2D(ramp, vec2(mapped.g, 0.5)).g,
                       texture2D(ramp, vec2(mapped.b, 0.5)).b);
    float vignette = 1.0 - dot(uv - 0.5, uv - 0.5);
    gl_FragColor = vec4(pow(graded, vec3(1.0 / 2.2)) * vignette, 1.0);
}
)";

constexpr const char* kEdges = PRECISION R"(
uniform sampler2D albedo;
varying vec2 uv;
float brightness(vec2 offset) {
    return dot(texture2D(albedo, uv + offset / 128.0).rgb, vec3(0.299, 0.587, 0.114));
}
void main() {
    float nw = brightness(vec2(-1.0, -1.0));
    float ne = brightness(vec2(1.0, -1.0));
    float sw = brightness(vec2(-1.0, 1.0));
    float se = brightness(vec2(1.0, 1.0));
    float n = brightness(vec2(0.0, -1.0));
    float s = brightness(vec2(0.0, 1.0));
    float w = brightness(vec2(-1.0, 0.0));
    float e = brightness(vec2(1.0, 0.0));
    float gx = nw + 2.0 * w + sw - ne - 2.0 * e - se;
    float gy = nw + 2.0 * n + ne - sw - 2.0 * s - se;
    gl_FragColor = vec4(vec3(sqrt(gx * gx + gy * gy)), 1.0);
}
)";

constexpr const char* kAntialias = PRECISION R"(
uniform sampler2D albedo;
varying vec2 uv;
float luma(vec3 c) {
    return dot(c, vec3(0.299, 0.587, 0.114));
}
void main() {
    vec2 texel = vec2(1.0 / 128.0);
    float nw = luma(texture2D(albedo, uv + vec2(-1.0, -1.0) * texel).rgb);
    float ne = luma(texture2D(albedo, uv + vec2(1.0, -1.0) * texel).rgb);
    float sw = luma(texture2D(albedo, uv + vec2(-1.0, 1.0) * texel).rgb);
    float se = luma(texture2D(albedo, uv + vec2(1.0, 1.0) * texel).rgb);
    vec3 middle = texture2D(albedo, uv).rgb;
    float m = luma(middle);
    float least = min(m, min(min(nw, ne), min(sw, se)));
    float most = max(m, max(max(nw, ne), max(sw, se)));
    vec2 direction = vec2(-((nw + ne) - (sw + se)), (nw + sw) - (ne + se));
    float reduce = max((nw + ne + sw + se) * 0.03125, 0.0078125);
    float inverse = 1.0 / (min(abs(direction.x), abs(direction.y)) + reduce);
    direction = clamp(direction * inverse, -8.0, 8.0) * texel;
    vec3 a = 0.5 * (texture2D(albedo, uv + direction * -0.1667).rgb +
                    texture2D(albedo, uv + direction * 0.1667).rgb);
    vec3 b = a * 0.5 + 0.25 * (texture2D(albedo, uv + direction * -0.5).rgb +
                               texture2D(albedo, uv + direction * 0.5).rgb);
    float l = luma(b);
    gl_FragColor = vec4(most - least < 0.05 ? middle : l < least || l > most ? a : b, 1.0);
}
)";

constexpr ProgramSource kPrograms[] = {
    {"flat", kFlatVertex, kFlat, false},
    {"gouraud", kGouraudVertex, kGouraud, false},
    {"phong", kLitVertex, kPhong, false},
    {"textured", kLitVertex, kTextured, false},
    {"blinn, textured", kLitVertex, kBlinnTextured, false},
    {"bump", kTangentVertex, kBump, false},
    {"parallax", kTangentVertex, kParallax, false},
    {"mirror", kLitVertex, kMirror, false},
    {"glass", kLitVertex, kGlass, false},
    {"Cook-Torrance", kLitVertex, kCookTorrance, false},
    {"toon", kLitVertex, kToon, false},
    {"fog", kWaveVertex, kFog, false},
    {"fence", kWaveVertex, kFence, false},
    {"water", kWaveVertex, kWater, false},
    {"noise", kSkinnedVertex, kNoise, false},
    {"spots, skinned", kSkinnedVertex, kSpots, false},
    {"blur", kScreenVertex, kBlur, true},
    {"tone map", kScreenVertex, kToneMap, true},
    {"edges", kScreenVertex, kEdges, true},
    {"antialias", kScreenVertex, kAntialias, true},
};
static_assert(std::size(kPrograms) == 20);

} // namespace

std::span<const ProgramSource> programs() {
    return kPrograms;
}

} // namespace bench
