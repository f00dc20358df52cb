// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "scene.h"

#include "bench/harness/context.h"

#include <EGL/egl.h>
#include <fmt/format.h>

#include <vector>

namespace bench {

namespace {

constexpr GLsizei kSize_px = 64;
/// OpenGL 3.2's, which the headers of ES lack.
constexpr GLenum kContextProfileMask = 0x9126;
constexpr GLint kCoreProfile = 1;

/// ES 3 entry points come at run time: a driver of ES 2 only need not have them.
template <typename Function>
Function load(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// What rows switch in desktop contexts of a version alone.
struct DesktopSwitch {
    GLenum capability;
    int since;
    bool initially;
};
constexpr DesktopSwitch kDesktopSwitches[] = {
    {kMultisample, 300, true},
    {kPrimitiveRestart, 310, false},
    {kClipDistance0, 310, false},
    {kDepthClamp, 320, false},
    {GL_SAMPLE_MASK, 320, false},
    {GL_SAMPLE_SHADING, 400, false},
};

int attributeCount(Shape shape) {
    return shape == Shape::Large ? 8 : shape == Shape::Attributes ? 16 : 1;
}

int textureCount(Shape shape) {
    return shape == Shape::Large ? 8 : shape == Shape::Texture ? 1 : 0;
}

int blockCount(Shape shape) {
    return shape == Shape::Block ? 1 : shape == Shape::Blocks ? Scene::kBlocks : 0;
}

int textureBufferCount(Shape shape) {
    return shape == Shape::TextureBuffer    ? 1
           : shape == Shape::TextureBuffers ? Scene::kMaxTextures
                                            : 0;
}

std::string vertexSource(Shape shape, const char* header, bool modern) {
    std::string source = header;
    std::string sum = "vec4(0.0)";
    const int count = attributeCount(shape);
    for (int i = 0; i < count; ++i) {
        source += fmt::format("{} vec4 a{};\n", modern ? "in" : "attribute", i);
        if (i > 0) {
            sum += fmt::format(" + a{}", i);
        }
    }
    source += fmt::format("{} vec4 v;\nvoid main() {{ gl_Position = a0; v = {}; {}}}\n",
                          modern ? "out" : "varying",
                          sum,
                          shape == Shape::ClipDistance ? "gl_ClipDistance[0] = a0.x; " : "");
    return source;
}

std::string fragmentSource(Shape shape, const char* header, bool modern, int variant) {
    std::string source = header;
    source += "#ifdef GL_ES\nprecision mediump float;\n#endif\n";
    source += fmt::format("{} vec4 v;\nuniform vec4 vector;\n", modern ? "in" : "varying");
    if (modern) {
        source += "out vec4 color;\n";
    }
    std::string sum = "v + vector";
    for (int i = 0; i < textureCount(shape); ++i) {
        source += fmt::format("uniform sampler2D s{};\n", i);
        sum += fmt::format(" + {}(s{}, v.xy)", modern ? "texture" : "texture2D", i);
    }
    for (int i = 0; i < textureBufferCount(shape); ++i) {
        source += fmt::format("uniform highp samplerBuffer t{};\n", i);
        sum += fmt::format(" + texelFetch(t{}, int(v.x))", i);
    }
    if (shape == Shape::Uniforms) {
        source += "uniform vec4 elements[64];\nuniform mat4 matrix;\n";
        sum += " + matrix[0]";
        for (int i = 0; i < 64; ++i) {
            sum += fmt::format(" + elements[{}]", i);
        }
    }
    for (int i = 0; i < blockCount(shape); ++i) {
        source += fmt::format("layout(std140) uniform B{0} {{ vec4 b{0}; }};\n", i);
        sum += fmt::format(" + b{}", i);
    }
    source += fmt::format("void main() {{ {} = {} + vec4({}.0); }}\n",
                          modern ? "color" : "gl_FragColor",
                          sum,
                          variant);
    return source;
}

GLuint compile(GLenum stage, const std::string& source, std::string& log) {
    const GLuint shader = glCreateShader(stage);
    const char* text = source.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (!good) {
        char buffer[1024] = "";
        glGetShaderInfoLog(shader, sizeof(buffer), nullptr, buffer);
        log = buffer;
    }
    return shader;
}

} // namespace

const std::array<float, 12> Scene::kTriangle = {
    4.0f, 4.0f, 0.0f, 1.0f, 5.0f, 4.0f, 0.0f, 1.0f, 4.0f, 5.0f, 0.0f, 1.0f};

bool Scene::fail(const std::string& what) {
    m_error = what;
    return false;
}

GLuint Scene::buildProgram(Shape shape, int variant) {
    const bool modern = m_core || blockCount(shape) > 0 || textureBufferCount(shape) > 0 ||
                        shape == Shape::ClipDistance;
    const char* header = "";
    if (m_core) {
        header = "#version 330 core\n";
    } else if (modern) {
        header = m_desktop                   ? "#version 140\n"
                 : textureBufferCount(shape) ? "#version 320 es\n"
                                             : "#version 300 es\n";
    } else if (m_desktop) {
        header = "#version 120\n";
    }
    const GLuint program = glCreateProgram();
    const GLuint vertex = compile(GL_VERTEX_SHADER, vertexSource(shape, header, modern), m_error);
    const GLuint fragment =
        compile(GL_FRAGMENT_SHADER, fragmentSource(shape, header, modern, variant), m_error);
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    for (int i = 0; i < attributeCount(shape); ++i) {
        glBindAttribLocation(program, GLuint(i), fmt::format("a{}", i).c_str());
    }
    glLinkProgram(program);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    GLint good = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (!good) {
        char buffer[1024] = "";
        glGetProgramInfoLog(program, sizeof(buffer), nullptr, buffer);
        m_error += "a program does not link: ";
        m_error += buffer;
        glDeleteProgram(program);
        return 0;
    }
    glUseProgram(program);
    for (int i = 0; i < textureCount(shape); ++i) {
        glUniform1i(glGetUniformLocation(program, fmt::format("s{}", i).c_str()), i);
    }
    for (int i = 0; i < textureBufferCount(shape); ++i) {
        glUniform1i(glGetUniformLocation(program, fmt::format("t{}", i).c_str()), i);
    }
    if (blockCount(shape) > 0) {
        const auto blockIndex = load<PFNGLGETUNIFORMBLOCKINDEXPROC>("glGetUniformBlockIndex");
        const auto blockBinding = load<PFNGLUNIFORMBLOCKBINDINGPROC>("glUniformBlockBinding");
        for (int i = 0; i < blockCount(shape); ++i) {
            const GLuint index = blockIndex(program, fmt::format("B{}", i).c_str());
            blockBinding(program, index, GLuint(i));
        }
    }
    return program;
}

/// What needs ES 3.0, OpenGL 3.1 or more.
void Scene::makeBuffers() {
    const std::vector<unsigned char> zeros(16 * kBlockSize_B, 0);
    if (m_hasBlocks) {
        for (auto& pair : blocks) {
            glGenBuffers(2, pair.data());
            for (const GLuint buffer : pair) {
                glBindBuffer(GL_UNIFORM_BUFFER, buffer);
                glBufferData(GL_UNIFORM_BUFFER, kBlockSize_B, zeros.data(), GL_STATIC_DRAW);
            }
        }
        glGenBuffers(1, &largeBlock);
        glBindBuffer(GL_UNIFORM_BUFFER, largeBlock);
        glBufferData(GL_UNIFORM_BUFFER, GLsizeiptr(zeros.size()), zeros.data(), GL_STATIC_DRAW);
        load<PFNGLGENVERTEXARRAYSPROC>("glGenVertexArrays")(2, vertexArrays.data());
        if (!m_core) {
            vertexArrays[0] = 0; // Only the context's own takes client arrays.
        }
        load<PFNGLGENSAMPLERSPROC>("glGenSamplers")(2, samplers.data());
        for (const GLuint object : samplers) {
            load<PFNGLSAMPLERPARAMETERIPROC>("glSamplerParameteri")(
                object, GL_TEXTURE_MIN_FILTER, object == samplers[0] ? GL_NEAREST : GL_LINEAR);
        }
    }
    if (m_hasTextureBuffers) {
        const auto texBuffer = load<PFNGLTEXBUFFERPROC>("glTexBuffer");
        for (auto& pair : bufferTextures) {
            glGenTextures(2, pair.data());
            for (const GLuint texture : pair) {
                GLuint buffer = 0;
                glGenBuffers(1, &buffer);
                glBindBuffer(GL_TEXTURE_BUFFER, buffer);
                glBufferData(GL_TEXTURE_BUFFER, kBlockSize_B, zeros.data(), GL_STATIC_DRAW);
                glBindTexture(GL_TEXTURE_BUFFER, texture);
                texBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer);
            }
        }
    }
}

bool Scene::create(const Context& context) {
    m_desktop = context.version().find("OpenGL ES") == std::string::npos;
    m_desktopVersion = m_desktop ? context.versionNumber() : 0;
    GLint profile = 0;
    if (m_desktop && context.versionNumber() >= 320) {
        glGetIntegerv(kContextProfileMask, &profile);
    }
    m_core = (profile & kCoreProfile) != 0;
    m_hasTextureBuffers = context.versionNumber() >= (m_desktop ? 310 : 320);
    m_hasBlocks = context.versionNumber() >= (m_desktop ? 310 : 300);
    const bool packed = m_desktop || context.versionNumber() >= 300 ||
                        context.hasExtension("GL_OES_packed_depth_stencil");

    GLuint color = 0;
    glGenTextures(1, &color);
    glBindTexture(GL_TEXTURE_2D, color);
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_RGBA, kSize_px, kSize_px, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    GLuint depth = 0;
    glGenRenderbuffers(1, &depth);
    glBindRenderbuffer(GL_RENDERBUFFER, depth);
    glRenderbufferStorage(
        GL_RENDERBUFFER, packed ? GL_DEPTH24_STENCIL8 : GL_DEPTH_COMPONENT16, kSize_px, kSize_px);
    glGenFramebuffers(1, &m_framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
    if (packed) {
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth);
    }
    m_hasStencil = packed;
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        return fail("the off-screen framebuffer is incomplete");
    }

