// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/lru.h"
#include "cpu/stage/stage_file.h"
#include "store/key.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace cpu::stage {

/// Compiled shaders of all stages by key, in memory. Safe on any thread.
class StageImages {
public:
    /// Keeps those used last, until their code takes more than so many bytes.
    explicit StageImages(uint64_t capacity_B = UINT64_MAX) : m_capacity_B(capacity_B) {}

    /// Null: it is not here, or of another stage.
    template <class Image>
    std::shared_ptr<const Image> find(const store::Key& key) {
        const std::lock_guard lock(m_mutex);
        const AnyImage* const found = m_images.find(key);
        const auto* image = found ? std::get_if<std::shared_ptr<const Image>>(found) : nullptr;
        return image ? *image : nullptr;
    }
    void insert(const store::Key& key, AnyImage image);
    void insertAll(StageImages& from);

    /// What write() gave and then some may follow. What is damaged, or of another build, is left
    /// out.
    void read(std::span<const std::byte> bytes);
    /// Entry by entry, each whole.
    std::vector<std::vector<std::byte>> write();

private:
    void insertLocked(const store::Key& key, AnyImage image);

    const uint64_t m_capacity_B;
    std::mutex m_mutex;
    base::Lru<store::Key, AnyImage, base::KeyHash<store::Key>> m_images{SIZE_MAX};
    uint64_t m_size_B = 0;
};

} // namespace cpu::stage
