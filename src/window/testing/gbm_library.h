// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <dlfcn.h>
#include <gbm.h>
#include <memory>

namespace window::testing {

/// A libgbm: the system's, or gbm_over_files.
class GbmLibrary {
public:
    explicit GbmLibrary(const char* file) : m_handle(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {}

    /// False: it is not installed.
    bool loaded() const { return m_handle != nullptr; }
    template <class T>
    using Owned = std::unique_ptr<T, void (*)(T*)>;
    /// Null: `fd` is not to its liking.
    Owned<gbm_device> createDevice(int fd) const {
        return {find<decltype(&::gbm_create_device)>("gbm_create_device")(fd),
                find<decltype(&::gbm_device_destroy)>("gbm_device_destroy")};
    }
    /// Null: there are none on this device.
    Owned<gbm_bo>
    createBuffer(gbm_device* device, uint32_t width_px, uint32_t height_px, uint32_t format) const {
        const auto create = find<decltype(&::gbm_bo_create)>("gbm_bo_create");
        return {
            create(device, width_px, height_px, format, GBM_BO_USE_RENDERING | GBM_BO_USE_LINEAR),
            find<decltype(&::gbm_bo_destroy)>("gbm_bo_destroy")};
    }
    /// A function of GBM. `Function`: decltype(&::gbm_…).
    template <class Function>
    Function find(const char* name) const {
        return reinterpret_cast<Function>(dlsym(m_handle, name));
    }

private:
    void* m_handle; ///< Never closed: objects may outlive this.
};

} // namespace window::testing
