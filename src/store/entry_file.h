// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "store/key.h"

#include <optional>
#include <string>

// One value of the store as one file: a header (magic, format version, key, length, XXH3-128 of the
// value) and the value. See docs/store.md.

namespace store {

/// Names within the store's directory. Files of any other name are never touched.
std::string entryFileName(const Key& key);
bool isEntryFileName(std::string_view name);
bool isTemporaryFileName(std::string_view name);

/// nullopt if there is no file, or if it is anything but this key's complete value. Notes the use
/// in the file's modification time, at most once an hour.
std::optional<std::vector<std::byte>> readEntry(const std::string& path, const Key& key);

/// Replaces the file in one step: whoever reads `path`, in this process or another, sees the old
/// file, the new one or none, never a part, even if this process is killed meanwhile.
base::Result<void>
writeEntry(const std::string& directory, const Key& key, std::span<const std::byte> value);

/// What a value of this length takes on disk.
uint64_t entryFileSize_B(uint64_t value_B);

} // namespace store
