// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/store.h"

#include "base/log.h"
#include "base/options.h"
#include "store/directory.h"
#include "store/entry_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>

namespace store {

namespace {

/// A writer that is still alive replaces its temporary file within seconds.
constexpr time_t kAbandonedAfter_s = 600;

struct FoundFile {
    std::string name;
    uint64_t size_B;
    timespec used;
    bool temporary;
};

bool usedEarlier(const FoundFile& a, const FoundFile& b) {
    return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec
                                          : a.used.tv_nsec < b.used.tv_nsec;
}

/// Our own files in the directory; those of other names are left out.
std::vector<FoundFile> listFiles(const std::string& directory) {
    std::vector<FoundFile> files;
    DIR* const dir = ::opendir(directory.c_str());
    if (!dir) {
        return files;
    }
    while (const dirent* entry = ::readdir(dir)) {
        const std::string_view name = entry->d_name;
        const bool temporary = isTemporaryFileName(name);
        struct stat info;
        if ((temporary || isEntryFileName(name)) &&
            ::fstatat(::dirfd(dir), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(info.st_mode)) {
            files.push_back({std::string(name), uint64_t(info.st_size), info.st_mtim, temporary});
        }
    }
    ::closedir(dir);
    return files;
}

void removeFile(const std::string& directory, const FoundFile& file) {
    // Another process may have removed it first; either way it is gone.
    ::unlink((directory + "/" + file.name).c_str());
}

} // namespace

Store::Store(std::string directory, uint64_t maxSize_B)
    : m_directory(std::move(directory)), m_maxSize_B(maxSize_B), m_sinceListed_B(maxSize_B) {}

Store::Store()
    : Store(base::options().diskCache ? defaultDirectory() : std::string(), kDefaultMaxSize_B) {}

std::optional<std::vector<std::byte>> Store::get(const Key& key) const {
    if (m_directory.empty()) {
        return std::nullopt;
    }
    return readEntry(m_directory + "/" + entryFileName(key), key);
}

void Store::put(const Key& key, std::span<const std::byte> value) {
    const uint64_t size_B = entryFileSize_B(value.size());
    if (m_directory.empty() || size_B > m_maxSize_B) {
        return;
    }
    base::Result<void> written = writeEntry(m_directory, key, value);
    if (!written && makeDirectory(m_directory)) {
        written = writeEntry(m_directory, key, value);
    }
    if (!written) {
        base::logInfoOnce("The disk cache in {} cannot be written; compiled shaders are not kept.",
                          m_directory);
        base::logDebug("{}", written.error().message);
        return;
    }
    if (m_sinceListed_B.fetch_add(size_B) + size_B > m_maxSize_B / 8) {
        evict();
    }
}

void Store::evict() {
    std::unique_lock lock(m_evictMutex, std::try_to_lock);
    if (!lock) {
        return; // another thread is at it
    }
    m_sinceListed_B = 0;
    std::vector<FoundFile> files = listFiles(m_directory);
    uint64_t total_B = 0;
    for (const FoundFile& file : files) {
        total_B += file.size_B;
    }
    const time_t now = ::time(nullptr);
    const bool full = total_B > m_maxSize_B;
    const uint64_t target_B = m_maxSize_B / 4 * 3;
    std::sort(files.begin(), files.end(), usedEarlier);
    for (const FoundFile& file : files) {
        const bool remove = file.temporary ? file.used.tv_sec + kAbandonedAfter_s < now
                                           : full && total_B > target_B;
        if (remove) {
            removeFile(m_directory, file);
            total_B -= file.size_B;
        }
    }
}

Usage Store::usage() const {
    Usage usage;
    for (const FoundFile& file : listFiles(m_directory)) {
        usage.entries += file.temporary ? 0 : 1;
        usage.size_B += file.size_B;
    }
    return usage;
}

void Store::clear() {
    for (const FoundFile& file : listFiles(m_directory)) {
        removeFile(m_directory, file);
    }
}

} // namespace store
