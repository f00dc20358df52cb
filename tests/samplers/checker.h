// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Draws lookups, one case to a row of a float or integer target and one position to a pixel, and
// compares them with the reference.

#pragma once

#include "samplers/stage.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace samplers {

using Positions = std::vector<reference::Position>;

/// What a device cannot do is counted, with the reason, and printed when the program ends.
void countSkipped(const std::string& reason, int cases = 1);

/// A GL texture and what it holds.
class TextureObject {
public:
    struct Size {
        int width = 5, height = 4, depth = 1;
    };
    /// `levels` 0: all down to one texel. Layers and faces count as depth (a cube map has six).
    TextureObject(const Stage& stage,
                  const Format& format,
                  GLenum target,
                  Size size,
                  int levels = 1,
                  Contents contents = Contents::Any,
                  bool stencil = false);
    ~TextureObject() { glDeleteTextures(1, &m_name); }
    TextureObject(const TextureObject&) = delete;
    TextureObject& operator=(const TextureObject&) = delete;

    GLuint name() const { return m_name; }
    const Format& format() const { return m_format; }
    const reference::Texture& model() const { return m_model; }
    GLenum target() const { return m_model.target; }
    bool stencil() const { return m_stencil; }
    Numbers numbers() const;

    void setSwizzle(const std::array<GLenum, 4>& swizzle);
    void setDepthMode(GLenum mode);
    void setLevels(int base, int max);

private:
    void upload(const Stage& stage, GLenum target, int level, const Pixels& pixels);

    const Format& m_format;
    bool m_stencil;
    GLuint m_name = 0;
    reference::Texture m_model;
};

struct Case {
    std::string name;
    TextureObject* texture = nullptr;
    reference::Sampler sampler;
    const Positions* positions = nullptr;
    Method method = Method::Lod;
    bool samplerObject =
        false; ///< The parameters are those of a sampler object; the texture has others.
    // The context has GL_TEXTURE_CUBE_MAP_SEAMLESS on where sampler.seamless says so.
};

class Checker {
public:
    /// How far a device may be off, apart from values (valueTolerance()).
    static constexpr double kTexelPrecision = 1.0 / 256;
    static constexpr double kLodPrecision = 1.0 / 64;
    /// Of λ that is a logarithm: llvmpipe and lavapipe take the mantissa for it, 0.086 too little
    /// at most.
    static constexpr double kLogarithmPrecision = 0.09;

    Checker(Stage& stage, Numbers numbers);
    ~Checker();
    Checker(const Checker&) = delete;
    Checker& operator=(const Checker&) = delete;

    /// Draws it; or counts it as skipped, where the context does not have what it takes.
    void add(const Case& one);
    /// Draws a picture of kPicture × kPicture pixels over which s and t vary, so that the context
    /// finds λ by itself, and compares it. Its pixels, or nothing where the case was skipped.
    static constexpr int kPicture = 64;
    struct Window {
        double left, bottom, right, top;
    };
    std::vector<reference::Vec4> picture(const Case& one, const Window& window);
    /// Compares what was drawn.
    void finish();
    int compared() const { return m_compared; }

private:
    struct Row {
        std::string name;
        reference::Texture model;
        reference::Sampler sampler;
        const Positions* positions = nullptr;
        double tolerance = 0;
        Method method = Method::Lod;
    };

    std::string missing(const Case& one) const;
    std::string deviation(const Case& one) const;
    /// Everything but the viewport and the vertices; false where the case is skipped.
    bool prepare(const Case& one, Row& row);
    void setParameters(const Case& one);
    void drawPositions(const Positions& positions, double texels);
    static void setVertices(GLuint buffer, const void* data, size_t size_B);
    void compare(const Row& row, const reference::Vec4* got);
    /// Changes what is expected to what the device can do, and counts that.
    void allowFor(const Case& one, Row& row);
    bool depthIsFiltered(const Format& format, bool clamped);
    bool isReduced(const Format& format);
    bool referencesAreClamped(const Format& format);
    /// What there is of cube maps without seamless filtering.
    enum class Faces { Wrapped, ClampedToEdge, Joined };
    Faces faces();
    reference::Vec4 probe(TextureObject& texture,
                          const reference::Sampler& sampler,
                          const reference::Position& position);

    Stage& m_stage;
    Numbers m_numbers;
    std::vector<Row> m_rows;
    std::map<std::pair<const Positions*, double>, GLuint> m_buffers;
    std::map<std::string, bool> m_facts;
    std::optional<Faces> m_faces;
    GLuint m_sampler = 0;
    int m_compared = 0;
    int m_failed = 0;
};

std::string nameOf(GLenum value);

} // namespace samplers
