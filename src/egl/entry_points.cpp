// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/entry_points.h"

#include "base/fork.h"
#include "egl/current_commands.h"
#include "egl/device.h"
#include "egl/display_list.h"
#include "egl/extensions.h"
#include "egl/thread_state.h"
#include "gl/objects/image_resolver.h"
#include "window/current.h"
#include "window/gl_commands.h"
#include "window/guarded.h"

#include <algorithm>
#include <utility>

// The commands as applications call them. Each finds its display and thread, calls a method, and
// turns the outcome into a return value and the thread's error.

namespace egl {

namespace {

// What commands return.

EGLBoolean finish(Status status) {
    threadState().error = errorOf(status);
    return status ? EGL_TRUE : EGL_FALSE;
}

/// The value, or `failed` with the error set.
template <class T>
T finish(const Outcome<T>& outcome, std::type_identity_t<T> failed) {
    threadState().error = errorOf(outcome);
    return outcome ? *outcome : failed;
}

/// Writes the value where the application wants it. `out` null: EGL_BAD_PARAMETER.
template <class T, class Out>
EGLBoolean finishInto(Out* out, const Outcome<T>& outcome) {
    if (outcome.ok() && out == nullptr) {
        return finish(Failure{EGL_BAD_PARAMETER});
    }
    if (outcome.ok()) {
        *out = Out(*outcome);
    }
    return finish(outcome ? Status() : outcome.failure());
}

// How they reach a display.

/// Calls `command` with the display. EGL_BAD_DISPLAY where `handle` is none.
template <class Command>
auto with(EGLDisplay handle, Command command) -> decltype(command(std::declval<Display&>())) {
    Display* const display = displayList().find(handle);
    if (display == nullptr) {
        return Failure{EGL_BAD_DISPLAY};
    }
    return command(*display);
}

// Displays.

EGLint getError() {
    return std::exchange(threadState().error, EGL_SUCCESS);
}

EGLBoolean initialize(EGLDisplay dpy, EGLint* major, EGLint* minor) {
    const Status status = with(dpy, [](Display& display) { return display.initialize(); });
    if (status && major != nullptr) {
        *major = 1;
    }
    if (status && minor != nullptr) {
        *minor = 5;
    }
    return finish(status);
}

EGLBoolean terminate(EGLDisplay dpy) {
    return finish(with(dpy, [](Display& display) { return display.terminate(); }));
}

const char* queryString(EGLDisplay dpy, EGLint name) {
    if (dpy == EGL_NO_DISPLAY && (name == EGL_EXTENSIONS || name == EGL_VERSION)) {
        finish(Status());
        return name == EGL_EXTENSIONS ? clientExtensions() : "1.5 Glissade";
    }
    return finish(with(dpy, [=](Display& display) { return display.queryString(name); }), nullptr);
}

// Configs.

EGLBoolean getConfigs(EGLDisplay dpy, EGLConfig* configs, EGLint size, EGLint* count) {
    return finishInto(count, with(dpy, [=](Display& display) {
                          return display.getConfigs(count != nullptr ? configs : nullptr, size);
                      }));
}

EGLBoolean chooseConfig(
    EGLDisplay dpy, const EGLint* attributes, EGLConfig* configs, EGLint size, EGLint* count) {
    return finishInto(count, with(dpy, [=](Display& display) {
                          return display.chooseConfigs(
                              Attributes(attributes), count != nullptr ? configs : nullptr, size);
                      }));
}

EGLBoolean getConfigAttrib(EGLDisplay dpy, EGLConfig config, EGLint attribute, EGLint* value) {
    return finishInto(value, with(dpy, [=](Display& display) {
                          return display.configAttribute(config, attribute);
                      }));
}

// Surfaces.

template <class Int>
EGLSurface createWindow(EGLDisplay dpy,
                        EGLConfig config,
                        const NativeArgument& window,
                        const Int* attributes) {
    return finish(with(dpy,
                       [&](Display& display) {
                           return display.createWindowSurface(
                               config, window, Attributes(attributes));
                       }),
                  EGL_NO_SURFACE);
}

EGLSurface createWindowSurface(EGLDisplay dpy,
                               EGLConfig config,
                               EGLNativeWindowType window,
                               const EGLint* attributes) {
    return createWindow(
        dpy, config, {reinterpret_cast<void*>(window), Passing::ByValue}, attributes);
}

template <class Int>
EGLSurface
createPlatformWindowSurface(EGLDisplay dpy, EGLConfig config, void* window, const Int* attributes) {
    return createWindow(dpy, config, {window, Passing::AsPlatform}, attributes);
}

EGLSurface createPbufferSurface(EGLDisplay dpy, EGLConfig config, const EGLint* attributes) {
    return finish(with(dpy,
                       [=](Display& display) {
                           return display.createPbuffer(config, Attributes(attributes));
                       }),
                  EGL_NO_SURFACE);
}

EGLSurface createPbufferFromClientBuffer(
    EGLDisplay dpy, EGLenum type, EGLClientBuffer, EGLConfig config, const EGLint*) {
    return finish(
        with(dpy,
             [=](Display& display) { return display.createPbufferFromClientBuffer(type, config); }),
        EGL_NO_SURFACE);
}

template <class Int>
EGLSurface createPixmap(EGLDisplay dpy,
                        EGLConfig config,
                        const NativeArgument& pixmap,
                        const Int* attributes) {
    return finish(with(dpy,
                       [&](Display& display) {
                           return display.createPixmapSurface(
                               config, pixmap, Attributes(attributes));
                       }),
                  EGL_NO_SURFACE);
}

EGLSurface createPixmapSurface(EGLDisplay dpy,
                               EGLConfig config,
                               EGLNativePixmapType pixmap,
                               const EGLint* attributes) {
    return createPixmap(
        dpy, config, {reinterpret_cast<void*>(pixmap), Passing::ByValue}, attributes);
}

template <class Int>
EGLSurface
createPlatformPixmapSurface(EGLDisplay dpy, EGLConfig config, void* pixmap, const Int* attributes) {
    return createPixmap(dpy, config, {pixmap, Passing::AsPlatform}, attributes);
}

EGLBoolean destroySurface(EGLDisplay dpy, EGLSurface surface) {
    return finish(with(dpy, [=](Display& display) { return display.destroySurface(surface); }));
}

EGLBoolean querySurface(EGLDisplay dpy, EGLSurface surface, EGLint attribute, EGLint* value) {
    const auto outcome =
        with(dpy, [=](Display& display) { return egl::querySurface(display, surface, attribute); });
    if (outcome && !outcome->has_value()) {
        return finish(Status());
    }
    return finishInto(value, outcome ? Outcome<EGLint>(**outcome) : outcome.failure());
}

EGLBoolean surfaceAttrib(EGLDisplay dpy, EGLSurface handle, EGLint attribute, EGLint value) {
    return finish(with(dpy, [=](Display& display) -> Status {
        const auto surface = display.surface(handle);
        return surface ? (*surface)->setAttribute(attribute, value) : surface.failure();
    }));
}

/// No surface can be bound to a texture: no config has EGL_BIND_TO_TEXTURE_RGB or _RGBA, so none
/// has a texture format (EGL 1.5 section 3.6.1: EGL_BAD_MATCH).
EGLBoolean bindTexImage(EGLDisplay dpy, EGLSurface handle, EGLint buffer) {
    return finish(with(dpy, [=](Display& display) -> Status {
        const auto surface = display.surface(handle);
        if (!surface) {
            return surface.failure();
        }
        return Failure{buffer == EGL_BACK_BUFFER ? EGL_BAD_MATCH : EGL_BAD_PARAMETER};
    }));
}

EGLBoolean swapBuffers(EGLDisplay dpy, EGLSurface surface) {
    return finish(
        with(dpy, [=](Display& display) { return egl::swapBuffers(display, surface, {}); }));
}

EGLBoolean
swapBuffersWithDamage(EGLDisplay dpy, EGLSurface surface, const EGLint* damage, EGLint count) {
    return finish(with(dpy, [=](Display& display) -> Status {
        if (count < 0 || (count > 0 && damage == nullptr)) {
            return Failure{EGL_BAD_PARAMETER};
        }
        return egl::swapBuffers(display, surface, {damage, size_t(count) * 4});
    }));
}

EGLBoolean swapInterval(EGLDisplay dpy, EGLint interval) {
    return finish(
        with(dpy, [=](Display& display) { return egl::swapInterval(display, interval); }));
}

EGLBoolean copyBuffers(EGLDisplay dpy, EGLSurface surface, EGLNativePixmapType pixmap) {
    return finish(with(dpy, [=](Display& display) {
        return egl::copyBuffers(
            display, surface, {reinterpret_cast<void*>(pixmap), Passing::ByValue});
    }));
}

// Contexts and threads.

EGLBoolean bindAPI(EGLenum api) {
    if (api != EGL_OPENGL_API && api != EGL_OPENGL_ES_API) {
        return finish(Failure{EGL_BAD_PARAMETER});
    }
    threadState().api = api;
    return finish(Status());
}

EGLContext
createContext(EGLDisplay dpy, EGLConfig config, EGLContext share, const EGLint* attributes) {
    return finish(with(dpy,
                       [=](Display& display) {
                           return display.createContext(
                               threadState().api, config, share, Attributes(attributes));
                       }),
                  EGL_NO_CONTEXT);
}

EGLBoolean destroyContext(EGLDisplay dpy, EGLContext context) {
    return finish(with(dpy, [=](Display& display) { return display.destroyContext(context); }));
}

EGLBoolean makeCurrent(EGLDisplay dpy, EGLSurface draw, EGLSurface read, EGLContext context) {
    return finish(with(
        dpy, [=](Display& display) { return egl::makeCurrent(display, draw, read, context); }));
}

EGLBoolean queryContext(EGLDisplay dpy, EGLContext context, EGLint attribute, EGLint* value) {
    return finishInto(value, with(dpy, [=](Display& display) {
                          return egl::queryContext(display, context, attribute);
                      }));
}

EGLBoolean waitClient() {
    window::current().finish();
    return finish(Status());
}

EGLBoolean waitNative(EGLint engine) {
    if (engine != EGL_CORE_NATIVE_ENGINE) {
        return finish(Failure{EGL_BAD_PARAMETER});
    }
    Display* const display = currentDisplay();
    return finish(display != nullptr ? display->waitNative() : Status());
}

EGLBoolean releaseThread() {
    egl::releaseThread();
    return EGL_TRUE;
}

// Fences. The KHR commands differ from those of EGL 1.5 in the types of attributes only.

template <class Int>
EGLSync createSync(EGLDisplay dpy, EGLenum type, const Int* attributes) {
    return finish(with(dpy,
                       [=](Display& display) {
                           return egl::createSync(display, type, Attributes(attributes));
                       }),
                  EGL_NO_SYNC);
}

EGLBoolean destroySync(EGLDisplay dpy, EGLSync sync) {
    return finish(with(dpy, [=](Display& display) { return display.destroySync(sync); }));
}

EGLint clientWaitSync(EGLDisplay dpy, EGLSync sync, EGLint flags, EGLTime timeout) {
    return finish(
        with(dpy,
             [=](Display& display) { return egl::clientWaitSync(display, sync, flags, timeout); }),
        EGL_FALSE);
}

EGLBoolean waitSync(EGLDisplay dpy, EGLSync sync, EGLint flags) {
    return finish(with(dpy, [=](Display& display) { return egl::waitSync(display, sync, flags); }));
}

EGLint waitSyncKHR(EGLDisplay dpy, EGLSync sync, EGLint flags) {
    return EGLint(waitSync(dpy, sync, flags));
}

template <class Int>
EGLBoolean getSyncAttrib(EGLDisplay dpy, EGLSync handle, EGLint attribute, Int* value) {
    return finishInto(value, with(dpy, [=](Display& display) -> Outcome<EGLAttrib> {
                          const auto sync = display.sync(handle);
                          return sync ? (*sync)->attribute(attribute) : sync.failure();
                      }));
}

// Images.

template <class Int>
EGLImage createImage(EGLDisplay dpy,
                     EGLContext context,
                     EGLenum target,
                     EGLClientBuffer buffer,
                     const Int* attributes) {
    return finish(with(dpy,
                       [=](Display& display) {
                           return display.createImage(
                               context, target, buffer, Attributes(attributes));
                       }),
                  EGL_NO_IMAGE);
}

EGLBoolean destroyImage(EGLDisplay dpy, EGLImage image) {
    return finish(with(dpy, [=](Display& display) { return display.destroyImage(image); }));
}

/// How many of `found` an application has room for, which are written to where `out` is not null.
/// EGL_BAD_PARAMETER: it promises room and has none.
template <class T, class Out>
Outcome<EGLint> list(const Outcome<std::vector<T>>& found, EGLint size, Out* out) {
    if (!found || size < 0 || (size > 0 && out == nullptr)) {
        return found ? Failure{EGL_BAD_PARAMETER} : found.failure();
    }
    if (size == 0) {
        return EGLint(found->size());
    }
    const EGLint count = std::min(size, EGLint(found->size()));
    std::copy_n(found->begin(), count, out);
    return count;
}

EGLBoolean queryDmaBufFormats(EGLDisplay dpy, EGLint size, EGLint* formats, EGLint* count) {
    return finishInto(count, with(dpy, [=](Display& display) {
                          return list(display.dmaBufFormats(), size, formats);
                      }));
}

EGLBoolean queryDmaBufModifiers(EGLDisplay dpy,
                                EGLint format,
                                EGLint size,
                                EGLuint64KHR* modifiers,
                                EGLBoolean* externalOnly,
                                EGLint* count) {
    const Outcome<EGLint> listed = with(dpy, [=](Display& display) {
        return list(display.dmaBufModifiers(format), size, modifiers);
    });
    if (listed && size > 0 && externalOnly != nullptr) {
        std::fill_n(externalOnly, *listed, EGL_FALSE); // Nothing is for samplerExternalOES alone.
    }
    return finishInto(count, listed);
}

EGLBoolean exportDmaBufImageQuery(
    EGLDisplay dpy, EGLImage image, int* fourcc, int* planes, EGLuint64KHR* modifiers) {
    const auto buffer = with(dpy, [=](Display& display) { return display.describeImage(image); });
    if (!buffer) {
        return finish(buffer.failure());
    }
    if (fourcc != nullptr) {
        *fourcc = int(buffer->fourcc);
    }
    if (planes != nullptr) {
        *planes = int(buffer->planes.size());
    }
    if (modifiers != nullptr) {
        std::fill_n(modifiers, buffer->planes.size(), buffer->modifier);
    }
    return finish(Status());
}

EGLBoolean
exportDmaBufImage(EGLDisplay dpy, EGLImage image, int* fds, EGLint* strides, EGLint* offsets) {
    const auto buffer = with(dpy, [=](Display& display) {
        return fds != nullptr ? display.exportImage(image) : display.describeImage(image);
    });
    if (!buffer) {
        return finish(buffer.failure());
    }
    for (size_t i = 0; i < buffer->planes.size(); ++i) {
        const glvk::DmaBufPlane& plane = buffer->planes[i];
        if (fds != nullptr) {
            fds[i] = plane.fd;
        }
        if (strides != nullptr) {
            strides[i] = EGLint(plane.pitch_B);
        }
        if (offsets != nullptr) {
            offsets[i] = EGLint(plane.offset_B);
        }
    }
    return finish(Status());
}

/// For glEGLImageTarget*: GL names no display, so it is the current one.
std::shared_ptr<gl::SharedImage> resolveImage(void* handle) {
    Display* const display = currentDisplay();
    if (display == nullptr) {
        return nullptr;
    }
    const auto image = display->image(handle);
    return image ? (*image)->storage() : nullptr;
}

// Devices.

EGLBoolean queryDevices(EGLint size, EGLDeviceEXT* out, EGLint* count) {
    if (count == nullptr || (out != nullptr && size <= 0)) {
        return finish(Failure{EGL_BAD_PARAMETER});
    }
    const std::vector<window::Device*> devices = window::deviceList().all();
    *count = EGLint(devices.size());
    if (out != nullptr) {
        *count = std::min(*count, size);
        std::copy_n(devices.begin(), *count, out);
    }
    return finish(Status());
}

EGLBoolean queryDeviceAttrib(EGLDeviceEXT handle, EGLint, EGLAttrib*) {
    // No extension that defines an attribute of devices is there.
    const window::Device* const device = window::deviceList().find(handle);
    return finish(Failure{device != nullptr ? EGL_BAD_ATTRIBUTE : EGL_BAD_DEVICE_EXT});
}

const char* queryDeviceString(EGLDeviceEXT handle, EGLint name) {
    const window::Device* const device = window::deviceList().find(handle);
    const char* const text = device != nullptr ? deviceString(*device, name) : nullptr;
    const EGLint error = device == nullptr ? EGL_BAD_DEVICE_EXT : EGL_BAD_PARAMETER;
    finish(text != nullptr ? Status() : Failure{error});
    return text;
}

EGLBoolean queryDisplayAttrib(EGLDisplay dpy, EGLint name, EGLAttrib* value) {
    return finishInto(value, with(dpy, [=](Display& display) { return display.attribute(name); }));
}

struct BadAlloc {
    void operator()(auto...) const { threadState().error = EGL_BAD_ALLOC; }
};

template <auto function>
constexpr auto& guarded = window::guarded<function, BadAlloc>;

struct Entry {
    std::string_view name;
    Proc proc;
};

template <auto function>
Entry entry(std::string_view name) {
    return {name, reinterpret_cast<Proc>(&guarded<function>)};
}

const Entry kEntries[] = {
    entry<&bindAPI>("eglBindAPI"),
    entry<&bindTexImage>("eglBindTexImage"),
    entry<&chooseConfig>("eglChooseConfig"),
    entry<&clientWaitSync>("eglClientWaitSync"),
    entry<&clientWaitSync>("eglClientWaitSyncKHR"),
    entry<&copyBuffers>("eglCopyBuffers"),
    entry<&createContext>("eglCreateContext"),
    entry<&createImage<EGLAttrib>>("eglCreateImage"),
    entry<&createImage<EGLint>>("eglCreateImageKHR"),
    entry<&createPbufferFromClientBuffer>("eglCreatePbufferFromClientBuffer"),
    entry<&createPbufferSurface>("eglCreatePbufferSurface"),
    entry<&createPixmapSurface>("eglCreatePixmapSurface"),
    entry<&createPlatformPixmapSurface<EGLAttrib>>("eglCreatePlatformPixmapSurface"),
    entry<&createPlatformPixmapSurface<EGLint>>("eglCreatePlatformPixmapSurfaceEXT"),
    entry<&createPlatformWindowSurface<EGLAttrib>>("eglCreatePlatformWindowSurface"),
    entry<&createPlatformWindowSurface<EGLint>>("eglCreatePlatformWindowSurfaceEXT"),
    entry<&createSync<EGLAttrib>>("eglCreateSync"),
    entry<&createSync<EGLint>>("eglCreateSyncKHR"),
    entry<&createWindowSurface>("eglCreateWindowSurface"),
    entry<&destroyContext>("eglDestroyContext"),
    entry<&destroyImage>("eglDestroyImage"),
    entry<&destroyImage>("eglDestroyImageKHR"),
    entry<&destroySurface>("eglDestroySurface"),
    entry<&destroySync>("eglDestroySync"),
    entry<&destroySync>("eglDestroySyncKHR"),
    entry<&exportDmaBufImage>("eglExportDMABUFImageMESA"),
    entry<&exportDmaBufImageQuery>("eglExportDMABUFImageQueryMESA"),
    entry<&getConfigAttrib>("eglGetConfigAttrib"),
    entry<&getConfigs>("eglGetConfigs"),
    entry<&getError>("eglGetError"),
    entry<&getSyncAttrib<EGLAttrib>>("eglGetSyncAttrib"),
    entry<&getSyncAttrib<EGLint>>("eglGetSyncAttribKHR"),
    entry<&initialize>("eglInitialize"),
    entry<&makeCurrent>("eglMakeCurrent"),
    entry<&queryContext>("eglQueryContext"),
    entry<&queryDeviceAttrib>("eglQueryDeviceAttribEXT"),
    entry<&queryDevices>("eglQueryDevicesEXT"),
    entry<&queryDeviceString>("eglQueryDeviceStringEXT"),
    entry<&queryDisplayAttrib>("eglQueryDisplayAttribEXT"),
    entry<&queryDisplayAttrib>("eglQueryDisplayAttribKHR"),
    entry<&queryDisplayAttrib>("eglQueryDisplayAttribNV"),
    entry<&queryDmaBufFormats>("eglQueryDmaBufFormatsEXT"),
    entry<&queryDmaBufModifiers>("eglQueryDmaBufModifiersEXT"),
    entry<&queryString>("eglQueryString"),
    entry<&querySurface>("eglQuerySurface"),
    entry<&bindTexImage>("eglReleaseTexImage"),
    entry<&releaseThread>("eglReleaseThread"),
    entry<&surfaceAttrib>("eglSurfaceAttrib"),
    entry<&swapBuffers>("eglSwapBuffers"),
    entry<&swapBuffersWithDamage>("eglSwapBuffersWithDamageEXT"),
    entry<&swapBuffersWithDamage>("eglSwapBuffersWithDamageKHR"),
    entry<&swapInterval>("eglSwapInterval"),
    entry<&terminate>("eglTerminate"),
    entry<&waitClient>("eglWaitClient"),
    entry<&waitClient>("eglWaitGL"),
    entry<&waitNative>("eglWaitNative"),
    entry<&waitSync>("eglWaitSync"),
    entry<&waitSyncKHR>("eglWaitSyncKHR"),
};

} // namespace

Proc procAddress(std::string_view name) {
    const auto* const it = std::ranges::find(kEntries, name, &Entry::name);
    return it != std::end(kEntries) ? it->proc : window::glCommand(name);
}

namespace {

EGLDisplay findPlatformDisplay(EGLenum platform, void* native, const EGLAttrib* attributes) {
    [[maybe_unused]] static const bool connected =
        (gl::setImageResolver(&resolveImage),
         // Nothing is current in a child of fork().
         base::afterFork([] { threadState().display = nullptr; }),
         true);
    return finish(displayList().get(platform, native, Attributes(attributes)), nullptr);
}

} // namespace

EGLDisplay getPlatformDisplay(EGLenum platform, void* native, const EGLAttrib* attributes) {
    return guarded<&findPlatformDisplay>(platform, native, attributes);
}

} // namespace egl
