// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glvk/interface/dma_buf.h"
#include "glvk/interface/native_window.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

/// What window systems need of the Vulkan back end: devices, and surfaces that can be presented. No
/// Vulkan type appears here, so that nothing above this header depends on Vulkan's.
namespace glvk {

class Device;

/// The kernel's file for a device (VK_EXT_physical_device_drm).
struct DrmNode {
    dev_t number = 0; ///< As stat() tells it; 0: there is none.
    std::string path; ///< Empty: it is not in this process's /dev/dri.
};

/// A Vulkan device as found at start-up.
struct DeviceDescription {
    std::string name;       ///< VkPhysicalDeviceProperties::deviceName.
    std::string driver;     ///< VkPhysicalDeviceDriverProperties::driverName, and its info.
    std::string apiVersion; ///< "1.3.230".
    std::array<uint8_t, 16> uuid{};
    uint32_t vendorId = 0, deviceId = 0; ///< Of PCI.
    DrmNode primaryNode, renderNode;
    uint64_t memory_B = 0;      ///< Its largest heap of device-local memory.
    bool unifiedMemory = false; ///< The host has no other.
    bool isCpu = false;
    bool isOwn = false; ///< Glissade's CPU device.
    bool usable = false;
    std::string whyNot; ///< The sentence a user reads when it is not usable.
};

/// What a surface's images look like (colour and depth-stencil).
struct SurfaceFormat {
    const format::InternalFormat* color = nullptr;
    const format::InternalFormat* depthStencil = nullptr; ///< Null: none.
    int32_t samples = 0;                                  ///< 0: single-sampled.
    bool singleBuffered = false; ///< What GL tells of it; the images are the same.
};

enum class PresentResult : uint8_t { Ok, WindowGone, OutOfMemory, DeviceLost };

/// What presenting leaves in the back buffer (EGL 1.5 section 3.5.6, EGL_SWAP_BEHAVIOR).
enum class SwapBehavior : uint8_t { Destroyed, Preserved };

/// When a surface may take its window's size.
enum class FollowWindow : uint8_t {
    BetweenFrames,
    Always, ///< Where a frame was begun, nothing is left of it.
};

/// The images that are drawn to. Off-screen ones have a fixed size; window ones follow the window.
/// Used by one thread at a time.
class Surface : public gl::SurfaceBackend {
public:
    /// Resolves, flips and queues the back buffer for display, after submitting what `context`
    /// recorded. `damage` (GL orientation: origin bottom-left) is a hint, empty means everything.
    /// Off-screen surfaces: a flush.
    virtual PresentResult present(gl::ContextBackend& context,
                                  std::span<const gl::Rect> damage,
                                  SwapBehavior behavior) = 0;
    /// 0: as fast as possible; 1 and more: at vertical blanks; negative: the same, but at once
    /// where the blank was missed.
    virtual void setSwapInterval(int interval) = 0;
    /// True where something was drawn or read since the last present().
    virtual bool frameBegun() const = 0;
    /// How many presents ago the back buffer was shown; 0: its contents are undefined
    /// (EGL_EXT_buffer_age, GLX_EXT_buffer_age).
    virtual int32_t bufferAge() const = 0;
    /// Window surfaces take the size of their window; true: it changed, and contexts that draw to
    /// it have to look at the framebuffer again.
    virtual bool followWindow(FollowWindow when) = 0;
    /// Changes whenever the colours may have: who has seen them knows whether to look again.
    virtual uint64_t colorSerial() const = 0;
};

/// The process's VkInstance. Created on first use, destroyed when nobody holds it.
class Instance {
public:
    /// Null with a sentence in `error` where there is no Vulkan loader, driver or needed extension.
    static std::shared_ptr<Instance> get(std::string& error);

    virtual ~Instance() = default;
    virtual const std::vector<DeviceDescription>& devices() const = 0;
    /// The device a display uses by default: the option `device` (index, or part of a name) where
    /// given, else the first usable GPU, else a CPU device. Nothing: none is usable (`error` says
    /// why).
    virtual std::optional<size_t> defaultDevice(std::string& error) const = 0;
    /// Opens a device, or returns the one that is open already, unless it is lost.
    virtual std::shared_ptr<Device> open(size_t index, std::string& error) = 0;
};

/// An open device, as src/window sees it; the concrete class is in backend/device.h.
class DeviceFactory : public gl::DeviceBackend {
public:
    /// Null: out of memory.
    virtual std::unique_ptr<Surface>
    createOffscreenSurface(const SurfaceFormat& format, int32_t width_px, int32_t height_px) = 0;
    /// Null: the device cannot present to this window, `error` says why.
    virtual std::unique_ptr<Surface> createWindowSurface(const SurfaceFormat& format,
                                                         const NativeWindow& window,
                                                         std::string& error) = 0;
    /// True where such a window can show frames of this device.
    virtual bool canPresent(const NativeWindow& window) const = 0;
    /// Null: the device shares no memory with others.
    virtual DmaBufs* dmaBufs() = 0;
    virtual const DeviceDescription& description() const = 0;
    /// Nothing more will come of it, nor of what was made with it.
    virtual bool lost() const = 0;
    /// One line per decision the device's classes took ("descriptors: push descriptors …").
    virtual std::vector<std::string> strategies() const = 0;
};

/// open() as src/window uses it.
std::shared_ptr<DeviceFactory> openDevice(Instance& instance, size_t index, std::string& error);

} // namespace glvk
