// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// DrawRecorder: what a program's draws read, and the descriptor sets that say so.
#include "base/bits.h"
#include "glvk/backend/context.h"
#include "glvk/backend/device.h"
#include "glvk/draw/draw.h"
#include "glvk/image/buffer.h"
#include "glvk/image/texture.h"
#include "report/stalls.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace glvk {

namespace {

/// More than any block that GL_MAX_UNIFORM_BLOCK_SIZE allows.
constexpr VkDeviceSize kMaxZeros_B = 65536;

} // namespace

/// The program whose stages are drawn with; null: none, or out of memory.
const Program* DrawRecorder::programOf(const gl::State& state) {
    const Program* program = linkedProgram(state);
    return program && program->drawsClamping() ? program->clamping() : program;
}

const Program* DrawRecorder::linkedProgram(const gl::State& state) {
    const gl::Executable* one = nullptr;
    for (const gl::Executable* executable : state.stages) {
        if (executable && one && executable != one) {
            return combination(state);
        }
        one = executable ? executable : one;
    }
    return one ? static_cast<const Program*>(one->backend.get()) : nullptr;
}

const Program* DrawRecorder::combination(const gl::State& state) {
    std::array<const Program*, kShaderStages> programs{};
    std::array<uint64_t, kShaderStages> key{};
    for (size_t i = 0; i < kShaderStages; ++i) {
        if (const gl::Executable* executable = state.stages[size_t(glslStage(ShaderStage(i)))]) {
            programs[i] = static_cast<const Program*>(executable->backend.get());
            key[i] = programs[i] ? programs[i]->id() : 0;
        }
    }
    std::unique_ptr<Program>& made = m_combinations[key];
    if (!made) {
        report::StallTimer timer(report::StallKind::Programs);
        made = Program::combine(m_device.shared_from_this(), programs);
        timer.stop([] { return std::string("stages of several programs came together"); });
    }
    return made.get();
}

void DrawRecorder::useProgramState(const gl::State& state) {
    constexpr size_t kMaxStates = 2048; // Programs come and go: start over now and then.
    if (m_programStates.size() >= kMaxStates) {
        m_programStates.clear();
    }
    std::unique_ptr<ProgramState>& slot = m_programStates[m_program->id()];
    if (!slot) {
        slot = std::make_unique<ProgramState>();
        slot->uniformSerials.resize(m_program->defaultBlocks().size());
        slot->sets.resize(m_program->sets().size());
        for (size_t i = 0; i < slot->sets.size(); ++i) {
            const Program::Set& set = m_program->sets()[i];
            slot->sets[i].resizeImages(set.slots.size());
            slot->sets[i].buffers.resize(set.bufferCount);
            for (size_t k = 0; k < set.bufferCount; ++k) {
                slot->sets[i].buffers[k].dynamic = set.dynamic[k];
            }
        }
    }
    m_programState = slot.get();
    if (m_programState->batch != m_batchGeneration) {
        m_programState->batch = m_batchGeneration;
        m_programState->textureStamp = 0; // The new batch has to keep images and buffers.
        m_programState->blockStamp = 0;
        for (BoundSet& set : m_programState->sets) {
            set.invalidate();
        }
    }
    // What samplers and blocks are mapped to may have changed while the program was not current.
    uint64_t mapping = 0;
    for (const gl::Executable* executable : state.stages) {
        mapping += executable ? executable->samplerSerial + executable->blockSerial : 0;
    }
    if (m_programState->mappingSerial != mapping) {
        m_programState->mappingSerial = mapping;
        m_programState->textureStamp = 0;
        m_programState->blockStamp = 0;
    }
    m_descriptors.noteProgram();
    m_usedEpoch = 0;
}

/// While preparing: goes on with another variant of the program.
void DrawRecorder::useProgramAnew(const gl::State& state, const Program& program) {
    m_programState->textureStamp = 0; // Whoever comes back to the one before looks again.
    m_program = &program;
    useProgramState(state);
    m_dirty.set(gl::Dirty::Program);
    m_dirty.set(gl::Dirty::Uniforms);
}

/// Goes on with the program whose coordinates tables change, where a sampler asks for that.
bool DrawRecorder::clampCoordinates(const gl::State& state) {
    const bool clamps = std::exchange(m_clamps, false);
    if (!clamps || m_linked->clampsCoordinates() || !m_linked->mayClamp()) [[likely]] {
        return true;
    }
    m_linked->noteClamping();
    report::StallTimer timer(report::StallKind::Programs);
    m_linked = m_linked->clamping();
    timer.stop([] { return std::string("shaders have to clamp coordinates"); });
    m_unsuitable = {};
    if (!m_linked) {
        m_dirty.set(gl::Dirty::Program);
        return false;
    }
    useProgramAnew(state, *m_linked);
    return updateTextures(state, kAllUnits);
}

