// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "stage.h"

#include "gl_harness/program.h"

#include <gtest/gtest.h>

#include <cstring>
#include <sstream>

namespace samplers {

namespace {

const char* text(GLenum name) {
    return reinterpret_cast<const char*>(glGetString(name));
}

/// "sampler" + this is the type of samplers of the target.
const char* dimensionsName(GLenum target) {
    switch (target) {
    case GL_TEXTURE_1D:
        return "1D";
    case GL_TEXTURE_1D_ARRAY:
        return "1DArray";
    case GL_TEXTURE_2D_ARRAY:
        return "2DArray";
    case GL_TEXTURE_3D:
        return "3D";
    case GL_TEXTURE_CUBE_MAP:
        return "Cube";
    case GL_TEXTURE_CUBE_MAP_ARRAY:
        return "CubeArray";
    case GL_TEXTURE_RECTANGLE:
        return "2DRect";
    default:
        return "2D";
    }
}

/// Coordinates of a lookup, the layer included.
int coordinatesOf(GLenum target) {
    switch (target) {
    case GL_TEXTURE_1D:
        return 1;
    case GL_TEXTURE_2D:
    case GL_TEXTURE_RECTANGLE:
    case GL_TEXTURE_1D_ARRAY:
        return 2;
    case GL_TEXTURE_CUBE_MAP_ARRAY:
        return 4;
    default:
        return 3;
    }
}

std::string coordsText(int count) {
    const char* const names[] = {"c.s", "c.st", "c.stp", "c"};
    return names[count - 1];
}

/// What GLSL gives textureGrad and offsets of a target: one number or a vector.
std::string vectorText(const char* type, int count, std::initializer_list<std::string> values) {
    std::string result;
    int used = 0;
    for (const std::string& value : values) {
        if (used++ < count) {
            result += (used > 1 ? ", " : "") + value;
        }
    }
    return count == 1 ? result : type + std::to_string(count) + "(" + result + ")";
}

GLenum internalOf(Numbers numbers) {
    return numbers == Numbers::Float  ? GL_RGBA32F
           : numbers == Numbers::Uint ? GL_RGBA32UI
                                      : GL_RGBA32I;
}

GLenum typeOf(Numbers numbers) {
    return numbers == Numbers::Float  ? GL_FLOAT
           : numbers == Numbers::Uint ? GL_UNSIGNED_INT
                                      : GL_INT;
}

} // namespace

const char* kindName(Kind kind) {
    return kind == Kind::Compatibility ? "compatibility" : kind == Kind::Core ? "core" : "es3";
}

Stage::Stage(Kind kind) : m_kind(kind) {
    harness::ContextRequest request;
    request.api = kind == Kind::Es3 ? harness::Api::Gles2 : harness::Api::Gl;
    request.version = kind == Kind::Core ? 33 : kind == Kind::Es3 ? 30 : 0;
    m_context = std::make_unique<harness::Context>(request);
    if (!m_context->valid() || !m_context->makeCurrent()) {
        return;
    }
    readStrings();
    loadCommands();
    if (m_gl.genVertexArrays) {
        m_gl.genVertexArrays(1, &m_vertexArray);
        m_gl.bindVertexArray(m_vertexArray);
    }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    bindTarget(Numbers::Float, 4, 4);
    m_usable = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE &&
               glGetError() == GL_NO_ERROR;
}

Stage::~Stage() {
    if (m_context->valid()) {
        m_context->makeCurrent();
        for (const auto& [key, program] : m_programs) {
            glDeleteProgram(program);
        }
        for (const auto& [numbers, target] : m_targets) {
            glDeleteFramebuffers(1, &target.first);
            glDeleteTextures(1, &target.second);
        }
        if (m_vertexArray) {
            m_gl.deleteVertexArrays(1, &m_vertexArray);
        }
    }
}

void Stage::readStrings() {
    const auto number = [](const char* from, int minorDigits) {
        const char* digit = from + std::strcspn(from, "0123456789");
        const int major = std::atoi(digit);
        const char* dot = std::strchr(digit, '.');
        return major * (minorDigits == 1 ? 10 : 100) + (dot ? std::atoi(dot + 1) : 0);
    };
    m_version = number(text(GL_VERSION), 1);
    m_language = number(text(GL_SHADING_LANGUAGE_VERSION), 2);
    m_llvmpipe = std::strncmp(text(GL_RENDERER), "llvmpipe", 8) == 0;
    m_glissade = std::strncmp(text(GL_RENDERER), "Glissade", 8) == 0;
    m_onLlvmpipe = std::strstr(text(GL_RENDERER), "llvmpipe") != nullptr;
    if (m_version >= 30) {
        const auto getStringi = harness::load<PFNGLGETSTRINGIPROC>("glGetStringi");
        GLint count = 0;
        glGetIntegerv(GL_NUM_EXTENSIONS, &count);
        for (GLint i = 0; i < count; ++i) {
            const auto* name = reinterpret_cast<const char*>(getStringi(GL_EXTENSIONS, GLuint(i)));
            m_extensions[name] = true;
        }
    } else {
        std::istringstream names(text(GL_EXTENSIONS));
        for (std::string name; names >> name;) {
            m_extensions[name] = true;
        }
    }
}

void Stage::loadCommands() {
    const auto load = [](const char* name, auto& command) {
        command = harness::load<std::remove_reference_t<decltype(command)>>(name);
    };
    if (desktop()) {
        load("glTexImage1D", m_gl.texImage1D);
    }
    load("glTexImage3D", m_gl.texImage3D);
    load("glCompressedTexImage3D", m_gl.compressedTexImage3D);
    if (m_version >= 30 || has("GL_ARB_vertex_array_object")) {
        load("glGenVertexArrays", m_gl.genVertexArrays);
        load("glBindVertexArray", m_gl.bindVertexArray);
        load("glDeleteVertexArrays", m_gl.deleteVertexArrays);
    }
    if (hasSamplerObjects()) {
        load("glGenSamplers", m_gl.genSamplers);
        load("glDeleteSamplers", m_gl.deleteSamplers);
        load("glBindSampler", m_gl.bindSampler);
        load("glSamplerParameteri", m_gl.samplerParameteri);
        load("glSamplerParameterf", m_gl.samplerParameterf);
        load("glSamplerParameterfv", m_gl.samplerParameterfv);
        const bool suffix = !desktop() && m_version < 32;
        load(suffix ? "glSamplerParameterIivEXT" : "glSamplerParameterIiv",
             m_gl.samplerParameterIiv);
        load(suffix ? "glSamplerParameterIuivEXT" : "glSamplerParameterIuiv",
             m_gl.samplerParameterIuiv);
    }
    if (hasIntegers()) {
        const bool suffix = !desktop() && m_version < 32;
        load(suffix ? "glTexParameterIivEXT" : "glTexParameterIiv", m_gl.texParameterIiv);
        load(suffix ? "glTexParameterIuivEXT" : "glTexParameterIuiv", m_gl.texParameterIuiv);
    }
}

bool Stage::hasFormat(const Format& format) const {
    switch (m_kind) {
    case Kind::Es3:
        if (!(format.where & kEs3)) {
            return false;
        }
        return format.format != GL_NONE || has("GL_EXT_texture_compression_dxt1") ||
               has("GL_EXT_texture_compression_s3tc");
    case Kind::Core:
        return (format.where & kCore) && (format.version <= m_version || has(format.extension));
    case Kind::Compatibility:
        break;
    }
    return (format.where & kCompatibility) &&
           (format.version <= m_version || (format.extension && has(format.extension)));
}

bool Stage::filters(const Format& format) const {
    if (format.integer()) {
        return false;
    }
    if (desktop() || !format.esLinear) {
        return true;
    }
    return has(format.esLinear);
}

bool Stage::hasWrap(GLenum wrap) const {
    switch (wrap) {
    case GL_CLAMP:
        return m_kind == Kind::Compatibility;
    case GL_CLAMP_TO_BORDER:
        return desktop() || m_version >= 32 || has("GL_EXT_texture_border_clamp") ||
               has("GL_OES_texture_border_clamp");
    case GL_MIRROR_CLAMP_TO_EDGE:
        return has("GL_ARB_texture_mirror_clamp_to_edge") || has("GL_EXT_texture_mirror_clamp") ||
               has("GL_ATI_texture_mirror_once") ||
               // llvmpipe has the extension of OpenGL ES and refuses the enumerant.
               (has("GL_EXT_texture_mirror_clamp_to_edge") && !m_llvmpipe) ||
               (desktop() && m_version >= 44);
    case GL_MIRROR_CLAMP_EXT:
        return m_kind == Kind::Compatibility &&
               (has("GL_EXT_texture_mirror_clamp") || has("GL_ATI_texture_mirror_once"));
    case GL_MIRROR_CLAMP_TO_BORDER_EXT:
        return has("GL_EXT_texture_mirror_clamp");
    default:
        return true;
    }
}

bool Stage::hasTarget(GLenum target) const {
    switch (target) {
    case GL_TEXTURE_1D:
        return desktop();
    case GL_TEXTURE_1D_ARRAY:
        return desktop() && (m_version >= 30 || has("GL_EXT_texture_array"));
    case GL_TEXTURE_2D_ARRAY:
        return m_version >= 30 || has("GL_EXT_texture_array");
    case GL_TEXTURE_CUBE_MAP_ARRAY:
        return desktop() ? has("GL_ARB_texture_cube_map_array") || m_version >= 40
                         : m_version >= 32;
    case GL_TEXTURE_RECTANGLE:
        return desktop() && (m_version >= 31 || has("GL_ARB_texture_rectangle"));
    default:
        return true;
    }
}

bool Stage::hasProgram(const ProgramKey& key) const {
    const bool old = m_language < 130;
    const bool rectangle = key.target == GL_TEXTURE_RECTANGLE;
    const bool array = key.target == GL_TEXTURE_1D_ARRAY || key.target == GL_TEXTURE_2D_ARRAY ||
                       key.target == GL_TEXTURE_CUBE_MAP_ARRAY;
    const bool cube = reference::isCube(key.target);
    if (key.numbers != Numbers::Float && !hasIntegers()) {
        return false;
    }
    if (old && (array || (key.shadow && cube))) {
        return false;
    }
    switch (key.method) {
    case Method::Lod:
    case Method::InVertex:
        return !rectangle && !(key.shadow && (cube || key.target == GL_TEXTURE_2D_ARRAY)) &&
               (!old || key.method == Method::InVertex || has("GL_ARB_shader_texture_lod"));
    case Method::Gradient:
        return !(key.shadow && key.target == GL_TEXTURE_CUBE_MAP_ARRAY) &&
               (!old || has("GL_ARB_shader_texture_lod"));
    case Method::Projected:
        return !array && !cube && !rectangle && !(key.shadow && old) &&
               (!old || has("GL_ARB_shader_texture_lod"));
    case Method::WithOffset:
        return !old && !cube && !rectangle && !(key.shadow && key.target == GL_TEXTURE_2D_ARRAY);
    case Method::Implicit:
        break;
    }
    return true;
}

bool Stage::hasSamplerObjects() const {
    return m_version >= 33 || (!desktop() && m_version >= 30) || has("GL_ARB_sampler_objects");
}

bool Stage::hasSwizzle() const {
    return desktop()
               ? m_version >= 33 || has("GL_ARB_texture_swizzle") || has("GL_EXT_texture_swizzle")
               : m_version >= 30;
}

std::string Stage::header() const {
    if (m_kind == Kind::Es3) {
        return std::string(m_version >= 32 ? "#version 320 es\n" : "#version 300 es\n") +
               "precision highp float;\nprecision highp int;\n";
    }
    if (m_language < 130) {
        return "#version 120\n#extension GL_ARB_shader_texture_lod : enable\n"
               "#extension GL_ARB_texture_rectangle : enable\n#define in attribute\n";
    }
    if (m_kind == Kind::Core) {
        return "#version 330\n#extension GL_ARB_texture_cube_map_array : enable\n";
    }
    return std::string(m_language < 140 ? "#version 130\n" : "#version 140\n") +
           "#extension GL_ARB_texture_cube_map_array : enable\n"
           "#extension GL_ARB_texture_rectangle : enable\n"
           "#extension GL_ARB_shader_texture_lod : enable\n";
}

/// An expression: the lookup's result at `c`, with `e` = (λ, 0, reference, ∂s/∂x).
std::string Stage::lookup(const ProgramKey& key) const {
    const std::string dims = dimensionsName(key.target);
    const bool old = m_language < 130;
    const int count = coordinatesOf(key.target);
    const int wrapped = reference::isCube(key.target) ? 3 : reference::dimensions(key.target);
    const std::string base = old ? (key.shadow ? "shadow" : "texture") + dims : "texture";
    std::string coords = coordsText(count);
    std::string after; // Arguments behind the coordinates.
    if (key.shadow) {
        // The reference stands behind the coordinates, at least as the third.
        coords = count == 4   ? "c"
                 : count == 3 ? "vec4(c.stp, e.z)"
                 : count == 1 ? "vec3(c.s, 0.0, e.z)"
                              : "vec3(c.st, e.z)";
        after = count == 4 ? ", e.z" : "";
    }
    const std::string step = vectorText("vec", wrapped, {"e.w", "0.0", "0.0"});
    const std::string none = vectorText("vec", wrapped, {"0.0", "0.0", "0.0"});
    const std::string offset = vectorText(
        "ivec",
        wrapped,
        {std::to_string(kOffset[0]), std::to_string(kOffset[1]), std::to_string(kOffset[2])});
    switch (key.method) {
    case Method::Lod:
    case Method::InVertex:
        return base + "Lod(image, " + coords + after + ", e.x)";
    case Method::Gradient:
        return base + (old ? "GradARB" : "Grad") + "(image, " + coords + after + ", " + step +
               ", " + none + ")";
    case Method::Projected: {
        const std::string q = key.shadow && count == 1 ? "vec4(c.s, 0.0, e.z, 1.0)"
                              : key.shadow             ? "vec4(c.st, e.z, 1.0)"
                              : count == 3             ? "vec4(c.stp, 1.0)"
                              : count == 1             ? "vec4(c.s, 0.0, 0.0, 1.0)"
                                                       : "vec4(c.st, 0.0, 1.0)";
        return base + "ProjLod(image, 2.0 * " + q + ", e.x)";
    }
    case Method::WithOffset:
        return base + "LodOffset(image, " + coords + after + ", e.x, " + offset + ")";
    case Method::Implicit:
        break;
    }
    return base + "(image, " + coords + after + ")";
}

std::string Stage::source(const ProgramKey& key, bool fragment) const {
    const bool old = m_language < 130;
    const bool inVertex = key.method == Method::InVertex;
    const char* prefix = key.numbers == Numbers::Uint  ? "u"
                         : key.numbers == Numbers::Int ? "i"
                                                       : "";
    const std::string vector = std::string(prefix) + "vec4";
    const std::string type =
        prefix + std::string("sampler") + dimensionsName(key.target) + (key.shadow ? "Shadow" : "");
    const std::string uniform =
        std::string("uniform ") + (m_kind == Kind::Es3 ? "highp " : "") + type + " image;\n";
    const bool number = key.shadow && !old; // Newer languages give one number.
    const std::string value = number ? "vec4(" + lookup(key) + ")" : lookup(key);
    const std::string outOf = old ? "varying " : fragment ? "in " : "out ";
    const std::string flat = key.numbers == Numbers::Float ? "" : "flat ";
    std::string s = header();
    if (!fragment) {
        s += "in vec4 place;\nin vec4 coords;\nin vec4 extra;\n";
        s += inVertex ? uniform + flat + outOf + vector + " found;\n"
                      : outOf + "vec4 c;\n" + outOf + "vec4 e;\n";
        s += "void main() {\n    gl_Position = vec4(place.xy, 0.0, 1.0);\n";
        s += m_kind == Kind::Es3 ? "    gl_PointSize = 1.0;\n" : "";
        s += inVertex ? "    vec4 c = coords;\n    vec4 e = extra;\n    found = " + value + ";\n}\n"
                      : "    c = coords;\n    e = extra;\n}\n";
        return s;
    }
    s += old ? "#define color gl_FragColor\n" : "out " + vector + " color;\n";
    s += inVertex ? flat + outOf + vector + " found;\n"
                  : uniform + outOf + "vec4 c;\n" + outOf + "vec4 e;\n";
    return s + "void main() { color = " + (inVertex ? "found" : value) + "; }\n";
}

GLuint Stage::program(const ProgramKey& key) {
    const auto found = m_programs.find(key);
    if (found != m_programs.end()) {
        return found->second;
    }
    const GLuint program =
        harness::buildProgram(source(key, false), source(key, true), {"place", "coords", "extra"});
    m_programs[key] = program;
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "image"), 0);
    return program;
}

