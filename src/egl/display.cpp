// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/display.h"

#include "base/log.h"
#include "egl/config_query.h"
#include "egl/context_request.h"
#include "egl/dma_buf_request.h"
#include "egl/extensions.h"
#include "window/current.h"

#include <algorithm>
#include <utility>

namespace egl {

// Tables.

template <class T>
Outcome<void*> Display::add(ObjectTable<T>& table, std::shared_ptr<T> object) {
    const std::lock_guard lock(m_mutex);
    if (!m_session.isOpen()) {
        return Failure{EGL_NOT_INITIALIZED};
    }
    return table.add(std::move(object));
}

template <class T>
Outcome<std::shared_ptr<T>>
Display::find(const ObjectTable<T>& table, void* handle, EGLint errorIfMissing) const {
    const std::lock_guard lock(m_mutex);
    if (!m_session.isOpen()) {
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
    if (!m_session.isOpen()) {
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

Outcome<window::Session> Display::session() const {
    const std::lock_guard lock(m_mutex);
    if (!m_session.isOpen()) {
        return Failure{EGL_NOT_INITIALIZED};
    }
    return m_session;
}

Outcome<window::Session> Display::workingSession() {
    const std::lock_guard lock(m_mutex);
    if (!m_session.isOpen()) {
        return Failure{EGL_NOT_INITIALIZED};
    }
    m_core.renew(m_session);
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

// Initialisation.

Status Display::initialize() {
    const std::lock_guard lock(m_mutex);
    if (m_session.isOpen()) {
        return {};
    }
    window::Outcome<window::Session> opened = m_core.open();
    if (!opened) {
        return Failure(opened.failure());
    }
    if (m_configs.empty()) {
        m_configs = makeConfigs(opened->pixelFormats());
    }
    m_session = std::move(*opened);
    return {};
}

Status Display::terminate() {
    // Both are destroyed after the lock is free, objects before what they were made from. What is
    // current somewhere lives on in that thread.
    window::Session session;
    Objects objects;
    const std::lock_guard lock(m_mutex);
    session = std::exchange(m_session, {});
    objects = std::exchange(m_objects, {});
    return {};
}

Status Display::check() const {
    const Outcome<window::Session> current = session();
    return current ? Status() : current.failure();
}

// Queries.

namespace {

DisplayAbilities abilitiesOf(EGLenum platform, const window::Session& session) {
    const glvk::DmaBufs* const dmaBufs = session.device->dmaBufs();
    const bool imports = dmaBufs != nullptr && !dmaBufs->formats().empty();
    return {.windows = session.hasWindows(),
            .importsDmaBufs = imports,
            .importsPixmaps = imports && platform == EGL_PLATFORM_GBM_KHR,
            .exportsDmaBufs = dmaBufs != nullptr && dmaBufs->exports()};
}

} // namespace

Outcome<const char*> Display::queryString(EGLint name) const {
    const Outcome<window::Session> current = session();
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
        return displayExtensions(abilitiesOf(m_platform, *current));
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
    return EGLAttrib(reinterpret_cast<intptr_t>(&m_core.device()));
}

Status Display::waitNative() const {
    const Outcome<window::Session> current = session();
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

Outcome<EGLSurface> Display::addSurface(const Config& config,
                                        window::Outcome<std::shared_ptr<window::Drawable>> drawable,
                                        const PbufferRequest& pbuffer) {
    if (!drawable) {
        return Failure(drawable.failure());
    }
    return add(m_objects.surfaces,
               std::make_shared<Surface>(config, std::move(*drawable), pbuffer));
}

Outcome<EGLSurface> Display::createWindowSurface(EGLConfig configHandle,
                                                 const NativeArgument& argument,
                                                 const Attributes& attributes) {
    const Outcome<window::Session> current = workingSession();
    if (!current) {
        return current.failure();
    }
    if (!current->hasWindows()) {
        if (m_platform == EGL_PLATFORM_GBM_KHR) {
            base::logWarnOnce(base::Log::Windows,
                              "there are no windows on displays of GBM (gbm_surface): docs/gbm.md");
        }
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
    return addSurface(
        **config,
        m_core.createWindow(*current, (*config)->format, nativeHandle(m_platform, argument)));
}

Outcome<EGLSurface> Display::createPbuffer(EGLConfig configHandle, const Attributes& attributes) {
    const Outcome<window::Session> current = workingSession();
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
    return addSurface(
        **config,
        window::Drawable::createPbuffer(*current->device, (*config)->format, request->size),
        *request);
}

Outcome<EGLSurface> Display::createPixmapSurface(EGLConfig configHandle,
                                                 const NativeArgument& argument,
                                                 const Attributes& attributes) {
    const Outcome<window::Session> current = workingSession();
    if (!current) {
        return current.failure();
    }
    if (m_platform == EGL_PLATFORM_WAYLAND_KHR || m_platform == EGL_PLATFORM_GBM_KHR) {
        return Failure{EGL_BAD_PARAMETER}; // As the platforms' extensions want it.
    }
    if (!current->hasWindows()) {
        return Failure{EGL_BAD_NATIVE_PIXMAP}; // The platform has no pixmaps.
    }
    const Outcome<const Config*> config = this->config(configHandle);
    if (!config) {
        return config.failure();
    }
    if (const Status status = checkPixmapAttributes(attributes); !status) {
        return status.failure();
    }
    return addSurface(**config,
                      window::Display::createPixmap(
                          *current, (*config)->format, nativeHandle(m_platform, argument)));
}

Status Display::copyBuffers(window::Drawable& surface,
                            const NativeArgument& argument,
                            window::Context& context) const {
    const Outcome<window::Session> current = session();
    if (!current) {
        return current.failure();
    }
    const auto pixmap = current->connection->pixmap(nativeHandle(m_platform, argument));
    return pixmap ? statusOf(surface.copyTo(**pixmap, context)) : Failure(pixmap.failure());
}

Outcome<EGLSurface> Display::createPbufferFromClientBuffer(EGLenum, EGLConfig configHandle) {
    if (const Status status = check(); !status) {
        return status.failure();
    }
    const Outcome<const Config*> config = this->config(configHandle);
    // EGL_OPENVG_IMAGE is the only type there is, and OpenVG the only API with such buffers.
    return config ? Failure{EGL_BAD_PARAMETER} : config.failure();
}

Status Display::destroySurface(EGLSurface surface) {
    return remove(m_objects.surfaces, surface, EGL_BAD_SURFACE);
}

// Contexts.

Outcome<EGLContext> Display::createContext(EGLenum api,
                                           EGLConfig configHandle,
                                           EGLContext shareHandle,
                                           const Attributes& attributes) {
    const Outcome<window::Session> current = workingSession();
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
    const Outcome<window::ContextRequest> request = parseContextRequest(api, attributes);
    if (!request) {
        return request.failure();
    }
    Outcome<std::shared_ptr<Context>> created =
        Context::create(*current, config, *request, shareWith.get());
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
    if (target == EGL_LINUX_DMA_BUF_EXT || target == EGL_NATIVE_PIXMAP_KHR) {
        if (contextHandle != EGL_NO_CONTEXT) {
            return Failure{EGL_BAD_PARAMETER};
        }
        return target == EGL_LINUX_DMA_BUF_EXT ? importDmaBuf(buffer, attributes)
                                               : importPixmap(buffer, attributes);
    }
    const Outcome<std::shared_ptr<Context>> context = this->context(contextHandle);
    if (!context) {
        return context.failure();
    }
    // Recording into a context that another thread is using would be a race.
    window::Context& core = *(*context)->core();
    if (core.claim().heldByOther(&window::current())) {
        return Failure{EGL_BAD_ACCESS};
    }
    Outcome<std::shared_ptr<Image>> created = Image::create(core, target, buffer, attributes);
    return created ? add(m_objects.images, std::move(*created)) : created.failure();
}

Status Display::destroyImage(EGLImage image) {
    return remove(m_objects.images, image, EGL_BAD_PARAMETER);
}

// Memory of others.

Outcome<std::shared_ptr<glvk::DmaBufs>> Display::dmaBufs() const {
    const Outcome<window::Session> current = session();
    if (!current) {
        return current.failure();
    }
    glvk::DmaBufs* const dmaBufs = current->device->dmaBufs();
    if (dmaBufs == nullptr) {
        return Failure{EGL_BAD_DISPLAY};
    }
    return std::shared_ptr<glvk::DmaBufs>(current->device, dmaBufs);
}

Outcome<EGLImage> Display::import(const window::Session& session, const glvk::DmaBuf& buffer) {
    glvk::DmaBufs* const dmaBufs = session.device->dmaBufs();
    if (dmaBufs == nullptr) {
        return Failure{EGL_BAD_PARAMETER};
    }
    glvk::DmaBufFailure failure{};
    std::shared_ptr<gl::SharedImage> storage = dmaBufs->import(buffer, failure);
    if (!storage) {
        return Failure{errorOf(failure)};
    }
    return add(m_objects.images, std::make_shared<Image>(std::move(storage)));
}

Outcome<EGLImage> Display::importDmaBuf(EGLClientBuffer buffer, const Attributes& attributes) {
    const Outcome<window::Session> current = workingSession();
    if (!current) {
        return current.failure();
    }
    if (buffer != nullptr) {
        return Failure{EGL_BAD_PARAMETER};
    }
    const Outcome<glvk::DmaBuf> request = parseDmaBuf(attributes);
    return request ? import(*current, *request) : request.failure();
}

Outcome<EGLImage> Display::importPixmap(EGLClientBuffer pixmap, const Attributes& attributes) {
    const Outcome<window::Session> current = workingSession();
    if (!current) {
        return current.failure();
    }
    if (const Status status = checkPixmapImageAttributes(attributes); !status) {
        return status.failure();
    }
    const auto memory =
        current->connection->pixmapMemory(nativeHandle(m_platform, {pixmap, Passing::ByValue}));
    return memory ? import(*current, **memory) : Failure{EGL_BAD_PARAMETER};
}

Outcome<std::vector<uint32_t>> Display::dmaBufFormats() const {
    const auto dmaBufs = this->dmaBufs();
    return dmaBufs ? Outcome<std::vector<uint32_t>>((*dmaBufs)->formats()) : dmaBufs.failure();
}

Outcome<std::vector<uint64_t>> Display::dmaBufModifiers(EGLint fourcc) const {
    const auto dmaBufs = this->dmaBufs();
    if (!dmaBufs) {
        return dmaBufs.failure();
    }
    std::vector<uint64_t> modifiers = (*dmaBufs)->modifiers(uint32_t(fourcc));
    if (modifiers.empty()) {
        return Failure{EGL_BAD_PARAMETER};
    }
    return modifiers;
}

Outcome<glvk::DmaBuf> Display::describeImage(EGLImage handle) const {
    const auto dmaBufs = this->dmaBufs();
    const Outcome<std::shared_ptr<Image>> found = image(handle);
    if (!dmaBufs || !found) {
        return dmaBufs ? found.failure() : dmaBufs.failure();
    }
    std::optional<glvk::DmaBuf> buffer = (*dmaBufs)->describe(*(*found)->storage());
    return buffer ? Outcome<glvk::DmaBuf>(std::move(*buffer)) : Failure{EGL_BAD_MATCH};
}

Outcome<glvk::DmaBuf> Display::exportImage(EGLImage handle) const {
    Outcome<glvk::DmaBuf> buffer = describeImage(handle);
    if (!buffer) {
        return buffer;
    }
    const Outcome<std::shared_ptr<Image>> found = image(handle);
    const auto dmaBufs = this->dmaBufs();
    if (!found || !dmaBufs) {
        return found ? dmaBufs.failure() : found.failure();
    }
    // One for all planes; of the others it is -1, as the extension wants it.
    buffer->planes[0].fd = (*dmaBufs)->exportMemory(*(*found)->storage());
    return buffer->planes[0].fd >= 0 ? buffer : Failure{EGL_BAD_ALLOC};
}

} // namespace egl
