// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/pipelines/shader_binary.h"

#include "base/hash.h"
#include "cpu/icd/pipelines/stage_bit.h"
#include "cpu/stage/stage_images.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace cpu::icd {

namespace {

/// Followed by the parts, in the order of their sizes.
struct Header {
    uint8_t uuid[VK_UUID_SIZE];
    base::Checksum checksum; ///< Of all that follows it.
    uint32_t version;
    uint32_t stage; ///< VkShaderStageFlagBits
    uint64_t spirv_B;
    uint64_t entryPoint_B;
    uint64_t specialization_B;
    uint64_t specializationData_B;
    uint64_t code_B;
};
static_assert(std::has_unique_object_representations_v<Header> && sizeof(Header) == 80);
static_assert(std::has_unique_object_representations_v<shader::SpecializationEntry>);
constexpr size_t kChecked_B = offsetof(Header, version);

base::Checksum checksumOf(std::span<const std::byte> binary) {
    return base::checksumOf(binary.subspan(kChecked_B));
}

bool hasStage(uint32_t stage) {
    return callWithStage(stage, [](auto) {});
}

template <typename Stage>
std::vector<std::byte> write(const stage::StageRoutine<Stage>& routine) {
    const stage::StageSource& source = routine.source();
    stage::StageImages images;
    images.insert(routine.key(), routine.sharedImage());
    const std::vector<std::byte> code = images.write().front();
    const std::span<const std::byte> parts[] = {std::as_bytes(source.spirv->words()),
                                                std::as_bytes(std::span(source.entryPoint)),
                                                std::as_bytes(std::span(source.specialization)),
                                                source.specializationData,
                                                code};
    Header header = {.uuid = {},
                     .checksum = {},
                     .version = kShaderBinaryVersion,
                     .stage = uint32_t(bitOf(Stage())),
                     .spirv_B = parts[0].size(),
                     .entryPoint_B = parts[1].size(),
                     .specialization_B = parts[2].size(),
                     .specializationData_B = parts[3].size(),
                     .code_B = parts[4].size()};
    std::ranges::copy(kShaderBinaryUuid, header.uuid);
    std::vector<std::byte> binary(sizeof header);
    std::memcpy(binary.data(), &header, sizeof header);
    for (const std::span<const std::byte> part : parts) {
        binary.insert(binary.end(), part.begin(), part.end());
    }
    header.checksum = checksumOf(binary);
    std::memcpy(binary.data(), &header, sizeof header);
    return binary;
}

/// The parts one after the other.
class Parts {
public:
    explicit Parts(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    /// Into a container of values without pointers. False: it does not divide into such values, or
    /// there are not so many bytes.
    template <typename Container>
    bool take(uint64_t size_B, Container& to) {
        constexpr size_t kValue_B = sizeof(typename Container::value_type);
        if (size_B > m_bytes.size() || size_B % kValue_B != 0) {
            return false;
        }
        to.resize(size_t(size_B / kValue_B));
        if (size_B > 0) {
            std::memcpy(to.data(), m_bytes.data(), size_t(size_B));
        }
        m_bytes = m_bytes.subspan(size_t(size_B));
        return true;
    }
    bool empty() const { return m_bytes.empty(); }

private:
    std::span<const std::byte> m_bytes;
};

} // namespace

std::vector<std::byte> writeShaderBinary(const stage::AnyRoutine& routine) {
    return std::visit([](const auto& one) { return write(*one); }, routine);
}

std::optional<ShaderBinary> readShaderBinary(std::span<const std::byte> bytes) {
    Header header;
    if (bytes.size() < sizeof header) {
        return std::nullopt;
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    if (!std::ranges::equal(header.uuid, kShaderBinaryUuid) ||
        header.version != kShaderBinaryVersion || header.checksum != checksumOf(bytes) ||
        !hasStage(header.stage)) {
        return std::nullopt;
    }
    ShaderBinary binary;
    binary.stage = VkShaderStageFlagBits(header.stage);
    Parts parts(bytes.subspan(sizeof header));
    const bool whole = parts.take(header.spirv_B, binary.spirv) &&
                       parts.take(header.entryPoint_B, binary.entryPoint) &&
                       parts.take(header.specialization_B, binary.specialization) &&
                       parts.take(header.specializationData_B, binary.specializationData) &&
                       parts.take(header.code_B, binary.code) && parts.empty();
    return whole ? std::optional(std::move(binary)) : std::nullopt;
}

} // namespace cpu::icd
