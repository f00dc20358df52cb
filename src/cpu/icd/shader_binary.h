// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/shader_object.h"
#include "cpu/shader/compiler.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Shaders as vkGetShaderBinaryDataEXT() gives them.
namespace cpu::icd {

/// Of the format below, whatever build, machine or CPU level wrote it: what fits is never refused.
inline constexpr uint8_t kShaderBinaryUuid[VK_UUID_SIZE] = {
    0x6f, 0x1c, 0x2e, 0x93, 0x5b, 0xd4, 0x4a, 0x07, 0x9c, 0x71, 0x38, 0xa6, 0xe0, 0x5d, 0xb2, 0x14};
inline constexpr uint32_t kShaderBinaryVersion = 1;

/// What the shader was made from, but for its layout, and its code. A build that has no use for the
/// code compiles anew.
struct ShaderBinary {
    VkShaderStageFlagBits stage{};
    std::vector<uint32_t> spirv;
    std::string entryPoint;
    std::vector<shader::SpecializationEntry> specialization;
    std::vector<std::byte> specializationData;
    std::vector<std::byte> code; ///< As exec::StageImages writes and reads it.
};

/// The same for the same shader each time.
std::vector<std::byte> writeShaderBinary(const ShaderObject& shader);
/// Nothing unless the bytes are what some writeShaderBinary() made, whole and undamaged.
std::optional<ShaderBinary> readShaderBinary(std::span<const std::byte> bytes);

} // namespace cpu::icd
