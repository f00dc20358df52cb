// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "fixed_function.h"

#include <fmt/format.h>
#include <GL/gl.h>

#include <algorithm>
#include <array>
#include <compare>
#include <set>

namespace storm {

namespace {

constexpr size_t kStates = 2000;
constexpr int kUnits = 3;
constexpr int kLights = 8;

struct Unit {
    bool on = false;
    GLenum mode = GL_MODULATE;
    GLenum combine = GL_MODULATE; ///< Of GL_COMBINE.
    GLenum generation = 0;        ///< Of s and t; 0: none.
    bool matrix = false;
    auto operator<=>(const Unit&) const = default;
};

/// All draws leave something: alpha stays one, planes cut nothing off.
struct State {
    unsigned lights = 0; ///< Bits; 0: no lighting.
    unsigned spots = 0;
    bool local = false, twoSided = false, separate = false, normalize = false;
    GLenum colorMaterial = 0; ///< 0: none.
    GLenum fog = 0;           ///< 0: none.
    GLenum alpha = 0;         ///< 0: none.
    unsigned planes = 0;
    bool flat = false;
    std::array<Unit, kUnits> units;
    auto operator<=>(const State&) const = default;
};

State randomState(Random& random) {
    State state;
    if (random.chance(70)) {
        state.lights = 1 + unsigned(random.below(255));
        state.spots = unsigned(random.below(256)) & state.lights;
        state.local = random.chance(50);
        state.twoSided = random.chance(30);
        state.separate = random.chance(50);
        state.normalize = random.chance(50);
        const GLenum materials[] = {0, GL_AMBIENT, GL_DIFFUSE, GL_AMBIENT_AND_DIFFUSE, GL_SPECULAR};
        state.colorMaterial = random.of(materials);
    }
    const GLenum fogs[] = {0, 0, GL_LINEAR, GL_EXP, GL_EXP2};
    const GLenum alphas[] = {0, GL_GEQUAL, GL_GREATER, GL_NOTEQUAL, GL_ALWAYS};
    const GLenum modes[] = {GL_MODULATE, GL_REPLACE, GL_ADD, GL_BLEND, GL_DECAL, GL_COMBINE};
    const GLenum combines[] = {GL_REPLACE, GL_MODULATE, GL_ADD, GL_ADD_SIGNED, GL_INTERPOLATE};
    const GLenum generations[] = {0, 0, GL_OBJECT_LINEAR, GL_EYE_LINEAR, GL_SPHERE_MAP};
    state.fog = random.of(fogs);
    state.alpha = random.of(alphas);
    state.planes = random.chance(30) ? unsigned(random.below(64)) : 0;
    state.flat = random.chance(20);
    for (Unit& unit : state.units) {
        unit.on = random.chance(50);
        unit.mode = unit.on ? random.of(modes) : GL_MODULATE;
        unit.combine = unit.mode == GL_COMBINE ? random.of(combines) : GL_MODULATE;
        unit.generation = unit.on ? random.of(generations) : 0;
        unit.matrix = unit.on && random.chance(30);
    }
    return state;
}

void turn(GLenum capability, bool on) {
    (on ? glEnable : glDisable)(capability);
}

void applyLights(const State& state) {
    const float nowhere[] = {0, 0, 0, 1};
    const float bright[] = {0.3f, 0.3f, 0.3f, 1};
    turn(GL_LIGHTING, state.lights != 0);
    for (int i = 0; i < kLights; ++i) {
        const GLenum light = GL_LIGHT0 + GLenum(i);
        const float position[] = {0.1f * float(i), 0.2f, 1, i % 2 ? 1.f : 0.f};
        turn(light, (state.lights >> i & 1) != 0);
        glLightfv(light, GL_DIFFUSE, bright);
        glLightfv(light, GL_AMBIENT, nowhere);
        glLightfv(light, GL_POSITION, position);
        glLightf(light, GL_SPOT_CUTOFF, (state.spots >> i & 1) != 0 ? 60.f : 180.f);
    }
    glLightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, state.local);
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, state.twoSided);
    glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL,
                  state.separate ? GL_SEPARATE_SPECULAR_COLOR : GL_SINGLE_COLOR);
    turn(GL_NORMALIZE, state.normalize);
    if (state.colorMaterial != 0) {
        glColorMaterial(GL_FRONT_AND_BACK, state.colorMaterial);
    }
    turn(GL_COLOR_MATERIAL, state.colorMaterial != 0);
}