void Stage::bindTarget(Numbers numbers, int width, int height) {
    auto& [framebuffer, texture] = m_targets[numbers];
    if (!framebuffer) {
        glGenFramebuffers(1, &framebuffer);
        glGenTextures(1, &texture);
    }
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D,
                 0,
                 GLint(internalOf(numbers)),
                 width,
                 height,
                 0,
                 numbers == Numbers::Float ? GL_RGBA : GL_RGBA_INTEGER,
                 typeOf(numbers),
                 nullptr);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glViewport(0, 0, width, height);
    if (numbers == Numbers::Float) {
        glClearColor(-77, -77, -77, -77); // Nobody's result.
        glClear(GL_COLOR_BUFFER_BIT);
    }
}

std::vector<reference::Vec4> Stage::read(Numbers numbers, int width, int rows) const {
    std::vector<GLuint> bits(size_t(width * rows) * 4);
    glReadPixels(0,
                 0,
                 width,
                 rows,
                 numbers == Numbers::Float ? GL_RGBA : GL_RGBA_INTEGER,
                 typeOf(numbers),
                 bits.data());
    std::vector<reference::Vec4> result(size_t(width * rows));
    for (size_t i = 0; i < bits.size(); ++i) {
        float number;
        std::memcpy(&number, &bits[i], sizeof(number));
        result[i / 4][i % 4] = numbers == Numbers::Float  ? double(number)
                               : numbers == Numbers::Uint ? double(bits[i])
                                                          : double(GLint(bits[i]));
    }
    return result;
}

} // namespace samplers
