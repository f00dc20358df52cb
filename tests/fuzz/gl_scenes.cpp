// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Player: what it takes to draw, each piece with something odd about it now and then.
#include "gl_player.h"

#include <algorithm>
#include <cstring>

namespace fuzz {

namespace {

constexpr GLenum kDouble = 0x140A;
constexpr GLenum kDrawIndirectBuffer = 0x8F3F;

/// Shaders without #version, for every dialect.
constexpr const char* kVertex[] = {
    "in vec4 position; in vec4 value; uniform mat4 matrix; out vec4 captured;\n"
    "void main() { captured = value; gl_Position = position + matrix * value; gl_PointSize = 3.0; "
    "}",
    "in vec4 position; uniform highp int at; uniform vec4 list[5]; out vec4 captured;\n"
    "void main() { captured = list[gl_VertexID * at]; gl_Position = vec4(float(gl_VertexID % 7) /\n"
    "3.0 - 1.0, float(gl_InstanceID % 3) - 1.0, 0.0, 1.0) + position; gl_PointSize = 1.0; }",
    "layout(std140) uniform Block { vec4 a[9]; mat4 b; } block; in ivec4 position; in uvec4 "
    "value;\n"
    "uniform highp int at; out vec4 captured; void main() { captured = block.a[position.x * at];\n"
    "gl_Position = block.b * vec4(position) + vec4(value); }",
    "in mat4 position; uniform sampler2D image; out vec4 captured; void main() {\n"
    "captured = texelFetch(image, ivec2(gl_VertexID * 77, -gl_VertexID), gl_VertexID);\n"
    "gl_Position = position * vec4(1); }",
    "out vec4 captured; void main() { captured = vec4(1); gl_Position = vec4(0, 0, 0, 1); }",
};
constexpr const char* kFragment[] = {
    "in vec4 captured; out vec4 color; void main() { color = captured; }",
    "in vec4 captured; uniform sampler2D image; uniform samplerCube cube; out vec4 color;\n"
    "void main() { color = texture(image, captured.xy) + texture(cube, captured.xyz); }",
    "in vec4 captured; uniform highp usampler2D image; uniform int at; out uvec4 color;\n"
    "void main() { color = texelFetch(image, ivec2(captured.xy * 100.0), at); }",
    "in vec4 captured; uniform vec4 list[3]; uniform int at; layout(location = 0) out vec4 a;\n"
    "layout(location = 1) out vec4 b; void main() { vec4 sum = vec4(0);\n"
    "for (int i = 0; i < (at & 63); i++) { sum += list[i] * captured; } a = sum; b = -sum;\n"
    "if (sum.x > 2.0) discard; gl_FragDepth = sum.y; }",
    "out vec4 color; uniform highp sampler2DArray image; void main() {\n"
    "color = texture(image, gl_FragCoord.xyz); }",
};
constexpr const char* kGeometry[] = {
    "layout(points) in; layout(triangle_strip, max_vertices = 4) out; in vec4 captured[];\n"
    "out vec4 other; void main() { for (int i = 0; i < 4; i++) { other = captured[0];\n"
    "gl_Position = gl_in[0].gl_Position + vec4(i & 1, i >> 1, 0, 0); EmitVertex(); } }",
    "layout(triangles) in; layout(points, max_vertices = 9) out; uniform int at;\n"
    "void main() { for (int i = 0; i < (at & 15); i++) { gl_Position = gl_in[i].gl_Position;\n"
    "gl_Layer = i; EmitVertex(); EndPrimitive(); } }",
};
constexpr const char* kControl =
    "layout(vertices = 3) out; uniform float level; void main() {\n"
    "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
    "gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = level;\n"
    "gl_TessLevelInner[0] = level; }";
constexpr const char* kEvaluation =
    "layout(triangles, fractional_odd_spacing) in; void main() {\n"
    "gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position; }";

constexpr GLenum kFormats[] = {GL_RGBA8,
                               GL_RGBA32F,
                               GL_R8,
                               GL_RGBA8UI,
                               GL_RG16F,
                               GL_RGB565,
                               GL_SRGB8_ALPHA8,
                               GL_R32I,
                               GL_R11F_G11F_B10F,
                               GL_RGB10_A2};
constexpr GLenum kDepthFormats[] = {
    GL_DEPTH_COMPONENT16, GL_DEPTH24_STENCIL8, GL_DEPTH_COMPONENT32F, GL_STENCIL_INDEX8};

constexpr GLuint kLocations = 4;

} // namespace

Player::Player(std::span<const std::byte> input, Memory& memory)
    : m_choices(input), m_memory(memory), m_logs(std::getenv("GLISSADE_FUZZ_LOG") != nullptr) {}

Player::~Player() {
    harness::Context::release();
}

void Player::play() {
    makeContext();
    while (!m_choices.done() && !m_contexts.empty()) {
        if (m_choices.oneIn(3)) {
            scene();
        } else {
            // Half of all commands set uniforms and attributes: those are not half of the calls.
            const Command& command = anyCommand();
            const bool sets = command.name.find("Uniform") != std::string_view::npos ||
                              command.name.starts_with("glVertexAttrib");
            call(sets ? anyCommand() : command);
        }
        if (m_wasLost) {
            fail("a context was lost");
        }
    }
    for (m_current = 0; m_current < m_contexts.size(); ++m_current) {
        m_contexts[m_current].context->makeCurrent();
        glFinish();
    }
}

void Player::makeContext() {
    harness::ContextRequest request{.robust = true};
    const auto dialect = Dialect(m_choices.below(uint32_t(Dialect::Count)));
    request.api = dialect == Dialect::Es3   ? harness::Api::Gles2
                  : dialect == Dialect::Es1 ? harness::Api::Gles1
                                            : harness::Api::Gl;
    request.version = dialect == Dialect::Es3 ? 30 : dialect == Dialect::Core ? 41 : 0;
    for (const Held& other : m_contexts) {
        const auto isEs = [](Dialect d) { return d == Dialect::Es3 || d == Dialect::Es1; };
        if (isEs(other.dialect) == isEs(dialect) && m_choices.oneIn(2)) {
            request.share = other.context->handle();
        }
    }
    auto context = std::make_unique<harness::Context>(request);
    if (!context->valid() || !context->makeCurrent()) {
        return;
    }
    m_contexts.push_back({std::move(context), dialect});
    m_current = m_contexts.size() - 1;
    GLuint array = 0;
    invokeGl("glGenVertexArrays", 1, &array);
    invokeGl("glBindVertexArray", array);
}

void Player::changeContext() {
    if (m_contexts.size() < 3 && m_choices.oneIn(3)) {
        return makeContext();
    }
    if (m_contexts.size() > 1 && m_choices.oneIn(6)) {
        m_contexts.erase(m_contexts.begin() + ptrdiff_t(m_current));
    }
    m_current = m_choices.below(uint32_t(m_contexts.size()));
    m_contexts[m_current].context->makeCurrent();
}

void Player::scene() {
    const Dialect dialect = m_contexts[m_current].dialect;
    if ((dialect == Dialect::Legacy || dialect == Dialect::Es1) && m_choices.oneIn(2)) {
        return fixedScene();
    }
    switch (m_choices.below(16)) {
    case 0:
        return changeContext();
    case 1:
    case 2:
        return makeProgram();
    case 3:
    case 4:
        return makeTarget();
    case 5:
    case 6:
        return makeArrays();
    case 7:
    case 8:
        return makeTexture();
    case 9:
    case 10:
        return look();
    default:
        return draw();
    }
}

void Player::makeProgram() {
    const Dialect dialect = m_contexts[m_current].dialect;
    const char* const version = dialect == Dialect::Es3
                                    ? "#version 300 es\nprecision highp float;\n"
                                : dialect == Dialect::Core ? "#version 410\n"
                                                           : "#version 140\n";
    const GLuint program = glCreateProgram();
    const auto attach = [&](GLenum stage, const char* text) {
        const GLuint shader = glCreateShader(stage);
        const char* const parts[] = {version, text};
        glShaderSource(shader, 2, parts, nullptr);
        glCompileShader(shader);
        glAttachShader(program, shader);
        names(Object::Shader).push_back(shader);
    };
    attach(GL_VERTEX_SHADER, kVertex[m_choices.below(std::size(kVertex))]);
    attach(GL_FRAGMENT_SHADER, kFragment[m_choices.below(std::size(kFragment))]);
    if (dialect == Dialect::Core && m_choices.oneIn(3)) {
        attach(GL_GEOMETRY_SHADER, kGeometry[m_choices.below(std::size(kGeometry))]);
    }
    if (dialect == Dialect::Core && m_choices.oneIn(4)) {
        attach(GL_TESS_EVALUATION_SHADER, kEvaluation);
        if (m_choices.oneIn(2)) {
            attach(GL_TESS_CONTROL_SHADER, kControl);
        }
    }
    glBindAttribLocation(program, 0, "position");
    glBindAttribLocation(program, m_choices.below(kLocations), "value");
    if (m_choices.oneIn(2)) {
        const char* varyings[] = {"captured", "gl_Position"};
        invokeGl("glTransformFeedbackVaryings",
                 program,
                 GLsizei(1 + m_choices.below(2)),
                 static_cast<const char* const*>(varyings),
                 GLenum(m_choices.oneIn(2) ? GL_SEPARATE_ATTRIBS : GL_INTERLEAVED_ATTRIBS));
    }
    glLinkProgram(program);
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "at"), GLint(integer()));
    glUniform1i(glGetUniformLocation(program, "cube"), 1);
    names(Object::Program).push_back(program);
}

