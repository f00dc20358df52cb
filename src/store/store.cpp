// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/store.h"

#include "base/log.h"
#include "base/options.h"
#include "store/directory.h"
#include "store/entry_file.h"
#include "store/private_directory.h"

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
std::vector<FoundFile> listFiles(const FileDescriptor& directory) {
    std::vector<FoundFile> files;
    FileDescriptor listed(::openat(directory.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    DIR* const dir = listed.valid() ? ::fdopendir(listed.get()) : nullptr;
    if (!dir) {
        return files;
    }
    listed.release(); // closedir() closes it.
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

void removeFile(const FileDescriptor& directory, const FoundFile& file) {
    // Another process may have removed it first; either way it is gone.
    ::unlinkat(directory.get(), file.name.c_str(), 0);
}

using Opened = std::shared_ptr<const FileDescriptor>;

/// Tells once what is not to be trusted.
base::Result<Opened> open(const PrivateDirectory& directory, Missing missing) {
    base::Result<Opened> opened = directory.open(missing);
    if (!opened) {
        base::logWarnOnce("{}", opened.error().message);
    }
    return opened;
}

/// Null if it is not there, or not to be trusted.
Opened openPresent(const PrivateDirectory& directory) {
    const base::Result<Opened> opened = open(directory, Missing::Leave);
    return opened ? *opened : nullptr;
}

} // namespace

Store::Store(std::string directory, uint64_t maxSize_B)
    : m_directory(std::move(directory)), m_maxSize_B(maxSize_B), m_sinceListed_B(maxSize_B) {}

Store::Store()
    : Store(base::options().diskCache ? defaultDirectory() : std::string(), kDefaultMaxSize_B) {}

std::optional<std::vector<std::byte>> Store::get(const Key& key) const {
    const Opened directory = openPresent(m_directory);
    if (!directory) {
        return std::nullopt;
    }
    auto read = readEntry(directory->get(), key);
    if (!read) {
        base::logWarnOnce("Files of the disk cache in {} that are links, or not its user's alone, "
                          "are not used.",
                          m_directory.path());
        base::logDebug("{}", read.error().message);
        return std::nullopt;
    }
    return std::move(*read);
}

void Store::put(const Key& key, std::span<const std::byte> value) {
    const uint64_t size_B = entryFileSize_B(value.size());
    if (m_directory.path().empty() || size_B > m_maxSize_B) {
        return;
    }
    const base::Result<Opened> directory = open(m_directory, Missing::Create);
    if (!directory) {
        return;
    }
    const base::Result<void> written = *directory ? writeEntry((*directory)->get(), key, value)
                                                  : base::Error{"There is no directory."};
    if (!written) {
        base::logInfoOnce("The disk cache in {} cannot be written; compiled shaders are not kept.",
                          m_directory.path());
        base::logDebug("{}", written.error().message);
        return;
    }
    if (m_sinceListed_B.fetch_add(size_B) + size_B > m_maxSize_B / 8) {
        evict(**directory);
    }
}

void Store::evict(const FileDescriptor& directory) {
    std::unique_lock lock(m_evictMutex, std::try_to_lock);
    if (!lock) {
        return; // another thread is at it
    }
    m_sinceListed_B = 0;
    std::vector<FoundFile> files = listFiles(directory);
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
            removeFile(directory, file);
            total_B -= file.size_B;
        }
    }
}

Usage Store::usage() const {
    Usage usage;
    const Opened directory = openPresent(m_directory);
    for (const FoundFile& file : directory ? listFiles(*directory) : std::vector<FoundFile>()) {
        usage.entries += file.temporary ? 0 : 1;
        usage.size_B += file.size_B;
    }
    return usage;
}

void Store::clear() {
    const Opened directory = openPresent(m_directory);
    for (const FoundFile& file : directory ? listFiles(*directory) : std::vector<FoundFile>()) {
        removeFile(*directory, file);
    }
}

} // namespace store
