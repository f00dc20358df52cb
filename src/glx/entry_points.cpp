// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/entry_points.h"

#include "glx/config_query.h"
#include "glx/current_commands.h"
#include "glx/display_list.h"
#include "glx/extensions.h"
#include "glx/last_bound.h"
#include "glx/renderer_query.h"
#include "glx/swap_control.h"
#include "glx/sync_control.h"
#include "glx/x_font.h"
#include "window/gl_commands.h"
#include "window/guarded.h"

#include <algorithm>
#include <cstdlib>

// The commands as libGLX calls them. Each finds its display, calls a method, and turns the outcome
// into a return value and an X error.

namespace glx {

namespace {

// How they reach a display, and what becomes of failures.

/// Calls `command` with the display, and returns its value; `failed` with the X error delivered
/// where it fails.
template <class T, class Command>
T with(XDisplay* native, uint8_t minorOpcode, T failed, Command command) {
    const std::shared_ptr<Display> display = displayList().get(native);
    if (!display) {
        return failed;
    }
    const Outcome<T> outcome = command(*display);
    if (!outcome) {
        display->report(outcome.failure(), minorOpcode);
        return failed;
    }
    return *outcome;
}

/// The same for commands that only succeed or fail. True: it succeeded.
template <class Command>
bool perform(XDisplay* native, uint8_t minorOpcode, Command command) {
    return with(native, minorOpcode, false, [&](Display& display) -> Outcome<bool> {
        const Status status = command(display);
        return status ? Outcome<bool>(true) : status.failure();
    });
}

/// GLXBadFBConfig. The config's screen is open then.
Outcome<const Config*> requireConfig(Display& display, GLXFBConfig handle) {
    const Config* const config = findConfig(handle);
    if (config == nullptr || !display.screen(config->screen)) {
        return glxFailure(GLXBadFBConfig);
    }
    return config;
}

/// The config that stands for the visual. BadValue.
Outcome<const Config*> requireVisual(Display& display, const XVisualInfo& visual) {
    const auto screen = display.requireScreen(visual.screen);
    if (!screen) {
        return screen.failure();
    }
    const Config* const config = configOfVisual((*screen)->configs(), visual.visualid);
    if (config == nullptr) {
        return xFailure(BadValue, visual.visualid);
    }
    return config;
}

// Configs and visuals. Arrays are for XFree, which is free().

GLXFBConfig* arrayOf(const std::vector<const Config*>& configs, int* count) {
    *count = int(configs.size());
    auto* const array = static_cast<GLXFBConfig*>(
        configs.empty() ? nullptr : std::malloc(configs.size() * sizeof(GLXFBConfig)));
    if (array == nullptr) {
        *count = 0;
        return nullptr;
    }
    std::ranges::transform(configs, array, [](const Config* config) {
        return reinterpret_cast<GLXFBConfig>(const_cast<Config*>(config));
    });
    return array;
}

std::shared_ptr<Screen> findScreen(XDisplay* dpy, int index) {
    const std::shared_ptr<Display> display = displayList().get(dpy);
    return display ? display->screen(index) : nullptr;
}

GLXFBConfig* chooseFBConfig(XDisplay* dpy, int index, const int* attributes, int* count) {
    *count = 0;
    const std::shared_ptr<Screen> screen = findScreen(dpy, index);
    const std::optional<ConfigQuery> query = ConfigQuery::parse(attributes);
    return screen && query ? arrayOf(query->choose(screen->configs()), count) : nullptr;
}

GLXFBConfig* getFBConfigs(XDisplay* dpy, int index, int* count) {
    *count = 0;
    const std::shared_ptr<Screen> screen = findScreen(dpy, index);
    if (!screen) {
        return nullptr;
    }
    std::vector<const Config*> all;
    for (const Config& config : screen->configs()) {
        all.push_back(&config);
    }
    return arrayOf(all, count);
}

int valueOf(const Config& config, int name, int* value) {
    const std::optional<int> found = config.attribute(name);
    if (!found) {
        return GLX_BAD_ATTRIBUTE;
    }
    *value = *found;
    return 0;
}

int getFBConfigAttrib(XDisplay*, GLXFBConfig handle, int name, int* value) {
    const Config* const config = findConfig(handle);
    return config != nullptr ? valueOf(*config, name, value) : int(GLXBadFBConfig);
}

XVisualInfo* visualInfoOf(XDisplay* dpy, const Config& config) {
    const Xlib* const xlib = Xlib::get();
    return xlib != nullptr && config.format.visual
               ? xlib->visualInfo(dpy, config.screen, config.format.visual->id)
               : nullptr;
}

XVisualInfo* getVisualFromFBConfig(XDisplay* dpy, GLXFBConfig handle) {
    const Config* const config = findConfig(handle);
    return config != nullptr ? visualInfoOf(dpy, *config) : nullptr;
}

XVisualInfo* chooseVisual(XDisplay* dpy, int index, int* attributes) {
    const std::shared_ptr<Screen> screen = findScreen(dpy, index);
    const std::optional<ConfigQuery> query = ConfigQuery::parseVisual(attributes);
    if (!screen || !query) {
        return nullptr;
    }
    const std::vector<const Config*> chosen = query->choose(screen->configs());
    return !chosen.empty() ? visualInfoOf(dpy, *chosen.front()) : nullptr;
}

int getConfig(XDisplay* dpy, XVisualInfo* visual, int name, int* value) {
    const std::shared_ptr<Screen> screen = findScreen(dpy, visual->screen);
    if (!screen) {
        return GLX_BAD_SCREEN;
    }
    const Config* const config = configOfVisual(screen->configs(), visual->visualid);
    if (config != nullptr) {
        return valueOf(*config, name, value);
    }
    *value = 0;
    return name == GLX_USE_GL ? 0 : GLX_BAD_VISUAL;
}

GLXFBConfig getFBConfigFromVisual(XDisplay* dpy, XVisualInfo* visual) {
    const std::shared_ptr<Screen> screen = findScreen(dpy, visual->screen);
    const Config* const config =
        screen ? configOfVisual(screen->configs(), visual->visualid) : nullptr;
    return reinterpret_cast<GLXFBConfig>(const_cast<Config*>(config));
}

// Drawables.

GLXWindow createWindow(XDisplay* dpy, GLXFBConfig handle, XID window, const int*) {
    return with(dpy, X_GLXCreateWindow, kNoXid, [&](Display& display) -> Outcome<XID> {
        const auto config = requireConfig(display, handle);
        return config ? display.createWindow(**config, window) : config.failure();
    });
}

GLXPixmap createPixmap(XDisplay* dpy, GLXFBConfig handle, XID pixmap, const int* attributes) {
    return with(dpy, X_GLXCreatePixmap, kNoXid, [&](Display& display) -> Outcome<XID> {
        const auto config = requireConfig(display, handle);
        if (!config) {
            return config.failure();
        }
        const auto request = PixmapRequest::parse(attributes, **config);
        return request ? display.createPixmap(**config, pixmap, *request) : request.failure();
    });
}

GLXPixmap createGLXPixmap(XDisplay* dpy, XVisualInfo* visual, XID pixmap) {
    return with(dpy, X_GLXCreateGLXPixmap, kNoXid, [&](Display& display) -> Outcome<XID> {
        const auto config = requireVisual(display, *visual);
        return config ? display.createPixmap(**config, pixmap) : config.failure();
    });
}

GLXPixmap createGLXPixmapWithConfig(XDisplay* dpy, GLXFBConfig handle, XID pixmap) {
    return createPixmap(dpy, handle, pixmap, nullptr);
}

GLXPbuffer createPbuffer(XDisplay* dpy, GLXFBConfig handle, const int* attributes) {
    return with(dpy, X_GLXCreatePbuffer, kNoXid, [&](Display& display) -> Outcome<XID> {
        const auto config = requireConfig(display, handle);
        if (!config) {
            return config.failure();
        }
        const auto request = PbufferRequest::parse(attributes);
        return request ? display.createPbuffer(**config, *request) : request.failure();
    });
}

GLXPbuffer createGLXPbuffer(
    XDisplay* dpy, GLXFBConfig handle, unsigned width, unsigned height, int* attributes) {
    return with(dpy, X_GLXCreatePbuffer, kNoXid, [&](Display& display) -> Outcome<XID> {
        const auto config = requireConfig(display, handle);
        if (!config) {
            return config.failure();
        }
        auto request = PbufferRequest::parse(attributes);
        if (!request) {
            return request.failure();
        }
        request->size.width_px = int32_t(width);
        request->size.height_px = int32_t(height);
        return display.createPbuffer(**config, *request);
    });
}

template <Drawable::Kind kind, int minorOpcode, int error>
void destroyDrawable(XDisplay* dpy, XID drawable) {
    perform(dpy, minorOpcode, [&](Display& display) {
        return display.destroy(kind, drawable) ? Status() : glxFailure(error, drawable);
    });
}

constexpr auto& destroyWindow =
    destroyDrawable<Drawable::Kind::Window, X_GLXDestroyWindow, GLXBadWindow>;
constexpr auto& destroyPixmap =
    destroyDrawable<Drawable::Kind::Pixmap, X_GLXDestroyPixmap, GLXBadPixmap>;
constexpr auto& destroyPbuffer =
    destroyDrawable<Drawable::Kind::Pbuffer, X_GLXDestroyPbuffer, GLXBadPbuffer>;

void queryDrawable(XDisplay* dpy, XID drawable, int name, unsigned* value) {
    perform(dpy, X_GLXGetDrawableAttributes, [&](Display& display) -> Status {
        const auto found = glx::queryDrawable(display, drawable, name);
        if (found && found->has_value()) {
            *value = **found;
        }
        return found ? Status() : found.failure();
    });
}

void selectEvent(XDisplay* dpy, XID id, unsigned long mask) {
    perform(dpy, X_GLXChangeDrawableAttributes, [&](Display& display) -> Status {
        const auto drawable = requireDrawable(display, id);
        if (!drawable) {
            return drawable.failure();
        }
        (*drawable)->selectEvents(mask);
        return {};
    });
}

void getSelectedEvent(XDisplay* dpy, XID id, unsigned long* mask) {
    perform(dpy, X_GLXGetDrawableAttributes, [&](Display& display) -> Status {
        const auto drawable = requireDrawable(display, id);
        if (!drawable) {
            return drawable.failure();
        }
        *mask = (*drawable)->eventMask();
        return {};
    });
}

void bindTexImage(XDisplay* dpy, XID drawable, int buffer, const int*) {
    perform(dpy, X_GLXVendorPrivate, [&](Display& display) {
        return glx::bindTexImage(display, drawable, buffer);
    });
}

void releaseTexImage(XDisplay* dpy, XID id, int buffer) {
    perform(dpy, X_GLXVendorPrivate, [&](Display& display) -> Status {
        const std::shared_ptr<Drawable> drawable = display.find(id);
        return drawable ? drawable->releaseTexImage(buffer) : glxFailure(GLXBadPixmap, id);
    });
}

void swapBuffers(XDisplay* dpy, XID drawable) {
    perform(dpy, X_GLXSwapBuffers, [&](Display& display) {
        return glx::swapBuffers(display, drawable);
    });
}

// Contexts.

Outcome<GLXContext> makeContext(Display& display,
                                const Context::Owner& owner,
                                const Outcome<ContextRequest>& request,
                                GLXContext shareHandle) {
    if (!request) {
        return request.failure();
    }
    const auto screen = display.requireScreen(owner.screen);
    if (!screen) {
        return screen.failure();
    }
    std::shared_ptr<Context> shareWith;
    if (shareHandle != nullptr) {
        shareWith = displayList().find(shareHandle);
        if (!shareWith) {
            return glxFailure(GLXBadContext);
        }
    }
    const GLXContextID id = display.reserveId();
    auto created = Context::create(owner, id, (*screen)->session(), *request, shareWith.get());
    if (!created) {
        display.releaseId(id);
        return created.failure();
    }
    return displayList().add(std::move(*created));
}

Context::Owner ownerOf(const Display& display, const Config& config) {
    return {.display = display.native(), .screen = config.screen, .config = &config};
}

GLXContext createContext(XDisplay* dpy, XVisualInfo* visual, GLXContext share, XBool) {
    return with(
        dpy, X_GLXCreateContext, GLXContext(), [&](Display& display) -> Outcome<GLXContext> {
            const auto config = requireVisual(display, *visual);
            return config ? makeContext(display,
                                        ownerOf(display, **config),
                                        contextRequestOf(GLX_RGBA_TYPE),
                                        share)
                          : config.failure();
        });
}

GLXContext
createNewContext(XDisplay* dpy, GLXFBConfig handle, int renderType, GLXContext share, XBool) {
    return with(
        dpy, X_GLXCreateNewContext, GLXContext(), [&](Display& display) -> Outcome<GLXContext> {
            const auto config = requireConfig(display, handle);
            return config ? makeContext(display,
                                        ownerOf(display, **config),
                                        contextRequestOf(renderType),
                                        share)
                          : config.failure();
        });
}

GLXContext createContextAttribs(
    XDisplay* dpy, GLXFBConfig handle, GLXContext share, XBool, const int* attributes) {
    return with(dpy,
                X_GLXCreateContextAttribsARB,
                GLXContext(),
                [&](Display& display) -> Outcome<GLXContext> {
                    const auto request = parseContextRequest(attributes);
                    if (handle == nullptr && request && request->screen) {
                        return makeContext(
                            display,
                            {.display = display.native(), .screen = *request->screen},
                            request,
                            share);
                    }
                    const auto config = requireConfig(display, handle);
                    return config ? makeContext(display, ownerOf(display, **config), request, share)
                                  : config.failure();
                });
}

void destroyContext(XDisplay* dpy, GLXContext handle) {
    perform(dpy, X_GLXDestroyContext, [&](Display& display) -> Status {
        // libGLX passes what it knows: one that is current still, and was destroyed before.
        if (const std::shared_ptr<Context> context = displayList().remove(handle)) {
            display.releaseId(context->id());
        }
        return {};
    });
}

int queryContext(XDisplay* dpy, GLXContext handle, int name, int* value) {
    const std::shared_ptr<Context> context = displayList().find(handle);
    if (!context) {
        perform(
            dpy, X_GLXQueryContext, [](Display&) -> Status { return glxFailure(GLXBadContext); });
        return GLX_BAD_CONTEXT;
    }
    const std::optional<int> found = context->attribute(name);
    if (!found) {
        return GLX_BAD_ATTRIBUTE;
    }
    *value = *found;
    return 0;
}

GLXContextID getContextId(GLXContext handle) {
    const std::shared_ptr<Context> context = displayList().find(handle);
    return context ? context->id() : kNoXid;
}

XBool isDirect(XDisplay* dpy, GLXContext handle) {
    return perform(dpy, X_GLXIsDirect, [&](Display&) -> Status {
        return displayList().find(handle) ? Status() : glxFailure(GLXBadContext);
    });
}

void copyContext(XDisplay* dpy, GLXContext from, GLXContext to, unsigned long groups) {
    perform(dpy, X_GLXCopyContext, [&](Display&) -> Status {
        const std::shared_ptr<Context> source = displayList().find(from);
        const std::shared_ptr<Context> target = displayList().find(to);
        return source && target ? target->copyFrom(*source, GLbitfield(groups))
                                : glxFailure(GLXBadContext);
    });
}

XBool makeContextCurrent(XDisplay* dpy, XID draw, XID read, GLXContext context) {
    return perform(dpy, X_GLXMakeContextCurrent, [&](Display& display) {
        return glx::makeCurrent(display, draw, read, context);
    });
}

XBool makeCurrent(XDisplay* dpy, XID drawable, GLXContext context) {
    if (context == nullptr && drawable == kNoXid) {
        releaseCurrent(); // Also of a display that was closed.
        return 1;
    }
    return perform(dpy, X_GLXMakeCurrent, [&](Display& display) {
        return glx::makeCurrent(display, drawable, drawable, context);
    });
}

// Strings.

const char* clientString(XDisplay*, int name) {
    switch (name) {
    case GLX_VENDOR:
        return "Glissade";
    case GLX_VERSION:
        return "1.4";
    case GLX_EXTENSIONS:
        return extensions();
    default:
        return nullptr;
    }
}

const char* serverString(XDisplay* dpy, int, int name) {
    return clientString(dpy, name);
}

const char* extensionsString(XDisplay*, int) {
    return extensions();
}

/// An X error, where there is a display to report it to.
struct ReportBadAlloc {
    void operator()(XDisplay* dpy, auto...) const {
        if (const std::shared_ptr<Display> display = displayList().get(dpy)) {
            display->report(xFailure(BadAlloc), 0);
        }
    }
    void operator()(auto...) const {}
};

template <auto function>
constexpr auto& guarded = window::guarded<function, ReportBadAlloc>;

struct Entry {
    std::string_view name;
    Proc proc;
};

template <auto function>
Entry entry(std::string_view name) {
    return {name, reinterpret_cast<Proc>(&guarded<function>)};
}

const Entry kEntries[] = {
    entry<&bindTexImage>("glXBindTexImageEXT"),
    entry<&chooseFBConfig>("glXChooseFBConfig"),
    entry<&chooseFBConfig>("glXChooseFBConfigSGIX"),
    entry<&chooseVisual>("glXChooseVisual"),
    entry<&copyContext>("glXCopyContext"),
    entry<&createContext>("glXCreateContext"),
    entry<&createContextAttribs>("glXCreateContextAttribsARB"),
    entry<&createNewContext>("glXCreateContextWithConfigSGIX"),
    entry<&createGLXPbuffer>("glXCreateGLXPbufferSGIX"),
    entry<&createGLXPixmap>("glXCreateGLXPixmap"),
    entry<&createGLXPixmapWithConfig>("glXCreateGLXPixmapWithConfigSGIX"),
    entry<&createNewContext>("glXCreateNewContext"),
    entry<&createPbuffer>("glXCreatePbuffer"),
    entry<&createPixmap>("glXCreatePixmap"),
    entry<&createWindow>("glXCreateWindow"),
    entry<&destroyContext>("glXDestroyContext"),
    entry<&destroyPbuffer>("glXDestroyGLXPbufferSGIX"),
    entry<&destroyPixmap>("glXDestroyGLXPixmap"),
    entry<&destroyPbuffer>("glXDestroyPbuffer"),
    entry<&destroyPixmap>("glXDestroyPixmap"),
    entry<&destroyWindow>("glXDestroyWindow"),
    entry<&clientString>("glXGetClientString"),
    entry<&getConfig>("glXGetConfig"),
    entry<&getContextId>("glXGetContextIDEXT"),
    entry<&getFBConfigAttrib>("glXGetFBConfigAttrib"),
    entry<&getFBConfigAttrib>("glXGetFBConfigAttribSGIX"),
    entry<&getFBConfigFromVisual>("glXGetFBConfigFromVisualSGIX"),
    entry<&getFBConfigs>("glXGetFBConfigs"),
    entry<&getSelectedEvent>("glXGetSelectedEvent"),
    entry<&getMscRate>("glXGetMscRateOML"),
    entry<&getSelectedEvent>("glXGetSelectedEventSGIX"),
    entry<&getSwapInterval>("glXGetSwapIntervalMESA"),
    entry<&getSyncValues>("glXGetSyncValuesOML"),
    entry<&getVideoSync>("glXGetVideoSyncSGI"),
    entry<&getVisualFromFBConfig>("glXGetVisualFromFBConfig"),
    entry<&getVisualFromFBConfig>("glXGetVisualFromFBConfigSGIX"),
    entry<&isDirect>("glXIsDirect"),
    entry<&makeContextCurrent>("glXMakeContextCurrent"),
    entry<&makeCurrent>("glXMakeCurrent"),
    entry<&makeContextCurrent>("glXMakeCurrentReadSGI"),
    entry<&queryContext>("glXQueryContext"),
    entry<&queryContext>("glXQueryContextInfoEXT"),
    entry<&queryCurrentRendererInteger>("glXQueryCurrentRendererIntegerMESA"),
    entry<&queryCurrentRendererString>("glXQueryCurrentRendererStringMESA"),
    entry<&queryDrawable>("glXQueryDrawable"),
    entry<&extensionsString>("glXQueryExtensionsString"),
    entry<&queryDrawable>("glXQueryGLXPbufferSGIX"),
    entry<&queryRendererInteger>("glXQueryRendererIntegerMESA"),
    entry<&queryRendererString>("glXQueryRendererStringMESA"),
    entry<&serverString>("glXQueryServerString"),
    entry<&releaseTexImage>("glXReleaseTexImageEXT"),
    entry<&selectEvent>("glXSelectEvent"),
    entry<&selectEvent>("glXSelectEventSGIX"),
    entry<&swapBuffers>("glXSwapBuffers"),
    entry<&swapBuffersMsc>("glXSwapBuffersMscOML"),
    entry<&swapIntervalEXT>("glXSwapIntervalEXT"),
    entry<&swapIntervalMESA>("glXSwapIntervalMESA"),
    entry<&swapIntervalSGI>("glXSwapIntervalSGI"),
    entry<&useXFont>("glXUseXFont"),
    entry<&waitForMsc>("glXWaitForMscOML"),
    entry<&waitForSbc>("glXWaitForSbcOML"),
    entry<&waitGL>("glXWaitGL"),
    entry<&waitVideoSync>("glXWaitVideoSyncSGI"),
    entry<&waitX>("glXWaitX"),
};

} // namespace

Proc procAddress(std::string_view name) {
    const auto* const it = std::ranges::find(kEntries, name, &Entry::name);
    return it != std::end(kEntries) ? it->proc : window::glCommand(name);
}

} // namespace glx
