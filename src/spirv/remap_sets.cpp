// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/remap_sets.h"

#include "spirv/module.h"

namespace spirv {

std::vector<uint32_t> remapSets(std::span<const uint32_t> words, std::span<const uint32_t> setMap) {
    std::vector<uint32_t> out(words.begin(), words.end());
    for (size_t at = kHeaderWords; at < out.size();) {
        const size_t length = out[at] >> 16;
        if (length == 0 || length > out.size() - at) {
            break;
        }
        if ((out[at] & 0xffffu) == spv::OpDecorate && length == 4 &&
            out[at + 2] == spv::DecorationDescriptorSet && out[at + 3] < setMap.size()) {
            out[at + 3] = setMap[out[at + 3]];
        }
        at += length;
    }
    return out;
}

std::vector<uint32_t>
placeInSet(std::span<const uint32_t> words, uint32_t set, uint32_t firstBinding) {
    std::vector<uint32_t> out(words.begin(), words.end());
    for (size_t at = kHeaderWords; at < out.size();) {
        const size_t length = out[at] >> 16;
        if (length == 0 || length > out.size() - at) {
            break;
        }
        if ((out[at] & 0xffffu) == spv::OpDecorate && length == 4) {
            if (out[at + 2] == spv::DecorationDescriptorSet) {
                out[at + 3] = set;
            } else if (out[at + 2] == spv::DecorationBinding) {
                out[at + 3] += firstBinding;
            }
        }
        at += length;
    }
    return out;
}

} // namespace spirv
