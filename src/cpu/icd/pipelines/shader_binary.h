// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/physical/identity.h"
#include "cpu/icd/vulkan.h"
#include "cpu/shader/interface/source.h"
#include "cpu/stage/stage_routine.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Shaders as vkGetShaderBinaryDataEXT() gives them.
namespace cpu::icd {

/// What the shader was made from, but for its layout, and its code. A build that has no use for the
/// code compiles anew.
struct ShaderBinary {
    VkShaderStageFlagBits stage{};
    std::vector<uint32_t> spirv;
    std::string entryPoint;
    std::vector<shader::SpecializationEntry> specialization;
    std::vector<std::byte> specializationData;
    std::vector<std::byte> code; ///< As stage::StageImages writes and reads it.
};

/// The same for the same shader each time.
std::vector<std::byte> writeShaderBinary(const stage::AnyRoutine& routine);
/// Nothing unless the bytes are what some writeShaderBinary() made, whole and undamaged.
std::optional<ShaderBinary> readShaderBinary(std::span<const std::byte> bytes);

} // namespace cpu::icd
