// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// draws_cold_gl: draws_cold through OpenGL 2.1, for drivers that have no Vulkan. The same states,
// as far as it has them.

#include "../sampling/states.h"
#include "bench/harness/context.h"
#include "cold_report.h"
#include "merge_states.h"
#include "tests/gl_harness/blend.h"

#include <CLI/CLI.hpp>
#include <GLES3/gl32.h> // Its functions are those of newer desktop versions.

#include <GLES2/gl2ext.h> // After what it needs.

#include <limits>
#include <map>
#include <regex>
#include <stdexcept>

namespace {

using namespace draws;

constexpr GLsizei kSize_px = 512;
/// Where textures are sampled, which takes longer.
constexpr GLsizei kSampledSize_px = 256;

constexpr char kVertexShader[] = R"(#version 120
attribute vec2 place;
varying vec2 at;
void main() {
    at = place;
    gl_Position = vec4(at * 2.0 - 1.0, at.x * 2.0 - 1.0, 1.0);
}
)";
constexpr char kFragmentShader[] = R"(#version 120
varying vec2 at;
void main() {
    gl_FragColor = vec4(at, 1.0 - at.x, 0.25 + 0.5 * at.y);
}
)";
constexpr char kSamplingShader[] = R"(#version 120
uniform sampler2D image;
varying vec2 at;
void main() {
    gl_FragColor = texture2D(image, vec2(at.x * 6.0 + at.y * 0.1, at.y * 1.5) - 0.25);
}
)";

using Options = ColdOptions;

// ---- From Vulkan's numbers ----------------------------------------------------------------------

GLenum factorOf(VkBlendFactor factor) {
    return harness::kBlendFactors[factor];
}

GLenum blendOpOf(VkBlendOp op) {
    return harness::kBlendEquations[op];
}

GLenum compareOf(VkCompareOp op) {
    return GLenum(GL_NEVER + op);
}

GLenum stencilOpOf(VkStencilOp op) {
    constexpr GLenum kOps[] = {
        GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP};
    return kOps[op];
}

GLenum addressOf(VkSamplerAddressMode mode) {
    constexpr GLenum kModes[] = {
        GL_REPEAT, GL_MIRRORED_REPEAT, GL_CLAMP_TO_EDGE, GL_CLAMP_TO_BORDER};
    return kModes[mode];
}

struct TextureFormat {
    GLenum internal, format, type; ///< Of compressed ones `internal` alone.
};

TextureFormat textureFormatOf(VkFormat format) {
    switch (format) {
    case VK_FORMAT_R8G8B8A8_UNORM:
        return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
    case VK_FORMAT_R8G8B8A8_SRGB:
        return {GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE};
    case VK_FORMAT_R8_UNORM:
        return {GL_R8, GL_RED, GL_UNSIGNED_BYTE};
    case VK_FORMAT_R16G16B16A16_SFLOAT:
        return {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT};
    case VK_FORMAT_R32G32B32A32_SFLOAT:
        return {GL_RGBA32F, GL_RGBA, GL_FLOAT};
    case VK_FORMAT_BC1_RGB_UNORM_BLOCK:
        return {GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 0, 0};
    case VK_FORMAT_B10G11R11_UFLOAT_PACK32:
        return {GL_R11F_G11F_B10F, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV};
    default:
        throw std::runtime_error("a format without a name in OpenGL");
    }
}

GLenum depthFormatOf(VkFormat format) {
    return format == VK_FORMAT_D24_UNORM_S8_UINT ? GL_DEPTH24_STENCIL8 : GL_DEPTH_COMPONENT32F;
}

// ---- Objects ------------------------------------------------------------------------------------

GLuint compile(GLenum stage, const char* source) {
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    return shader;
}

GLuint makeProgram(const char* fragmentSource) {
    const GLuint program = glCreateProgram();
    glAttachShader(program, compile(GL_VERTEX_SHADER, kVertexShader));
    glAttachShader(program, compile(GL_FRAGMENT_SHADER, fragmentSource));
    glBindAttribLocation(program, 0, "place");
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (!linked) {
        char log[1024] = {};
        glGetProgramInfoLog(program, sizeof(log), nullptr, log);
        throw std::runtime_error(std::string("a program does not link: ") + log);
    }
    return program;
}

