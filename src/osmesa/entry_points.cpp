// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/entry_points.h"

#include "base/log.h"
#include "gl/context/call_scope.h"
#include "osmesa/context_list.h"
#include "window/gl_commands.h"
#include "window/guarded.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <type_traits>

// The commands as libOSMesa.so.8 passes them on. Each finds its context and calls a method.

namespace osmesa {

namespace {

// Contexts.

OSMesaContext createContextAttribs(const int* attributes, OSMesaContext share) {
    const std::optional<ContextRequest> request = parseContextRequest(attributes);
    return request ? contextList().create(*request, share) : nullptr;
}

OSMesaContext createContextExt(
    GLenum format, GLint depthBits, GLint stencilBits, GLint accumBits, OSMesaContext share) {
    const int attributes[] = {OSMESA_FORMAT,
                              int(format),
                              OSMESA_DEPTH_BITS,
                              depthBits,
                              OSMESA_STENCIL_BITS,
                              stencilBits,
                              OSMESA_ACCUM_BITS,
                              accumBits,
                              0};
    return createContextAttribs(attributes, share);
}

OSMesaContext createContext(GLenum format, OSMesaContext share) {
    return createContextExt(format, 24, 8, 0, share);
}

void destroyContext(OSMesaContext handle) {
    if (const auto context = contextList().remove(handle)) {
        context->leave();
    }
}

GLboolean
makeCurrent(OSMesaContext handle, void* buffer, GLenum type, GLsizei width, GLsizei height) {
    if (handle == nullptr && buffer == nullptr) {
        window::current().release();
        return GL_TRUE;
    }
    const auto context = contextList().find(handle);
    if (!context || buffer == nullptr || width < 1 || height < 1) {
        return GL_FALSE;
    }
    const window::Status status = context->makeCurrent(buffer, type, width, height);
    if (!status && status.failure() == window::Failure::Mismatch) {
        base::logWarn(
            base::Log::Calls,
            "OSMesaMakeCurrent: format {:#x} has no buffers of type {:#x} and {} x {} pixels",
            context->format(),
            type,
            width,
            height);
    }
    return status ? GL_TRUE : GL_FALSE;
}

OSMesaContext getCurrentContext() {
    return handleOf(contextList().current());
}

// State of the current context. Without one there is none to set, and to ask it answers zero.

void pixelStore(GLint name, GLint value) {
    const auto context = contextList().current();
    if (!context) {
        return;
    }
    PixelStore store = context->pixelStore();
    if (name == OSMESA_ROW_LENGTH && value >= 0) {
        store.rowLength_px = value;
    } else if (name == OSMESA_Y_UP) {
        store.yUp = value != 0;
    } else {
        base::logWarn(base::Log::Calls, "OSMesaPixelStore: {:#x} cannot be {}", name, value);
    }
    context->setPixelStore(store);
}

void colorClamp(GLboolean enable) {
    if (const auto context = contextList().current()) {
        PixelStore store = context->pixelStore();
        store.clamp = enable != GL_FALSE;
        context->setPixelStore(store);
    }
}

/// What OSMesaMakeCurrent takes at most; 0: there is no device.
GLint maxBufferSize_px(GLint name) {
    const window::Session session = contextList().session();
    if (!session.isOpen()) {
        return 0;
    }
    const auto layout = bufferLayout(OSMESA_RGBA, GL_UNSIGNED_BYTE);
    const auto format = window::makeOffscreenFormat(*session.device, {.colors = layout->colors});
    if (!format) {
        return 0;
    }
    return name == OSMESA_MAX_WIDTH ? format->maxPbufferWidth_px : format->maxPbufferHeight_px;
}

/// Nothing: there is no such name.
std::optional<GLint> query(GLint name, const Context* context) {
    const Buffer* const buffer = context != nullptr ? context->buffer() : nullptr;
    const auto of = [](const auto* object, auto value) {
        return object != nullptr ? GLint(value(*object)) : 0;
    };
    switch (name) {
    case OSMESA_WIDTH:
        return of(buffer, [](const Buffer& b) { return b.width_px(); });
    case OSMESA_HEIGHT:
        return of(buffer, [](const Buffer& b) { return b.height_px(); });
    case OSMESA_TYPE:
        return of(buffer, [](const Buffer& b) { return b.type(); });
    case OSMESA_FORMAT:
        return of(context, [](const Context& c) { return c.format(); });
    case OSMESA_ROW_LENGTH:
        return of(context, [](const Context& c) { return c.pixelStore().rowLength_px; });
    case OSMESA_Y_UP:
        return of(context, [](const Context& c) { return c.pixelStore().yUp ? 1 : 0; });
    case OSMESA_MAX_WIDTH:
    case OSMESA_MAX_HEIGHT:
        return maxBufferSize_px(name);
    default:
        return std::nullopt;
    }
}

void getIntegerv(GLint name, GLint* value) {
    const auto context = contextList().current();
    const std::optional<GLint> answer = query(name, context.get());
    if (!answer) {
        base::logWarn(base::Log::Calls, "OSMesaGetIntegerv: there is no {:#x}", name);
    } else if (value != nullptr) {
        *value = *answer;
    }
}

// Buffers.

template <class T>
void put(T* out, std::type_identity_t<T> value) {
    if (out != nullptr) {
        *out = value;
    }
}

GLboolean getDepthBuffer(
    OSMesaContext handle, GLint* width, GLint* height, GLint* bytesPerValue, void** buffer) {
    const auto context = contextList().find(handle);
    DepthBuffer depths;
    if (context) {
        if (const auto found = context->depthBuffer()) {
            depths = *found;
        }
    }
    put(width, depths.width_px);
    put(height, depths.height_px);
    put(bytesPerValue, depths.valueSize_B);
    put(buffer, depths.values);
    return depths.values != nullptr ? GL_TRUE : GL_FALSE;
}

GLboolean
getColorBuffer(OSMesaContext handle, GLint* width, GLint* height, GLint* format, void** buffer) {
    const auto context = contextList().find(handle);
    const Buffer* const memory = context ? context->buffer() : nullptr;
    put(width, memory != nullptr ? memory->width_px() : 0);
    put(height, memory != nullptr ? memory->height_px() : 0);
    put(format, memory != nullptr ? GLint(context->format()) : 0);
    put(buffer, memory != nullptr ? memory->memory() : nullptr);
    return memory != nullptr ? GL_TRUE : GL_FALSE;
}

void postprocess(OSMesaContext, const char* filter, unsigned value) {
    if (value != 0) {
        base::logWarnOnce(base::Log::Calls,
                          "OSMesaPostprocess: there is no filter {}",
                          filter != nullptr ? filter : "without a name");
    }
}

// GL's commands.

void noteMissingCommand(const char* name) {
    base::logWarnOnce(base::Log::Calls, "{} is not implemented: calls do nothing", name);
    const gl::CallScope call;
    if (call) {
        call->setError(GL_INVALID_OPERATION, "{} is not implemented", name);
    }
}

OSMESAproc getProcAddress(const char* name);

/// OSMesa has no errors but to fail.
struct Silence {
    void operator()(auto...) const {}
};

template <auto function>
constexpr auto& guarded = window::guarded<function, Silence>;

constexpr Functions kFunctions{.createContext = &guarded<&createContext>,
                               .createContextExt = &guarded<&createContextExt>,
                               .createContextAttribs = &guarded<&createContextAttribs>,
                               .destroyContext = &guarded<&destroyContext>,
                               .makeCurrent = &guarded<&makeCurrent>,
                               .getCurrentContext = &guarded<&getCurrentContext>,
                               .pixelStore = &guarded<&pixelStore>,
                               .getIntegerv = &guarded<&getIntegerv>,
                               .getDepthBuffer = &guarded<&getDepthBuffer>,
                               .getColorBuffer = &guarded<&getColorBuffer>,
                               .getProcAddress = &guarded<&getProcAddress>,
                               .colorClamp = &guarded<&colorClamp>,
                               .postprocess = &guarded<&postprocess>,
                               .noteMissingCommand = &guarded<&noteMissingCommand>};

struct Entry {
    std::string_view name;
    OSMESAproc proc;
};

const Entry kEntries[] = {
    {"OSMesaColorClamp", OSMESAproc(kFunctions.colorClamp)},
    {"OSMesaCreateContext", OSMESAproc(kFunctions.createContext)},
    {"OSMesaCreateContextAttribs", OSMESAproc(kFunctions.createContextAttribs)},
    {"OSMesaCreateContextExt", OSMESAproc(kFunctions.createContextExt)},
    {"OSMesaDestroyContext", OSMESAproc(kFunctions.destroyContext)},
    {"OSMesaGetColorBuffer", OSMESAproc(kFunctions.getColorBuffer)},
    {"OSMesaGetCurrentContext", OSMESAproc(kFunctions.getCurrentContext)},
    {"OSMesaGetDepthBuffer", OSMESAproc(kFunctions.getDepthBuffer)},
    {"OSMesaGetIntegerv", OSMESAproc(kFunctions.getIntegerv)},
    {"OSMesaGetProcAddress", OSMESAproc(kFunctions.getProcAddress)},
    {"OSMesaMakeCurrent", OSMESAproc(kFunctions.makeCurrent)},
    {"OSMesaPixelStore", OSMESAproc(kFunctions.pixelStore)},
    {"OSMesaPostprocess", OSMESAproc(kFunctions.postprocess)},
};

OSMESAproc getProcAddress(const char* name) {
    if (name == nullptr) {
        return nullptr;
    }
    const auto* const it = std::ranges::find(kEntries, std::string_view(name), &Entry::name);
    return it != std::end(kEntries) ? it->proc : window::glCommand(name);
}

} // namespace

const Functions& functions() {
    return kFunctions;
}

} // namespace osmesa
