// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/dirty.h"
#include "gl/context/state.h"
#include "glvk/draw/descriptor_binder.h"
#include "glvk/draw/reads.h"
#include "glvk/gpu/buffer_storage.h"
#include "glvk/image/texture.h"
#include "glvk/pipeline/program.h"
#include "glvk/pipeline/program_host.h"
#include "glvk/record/stream.h"
#include "spirv/stage.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace glvk {

/// The program of one bind point, and what it reads: textures, uniforms, uniform blocks, and the
/// descriptors that say so. It goes on with a variant of the program where textures ask for one
/// (docs/draw.md). Steps are called in the order in which they stand here; who calls them has the
/// dirty bits, and gets those that a step makes necessary.
class BoundProgram {
public:
    BoundProgram(VkPipelineBindPoint bindPoint,
                 std::shared_ptr<ProgramHost> host,
                 const Sampling& sampling,
                 Stream& uniforms,
                 Reads& reads);

    /// Null: none, or out of memory.
    const Program* program() const { return m_program; }

    /// The command buffer is a new one: it holds nothing yet. `batch`: Recorder::generation().
    void noteBatch(uint64_t batch) { m_batch = batch; }
    /// A program died.
    void forgetProgram(uint64_t program);
    /// What the command buffer has is not known.
    void invalidate() { m_descriptors.invalidate(); }

    /// Dirty::Program: the program whose stages `state` has.
    void select(const gl::State& state);
    /// Dirty::Textures, Dirty::UniformBuffers: bindings are others than they were.
    void noteDirty(const gl::DirtyBits& dirty) {
        m_stampBefore = m_textureStamp;
        m_textureStamp += dirty.test(gl::Dirty::Textures);
        m_blockStampBefore = m_blockStamp;
        m_blockStamp += dirty.test(gl::Dirty::UniformBuffers);
    }
    /// Dirty::Program, with a program: what its draws used last.
    void useState(const gl::State& state);
    bool hasOtherTextures() const { return m_state->textureStamp != m_textureStamp; }
    /// Finds what samplers read, which may make textures whole and end the batch. The program may
    /// be another afterwards.
    SamplingResult updateTextures(const gl::State& state, gl::DirtyBits& dirty, WhenFull whenFull);
    /// After SamplingResult::SamplersFull: lets go of those that were used. The device may still
    /// have them; the program is to be used again.
    void releaseSamplers();
    /// Dirty::Uniforms. False: out of memory.
    bool updateUniforms(const gl::State& state);
    /// False: out of memory.
    bool updateBlocks(const gl::State& state, const gl::DirtyBits& dirty) {
        if (m_state->blockStamp == m_blockStamp) {
            return true;
        }
        const bool seen = m_state->blockStamp == m_blockStampBefore;
        return findBlocks(state, seen ? dirty.blocks() : kAllUnits);
    }
    /// False: out of memory.
    bool bindDescriptors() { return m_descriptors.bind(*m_program, m_state->sets); }
    /// All that it reads, for hazard bookkeeping.
    void appendReads(std::vector<Resource*>& reads) const;

private:
    static constexpr uint64_t kAllUnits = ~uint64_t(0); ///< As gl::DirtyBits::units(), blocks().

    /// What a program's draws used last. Programs are switched more often than their textures and
    /// uniforms change, so a program that comes back finds its sets as it left them.
    struct State {
        std::vector<BoundSet> sets;
        std::vector<BufferStorage*> blocks; ///< What Program::blocks() read, of the sets' buffers.
        std::vector<uint64_t> uniformSerials; ///< Of Program::defaultBlocks(), as written last.
        uint64_t batch = 0;                   ///< BoundProgram::m_batch of the uniforms.
        uint64_t textureStamp = 0;            ///< BoundProgram::m_textureStamp of the images.
        uint64_t blockStamp = 0;    ///< BoundProgram::m_blockStamp of the blocks' buffers.
        uint64_t mappingSerial = 0; ///< Of sampler units and block bindings, of all stages.
    };

    const Program* programOf(const gl::State& state);
    const Program* linkedProgram(const gl::State& state);
    const Program* combination(const gl::State& state);
    void useAnew(const gl::State& state, const Program& program, gl::DirtyBits& dirty);
    SamplingResult findTextures(const gl::State& state, gl::DirtyBits& dirty, uint64_t units);
    SamplingResult clampCoordinates(const gl::State& state, gl::DirtyBits& dirty);
    SamplingResult flipSamplers(const gl::State& state, gl::DirtyBits& dirty);
    bool findBlocks(const gl::State& state, uint64_t bindings);
    BufferStorage* zeros();

    const std::shared_ptr<ProgramHost> m_host;
    Gpu& m_gpu;
    Sampling m_sampling;
    Stream& m_uniforms;
    const VkDeviceSize m_alignment_B; ///< Of uniform blocks.
    Reads& m_reads;
    DescriptorBinder m_descriptors;
    const Program* m_linked = nullptr;  ///< The program as it was linked, or a combination.
    const Program* m_program = nullptr; ///< … with samplers that suit the textures' integers.
    Program::Flips m_unsuitable{};      ///< Samplers that do not, as findTextures() found.
    bool m_anyUnsuitable = false;       ///< Some bit of it is set.
    bool m_clamps = false;              ///< It found coordinates that shaders have to clamp.
    /// Combinations of several programs' stages, by their numbers.
    std::map<std::array<uint64_t, spirv::kGraphicsStageCount>, std::unique_ptr<Program>>
        m_combinations;
    /// By the linked program's number.
    std::map<std::pair<uint64_t, Program::Flips>, std::unique_ptr<Program>> m_flipped;
    std::unordered_map<uint64_t, std::unique_ptr<State>> m_states; ///< By the program's number.
    State* m_state = nullptr;
    uint64_t m_batch = 0;
    uint64_t m_textureStamp = 1; ///< Grows with every change of textures or sampler units.
    uint64_t m_stampBefore = 0;  ///< The same, before the changes that noteDirty() told of last.
    uint64_t m_blockStamp = 1;   ///< The same of uniform buffer bindings.
    uint64_t m_blockStampBefore = 0;
    ResourceRef<BufferStorage> m_zeros; ///< What blocks without a buffer read.
};

} // namespace glvk
