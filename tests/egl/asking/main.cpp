// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A Vulkan program, which does not ask for EGL: one of its drivers does, while the loader works.
// Whoever answers that by asking the loader waits for ever.

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <cstdio>
#include <dlfcn.h>
#include <vulkan/vulkan_core.h>

int main() {
    std::setvbuf(stdout, nullptr, _IONBF, 0);
    const VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    VkInstance instance = VK_NULL_HANDLE;
    void* const loader = dlopen("libvulkan.so.1", RTLD_NOW);
    const auto create =
        loader ? reinterpret_cast<PFN_vkCreateInstance>(dlsym(loader, "vkCreateInstance"))
               : nullptr;
    if (!create) {
        std::printf("there is no Vulkan loader\n");
        return 1;
    }
    std::printf("vkCreateInstance: %d\n", int(create(&info, nullptr, &instance)));
    // Nothing of that is remembered: asked from outside there are devices.
    const auto query =
        reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    EGLint count = 0;
    const bool found = query && query(0, nullptr, &count) && count > 0;
    std::printf("the program asked: %s\n", found ? "there are devices" : "nothing");
    return found ? 0 : 1;
}
