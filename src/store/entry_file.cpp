// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/entry_file.h"

#include "store/file_descriptor.h"
#include "store/private_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <cstring>
#include <ctime>

namespace store {

namespace {

constexpr uint64_t kMagic = 0x45444153'53494c47; ///< "GLISSADE" as bytes in the file
constexpr uint32_t kFormatVersion = 2;
constexpr std::string_view kEntrySuffix = ".entry";
constexpr size_t kOldDigits = 32; ///< Of format version 1: removed in time, and never read.
constexpr std::string_view kTemporaryPrefix = ".new-";
constexpr time_t kTouchInterval_s = 3600;
constexpr uint64_t kMaxValue_B = uint64_t(1) << 30; ///< what a file may make us allocate

struct Header {
    uint64_t magic;
    uint32_t version;
    uint32_t reserved; ///< zero
    Key key;
    uint64_t length_B;
    base::Checksum checksum;

    friend bool operator==(const Header&, const Header&) = default;
};
static_assert(sizeof(Header) == 72 && std::has_unique_object_representations_v<Header>);

Header makeHeader(const Key& key, std::span<const std::byte> value) {
    return {kMagic, kFormatVersion, 0, key, value.size(), base::checksumOf(value)};
}

bool readAll(int fd, void* data, size_t size_B) {
    auto* at = static_cast<std::byte*>(data);
    while (size_B > 0) {
        const ssize_t got = ::read(fd, at, size_B);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        at += got;
        size_B -= size_t(got);
    }
    return true;
}

bool writeAll(int fd, const void* data, size_t size_B) {
    const auto* at = static_cast<const std::byte*>(data);
    while (size_B > 0) {
        const ssize_t put = ::write(fd, at, size_B);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put <= 0) {
            return false;
        }
        at += put;
        size_B -= size_t(put);
    }
    return true;
}

/// Unique among threads, processes and containers that share the directory.
std::string temporaryName() {
    static std::atomic<uint32_t> s_counter{0};
    uint64_t salt = 0;
    if (::getrandom(&salt, sizeof salt, GRND_NONBLOCK) != ssize_t(sizeof salt)) {
        salt = uint64_t(::time(nullptr));
    }
    return fmt::format("{}{}-{}-{:016x}", kTemporaryPrefix, ::getpid(), s_counter++, salt);
}

/// Beyond the limit on file sizes (ulimit -f) a write would not fail but end the process, by
/// SIGXFSZ.
bool withinSizeLimit(uint64_t size_B) {
    rlimit limit{};
    return ::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
           size_B <= limit.rlim_cur;
}

base::Error failure(const char* step, const std::string& name) {
    return {fmt::format("{} {}: {}.", step, name, std::strerror(errno))};
}

base::Result<std::optional<std::vector<std::byte>>> absent() {
    return std::optional<std::vector<std::byte>>();
}

base::Result<std::optional<std::vector<std::byte>>> refusal(const std::string& name,
                                                            const char* why) {
    return base::Error{fmt::format("{} {}.", name, why)};
}

} // namespace

std::string entryFileName(const Key& key) {
    return fmt::format("{:02x}{}", fmt::join(key.bytes, ""), kEntrySuffix);
}

bool isEntryFileName(std::string_view name) {
    const size_t digits = name.find_first_not_of("0123456789abcdef");
    return (digits == 2 * sizeof(Key) || digits == kOldDigits) &&
           name.substr(digits) == kEntrySuffix;
}

bool isTemporaryFileName(std::string_view name) {
    return name.starts_with(kTemporaryPrefix);
}

uint64_t entryFileSize_B(uint64_t value_B) {
    return sizeof(Header) + value_B;
}

base::Result<std::optional<std::vector<std::byte>>> readEntry(int directory, const Key& key) {
    const std::string name = entryFileName(key);
    // O_NONBLOCK: a foreign fifo of this name must not block us.
    const FileDescriptor file(
        ::openat(directory, name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!file.valid()) {
        return errno == ELOOP ? refusal(name, "is a symbolic link") : absent();
    }
    struct stat info;
    if (::fstat(file.get(), &info) != 0 || S_ISDIR(info.st_mode)) {
        return absent();
    }
    if (!S_ISREG(info.st_mode)) {
        return refusal(name, "is no file");
    }
    if (!isPrivate(info)) {
        return refusal(name, "is not its user's alone");
    }
    Header header;
    if (!readAll(file.get(), &header, sizeof header) || header.length_B > kMaxValue_B ||
        header.key != key || uint64_t(info.st_size) != entryFileSize_B(header.length_B)) {
        return absent();
    }
    std::vector<std::byte> value(header.length_B);
    if (!readAll(file.get(), value.data(), value.size()) || header != makeHeader(key, value)) {
        return absent();
    }
    if (::time(nullptr) - info.st_mtime > kTouchInterval_s) {
        ::futimens(file.get(), nullptr);
    }
    return std::optional(std::move(value));
}

base::Result<void> writeEntry(int directory, const Key& key, std::span<const std::byte> value) {
    if (value.size() > kMaxValue_B) {
        return base::Error{"The value is too large for the disk cache."};
    }
    if (!withinSizeLimit(entryFileSize_B(value.size()))) {
        return base::Error{"The value is larger than files of this process may be."};
    }
    const std::string name = entryFileName(key);
    const std::string temporary = temporaryName();
    constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
    FileDescriptor file(::openat(directory, temporary.c_str(), kNew, 0600));
    if (!file.valid()) {
        return failure("Cannot create", temporary);
    }
    ::fchmod(file.get(), 0600); // The umask may have taken rights of ours.
    // No fsync: after a power failure the checksum tells, and all that is lost is warmth.
    const Header header = makeHeader(key, value);
    if (!writeAll(file.get(), &header, sizeof header) ||
        !writeAll(file.get(), value.data(), value.size()) || !file.close()) {
        const base::Error error = failure("Cannot write", temporary);
        ::unlinkat(directory, temporary.c_str(), 0);
        return error;
    }
    if (::renameat(directory, temporary.c_str(), directory, name.c_str()) != 0) {
        const base::Error error = failure("Cannot replace", name);
        ::unlinkat(directory, temporary.c_str(), 0);
        return error;
    }
    return {};
}

} // namespace store
