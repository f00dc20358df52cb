// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cases.h"

#include "fixed_function.h"
#include "program_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

namespace storm {

namespace {

constexpr int kStates = 256;
constexpr int kPrograms = 8, kFormats = 6, kBlends = 6;
constexpr int kMixedStages = 16;      ///< Of each of two.
constexpr int kMixedTessellation = 4; ///< Of each of four.
constexpr int kToggled = 8, kToggles = 1024;

/// A shader program and the color that it writes.
struct Painter {
    GLuint program;
    Color color;
};

Painter makePainter(Scene& scene) {
    const Color vertex = scene.text().shade(120);
    const Color fragment = scene.text().shade(120);
    return {scene.programs().add({{GL_VERTEX_SHADER, scene.text().vertex(vertex)},
                                  {GL_FRAGMENT_SHADER, scene.text().fragment(fragment)}},
                                 false),
            Mesh::tinted(vertex, fragment)};
}

Expected exactly(const Color& color) {
    return {Expected::How::Exact, {color}};
}

std::vector<FixedState> distinctStates(Scene& scene, int count, const Color& source) {
    const int samples = scene.canvas().samples(), targets = scene.canvas().targets();
    // Not the one that the loading screen draws with.
    std::set<FixedState> seen = {FixedState{}};
    std::vector<FixedState> states;
    while (int(states.size()) < count) {
        const FixedState state = FixedState::random(scene.random(), samples, targets, source);
        if (seen.insert(state).second) {
            states.push_back(state);
        }
    }
    return states;
}

// ---- Never-seen fixed-function state ------------------------------------------------------------

std::vector<Draw> prepareStates(Scene& scene) {
    // Without a share of the vertex shader: logical operations want exact numbers.
    const Color source = {190, 40, 230, 204};
    const int targets = scene.canvas().targets();
    const GLuint program =
        scene.programs().add({{GL_VERTEX_SHADER, scene.text().vertex({})},
                              {GL_FRAGMENT_SHADER, scene.text().fragment(source, targets)}},
                             false);
    scene.load();
    scene.resetState();
    glUseProgram(program);
    scene.plainMesh().draw(GL_TRIANGLES, Depth::Before); // The program is not what is new.
    std::vector<Draw> draws;
    for (const FixedState& state : distinctStates(scene, kStates, source)) {
        draws.push_back({describe(state, targets),
                         [&scene, state] {
                             state.apply(scene.canvas());
                             scene.plainMesh().draw(state.topology, state.depth);
                         },
                         *expectedOf(state, scene.canvas().samples(), targets, source)});
    }
    return draws;
}

// ---- Programs, vertex formats, blending ---------------------------------------------------------

std::vector<std::shared_ptr<const Mesh>> distinctMeshes(Scene& scene,
                                                        std::vector<VertexFormat>& formats) {
    std::set<VertexFormat> seen = {VertexFormat{}};
    std::vector<std::shared_ptr<const Mesh>> meshes;
    while (int(meshes.size()) < kFormats) {
        const VertexFormat format = VertexFormat::random(scene.random());
        if (seen.insert(format).second) {
            formats.push_back(format);
            meshes.push_back(std::make_shared<const Mesh>(format));
        }
    }
    return meshes;
}

/// Those that are to be seen with all of the painters.
std::vector<Merge> distinctBlends(Scene& scene, const std::vector<Painter>& painters) {
    std::set<Merge> seen = {Merge{}};
    while (int(seen.size()) <= kBlends) {
        FixedState state;
        state.merge[0] = Merge::random(scene.random());
        if (std::all_of(painters.begin(), painters.end(), [&](const Painter& painter) {
                return expectedOf(state, 1, 1, painter.color).has_value();
            })) {
            seen.insert(state.merge[0]);
        }
    }
    seen.erase(Merge{});
    return {seen.begin(), seen.end()};
}

void applyBlend(const Merge& m) {
    const auto writes = [&](int bit) { return GLboolean((m.writes & bit) != 0); };
    (m.blends ? glEnable : glDisable)(GL_BLEND);
    glBlendEquationSeparate(m.equationColor, m.equationAlpha);
    glBlendFuncSeparate(m.sourceColor, m.targetColor, m.sourceAlpha, m.targetAlpha);
    glColorMask(writes(1), writes(2), writes(4), writes(8));
}

std::vector<Draw> prepareFormats(Scene& scene) {
    std::vector<Painter> painters;
    for (int i = 0; i < kPrograms; ++i) {
        painters.push_back(makePainter(scene));
    }
    std::vector<VertexFormat> formats;
    const auto meshes = distinctMeshes(scene, formats);
    const std::vector<Merge> blends = distinctBlends(scene, painters);
    std::vector<Draw> draws;
    for (size_t p = 0; p < painters.size(); ++p) {
        for (size_t f = 0; f < meshes.size(); ++f) {
            for (size_t b = 0; b < blends.size(); ++b) {
                const Color color = merged(blends[b], painters[p].color);
                draws.push_back(
                    {fmt::format("program {}, {}, blend {}", p, formats[f].name(), b),
                     [program = painters[p].program, mesh = meshes[f], blend = blends[b]] {
                         glUseProgram(program);
                         glBindVertexArray(mesh->vertexArray());
                         applyBlend(blend);
                         mesh->draw(GL_TRIANGLES, Depth::Before);
                     },
                     exactly(color)});
            }
        }
    }
    scene.random().shuffle(draws);
    scene.load();
    return draws;
}

// ---- Separable programs -------------------------------------------------------------------------

struct SeparableStage {
    GLuint program;
    Color shade;
};

std::string textOf(ShaderText& text, GLenum stage, const Color& shade) {
    switch (stage) {
    case GL_VERTEX_SHADER:
        return text.vertex(shade);
    case GL_TESS_CONTROL_SHADER:
        return text.tessControl(shade);
    case GL_TESS_EVALUATION_SHADER:
        return text.tessEvaluation(shade);
    default:
        return text.fragment(shade);
    }
}

std::vector<SeparableStage> makeStages(Scene& scene, GLenum stage, int count, int most) {
    std::vector<SeparableStage> stages;
    for (int i = 0; i < count; ++i) {
        const Color shade = scene.text().shade(most);
        const std::string text = textOf(scene.text(), stage, shade);
        stages.push_back({scene.programs().add({{stage, text}}, true), shade});
    }
    return stages;
}

/// One for a case: its stages are exchanged before each draw.
GLuint bindPipeline() {
    GLuint pipeline = 0;
    glGenProgramPipelines(1, &pipeline);
    glUseProgram(0);
    glBindProgramPipeline(pipeline);
    return pipeline;
}

std::vector<Draw> prepareMixes(Scene& scene) {
    const auto vertex = makeStages(scene, GL_VERTEX_SHADER, kMixedStages, 120);
    const auto fragment = makeStages(scene, GL_FRAGMENT_SHADER, kMixedStages, 120);
    scene.load();
    const GLuint pipeline = bindPipeline();
    std::vector<Draw> draws;
    for (int v = 0; v < kMixedStages; ++v) {
        for (int f = 0; f < kMixedStages; ++f) {
            const SeparableStage a = vertex[size_t(v)], b = fragment[size_t(f)];
            draws.push_back({fmt::format("vertex {}, fragment {}", v, f),
                             [&scene, pipeline, a, b] {
                                 glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, a.program);
                                 glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, b.program);
                                 scene.plainMesh().draw(GL_TRIANGLES, Depth::Before);
                             },
                             exactly(Mesh::tinted(a.shade, b.shade))});
        }
    }
    scene.random().shuffle(draws);
    return draws;
}

