// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// pictures FILE: draws one scene into memory of every layout, row length and direction, and writes
// what was drawn as numbers, so that compare_pictures can hold two libraries' side by side. Of each
// picture a line "NAME WIDTH HEIGHT", then four floats of each pixel, the bottom row first.
#include "osmesa/layout.h"

#include <cstdio>
#include <cstring>
#include <string>

using namespace osmesa_test;

namespace {

constexpr int kWidth_px = 96, kHeight_px = 64;

std::FILE* g_out = nullptr;

void write(const std::string& name, const std::vector<Color>& pixels) {
    std::fprintf(g_out, "%s %d %d\n", name.c_str(), kWidth_px, kHeight_px);
    std::fwrite(pixels.data(), sizeof(Color), pixels.size(), g_out);
}

// The scene. Its edges lie between pixels or go through their corners: which pixels are covered is
// the same for all.

struct Language {
    const char* name;
    GLenum profile; ///< OSMESA_COMPAT_PROFILE or OSMESA_CORE_PROFILE.
    std::string vertex, fragment;
};

const char* const kVertexMain =
    "uniform vec3 offset;\n"
    "void main() {\n"
    "    at = position * 0.5 + 0.5;\n"
    "    gl_Position = vec4(position * 0.5 + offset.xy, offset.z * position.x, 1.0);\n"
    "}\n";

/// A gradient, a texture, and holes.
std::string fragmentMain(const char* sample, const char* out) {
    return std::string("uniform sampler2D image;\n"
                       "uniform vec4 tint;\n"
                       "void main() {\n"
                       "    vec2 cell = fract(at * 6.0);\n"
                       "    if (tint.a < 0.5 && cell.x > 0.5 && cell.y > 0.5) discard;\n"
                       "    vec4 texel = ") +
           sample + "(image, at);\n    " + out +
           " = vec4(tint.rgb * texel.rgb + vec3(at, 0.25) * 0.25, tint.a);\n}\n";
}

std::vector<Language> languages() {
    return {
        {"Glsl120",
         OSMESA_COMPAT_PROFILE,
         std::string("#version 120\nattribute vec2 position;\nvarying vec2 at;\n") + kVertexMain,
         "#version 120\nvarying vec2 at;\n" + fragmentMain("texture2D", "gl_FragColor")},
        {"Glsl130",
         OSMESA_COMPAT_PROFILE,
         std::string("#version 130\nin vec2 position;\nout vec2 at;\n") + kVertexMain,
         "#version 130\nin vec2 at;\nout vec4 color;\n" + fragmentMain("texture", "color")},
        {"Core330",
         OSMESA_CORE_PROFILE,
         std::string("#version 330 core\nin vec2 position;\nout vec2 at;\n") + kVertexMain,
         "#version 330 core\nin vec2 at;\nout vec4 color;\n" + fragmentMain("texture", "color")}};
}

void makeTexture() {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    // How finely devices weigh texels is their own.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    std::vector<uint32_t> texels;
    for (uint32_t i = 0; i < 64; ++i) {
        texels.push_back(0xff000000u | (i * 4 % 256) | (i * 37 % 256) << 8 | (i * 91 % 256) << 16);
    }
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
}

void drawScene(GLuint program) {
    glUseProgram(program);
    makeTexture();
    const auto draw = [&](float x, float y, float slope, const Color& tint) {
        glUniform3f(glGetUniformLocation(program, "offset"), x, y, slope);
        glUniform4fv(glGetUniformLocation(program, "tint"), 1, tint.data());
        drawRectangle(-1, -1, 1, 1);
    };
    glClearColor(0.125f, 0.25f, 0.5f, 0.75f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    draw(-0.25f, -0.25f, 0.5f, {1, 0.5f, 0.25f, 1});
    draw(0.25f, 0, -0.5f, {0.25f, 0.5f, 1, 1}); // Through the first.
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    draw(0, 0.25f, 0, {1, 1, 0, 0.25f});
}

bool drawInto(const Layout& layout, int row_px, bool yUp, const Language& language) {
    const Context context = Context::with({OSMESA_FORMAT,
                                           int(layout.format),
                                           OSMESA_DEPTH_BITS,
                                           24,
                                           OSMESA_STENCIL_BITS,
                                           8,
                                           OSMESA_PROFILE,
                                           int(language.profile)});
    const size_t pixel_B = layout.pixelSize_B();
    std::vector<std::byte> memory(size_t(row_px) * kHeight_px * pixel_B);
    if (!OSMesaMakeCurrent(context.handle(), memory.data(), layout.type, kWidth_px, kHeight_px)) {
        return false;
    }
    OSMesaPixelStore(OSMESA_ROW_LENGTH, row_px);
    OSMesaPixelStore(OSMESA_Y_UP, yUp ? 1 : 0);
    const GLuint program = makeProgram(language.vertex.c_str(), language.fragment.c_str());
    if (program == 0) {
        return false;
    }
    drawScene(program);
    glFinish();
    std::vector<Color> pixels;
    for (int y = 0; y < kHeight_px; ++y) {
        for (int x = 0; x < kWidth_px; ++x) {
            const int row = yUp ? y : kHeight_px - 1 - y;
            pixels.push_back(layout.decode(&memory[size_t(row * row_px + x) * pixel_B]));
        }
    }
    const std::string name = std::string(layout.name) + (row_px > kWidth_px ? "LongRows" : "") +
                             (yUp ? "Up" : "Down") + language.name;
    write(name, pixels);
    GLint width = 0, height = 0, size_B = 0;
    void* depths = nullptr;
    if (!OSMesaGetDepthBuffer(context.handle(), &width, &height, &size_B, &depths) || size_B != 4) {
        return false;
    }
    for (size_t i = 0; i < pixels.size(); ++i) {
        const uint32_t depth = static_cast<const uint32_t*>(depths)[i] & 0xffffff;
        pixels[i] = {float(depth) / 0xffffff, 0, 0, 1};
    }
    write(name + "Depths", pixels);
    const bool ok = glGetError() == GL_NO_ERROR;
    release();
    return ok;
}

} // namespace

int main(int argc, char** argv) {
    g_out = argc == 2 ? std::fopen(argv[1], "wb") : nullptr;
    if (g_out == nullptr) {
        std::fprintf(stderr, "usage: pictures FILE\n");
        return 2;
    }
    const std::vector<Language> all = languages();
    bool ok = true;
    for (const Layout& layout : layouts()) {
        if (onMesa() && !layout.mesa) {
            continue;
        }
        for (const int row_px : {kWidth_px, kWidth_px + 7}) {
            for (const bool yUp : {true, false}) {
                ok = drawInto(layout, row_px, yUp, all[0]) && ok;
            }
        }
    }
    for (const Language& language : all) {
        ok = drawInto(layouts().front(), kWidth_px, true, language) && ok;
    }
    return std::fclose(g_out) == 0 && ok ? 0 : 1;
}
