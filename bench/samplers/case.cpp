// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "case.h"

#include "new_states.h"
#include "toggles.h"
#include "units.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace samplers {

namespace {

GLuint compile(GLenum stage, const std::string& source) {
    const GLuint shader = glCreateShader(stage);
    const char* text = source.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) {
        char log[1024] = "";
        glGetShaderInfoLog(shader, sizeof(log), nullptr, log);
        throw std::runtime_error(fmt::format("a shader does not compile: {}", log));
    }
    return shader;
}

template <class C>
std::unique_ptr<Case> make() {
    return std::make_unique<C>();
}

} // namespace

void Case::prepare(uint32_t, uint32_t) {}

GLuint buildProgram(const std::string& fragment) {
    const GLuint program = glCreateProgram();
    GLint major = 0, minor = 0;
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    // Compatible contexts may be of an older OpenGL.
    const std::string version = major * 10 + minor >= 33 ? "#version 330 core\n" : "#version 130\n";
    const GLuint shaders[] = {
        compile(GL_VERTEX_SHADER,
                version + "in vec4 place;\n"
                          "out vec2 at;\n"
                          "void main() {\n"
                          "    gl_Position = vec4(place.xy, 0.0, 1.0);\n"
                          "    at = place.zw;\n"
                          "}\n"),
        compile(GL_FRAGMENT_SHADER, version + "in vec2 at;\nout vec4 color;\n" + fragment)};
    glBindAttribLocation(program, 0, "place");
    for (const GLuint shader : shaders) {
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    GLint good = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) {
        char log[1024] = "";
        glGetProgramInfoLog(program, sizeof(log), nullptr, log);
        throw std::runtime_error(fmt::format("a program does not link: {}", log));
    }
    glUseProgram(program);
    return program;
}

GLuint buildSum(const std::string& declarations,
                const std::vector<std::string>& names,
                const std::vector<float>& weights) {
    std::string sum;
    for (size_t i = 0; i < names.size(); ++i) {
        sum += fmt::format("{}{:.6f} * texture({}, at)", i ? " + " : "", weights[i], names[i]);
    }
    return buildProgram(declarations + "\nvoid main() { color = " + sum + "; }\n");
}

GLuint makeTexture(GLuint unit, const Color& color) {
    uint8_t texels[16][4];
    for (auto& texel : texels) {
        for (size_t i = 0; i < 4; ++i) {
            texel[i] = uint8_t(std::lround(color[i] * 255));
        }
    }
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glActiveTexture(GL_TEXTURE0);
    return texture;
}

const std::vector<Kind>& allKinds() {
    static const std::vector<Kind> kinds = {
        {"units swapped, 2 samplers",
         "two glUniform1i: two samplers change places",
         make<SwappedUnits>},
        {"units swapped, 1 of 16",
         "one glUniform1i: one sampler of sixteen reads another unit",
         make<OneOfManyUnits>},
        {"units rotated, array of 4", "one glUniform1iv of all four", make<RotatedArray>},
        {"units swapped, structures",
         "two glUniform1i: members of an array of structures change places",
         make<SwappedMembers>},
        {"toggle, glBindSampler", "one of two sampler objects", make<ToggledBinding>},
        {"toggle, glSamplerParameter",
         "the wrap of the sampler object that is bound",
         make<ToggledParameter>},
        {"toggle, glTexParameter", "the wrap of the texture that is bound", make<ToggledTexture>},
        {"toggle, GL_CLAMP",
         "the wrap of the texture between repeat and the clamp that blends half the border",
         make<ToggledClamp>,
         true},
        {"sampler object, 1 of 8 units", "each unit in turn gets its other one", make<OneOfEight>},
        {"sampler objects, 8 of 8 units", "each unit gets its other one", make<EightOfEight>},
        {"new state, glBindSampler",
         "a sampler object that was never drawn with, in a state never seen before",
         make<NewObjects>},
        {"new state, glSamplerParameter",
         "nine parameters, as they never were before, of one sampler object",
         make<NewSamplerParameters>},
        {"new state, glTexParameter",
         "nine parameters, as they never were before, of one texture",
         make<NewTextureParameters>},
    };
    return kinds;
}

} // namespace samplers
