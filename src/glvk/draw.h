// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/dirty.h"
#include "gl/state.h"
#include "glvk/descriptor_cache.h"
#include "glvk/features.h"
#include "glvk/pipeline_key.h"
#include "glvk/pipeline_store.h"
#include "glvk/program.h"
#include "glvk/render_targets.h"
#include "glvk/stream.h"
#include "glvk/vertex_input.h"

#include <array>
#include <vector>

namespace glvk {

class Buffer;
class Context;

/// The life of a draw, from GL state to vkCmdDraw: one straight function, each step of which looks
/// at its own dirty bits. docs/draw.md walks through it.
class DrawRecorder {
public:
    DrawRecorder(Context& context, Device& device, Recorder& recorder);

    bool draw(const gl::State& state, gl::DirtyBits& dirty, const gl::DrawCall& call);

    /// Takes over the framebuffer's dirty bit, for clears: what rendering goes to now.
    /// Null: out of memory.
    const RenderTargets* targets(const gl::State& state, gl::DirtyBits& dirty);
    /// Makes sure rendering to the targets is under way.
    void ensureRendering();
    /// The caller recorded state of its own (meta draws): everything is set again.
    void invalidate() {
        m_dirty = gl::DirtyBits::all();
        m_keyDirty = true;
        m_pipeline = VK_NULL_HANDLE;
        m_topology = -1;
        m_mode = GL_NONE;
        m_boundIndices = {};
    }

private:
    /// A stage's descriptor set as bound.
    struct StageSet {
        std::vector<SampledImage> images;
        std::vector<Image*> used; ///< Of `images`; the batch keeps them once they are declared.
        VkDescriptorSet set = VK_NULL_HANDLE;
        bool setDirty = true;  ///< Contents changed: look the set up again.
        bool bindDirty = true; ///< Set or dynamic offset changed.
        StreamPiece uniforms;  ///< Where the block was written last.
        uint64_t uniformSerial = 0;
        const void* uniformOwner = nullptr; ///< The executable it belongs to.
    };

    bool prepare(const gl::State& state, gl::DirtyBits& dirty, const gl::DrawCall& call);
    void noteNewBatch();
    bool updateTextures(const gl::State& state);
    bool updateUniforms(const gl::State& state);
    void useResources();
    void updateKey(const gl::State& state);
    void updateDynamicState(const gl::State& state);
    void setViewport(VkCommandBuffer commands, const gl::State& state);
    void setScissor(VkCommandBuffer commands, const gl::State& state);
    void setDepthStencil(VkCommandBuffer commands, const gl::State& state);
    void setBlend(VkCommandBuffer commands, const gl::State& state);
    bool bindPipeline();
    bool bindSets();
    bool emit(const gl::State& state, const gl::DrawCall& call);
    bool emitIndexed(const gl::State& state, const gl::DrawCall& call, int32_t vertexShift);

    Context& m_context;
    Device& m_device;
    const VolkDeviceTable& m_vk;
    const Features& m_features;
    Recorder& m_recorder;
    Stream m_stream; ///< Uniforms, client arrays, converted indices.
    PipelineLookup m_pipelines;
    DescriptorCache m_descriptors;
    VertexInput m_vertexInput;
    RenderTargets m_targets;

    gl::DirtyBits m_dirty = gl::DirtyBits::all();
    uint64_t m_batchGeneration = 0;
    uint64_t m_usedEpoch = 0; ///< The barrier epoch in which this draw's resources were declared.
    const Program* m_program = nullptr;
    PipelineKey m_key;
    bool m_keyDirty = true;
    VkPipeline m_pipeline = VK_NULL_HANDLE;
    int m_topology = -1;     ///< VkPrimitiveTopology set dynamically.
    GLenum m_mode = GL_NONE; ///< Of the last draw.
    bool m_simple =
        false; ///< The last draw needed nothing per call: no client arrays, no conversion.
    bool m_viewportEmpty = false;
    struct {
        BufferStorage* storage = nullptr;
        VkIndexType type = VK_INDEX_TYPE_UINT16;
    } m_boundIndices; ///< Bound at offset zero: draws name their first index.
    std::array<StageSet, kShaderSets> m_sets;
    std::vector<Resource*> m_reads; ///< Scratch.
};

} // namespace glvk
