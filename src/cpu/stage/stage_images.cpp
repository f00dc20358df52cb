// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/stage/stage_images.h"

#include <cstring>

namespace cpu::stage {

namespace {

/// In front of each entry's bytes (stage_file.h).
struct EntryHeader {
    store::Key key;
    uint64_t size_B;
};

uint64_t codeSize_B(const AnyImage& image) {
    return std::visit([](const auto& one) { return one->object.size(); }, image);
}

} // namespace

void StageImages::insert(const store::Key& key, AnyImage image) {
    const std::lock_guard lock(m_mutex);
    insertLocked(key, std::move(image));
}

void StageImages::insertLocked(const store::Key& key, AnyImage image) {
    const uint64_t size_B = codeSize_B(image);
    if (const auto replaced = m_images.insert(key, std::move(image))) {
        m_size_B -= codeSize_B(*replaced);
    }
    m_size_B += size_B;
    while (m_size_B > m_capacity_B) {
        m_size_B -= codeSize_B(*m_images.popOldest());
    }
}

void StageImages::insertAll(StageImages& from) {
    if (&from == this) {
        return;
    }
    const std::scoped_lock lock(m_mutex, from.m_mutex);
    from.m_images.forEach(
        [this](const store::Key& key, const AnyImage& image) { insertLocked(key, image); });
}

void StageImages::read(std::span<const std::byte> bytes) {
    EntryHeader header;
    while (bytes.size() >= sizeof header) {
        std::memcpy(&header, bytes.data(), sizeof header);
        bytes = bytes.subspan(sizeof header);
        if (header.size_B > bytes.size()) {
            return;
        }
        if (auto image = readAnyStage(bytes.first(size_t(header.size_B)))) {
            insert(header.key, std::move(*image));
        }
        bytes = bytes.subspan(size_t(header.size_B));
    }
}

std::vector<std::vector<std::byte>> StageImages::write() {
    const std::lock_guard lock(m_mutex);
    std::vector<std::vector<std::byte>> entries;
    m_images.forEach([&](const store::Key& key, const AnyImage& image) {
        const std::vector<std::byte> bytes =
            std::visit([](const auto& one) { return writeStage(*one); }, image);
        const EntryHeader header{key, bytes.size()};
        std::vector<std::byte>& entry = entries.emplace_back(sizeof header + bytes.size());
        std::memcpy(entry.data(), &header, sizeof header);
        std::memcpy(entry.data() + sizeof header, bytes.data(), bytes.size());
    });
    return entries;
}

} // namespace cpu::stage
