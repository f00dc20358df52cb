// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/interface_size.h"

#include "spirv/module.h"

#include <algorithm>
#include <unordered_map>

namespace spirv {

namespace {

/// Far beyond 32 vertices of 32 vectors.
constexpr uint64_t kMostLocations = 1u << 14;

/// Locations of types, from what comes before them: 1 where nothing is known.
class TypeSizes {
public:
    void add(std::span<const uint32_t> instruction) {
        const auto word = [&](size_t i) { return i < instruction.size() ? instruction[i] : 0; };
        uint64_t size = 0;
        switch (spv::Op(word(0) & spv::OpCodeMask)) {
        case spv::OpConstant:
        case spv::OpSpecConstant:
            m_constants[word(2)] = word(3);
            return;
        case spv::OpTypeMatrix:
            size = word(3);
            break;
        case spv::OpTypeArray:
            size = of(word(2)) * lengthOf(word(3));
            break;
        case spv::OpTypeStruct:
            for (size_t i = 2; i < instruction.size(); ++i) {
                size = std::min(size + of(word(i)), kMany);
            }
            break;
        case spv::OpTypePointer:
            m_sizes[word(1)] = of(word(3));
            return;
        default:
            return;
        }
        m_sizes[word(1)] = std::min(size, kMany);
    }
    [[nodiscard]] uint64_t of(uint32_t type) const {
        const auto known = m_sizes.find(type);
        return known != m_sizes.end() ? known->second : 1;
    }

private:
    static constexpr uint64_t kMany = uint64_t(1) << 31; // The product of two is a number still.

    [[nodiscard]] uint64_t lengthOf(uint32_t constant) const {
        const auto known = m_constants.find(constant);
        return known != m_constants.end() ? known->second : 1;
    }

    std::unordered_map<uint32_t, uint64_t> m_sizes;
    std::unordered_map<uint32_t, uint32_t> m_constants;
};

} // namespace

std::string interfaceError(std::span<const uint32_t> words) {
    TypeSizes types;
    for (size_t at = kHeaderWords; at < words.size();) {
        const size_t length = words[at] >> spv::WordCountShift;
        if (length == 0 || length > words.size() - at) {
            break; // For the validator to say.
        }
        const auto instruction = words.subspan(at, length);
        at += length;
        const auto op = spv::Op(instruction[0] & spv::OpCodeMask);
        if (op != spv::OpVariable) {
            types.add(instruction);
            continue;
        }
        const bool crosses = length > 3 && (instruction[3] == spv::StorageClassInput ||
                                            instruction[3] == spv::StorageClassOutput);
        if (crosses && types.of(instruction[1]) > kMostLocations) {
            return "an input or output has too many locations";
        }
    }
    return {};
}

} // namespace spirv
