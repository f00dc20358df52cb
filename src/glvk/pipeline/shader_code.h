// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"
#include "glvk/pipeline/code_variant.h"
#include "glvk/pipeline/layout_cache.h"

#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace glsl {
struct LinkedProgram;
}

namespace glvk {

class CodeUser;
class ProgramHost;

/// One stage of a linked program: its code in the device's descriptor sets, and modules made of it.
/// Programs and their combinations share it. Thread-safe.
class ShaderCode {
public:
    /// Null: the device refused it (`result` says why).
    static std::shared_ptr<const ShaderCode>
    create(ProgramHost& host,
           std::shared_ptr<const glsl::LinkedProgram> linked,
           spirv::Stage stage,
           VkResult& result);
    ~ShaderCode();
    ShaderCode(const ShaderCode&) = delete;
    ShaderCode& operator=(const ShaderCode&) = delete;

    const CodeFacts& facts() const { return m_facts; }
    /// Both were linked in one program.
    bool isLinkedWith(const ShaderCode& other) const { return m_linked == other.m_linked; }
    /// Null: out of memory.
    VkShaderModule module(const CodeVariant& variant) const;
    /// The same as a shader object. What two threads ask for is compiled once. Null: the device
    /// refused it. `waited`: it was not there yet.
    VkShaderEXT object(const CodeVariant& variant, const StageLayouts& layouts, bool& waited) const;
    /// Notes that the object will be asked for. False: somebody has before.
    bool wantObject(const CodeVariant& variant, const StageLayouts& layouts) const;
    bool hasObject(const CodeVariant& variant, const StageLayouts& layouts) const;

private:
    ShaderCode(ProgramHost& host,
               std::shared_ptr<const glsl::LinkedProgram> linked,
               spirv::Stage stage);
    struct Object {
        std::once_flag once;
        std::atomic<bool> done = false;
        VkShaderEXT handle = VK_NULL_HANDLE; ///< Null: failed.
    };
    std::vector<uint32_t> words(const CodeVariant& variant) const;
    VkResult makeModule(const CodeVariant& variant, VkShaderModule& module) const;

    Gpu& m_gpu;
    const SetPlan& m_plan;
    CodeUser& m_user; ///< Not by way of the host, which may be closing it when code dies.
    const std::shared_ptr<const glsl::LinkedProgram> m_linked;
    const spirv::Stage m_stage;
    const std::string m_nameForPeople; ///< Of the program that it was linked for first.
    CodeFacts m_facts;
    VkShaderModule m_plain = VK_NULL_HANDLE;
    mutable std::mutex m_mutex;
    mutable std::map<CodeVariant, VkShaderModule> m_variants; ///< Made on first use.
    mutable std::map<std::pair<CodeVariant, StageLayouts>, Object> m_objects; ///< The same.
};

} // namespace glvk
