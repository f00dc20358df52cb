// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "wayland/shm.h"

#include <algorithm>
#include <cstring>

namespace wayland {

std::unique_ptr<Shm> Shm::open(wl_display* display) {
    auto queue = Queue::create(display);
    if (!queue) {
        return nullptr;
    }
    std::unique_ptr<Shm> shm(new Shm(std::move(queue)));
    return shm->bind() ? std::move(shm) : nullptr;
}

Shm::~Shm() {
    if (m_shm) {
        m_queue->library().destroy(m_shm);
    }
}

void Shm::onGlobal(
    void* self, wl_registry* registry, uint32_t name, const char* interface, uint32_t) {
    Shm& shm = *static_cast<Shm*>(self);
    const Library& library = shm.m_queue->library();
    if (shm.m_shm || std::strcmp(interface, library.wl_shm_interface->name) != 0) {
        return;
    }
    constexpr uint32_t kVersion = 1;
    shm.m_shm = reinterpret_cast<wl_shm*>(
        library.wl_proxy_marshal_flags(reinterpret_cast<wl_proxy*>(registry),
                                       WL_REGISTRY_BIND,
                                       library.wl_shm_interface,
                                       kVersion,
                                       0,
                                       name,
                                       library.wl_shm_interface->name,
                                       kVersion,
                                       nullptr));
}

bool Shm::bind() {
    const Library& library = m_queue->library();
    const Wrapper display(*m_queue, m_queue->display());
    if (!display.proxy()) {
        return false;
    }
    auto* const registry = library.create<wl_registry>(
        display.proxy(), WL_DISPLAY_GET_REGISTRY, library.wl_registry_interface);
    if (!registry) {
        return false;
    }
    static constexpr wl_registry_listener kRegistryListener{
        .global = onGlobal, .global_remove = [](void*, wl_registry*, uint32_t) {}};
    static constexpr wl_shm_listener kShmListener{
        .format = [](void* self, wl_shm*, uint32_t format) {
            static_cast<Shm*>(self)->m_formats.push_back(format);
        }};
    const bool told =
        library.listen(registry, kRegistryListener, this) && m_queue->roundtrip() && m_shm;
    library.destroy(registry);
    return told && library.listen(m_shm, kShmListener, this) && m_queue->roundtrip();
}

bool Shm::has(wl_shm_format format) const {
    return std::find(m_formats.begin(), m_formats.end(), format) != m_formats.end();
}

} // namespace wayland