    const std::vector<unsigned char> texels(16 * 16 * 4, 128);
    for (auto& pair : textures) {
        glGenTextures(2, pair.data());
        for (const GLuint texture : pair) {
            glBindTexture(GL_TEXTURE_2D, texture);
            glTexImage2D(
                GL_TEXTURE_2D, 0, GL_RGBA, 16, 16, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        }
    }
    glGenBuffers(2, vertexBuffers.data());
    glGenBuffers(2, indexBuffers.data());
    const GLushort indices[] = {0, 1, 2};
    for (int i = 0; i < 2; ++i) {
        glBindBuffer(GL_ARRAY_BUFFER, vertexBuffers[i]);
        glBufferData(GL_ARRAY_BUFFER, sizeof(kTriangle), kTriangle.data(), GL_STATIC_DRAW);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indexBuffers[i]);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof(indices), indices, GL_STATIC_DRAW);
    }
    makeBuffers();
    if (glGetError() != GL_NO_ERROR) {
        return fail("making the scene's objects raised a GL error");
    }
    return true;
}

void Scene::resetState() {
    glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
    glViewport(0, 0, kSize_px, kSize_px);
    glScissor(0, 0, kSize_px, kSize_px);
    for (const DesktopSwitch& state : kDesktopSwitches) {
        if (m_desktopVersion >= state.since) {
            (state.initially ? glEnable : glDisable)(state.capability);
        }
    }
    if (m_desktopVersion >= 320) {
        load<PFNGLSAMPLEMASKIPROC>("glSampleMaski")(0, ~0u);
    }
    for (const GLenum capability : {GL_BLEND,
                                    GL_SAMPLE_ALPHA_TO_COVERAGE,
                                    GL_DEPTH_TEST,
                                    GL_STENCIL_TEST,
                                    GL_SCISSOR_TEST,
                                    GL_CULL_FACE,
                                    GL_POLYGON_OFFSET_FILL}) {
        glDisable(capability);
    }
    glBlendFunc(GL_ONE, GL_ZERO);
    glBlendColor(0, 0, 0, 0);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glStencilFunc(GL_ALWAYS, 0, ~0u);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glCullFace(GL_BACK);
    glFrontFace(GL_CCW);
    glPolygonOffset(0, 0);
    for (int i = 0; i < kMaxTextures; ++i) {
        glActiveTexture(GL_TEXTURE0 + GLenum(i));
        glBindTexture(GL_TEXTURE_2D, textures[i][0]);
        if (m_hasTextureBuffers) {
            glBindTexture(GL_TEXTURE_BUFFER, bufferTextures[i][0]);
        }
    }
    if (m_hasBlocks) {
        load<PFNGLBINDSAMPLERPROC>("glBindSampler")(0, 0);
    }
    glActiveTexture(GL_TEXTURE0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indexBuffers[0]);
    glBindBuffer(GL_ARRAY_BUFFER, vertexBuffers[0]);
}