class Framebuffer {
public:
    Framebuffer(GLsizei size_px, GLenum color, GLenum depth, uint32_t samples) {
        glGenFramebuffers(1, &m_framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
        glGenRenderbuffers(2, m_buffers);
        attach(size_px, m_buffers[0], color, samples, GL_COLOR_ATTACHMENT0);
        if (depth) {
            attach(size_px,
                   m_buffers[1],
                   depth,
                   samples,
                   depth == GL_DEPTH24_STENCIL8 ? GL_DEPTH_STENCIL_ATTACHMENT
                                                : GL_DEPTH_ATTACHMENT);
        }
        glViewport(0, 0, size_px, size_px);
    }
    ~Framebuffer() {
        glDeleteFramebuffers(1, &m_framebuffer);
        glDeleteRenderbuffers(2, m_buffers);
    }
    Framebuffer(const Framebuffer&) = delete;
    Framebuffer& operator=(const Framebuffer&) = delete;

    /// False where the driver lacks a format.
    static bool complete() {
        const bool known = glGetError() == GL_NO_ERROR;
        return known && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    }

private:
    static void
    attach(GLsizei size_px, GLuint buffer, GLenum format, uint32_t samples, GLenum attachment) {
        glBindRenderbuffer(GL_RENDERBUFFER, buffer);
        glRenderbufferStorageMultisample(
            GL_RENDERBUFFER, samples > 1 ? GLsizei(samples) : 0, format, size_px, size_px);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
    }

    GLuint m_framebuffer = 0;
    GLuint m_buffers[2] = {};
};

void enable(GLenum capability, bool on) {
    (on ? glEnable : glDisable)(capability);
}

void apply(const MergeState& merge) {
    const auto& b = merge.blend;
    enable(GL_BLEND, b.blendEnable);
    glBlendFuncSeparate(factorOf(b.srcColorBlendFactor),
                        factorOf(b.dstColorBlendFactor),
                        factorOf(b.srcAlphaBlendFactor),
                        factorOf(b.dstAlphaBlendFactor));
    glBlendEquationSeparate(blendOpOf(b.colorBlendOp), blendOpOf(b.alphaBlendOp));
    const auto writes = [&](uint32_t bit) { return GLboolean((b.colorWriteMask & bit) != 0); };
    glColorMask(writes(1), writes(2), writes(4), writes(8));
    enable(GL_DEPTH_TEST, merge.depthTests);
    glDepthMask(merge.depthWrites);
    glDepthFunc(compareOf(merge.depthCompare));
    enable(GL_STENCIL_TEST, merge.stencilTests);
    const auto& s = merge.stencil;
    glStencilFunc(compareOf(s.compareOp), GLint(s.reference), s.compareMask);
    glStencilOp(stencilOpOf(s.failOp), stencilOpOf(s.depthFailOp), stencilOpOf(s.passOp));
}

void clear() {
    glDisable(GL_SCISSOR_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glStencilMask(0xff);
    glClearColor(0.5f, 0.5f, 0.5f, 0.5f);
    static const auto clearDepth =
        reinterpret_cast<void (*)(double)>(eglGetProcAddress("glClearDepth"));
    clearDepth(0.5);
    glClearStencil(1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glFinish();
}

/// From the first call to the end of glFinish(); the target is as it was before every other draw.
template <typename Apply>
double timed(const Options& options, const Apply& apply) {
    clear();
    pause(options.measure.pause_ms);
    const auto start = Clock::now();
    apply();
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glFinish();
    return millisecondsSince(start);
}

// ---- Textures -----------------------------------------------------------------------------------

bool canSample(const bench::Context& context,
               const sampling::Format& format,
               sampling::Filter filter) {
    if (format.compares || (format.format == VK_FORMAT_BC1_RGB_UNORM_BLOCK &&
                            !context.hasExtension("GL_EXT_texture_compression_s3tc") &&
                            !context.hasExtension("GL_EXT_texture_compression_dxt1"))) {
        return false;
    }
    return filter != sampling::Filter::Anisotropic ||
           context.hasExtension("GL_EXT_texture_filter_anisotropic");
}

GLuint makeTexture(const sampling::Format& sampled) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    const TextureFormat format = textureFormatOf(sampled.format);
    const auto levels = sampling::texels(sampled);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    for (size_t level = 0; level < levels.size(); ++level) {
        const auto size = GLsizei(sampling::kSize_px >> level);
        if (format.format) {
            glTexImage2D(GL_TEXTURE_2D,
                         GLint(level),
                         GLint(format.internal),
                         size,
                         size,
                         0,
                         format.format,
                         format.type,
                         levels[level].data());
        } else {
            glCompressedTexImage2D(GL_TEXTURE_2D,
                                   GLint(level),
                                   format.internal,
                                   size,
                                   size,
                                   0,
                                   GLsizei(levels[level].size()),
                                   levels[level].data());
        }
    }
    return texture;
}

void sampleWith(const VkSamplerCreateInfo& info) {
    const bool linear = info.magFilter == VK_FILTER_LINEAR;
    const bool mipLinear = info.mipmapMode == VK_SAMPLER_MIPMAP_MODE_LINEAR;
    GLint minify = linear ? GL_LINEAR : GL_NEAREST;
    if (info.maxLod > 0) {
        minify = linear ? (mipLinear ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR_MIPMAP_NEAREST)
                        : (mipLinear ? GL_NEAREST_MIPMAP_LINEAR : GL_NEAREST_MIPMAP_NEAREST);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, minify);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, linear ? GL_LINEAR : GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GLint(addressOf(info.addressModeU)));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GLint(addressOf(info.addressModeV)));
    const float white[] = {1, 1, 1, 1};
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, white);
    if (info.anisotropyEnable) {
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, info.maxAnisotropy);
    }
}

