// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/vendor/dispatch.h"

#include "glx/display_list.h"

#include <algorithm>
#include <dlfcn.h>
#include <string_view>

namespace glx::vendor {

namespace {

const __GLXapiExports* g_exports = nullptr;

/// What the stub of one command needs to know.
struct Slot {
    int index = -1;
};

void report(XDisplay* display, const Failure& failure) {
    if (const std::shared_ptr<Display> known = displayList().get(display)) {
        known->report(failure, X_GLXVendorPrivate);
    }
}

// How a stub finds the vendor by its first arguments; null, and the error delivered: nobody's.

struct ByScreen {
    static __GLXvendorInfo* vendor(XDisplay* display, int screen, auto...) {
        return g_exports->getDynDispatch(display, screen);
    }
};
struct ByVisual {
    static __GLXvendorInfo* vendor(XDisplay* display, XVisualInfo* visual) {
        return g_exports->getDynDispatch(display, visual->screen);
    }
};
struct ByConfig {
    static __GLXvendorInfo* vendor(XDisplay* display, GLXFBConfig config, auto...) {
        __GLXvendorInfo* const found = g_exports->vendorFromFBConfig(display, config);
        if (found == nullptr) {
            report(display, glxFailure(GLXBadFBConfig));
        }
        return found;
    }
};
struct ByContext {
    static __GLXvendorInfo* vendor(GLXContext context) {
        return g_exports->vendorFromContext(context);
    }
    static __GLXvendorInfo* vendor(XDisplay* display, GLXContext context, auto...) {
        __GLXvendorInfo* const found = vendor(context);
        if (found == nullptr) {
            report(display, glxFailure(GLXBadContext));
        }
        return found;
    }
};
struct ByDrawable {
    static __GLXvendorInfo* vendor(XDisplay* display, XID drawable, auto...) {
        __GLXvendorInfo* const found = g_exports->vendorFromDrawable(display, drawable);
        if (found == nullptr) {
            report(display, glxFailure(GLXBadDrawable, drawable));
        }
        return found;
    }
};
struct ByCurrent {
    static __GLXvendorInfo* vendor(auto...) { return g_exports->getCurrentDynDispatch(); }
};
/// Of commands that return one of GLX's error codes.
struct ByCurrentContext : ByCurrent {
    static constexpr int kFailed = GLX_BAD_CONTEXT;
};

// What libGLX has to learn of a result.

struct Nothing {
    template <class R>
    static R learn(__GLXvendorInfo*, R result, auto...) {
        return result;
    }
};
struct NewContext {
    static GLXContext
    learn(__GLXvendorInfo* vendor, GLXContext context, XDisplay* display, auto...) {
        if (context != nullptr) {
            g_exports->addVendorContextMapping(display, context, vendor);
        }
        return context;
    }
};
struct NewDrawable {
    static XID learn(__GLXvendorInfo* vendor, XID drawable, XDisplay* display, auto...) {
        if (drawable != kNoXid) {
            g_exports->addVendorDrawableMapping(display, drawable, vendor);
        }
        return drawable;
    }
};
struct NewConfig {
    static GLXFBConfig
    learn(__GLXvendorInfo* vendor, GLXFBConfig config, XDisplay* display, auto...) {
        if (config != nullptr) {
            g_exports->addVendorFBConfigMapping(display, config, vendor);
        }
        return config;
    }
};
struct NewConfigs {
    static GLXFBConfig*
    learn(__GLXvendorInfo* vendor, GLXFBConfig* configs, XDisplay* display, int, int*, int* count) {
        for (int i = 0; configs != nullptr && i < *count; ++i) {
            g_exports->addVendorFBConfigMapping(display, configs[i], vendor);
        }
        return configs;
    }
};

/// `slot`'s address tells commands of one type apart.
template <Slot& slot, class Function, class Route, class Result>
struct Stub;

template <Slot& slot, class R, class... Args, class Route, class Result>
struct Stub<slot, R(Args...), Route, Result> {
    static R call(Args... args) {
        __GLXvendorInfo* const vendor = Route::vendor(args...);
        const auto proc =
            vendor != nullptr ? g_exports->fetchDispatchEntry(vendor, slot.index) : nullptr;
        if (proc == nullptr) {
            if constexpr (requires { Route::kFailed; }) {
                return Route::kFailed;
            } else {
                return R();
            }
        }
        const auto command = reinterpret_cast<R (*)(Args...)>(proc);
        if constexpr (std::is_void_v<R>) {
            command(args...);
        } else {
            return Result::learn(vendor, command(args...), args...);
        }
    }
};

struct Command {
    std::string_view name;
    Slot* slot;
    void* stub;
};

template <class Function, class Route, class Result, Slot& slot>
void* stub() {
    return reinterpret_cast<void*>(&Stub<slot, Function, Route, Result>::call);
}

/// One slot for each line of the table.
template <int line>
Slot g_slot;

template <int line, class Function, class Route, class Result = Nothing>
Command command(std::string_view name) {
    return {name, &g_slot<line>, stub<Function, Route, Result, g_slot<line>>()};
}

using CreateContext = GLXContext(XDisplay*, GLXFBConfig, int, GLXContext, XBool);
using CreatePbuffer = XID(XDisplay*, GLXFBConfig, unsigned, unsigned, int*);
using Events = unsigned long;
using WaitForMsc = XBool(XDisplay*, XID, int64_t, int64_t, int64_t, int64_t*, int64_t*, int64_t*);

const Command kCommands[] = {
    command<__LINE__, void(XDisplay*, XID, int, const int*), ByDrawable>("glXBindTexImageEXT"),
    command<__LINE__, GLXFBConfig*(XDisplay*, int, int*, int*), ByScreen, NewConfigs>(
        "glXChooseFBConfigSGIX"),
    command<__LINE__, CreateContext, ByConfig, NewContext>("glXCreateContextWithConfigSGIX"),
    command<__LINE__, CreatePbuffer, ByConfig, NewDrawable>("glXCreateGLXPbufferSGIX"),
    command<__LINE__, XID(XDisplay*, GLXFBConfig, XID), ByConfig, NewDrawable>(
        "glXCreateGLXPixmapWithConfigSGIX"),
    command<__LINE__, void(XDisplay*, XID), ByDrawable>("glXDestroyGLXPbufferSGIX"),
    command<__LINE__, GLXContextID(GLXContext), ByContext>("glXGetContextIDEXT"),
    command<__LINE__, int(XDisplay*, GLXFBConfig, int, int*), ByConfig>("glXGetFBConfigAttribSGIX"),
    command<__LINE__, GLXFBConfig(XDisplay*, XVisualInfo*), ByVisual, NewConfig>(
        "glXGetFBConfigFromVisualSGIX"),
    command<__LINE__, XBool(XDisplay*, XID, int32_t*, int32_t*), ByDrawable>("glXGetMscRateOML"),
    command<__LINE__, void(XDisplay*, XID, Events*), ByDrawable>("glXGetSelectedEventSGIX"),
    command<__LINE__, int(), ByCurrent>("glXGetSwapIntervalMESA"),
    command<__LINE__, XBool(XDisplay*, XID, int64_t*, int64_t*, int64_t*), ByDrawable>(
        "glXGetSyncValuesOML"),
    command<__LINE__, int(unsigned*), ByCurrentContext>("glXGetVideoSyncSGI"),
    command<__LINE__, XVisualInfo*(XDisplay*, GLXFBConfig), ByConfig>(
        "glXGetVisualFromFBConfigSGIX"),
    command<__LINE__, int(XDisplay*, GLXContext, int, int*), ByContext>("glXQueryContextInfoEXT"),
    command<__LINE__, XBool(int, unsigned*), ByCurrent>("glXQueryCurrentRendererIntegerMESA"),
    command<__LINE__, const char*(int), ByCurrent>("glXQueryCurrentRendererStringMESA"),
    command<__LINE__, void(XDisplay*, XID, int, unsigned*), ByDrawable>("glXQueryGLXPbufferSGIX"),
    command<__LINE__, XBool(XDisplay*, int, int, int, unsigned*), ByScreen>(
        "glXQueryRendererIntegerMESA"),
    command<__LINE__, const char*(XDisplay*, int, int, int), ByScreen>(
        "glXQueryRendererStringMESA"),
    command<__LINE__, void(XDisplay*, XID, int), ByDrawable>("glXReleaseTexImageEXT"),
    command<__LINE__, void(XDisplay*, XID, Events), ByDrawable>("glXSelectEventSGIX"),
    command<__LINE__, int64_t(XDisplay*, XID, int64_t, int64_t, int64_t), ByDrawable>(
        "glXSwapBuffersMscOML"),
    command<__LINE__, void(XDisplay*, XID, int), ByDrawable>("glXSwapIntervalEXT"),
    command<__LINE__, int(unsigned), ByCurrentContext>("glXSwapIntervalMESA"),
    command<__LINE__, int(int), ByCurrentContext>("glXSwapIntervalSGI"),
    command<__LINE__, WaitForMsc, ByDrawable>("glXWaitForMscOML"),
    command<__LINE__, XBool(XDisplay*, XID, int64_t, int64_t*, int64_t*, int64_t*), ByDrawable>(
        "glXWaitForSbcOML"),
    command<__LINE__, int(int, int, unsigned*), ByCurrentContext>("glXWaitVideoSyncSGI"),
};

const Command* findCommand(std::string_view name) {
    const auto* const it = std::ranges::find(kCommands, name, &Command::name);
    return it != std::end(kCommands) ? it : nullptr;
}

// Older names of commands that libGLX knows.
struct Alias {
    std::string_view name;
    const char* command;
};
constexpr Alias kAliases[] = {
    {"glXGetCurrentDisplayEXT", "glXGetCurrentDisplay"},
    {"glXGetCurrentReadDrawableSGI", "glXGetCurrentReadDrawable"},
    {"glXMakeCurrentReadSGI", "glXMakeContextCurrent"},
};

const char* textOf(const GLubyte* name) {
    return reinterpret_cast<const char*>(name);
}

} // namespace

void setExports(const __GLXapiExports* exports) {
    g_exports = exports;
}

void* dispatchAddress(const GLubyte* name) {
    if (const Command* const command = findCommand(textOf(name))) {
        return command->stub;
    }
    const auto* const alias = std::ranges::find(kAliases, textOf(name), &Alias::name);
    if (alias == std::end(kAliases)) {
        return nullptr;
    }
    static void* const libGLX = dlopen("libGLX.so.0", RTLD_LAZY | RTLD_NOLOAD);
    return libGLX != nullptr ? dlsym(libGLX, alias->command) : nullptr;
}

void setDispatchIndex(const GLubyte* name, int index) {
    if (const Command* const command = findCommand(textOf(name))) {
        command->slot->index = index;
    }
}

} // namespace glx::vendor
