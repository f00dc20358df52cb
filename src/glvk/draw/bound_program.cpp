// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/draw/bound_program.h"

#include "gl/objects/framebuffer.h"
#include "glvk/gpu/gpu.h"
#include "glvk/image/buffer.h"
#include "glvk/record/calling_context.h"
#include "report/stalls.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace glvk {

namespace {

/// More than any block that GL_MAX_UNIFORM_BLOCK_SIZE allows.
constexpr VkDeviceSize kMaxZeros_B = 65536;

constexpr uint64_t kUnwritten = ~uint64_t(0); ///< No serial of uniforms.

} // namespace

BoundProgram::BoundProgram(VkPipelineBindPoint bindPoint,
                           std::shared_ptr<ProgramHost> host,
                           const Sampling& sampling,
                           Stream& uniforms,
                           Reads& reads)
    : m_host(std::move(host)),
      m_gpu(m_host->gpu()),
      m_sampling(sampling),
      m_uniforms(uniforms),
      m_alignment_B(m_gpu.limits().minUniformBufferOffsetAlignment),
      m_reads(reads),
      m_descriptors(sampling.context.recorder(), bindPoint) {}

void BoundProgram::appendReads(std::vector<Resource*>& reads) const {
    for (const BoundSet& set : m_state->sets) {
        for (Resource* used : set.used) {
            if (used) { // Nothing keeps the zeros that a buffer texture without a buffer reads.
                reads.push_back(used);
            }
        }
    }
    reads.insert(reads.end(), m_state->blocks.begin(), m_state->blocks.end());
}

/// The program whose stages are drawn with; null: none, or out of memory.
const Program* BoundProgram::programOf(const gl::State& state) {
    const Program* program = linkedProgram(state);
    return program && program->drawsClamping() ? program->clamping() : program;
}

void BoundProgram::select(const gl::State& state) {
    m_program = m_linked = programOf(state);
}

SamplingResult
BoundProgram::updateTextures(const gl::State& state, gl::DirtyBits& dirty, WhenFull whenFull) {
    m_sampling.whenFull = whenFull;
    const bool seen = m_state->textureStamp == m_stampBefore;
    SamplingResult result = findTextures(state, dirty, seen ? dirty.units() : kAllUnits);
    if (result == SamplingResult::Ready) {
        result = clampCoordinates(state, dirty);
    }
    return result == SamplingResult::Ready ? flipSamplers(state, dirty) : result;
}

void BoundProgram::forgetProgram(uint64_t program) {
    m_states.erase(program);
    std::erase_if(m_flipped, [&](const auto& pair) { return pair.first.first == program; });
    std::erase_if(m_combinations, [&](const auto& pair) {
        return std::find(pair.first.begin(), pair.first.end(), program) != pair.first.end();
    });
}

void BoundProgram::releaseSamplers() {
    m_descriptors.releaseSamplers();
    m_states.clear();
    m_state = nullptr;
}

const Program* BoundProgram::linkedProgram(const gl::State& state) {
    const gl::Executable* one = nullptr;
    for (const gl::Executable* executable : state.stages) {
        if (executable && one && executable != one) {
            return combination(state);
        }
        one = executable ? executable : one;
    }
    return one ? static_cast<const Program*>(one->backend.get()) : nullptr;
}

const Program* BoundProgram::combination(const gl::State& state) {
    std::array<const Program*, spirv::kGraphicsStageCount> programs{};
    std::array<uint64_t, spirv::kGraphicsStageCount> key{};
    for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
        if (const gl::Executable* executable = state.stages[i]) {
            programs[i] = static_cast<const Program*>(executable->backend.get());
            key[i] = programs[i] ? programs[i]->id() : 0;
        }
    }
    std::unique_ptr<Program>& made = m_combinations[key];
    if (!made) {
        report::StallTimer timer(report::StallKind::Programs);
        made = Program::combine(m_host, programs);
        timer.stop([&] {
            return fmt::format("stages of several programs came together: {}",
                               made ? made->nameForPeople() : "out of memory");
        });
    }
    return made.get();
}