// ---- Measuring ----------------------------------------------------------------------------------

MergeState warmState() {
    MergeState state{};
    state.blend.colorWriteMask = 15;
    return state;
}

void measureMerging(const Options& options, const TargetFormat& format, GLuint program) {
    const Framebuffer framebuffer(kSize_px,
                                  textureFormatOf(format.color).internal,
                                  depthFormatOf(format.depth),
                                  format.samples);
    if (!Framebuffer::complete()) {
        reportMissing(format.name, "no such target", options.report);
        return;
    }
    glUseProgram(program);
    glBlendColor(0.25f, 0.75f, 0.75f, 0.25f);
    const auto draw = [&](const MergeState& state) {
        return timed(options, [&] { apply(state); });
    };
    const auto reference = [&] { return draw(warmState()); };
    for (int i = 0; i < 20; ++i) {
        reference();
    }
    report(format.name,
           measureCold(
               options.measure,
               mergeStates(options.states, format.hasStencil()),
               [](const MergeState&) { return 0.0; },
               draw,
               reference),
           options.report);
}

void measureSamplers(const Options& options, const bench::Context& context) {
    const Framebuffer framebuffer(kSampledSize_px, GL_RGBA8, 0, 1);
    glUseProgram(makeProgram(kSamplingShader));
    apply(warmState());
    std::map<const sampling::State*, GLuint> textures;
    // A state that is not among those measured.
    const sampling::Format& plain = sampling::formats()[0];
    VkSamplerCreateInfo warm =
        samplerInfo(plain, sampling::Filter::Nearest, sampling::addresses()[1]);
    warm.maxLod = VK_LOD_CLAMP_NONE;
    // The texture has been drawn with: drivers may put uploads off until then.
    const auto make = [&](const sampling::State& state) {
        textures[&state] = makeTexture(*state.format);
        sampleWith(warm);
        timed(options, [] {});
        sampleWith(state.sampler);
        return 0.0; // Uploads are not what this is about.
    };
    const auto draw = [&](const sampling::State& state) {
        return timed(options, [&] { glBindTexture(GL_TEXTURE_2D, textures[&state]); });
    };
    const GLuint known = makeTexture(plain);
    sampleWith(warm);
    const auto reference = [&] {
        return timed(options, [&] { glBindTexture(GL_TEXTURE_2D, known); });
    };
    for (int i = 0; i < 20; ++i) {
        reference();
    }
    auto states = sampling::states(
        [&](const sampling::Format& format, sampling::Filter filter) {
            return canSample(context, format, filter);
        },
        std::numeric_limits<uint32_t>::max());
    std::erase_if(states, [](const sampling::State& state) {
        return state.swizzle.b != VK_COMPONENT_SWIZZLE_IDENTITY; // These there are not.
    });
    states.resize(std::min<size_t>(states.size(), options.samplers));
    report("samplers", measureCold(options.measure, states, make, draw, reference), options.report);
}

void run(const Options& options) {
    bench::Context context;
    if (!context.create({.api = bench::Api::Gl})) {
        throw std::runtime_error(context.error());
    }
    reportHeader(context.renderer(), options.report);
    const std::regex wanted(options.rows);
    const GLuint program = makeProgram(kFragmentShader);
    constexpr float kPlaces[] = {0, 0, 1, 0, 0, 1, 1, 1};
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof(kPlaces), kPlaces, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    for (const TargetFormat& format : targetFormats()) {
        // Without GL_FRAMEBUFFER_SRGB, which is newer, nothing is converted.
        const bool srgb = format.color == VK_FORMAT_R8G8B8A8_SRGB;
        if (!srgb && std::regex_search(format.name, wanted)) {
            measureMerging(options, format, program);
        }
    }
    if (std::regex_search("samplers", wanted)) {
        measureSamplers(options, context);
    }
    if (const GLenum error = glGetError()) {
        throw std::runtime_error("OpenGL error " + std::to_string(error));
    }
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Times the first draw with each of many states.");
    Options options;
    addOptions(app, options);
    CLI11_PARSE(app, argc, argv);
    try {
        run(options);
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "draws_cold_gl: %s\n", failure.what());
        return 1;
    }
    return 0;
}
