// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/display.h"

#include "base/log.h"
#include "egl/config_query.h"
#include "egl/extensions.h"
#include "egl/thread_state.h"

#include <algorithm>
#include <utility>

namespace egl {

// Tables.

template <class T>
Outcome<void*> Display::add(ObjectTable<T>& table, std::shared_ptr<T> object) {
    const std::lock_guard lock(m_mutex);
    if (!m_session.device) {
        return Failure{EGL_NOT_INITIALIZED};
    }
    return table.add(std::move(object));
}

template <class T>
Outcome<std::shared_ptr<T>>
Display::find(const ObjectTable<T>& table, void* handle, EGLint errorIfMissing) const {
    const std::lock_guard lock(m_mutex);
    if (!m_session.device) {
        return Failure{EGL_NOT_INITIALIZED};
    }
    if (std::shared_ptr<T> object = table.find(handle)) {
        return object;
    }
    return Failure{errorIfMissing};
}

template <class T>
Status Display::remove(ObjectTable<T>& table, void* handle, EGLint errorIfMissing) {
    std::shared_ptr<T> removed; // Destroyed after the lock is free: that may wait for the device.
    const std::lock_guard lock(m_mutex);
    if (!m_session.device) {
        return Failure{EGL_NOT_INITIALIZED};
    }
    removed = table.remove(handle);
    return removed ? Status() : Failure{errorIfMissing};
}

Outcome<std::shared_ptr<Surface>> Display::surface(EGLSurface handle) const {
    return find(m_objects.surfaces, handle, EGL_BAD_SURFACE);
}

Outcome<std::shared_ptr<Context>> Display::context(EGLContext handle) const {
    return find(m_objects.contexts, handle, EGL_BAD_CONTEXT);
}

Outcome<std::shared_ptr<Sync>> Display::sync(EGLSync handle) const {
    return find(m_objects.syncs, handle, EGL_BAD_PARAMETER);
}

Outcome<std::shared_ptr<Image>> Display::image(EGLImage handle) const {
    return find(m_objects.images, handle, EGL_BAD_PARAMETER);
}

Outcome<Display::Session> Display::session() const {
    const std::lock_guard lock(m_mutex);
    if (!m_session.device) {
        return Failure{EGL_NOT_INITIALIZED};
    }
    return m_session;
}

Outcome<const Config*> Display::config(EGLConfig handle) const {
    const auto it =
        std::ranges::find_if(m_configs, [&](const Config& config) { return &config == handle; });
    if (it == m_configs.end()) {
        return Failure{EGL_BAD_CONFIG};
    }
    return &*it;
}

bool Display::windowTakenLocked(uint32_t window) const {
    const auto it = m_windows.find(window);
    return it != m_windows.end() && !it->second.expired();
}

// Initialisation.

Status Display::initialize() {
    const std::lock_guard lock(m_mutex);
    if (m_session.device) {
        return {};
    }
    Session session;
    session.connection = m_platform->connect();
    if (!session.connection) {
        base::logInfo("the X server cannot be reached");
        return Failure{EGL_NOT_INITIALIZED};
    }
    session.device = m_devices.open(m_device);
    if (!session.device) {
        return Failure{EGL_NOT_INITIALIZED};
    }
    if (m_configs.empty()) {
        std::vector<Visual> presentable = session.connection->visuals();
        std::erase_if(presentable, [&](const Visual& visual) {
            return !session.device->canPresent(session.connection->probe(visual));
        });
        m_configs = makeConfigs(*session.device, presentable);
    }
    m_session = std::move(session);
    return {};
}

Status Display::terminate() {
    // Both are destroyed after the lock is free, objects before what they were made from. What is
    // current somewhere lives on in that thread.
    Session session;
    Objects objects;
    const std::lock_guard lock(m_mutex);
    session = std::exchange(m_session, {});
    objects = std::exchange(m_objects, {});
    std::erase_if(m_windows, [](const auto& window) { return window.second.expired(); });
    return {};
}

Status Display::check() const {
    const Outcome<Session> current = session();
    return current ? Status() : current.failure();
}

// Queries.

Outcome<const char*> Display::queryString(EGLint name) const {
    const Outcome<Session> current = session();
    if (!current) {
        return current.failure();
    }
    switch (name) {
    case EGL_VENDOR:
        return "Glissade";
    case EGL_VERSION:
        return "1.5 Glissade";
    case EGL_CLIENT_APIS:
        return "OpenGL OpenGL_ES";
    case EGL_EXTENSIONS:
        return displayExtensions(!current->connection->visuals().empty());
    default:
        return Failure{EGL_BAD_PARAMETER};
    }
}

Outcome<EGLAttrib> Display::attribute(EGLint name) const {
    if (const Status status = check(); !status) {
        return status.failure();
    }
    if (name != EGL_DEVICE_EXT) {
        return Failure{EGL_BAD_ATTRIBUTE};
    }
    return EGLAttrib(reinterpret_cast<intptr_t>(&m_device));
}

Status Display::waitNative() const {
    const Outcome<Session> current = session();
    if (!current) {
        return current.failure();
    }
    current->connection->sync();
    return {};
}

// Configs. The list never changes once it is made, so only the check needs the lock.

Outcome<EGLint> Display::getConfigs(EGLConfig* configs, EGLint size) const {
    if (const Status status = check(); !status) {
        return status.failure();
    }
    if (configs == nullptr) {
        return EGLint(m_configs.size());
    }
    const EGLint count = std::clamp(size, 0, EGLint(m_configs.size()));
    for (EGLint i = 0; i < count; ++i) {
        configs[i] = EGLConfig(&m_configs[size_t(i)]);
    }
    return count;
}

Outcome<EGLint>
Display::chooseConfigs(const Attributes& attributes, EGLConfig* configs, EGLint size) const {
    if (const Status status = check(); !status) {
        return status.failure();
    }
    const Outcome<ConfigQuery> query = ConfigQuery::parse(attributes);
    if (!query) {
        return query.failure();
    }
    const std::vector<const Config*> chosen = query->choose(m_configs);
    if (configs == nullptr) {
        return EGLint(chosen.size());
    }
    const EGLint count = std::clamp(size, 0, EGLint(chosen.size()));
    for (EGLint i = 0; i < count; ++i) {
        configs[i] = EGLConfig(chosen[size_t(i)]);
    }
    return count;
}

Outcome<EGLint> Display::configAttribute(EGLConfig handle, EGLint name) const {
    if (const Status status = check(); !status) {
        return status.failure();
    }
    const Outcome<const Config*> found = config(handle);
    return found ? (*found)->attribute(name) : found.failure();
}

// Surfaces.

Outcome<EGLSurface> Display::createWindowSurface(EGLConfig configHandle,
                                                 const NativeHandle& handle,
                                                 const Attributes& attributes) {
    const Outcome<Session> current = session();
    if (!current) {
        return current.failure();
    }
    if (current->connection->visuals().empty()) {
        return Failure{EGL_BAD_NATIVE_WINDOW}; // The platform has no windows.
    }
    const Outcome<const Config*> config = this->config(configHandle);
    if (!config) {
        return config.failure();
    }
    const Outcome<WindowRequest> request = WindowRequest::parse(attributes);
    if (!request) {
        return request.failure();
    }
    const Outcome<NativeWindow> window = current->connection->window(handle);
    if (!window) {
        return window.failure();
    }
    if (((*config)->surfaceType & EGL_WINDOW_BIT) == 0) {
        return Failure{EGL_BAD_MATCH};
    }
    const Config& wanted = **config;
    if (!fitsDepth(wanted, window->depth)) {
        return Failure{EGL_BAD_MATCH};
    }
    const uint32_t id = window->xcb.window;
    {
        const std::lock_guard lock(m_mutex);
        if (windowTakenLocked(id)) {
            return Failure{EGL_BAD_ALLOC};
        }
    }
    Outcome<std::shared_ptr<Surface>> created =
        Surface::createWindow(*current->device, current->connection, wanted, *window);
    if (!created) {
        return created.failure();
    }
    const std::lock_guard lock(m_mutex);
    if (!m_session.device) {
        return Failure{EGL_NOT_INITIALIZED};
    }
    m_windows[id] = *created;
    return EGLSurface(m_objects.surfaces.add(std::move(*created)));
}

Outcome<EGLSurface> Display::createPbuffer(EGLConfig configHandle, const Attributes& attributes) {
    const Outcome<Session> current = session();
    if (!current) {
        return current.failure();
    }
    const Outcome<const Config*> config = this->config(configHandle);
    if (!config) {
        return config.failure();
    }
    const Outcome<PbufferRequest> request = PbufferRequest::parse(attributes);
    if (!request) {
        return request.failure();
    }
    Outcome<std::shared_ptr<Surface>> created =
        Surface::createPbuffer(*current->device, **config, *request);
    return created ? add(m_objects.surfaces, std::move(*created)) : created.failure();
}

Outcome<EGLSurface> Display::createPixmapSurface(EGLConfig configHandle,
                                                 const NativeHandle& handle,
                                                 const Attributes& attributes) {
    const Outcome<Session> current = session();
    if (!current) {
        return current.failure();
    }
    if (current->connection->visuals().empty()) {
        return Failure{EGL_BAD_NATIVE_PIXMAP}; // The platform has no pixmaps.
    }
    const Outcome<const Config*> config = this->config(configHandle);
    if (!config) {
        return config.failure();
    }
    if (const Status status = checkPixmapAttributes(attributes); !status) {
        return status.failure();
    }
    const Outcome<NativePixmap> pixmap = current->connection->pixmap(handle);
    if (!pixmap) {
        return pixmap.failure();
    }
    const Config& wanted = **config;
    if ((wanted.surfaceType & EGL_PIXMAP_BIT) == 0 || !fitsDepth(wanted, pixmap->depth)) {
        return Failure{EGL_BAD_MATCH};
    }
    Outcome<std::shared_ptr<Surface>> created =
        Surface::createPixmap(*current->device, current->connection, wanted, *pixmap);
    return created ? add(m_objects.surfaces, std::move(*created)) : created.failure();
}

Status Display::copyBuffers(Surface& surface, const NativeHandle& handle, Context& context) const {
    const Outcome<Session> current = session();
    if (!current) {
        return current.failure();
    }
    const Outcome<NativePixmap> pixmap = current->connection->pixmap(handle);
    return pixmap ? surface.copyTo(*current->connection, *pixmap, context) : pixmap.failure();
}

Outcome<EGLSurface> Display::createPbufferFromClientBuffer(EGLenum, EGLConfig configHandle) {
    if (const Status status = check(); !status) {
        return status.failure();
    }
    const Outcome<const Config*> config = this->config(configHandle);
    // EGL_OPENVG_IMAGE is the only type there is, and OpenVG the only API with such buffers.
    return Failure{config ? EGL_BAD_PARAMETER : config.error()};
}

Status Display::destroySurface(EGLSurface surface) {
    return remove(m_objects.surfaces, surface, EGL_BAD_SURFACE);
}

// Contexts.

Outcome<EGLContext> Display::createContext(EGLenum api,
                                           EGLConfig configHandle,
                                           EGLContext shareHandle,
                                           const Attributes& attributes) {
    const Outcome<Session> current = session();
    if (!current) {
        return current.failure();
    }
    const Config* config = nullptr;
    if (configHandle != EGL_NO_CONFIG_KHR) {
        const Outcome<const Config*> found = this->config(configHandle);
        if (!found) {
            return found.failure();
        }
        config = *found;
    }
    std::shared_ptr<Context> shareWith;
    if (shareHandle != EGL_NO_CONTEXT) {
        Outcome<std::shared_ptr<Context>> found = context(shareHandle);
        if (!found) {
            return found.failure();
        }
        shareWith = std::move(*found);
    }
    const Outcome<ContextRequest> request = ContextRequest::parse(api, attributes);
    if (!request) {
        return request.failure();
    }
    Outcome<std::shared_ptr<Context>> created =
        Context::create(current->device, config, *request, shareWith.get());
    return created ? add(m_objects.contexts, std::move(*created)) : created.failure();
}

Status Display::destroyContext(EGLContext context) {
    return remove(m_objects.contexts, context, EGL_BAD_CONTEXT);
}

// Fences and images.

Outcome<EGLSync> Display::addSync(std::shared_ptr<Sync> sync) {
    return add(m_objects.syncs, std::move(sync));
}

Status Display::destroySync(EGLSync sync) {
    return remove(m_objects.syncs, sync, EGL_BAD_PARAMETER);
}

Outcome<EGLImage> Display::createImage(EGLContext contextHandle,
                                       EGLenum target,
                                       EGLClientBuffer buffer,
                                       const Attributes& attributes) {
    const Outcome<std::shared_ptr<Context>> context = this->context(contextHandle);
    if (!context) {
        return context.failure();
    }
    // Recording into a context that another thread is using would be a race.
    if ((*context)->claim().heldByOther(&threadState())) {
        return Failure{EGL_BAD_ACCESS};
    }
    Outcome<std::shared_ptr<Image>> created = Image::create(**context, target, buffer, attributes);
    return created ? add(m_objects.images, std::move(*created)) : created.failure();
}

Status Display::destroyImage(EGLImage image) {
    return remove(m_objects.images, image, EGL_BAD_PARAMETER);
}

} // namespace egl