void Scene::bindArrays(GLint attributeLimit) {
    for (int i = 0; i < attributeLimit && i < kMaxAttributes; ++i) {
        if (i < attributes) {
            glEnableVertexAttribArray(GLuint(i));
            glVertexAttribPointer(GLuint(i), 4, GL_FLOAT, GL_FALSE, 0, nullptr);
        } else {
            glDisableVertexAttribArray(GLuint(i));
        }
        if (m_hasBlocks) {
            load<PFNGLVERTEXATTRIBDIVISORPROC>("glVertexAttribDivisor")(GLuint(i), 0);
        }
    }
}

bool Scene::begin(Shape shape) {
    attributes = attributeCount(shape);
    m_error.clear();
    GLint attributeLimit = 0;
    glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &attributeLimit);
    if (attributes > attributeLimit || (blockCount(shape) > 0 && !m_hasBlocks) ||
        (textureBufferCount(shape) > 0 && !m_hasTextureBuffers) ||
        (shape == Shape::ClipDistance && m_desktopVersion < 310)) {
        return false;
    }
    for (int i = 1; i >= 0; --i) {
        if (m_hasBlocks) {
            load<PFNGLBINDVERTEXARRAYPROC>("glBindVertexArray")(vertexArrays[size_t(i)]);
        }
        resetState();
        bindArrays(attributeLimit);
    }
    auto& pair = m_programs[size_t(shape)];
    for (int i = 0; i < 2; ++i) {
        if (!pair[i]) {
            pair[i] = buildProgram(shape, i);
        }
        if (!pair[i]) {
            return false;
        }
    }
    programs = pair;
    glUseProgram(programs[0]);
    vectorLocation = glGetUniformLocation(programs[0], "vector");
    matrixLocation = glGetUniformLocation(programs[0], "matrix");
    samplerLocation = glGetUniformLocation(programs[0], "s0");
    glUniform1i(samplerLocation, 0); // An earlier round may have left it at another unit.
    for (int i = 0; shape == Shape::Uniforms && i < 64; ++i) {
        elementLocations[i] =
            glGetUniformLocation(programs[0], fmt::format("elements[{}]", i).c_str());
    }
    if (blockCount(shape) > 0) {
        const auto bindBase = load<PFNGLBINDBUFFERBASEPROC>("glBindBufferBase");
        for (int i = 0; i < kBlocks; ++i) {
            bindBase(GL_UNIFORM_BUFFER, GLuint(i), blocks[i][0]);
        }
    }
    if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
        return fail(fmt::format("setting up the row raised GL error 0x{:04x}", error));
    }
    return true;
}

} // namespace bench
