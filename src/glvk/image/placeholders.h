// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/texture.h"
#include "glvk/gpu/buffer_storage.h"
#include "glvk/gpu/image.h"
#include "glvk/image/sampled_kind.h"

#include <array>
#include <mutex>

namespace glvk {

/// What draws read where GL has nothing to read. Made when first asked for, shared by all contexts.
/// Thread-safe.
class Placeholders {
public:
    explicit Placeholders(Gpu& gpu) : m_gpu(gpu) {}

    /// 1×1 opaque black, what incomplete textures sample as. Null: out of memory.
    ResourceRef<Image> blackTexture(gl::TextureType type, SampledKind kind = SampledKind::Float);
    /// Sixteen zero bytes: what buffer textures without a buffer read. Null: out of memory.
    BufferStorage* zeroTexels();
    /// Of textures: how many were made.
    size_t textureCount() const;

private:
    Gpu& m_gpu;
    mutable std::mutex m_mutex;
    std::array<std::array<ResourceRef<Image>, size_t(SampledKind::Uint) + 1>,
               size_t(gl::TextureType::Count)>
        m_black;
    ResourceRef<BufferStorage> m_zeroTexels;
};

} // namespace glvk
