// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/compile/qualifiers.h"
#include "glsl/interface/interface.h"

namespace glsl {

/// What "layout(…) in;", "… out;" and "… uniform;" say: of the stage, and of what follows them.
class StageLayout {
public:
    explicit StageLayout(Stage stage) : m_stage(stage) {}

    void take(const QualifierWords& words);

    [[nodiscard]] const GeometryFacts& geometry() const { return m_geometry; }
    [[nodiscard]] const TessellationFacts& tessellation() const { return m_tessellation; }
    /// Of the arrays with an element for each vertex; 0: it was not said.
    [[nodiscard]] int vertices() const;
    /// Of uniform blocks that do not say.
    [[nodiscard]] bool rowMajor() const { return m_rowMajor; }
    [[nodiscard]] Packing packing() const { return m_packing; }
    /// Of geometry outputs that do not say.
    [[nodiscard]] int stream() const { return m_stream; }

private:
    void takeTessellation(const QualifierWords& words, uint32_t mode);

    const Stage m_stage;
    GeometryFacts m_geometry;
    TessellationFacts m_tessellation;
    bool m_rowMajor = false;
    Packing m_packing = Packing::Shared;
    int m_stream = 0;
};

} // namespace glsl
