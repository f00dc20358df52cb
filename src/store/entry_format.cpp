// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/entry_format.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace store {

namespace {

constexpr uint64_t kMagic = 0x45444153'53494c47; ///< "GLISSADE" as bytes in the file
constexpr uint32_t kFormatVersion = 3;

struct RawHead {
    uint64_t magic;
    uint32_t version;
    uint8_t kind;
    uint8_t note_B;
    uint16_t reserved; ///< zero
    Key key;
    uint64_t value_B;
    base::Checksum checksum;
};
static_assert(sizeof(RawHead) == kHeadSize_B && std::has_unique_object_representations_v<RawHead>);

static_assert(sizeof(base::Digest) + Origin::kLongestName_B <= 255); // What note_B can say.

/// base::checksumOf() of both in one piece.
base::Checksum checksumOf(std::span<const std::byte> value, std::span<const std::byte> note) {
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    XXH3_128bits_update(&state, value.data(), value.size());
    XXH3_128bits_update(&state, note.data(), note.size());
    const XXH128_hash_t hash = XXH3_128bits_digest(&state);
    return {hash.low64, hash.high64};
}

/// Not in the middle of a character, as far as UTF-8 goes.
std::string_view shortened(std::string_view name) {
    size_t size = std::min(name.size(), Origin::kLongestName_B);
    while (size > 0 && size < name.size() && (uint8_t(name[size]) & 0xc0) == 0x80) {
        --size;
    }
    return name.substr(0, size);
}

} // namespace

std::optional<Head> parseHead(const HeadBytes& bytes) {
    const auto raw = std::bit_cast<RawHead>(bytes);
    if (raw.magic != kMagic || raw.version != kFormatVersion || raw.kind >= uint8_t(Kind::Count) ||
        raw.reserved != 0 || raw.value_B > kMaxValue_B) {
        return std::nullopt;
    }
    return Head{raw.key, Kind(raw.kind), raw.note_B, raw.value_B, raw.checksum};
}

HeadBytes writeHead(const Key& key,
                    Kind kind,
                    std::span<const std::byte> value,
                    std::span<const std::byte> note) {
    return std::bit_cast<HeadBytes>(RawHead{kMagic,
                                            kFormatVersion,
                                            uint8_t(kind),
                                            uint8_t(note.size()),
                                            0,
                                            key,
                                            value.size(),
                                            checksumOf(value, note)});
}

std::vector<std::byte> writeNote(const Origin& origin) {
    const auto id = std::as_bytes(std::span(origin.id.bytes));
    const auto name = std::as_bytes(std::span(shortened(origin.name)));
    std::vector<std::byte> note(id.begin(), id.end());
    note.insert(note.end(), name.begin(), name.end());
    return note;
}

Origin parseNote(std::span<const std::byte> note) {
    Origin origin;
    if (note.size() >= sizeof origin.id) {
        std::memcpy(origin.id.bytes.data(), note.data(), sizeof origin.id);
        const auto name = note.subspan(sizeof origin.id);
        origin.name.assign(reinterpret_cast<const char*>(name.data()), name.size());
    }
    return origin;
}

bool isBodyOf(const Head& head, std::span<const std::byte> body) {
    return body.size() == head.body_B() && base::checksumOf(body) == head.checksum;
}

Entry entryOf(const Head& head, std::vector<std::byte> body) {
    Entry entry{head, parseNote(std::span(body).last(head.note_B)), std::move(body)};
    entry.value.resize(head.value_B);
    return entry;
}

} // namespace store
