// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/fix_constant.h"

#include "spirv/module.h"

namespace spirv {

std::vector<uint32_t> FixConstant::run(std::vector<uint32_t> words, uint32_t specId, bool value) {
    uint32_t constant = 0;
    for (size_t at = kHeaderWords; at < words.size();) {
        const uint32_t length = words[at] >> 16;
        if (length == 0 || length > words.size() - at) {
            break;
        }
        const auto op = spv::Op(words[at] & 0xffffu);
        if (op == spv::OpDecorate && length == 4 && words[at + 2] == spv::DecorationSpecId &&
            words[at + 3] == specId) {
            constant = words[at + 1];
            const auto first = words.begin() + std::ptrdiff_t(at);
            words.erase(first, first + 4);
            continue;
        }
        if ((op == spv::OpSpecConstantTrue || op == spv::OpSpecConstantFalse) && constant != 0 &&
            words[at + 2] == constant) {
            words[at] = (3u << 16) | uint32_t(value ? spv::OpConstantTrue : spv::OpConstantFalse);
            break;
        }
        at += length;
    }
    return words;
}

} // namespace spirv