void Player::makeTarget() {
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    names(Object::Framebuffer).push_back(framebuffer);
    const GLsizei width = 1 + GLsizei(m_choices.below(64));
    const GLsizei height = 1 + GLsizei(m_choices.below(64));
    const GLsizei samples = m_choices.oneIn(4) ? 4 : 0;
    const uint32_t count = 1 + m_choices.oneIn(4);
    for (uint32_t i = 0; i < count; ++i) {
        const GLenum format = kFormats[m_choices.below(std::size(kFormats))];
        const GLenum attachment = GL_COLOR_ATTACHMENT0 + i;
        if (samples || m_choices.oneIn(2)) {
            GLuint buffer = 0;
            glGenRenderbuffers(1, &buffer);
            glBindRenderbuffer(GL_RENDERBUFFER, buffer);
            glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
            glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
            names(Object::Renderbuffer).push_back(buffer);
            continue;
        }
        GLuint texture = 0;
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        invokeGl("glTexStorage2D", GLenum(GL_TEXTURE_2D), GLsizei(3), format, width, height);
        glFramebufferTexture2D(
            GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, texture, GLint(m_choices.oneIn(4)));
        names(Object::Texture).push_back(texture);
    }
    constexpr GLenum kBuffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    invokeGl("glDrawBuffers", GLsizei(count), kBuffers);
    if (m_choices.oneIn(2)) {
        GLuint buffer = 0;
        glGenRenderbuffers(1, &buffer);
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        const GLenum format = kDepthFormats[m_choices.below(std::size(kDepthFormats))];
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER,
                                  format == GL_DEPTH24_STENCIL8 ? GL_DEPTH_STENCIL_ATTACHMENT
                                  : format == GL_STENCIL_INDEX8 ? GL_STENCIL_ATTACHMENT
                                                                : GL_DEPTH_ATTACHMENT,
                                  GL_RENDERBUFFER,
                                  buffer);
        names(Object::Renderbuffer).push_back(buffer);
    }
    glViewport(0, 0, width, height);
}