std::vector<Draw> prepareTessellation(Scene& scene) {
    constexpr int kCount = kMixedTessellation;
    const auto vertex = makeStages(scene, GL_VERTEX_SHADER, kCount, 60);
    const auto control = makeStages(scene, GL_TESS_CONTROL_SHADER, kCount, 60);
    const auto evaluation = makeStages(scene, GL_TESS_EVALUATION_SHADER, kCount, 60);
    const auto fragment = makeStages(scene, GL_FRAGMENT_SHADER, kCount, 60);
    scene.load();
    const GLuint pipeline = bindPipeline();
    glPatchParameteri(GL_PATCH_VERTICES, 3);
    std::vector<Draw> draws;
    for (int i = 0; i < kCount * kCount * kCount * kCount; ++i) {
        const int v = i / (kCount * kCount * kCount), c = i / (kCount * kCount) % kCount;
        const int e = i / kCount % kCount, f = i % kCount;
        const SeparableStage stages[] = {
            vertex[size_t(v)], control[size_t(c)], evaluation[size_t(e)], fragment[size_t(f)]};
        Color rest = {};
        for (size_t channel = 0; channel < 4; ++channel) {
            rest[channel] =
                stages[1].shade[channel] + stages[2].shade[channel] + stages[3].shade[channel];
        }
        draws.push_back(
            {fmt::format("vertex {}, control {}, evaluation {}, fragment {}", v, c, e, f),
             [&scene,
              pipeline,
              v = stages[0].program,
              c = stages[1].program,
              e = stages[2].program,
              f = stages[3].program] {
                 glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, v);
                 glUseProgramStages(pipeline, GL_TESS_CONTROL_SHADER_BIT, c);
                 glUseProgramStages(pipeline, GL_TESS_EVALUATION_SHADER_BIT, e);
                 glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, f);
                 scene.plainMesh().drawPatch();
             },
             exactly(Mesh::tinted(stages[0].shade, rest))});
    }
    scene.random().shuffle(draws);
    return draws;
}

