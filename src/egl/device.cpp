// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/device.h"

#include "base/log.h"
#include "egl/extensions.h"

#include <algorithm>

namespace egl {

const char* Device::string(EGLint name) const {
    switch (name) {
    case EGL_EXTENSIONS:
        return deviceExtensions(m_description.isCpu);
    case EGL_RENDERER_EXT:
        return m_description.name.c_str();
    case EGL_VENDOR:
        return m_description.driver.c_str();
    default:
        return nullptr;
    }
}

bool DeviceList::findLocked() {
    if (m_searched) {
        return !m_devices.empty();
    }
    m_searched = true;
    std::string error;
    m_instance = m_getInstance(error);
    if (!m_instance) {
        base::logWarn("{}", error);
        return false;
    }
    const std::optional<size_t> preferred = m_instance->defaultDevice(error);
    if (!preferred) {
        base::logWarn("{}", error);
    }
    const std::vector<glvk::DeviceDescription>& devices = m_instance->devices();
    for (size_t i = 0; i < devices.size(); ++i) {
        if (devices[i].usable) {
            m_devices.emplace_back(i, devices[i]);
            if (preferred == i) {
                m_default = &m_devices.back();
            }
        }
    }
    return !m_devices.empty();
}

std::vector<Device*> DeviceList::all() {
    const std::lock_guard lock(m_mutex);
    findLocked();
    std::vector<Device*> result;
    for (Device& device : m_devices) {
        result.push_back(&device);
    }
    return result;
}

Device* DeviceList::find(const void* handle) {
    const std::lock_guard lock(m_mutex);
    findLocked();
    const auto it =
        std::ranges::find_if(m_devices, [&](const Device& device) { return &device == handle; });
    return it == m_devices.end() ? nullptr : &*it;
}

Device* DeviceList::defaultDevice() {
    const std::lock_guard lock(m_mutex);
    return findLocked() ? m_default : nullptr;
}

std::shared_ptr<glvk::DeviceFactory> DeviceList::open(const Device& device) {
    std::shared_ptr<glvk::Instance> instance;
    {
        const std::lock_guard lock(m_mutex);
        instance = std::move(m_instance);
    }
    std::string error;
    if (!instance) {
        instance = m_getInstance(error);
    }
    std::shared_ptr<glvk::DeviceFactory> opened;
    if (instance) {
        opened = glvk::openDevice(*instance, device.index(), error);
    }
    if (!opened) {
        base::logError("{}: {}", device.description().name, error);
    }
    return opened;
}

} // namespace egl