void Player::makeArrays() {
    GLuint array = 0;
    invokeGl("glGenVertexArrays", 1, &array);
    invokeGl("glBindVertexArray", array);
    names(Object::VertexArray).push_back(array);
    const auto makeBuffer = [&](GLenum target, bool draws) {
        GLuint buffer = 0;
        glGenBuffers(1, &buffer);
        glBindBuffer(target, buffer);
        const size_t size_B = m_choices.of({64, 1024, 16, 4096, 3, 65536});
        std::byte* const data = m_memory.exactly(size_B, 4);
        fill(data, size_B, draws);
        glBufferData(target, GLsizeiptr(size_B), data, GL_DYNAMIC_DRAW);
        names(Object::Buffer).push_back(buffer);
        return buffer;
    };
    for (GLuint location = 0; location < kLocations; ++location) {
        if (m_choices.oneIn(3)) {
            continue;
        }
        makeBuffer(GL_ARRAY_BUFFER, false);
        const auto stride = GLsizei(m_choices.of({0, 0, 16, 7, 32}));
        const auto* offset =
            reinterpret_cast<const void*>(uintptr_t(m_choices.of({0, 0, 0, 4, 1, 60, 100000})));
        const auto size = GLint(1 + m_choices.below(4));
        if (m_choices.oneIn(5)) {
            glVertexAttribIPointer(
                location, size, m_choices.of({GL_INT, GL_UNSIGNED_SHORT, GL_BYTE}), stride, offset);
        } else {
            glVertexAttribPointer(location,
                                  size,
                                  m_choices.of({GLenum(GL_FLOAT),
                                                GLenum(GL_FIXED),
                                                kDouble,
                                                GLenum(GL_UNSIGNED_BYTE),
                                                GLenum(GL_INT)}),
                                  m_choices.oneIn(2),
                                  stride,
                                  offset);
        }
        glEnableVertexAttribArray(location);
        glVertexAttribDivisor(location, m_choices.of({0u, 0u, 0u, 1u, 2u, 300u}));
    }
    makeBuffer(GL_ELEMENT_ARRAY_BUFFER, !m_choices.oneIn(3));
    if (m_choices.oneIn(3)) {
        makeBuffer(kDrawIndirectBuffer, true);
    }
    if (m_choices.oneIn(3)) {
        glBindBufferBase(GL_UNIFORM_BUFFER, 0, makeBuffer(GL_UNIFORM_BUFFER, false));
    }
    if (m_choices.oneIn(3)) {
        for (GLuint i = 0; i < 2; ++i) {
            glBindBufferBase(
                GL_TRANSFORM_FEEDBACK_BUFFER, i, makeBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, false));
        }
    }
}