void BoundProgram::useState(const gl::State& state) {
    constexpr size_t kMaxStates = 2048; // Programs come and go: start over now and then.
    if (m_states.size() >= kMaxStates) {
        m_states.clear();
    }
    std::unique_ptr<State>& slot = m_states[m_program->id()];
    if (!slot) {
        slot = std::make_unique<State>();
        slot->uniformSerials.resize(m_program->defaultBlocks().size(), kUnwritten);
        slot->sets.resize(m_program->sets().size());
        slot->blocks.resize(m_program->blocks().size());
        for (size_t i = 0; i < slot->sets.size(); ++i) {
            const Program::Set& set = m_program->sets()[i];
            slot->sets[i].use = set.layout->shape.empty() ? SetUse::Unread
                                : set.layout->pushed      ? SetUse::Pushed
                                                          : SetUse::Bound;
            slot->sets[i].resizeImages(set.slots.size());
            slot->sets[i].buffers.resize(set.bufferCount);
            for (size_t k = 0; k < set.bufferCount; ++k) {
                slot->sets[i].buffers[k].dynamic = set.dynamic[k];
            }
        }
    }
    m_state = slot.get();
    if (m_state->batch != m_batch) {
        m_state->batch = m_batch;
        m_state->textureStamp = 0; // The new batch has to keep images and buffers.
        m_state->blockStamp = 0;
        std::ranges::fill(m_state->uniformSerials, kUnwritten);
        for (BoundSet& set : m_state->sets) {
            set.invalidate();
        }
        std::ranges::fill(m_state->blocks, nullptr);
    }
    // What samplers and blocks are mapped to may have changed while the program was not current.
    uint64_t mapping = 0;
    for (const gl::Executable* executable : state.stages) {
        mapping += executable ? executable->samplerSerial + executable->blockSerial : 0;
    }
    if (m_state->mappingSerial != mapping) {
        m_state->mappingSerial = mapping;
        m_state->textureStamp = 0;
        m_state->blockStamp = 0;
    }
    m_descriptors.noteProgram();
    m_reads.redeclare();
}

/// While preparing: goes on with another variant of the program.
void BoundProgram::useAnew(const gl::State& state, const Program& program, gl::DirtyBits& dirty) {
    m_state->textureStamp = 0; // Whoever comes back to the one before looks again.
    m_program = &program;
    useState(state);
    dirty.set(gl::Dirty::Program);
    dirty.set(gl::Dirty::Uniforms);
}

/// Goes on with the program whose coordinates tables change, where a sampler asks for that.
SamplingResult BoundProgram::clampCoordinates(const gl::State& state, gl::DirtyBits& dirty) {
    const bool clamps = std::exchange(m_clamps, false);
    if (!clamps || m_linked->clampsCoordinates() || !m_linked->mayClamp()) [[likely]] {
        return SamplingResult::Ready;
    }
    m_linked->noteClamping();
    report::StallTimer timer(report::StallKind::Programs);
    m_linked = m_linked->clamping();
    timer.stop([&] {
        return fmt::format("shaders have to clamp coordinates, {}", m_program->nameForPeople());
    });
    m_unsuitable = {};
    m_anyUnsuitable = false;
    if (!m_linked) {
        dirty.set(gl::Dirty::Program);
        return SamplingResult::OutOfMemory;
    }
    useAnew(state, *m_linked, dirty);
    return findTextures(state, dirty, kAllUnits);
}

/// Goes on with the program whose samplers read the integers that their textures hold.
SamplingResult BoundProgram::flipSamplers(const gl::State& state, gl::DirtyBits& dirty) {
    constexpr Program::Flips kNone{};
    if (!std::exchange(m_anyUnsuitable, false)) [[likely]] {
        return SamplingResult::Ready;
    }
    Program::Flips flips = std::exchange(m_unsuitable, kNone);
    for (size_t i = 0; i < flips.size(); ++i) {
        flips[i] ^= m_program->flips()[i];
    }
    if (flips == kNone) {
        m_program = m_linked;
    } else {
        std::unique_ptr<Program>& made = m_flipped[{m_linked->id(), flips}];
        if (!made) {
            report::StallTimer timer(report::StallKind::Programs);
            made = Program::flipped(m_host, *m_linked, flips);
            timer.stop([&] {
                return fmt::format("samplers met integers of the other sign, {}",
                                   m_linked->nameForPeople());
            });
        }
        if (!made) {
            return SamplingResult::OutOfMemory;
        }
        m_program = made.get();
    }
    useAnew(state, *m_program, dirty);
    const SamplingResult result = findTextures(state, dirty, kAllUnits);
    m_anyUnsuitable = false;
    m_unsuitable = kNone; // An array of textures of both signs: nothing suits it.
    return result;
}

