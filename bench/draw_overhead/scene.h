// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <GLES3/gl32.h>

#include <array>
#include <string>

namespace bench {

class Context;

// Desktop OpenGL's, which the headers of ES lack.
constexpr GLenum kMultisample = 0x809d;
constexpr GLenum kDepthClamp = 0x864f;
constexpr GLenum kPrimitiveRestart = 0x8f9d;
constexpr GLenum kClipDistance0 = 0x3000;

/// What a program of the scene reads; every row starts from one of these.
enum class Shape {
    Small,          ///< 1 attribute, no texture, 1 vec4 uniform
    Large,          ///< 8 attributes, 8 textures, 1 vec4 uniform
    Attributes,     ///< 16 attributes, no texture
    Texture,        ///< 1 attribute, 1 texture
    Uniforms,       ///< 1 attribute, no texture, 64 vec4 uniforms
    Block,          ///< 1 attribute, 1 uniform block (ES 3.0, GL 3.1)
    Blocks,         ///< 1 attribute, 8 uniform blocks
    TextureBuffer,  ///< 1 attribute, 1 texture buffer (GL 3.1, ES 3.2)
    TextureBuffers, ///< 1 attribute, 8 texture buffers
    ClipDistance,   ///< 1 attribute; the vertex shader writes one clip distance (GL 3.1)
    Count
};

/// Objects that the rows switch between. All geometry lies outside the view volume, so that a
/// device has nothing to shade: what is timed is the path of a draw through the driver.
class Scene {
public:
    static constexpr int kMaxAttributes = 16;
    static constexpr int kMaxTextures = 8;
    static constexpr int kBlocks = 8;
    static constexpr GLsizei kBlockSize_B = 256;

    /// Returns false with the reason in `error()`.
    [[nodiscard]] bool create(const Context& context);
    const std::string& error() const { return m_error; }

    /// Puts every state that a row may change back, and binds the program and objects of `shape`.
    /// False when the context cannot do it (row is n/a).
    [[nodiscard]] bool begin(Shape shape);

    bool hasStencil() const { return m_hasStencil; }
    bool hasBlocks() const { return m_hasBlocks; }
    bool hasTextureBuffers() const { return m_hasTextureBuffers; }
    bool hasClientArrays() const { return !m_core; }
    /// As 310; 0: OpenGL ES.
    int desktopVersion() const { return m_desktopVersion; }

    /// Two of everything a row alternates between.
    std::array<GLuint, 2> programs{};
    std::array<std::array<GLuint, 2>, kMaxTextures> textures{};
    std::array<GLuint, 2> vertexBuffers{};
    std::array<GLuint, 2> indexBuffers{};
    std::array<std::array<GLuint, 2>, kBlocks> blocks{};
    std::array<std::array<GLuint, 2>, kMaxTextures> bufferTextures{};
    std::array<GLuint, 2> vertexArrays{}; ///< like each other; [0] is bound. ES 3.0, OpenGL 3.0
    std::array<GLuint, 2> samplers{};
    GLuint largeBlock = 0; ///< 16 ranges of kBlockSize_B
    GLint vectorLocation = -1;
    GLint arrayLocation = -1;
    GLint matrixLocation = -1;
    std::array<GLint, 64> elementLocations{};
    GLint samplerLocation = -1;
    int attributes = 1;
    /// A triangle in client memory.
    static const std::array<float, 12> kTriangle;

private:
    GLuint buildProgram(Shape shape, int variant);
    void resetState();
    void makeBuffers();
    void bindArrays(GLint attributeLimit);
    bool fail(const std::string& what);

    bool m_desktop = false;
    int m_desktopVersion = 0;
    bool m_core = false;
    bool m_hasTextureBuffers = false;
    bool m_hasStencil = false;
    bool m_hasBlocks = false;
    GLuint m_framebuffer = 0;
    std::array<std::array<GLuint, 2>, size_t(Shape::Count)> m_programs{};
    std::string m_error;
};

} // namespace bench
