// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/hit_table.h"

#include "store/entry_file.h"
#include "store/private_directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace store {

namespace {

using Bucket = HitTable::Bucket;
using Slot = HitTable::Slot;

constexpr uint64_t kTable_B = HitTable::kBuckets * sizeof(Bucket);

uint32_t wordOf(const Key& key, size_t index) {
    uint32_t word = 0;
    std::memcpy(&word, key.bytes.data() + index * sizeof word, sizeof word);
    return word;
}

size_t bucketOf(const Key& key) {
    return wordOf(key, 0) % HitTable::kBuckets;
}

uint32_t tagOf(const Key& key) {
    return wordOf(key, 1);
}

FileDescriptor openTable(int directory, int flags) {
    FileDescriptor file(::openat(
        directory, kHitTableName.data(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
    struct stat info;
    if (!file.valid() || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) ||
        !isPrivate(info) || uint64_t(info.st_size) > kTable_B) {
        return FileDescriptor();
    }
    if ((flags & O_CREAT) != 0 && info.st_size == 0) {
        ::fchmod(file.get(), 0600); // The umask may have taken rights of ours.
    }
    return file;
}

/// Its own, a free one, or that of the least.
Slot& slotFor(Bucket& bucket, uint32_t tag) {
    for (Slot& slot : bucket) {
        if (slot.tag == tag && slot.hits > 0) {
            return slot;
        }
    }
    Slot& least = *std::ranges::min_element(bucket, {}, &Slot::hits);
    least = {tag, 0};
    return least;
}

} // namespace

void countHit(int directory, const Key& key) {
    if (!withinSizeLimit(kTable_B)) {
        return;
    }
    const FileDescriptor file = openTable(directory, O_RDWR | O_CREAT);
    if (!file.valid()) {
        return;
    }
    Bucket bucket{};
    const off_t at = off_t(bucketOf(key) * sizeof bucket);
    if (::pread(file.get(), &bucket, sizeof bucket, at) < 0) {
        return;
    }
    Slot& slot = slotFor(bucket, tagOf(key));
    slot.hits += slot.hits < std::numeric_limits<uint32_t>::max() ? 1 : 0;
    const off_t within =
        off_t(reinterpret_cast<const char*>(&slot) - reinterpret_cast<const char*>(&bucket));
    // Its result does not matter: without room nothing is counted.
    [[maybe_unused]] const ssize_t put = ::pwrite(file.get(), &slot, sizeof slot, at + within);
}

HitTable::HitTable(int directory) {
    const FileDescriptor file = openTable(directory, O_RDONLY);
    if (!file.valid()) {
        return;
    }
    m_buckets.resize(kBuckets);
    char* const bytes = reinterpret_cast<char*>(m_buckets.data());
    size_t got_B = 0;
    while (got_B < kTable_B) {
        const ssize_t got = ::pread(file.get(), bytes + got_B, kTable_B - got_B, off_t(got_B));
        if (got <= 0) {
            break;
        }
        got_B += size_t(got);
    }
}

uint32_t HitTable::of(const Key& key) const {
    if (m_buckets.empty()) {
        return 0;
    }
    for (const Slot& slot : m_buckets[bucketOf(key)]) {
        if (slot.tag == tagOf(key) && slot.hits > 0) {
            return slot.hits;
        }
    }
    return 0;
}

} // namespace store
