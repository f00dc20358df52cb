// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "store/file_descriptor.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <sys/types.h>

struct stat;

// Code is executed that lies in the store's directory: whoever can write there can do whatever the
// process can. See docs/security.md.

namespace store {

enum class Missing : unsigned char { Leave, Create };

struct FileId {
    dev_t device = 0;
    ino_t inode = 0;
    bool operator==(const FileId&) const = default;
};

/// The file or directory belongs to the effective user and nobody else may write to it.
bool isPrivate(const struct stat& info);

/// A directory that nobody but the effective user and root can put anything in or have exchanged.
/// Thread-safe.
class PrivateDirectory {
public:
    explicit PrivateDirectory(std::string path) : m_path(std::move(path)) {}

    const std::string& path() const { return m_path; }

    /// As a place for openat() and its kin (O_PATH), which stays what it is whatever becomes of its
    /// name. Null if it is not there, or cannot be made. An error, one sentence, if
    /// - it belongs to another user, or its group or others may write to it, or it is a link;
    /// - a directory or link above it belongs to neither its user nor root, or is a directory that
    ///   its group or others may write to and that has no sticky bit.
    /// It is opened name by name from the root, so that what was checked is what is used, and then
    /// kept. What is missing is created for its user alone (0700), whatever the umask.
    base::Result<std::shared_ptr<const FileDescriptor>> open(Missing missing) const;

private:
    const std::string m_path;
    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const FileDescriptor> m_open;
    mutable FileId m_id; ///< Of what is open.
};

} // namespace store
