// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/context.h"

#include "base/log.h"
#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/fixed_function.h"
#include "gl/compat/state/immediate_mode.h"
#include "gl/compat/state/list_compiler.h"
#include "gl/compat/state/raster_programs.h"
#include "gl/compat/state/render_mode.h"
#include "gl/context/attribute_stacks.h"
#include "gl/objects/shader.h"
#include "gl/rules/versions.h"

#include <algorithm>

namespace gl {

namespace detail {
constinit thread_local Context* t_current
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) = nullptr;
constinit thread_local Context* t_bound
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) = nullptr;
} // namespace detail

namespace {

/// Turns what was asked for into what is made: the highest version that is compatible with it.
/// False with a sentence for the application's author.
bool chooseVersion(const Caps& caps, ContextAttributes& attributes, std::string& why) {
    const int asked = attributes.major * 10 + attributes.minor;
    const Versions has = supportedVersions(caps);
    int made = 0;
    bool core = false;
    if (attributes.api == Api::ES) {
        made = asked < 20 ? kES1Version : has.es; // Nothing later contains OpenGL ES 1.1.
    } else if (asked < 10) {
        why = "There is no such OpenGL version.";
        return false;
    } else {
        // EGL_KHR_create_context: 3.1 may have GL_ARB_compatibility or not, up to 3.0 it has to
        // have it. A forward-compatible 3.0 context lacks what was deprecated, which 3.1 without it
        // does.
        core = asked >= 32 ? attributes.coreProfile : asked == 31 || attributes.forwardCompatible;
        made = core ? has.core : has.legacy;
    }
    if (made < asked) {
        const int highest = attributes.api == Api::ES ? has.es : std::max(has.legacy, has.core);
        why = fmt::format("The highest OpenGL{} version on this device is {}.{}.",
                          attributes.api == Api::ES ? " ES" : "",
                          highest / 10,
                          highest % 10);
        return false;
    }
    attributes.major = made / 10;
    attributes.minor = made % 10;
    attributes.coreProfile = core;
    return true;
}

ApiVersion apiVersionOf(const ContextAttributes& made, const Caps& caps) {
    const int number = made.major * 10 + made.minor;
    const bool desktop = made.api == Api::Desktop;
    return {.api = made.api,
            .number = number,
            .features =
                desktop ? std::max(number, supportedVersions(caps).core) : std::max(number, 20),
            .core = made.coreProfile};
}

std::string_view errorName(GLenum error) {
    switch (error) {
    case GL_INVALID_ENUM:
        return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE:
        return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION:
        return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
        return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY:
        return "GL_OUT_OF_MEMORY";
    case GL_STACK_OVERFLOW:
        return "GL_STACK_OVERFLOW";
    case GL_STACK_UNDERFLOW:
        return "GL_STACK_UNDERFLOW";
    case GL_CONTEXT_LOST:
        return "GL_CONTEXT_LOST";
    default:
        return "GL error";
    }
}

} // namespace

std::unique_ptr<Context> Context::create(std::shared_ptr<DeviceBackend> device,
                                         const ContextAttributes& asked,
                                         Context* shareWith,
                                         std::string& error) {
    ContextAttributes attributes = asked;
    if (!chooseVersion(device->caps(), attributes, error)) {
        return nullptr;
    }
    if (attributes.robustAccess && !device->caps().robustAccess) {
        error = "The device does not support robust buffer access.";
        return nullptr;
    }
    if (shareWith && shareWith->m_device != device) {
        error = "Contexts of different devices cannot share objects.";
        return nullptr;
    }
    std::unique_ptr<ContextBackend> backend = device->createContext(attributes.robustAccess);
    if (!backend) {
        error = "Out of memory.";
        return nullptr;
    }
    std::shared_ptr<ShareGroup> group =
        shareWith ? shareWith->m_group : std::make_shared<ShareGroup>();
    std::unique_ptr<Context> context(
        new Context(std::move(device), std::move(backend), std::move(group), attributes));
    if (!context->createDefaultObjects()) {
        error = "Out of memory.";
        return nullptr;
    }
    if (!context->apiVersion().isES1()) {
        warmUpCompiler(context->isDesktop() ? glsl::Api::Desktop : glsl::Api::ES);
    }
    return context;
}

