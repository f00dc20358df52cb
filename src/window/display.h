// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "window/device_list.h"
#include "window/drawable.h"

#include <map>
#include <mutex>
#include <optional>

namespace window {

/// A display while it is open: what drawables and contexts are made from. Copies share it, and it
/// lives as long as one of them.
struct Session {
    std::shared_ptr<glvk::DeviceFactory> device; ///< Null: not open.
    std::shared_ptr<Connection> connection;

    bool isOpen() const { return device != nullptr; }
    bool hasWindows() const { return !connection->visuals().empty(); }
    /// Those of the connection's visuals that the device can show frames in.
    std::vector<Visual> presentableVisuals() const;
    /// What drawables can look like here, in an order that stays.
    std::vector<PixelFormat> pixelFormats() const;
};

/// A window system, a device that draws for it, and the windows that are drawn to. Lives as long as
/// the process; may be opened any number of times. Thread-safe. Neither handles nor tables of
/// objects: those are the doors'.
class Display {
public:
    Display(DeviceList& devices, const Device& device, std::unique_ptr<Platform> platform)
        : m_devices(devices), m_device(device), m_platform(std::move(platform)) {}
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;

    const Device& device() const { return m_device; }
    /// Unreachable; the log says why.
    Outcome<Session> open() const;
    /// Where the session's device is lost, gives it a fresh one, if there is.
    void renew(Session& session) const;

    /// NoSuchWindow; Mismatch where the format has no windows or none of this depth; WindowTaken;
    /// CannotPresent.
    Outcome<std::shared_ptr<Drawable>>
    createWindow(const Session& session, const PixelFormat& format, NativeHandle handle);
    /// NoSuchPixmap; Mismatch where the format has no pixmaps or none of this depth; OutOfMemory.
    static Outcome<std::shared_ptr<Drawable>>
    createPixmap(const Session& session, const PixelFormat& format, NativeHandle handle);

private:
    DeviceList& m_devices;
    const Device& m_device;
    const std::unique_ptr<Platform> m_platform;

    /// False where the window has a drawable, or is about to.
    bool take(NativeHandle window);

    std::mutex m_mutex;
    /// Windows that have a drawable, destroyed ones that are still current included. Null: it is
    /// being made.
    std::map<NativeHandle, std::optional<std::weak_ptr<Drawable>>> m_taken;
};

} // namespace window
