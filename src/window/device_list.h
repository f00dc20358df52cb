// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/interface/instance.h"

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace window {

/// A usable Vulkan device. It lives as long as the process.
class Device {
public:
    Device(size_t index, glvk::DeviceDescription description)
        : m_index(index), m_description(std::move(description)) {}

    size_t index() const { return m_index; } ///< In glvk::Instance::devices().
    const glvk::DeviceDescription& description() const { return m_description; }

private:
    size_t m_index;
    glvk::DeviceDescription m_description;
};

/// The process's devices, found on first use. Thread-safe.
class DeviceList {
public:
    using GetInstance = std::function<std::shared_ptr<glvk::Instance>(std::string& error)>;
    explicit DeviceList(GetInstance getInstance) : m_getInstance(std::move(getInstance)) {}

    std::vector<Device*> all();
    /// Null: `handle` is not one of ours.
    Device* find(const void* handle);
    /// The device that has the DRM node of this number. Null: none of ours has.
    Device* findByNode(dev_t node);
    /// The device of displays that name none. Null: there is none that works; the log says why.
    Device* defaultDevice();
    /// An open device; it keeps its instance. Null: it cannot be opened; the log says why.
    std::shared_ptr<glvk::DeviceFactory> open(const Device& device);

private:
    bool answersNow() const;
    bool findLocked();

    const GetInstance m_getInstance;
    std::mutex m_mutex;
    std::deque<Device> m_devices;
    Device* m_default = nullptr;
    std::atomic<bool> m_searched = false;
    /// Kept from the search to the first open(), which then need not make another one.
    std::shared_ptr<glvk::Instance> m_instance;
};

/// The process's list, on glvk::Instance. A child of fork() has one of its own.
DeviceList& deviceList();

} // namespace window
