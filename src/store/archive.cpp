// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace store {

namespace {

constexpr uint64_t kArchiveMagic = 0x48435241'53494c47; ///< "GLISARCH" as bytes in the file
constexpr uint64_t kEndMagic = 0x4c494154'53494c47;     ///< "GLISTAIL"
constexpr uint32_t kArchiveVersion = 1;
constexpr size_t kPiece_B = size_t(1) << 20;

struct Start {
    uint64_t magic;
    uint32_t version;
    uint32_t reserved; ///< zero
};
static_assert(sizeof(Start) == 16);

struct End {
    uint64_t magic;
    uint64_t entries;
};
/// It begins where a head could.
static_assert(sizeof(End) == 16 && sizeof(End) <= kHeadSize_B);

template <class T>
std::span<const std::byte> bytesOf(const T& value) {
    return std::as_bytes(std::span(&value, 1));
}

} // namespace

ArchiveWriter::ArchiveWriter(Put put) : m_put(std::move(put)) {
    write(bytesOf(Start{kArchiveMagic, kArchiveVersion, 0}));
}

void ArchiveWriter::write(std::span<const std::byte> bytes) {
    m_good = m_good && m_put(bytes);
    m_size_B += bytes.size();
}

void ArchiveWriter::add(const Entry& entry) {
    const std::vector<std::byte> note = writeNote(entry.origin);
    write(writeHead(entry.head.key, entry.head.kind, entry.value, note));
    write(entry.value);
    write(note);
    ++m_entries;
}

bool ArchiveWriter::finish() {
    write(bytesOf(End{kEndMagic, m_entries}));
    return m_good;
}

bool ArchiveReader::read(std::span<std::byte> to) {
    const size_t got = m_get(to);
    m_at_B += got;
    return got == to.size();
}

base::Error ArchiveReader::failure(const char* why) const {
    return {fmt::format(
        "The archive is damaged after {} entries, at byte {}: {}.", m_entries, m_at_B, why)};
}

base::Result<void> ArchiveReader::readStart() {
    Start start;
    if (!read(std::as_writable_bytes(std::span(&start, 1))) || start.magic != kArchiveMagic) {
        return base::Error{"This is no archive of Glissade's disk cache."};
    }
    if (start.version != kArchiveVersion || start.reserved != 0) {
        return base::Error{fmt::format("The archive is of version {} of its format, and this "
                                       "Glissade reads version {}.",
                                       start.version,
                                       kArchiveVersion)};
    }
    m_started = true;
    return {};
}

base::Result<std::optional<ArchivedEntry>> ArchiveReader::next() {
    if (!m_started) {
        if (base::Result<void> started = readStart(); !started) {
            return started.error();
        }
    }
    HeadBytes bytes;
    End end;
    if (!read(std::span(bytes).first<sizeof end>())) {
        return failure("it ends too early");
    }
    std::memcpy(&end, bytes.data(), sizeof end);
    if (end.magic == kEndMagic) {
        if (end.entries != m_entries) {
            return failure("entries are missing");
        }
        return std::optional<ArchivedEntry>();
    }
    if (!read(std::span(bytes).subspan<sizeof end>())) {
        return failure("it ends too early");
    }
    const std::optional<Head> head = parseHead(bytes);
    if (!head) {
        return failure("there is no entry of this version of the cache");
    }
    std::vector<std::byte> body;
    while (body.size() < head->body_B()) {
        const size_t old_B = body.size();
        body.resize(size_t(std::min<uint64_t>(head->body_B(), old_B + kPiece_B)));
        if (!read(std::span(body).subspan(old_B))) {
            return failure("it ends too early");
        }
    }
    ++m_entries;
    if (!isBodyOf(*head, body)) {
        return std::optional(ArchivedEntry{{*head, {}, {}}, true});
    }
    return std::optional(ArchivedEntry{entryOf(*head, std::move(body)), false});
}

} // namespace store
