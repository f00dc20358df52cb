// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "store/key.h"

#include <optional>
#include <string>
#include <vector>

// One value of the store as one file: a header (magic, format version, key, length, checksum of the
// value) and the value. See docs/store.md.

namespace store {

/// Names within the store's directory. Files of any other name are never touched.
std::string entryFileName(const Key& key);
bool isEntryFileName(std::string_view name);
bool isTemporaryFileName(std::string_view name);

/// Of the file in the open directory. nullopt if there is none, or if it is anything but this key's
/// complete value. An error if it is no file, or not the effective user's alone: nothing of it was
/// read. Notes the use in the file's modification time, at most once an hour.
base::Result<std::optional<std::vector<std::byte>>> readEntry(int directory, const Key& key);

/// Replaces the file in one step: whoever reads it, in this process or another, sees the old file,
/// the new one or none, never a part, even if this process is killed meanwhile. Its mode is 0600
/// whatever the umask.
base::Result<void> writeEntry(int directory, const Key& key, std::span<const std::byte> value);

/// What a value of this length takes on disk.
uint64_t entryFileSize_B(uint64_t value_B);

} // namespace store
