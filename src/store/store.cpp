// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/store.h"

#include "base/log.h"
#include "base/options.h"
#include "store/directory.h"
#include "store/entry_file.h"
#include "store/hit_table.h"
#include "store/private_directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

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

/// 0: nobody knows.
int64_t madeAt_s(const FileDescriptor& directory, const std::string& name) {
    struct statx info;
    const bool known =
        ::statx(directory.get(), name.c_str(), AT_SYMLINK_NOFOLLOW, STATX_BTIME, &info) == 0 &&
        (info.stx_mask & STATX_BTIME) != 0;
    return known ? info.stx_btime.tv_sec : 0;
}

using Opened = std::shared_ptr<const FileDescriptor>;

/// Tells once what is not to be trusted.
base::Result<Opened> open(const PrivateDirectory& directory, Missing missing) {
    base::Result<Opened> opened = directory.open(missing);
    if (!opened) {
        base::logWarnOnce(base::Log::Cache, "{}", opened.error().message);
    }
    return opened;
}

/// Null if it is not there, or not to be trusted.
Opened openPresent(const PrivateDirectory& directory) {
    const base::Result<Opened> opened = open(directory, Missing::Leave);
    return opened ? *opened : nullptr;
}

} // namespace

Store::Store(std::string directory, uint64_t maxSize_B, Origin origin)
    : m_directory(std::move(directory)),
      m_origin(std::move(origin)),
      m_maxSize_B(maxSize_B),
      m_sinceListed_B(maxSize_B) {}

Store::Store(Origin origin)
    : Store(base::options().diskCache ? defaultDirectory() : std::string(),
            kDefaultMaxSize_B,
            std::move(origin)) {}

std::optional<std::vector<std::byte>> Store::get(const Key& key, Kind kind) const {
    const Opened directory = openPresent(m_directory);
    if (!directory) {
        return std::nullopt;
    }
    auto read = readEntry(directory->get(), key, kind);
    if (!read) {
        base::logWarnOnce(base::Log::Cache,
                          "Files of the disk cache in {} that are links, or not its user's alone, "
                          "are not used.",
                          m_directory.path());
        base::logDebug(base::Log::Cache, "{}", read.error().message);
        return std::nullopt;
    }
    if (*read) {
        countHit(directory->get(), key);
    }
    return std::move(*read);
}

void Store::put(const Key& key, std::span<const std::byte> value, Kind kind) {
    if (m_directory.path().empty()) {
        return;
    }
    if (const base::Result<void> written = write(key, value, kind, m_origin); !written) {
        base::logDebug(base::Log::Cache, "{}", written.error().message);
    }
}

base::Result<void> Store::import(const Entry& entry) {
    return write(entry.head.key, entry.value, entry.head.kind, entry.origin);
}

base::Result<void>
Store::write(const Key& key, std::span<const std::byte> value, Kind kind, const Origin& origin) {
    const uint64_t size_B = entryFileSize_B(value.size(), origin);
    if (size_B > m_maxSize_B) {
        return base::Error{"The value is larger than the disk cache may be."};
    }
    const base::Result<Opened> directory = open(m_directory, Missing::Create);
    if (!directory) {
        return directory.error();
    }
    base::Result<void> written =
        *directory ? writeEntry((*directory)->get(), key, value, kind, origin)
                   : base::Error{fmt::format("There is no directory {}.", m_directory.path())};
    if (!written) {
        base::logInfoOnce(base::Log::Cache,
                          "The disk cache in {} cannot be written; compiled shaders are not kept.",
                          m_directory.path());
        return written;
    }
    if (m_sinceListed_B.fetch_add(size_B) + size_B > m_maxSize_B / 8) {
        evict(**directory);
    }
    return {};
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
    if (directory) {
        ::unlinkat(directory->get(), kHitTableName.data(), 0);
    }
}

std::vector<ListedEntry> Store::list() const {
    std::vector<ListedEntry> entries;
    const Opened directory = openPresent(m_directory);
    if (!directory) {
        return entries;
    }
    const HitTable hits(directory->get());
    for (FoundFile& file : listFiles(*directory)) {
        if (file.temporary) {
            continue;
        }
        base::Result<EntryLabel> label = inspectLabel(directory->get(), file.name);
        const uint32_t counted = label ? hits.of(label->head.key) : 0;
        const int64_t made_s = madeAt_s(*directory, file.name);
        entries.push_back({std::move(file.name),
                           file.size_B,
                           file.used.tv_sec,
                           made_s,
                           counted,
                           std::move(label)});
    }
    return entries;
}

base::Result<Entry> Store::inspect(const std::string& name) const {
    const Opened directory = openPresent(m_directory);
    return directory ? inspectEntry(directory->get(), name)
                     : base::Error{fmt::format("{} is not there.", name)};
}

bool Store::remove(const std::string& name) {
    const Opened directory = openPresent(m_directory);
    return directory && isEntryFileName(name) &&
           (::unlinkat(directory->get(), name.c_str(), 0) == 0 || errno == ENOENT);
}

} // namespace store
