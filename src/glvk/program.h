// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glvk/layout_cache.h"
#include "glvk/vulkan.h"

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace glvk {

class Device;

/// A linked program's shader modules and layouts. Immutable; made on a link job.
class Program final : public gl::ProgramBackend {
public:
    struct SamplerBinding {
        uint16_t binding;
        uint16_t count;
        uint16_t firstSampler; ///< Index into gl::Executable::samplerUnits.
    };
    /// One sampled image of a stage, in descriptor order (arrays flattened).
    struct SampledSlot {
        uint16_t sampler;     ///< Index into gl::Executable::samplerUnits.
        gl::TextureType type; ///< Which of the unit's textures.
    };
    struct Stage {
        VkShaderModule module = VK_NULL_HANDLE;
        const SetLayout* set = nullptr;
        uint32_t blockSize_B = 0; ///< 0: no default uniform block.
        int glslStage = 0;        ///< Index into gl::Executable::uniforms.
        std::vector<SamplerBinding> samplers;
        std::vector<SampledSlot> slots;
    };

    /// Null with a reason in `log`.
    static std::unique_ptr<Program>
    create(std::shared_ptr<Device> device, const glsl::LinkedProgram& linked, std::string& log);
    ~Program() override;

    uint64_t id() const { return m_id; }
    const Stage& stage(ShaderSet set) const { return m_stages[size_t(set)]; }
    VkPipelineLayout layout() const { return m_layout; }
    /// Bit per colour location the fragment shader writes.
    uint32_t fragmentOutputMask() const { return m_fragmentOutputMask; }
    /// The fragment module for pipelines with several draw buffers: gl_FragColor goes to all of
    /// them. Null: out of memory.
    VkShaderModule fragmentModule(uint32_t colorCount) const;

private:
    explicit Program(std::shared_ptr<Device> device);

    std::shared_ptr<Device> m_device;
    uint64_t m_id;
    std::array<Stage, kShaderSets> m_stages;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    uint32_t m_fragmentOutputMask = 0;
    std::vector<uint32_t> m_broadcastWords; ///< Of a fragment shader that writes gl_FragColor.
    mutable std::mutex m_mutex;
    mutable VkShaderModule m_broadcastModule = VK_NULL_HANDLE; ///< Made on first use.
};

} // namespace glvk
