// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A context of one kind with all that lookups are drawn with: commands, programs, targets.

#pragma once

#include "gl_harness/context.h"
#include "samplers/formats.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace samplers {

enum class Kind { Compatibility, Core, Es3 };
const char* kindName(Kind kind);

/// How a shader looks up.
enum class Method {
    Lod,        ///< textureLod
    Gradient,   ///< textureGrad, along x of the screen and s of the texture: λ is not a matter of
                ///< taste
    Implicit,   ///< texture, where nothing varies: λ = −∞
    Projected,  ///< textureProjLod, coordinates times q
    InVertex,   ///< textureLod in the vertex shader
    WithOffset, ///< textureLodOffset by (1, −2, 1)
};
inline constexpr int kOffset[3] = {1, -2, 1};

enum class Numbers { Float, Uint, Int };

struct ProgramKey {
    GLenum target;
    Numbers numbers;
    bool shadow;
    Method method;
    auto operator<=>(const ProgramKey&) const = default;
};

struct Commands {
    PFNGLTEXIMAGE1DPROC texImage1D;
    PFNGLTEXIMAGE3DPROC texImage3D;
    PFNGLCOMPRESSEDTEXIMAGE3DPROC compressedTexImage3D;
    PFNGLGENVERTEXARRAYSPROC genVertexArrays;
    PFNGLBINDVERTEXARRAYPROC bindVertexArray;
    PFNGLDELETEVERTEXARRAYSPROC deleteVertexArrays;
    PFNGLGENSAMPLERSPROC genSamplers;
    PFNGLDELETESAMPLERSPROC deleteSamplers;
    PFNGLBINDSAMPLERPROC bindSampler;
    PFNGLSAMPLERPARAMETERIPROC samplerParameteri;
    PFNGLSAMPLERPARAMETERFPROC samplerParameterf;
    PFNGLSAMPLERPARAMETERFVPROC samplerParameterfv;
    PFNGLSAMPLERPARAMETERIIVPROC samplerParameterIiv;
    PFNGLSAMPLERPARAMETERIUIVPROC samplerParameterIuiv;
    PFNGLTEXPARAMETERIIVPROC texParameterIiv;
    PFNGLTEXPARAMETERIUIVPROC texParameterIuiv;
};

class Stage {
public:
    explicit Stage(Kind kind);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    void makeCurrent() const { m_context->makeCurrent(); }
    /// The context was made, is current, and can draw floats.
    bool usable() const { return m_usable; }
    Kind kind() const { return m_kind; }
    bool desktop() const { return m_kind != Kind::Es3; }
    bool has(const char* extension) const { return m_extensions.count(extension) != 0; }
    /// 10 · major + minor of GL_VERSION.
    int version() const { return m_version; }
    /// 100 · major + minor of the language.
    int language() const { return m_language; }
    const Commands& gl() const { return m_gl; }

    bool hasFormat(const Format& format) const;
    /// With filters other than GL_NEAREST where nothing is compared.
    bool filters(const Format& format) const;
    bool hasWrap(GLenum wrap) const;
    bool hasTarget(GLenum target) const;
    bool hasProgram(const ProgramKey& key) const;
    bool hasSamplerObjects() const;
    bool hasBorders() const { return hasWrap(GL_CLAMP_TO_BORDER); }
    bool hasSwizzle() const;
    bool hasIntegers() const { return m_version >= 30; }
    bool isGlissade() const { return m_glissade; }
    bool isLlvmpipe() const { return m_llvmpipe; }
    /// Or lavapipe, which is the same below.
    bool onLlvmpipe() const { return m_onLlvmpipe; }

    /// Made when first asked for. `sample` is at unit 0; attributes are place (0), coords (1),
    /// extra (2).
    GLuint program(const ProgramKey& key);

    /// Binds a target of width × height of these numbers, clears it.
    void bindTarget(Numbers numbers, int width, int height);
    /// RGBA of `rows` of the bound target as doubles.
    std::vector<reference::Vec4> read(Numbers numbers, int width, int rows) const;

private:
    void readStrings();
    void loadCommands();
    std::string source(const ProgramKey& key, bool fragment) const;
    std::string header() const;
    std::string lookup(const ProgramKey& key) const;

    Kind m_kind;
    std::unique_ptr<harness::Context> m_context;
    bool m_usable = false;
    bool m_glissade = false;
    bool m_llvmpipe = false;
    bool m_onLlvmpipe = false;
    int m_version = 0;
    int m_language = 0;
    std::map<std::string, bool> m_extensions;
    Commands m_gl{};
    std::map<ProgramKey, GLuint> m_programs;
    std::map<Numbers, std::pair<GLuint, GLuint>> m_targets; ///< Framebuffer, texture.
    GLuint m_vertexArray = 0;
};

} // namespace samplers
