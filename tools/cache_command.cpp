// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/directory.h"
#include "store/store.h"
#include "tools/commands.h"

#include <fmt/format.h>

namespace tool {

namespace {

/// Also where the option disk-cache is off: the files of earlier runs may still be there.
store::Store openCache() {
    return store::Store(store::defaultDirectory(), store::kDefaultMaxSize_B);
}

std::string sizeText(uint64_t size_B) {
    if (size_B < 1024) {
        return fmt::format("{} B", size_B);
    }
    if (size_B < 1024 * 1024) {
        return fmt::format("{:.1f} KiB", double(size_B) / 1024);
    }
    return fmt::format("{:.1f} MiB", double(size_B) / (1024 * 1024));
}

} // namespace

int printCachePath() {
    const std::string directory = store::defaultDirectory();
    if (directory.empty()) {
        return fail(
            "There is no home directory to keep a cache in; the option cache-dir names one.");
    }
    fmt::print("{}\n", directory);
    return 0;
}

int printCacheSize() {
    const store::Usage usage = openCache().usage();
    fmt::print("{} in {} entries\n", sizeText(usage.size_B), usage.entries);
    return 0;
}

int clearCache() {
    store::Store cache = openCache();
    const store::Usage before = cache.usage();
    cache.clear();
    const store::Usage left = cache.usage();
    fmt::print("removed {} entries, {}\n",
               before.entries - std::min(before.entries, left.entries),
               sizeText(before.size_B - std::min(before.size_B, left.size_B)));
    return left.entries == 0 ? 0 : fail("Some entries could not be removed.", 1);
}

} // namespace tool