void applyUnits(const State& state) {
    for (int i = 0; i < kUnits; ++i) {
        const Unit& unit = state.units[size_t(i)];
        glActiveTexture(GL_TEXTURE0 + GLenum(i));
        turn(GL_TEXTURE_2D, unit.on);
        glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GLint(unit.mode));
        glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_RGB, GLint(unit.combine));
        for (const GLenum coordinate : {GL_S, GL_T}) {
            if (unit.generation != 0) {
                glTexGeni(coordinate, GL_TEXTURE_GEN_MODE, GLint(unit.generation));
            }
            turn(GL_TEXTURE_GEN_S + coordinate - GL_S, unit.generation != 0);
        }
        glMatrixMode(GL_TEXTURE);
        glLoadIdentity();
        if (unit.matrix) {
            glScalef(0.5f, 0.5f, 1);
        }
    }
    glMatrixMode(GL_MODELVIEW);
    glActiveTexture(GL_TEXTURE0);
}

void apply(const State& state) {
    applyLights(state);
    applyUnits(state);
    turn(GL_FOG, state.fog != 0);
    if (state.fog != 0) {
        glFogi(GL_FOG_MODE, GLint(state.fog));
    }
    turn(GL_ALPHA_TEST, state.alpha != 0);
    if (state.alpha != 0) {
        glAlphaFunc(state.alpha, 0.25f);
    }
    for (int i = 0; i < 6; ++i) {
        turn(GL_CLIP_PLANE0 + GLenum(i), (state.planes >> i & 1) != 0);
    }
    glShadeModel(state.flat ? GL_FLAT : GL_SMOOTH);
}

void triangle() {
    glBegin(GL_TRIANGLES);
    glNormal3f(0, 0, 1);
    for (const auto& [x, y] : {std::pair(-1.f, -1.f), {3.f, -1.f}, {-1.f, 3.f}}) {
        glMultiTexCoord2f(GL_TEXTURE0, x, y);
        glMultiTexCoord2f(GL_TEXTURE1, x, y);
        glMultiTexCoord2f(GL_TEXTURE2, x, y);
        glVertex3f(x, y, 0);
    }
    glEnd();
}

void makeTextures() {
    const uint8_t white[] = {230, 230, 230, 255};
    for (int i = 0; i < kUnits; ++i) {
        GLuint texture = 0;
        glActiveTexture(GL_TEXTURE0 + GLenum(i));
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, white);
    }
    glActiveTexture(GL_TEXTURE0);
}

} // namespace

std::vector<Draw> prepareFixedFunction(Scene& scene) {
    const double everywhere[] = {0, 0, 0, 1};
    const float glow[] = {0.5f, 0.25f, 0.75f, 1};
    makeTextures();
    for (int i = 0; i < 6; ++i) {
        glClipPlane(GL_CLIP_PLANE0 + GLenum(i), everywhere);
    }
    glMaterialfv(GL_FRONT_AND_BACK, GL_EMISSION, glow);
    scene.load();
    glUseProgram(0);
    glColor4f(0.75f, 0.5f, 0.25f, 1);
    std::set<State> seen;
    std::vector<Draw> draws;
    while (draws.size() < kStates) {
        const State state = randomState(scene.random());
        if (seen.insert(state).second) {
            draws.push_back({fmt::format("state {}", draws.size()),
                             [state] {
                                 apply(state);
                                 triangle();
                             },
                             {Expected::How::Changed, {}}});
        }
    }
    return draws;
}

} // namespace storm
