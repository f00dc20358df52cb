// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/module/module.h"
#include "spirv/interface_size.h"

#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>

#include <algorithm>

namespace cpu::shader {

namespace {

constexpr size_t kHeader_words = 5;

/// Variables of a patch have locations of their own, beside those of vertices. SPIRV-Tools from
/// before version 2024.2 takes them for the same, so that it is shown others.
std::vector<uint32_t> withPatchesApart(std::span<const uint32_t> words) {
    constexpr uint32_t kApart = 1024; // More than there are locations.
    std::vector<uint32_t> patches;
    std::vector<size_t> locations; // Of the words.
    for (size_t at = kHeader_words; at < words.size(); at += std::max(words[at] >> 16, 1u)) {
        const uint32_t op = words[at] & 0xffff;
        const uint32_t length = words[at] >> 16;
        if (op == spv::OpFunction) {
            break;
        }
        if (op != spv::OpDecorate || length < 3 || length > words.size() - at) {
            continue;
        }
        if (words[at + 2] == spv::DecorationPatch) {
            patches.push_back(words[at + 1]);
        } else if (words[at + 2] == spv::DecorationLocation && length > 3) {
            locations.push_back(at + 3);
        }
    }
    std::vector<uint32_t> apart;
    if (!patches.empty()) {
        apart.assign(words.begin(), words.end());
        for (const size_t at : locations) {
            const bool ofPatch = std::ranges::find(patches, apart[at - 2]) != patches.end();
            apart[at] += ofPatch ? kApart : 0;
        }
    }
    return apart;
}

} // namespace

std::string validate(std::span<const uint32_t> words) {
    if (std::string error = spirv::interfaceError(words); !error.empty()) {
        return error;
    }
    const std::vector<uint32_t> apart = withPatchesApart(words);
    const std::span<const uint32_t> shown = apart.empty() ? words : apart;
    std::string message;
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_3);
    tools.SetMessageConsumer(
        [&](spv_message_level_t, const char*, const spv_position_t&, const char* text) {
            if (message.empty()) {
                message = text;
                std::ranges::replace(message, '\n', ' ');
            }
        });
    spvtools::ValidatorOptions options;
    options.SetScalarBlockLayout(true);
    options.SetUniformBufferStandardLayout(true);
    options.SetWorkgroupScalarBlockLayout(true);
    options.SetAllowLocalSizeId(true);
    options.SetFriendlyNames(false);
    if (tools.Validate(shown.data(), shown.size(), options)) {
        return {};
    }
    return message.empty() ? "invalid" : message;
}

std::string_view opcodeName(spv::Op op) {
    return spvOpcodeString(uint32_t(op));
}

namespace {

/// The passes of promoteVariables() know of no others. The words are a valid module's.
bool hasFunctionVariables(std::span<const uint32_t> words) {
    for (size_t at = kHeader_words; at < words.size(); at += std::max(words[at] >> 16, 1u)) {
        const uint32_t length = words[at] >> 16;
        if ((words[at] & 0xffff) == spv::OpVariable && length > 3 && at + 3 < words.size() &&
            words[at + 3] == spv::StorageClassFunction) {
            return true;
        }
    }
    return false;
}

} // namespace

std::vector<uint32_t> promoteVariables(std::vector<uint32_t> words) {
    if (!hasFunctionVariables(words)) {
        return words;
    }
    spvtools::Optimizer optimizer(SPV_ENV_VULKAN_1_3);
    optimizer.SetMessageConsumer(
        [](spv_message_level_t, const char*, const spv_position_t&, const char*) {});
    optimizer.RegisterPass(spvtools::CreateLocalAccessChainConvertPass())
        .RegisterPass(spvtools::CreateLocalSingleBlockLoadStoreElimPass())
        .RegisterPass(spvtools::CreateLocalSingleStoreElimPass())
        .RegisterPass(spvtools::CreateSSARewritePass());
    spvtools::OptimizerOptions options;
    options.set_run_validator(false);
    std::vector<uint32_t> promoted;
    if (!optimizer.Run(words.data(), words.size(), &promoted, options) || promoted.empty()) {
        return words;
    }
    return promoted;
}

} // namespace cpu::shader
