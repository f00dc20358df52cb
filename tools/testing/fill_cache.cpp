// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// fill_cache DIRECTORY [NAME KIND SIZE ORIGIN]…: puts entries into a cache on disk, as drivers
// would. KIND is a number of store::Kind; ORIGIN the path of a library, whose build made it, or
// device:NAME, a device that is nowhere.

#include "base/library_id.h"
#include "store/store.h"

#include <cstdio>
#include <string>
#include <string_view>

namespace {

store::Origin originOf(std::string_view text) {
    constexpr std::string_view kDevice = "device:";
    if (text.starts_with(kDevice)) {
        const std::string name(text.substr(kDevice.size()));
        return {base::digestOf(name), name};
    }
    return store::originOfBuild(base::libraryIdOf(std::string(text)));
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2 || (argc - 2) % 4 != 0) {
        std::fprintf(stderr, "usage: fill_cache DIRECTORY [NAME KIND SIZE ORIGIN]…\n");
        return 2;
    }
    for (int i = 2; i + 3 < argc; i += 4) {
        store::Store cache(argv[1], store::kDefaultMaxSize_B, originOf(argv[i + 3]));
        const std::vector<std::byte> value(std::stoul(argv[i + 2]), std::byte('v'));
        cache.put(store::KeyBuilder(argv[i]).finish(), value, store::Kind(std::stoul(argv[i + 1])));
    }
    return 0;
}
