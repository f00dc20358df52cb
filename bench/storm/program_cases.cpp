// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "program_cases.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace storm {

namespace {

/// Lines of the heavy stage, from about 10 to 2,000 SPIR-V instructions.
constexpr int kSizes[] = {1, 4, 10, 25, 60, 140, 330};
constexpr int kOfEachSize = 4;
constexpr int kLightLines = 2;

enum class When { Loaded, Fresh };

struct ProgramText {
    std::string name;
    Programs::Stages stages;
    Color color = {};
    bool drawsPatches = false;
};

ProgramText plainText(Scene& scene, std::string name, int vertexLines, int fragmentLines) {
    ShaderText& text = scene.text();
    const Color vertex = text.shade(120), fragment = text.shade(120);
    ProgramText made{std::move(name), {}, Mesh::tinted(vertex, fragment)};
    text.setLines(vertexLines);
    made.stages.emplace_back(GL_VERTEX_SHADER, text.vertex(vertex));
    text.setLines(fragmentLines);
    made.stages.emplace_back(GL_FRAGMENT_SHADER, text.fragment(fragment));
    return made;
}

ProgramText tessellatedText(Scene& scene, std::string name, int lines) {
    ShaderText& text = scene.text();
    Color shades[4], rest = {};
    for (Color& shade : shades) {
        shade = text.shade(60);
    }
    for (size_t channel = 0; channel < rest.size(); ++channel) {
        rest[channel] = shades[1][channel] + shades[2][channel] + shades[3][channel];
    }
    ProgramText made{std::move(name), {}, Mesh::tinted(shades[0], rest), true};
    text.setLines(lines);
    made.stages.emplace_back(GL_TESS_CONTROL_SHADER, text.tessControl(shades[1]));
    made.stages.emplace_back(GL_TESS_EVALUATION_SHADER, text.tessEvaluation(shades[2]));
    text.setLines(kLightLines);
    made.stages.emplace_back(GL_VERTEX_SHADER, text.vertex(shades[0]));
    made.stages.emplace_back(GL_FRAGMENT_SHADER, text.fragment(shades[3]));
    return made;
}

Draw drawOf(Scene& scene, ProgramText text, When when) {
    const auto program = std::make_shared<GLuint>(0);
    Draw draw;
    draw.name = text.name;
    draw.expected = {Expected::How::Exact, {text.color}};
    draw.issue = [&scene, program, drawsPatches = text.drawsPatches] {
        glUseProgram(*program);
        if (drawsPatches) {
            scene.plainMesh().drawPatch();
        } else {
            scene.plainMesh().draw(GL_TRIANGLES, Depth::Before);
        }
    };
    if (when == When::Loaded) {
        *program = scene.programs().add(text.stages, false);
    } else {
        draw.link = [program, stages = std::move(text.stages)] {
            *program = Programs::linked(stages);
        };
    }
    return draw;
}

std::vector<Draw> drawsOf(Scene& scene, std::vector<ProgramText> texts, When when) {
    std::vector<Draw> draws;
    for (ProgramText& text : texts) {
        draws.push_back(drawOf(scene, std::move(text), when));
    }
    scene.load();
    return draws;
}

std::vector<Draw> prepareSmall(Scene& scene, When when) {
    std::vector<ProgramText> texts;
    const int lines = scene.options().shaderLines;
    for (int i = 0; i < scene.options().programs; ++i) {
        texts.push_back(plainText(scene, fmt::format("program {}", i), lines, lines));
    }
    return drawsOf(scene, std::move(texts), when);
}

/// `textOf`: with so many lines in the heavy stage.
template <typename TextOf>
std::vector<Draw> prepareSizes(Scene& scene, When when, const TextOf& textOf) {
    std::vector<ProgramText> texts;
    for (int i = 0; i < kOfEachSize; ++i) {
        for (const int lines : kSizes) {
            texts.push_back(textOf(fmt::format("{} lines", lines), lines));
        }
    }
    return drawsOf(scene, std::move(texts), when);
}

std::vector<Draw> prepareVertex(Scene& scene, When when) {
    return prepareSizes(scene, when, [&](std::string name, int lines) {
        return plainText(scene, std::move(name), lines, kLightLines);
    });
}

std::vector<Draw> prepareFragment(Scene& scene, When when) {
    return prepareSizes(scene, when, [&](std::string name, int lines) {
        return plainText(scene, std::move(name), kLightLines, lines);
    });
}

std::vector<Draw> prepareTessellation(Scene& scene, When when) {
    glPatchParameteri(GL_PATCH_VERTICES, 3);
    return prepareSizes(scene, when, [&](std::string name, int lines) {
        return tessellatedText(scene, std::move(name), lines);
    });
}

} // namespace

std::vector<Draw> prepareLoaded(Scene& scene) {
    return prepareSmall(scene, When::Loaded);
}

std::vector<Draw> prepareFresh(Scene& scene) {
    return prepareSmall(scene, When::Fresh);
}

std::vector<Draw> prepareLoadedVertex(Scene& scene) {
    return prepareVertex(scene, When::Loaded);
}

std::vector<Draw> prepareLoadedFragment(Scene& scene) {
    return prepareFragment(scene, When::Loaded);
}

std::vector<Draw> prepareLoadedTessellation(Scene& scene) {
    return prepareTessellation(scene, When::Loaded);
}

std::vector<Draw> prepareFreshVertex(Scene& scene) {
    return prepareVertex(scene, When::Fresh);
}

std::vector<Draw> prepareFreshFragment(Scene& scene) {
    return prepareFragment(scene, When::Fresh);
}

std::vector<Draw> prepareFreshTessellation(Scene& scene) {
    return prepareTessellation(scene, When::Fresh);
}

} // namespace storm
