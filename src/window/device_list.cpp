// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/device_list.h"

#include "base/fork.h"
#include "base/log.h"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <execinfo.h>

namespace window {

namespace {

/// Set while this thread asks Vulkan for its devices. NVIDIA's Vulkan driver answers by asking
/// libEGL for its devices, and libEGL asks every vendor: us again, on the same thread. What we have
/// to say then is that there are none of ours yet.
thread_local bool t_searching = false;

class Searching {
public:
    Searching() { t_searching = true; }
    ~Searching() { t_searching = false; }
    Searching(const Searching&) = delete;
    Searching& operator=(const Searching&) = delete;
};

/// The Vulkan loader is at work further up this thread's stack: the same happens in programs that
/// use Vulkan themselves. The loader has a lock, which it would wait for.
bool isInsideVulkanLoader() {
    void* const library = dlopen("libvulkan.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) {
        return false;
    }
    Dl_info loader{};
    const bool known = dladdr(dlsym(library, "vkCreateInstance"), &loader) != 0;
    dlclose(library);
    std::array<void*, 128> frames{};
    const int count = backtrace(frames.data(), int(frames.size()));
    return known && std::any_of(frames.begin(), frames.begin() + count, [&](void* frame) {
               Dl_info info{};
               return dladdr(frame, &info) != 0 && info.dli_fbase == loader.dli_fbase;
           });
}

} // namespace

/// Looked at before the lock is taken: another thread may hold it while it waits for the loader.
bool DeviceList::answersNow() const {
    return !t_searching && (m_searched || !isInsideVulkanLoader());
}

bool DeviceList::findLocked() {
    if (m_searched) {
        return !m_devices.empty();
    }
    std::string error;
    {
        const Searching searching;
        m_instance = m_getInstance(error);
    }
    if (!m_instance) { // Perhaps the next time.
        base::logWarnOnce(base::Log::Device, "{}", error);
        return false;
    }
    m_default = nullptr;
    m_devices.clear();
    const std::optional<size_t> preferred = m_instance->defaultDevice(error);
    if (!preferred) {
        base::logWarn(base::Log::Device, "{}", error);
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
    m_searched = true;
    return !m_devices.empty();
}

std::vector<Device*> DeviceList::all() {
    if (!answersNow()) {
        return {};
    }
    const std::lock_guard lock(m_mutex);
    findLocked();
    std::vector<Device*> result;
    for (Device& device : m_devices) {
        result.push_back(&device);
    }
    return result;
}

Device* DeviceList::find(const void* handle) {
    if (!answersNow()) {
        return nullptr;
    }
    const std::lock_guard lock(m_mutex);
    findLocked();
    const auto it =
        std::ranges::find_if(m_devices, [&](const Device& device) { return &device == handle; });
    return it == m_devices.end() ? nullptr : &*it;
}

Device* DeviceList::findByNode(dev_t node) {
    if (!answersNow()) {
        return nullptr;
    }
    const std::lock_guard lock(m_mutex);
    findLocked();
    const auto it = std::ranges::find_if(m_devices, [&](const Device& device) {
        const glvk::DeviceDescription& d = device.description();
        return node != 0 && (d.primaryNode.number == node || d.renderNode.number == node);
    });
    return it == m_devices.end() ? nullptr : &*it;
}

Device* DeviceList::defaultDevice() {
    if (!answersNow()) {
        return nullptr;
    }
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
    const Searching searching;
    if (!instance) {
        instance = m_getInstance(error);
    }
    std::shared_ptr<glvk::DeviceFactory> opened;
    if (instance) {
        opened = glvk::openDevice(*instance, device.index(), error);
    }
    if (!opened) {
        base::logError(base::Log::Device, "{}: {}", device.description().name, error);
    }
    return opened;
}

DeviceList& deviceList() {
    // Never destroyed: threads may need it while the process ends.
    static constinit base::PerProcess<DeviceList, [] { return DeviceList(&glvk::Instance::get); }>
        list;
    return list.get();
}

} // namespace window
