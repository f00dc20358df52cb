// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A Vulkan driver that asks libEGL for its devices before it answers the loader, as NVIDIA's does.

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <cstdint>
#include <cstdio>
#include <vulkan/vulkan_core.h>

extern "C" {

__attribute__((visibility("default"))) VkResult
vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t*) {
    const auto query =
        reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    EGLint count = -1;
    const EGLBoolean answered = query && query(0, nullptr, &count);
    std::printf("the driver asked: %s, %d devices\n", answered ? "answered" : "refused", count);
    return VK_ERROR_INCOMPATIBLE_DRIVER;
}

__attribute__((visibility("default"))) PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance,
                                                                                    const char*) {
    return nullptr;
}
}
