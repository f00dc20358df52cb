// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/compute_images.h"

#include "cpu/exec/compute_file.h"

#include <cstring>

namespace cpu::exec {

namespace {

/// In front of each entry's bytes (compute_file.h).
struct EntryHeader {
    store::Key key;
    uint64_t size_B;
};

} // namespace

ComputeImages::Image ComputeImages::find(const store::Key& key) {
    const std::lock_guard lock(m_mutex);
    const Image* const image = m_images.find(key);
    return image ? *image : nullptr;
}

void ComputeImages::insert(const store::Key& key, Image image) {
    const std::lock_guard lock(m_mutex);
    insertLocked(key, std::move(image));
}

void ComputeImages::insertLocked(const store::Key& key, Image image) {
    const size_t size_B = image->object.size();
    if (const auto replaced = m_images.insert(key, std::move(image))) {
        m_size_B -= (*replaced)->object.size();
    }
    m_size_B += size_B;
    while (m_size_B > m_capacity_B) {
        m_size_B -= (*m_images.popOldest())->object.size();
    }
}

void ComputeImages::insertAll(ComputeImages& from) {
    if (&from == this) {
        return;
    }
    const std::scoped_lock lock(m_mutex, from.m_mutex);
    from.m_images.forEach(
        [this](const store::Key& key, const Image& image) { insertLocked(key, image); });
}

void ComputeImages::read(std::span<const std::byte> bytes) {
    EntryHeader header;
    while (bytes.size() >= sizeof header) {
        std::memcpy(&header, bytes.data(), sizeof header);
        bytes = bytes.subspan(sizeof header);
        if (header.size_B > bytes.size()) {
            return;
        }
        if (auto image = readComputeImage(bytes.first(size_t(header.size_B)))) {
            insert(header.key, std::make_shared<const shader::ComputeImage>(std::move(*image)));
        }
        bytes = bytes.subspan(size_t(header.size_B));
    }
}

std::vector<std::vector<std::byte>> ComputeImages::write() {
    const std::lock_guard lock(m_mutex);
    std::vector<std::vector<std::byte>> entries;
    m_images.forEach([&](const store::Key& key, const Image& image) {
        const std::vector<std::byte> bytes = exec::write(*image);
        const EntryHeader header{key, bytes.size()};
        std::vector<std::byte>& entry = entries.emplace_back(sizeof header + bytes.size());
        std::memcpy(entry.data(), &header, sizeof header);
        std::memcpy(entry.data() + sizeof header, bytes.data(), bytes.size());
    });
    return entries;
}

} // namespace cpu::exec
