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
#include <optional>
#include <variant>

namespace store {

namespace {

constexpr std::string_view kEntrySuffix = ".entry";
constexpr size_t kOldDigits = 32; ///< Of format version 1: removed in time, and never read.
constexpr std::string_view kTemporaryPrefix = ".new-";
constexpr time_t kTouchInterval_s = 3600;

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

base::Error failure(const char* step, const std::string& name) {
    return {fmt::format("{} {}: {}.", step, name, std::strerror(errno))};
}

/// What may be there instead of a good file.
enum class Fault : uint8_t { Missing, Link, NotFile, NotPrivate, NotOurs, Damaged };

struct FoundFault {
    Fault fault;
    std::string name;

    /// One that somebody may have planted, rather than an accident.
    bool distrusted() const {
        return fault == Fault::Link || fault == Fault::NotFile || fault == Fault::NotPrivate;
    }
    base::Error error() const {
        constexpr const char* kSays[] = {"cannot be opened",
                                         "is a symbolic link",
                                         "is no file",
                                         "is not its user's alone",
                                         "is not of this version of the format",
                                         "is damaged"};
        return {fmt::format("{} {}.", name, kSays[size_t(fault)])};
    }
};

struct OpenEntry {
    FileDescriptor file;
    Head head;
    struct stat info;
};

/// Where the name is that of the head's key and the size is right.
std::variant<OpenEntry, FoundFault> openEntry(int directory, const std::string& name) {
    // O_NONBLOCK: a foreign fifo of this name must not block us.
    FileDescriptor file(
        ::openat(directory, name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!file.valid()) {
        return FoundFault{errno == ELOOP ? Fault::Link : Fault::Missing, name};
    }
    struct stat info;
    if (::fstat(file.get(), &info) != 0 || S_ISDIR(info.st_mode)) {
        return FoundFault{Fault::Missing, name};
    }
    if (!S_ISREG(info.st_mode)) {
        return FoundFault{Fault::NotFile, name};
    }
    if (!isPrivate(info)) {
        return FoundFault{Fault::NotPrivate, name};
    }
    HeadBytes bytes;
    if (!readAll(file.get(), bytes.data(), bytes.size())) {
        return FoundFault{Fault::Damaged, name};
    }
    const std::optional<Head> head = parseHead(bytes);
    if (!head) {
        return FoundFault{Fault::NotOurs, name};
    }
    if (entryFileName(head->key) != name || uint64_t(info.st_size) != head->entry_B()) {
        return FoundFault{Fault::Damaged, name};
    }
    return OpenEntry{std::move(file), *head, info};
}

/// Value and note; nullopt: they are damaged.
std::optional<std::vector<std::byte>> readBody(const OpenEntry& entry) {
    std::vector<std::byte> body(entry.head.body_B());
    if (!readAll(entry.file.get(), body.data(), body.size()) || !isBodyOf(entry.head, body)) {
        return std::nullopt;
    }
    return body;
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

uint64_t entryFileSize_B(uint64_t value_B, const Origin& origin) {
    return kHeadSize_B + value_B + writeNote(origin).size();
}

bool withinSizeLimit(uint64_t size_B) {
    rlimit limit{};
    return ::getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
           size_B <= limit.rlim_cur;
}

base::Result<std::optional<std::vector<std::byte>>>
readEntry(int directory, const Key& key, Kind kind) {
    using Found = std::optional<std::vector<std::byte>>;
    const auto opened = openEntry(directory, entryFileName(key));
    if (const auto* fault = std::get_if<FoundFault>(&opened)) {
        return fault->distrusted() ? base::Result<Found>(fault->error()) : Found();
    }
    const auto& entry = std::get<OpenEntry>(opened);
    Found body = entry.head.kind == kind ? readBody(entry) : std::nullopt;
    if (!body) {
        return Found();
    }
    body->resize(entry.head.value_B);
    if (::time(nullptr) - entry.info.st_mtime > kTouchInterval_s) {
        ::futimens(entry.file.get(), nullptr);
    }
    return body;
}

base::Result<Entry> inspectEntry(int directory, const std::string& name) {
    const auto opened = openEntry(directory, name);
    if (const auto* fault = std::get_if<FoundFault>(&opened)) {
        return fault->error();
    }
    const auto& entry = std::get<OpenEntry>(opened);
    std::optional<std::vector<std::byte>> body = readBody(entry);
    if (!body) {
        return FoundFault{Fault::Damaged, name}.error();
    }
    return entryOf(entry.head, std::move(*body));
}

base::Result<EntryLabel> inspectLabel(int directory, const std::string& name) {
    const auto opened = openEntry(directory, name);
    if (const auto* fault = std::get_if<FoundFault>(&opened)) {
        return fault->error();
    }
    const auto& entry = std::get<OpenEntry>(opened);
    std::vector<std::byte> note(entry.head.note_B);
    const off_t at = off_t(kHeadSize_B + entry.head.value_B);
    if (::pread(entry.file.get(), note.data(), note.size(), at) != ssize_t(note.size())) {
        return FoundFault{Fault::Damaged, name}.error();
    }
    return EntryLabel{entry.head, parseNote(note)};
}

base::Result<void> writeEntry(int directory,
                              const Key& key,
                              std::span<const std::byte> value,
                              Kind kind,
                              const Origin& origin) {
    const std::vector<std::byte> note = writeNote(origin);
    if (value.size() > kMaxValue_B) {
        return base::Error{"The value is too large for the disk cache."};
    }
    if (!withinSizeLimit(kHeadSize_B + value.size() + note.size())) {
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
    const HeadBytes head = writeHead(key, kind, value, note);
    if (!writeAll(file.get(), head.data(), head.size()) ||
        !writeAll(file.get(), value.data(), value.size()) ||
        !writeAll(file.get(), note.data(), note.size()) || !file.close()) {
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
