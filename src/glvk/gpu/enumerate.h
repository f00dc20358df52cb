// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glvk/gpu/vulkan.h"

#include <vector>

namespace glvk {

/// All that a vkEnumerate… has. `enumerate`: such a function of a count and an array. It is asked
/// once where there is room enough: the loader does all of it anew to tell their number, with a
/// megabyte to clear for extensions, and with files to read for the instance's. None on errors.
template <class Property, class Enumerate>
std::vector<Property> enumerateAll(const Enumerate& enumerate) {
    constexpr uint32_t kUsualMost = 256;
    uint32_t count = kUsualMost;
    std::vector<Property> list(count);
    VkResult result = enumerate(&count, list.data());
    if (result == VK_INCOMPLETE) {
        enumerate(&count, static_cast<Property*>(nullptr));
        list.resize(count);
        result = enumerate(&count, list.data());
    }
    list.resize(result >= 0 ? count : 0);
    return list;
}

} // namespace glvk