/// Finds what samplers read, of those whose unit is among `units` (gl::DirtyBits::unitBit()).
SamplingResult
BoundProgram::findTextures(const gl::State& state, gl::DirtyBits& dirty, uint64_t units) {
    for (size_t i = 0; i < m_program->sets().size(); ++i) {
        const auto& slots = m_program->sets()[i].slots;
        if (slots.empty()) {
            continue;
        }
        BoundSet& set = m_state->sets[i];
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
                    m_anyUnsuitable = true;
                }
            }
            if (slot.type == gl::TextureType::Buffer) {
                TexelBuffer texels;
                if (!backend.prepareTexels(m_sampling.placeholders, texture, slot.kind, texels)) {
                    return SamplingResult::OutOfMemory;
                }
                if (!set.setImage(s, {texels.view->id, VK_NULL_HANDLE, {}, texels.view})) {
                    return SamplingResult::OutOfMemory;
                }
                if (std::exchange(set.used[s], texels.storage) != texels.storage) {
                    m_reads.add(*texels.storage);
                }
                continue;
            }
            Image* image = nullptr;
            SampledImage sampled;
            do {
                const SamplingResult result =
                    backend.prepareSampling(m_sampling,
                                            texture,
                                            unit.sampler.get(),
                                            {unit.lodBias, state.seamlessCubes},
                                            slot.kind,
                                            image,
                                            sampled);
                if (result != SamplingResult::Ready) {
                    return result;
                }
            } while (!set.setImage(s, sampled) && backend.forgetPrepared());
            m_clamps |= bool(sampled.clamp.mask) ||
                        (sampled.clamp.spreads() && m_program->spreadsComparisons());
            if (std::exchange(set.used[s], image) != image && image) {
                m_reads.add(*image);
            }
        }
        if (set.newClamps && m_program->clampsCoordinates()) {
            dirty.set(gl::Dirty::Uniforms); // They lie in the same buffer.
        }
    }
    m_state->textureStamp = m_textureStamp;
    return SamplingResult::Ready;
}

bool BoundProgram::updateUniforms(const gl::State& state) {
    uint64_t* written = m_state->uniformSerials.data();
    for (const Program::DefaultBlock& block : m_program->defaultBlocks()) {
        // Without a control shader there are the default levels.
        const gl::Executable* executable = state.stages[size_t(block.stage)];
        BoundSet& set = m_state->sets[block.set];
        const uint64_t serial =
            executable ? executable->uniformSerials[size_t(block.stage)] : state.patchLevelSerial;
        if (*written != serial || (block.rows && set.newClamps)) {
            const StreamPiece piece = m_uniforms.allocate(block.size_B, m_alignment_B);
            if (!piece.storage) {
                return false;
            }
            if (executable) {
                const auto& bytes = executable->uniforms[size_t(block.stage)];
                std::memcpy(
                    piece.data, bytes.data(), std::min<size_t>(bytes.size(), block.table_B));
            } else {
                std::memcpy(piece.data, state.patchOuterLevels.data(), 16);
                std::memcpy(piece.data + 16, state.patchInnerLevels.data(), 8);
            }
            for (size_t row = 0; row < block.rows; ++row) {
                const ClampRow clamp = clampRow(set.images[block.firstSlot + row].clamp);
                std::memcpy(piece.data + block.table_B + row * sizeof clamp, &clamp, sizeof clamp);
            }
            set.setBuffer(block.buffer, piece.storage, piece.offset_B, block.size_B);
            *written = serial;
        }
        ++written;
    }
    if (m_program->clampsCoordinates()) {
        for (BoundSet& set : m_state->sets) {
            set.newClamps = false;
        }
    }
    return true;
}

/// Finds the buffers of the program's uniform blocks. A block is as large as the shader declares it
/// however much of the buffer is bound, so that another offset changes nothing but a dynamic
/// offset. `bindings`: those that are looked at (gl::DirtyBits::unitBit()).
bool BoundProgram::findBlocks(const gl::State& state, uint64_t bindings) {
    for (size_t i = 0; i < m_state->blocks.size(); ++i) {
        const Program::Block& block = m_program->blocks()[i];
        const gl::Executable& executable = *state.stages[size_t(block.stage)];
        const size_t number = executable.blockBindings[block.block];
        if (!(bindings & gl::DirtyBits::unitBit(number))) {
            continue;
        }
        const gl::BufferBinding& binding = state.uniformBuffers[number];
        BufferStorage* storage =
            binding.buffer ? static_cast<Buffer&>(binding.buffer->backend()).blockStorage()
                           : nullptr;
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
        if (std::exchange(m_state->blocks[i], storage) != storage) {
            m_reads.add(*storage);
        }
        m_state->sets[block.set].setBuffer(
            block.buffer, &storage->whole(), storage->offset_B() + offset_B, range_B);
    }
    m_state->blockStamp = m_blockStamp;
    return true;
}

BufferStorage* BoundProgram::zeros() {
    if (!m_zeros) {
        m_zeros = BufferStorage::create(m_gpu,
                                        m_gpu.limits().maxUniformBufferRange < kMaxZeros_B
                                            ? m_gpu.limits().maxUniformBufferRange
                                            : kMaxZeros_B,
                                        VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
                                        MemoryUse::DeviceHost);
        if (m_zeros && m_zeros->mapped()) {
            std::memset(m_zeros->mapped(), 0, m_zeros->size_B());
        }
    }
    return m_zeros.get();
}

} // namespace glvk
