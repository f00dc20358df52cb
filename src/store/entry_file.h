// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "store/entry_format.h"

#include <optional>
#include <string>
#include <vector>

// One value of the store as one file. See docs/store.md.

namespace store {

/// Names within the store's directory. Files of any other name are never touched.
std::string entryFileName(const Key& key);
bool isEntryFileName(std::string_view name);
bool isTemporaryFileName(std::string_view name);

/// Of the file in the open directory. nullopt if there is none, or if it is anything but a complete
/// value of this key and kind. An error if it is no file, or not the effective user's alone:
/// nothing of it was read. Notes the use in the file's modification time, at most once an hour.
base::Result<std::optional<std::vector<std::byte>>>
readEntry(int directory, const Key& key, Kind kind = Kind::Other);

/// Replaces the file in one step: whoever reads it, in this process or another, sees the old file,
/// the new one or none, never a part, even if this process is killed meanwhile. Its mode is 0600
/// whatever the umask.
base::Result<void> writeEntry(int directory,
                              const Key& key,
                              std::span<const std::byte> value,
                              Kind kind = Kind::Other,
                              const Origin& origin = {});

/// What a value of this length takes on disk.
uint64_t entryFileSize_B(uint64_t value_B, const Origin& origin = {});

/// For those who look at files instead of using them: it notes no use. The error says why the file
/// is none of ours: one that others may write to, of another version, damaged.
base::Result<Entry> inspectEntry(int directory, const std::string& name);

/// The same without reading and checking the value.
base::Result<EntryLabel> inspectLabel(int directory, const std::string& name);

/// Beyond the limit on file sizes (ulimit -f) a write would not fail but end the process, by
/// SIGXFSZ.
bool withinSizeLimit(uint64_t size_B);

} // namespace store