// ---- Steady toggling ----------------------------------------------------------------------------

std::vector<Draw> prepareToggling(Scene& scene) {
    std::vector<Draw> known;
    for (int i = 0; i < kToggled; ++i) {
        const Painter painter = makePainter(scene);
        Color source = painter.color;
        const FixedState state = FixedState::random(scene.random(), 1, 1, source);
        known.push_back({fmt::format("program and state {}", i),
                         [&scene, painter, state] {
                             glUseProgram(painter.program);
                             state.apply(scene.canvas());
                             scene.plainMesh().draw(state.topology, state.depth);
                         },
                         *expectedOf(state, 1, 1, source)});
    }
    scene.load();
    for (int i = 0; i < 64 * kToggled; ++i) {
        known[size_t(scene.random().below(kToggled))].issue();
        glFlush();
    }
    scene.resetState();
    scene.load(); // Time for whatever a driver does about what it now knows.
    std::vector<Draw> draws;
    for (int i = 0; i < kToggles; ++i) {
        draws.push_back(known[size_t(scene.random().below(kToggled))]);
    }
    return draws;
}

} // namespace

const std::vector<Case>& allCases() {
    static const std::vector<Case> cases = {
        {"state",
         "256 fixed-function states never seen before, on one program: topology, polygon mode, "
         "culling, depth, stencil, blending, logical operation, write mask",
         Needs::Nothing,
         1,
         1,
         prepareStates},
        {"state, 4 samples, 2 targets",
         "as state, with blending of each target, and alpha to coverage and to one, sample mask, "
         "coverage and shading",
         Needs::TargetState,
         4,
         2,
         prepareStates},
        {"loaded programs",
         "96 programs linked on a loading screen and first drawn with after it",
         Needs::Nothing,
         1,
         1,
         prepareLoaded},
        {"fresh programs",
         "96 programs, each linked in the frame that draws with it first: the link is the draw's",
         Needs::Nothing,
         1,
         1,
         prepareFresh},
        {"loaded, heavy vertices",
         "28 programs of a loading screen, with vertex shaders of 10 to 2,000 instructions",
         Needs::Nothing,
         1,
         1,
         prepareLoadedVertex},
        {"loaded, heavy fragments",
         "28 with such fragment shaders",
         Needs::Nothing,
         1,
         1,
         prepareLoadedFragment},
        {"loaded, heavy tessellation",
         "28 with such control and evaluation shaders",
         Needs::Tessellation,
         1,
         1,
         prepareLoadedTessellation},
        {"fresh, heavy vertices",
         "28 programs that are linked in the frame that draws with them first, likewise",
         Needs::Nothing,
         1,
         1,
         prepareFreshVertex},
        {"fresh, heavy fragments",
         "28 with such fragment shaders",
         Needs::Nothing,
         1,
         1,
         prepareFreshFragment},
        {"fresh, heavy tessellation",
         "28 with such control and evaluation shaders",
         Needs::Tessellation,
         1,
         1,
         prepareFreshTessellation},
        {"formats",
         "8 programs × 6 vertex formats × 6 ways to blend, each mix once, in random order",
         Needs::Nothing,
         1,
         1,
         prepareFormats},
        {"separable",
         "16 vertex × 16 fragment programs, mixed by glUseProgramStages",
         Needs::Separable,
         1,
         1,
         prepareMixes},
        {"separable tessellation",
         "4 vertex × 4 control × 4 evaluation × 4 fragment programs, mixed by glUseProgramStages",
         Needs::Tessellation,
         1,
         1,
         prepareTessellation},
        {"fixed function",
         "2000 states of lights, materials, texture coordinates and environments, fog, alpha test "
         "and clip planes, without a program",
         Needs::FixedFunction,
         1,
         1,
         prepareFixedFunction},
        {"toggling",
         "1024 draws with one of 8 programs and states that are long known: nothing to compile",
         Needs::Nothing,
         1,
         1,
         prepareToggling},
    };
    return cases;
}

} // namespace storm