Context::Context(std::shared_ptr<DeviceBackend> device,
                 std::unique_ptr<ContextBackend> backend,
                 std::shared_ptr<ShareGroup> group,
                 const ContextAttributes& attributes)
    : m_device(std::move(device)),
      m_backend(std::move(backend)),
      m_group(std::move(group)),
      m_gate(*m_group),
      m_attributes(attributes),
      m_apiVersion(apiVersionOf(attributes, m_device->caps())),
      m_debug(attributes.debug) {
    m_state.currentAttribs.fill(CurrentAttrib::of(std::array{0.f, 0.f, 0.f, 1.f}));
    m_state.robustAccess = attributes.robustAccess;
    m_state.programPointSize = isES();
    m_state.framebufferSrgb = isES();
    m_state.seamlessCubes = isES();
    if (m_apiVersion.hasFixedFunction()) {
        m_compat = std::make_unique<CompatState>();
        m_compat->point.sizeMax_px = caps().pointSizeRange_px[1];
        createFixedFunction();
        m_state.currentAttribs[kArrayColor] = CurrentAttrib::of(std::array{1.f, 1.f, 1.f, 1.f});
        m_state.currentAttribs[kArrayNormal] = CurrentAttrib::of(std::array{0.f, 0.f, 1.f, 1.f});
        m_state.currentAttribs[kArrayColorIndex] =
            CurrentAttrib::of(std::array{1.f, 0.f, 0.f, 1.f});
        m_state.currentAttribs[kArrayEdgeFlag] = CurrentAttrib::of(std::array{1.f, 0.f, 0.f, 1.f});
    }
    if (m_apiVersion.isES1()) {
        m_interruptions = kNarrow;
        m_compat->useES1Defaults();
    } else if (m_compat) {
        m_immediate = std::make_unique<ImmediateMode>(*this);
        m_vertices = m_immediate.get();
        m_renderMode = std::make_unique<RenderModeState>();
        m_attributeStacks = std::make_unique<AttributeStacks>();
        m_rasterPrograms = std::make_unique<RasterPrograms>();
    }
    m_objects.defaultVertexArray = new VertexArray(0);
    m_objects.vertexArray = m_objects.defaultVertexArray;
    m_state.vertexArray = &m_objects.vertexArray->state;
    m_objects.defaultDrawFramebuffer = new Framebuffer(0);
    m_objects.defaultReadFramebuffer = m_objects.defaultDrawFramebuffer;
    m_objects.drawFramebuffer = m_objects.defaultDrawFramebuffer;
    m_objects.readFramebuffer = m_objects.defaultReadFramebuffer;
    m_state.drawFramebuffer = m_objects.drawFramebuffer.get();
    m_state.readFramebuffer = m_objects.readFramebuffer.get();
    m_group->add(m_gate.mark(), current() ? &current()->m_gate.mark() : nullptr);
    m_extensions = listExtensions(m_apiVersion, caps());
}

bool Context::createDefaultObjects() {
    for (size_t type = 0; type < size_t(TextureType::Count); ++type) {
        std::unique_ptr<TextureBackend> backend = m_backend->createTexture(TextureType(type));
        if (!backend) {
            return false;
        }
        m_objects.defaultTextures[type] = new Texture(0, TextureType(type), std::move(backend));
        m_objects.defaultTextures[type]->suit(m_apiVersion, caps());
        for (TextureUnit& unit : m_state.textureUnits) {
            unit.bound[type] = m_objects.defaultTextures[type];
        }
    }
    return true;
}

