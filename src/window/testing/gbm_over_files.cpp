// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Part of GBM's public functions, for tests without a DRM device: a device is for any file, and a
// buffer lies in a sealed memfd, row by row. Tests load it, and have what they get from it.

#include <fcntl.h>
#include <gbm.h>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>

#define EXPORTED extern "C" [[gnu::visibility("default")]]

EXPORTED gbm_device* gbm_create_device(int fd);

/// As in every libgbm, the first word tells what it is.
struct gbm_device {
    gbm_device* (*create)(int) = &gbm_create_device;
    int fd = -1;
};

/// As in every libgbm, its device comes first.
struct gbm_bo {
    gbm_device* device = nullptr;
    int fd = -1;
    uint32_t width_px = 0, height_px = 0, format = 0, pitch_B = 0;

    ~gbm_bo() { close(fd); }
};

EXPORTED gbm_device* gbm_create_device(int fd) {
    return new gbm_device{.fd = fd};
}
EXPORTED void gbm_device_destroy(gbm_device* device) {
    delete device;
}
EXPORTED int gbm_device_get_fd(gbm_device* device) {
    return device->fd;
}

/// Of four bytes a pixel. Rows are further apart than they are long, as on much hardware.
EXPORTED gbm_bo* gbm_bo_create(
    gbm_device* device, uint32_t width_px, uint32_t height_px, uint32_t format, uint32_t) {
    auto bo = std::make_unique<gbm_bo>();
    bo->device = device;
    bo->width_px = width_px;
    bo->height_px = height_px;
    bo->format = format;
    bo->pitch_B = width_px * 4 + 256;
    bo->fd = memfd_create("gbm_over_files", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    const bool made = ftruncate(bo->fd, off_t(bo->pitch_B) * height_px) == 0 &&
                      fcntl(bo->fd, F_ADD_SEALS, F_SEAL_SHRINK) == 0;
    return made ? bo.release() : nullptr;
}
EXPORTED void gbm_bo_destroy(gbm_bo* bo) {
    delete bo;
}
EXPORTED uint32_t gbm_bo_get_width(gbm_bo* bo) {
    return bo->width_px;
}
EXPORTED uint32_t gbm_bo_get_height(gbm_bo* bo) {
    return bo->height_px;
}
EXPORTED uint32_t gbm_bo_get_format(gbm_bo* bo) {
    return bo->format;
}
EXPORTED uint64_t gbm_bo_get_modifier(gbm_bo*) {
    return 0; // DRM_FORMAT_MOD_LINEAR
}
EXPORTED int gbm_bo_get_plane_count(gbm_bo*) {
    return 1;
}
EXPORTED uint32_t gbm_bo_get_offset(gbm_bo*, int) {
    return 0;
}
EXPORTED uint32_t gbm_bo_get_stride_for_plane(gbm_bo* bo, int) {
    return bo->pitch_B;
}
/// The caller's.
EXPORTED int gbm_bo_get_fd_for_plane(gbm_bo* bo, int) {
    return fcntl(bo->fd, F_DUPFD_CLOEXEC, 0);
}
