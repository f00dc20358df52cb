// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/private_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <fmt/format.h>

#include <array>
#include <climits>
#include <deque>
#include <filesystem>
#include <fstream>

namespace store {

namespace {

constexpr int kPlace = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int kMostLinks = 40; ///< As many as the kernel follows.
/// Whom files belong to whose owner has no number in the process's user namespace.
constexpr uid_t kUnmapped = 65534;

bool writableByOthers(const struct stat& info) {
    return (info.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

/// The process is in a user namespace that has no number for the machine's root, as sandboxes are
/// (Flatpak): there is no telling root's files from those of other users.
bool rootIsUnmapped() {
    std::ifstream map("/proc/self/uid_map");
    uint64_t inside = 0, outside = 0, count = 0;
    bool any = false;
    while (map >> inside >> outside >> count) {
        if (inside == 0) {
            return false;
        }
        any = true;
    }
    return any;
}

FileId idOf(const struct stat& info) {
    return {info.st_dev, info.st_ino};
}

/// Programs that make themselves daemons close all descriptors, and take their numbers for others.
auto closeIfStill(const FileId& id) {
    return [id](FileDescriptor* file) {
        struct stat info;
        if (::fstat(file->get(), &info) != 0 || idOf(info) != id) {
            file->release();
        }
        delete file;
    };
}

bool belongsToUserOrRoot(const struct stat& info) {
    return info.st_uid == ::geteuid() || info.st_uid == 0 ||
           (info.st_uid == kUnmapped && rootIsUnmapped());
}

/// One name after the other, from the root.
class Walk {
public:
    Walk(const std::string& path, Missing missing) : m_path(path), m_missing(missing) {
        std::error_code ignored;
        prepend(std::filesystem::absolute(path, ignored).native());
    }

    base::Result<FileDescriptor> run() {
        while (!m_names.empty()) {
            const std::string name = std::move(m_names.front());
            m_names.pop_front();
            m_seen = name == "/" ? std::filesystem::path("/") : m_seen / name;
            FileDescriptor next(::openat(m_at.get(), name.c_str(), kPlace));
            if (!next.valid() && errno == ENOENT && m_missing == Missing::Create) {
                next = create(name);
            }
            const bool link = !next.valid() && (errno == ENOTDIR || errno == ELOOP);
            if (!next.valid() && !link) {
                return FileDescriptor();
            }
            if (base::Result<void> entered = link ? follow(name) : enter(std::move(next));
                !entered) {
                return entered.error();
            }
            if (!m_at.valid()) {
                return FileDescriptor();
            }
        }
        return std::move(m_at);
    }

private:
    /// In front of what is left. The root is a name, too.
    void prepend(std::string_view path) {
        std::deque<std::string> names;
        if (path.starts_with('/')) {
            names.emplace_back("/");
        }
        while (!path.empty()) {
            const std::string_view name = path.substr(0, path.find('/'));
            path.remove_prefix(std::min(name.size() + 1, path.size()));
            if (!name.empty() && name != ".") {
                names.emplace_back(name);
            }
        }
        m_names.insert(m_names.begin(), names.begin(), names.end());
    }

    FileDescriptor create(const std::string& name) const {
        // The umask may have taken rights of ours; nobody else can have put another thing there.
        if (::mkdirat(m_at.get(), name.c_str(), 0700) == 0) {
            ::fchmodat(m_at.get(), name.c_str(), 0700, 0);
        }
        return FileDescriptor(::openat(m_at.get(), name.c_str(), kPlace));
    }

    base::Result<void> enter(FileDescriptor next) {
        struct stat info;
        if (::fstat(next.get(), &info) != 0) {
            m_at.close();
            return {};
        }
        const bool last = m_names.empty();
        if (last ? info.st_uid != ::geteuid() : !belongsToUserOrRoot(info)) {
            return refusal("belongs to another user");
        }
        if (writableByOthers(info) && (last || !(info.st_mode & S_ISVTX))) {
            return refusal("may be written to by other users");
        }
        m_at = std::move(next);
        return {};
    }

    /// The link of that name, if it is one.
    base::Result<void> follow(const std::string& name) {
        const FileDescriptor link(
            ::openat(m_at.get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
        struct stat info;
        std::array<char, PATH_MAX> target;
        if (!link.valid() || ::fstat(link.get(), &info) != 0 || !S_ISLNK(info.st_mode)) {
            m_at.close(); // Nothing that could have files in it.
            return {};
        }
        if (m_names.empty()) {
            return refusal("is a symbolic link");
        }
        if (!belongsToUserOrRoot(info)) {
            return refusal("is a symbolic link of another user");
        }
        const ssize_t length = ::readlinkat(link.get(), "", target.data(), target.size());
        if (length <= 0 || ++m_links > kMostLinks) {
            m_at.close();
            return {};
        }
        m_seen = m_seen.parent_path();
        prepend({target.data(), size_t(length)});
        return {};
    }

    base::Error refusal(const char* why) const {
        return {
            fmt::format("The disk cache in {} is not used: {} {}.", m_path, m_seen.native(), why)};
    }

    const std::string& m_path;
    const Missing m_missing;
    std::deque<std::string> m_names; ///< Left to go.
    std::filesystem::path m_seen;    ///< Gone, for what is told.
    FileDescriptor m_at;
    int m_links = 0;
};

} // namespace

bool isPrivate(const struct stat& info) {
    return info.st_uid == ::geteuid() && !writableByOthers(info);
}

base::Result<std::shared_ptr<const FileDescriptor>> PrivateDirectory::open(Missing missing) const {
    using Opened = std::shared_ptr<const FileDescriptor>;
    const std::lock_guard lock(m_mutex);
    struct stat info;
    if (m_open && ::fstat(m_open->get(), &info) == 0 && idOf(info) == m_id && info.st_nlink > 0 &&
        isPrivate(info)) {
        return m_open;
    }
    m_open = nullptr;
    if (m_path.empty()) {
        return Opened();
    }
    base::Result<FileDescriptor> found = Walk(m_path, missing).run();
    if (!found) {
        return found.error();
    }
    if (found->valid() && ::fstat(found->get(), &info) == 0) {
        m_id = idOf(info);
        m_open = Opened(new FileDescriptor(std::move(*found)), closeIfStill(m_id));
    }
    return m_open;
}

} // namespace store
