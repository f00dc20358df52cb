// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/words.h"

namespace spirv {

void append(std::vector<uint32_t>& out, spv::Op op, std::span<const uint32_t> operands) {
    out.push_back((uint32_t(operands.size() + 1) << 16) | uint32_t(op));
    out.insert(out.end(), operands.begin(), operands.end());
}

void append(std::vector<uint32_t>& out, spv::Op op, std::initializer_list<uint32_t> operands) {
    append(out, op, std::span(operands.begin(), operands.size()));
}

size_t append(std::vector<uint32_t>& out, const Instruction& inst) {
    const size_t start = out.size();
    out.insert(out.end(), inst.words.begin(), inst.words.end());
    return start;
}

void close(std::vector<uint32_t>& out, size_t start) {
    out[start] = (uint32_t(out.size() - start) << 16) | (out[start] & 0xffffu);
}

std::vector<uint32_t> headerOf(const Module& module) {
    const std::span<const uint32_t> words = module.words();
    std::vector<uint32_t> out;
    out.reserve(words.size() + words.size() / 8);
    out.assign(words.begin(), words.begin() + kHeaderWords);
    return out;
}

} // namespace spirv
