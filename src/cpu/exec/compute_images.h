// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/lru.h"
#include "cpu/shader/compiler.h"
#include "store/key.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace cpu::exec {

/// Compiled shaders by key, in memory. Safe on any thread.
class ComputeImages {
public:
    using Image = std::shared_ptr<const shader::ComputeImage>;

    /// Keeps those used last, until their code takes more than so many bytes.
    explicit ComputeImages(uint64_t capacity_B = UINT64_MAX) : m_capacity_B(capacity_B) {}

    /// Null: it is not here.
    Image find(const store::Key& key);
    void insert(const store::Key& key, Image image);
    void insertAll(ComputeImages& from);

    /// What write() gave and then some may follow. What is damaged, or of another build, is left
    /// out.
    void read(std::span<const std::byte> bytes);
    /// Entry by entry, each whole.
    std::vector<std::vector<std::byte>> write();

private:
    void insertLocked(const store::Key& key, Image image);

    const uint64_t m_capacity_B;
    std::mutex m_mutex;
    base::Lru<store::Key, Image, base::KeyHash<store::Key>> m_images{SIZE_MAX};
    uint64_t m_size_B = 0;
};

} // namespace cpu::exec
