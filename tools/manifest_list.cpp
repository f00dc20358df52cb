// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/manifest_list.h"

#include "base/environment.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace tool {

namespace fs = std::filesystem;

namespace {

std::string environment(const char* name, const char* fallback = "") {
    const char* value = base::environment(name);
    return value ? value : fallback;
}

std::vector<std::string> splitPaths(std::string_view text) {
    std::vector<std::string> paths;
    while (!text.empty()) {
        const size_t colon = text.find(':');
        if (const std::string_view path = text.substr(0, colon); !path.empty()) {
            paths.emplace_back(path);
        }
        text = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    }
    return paths;
}

/// A path of the loader's variables is a manifest or a directory of manifests.
void addManifests(const std::string& path, std::vector<std::string>& manifests) {
    std::error_code ignored;
    std::vector<std::string> found;
    if (fs::is_directory(path, ignored)) {
        for (const auto& entry : fs::directory_iterator(path, ignored)) {
            if (entry.path().extension() == ".json") {
                found.push_back(entry.path().string());
            }
        }
        std::sort(found.begin(), found.end());
    } else if (fs::exists(path, ignored)) {
        found.push_back(path);
    }
    for (std::string& manifest : found) {
        if (std::find(manifests.begin(), manifests.end(), manifest) == manifests.end()) {
            manifests.push_back(std::move(manifest));
        }
    }
}

} // namespace

std::vector<std::string> listManifests() {
    std::vector<std::string> manifests;
    const std::string only =
        environment("VK_DRIVER_FILES", environment("VK_ICD_FILENAMES").c_str());
    if (!only.empty()) {
        for (const std::string& path : splitPaths(only)) {
            addManifests(path, manifests);
        }
        return manifests;
    }
    for (const std::string& path : splitPaths(environment("VK_ADD_DRIVER_FILES"))) {
        addManifests(path, manifests);
    }
    const std::string home = environment("HOME");
    std::vector<std::string> roots = {environment("XDG_CONFIG_HOME", (home + "/.config").c_str())};
    for (const std::string& path : splitPaths(environment("XDG_CONFIG_DIRS", "/etc/xdg"))) {
        roots.push_back(path);
    }
    roots.push_back("/etc");
    roots.push_back(environment("XDG_DATA_HOME", (home + "/.local/share").c_str()));
    for (const std::string& path :
         splitPaths(environment("XDG_DATA_DIRS", "/usr/local/share:/usr/share"))) {
        roots.push_back(path);
    }
    for (const std::string& root : roots) {
        addManifests(root + "/vulkan/icd.d", manifests);
    }
    return manifests;
}

void addManifest(const std::string& manifest) {
    std::error_code ignored;
    if (!fs::exists(manifest, ignored) || !environment("VK_DRIVER_FILES").empty() ||
        !environment("VK_ICD_FILENAMES").empty()) {
        return;
    }
    for (const std::string& listed : listManifests()) {
        if (fs::equivalent(listed, manifest, ignored)) {
            return;
        }
    }
    const std::string before = environment("VK_ADD_DRIVER_FILES");
    const std::string all = before.empty() ? manifest : before + ":" + manifest;
    ::setenv("VK_ADD_DRIVER_FILES", all.c_str(), 1);
}

void exportManifest(const std::string& manifest) {
    // The second name is what loaders before 1.3.207 read.
    ::setenv("VK_DRIVER_FILES", manifest.c_str(), 1);
    ::setenv("VK_ICD_FILENAMES", manifest.c_str(), 1);
    ::unsetenv("VK_ADD_DRIVER_FILES");
}

} // namespace tool
