// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/screen.h"

#include "base/fork.h"
#include "window/platform/x11.h"

#include <algorithm>
#include <list>
#include <unordered_set>

namespace glx {

namespace {

/// The process's lists of configs, one for all screens that are alike. Thread-safe.
class KnownConfigs {
public:
    const ConfigList& of(int screen, const window::Session& session) {
        std::vector<window::Visual> visuals = session.presentableVisuals();
        const std::lock_guard lock(m_mutex);
        const auto it = std::ranges::find_if(m_screens, [&](const ScreenConfigs& known) {
            return known.screen == screen && known.device == session.device->description().uuid &&
                   known.visuals == visuals;
        });
        if (it != m_screens.end()) {
            return it->configs;
        }
        ScreenConfigs& added = m_screens.emplace_back();
        added.screen = screen;
        added.device = session.device->description().uuid;
        added.configs =
            makeConfigs(screen,
                        window::makePixelFormats(
                            *session.device, visuals, window::ColorEncodings::LinearAndSrgb),
                        visuals);
        added.visuals = std::move(visuals);
        for (const Config& config : added.configs) {
            m_all.insert(&config);
        }
        return added.configs;
    }

    const Config* find(const void* handle) {
        const std::lock_guard lock(m_mutex);
        const auto it = m_all.find(handle);
        return it != m_all.end() ? static_cast<const Config*>(*it) : nullptr;
    }

private:
    struct ScreenConfigs {
        int screen = 0;
        std::array<uint8_t, 16> device{};
        std::vector<window::Visual> visuals;
        ConfigList configs;
    };

    std::mutex m_mutex;
    std::list<ScreenConfigs> m_screens;
    std::unordered_set<const void*> m_all;
};

KnownConfigs& knownConfigs() {
    static constinit base::PerProcess<KnownConfigs> known;
    return known.get();
}

} // namespace

Screen::Screen(const window::Device& device, std::unique_ptr<window::Platform> platform)
    : m_core(window::deviceList(), device, std::move(platform)) {}

std::shared_ptr<Screen> Screen::open(XDisplay* display, int index) {
    const window::Device* const device = window::deviceList().defaultDevice();
    if (device == nullptr) {
        return nullptr;
    }
    std::shared_ptr<Screen> screen(new Screen(*device, window::makeX11Platform(display, index)));
    window::Outcome<window::Session> session = screen->m_core.open();
    if (!session) {
        return nullptr;
    }
    screen->m_configs = &knownConfigs().of(index, *session);
    screen->m_session = std::move(*session);
    return screen;
}

window::Session Screen::session() {
    const std::lock_guard lock(m_mutex);
    m_core.renew(m_session);
    return m_session;
}

const Config* findConfig(GLXFBConfig handle) {
    return knownConfigs().find(handle);
}

} // namespace glx