/// Goes on with the program whose samplers read the integers that their textures hold.
bool DrawRecorder::flipSamplers(const gl::State& state) {
    constexpr Program::Flips kNone{};
    Program::Flips flips = std::exchange(m_unsuitable, kNone);
    if (flips == kNone) [[likely]] {
        return true;
    }
    for (size_t i = 0; i < flips.size(); ++i) {
        flips[i] ^= m_program->flips()[i];
    }
    if (flips == kNone) {
        m_program = m_linked;
    } else {
        std::unique_ptr<Program>& made = m_flipped[{m_linked->id(), flips}];
        if (!made) {
            report::StallTimer timer(report::StallKind::Programs);
            made = Program::flipped(m_device.shared_from_this(), *m_linked, flips);
            timer.stop([] { return std::string("samplers met integers of the other sign"); });
        }
        if (!made) {
            return false;
        }
        m_program = made.get();
    }
    useProgramAnew(state, *m_program);
    const bool updated = updateTextures(state, kAllUnits);
    m_unsuitable = kNone; // An array of textures of both signs: nothing suits it.
    return updated;
}

/// Finds what samplers read, of those whose unit is among `units` (gl::DirtyBits::unitBit()).
bool DrawRecorder::updateTextures(const gl::State& state, uint64_t units) {
    for (size_t i = 0; i < m_program->sets().size(); ++i) {
        const auto& slots = m_program->sets()[i].slots;
        if (slots.empty()) {
            continue;
        }
        BoundSet& set = m_programState->sets[i];
        for (size_t s = 0; s < slots.size(); ++s) {
            const Program::SampledSlot slot = slots[s];
            const gl::Executable& executable = *state.stages[size_t(slot.stage)];
            const size_t number = executable.samplerUnits[slot.sampler];
            if (!(units & gl::DirtyBits::unitBit(number))) {
                continue;
            }
            const gl::TextureUnit& unit = state.textureUnits[number];
            const gl::Texture& texture = *unit.bound[size_t(slot.type)];
            auto& backend = static_cast<Texture&>(texture.backend());
            if (slot.kind != SampledKind::Float && slot.binding < 32) {
                const SampledKind held = backend.numbers(texture);
                if (held != SampledKind::Float && held != slot.kind) {
                    m_unsuitable[size_t(slot.stage)] |= 1u << slot.binding;
                }
            }
            if (slot.type == gl::TextureType::Buffer) {
                TexelBuffer texels;
                if (!backend.prepareTexels(m_context, texture, slot.kind, texels)) {
                    return false;
                }
                if (!set.setImage(s, {texels.view->id, VK_NULL_HANDLE, {}, texels.view})) {
                    return false;
                }
                if (std::exchange(set.used[s], texels.storage) != texels.storage) {
                    m_newReads.push_back(texels.storage);
                }
                continue;
            }
            Image* image = nullptr;
            SampledImage sampled;
            do {
                if (!backend.prepareSampling(m_context,
                                             texture,
                                             unit.sampler.get(),
                                             {unit.lodBias, state.seamlessCubes},
                                             slot.kind,
                                             image,
                                             sampled)) {
                    return false;
                }
            } while (!set.setImage(s, sampled) && backend.forgetPrepared());
            m_clamps |= bool(sampled.clamp.mask);
            if (std::exchange(set.used[s], image) != image && image) {
                m_newReads.push_back(image);
            }
        }
        if (set.newClamps && m_program->clampsCoordinates()) {
            m_dirty.set(gl::Dirty::Uniforms); // They lie in the same buffer.
        }
    }
    m_programState->textureStamp = m_textureStamp;
    return true;
}

/// Where all samplers that the device allows are held: lets go of those that were drawn with, and
/// waits until the device did as well. False: they were not.
bool DrawRecorder::releaseSamplers() {
    if (!std::exchange(m_samplersFull, false)) {
        return false;
    }
    m_samplersReleased = true;
    m_descriptors.releaseSamplers();
    m_programStates.clear();
    m_programState = nullptr;
    m_dirty.set(gl::Dirty::Program);
    return m_recorder.finish("samplers, of which the device allows no more");
}

