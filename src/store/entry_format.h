// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/hash.h"
#include "store/key.h"
#include "store/kind.h"
#include "store/origin.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

// The bytes of an entry, in a file of its own and in archives alike: a head, the value, and a note
// that says whom it came from. See docs/store.md.

namespace store {

constexpr size_t kHeadSize_B = 72;
constexpr uint64_t kMaxValue_B = uint64_t(1) << 30; ///< What a file may make us allocate.

struct Head {
    Key key;
    Kind kind = Kind::Other;
    uint8_t note_B = 0;
    uint64_t value_B = 0;
    base::Checksum checksum; ///< Of value and note.

    uint64_t body_B() const { return value_B + note_B; }
    uint64_t entry_B() const { return kHeadSize_B + body_B(); }
};

using HeadBytes = std::array<std::byte, kHeadSize_B>;

/// nullopt: these bytes begin no entry of this version of the format, or a larger one than may be.
std::optional<Head> parseHead(const HeadBytes& bytes);
/// `note`: what writeNote() made.
HeadBytes writeHead(const Key& key,
                    Kind kind,
                    std::span<const std::byte> value,
                    std::span<const std::byte> note);

std::vector<std::byte> writeNote(const Origin& origin);
/// Of the last bytes of a body; an origin without a name if they are none.
Origin parseNote(std::span<const std::byte> note);

/// Whether this is what was written.
bool isBodyOf(const Head& head, std::span<const std::byte> body);

/// What is known of an entry without its value.
struct EntryLabel {
    Head head;
    Origin origin;
};

/// An entry as files and archives hold it.
struct Entry {
    Head head;
    Origin origin;
    std::vector<std::byte> value;
};

/// Of a body that belongs to its head.
Entry entryOf(const Head& head, std::vector<std::byte> body);

} // namespace store
