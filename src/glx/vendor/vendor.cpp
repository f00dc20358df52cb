// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/display_list.h"
#include "glx/entry_points.h"
#include "glx/vendor/dispatch.h"

// The symbol by which libGLX comes in (glvnd/libglxabi.h).

namespace {

int isScreenSupported(glx::XDisplay* native, int screen) {
    const std::shared_ptr<glx::Display> display = glx::displayList().get(native);
    return display && display->screen(screen) ? 1 : 0;
}

void* procAddress(const GLubyte* name) {
    return reinterpret_cast<void*>(glx::procAddress(reinterpret_cast<const char*>(name)));
}

} // namespace

extern "C" [[gnu::visibility("default")]] int __glx_Main(uint32_t version,
                                                         const __GLXapiExports* exports,
                                                         __GLXvendorInfo*,
                                                         __GLXapiImports* imports) {
    if (GLX_VENDOR_ABI_GET_MAJOR_VERSION(version) != GLX_VENDOR_ABI_MAJOR_VERSION) {
        return 0;
    }
    glx::vendor::setExports(exports);
    imports->isScreenSupported = isScreenSupported;
    imports->getProcAddress = procAddress;
    imports->getDispatchAddress = glx::vendor::dispatchAddress;
    imports->setDispatchIndex = glx::vendor::setDispatchIndex;
    return 1;
}
