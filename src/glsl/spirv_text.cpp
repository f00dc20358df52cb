// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/spirv_text.h"

#include <spirv-tools/libspirv.hpp>

namespace glsl {

std::vector<uint32_t> assembleSpirv(const std::string& text) {
    std::vector<uint32_t> words;
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
    if (!tools.Assemble(text, &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS)) {
        words.clear();
    }
    return words;
}

std::string disassembleSpirv(std::span<const uint32_t> words) {
    std::string text;
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
    tools.Disassemble(words.data(), words.size(), &text, SPV_BINARY_TO_TEXT_OPTION_NO_HEADER);
    return text;
}

} // namespace glsl
