// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/place_in_set.h"

#include "spirv/module.h"

namespace spirv {

std::vector<uint32_t>
PlaceInSet::run(std::span<const uint32_t> words, uint32_t set, uint32_t firstBinding) {
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
