// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/platform/gbm.h"

#include "window/platform/offscreen.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <gbm.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace window {

namespace {

#define GLISSADE_GBM_FUNCTIONS(X)                                                                  \
    X(gbm_bo_get_fd_for_plane)                                                                     \
    X(gbm_bo_get_format)                                                                           \
    X(gbm_bo_get_height)                                                                           \
    X(gbm_bo_get_modifier)                                                                         \
    X(gbm_bo_get_offset)                                                                           \
    X(gbm_bo_get_plane_count)                                                                      \
    X(gbm_bo_get_stride_for_plane)                                                                 \
    X(gbm_bo_get_width)                                                                            \
    X(gbm_device_get_fd)

/// The libgbm that made somebody's device, as far as it is needed.
struct Library {
#define GLISSADE_MEMBER(function) decltype(&::function) function = nullptr;
    GLISSADE_GBM_FUNCTIONS(GLISSADE_MEMBER)
#undef GLISSADE_MEMBER
};

/// The word at an address that somebody passed for a pointer. Null: nothing is there.
const void* wordAt(const void* address) {
    const auto number = reinterpret_cast<uintptr_t>(address);
    const auto page_B = uintptr_t(sysconf(_SC_PAGESIZE));
    unsigned char resident = 0;
    if (number == 0 || number % alignof(void*) != 0 ||
        mincore(reinterpret_cast<void*>(number - number % page_B), page_B, &resident) != 0) {
        return nullptr;
    }
    return *static_cast<const void* const*>(address);
}

/// Nothing: `device` is no gbm_device. One begins with the address of gbm_create_device, which is
/// how libEGL knows it too.
std::optional<Library> libraryOf(const void* device) {
    Dl_info maker{};
    if (dladdr(wordAt(device), &maker) == 0 || maker.dli_sname == nullptr ||
        std::strcmp(maker.dli_sname, "gbm_create_device") != 0) {
        return std::nullopt;
    }
    void* const handle = dlopen(maker.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) {
        return std::nullopt;
    }
    Library library;
    bool complete = true;
#define GLISSADE_FIND(symbol)                                                                      \
    library.symbol = reinterpret_cast<decltype(library.symbol)>(dlsym(handle, #symbol));           \
    complete = complete && library.symbol != nullptr;
    GLISSADE_GBM_FUNCTIONS(GLISSADE_FIND)
#undef GLISSADE_FIND
    dlclose(handle); // Whose device it is keeps it.
    return complete ? std::optional(library) : std::nullopt;
}

/// Closes its file descriptors.
void release(glvk::DmaBuf* buffer) {
    for (const glvk::DmaBufPlane& plane : buffer->planes) {
        if (plane.fd >= 0) {
            close(plane.fd);
        }
    }
    delete buffer;
}

struct Format {
    int red, green, blue, alpha;
    uint32_t name;
};
constexpr Format kFormats[] = {{8, 8, 8, 8, GBM_FORMAT_ARGB8888},
                               {8, 8, 8, 0, GBM_FORMAT_XRGB8888},
                               {10, 10, 10, 2, GBM_FORMAT_ARGB2101010},
                               {5, 6, 5, 0, GBM_FORMAT_RGB565}};

class GbmConnection final : public OffscreenConnection {
public:
    uint32_t nativeFormat(const format::InternalFormat& color) const override {
        for (const Format& format : kFormats) {
            if (format.red == color.red && format.green == color.green &&
                format.blue == color.blue && format.alpha == color.alpha) {
                return format.name;
            }
        }
        return 0;
    }

    Outcome<std::shared_ptr<const glvk::DmaBuf>> pixmapMemory(NativeHandle handle) const override {
        auto* const bo = reinterpret_cast<gbm_bo*>(handle);
        const std::optional<Library> gbm = libraryOf(wordAt(bo)); // Its device comes first.
        if (!gbm) {
            return Failure::NoSuchPixmap;
        }
        std::shared_ptr<glvk::DmaBuf> buffer(new glvk::DmaBuf, release);
        buffer->fourcc = gbm->gbm_bo_get_format(bo);
        buffer->width_px = int32_t(gbm->gbm_bo_get_width(bo));
        buffer->height_px = int32_t(gbm->gbm_bo_get_height(bo));
        buffer->modifier = gbm->gbm_bo_get_modifier(bo);
        const int planes = std::max(gbm->gbm_bo_get_plane_count(bo), 0);
        buffer->planes.reserve(size_t(planes));
        for (int plane = 0; plane < planes; ++plane) {
            buffer->planes.push_back({.fd = gbm->gbm_bo_get_fd_for_plane(bo, plane),
                                      .offset_B = gbm->gbm_bo_get_offset(bo, plane),
                                      .pitch_B = gbm->gbm_bo_get_stride_for_plane(bo, plane)});
            if (buffer->planes.back().fd < 0) {
                return Failure::NoSuchPixmap;
            }
        }
        if (buffer->planes.empty()) {
            return Failure::NoSuchPixmap;
        }
        return std::shared_ptr<const glvk::DmaBuf>(std::move(buffer));
    }
};

class GbmPlatform final : public Platform {
public:
    std::shared_ptr<Connection> connect() const override {
        return std::make_shared<GbmConnection>();
    }
};

} // namespace

std::unique_ptr<Platform> makeGbmPlatform() {
    return std::make_unique<GbmPlatform>();
}

std::optional<dev_t> gbmNode(const void* device) {
    const std::optional<Library> gbm = libraryOf(device);
    struct stat file{};
    if (!gbm || fstat(gbm->gbm_device_get_fd(static_cast<gbm_device*>(const_cast<void*>(device))),
                      &file) != 0) {
        return std::nullopt;
    }
    return file.st_rdev;
}

} // namespace window
