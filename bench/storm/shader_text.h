// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "canvas.h"
#include "random.h"

#include <string>

namespace storm {

/// Writes GLSL that nobody has seen before: each stage adds a color of its own to what it is handed
/// and computes with random constants for a while, which moves the color by a sixteenth of a 255th
/// at most. So compilers have work, no cache knows the text, and what a draw leaves behind is
/// known.
class ShaderText {
public:
    /// `version` as Context::versionNumber() has it; `lines` of arithmetic for each stage.
    ShaderText(uint64_t seed, int version, int lines);

    /// From here on.
    void setLines(int lines) { m_lines = lines; }

    /// A color of channels up to `most`.
    Color shade(int most);

    /// Attributes: 0 position, 1 tint (that the color is multiplied by), 2 extra.
    std::string vertex(const Color& shade);
    /// Of three vertices.
    std::string tessControl(const Color& shade);
    std::string tessEvaluation(const Color& shade);
    /// A second target gets what secondColor() says.
    std::string fragment(const Color& shade, int targets = 1);

    Random& random() { return m_random; }

private:
    std::string number();
    /// Statements that end with a float `hum`, the small number, from vec4 `start`.
    std::string hum(const std::string& start);

    Random m_random;
    std::string m_header;
    int m_lines;
};

Color secondColor(const Color& first);

} // namespace storm
