// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/library_id.h"
#include "store/archive.h"
#include "store/entry_file.h"
#include "store/file_descriptor.h"
#include "store/private_directory.h"
#include "tools/cache.h"
#include "tools/commands.h"
#include "tools/device_list.h"
#include "tools/installation.h"
#include "tools/manifest_list.h"
#include "tools/quantity.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>

namespace tool {

namespace {

constexpr std::string_view kStandardStream = "-";

/// What this machine may ask its cache for.
class Here {
public:
    bool hasBuild(const base::Digest& origin) {
        if (!m_builds) {
            m_builds = builds();
        }
        return m_builds->contains(origin);
    }
    bool hasDevice(const base::Digest& origin) {
        if (!m_devices) {
            m_devices = devices();
        }
        return m_devices->contains(origin);
    }

private:
    static std::set<base::Digest> builds() {
        std::set<base::Digest> found;
        const base::Result<Installation> installation = findInstallation();
        if (!installation) {
            return found;
        }
        for (const std::string& library : {installation->libraries + "/libglissade_gl.so.0",
                                           installation->glxLibrary,
                                           installation->osmesaLibrary}) {
            if (const std::vector<std::byte> id = base::libraryIdOf(library); !id.empty()) {
                found.insert(store::originOfBuild(id).id);
            }
        }
        return found;
    }

    /// Starts every Vulkan driver.
    static std::set<base::Digest> devices() {
        if (const base::Result<Installation> installation = findInstallation()) {
            addManifest(installation->cpuManifest);
        }
        std::set<base::Digest> found;
        for (const VulkanDevice& device : listDevices()) {
            found.insert(device.origin);
        }
        return found;
    }

    std::optional<std::set<base::Digest>> m_builds;
    std::optional<std::set<base::Digest>> m_devices;
};

struct Count {
    uint64_t entries = 0;
    uint64_t size_B = 0;

