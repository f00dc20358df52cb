// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "scene.h"

#include "clock.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace storm {

namespace {

/// FNV-1a.
uint64_t hashOf(const char* text) {
    uint64_t hash = 0xcbf29ce484222325;
    for (; *text; ++text) {
        hash = (hash ^ uint8_t(*text)) * 0x100000001b3;
    }
    return hash;
}

} // namespace

Scene::Scene(
    const SceneOptions& options, int version, const char* caseName, int samples, int targets)
    : m_options(options),
      m_canvas(samples, targets),
      m_text(options.seed ^ hashOf(caseName), version, options.shaderLines) {
    Programs programs;
    const Color none = {};
    m_known = programs.add({{GL_VERTEX_SHADER, m_text.vertex(none)},
                            {GL_FRAGMENT_SHADER, m_text.fragment(none, targets)}},
                           false);
    programs.finish();
    resetState();
    glUseProgram(m_known);
    for (int i = 0; i < 3; ++i) {
        drawFrame(i); // What a driver does once in its life is done.
    }
}

void Scene::drawFrame(int number) {
    m_canvas.clear();
    m_canvas.enter(number % Canvas::kCells);
    m_mesh.draw(GL_TRIANGLES, Depth::Before);
    glFinish();
}

void Scene::load() {
    m_programs.finish();
    glBindVertexArray(m_mesh.vertexArray());
    glUseProgram(m_known);
    const double end_ms = now_ms() + m_options.loading_ms;
    for (int frame = 0; now_ms() < end_ms; ++frame) {
        drawFrame(frame);
        const double left_ms = end_ms - now_ms();
        std::this_thread::sleep_for(
            std::chrono::duration<double, std::milli>(std::clamp(left_ms, 0.0, 1000.0 / 60)));
    }
}

void Scene::resetState() {
    FixedState{}.apply(m_canvas);
    glBindVertexArray(m_mesh.vertexArray());
}

} // namespace storm
