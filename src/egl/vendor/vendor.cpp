// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/entry_points.h"
#include "egl/extensions.h"
#include "egl/vendor/dispatch.h"

// The one symbol the library exports: libEGL's way in (glvnd/libeglabi.h).

namespace {

EGLBoolean supportsApi(EGLenum api) {
    return api == EGL_OPENGL_API || api == EGL_OPENGL_ES_API ? EGL_TRUE : EGL_FALSE;
}

const char* vendorString(int name) {
    return name == __EGL_VENDOR_STRING_PLATFORM_EXTENSIONS ? egl::platformExtensions() : nullptr;
}

void* procAddress(const char* name) {
    return reinterpret_cast<void*>(egl::procAddress(name));
}

} // namespace

extern "C" [[gnu::visibility("default")]] EGLBoolean __egl_Main(uint32_t version,
                                                                const __EGLapiExports* exports,
                                                                __EGLvendorInfo*,
                                                                __EGLapiImports* imports) {
    if (EGL_VENDOR_ABI_GET_MAJOR_VERSION(version) != EGL_VENDOR_ABI_MAJOR_VERSION) {
        return EGL_FALSE;
    }
    egl::vendor::setExports(exports);
    imports->getPlatformDisplay = egl::getPlatformDisplay;
    imports->getSupportsAPI = supportsApi;
    imports->getVendorString = vendorString;
    imports->getProcAddress = procAddress;
    imports->getDispatchAddress = egl::vendor::dispatchAddress;
    imports->setDispatchIndex = egl::vendor::setDispatchIndex;
    return EGL_TRUE;
}
