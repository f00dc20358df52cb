// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/directory.h"
#include "store/private_directory.h"
#include "store/store.h"
#include "tools/cache.h"
#include "tools/commands.h"
#include "tools/quantity.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace tool {

std::unique_ptr<store::Store> openCache() {
    return std::make_unique<store::Store>(store::defaultDirectory(), store::kDefaultMaxSize_B);
}

base::Result<std::unique_ptr<store::Store>> openTrustedCache() {
    const std::string path = store::defaultDirectory();
    if (path.empty()) {
        return base::Error{
            "There is no home directory to keep a cache in; the option cache-dir names one."};
    }
    const auto opened = store::PrivateDirectory(path).open(store::Missing::Leave);
    if (!opened) {
        return opened.error();
    }
    return openCache();
}

void printJson(const nlohmann::json& json) {
    fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string keyText(const store::Key& key) {
    return fmt::format("{:02x}", fmt::join(key.bytes, ""));
}

namespace {

constexpr size_t kShownDigits = 12;

/// Those used last first.
std::vector<store::ListedEntry> listed(const store::Store& cache) {
    std::vector<store::ListedEntry> entries = cache.list();
    std::ranges::sort(entries, [](const auto& a, const auto& b) {
        return std::tie(b.used_s, a.name) < std::tie(a.used_s, b.name);
    });
    return entries;
}

uint64_t sizeOf_B(const std::vector<store::ListedEntry>& entries) {
    uint64_t size_B = 0;
    for (const store::ListedEntry& entry : entries) {
        size_B += entry.size_B;
    }
    return size_B;
}

std::string_view kindName(const store::EntryLabel& label) {
    return store::infoOf(label.head.kind).name;
}

nlohmann::json jsonOf(const store::ListedEntry& entry) {
    nlohmann::json json = {
        {"file", entry.name}, {"size_B", entry.size_B}, {"used_s", entry.used_s}};
    if (!entry.label) {
        json["problem"] = entry.label.error().message;
        return json;
    }
    json["key"] = keyText(entry.label->head.key);
    json["kind"] = kindName(*entry.label);
    json["native"] = store::infoOf(entry.label->head.kind).native;
    json["device"] = entry.label->origin.name;
    json["origin"] = keyText(entry.label->origin.id);
    json["hits"] = entry.hits;
    json["made_s"] = entry.made_s;
    return json;
}

struct Group {
    uint64_t entries = 0;
    uint64_t size_B = 0;
    uint64_t hits = 0;
};

/// By kind and device; the last is of what is no entry.
std::map<std::pair<std::string, std::string>, Group>
groupsOf(const std::vector<store::ListedEntry>& entries) {
    std::map<std::pair<std::string, std::string>, Group> groups;
    for (const store::ListedEntry& entry : entries) {
        const std::pair<std::string, std::string> name =
            entry.label ? std::pair(std::string(kindName(*entry.label)), entry.label->origin.name)
                        : std::pair(std::string("~"), std::string());
        Group& group = groups[name];
        ++group.entries;
        group.size_B += entry.size_B;
        group.hits += entry.hits;
    }
    return groups;
}

std::string percentOf(uint64_t part, uint64_t whole) {
    return fmt::format("{:.0f} %", whole ? 100.0 * double(part) / double(whole) : 0.0);
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
    const store::Usage usage = openCache()->usage();
    fmt::print("{} in {} entries\n", sizeText(usage.size_B), usage.entries);
    return 0;
}

int clearCache() {
    const auto cache = openCache();
    const store::Usage before = cache->usage();
    cache->clear();
    const store::Usage left = cache->usage();
    fmt::print("removed {} entries, {}\n",
               before.entries - std::min(before.entries, left.entries),
               sizeText(before.size_B - std::min(before.size_B, left.size_B)));
    return left.entries == 0 ? 0 : fail("Some entries could not be removed.", 1);
}

int listCache(const CacheRequest& request) {
    const auto cache = openTrustedCache();
    if (!cache) {
        return fail(cache.error().message, 1);
    }
    const std::vector<store::ListedEntry> entries = listed(**cache);
    if (request.json) {
        nlohmann::json json = nlohmann::json::array();
        for (const store::ListedEntry& entry : entries) {
            json.push_back(jsonOf(entry));
        }
        printJson(json);
        return 0;
    }
    if (entries.empty()) {
        fmt::print("nothing is in {}\n", (*cache)->directory());
        return 0;
    }
    fmt::print("{:<13} {:>10} {:>7} {:>7} {:>6}  {:<12}  {}\n",
               "KIND",
               "SIZE",
               "MADE",
               "USED",
               "HITS",
               "KEY",
               "DEVICE");
    for (const store::ListedEntry& entry : entries) {
        const bool known = entry.label.ok();
        fmt::print("{:<13} {:>10} {:>7} {:>7} {:>6}  {:<12}  {}\n",
                   known ? kindName(*entry.label) : "-",
                   sizeText(entry.size_B),
                   ageText(entry.made_s),
                   ageText(entry.used_s),
                   entry.hits,
                   entry.name.substr(0, kShownDigits),
                   known ? printable(entry.label->origin.name) : "of no use: see verify");
    }
    return 0;
}

int summarizeCache(const CacheRequest& request) {
    const auto cache = openTrustedCache();
    if (!cache) {
        return fail(cache.error().message, 1);
    }
    const std::vector<store::ListedEntry> entries = listed(**cache);
    const uint64_t size_B = sizeOf_B(entries);
    const auto groups = groupsOf(entries);
    if (request.json) {
        nlohmann::json json = {{"directory", (*cache)->directory()},
                               {"entries", entries.size()},
                               {"size_B", size_B},
                               {"max_B", store::kDefaultMaxSize_B},
                               {"groups", nlohmann::json::array()}};
        for (const auto& [name, group] : groups) {
            json["groups"].push_back({{"kind", name.first == "~" ? "of no use" : name.first},
                                      {"device", name.second},
                                      {"entries", group.entries},
                                      {"size_B", group.size_B},
                                      {"hits", group.hits}});
        }
        printJson(json);
        return 0;
    }
    fmt::print("{} in {} entries, {} of the {} it may take, in {}\n",
               sizeText(size_B),
               entries.size(),
               percentOf(size_B, store::kDefaultMaxSize_B),
               sizeText(store::kDefaultMaxSize_B),
               (*cache)->directory());
    if (entries.empty()) {
        return 0;
    }
    fmt::print("\n{:<13} {:>8} {:>10} {:>8}  {}\n", "KIND", "ENTRIES", "SIZE", "HITS", "DEVICE");
    for (const auto& [name, group] : groups) {
        fmt::print("{:<13} {:>8} {:>10} {:>8}  {}\n",
                   name.first == "~" ? "-" : name.first,
                   group.entries,
                   sizeText(group.size_B),
                   group.hits,
                   name.first == "~" ? "of no use: see verify" : printable(name.second));
    }
    fmt::print("\nlast used {}, unused for longest {}\n",
               ageText(entries.front().used_s),
               ageText(entries.back().used_s));
    return 0;
}

int verifyCache(const CacheRequest& request) {
    const auto cache = openTrustedCache();
    if (!cache) {
        return fail(cache.error().message, 1);
    }
    uint64_t good = 0;
    uint64_t removed = 0;
    nlohmann::json problems = nlohmann::json::array();
    for (const store::ListedEntry& entry : listed(**cache)) {
        const auto found = (*cache)->inspect(entry.name);
        if (found) {
            ++good;
            continue;
        }
        const bool gone = request.remove && (*cache)->remove(entry.name);
        removed += gone ? 1 : 0;
        problems.push_back(
            {{"file", entry.name}, {"problem", found.error().message}, {"removed", gone}});
        if (!request.json) {
            fmt::print("{}\n", found.error().message);
        }
    }
    const uint64_t bad = problems.size() - removed;
    if (request.json) {
        printJson({{"good", good}, {"problems", std::move(problems)}});
    } else if (problems.empty()) {
        fmt::print("all {} entries are whole\n", good);
    } else {
        fmt::print("{} entries are whole, {} of no use{}\n",
                   good,
                   problems.size(),
                   request.remove ? fmt::format(", {} of them removed", removed)
                                  : "; --remove removes them");
    }
    return bad == 0 ? 0 : 1;
}

int pruneCache(const CacheRequest& request) {
    const auto cache = openTrustedCache();
    if (!cache) {
        return fail(cache.error().message, 1);
    }
    std::vector<store::ListedEntry> entries = listed(**cache);
    uint64_t left_B = sizeOf_B(entries);
    Group removed;
    while (left_B > request.max_B && !entries.empty()) {
        const store::ListedEntry& last = entries.back();
        if ((*cache)->remove(last.name)) {
            ++removed.entries;
            removed.size_B += last.size_B;
            left_B -= last.size_B;
        }
        entries.pop_back();
    }
    if (request.json) {
        printJson(
            {{"removed", removed.entries}, {"removed_B", removed.size_B}, {"left_B", left_B}});
    } else {
        fmt::print("removed {} entries, {}; {} left\n",
                   removed.entries,
                   sizeText(removed.size_B),
                   sizeText(left_B));
    }
    return left_B <= request.max_B ? 0 : fail("Some entries could not be removed.", 1);
}

} // namespace tool