bool DrawRecorder::updateUniforms(const gl::State& state) {
    const auto& blocks = m_program->defaultBlocks();
    for (size_t i = 0; i < blocks.size(); ++i) {
        const Program::DefaultBlock& block = blocks[i];
        // Without a control shader there are the default levels.
        const gl::Executable* executable = state.stages[size_t(block.stage)];
        BoundSet& set = m_programState->sets[block.set];
        const uint64_t serial =
            executable ? executable->uniformSerials[size_t(block.stage)] : state.patchLevelSerial;
        if (set.buffers[block.buffer].storage && m_programState->uniformSerials[i] == serial &&
            !(block.rows && set.newClamps)) {
            continue;
        }
        const StreamPiece piece =
            m_stream.allocate(block.size_B, m_device.limits().minUniformBufferOffsetAlignment);
        if (!piece.storage) {
            return false;
        }
        if (executable) {
            const auto& bytes = executable->uniforms[size_t(block.stage)];
            std::copy_n(bytes.data(), std::min<size_t>(bytes.size(), block.table_B), piece.data);
        } else {
            std::memcpy(piece.data, state.patchOuterLevels.data(), 16);
            std::memcpy(piece.data + 16, state.patchInnerLevels.data(), 8);
        }
        for (size_t row = 0; row < block.rows; ++row) {
            const ClampRow clamp = clampRow(set.images[block.firstSlot + row].clamp);
            std::memcpy(piece.data + block.table_B + row * sizeof clamp, &clamp, sizeof clamp);
        }
        set.setBuffer(block.buffer, piece.storage, piece.offset_B, block.size_B);
        m_programState->uniformSerials[i] = serial;
    }
    for (BoundSet& set : m_programState->sets) {
        set.newClamps = false;
    }
    return true;
}

/// Finds the buffers of the program's uniform blocks. A block is as large as the shader declares it
/// however much of the buffer is bound, so that another offset changes nothing but a dynamic
/// offset.
bool DrawRecorder::updateBlocks(const gl::State& state) {
    for (const Program::Block& block : m_program->blocks()) {
        const gl::Executable& executable = *state.stages[size_t(block.stage)];
        const gl::BufferBinding& binding =
            state.uniformBuffers[executable.blockBindings[block.block]];
        BufferStorage* storage =
            binding.buffer ? static_cast<Buffer&>(binding.buffer->backend()).storage() : nullptr;
        VkDeviceSize offset_B = binding.offset_B;
        VkDeviceSize range_B = block.size_B;
        if (!storage || offset_B >= storage->size_B()) {
            storage = zeros();
            offset_B = 0;
            if (!storage) {
                return false;
            }
        }
        range_B = std::min(range_B, storage->size_B() - offset_B);
        BoundSet& set = m_programState->sets[block.set];
        if (set.buffers[block.buffer].storage != storage) {
            m_newReads.push_back(storage);
        }
        set.setBuffer(block.buffer, storage, offset_B, range_B);
    }
    m_programState->blockStamp = m_blockStamp;
    return true;
}

BufferStorage* DrawRecorder::zeros() {
    if (!m_zeros) {
        m_zeros = BufferStorage::create(m_device,
                                        m_device.limits().maxUniformBufferRange < kMaxZeros_B
                                            ? m_device.limits().maxUniformBufferRange
                                            : kMaxZeros_B,
                                        VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
                                        MemoryUse::DeviceHost);
        if (m_zeros && m_zeros->mapped()) {
            std::memset(m_zeros->mapped(), 0, m_zeros->size_B());
        }
    }
    return m_zeros.get();
}

void DrawRecorder::useResources() {
    if (m_usedEpoch == m_recorder.epoch() && m_usedEpoch != 0) {
        if (m_newReads.empty()) {
            return;
        }
        m_recorder.use(m_newReads, {});
        m_newReads.clear();
        if (m_usedEpoch == m_recorder.epoch()) {
            return;
        }
    }
    m_newReads.clear();
    m_reads.clear();
    for (const BoundSet& set : m_programState->sets) {
        for (Resource* used : set.used) {
            if (used) { // Nothing keeps the zeros that a buffer texture without a buffer reads.
                m_reads.push_back(used);
            }
        }
    }
    for (const Program::Block& block : m_program->blocks()) {
        m_reads.push_back(m_programState->sets[block.set].buffers[block.buffer].storage);
    }
    m_vertexInput.appendReads(m_reads);
    m_recorder.use(m_reads, {});
    m_usedEpoch = m_recorder.epoch();
}

} // namespace glvk