Context::~Context() {
    if (bound() == this) {
        setCurrent(nullptr);
    }
    {
        const GateScope call(m_gate);
        finishShaderJobs();
        if (m_activeQueries.any() || m_objects.feedback) {
            m_backend->flush(); // Nothing is recorded any more that counts with them.
        }
        m_activeQueries = {};
        m_conditional = {};
        m_state.feedback = nullptr;
        m_state.uniformBuffers = {};
        m_state.textureUnits = {};
        m_state.executable = nullptr;
        m_state.stages = {};
        m_aliasedArrays.reset();
        m_compiler.reset();
        m_immediate.reset();
        m_drawnMemory.reset();
        m_attributeStacks.reset();
        m_fixed.reset();
        m_rasterPrograms.reset();
        m_compat.reset();
        m_objects = {};
        dropSpares();
    }
    if (m_group->remove(m_gate.mark())) {
        m_group->buffers.clear();
        m_group->textures.clear();
        m_group->renderbuffers.clear();
        m_group->syncs.clear();
        m_group->shaderObjects.clear();
        m_group->assemblyPrograms.clear();
        m_group->lists.clear();
        m_group->listVertices.clear();
    }
}

void Context::setCurrent(Context* context) {
    const bool usable = context && !context->m_lost;
    detail::t_bound = context;
    detail::t_current = usable && context->m_interruptions == 0 ? context : nullptr;
    VertexAssembly::setCurrent(usable ? context->m_vertices : nullptr);
}

void Context::bindSurfaces(SurfaceBackend* draw, SurfaceBackend* read) {
    const GateScope call(m_gate);
    drawWaiting();
    ContextObjects& o = m_objects;
    const bool separate = draw != read;
    const bool wasSeparate = !(o.defaultDrawFramebuffer == o.defaultReadFramebuffer);
    const bool readsDefault = o.readFramebuffer == o.defaultReadFramebuffer;
    if (separate && !wasSeparate) {
        o.defaultReadFramebuffer = new Framebuffer(0);
    } else if (!separate && wasSeparate) {
        o.defaultReadFramebuffer = o.defaultDrawFramebuffer;
    }
    o.defaultDrawFramebuffer->setSurface(draw);
    o.defaultReadFramebuffer->setSurface(read);
    if (readsDefault) {
        o.readFramebuffer = o.defaultReadFramebuffer;
    }
    framebufferBindingChanged();
    if (!m_surfaceSeen && draw) {
        m_surfaceSeen = true;
        if (!draw->doubleBuffered()) { // Table 23.22: the initial value of both.
            o.defaultDrawFramebuffer->nameFrontBuffer();
            o.defaultReadFramebuffer->nameFrontBuffer();
        }
        const Rect whole{0, 0, draw->width_px(), draw->height_px()};
        for (Viewport& viewport : m_state.viewports) {
            viewport.width_px = float(whole.width_px);
            viewport.height_px = float(whole.height_px);
        }
        m_state.scissors.fill(whole);
        m_dirty.set(Dirty::Viewport);
        m_dirty.set(Dirty::Scissor);
    }
}

void Context::surfaceChanged() {
    const GateScope call(m_gate);
    lost();
    framebufferChanged(*m_objects.defaultDrawFramebuffer);
}

void Context::framebufferBindingChanged() {
    m_state.drawFramebuffer = m_objects.drawFramebuffer.get();
    m_state.readFramebuffer = m_objects.readFramebuffer.get();
    m_dirty.set(Dirty::Framebuffer);
    recheck(kRecheckFramebuffer);
}

void Context::framebufferChanged(const Framebuffer& framebuffer) {
    if (m_state.drawFramebuffer == &framebuffer) {
        m_dirty.set(Dirty::Framebuffer);
        recheck(kRecheckFramebuffer);
    }
}

bool Context::requireCompleteFramebuffer(const Framebuffer& framebuffer) {
    if (SurfaceBackend* const surface = framebuffer.surface(); surface && surface->beginFrame()) {
        framebufferChanged(framebuffer);
    }
    const GLenum status = framebufferStatus(framebuffer);
    if (status == GL_FRAMEBUFFER_COMPLETE) {
        return true;
    }
    setError(GL_INVALID_FRAMEBUFFER_OPERATION,
             "framebuffer {} is not complete (status 0x{:04X})",
             framebuffer.name(),
             status);
    return false;
}

