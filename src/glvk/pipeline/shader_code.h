// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"
#include "glvk/pipeline/layout_cache.h"
#include "spirv/location_types.h"

#include <array>
#include <atomic>
#include <compare>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace glsl {
struct LinkedProgram;
}

namespace glvk {

class CodeUser;
class ProgramHost;

/// What state changes in a stage's code, where the device has no state for it. Zeros: nothing.
struct CodeVariant {
    uint8_t clipDistancesOff = 0; ///< Bits of gl_ClipDistance elements that must not clip.
    uint8_t controlVertices = 0;  ///< The control shader that an evaluation shader goes without.
    uint8_t colorCount = 0;       ///< Fragment shaders that write gl_FragColor: to so many outputs.
    bool notLast = false;         ///< Another stage comes before rasterisation.
    bool layerIgnored = false;    ///< gl_Layer must not be written: GL ignores it, Vulkan does not.
    /// Locations of inputs that the stage before does not write, in a combination of programs that
    /// do not fit (GL: undefined values; Vulkan: an error).
    uint64_t missingInputs = 0;
    uint64_t missingPatchInputs = 0; ///< Of those per patch.
    /// Bindings of the samplers of integers that read textures of integers of the other sign.
    uint32_t flippedSamplers = 0;
    bool clampsCoordinates = false; ///< A table says how: ClampTable.
    uint8_t clipPlanes = 0;         ///< Bits of the application's planes that clip.
    bool flatColors = false;        ///< gl_Color and gl_SecondaryColor are not interpolated.
    bool twoSidedColors = false;    ///< Back faces have colours of their own.
    bool shadesSamples = false;     ///< Fragments are shaded sample by sample.

    auto operator<=>(const CodeVariant&) const = default;
};

/// What pipelines have to know about code.
struct CodeFacts {
    uint8_t clipDistances = 0;  ///< Bits of gl_ClipDistance elements that are written.
    bool viewportIndex = false; ///< Is written.
    bool layer = false;         ///< Is written.
    bool vertexIndex = false;   ///< Is read.
    bool openEnd = false;     ///< Has code for the last stage before rasterisation, if it is that.
    uint8_t colorOutputs = 0; ///< Bits of the locations that a fragment shader writes.
    bool coverageAlpha = false; ///< … and the first has an alpha that coverage may come from.
    spirv::LocationTypes inputs;
    spirv::LocationTypes outputs;
};

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
    CodeFacts m_facts;
    VkShaderModule m_plain = VK_NULL_HANDLE;
    mutable std::mutex m_mutex;
    mutable std::map<CodeVariant, VkShaderModule> m_variants; ///< Made on first use.
    mutable std::map<std::pair<CodeVariant, StageLayouts>, Object> m_objects; ///< The same.
};

} // namespace glvk
