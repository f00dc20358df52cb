// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/text.h"

#include "spirv/interface_size.h"

#include <spirv-tools/libspirv.hpp>

namespace spirv {

namespace {

std::string validateFor(spv_target_env environment, std::span<const uint32_t> words) {
    if (std::string error = interfaceError(words); !error.empty()) {
        return error;
    }
    std::string log;
    spvtools::SpirvTools tools(environment);
    tools.SetMessageConsumer(
        [&log](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
            log += std::string(message) + "\n";
        });
    const bool isValid = tools.Validate(words.data(), words.size(), spvtools::ValidatorOptions());
    return isValid ? std::string() : (log.empty() ? "invalid" : log);
}

} // namespace

std::vector<uint32_t> assemble(const std::string& text) {
    std::vector<uint32_t> words;
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
    if (!tools.Assemble(text, &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS)) {
        words.clear();
    }
    return words;
}

std::string disassemble(std::span<const uint32_t> words) {
    std::string text;
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
    tools.Disassemble(words.data(), words.size(), &text, SPV_BINARY_TO_TEXT_OPTION_NO_HEADER);
    return text;
}

std::string validate(std::span<const uint32_t> words) {
    return validateFor(SPV_ENV_VULKAN_1_1, words);
}

std::string validateUnlinked(std::span<const uint32_t> words) {
    return validateFor(SPV_ENV_UNIVERSAL_1_3, words);
}

} // namespace spirv