std::shared_ptr<SharedImage>
Context::shareTexture(GLuint name, GLenum target, int level, bool& exists) {
    const GateScope call(m_gate);
    exists = false;
    const bool face =
        target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
    Texture* texture = m_group->textures.find(name);
    if (!texture || level < 0 || level >= kMaxLevels ||
        texture->type() != (face ? TextureType::Cube : TextureType::Tex2D)) {
        return nullptr;
    }
    const ImageIndex index{level, face ? int32_t(target - GL_TEXTURE_CUBE_MAP_POSITIVE_X) : 0};
    if (!texture->image(index).defined()) {
        return nullptr;
    }
    exists = true;
    return texture->backend().share(*m_backend, index);
}

std::shared_ptr<SharedImage> Context::shareRenderbuffer(GLuint name, bool& exists) {
    const GateScope call(m_gate);
    Renderbuffer* renderbuffer = m_group->renderbuffers.find(name);
    exists = renderbuffer && renderbuffer->format();
    return exists ? renderbuffer->backend().share(*m_backend) : nullptr;
}

bool Context::lost() {
    if (!m_lost && m_backend->resetStatus() != ResetStatus::None) {
        m_lost = true;
        if (bound() == this) {
            setCurrent(this);
        }
    }
    return m_lost;
}

void Context::noteDroppedCall() {
    Context* const context = bound();
    if (context && context->m_attributes.loseContextOnReset) {
        context->noteError(GL_CONTEXT_LOST);
    }
}

bool Context::noteError(GLenum error) {
    if (error == GL_OUT_OF_MEMORY && lost()) {
        // Nothing can be had of a lost device.
        if (!m_attributes.loseContextOnReset) {
            return false;
        }
        error = GL_CONTEXT_LOST;
    }
    if (!checking() && error != GL_OUT_OF_MEMORY && error != GL_CONTEXT_LOST) {
        return false;
    }
    if (m_error == GL_NO_ERROR) {
        m_error = error;
    }
    return m_debug.wants(GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, error, GL_DEBUG_SEVERITY_HIGH) ||
           base::logEnabled(base::Log::Calls, base::LogLevel::Debug);
}

void Context::reportError(GLenum error, std::string_view text) {
    const std::string message = fmt::format("{}: {}", errorName(error), text);
    base::logDebug(base::Log::Calls, "{}", message);
    m_debug.emit(GL_DEBUG_SOURCE_API, GL_DEBUG_TYPE_ERROR, error, GL_DEBUG_SEVERITY_HIGH, message);
}

void Context::warn(GLenum type, GLuint id, std::string_view text) {
    base::logWarnOnce(base::Log::Calls, "{}", text);
    m_debug.emit(GL_DEBUG_SOURCE_API, type, id, GL_DEBUG_SEVERITY_MEDIUM, text);
}

GLenum Context::getError() {
    return std::exchange(m_error, GLenum(GL_NO_ERROR));
}

GLenum Context::getGraphicsResetStatus() {
    if (!lost() || !m_attributes.loseContextOnReset || m_resetReported) {
        return GL_NO_ERROR;
    }
    m_resetReported = true; // Devices are not mended: from then on the reset is over.
    switch (m_backend->resetStatus()) {
    case ResetStatus::None:
        return GL_NO_ERROR;
    case ResetStatus::Guilty:
        return GL_GUILTY_CONTEXT_RESET;
    case ResetStatus::Innocent:
        return GL_INNOCENT_CONTEXT_RESET;
    case ResetStatus::Unknown:
        break;
    }
    return GL_UNKNOWN_CONTEXT_RESET;
}

void Context::flush() {
    dropSpares();
    m_backend->flush();
    lost();
}

void Context::finish() {
    dropSpares();
    m_backend->finish();
    lost();
}

} // namespace gl