    void add(const store::Head& head) {
        ++entries;
        size_B += head.entry_B();
    }
};

/// What became of an archive's entries.
struct Imported {
    Count taken;
    Count present;                     ///< Here already: what this machine made stays.
    Count believed;                    ///< Refused: code that is run or believed as it is.
    Count otherBuild;                  ///< Refused: of another build of Glissade.
    std::map<std::string, Count> away; ///< Refused: of devices or drivers that are not here.
    Count damaged;
    std::string failure; ///< Why it went no further.
};

/// Whole, and this machine's own or imported before.
bool isPresent(const store::Store& cache, const store::Key& key) {
    return cache.inspect(store::entryFileName(key)).ok();
}

void take(store::Store& cache,
          const store::ArchivedEntry& archived,
          const CacheRequest& request,
          Here& here,
          Imported& result) {
    const store::Entry& entry = archived.entry;
    const store::Head& head = entry.head;
    const store::KindInfo& kind = store::infoOf(head.kind);
    if (archived.damaged) {
        result.damaged.add(head);
    } else if (!kind.native && !here.hasBuild(entry.origin.id)) {
        result.otherBuild.add(head);
    } else if (kind.native && !here.hasDevice(entry.origin.id)) {
        result.away[entry.origin.name].add(head);
    } else if (kind.believed && !request.native) {
        result.believed.add(head);
    } else if (isPresent(cache, head.key)) {
        result.present.add(head);
    } else if (base::Result<void> written = cache.import(entry); !written) {
        result.failure = written.error().message;
    } else {
        result.taken.add(head);
    }
}

void explain(const Count& count, std::string_view why) {
    if (count.entries > 0) {
        fmt::print("refused {} entries, {}: {}\n", count.entries, sizeText(count.size_B), why);
    }
}

void print(const Imported& result) {
    fmt::print("imported {} entries, {}\n", result.taken.entries, sizeText(result.taken.size_B));
    if (result.present.entries > 0) {
        fmt::print("{} are there already and stay as they are\n", result.present.entries);
    }
    explain(result.believed,
            "code that is run or believed as it is; --native takes it, from an archive that you "
            "made yourself and nobody else could change");
    explain(result.otherBuild,
            "of another build of Glissade, so this one would never ask for them");
    for (const auto& [name, count] : result.away) {
        explain(count,
                fmt::format("of a device, or a version of its driver, that is not here: {}",
                            name.empty() ? "unknown" : printable(name)));
    }
    explain(result.damaged, "damaged");
}

nlohmann::json jsonOf(const Imported& result) {
    const auto of = [](const Count& count) {
        return nlohmann::json{{"entries", count.entries}, {"size_B", count.size_B}};
    };
    nlohmann::json json = {{"imported", of(result.taken)},
                           {"present", of(result.present)},
                           {"native", of(result.believed)},
                           {"other_build", of(result.otherBuild)},
                           {"other_device", nlohmann::json::object()},
                           {"damaged", of(result.damaged)}};
    for (const auto& [name, count] : result.away) {
        json["other_device"][printable(name)] = of(count);
    }
    if (!result.failure.empty()) {
        json["failure"] = result.failure;
    }
    return json;
}

std::string problemWith(const std::string& file) {
    return fmt::format("{}: {}.", file, std::strerror(errno));
}

/// Nobody but the user can have written what it holds, unless he copied it.
bool isOwn(int file) {
    struct stat info;
    return ::fstat(file, &info) == 0 && S_ISREG(info.st_mode) && store::isPrivate(info);
}

store::FileDescriptor openForReading(const std::string& file) {
    return store::FileDescriptor(
        file == kStandardStream ? ::dup(STDIN_FILENO) : ::open(file.c_str(), O_RDONLY | O_CLOEXEC));
}

store::ArchiveReader readerOf(const store::FileDescriptor& file) {
    return store::ArchiveReader([&file](std::span<std::byte> to) {
        size_t got_B = 0;
        while (got_B < to.size()) {
            const ssize_t got = ::read(file.get(), to.data() + got_B, to.size() - got_B);
            if (got < 0 && errno == EINTR) {
                continue;
            }
            if (got <= 0) {
                break;
            }
            got_B += size_t(got);
        }
        return got_B;
    });
}

store::ArchiveWriter::Put putTo(const store::FileDescriptor& file) {
    return [&file](std::span<const std::byte> bytes) {
        while (!bytes.empty()) {
            const ssize_t put = ::write(file.get(), bytes.data(), bytes.size());
            if (put < 0 && errno == EINTR) {
                continue;
            }
            if (put <= 0) {
                return false;
            }
            bytes = bytes.subspan(size_t(put));
        }
        return true;
    };
}

} // namespace

int exportCache(const CacheRequest& request) {
    const auto cache = openTrustedCache();
    if (!cache) {
        return fail(cache.error().message, 1);
    }
    const bool stream = request.archive == kStandardStream;
    if (stream && ::isatty(STDOUT_FILENO)) {
        return fail("An archive is nothing for a terminal; name a file.");
    }
    // The user's alone, so that `import --native` may believe it.
    constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
    store::FileDescriptor file(stream ? ::dup(STDOUT_FILENO)
                                      : ::open(request.archive.c_str(), kNew, 0600));
    if (!file.valid()) {
        return fail(problemWith(request.archive), 1);
    }
    struct stat info;
    const bool isNew = ::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode);
    store::ArchiveWriter writer(putTo(file));
    uint64_t skipped = 0;
    for (const store::ListedEntry& listed : (*cache)->list()) {
        const bool wanted =
            listed.label && !(request.portable && store::infoOf(listed.label->head.kind).native);
        const auto entry =
            wanted ? (*cache)->inspect(listed.name) : base::Result<store::Entry>(base::Error{});
        if (!entry) {
            ++skipped;
            continue;
        }
        writer.add(*entry);
    }
    if (!writer.finish() || !file.close()) {
        const std::string problem = problemWith(request.archive);
        if (!stream && isNew) {
            ::unlink(request.archive.c_str());
        }
        return fail(problem, 1);
    }
    fmt::print(stream ? stderr : stdout,
               "exported {} entries, {}{}\n",
               writer.entries(),
               sizeText(writer.size_B()),
               skipped ? fmt::format("; left out {}: {}",
                                     skipped,
                                     request.portable ? "native code, or of no use" : "of no use")
                       : "");
    return 0;
}

int importCache(const CacheRequest& request) {
    const auto cache = openTrustedCache();
    if (!cache) {
        return fail(cache.error().message, 1);
    }
    const store::FileDescriptor file = openForReading(request.archive);
    if (!file.valid()) {
        return fail(problemWith(request.archive), 1);
    }
    if (request.native && !isOwn(file.get())) {
        return fail(fmt::format("{} is no file of your own that nobody else may write to, so its "
                                "native code is not believed.",
                                request.archive),
                    1);
    }
    Imported result;
    Here here;
    store::ArchiveReader reader = readerOf(file);
    while (result.failure.empty()) {
        const auto next = reader.next();
        if (!next) {
            result.failure = next.error().message;
        } else if (!*next) {
            break;
        } else {
            take(**cache, **next, request, here, result);
        }
    }
    if (request.json) {
        printJson(jsonOf(result));
    } else {
        print(result);
    }
    return result.failure.empty() ? 0 : fail(result.failure, 1);
}

} // namespace tool
