// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/vendor/dispatch.h"

#include <algorithm>
#include <string_view>

namespace egl::vendor {

namespace {

const __EGLapiExports* g_exports = nullptr;

/// What the stub of one command needs to know; its address tells commands of one type apart.
struct Slot {
    int index = -1;
};

template <class Fn>
Fn* fetch(__EGLvendorInfo* vendor, const Slot& slot, EGLint errorIfNoVendor) {
    if (vendor == nullptr) {
        g_exports->setEGLError(errorIfNoVendor);
        return nullptr;
    }
    g_exports->setLastVendor(vendor);
    const auto proc = g_exports->fetchDispatchEntry(vendor, slot.index);
    if (proc == nullptr) {
        g_exports->setEGLError(EGL_BAD_ACCESS);
    }
    return reinterpret_cast<Fn*>(proc);
}

/// The stub of a command whose first argument is a display.
template <Slot& slot, class R, class... Args>
R displayStub(EGLDisplay display, Args... args) {
    using Fn = R(EGLDisplay, Args...);
    g_exports->threadInit();
    Fn* const fn = fetch<Fn>(g_exports->getVendorFromDisplay(display), slot, EGL_BAD_DISPLAY);
    return fn != nullptr ? fn(display, args...) : R{};
}

/// The stub of a command whose first argument is a device.
template <Slot& slot, class R, class... Args>
R deviceStub(EGLDeviceEXT device, Args... args) {
    using Fn = R(EGLDeviceEXT, Args...);
    g_exports->threadInit();
    Fn* const fn = fetch<Fn>(g_exports->getVendorFromDevice(device), slot, EGL_BAD_DEVICE_EXT);
    return fn != nullptr ? fn(device, args...) : R{};
}

Slot g_createImage, g_destroyImage, g_createSync, g_destroySync, g_clientWaitSync, g_getSyncAttrib,
    g_waitSync, g_swapWithDamageEXT, g_swapWithDamageKHR, g_queryDeviceAttrib, g_queryDeviceString,
    g_queryDmaBufFormats, g_queryDmaBufModifiers, g_exportDmaBufImage, g_exportDmaBufImageQuery;

struct Stub {
    std::string_view name;
    Slot* slot;
    void* proc;
};

template <class Fn>
void* address(Fn* fn) {
    return reinterpret_cast<void*>(fn);
}

template <Slot& slot>
constexpr auto swapWithDamage = displayStub<slot, EGLBoolean, EGLSurface, const EGLint*, EGLint>;

const Stub kStubs[] = {
    {"eglCreateImageKHR",
     &g_createImage,
     address(displayStub<g_createImage,
                         EGLImage,
                         EGLContext,
                         EGLenum,
                         EGLClientBuffer,
                         const EGLint*>)},
    {"eglDestroyImageKHR",
     &g_destroyImage,
     address(displayStub<g_destroyImage, EGLBoolean, EGLImage>)},
    {"eglCreateSyncKHR",
     &g_createSync,
     address(displayStub<g_createSync, EGLSync, EGLenum, const EGLint*>)},
    {"eglDestroySyncKHR", &g_destroySync, address(displayStub<g_destroySync, EGLBoolean, EGLSync>)},
    {"eglClientWaitSyncKHR",
     &g_clientWaitSync,
     address(displayStub<g_clientWaitSync, EGLint, EGLSync, EGLint, EGLTime>)},
    {"eglGetSyncAttribKHR",
     &g_getSyncAttrib,
     address(displayStub<g_getSyncAttrib, EGLBoolean, EGLSync, EGLint, EGLint*>)},
    {"eglWaitSyncKHR", &g_waitSync, address(displayStub<g_waitSync, EGLint, EGLSync, EGLint>)},
    {"eglSwapBuffersWithDamageEXT",
     &g_swapWithDamageEXT,
     address(swapWithDamage<g_swapWithDamageEXT>)},
    {"eglSwapBuffersWithDamageKHR",
     &g_swapWithDamageKHR,
     address(swapWithDamage<g_swapWithDamageKHR>)},
    {"eglQueryDeviceAttribEXT",
     &g_queryDeviceAttrib,
     address(deviceStub<g_queryDeviceAttrib, EGLBoolean, EGLint, EGLAttrib*>)},
    {"eglQueryDeviceStringEXT",
     &g_queryDeviceString,
     address(deviceStub<g_queryDeviceString, const char*, EGLint>)},
    {"eglQueryDmaBufFormatsEXT",
     &g_queryDmaBufFormats,
     address(displayStub<g_queryDmaBufFormats, EGLBoolean, EGLint, EGLint*, EGLint*>)},
    {"eglQueryDmaBufModifiersEXT",
     &g_queryDmaBufModifiers,
     address(displayStub<g_queryDmaBufModifiers,
                         EGLBoolean,
                         EGLint,
                         EGLint,
                         EGLuint64KHR*,
                         EGLBoolean*,
                         EGLint*>)},
    {"eglExportDMABUFImageMESA",
     &g_exportDmaBufImage,
     address(displayStub<g_exportDmaBufImage, EGLBoolean, EGLImage, int*, EGLint*, EGLint*>)},
    {"eglExportDMABUFImageQueryMESA",
     &g_exportDmaBufImageQuery,
     address(
         displayStub<g_exportDmaBufImageQuery, EGLBoolean, EGLImage, int*, int*, EGLuint64KHR*>)},
};

const Stub* findStub(std::string_view name) {
    const auto* const it = std::ranges::find(kStubs, name, &Stub::name);
    return it == std::end(kStubs) ? nullptr : it;
}

} // namespace

void setExports(const __EGLapiExports* exports) {
    g_exports = exports;
}

void* dispatchAddress(const char* name) {
    const Stub* const stub = findStub(name);
    return stub != nullptr ? stub->proc : nullptr;
}

void setDispatchIndex(const char* name, int index) {
    if (const Stub* const stub = findStub(name)) {
        stub->slot->index = index;
    }
}

} // namespace egl::vendor