void Player::makeTexture() {
    const GLenum unit = m_choices.below(3);
    glActiveTexture(GL_TEXTURE0 + unit);
    const GLenum target = m_choices.of({GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D_ARRAY});
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(target, texture);
    names(Object::Texture).push_back(texture);
    const GLsizei size = 1 << m_choices.below(6);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    const std::byte* const data = m_choices.oneIn(4) ? nullptr : m_memory.vast();
    const bool numbers = m_choices.oneIn(4);
    const GLint internal = numbers ? GL_RGBA8UI : GL_RGBA8;
    const GLenum format = numbers ? GL_RGBA_INTEGER : GL_RGBA;
    const uint32_t levels = 1 + m_choices.below(5);
    for (uint32_t level = 0; level < levels; ++level) {
        const GLsizei s = std::max(size >> level, 1);
        if (target == GL_TEXTURE_2D_ARRAY) {
            glTexImage3D(
                target, GLint(level), internal, s, s, 3, 0, format, GL_UNSIGNED_BYTE, data);
            continue;
        }
        const uint32_t faces = target == GL_TEXTURE_2D ? 1 : 6;
        const GLenum first = target == GL_TEXTURE_2D ? target : GL_TEXTURE_CUBE_MAP_POSITIVE_X;
        for (uint32_t face = 0; face < faces; ++face) {
            glTexImage2D(
                first + face, GLint(level), internal, s, s, 0, format, GL_UNSIGNED_BYTE, data);
        }
    }
    glTexParameteri(target,
                    GL_TEXTURE_MIN_FILTER,
                    m_choices.of({GL_NEAREST, GL_LINEAR, GL_LINEAR_MIPMAP_LINEAR}));
    glTexParameteri(target, GL_TEXTURE_WRAP_S, m_choices.of({GL_REPEAT, GL_CLAMP_TO_EDGE, 0x2900}));
}

void Player::draw() {
    const bool captures = m_choices.oneIn(5);
    const GLenum mode =
        m_choices.oneIn(4) ? m_choices.below(15) : m_choices.of({GL_POINTS, GL_TRIANGLES});
    if (captures) {
        invokeGl("glBeginTransformFeedback", m_choices.of({GL_POINTS, GL_TRIANGLES, GL_LINES}));
    }
    static constexpr std::string_view kDraws[] = {"glDrawArrays",
                                                  "glDrawElements",
                                                  "glDrawElementsBaseVertex",
                                                  "glDrawArraysInstanced",
                                                  "glDrawElementsInstanced",
                                                  "glDrawArraysInstancedBaseInstance",
                                                  "glMultiDrawElementsIndirect",
                                                  "glMultiDrawArraysIndirect",
                                                  "glMultiDrawElements"};
    m_mode = mode;
    callNamed(kDraws[m_choices.below(std::size(kDraws))]);
    m_mode.reset();
    if (captures) {
        invokeGl("glEndTransformFeedback");
    }
}

void Player::look() {
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glReadPixels(0, 0, 8, 8, GL_RGBA, GL_UNSIGNED_BYTE, m_memory.vast());
}

} // namespace fuzz
