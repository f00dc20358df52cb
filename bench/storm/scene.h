// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "canvas.h"
#include "fixed_state.h"
#include "mesh.h"
#include "programs.h"
#include "shader_text.h"

#include <functional>
#include <string>
#include <vector>

namespace storm {

struct SceneOptions {
    uint64_t seed = 0;
    double loading_ms = 500;
    int shaderLines = 8;
    int programs = 96; ///< Of cases that count programs.
};

/// One draw of a case, and what it leaves in its cell.
struct Draw {
    std::string name;
    std::function<void()> issue; ///< The changes of state and the call; the viewport is set.
    Expected expected;
    /// Links the draw's program, where no loading screen did. It is called once, before the first
    /// issue, and its time is the draw's.
    std::function<void()> link = nullptr;
};

/// What a case makes its draws from. Errors are thrown as std::runtime_error.
class Scene {
public:
    /// `version` as Context::versionNumber() has it. Each case has numbers of its own.
    Scene(const SceneOptions& options, int version, const char* caseName, int samples, int targets);

    const SceneOptions& options() const { return m_options; }
    Canvas& canvas() { return m_canvas; }
    ShaderText& text() { return m_text; }
    Random& random() { return m_text.random(); }
    Programs& programs() { return m_programs; }
    const Mesh& plainMesh() const { return m_mesh; }

    /// Waits for the programs and shows a loading screen for as long as it takes: a known program
    /// draws sixty frames a second.
    void load();
    /// State as a new context has it, as far as draws change it, with the plain mesh bound. The
    /// program and the pipeline stay.
    void resetState();

private:
    void drawFrame(int number);

    SceneOptions m_options;
    Canvas m_canvas;
    ShaderText m_text;
    Mesh m_mesh;
    Programs m_programs;
    GLuint m_known = 0;
};

} // namespace storm
