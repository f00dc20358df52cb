// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/executable.h"

#include "glsl/link/program.h"

#include <atomic>
#include <cassert>
#include <cstring>

namespace gl {

namespace {

static_assert(glsl::kStageCount == kShaderStages);

/// Serials of different executables never meet, even at one address: each starts in its own range.
uint64_t firstSerial() {
    static std::atomic<uint64_t> next{1};
    return next.fetch_add(1, std::memory_order_relaxed) << 32;
}

/// The entry of `uniform`'s element; slots of stages after the first go to `more`.
UniformEntry makeEntry(const glsl::Uniform& uniform,
                       size_t index,
                       int element,
                       std::vector<UniformEntry::Slot>& more) {
    const glsl::TypeInfo& type = glsl::typeInfo(uniform.glType);
    UniformEntry entry;
    entry.typeKey = UniformEntry::key(uint32_t(type.base), type.columns, type.rows);
    entry.uniform = uint16_t(index);
    entry.element = uint16_t(element);
    entry.remaining = uint16_t(uniform.arraySize - element);
    entry.isArray = uniform.isArray;
    entry.samplerIndex = uniform.isSampler() ? uniform.samplerIndex + element : -1;
    for (int stage = 0; stage < kShaderStages; ++stage) {
        const glsl::Uniform::Slot& from = uniform.slots[stage];
        if (from.offset_B < 0) {
            continue;
        }
        const UniformEntry::Slot slot{uint32_t(from.offset_B + element * from.arrayStride_B),
                                      uint16_t(from.arrayStride_B),
                                      uint16_t(from.matrixStride_B),
                                      uint32_t(stage)};
        if (entry.slotCount == 0) {
            entry.slot = slot;
        } else {
            if (entry.slotCount == 1) {
                entry.moreSlots = uint32_t(more.size());
            }
            more.push_back(slot);
        }
        ++entry.slotCount;
    }
    return entry;
}

void writeInitialValue(Executable& executable,
                       const glsl::Uniform& uniform,
                       std::span<const std::byte> value) {
    const glsl::TypeInfo& type = glsl::typeInfo(uniform.glType);
    const size_t column_B = size_t(type.rows) * (type.base == glsl::BaseType::Double ? 8 : 4);
    const size_t element_B = column_B * type.columns;
    for (int stage = 0; stage < kShaderStages; ++stage) {
        const glsl::Uniform::Slot& slot = uniform.slots[stage];
        if (slot.offset_B < 0) {
            continue;
        }
        std::vector<std::byte>& block = executable.uniforms[stage];
        for (int element = 0; element < uniform.arraySize; ++element) {
            for (int column = 0; column < type.columns; ++column) {
                const size_t from = element * element_B + column * column_B;
                const size_t to = size_t(slot.offset_B) + size_t(element) * slot.arrayStride_B +
                                  size_t(column) * slot.matrixStride_B;
                if (from + column_B <= value.size() && to + column_B <= block.size()) {
                    std::memcpy(block.data() + to, value.data() + from, column_B);
                }
            }
        }
    }
}

/// What fixed-function state is until somebody changes it: identity matrices.
void writeBuiltinDefault(Executable& executable, const glsl::Uniform& uniform) {
    const glsl::TypeInfo& type = glsl::typeInfo(uniform.glType);
    std::vector<float> value;
    if (type.isMatrix()) {
        for (int element = 0; element < uniform.arraySize; ++element) {
            for (int column = 0; column < type.columns; ++column) {
                for (int row = 0; row < type.rows; ++row) {
                    value.push_back(row == column ? 1.0f : 0.0f);
                }
            }
        }
    } else if (uniform.builtin == glsl::BuiltinUniform::NormalScale) {
        value.push_back(1);
    }
    writeInitialValue(executable, uniform, std::as_bytes(std::span(value)));
}

uint8_t conventionalArray(glsl::BuiltinAttribute builtin) {
    using enum glsl::BuiltinAttribute;
    switch (builtin) {
    case Vertex:
        return kArrayVertex;
    case Normal:
        return kArrayNormal;
    case Color:
        return kArrayColor;
    case SecondaryColor:
        return kArraySecondaryColor;
    case FogCoord:
        return kArrayFogCoord;
    case PointSize:
        return kArrayPointSize;
    default:
        return uint8_t(kArrayTexCoord0 + int(builtin) - int(MultiTexCoord0));
    }
}

void fillAttributeSources(Executable& executable) {
    for (int i = 0; i < kMaxVertexAttribs; ++i) {
        executable.attributeSources[i] = uint8_t(i);
    }
    for (const glsl::Attribute& attribute : executable.linked->attributes) {
        const bool conventional = attribute.builtin >= glsl::BuiltinAttribute::Vertex;
        if (conventional && attribute.inputLocation >= 0 &&
            attribute.inputLocation < kMaxVertexAttribs) {
            executable.attributeSources[attribute.inputLocation] =
                conventionalArray(attribute.builtin);
        }
    }
    executable.attributeMask = executable.linked->attributeMask & ((1u << kMaxVertexAttribs) - 1);
}

/// Those that stages use are of one type.
bool samplersAlike(const std::vector<glsl::SamplerInfo>& samplers) {
    uint32_t type = 0;
    for (const glsl::SamplerInfo& sampler : samplers) {
        if (sampler.stageMask == 0) {
            continue;
        }
        if (type != 0 && type != sampler.glType) {
            return false;
        }
        type = sampler.glType;
    }
    return true;
}

} // namespace

void Executable::writeUniform(const UniformEntry::Slot& slot, const void* data, size_t size_B) {
    std::vector<std::byte>& block = uniforms[slot.stage];
    assert(slot.offset_B + size_B <= block.size());
    std::byte* to = block.data() + slot.offset_B;
    if (std::memcmp(to, data, size_B) != 0) {
        std::memcpy(to, data, size_B);
        ++uniformSerials[slot.stage];
    }
}

bool Executable::setSamplerUnit(int sampler, uint8_t unit) {
    if (sampler >= kMaxSamplers || samplerUnits[sampler] == unit) {
        return false;
    }
    samplerUnits[sampler] = unit;
    ++samplerSerial;
    return true;
}

void Executable::updateSamplerConflict() {
    if (samplersAlike) {
        return;
    }
    // ES 2.0 section 2.10.4: active samplers of different types must not point to one unit.
    std::array<uint32_t, 256> typeOfUnit{};
    samplerConflict = false;
    for (size_t i = 0; i < linked->samplers.size() && i < size_t(kMaxSamplers); ++i) {
        const glsl::SamplerInfo& sampler = linked->samplers[i];
        if (sampler.stageMask == 0) {
            continue;
        }
        uint32_t& type = typeOfUnit[samplerUnits[i]];
        samplerConflict = samplerConflict || (type != 0 && type != sampler.glType);
        type = sampler.glType;
    }
}

std::shared_ptr<Executable> makeExecutable(std::shared_ptr<const glsl::LinkedProgram> linked) {
    auto executable = std::make_shared<Executable>();
    executable->linked = std::move(linked);
    const glsl::LinkedProgram& program = *executable->linked;
    for (const glsl::StageBinary& stage : program.stages) {
        executable->uniforms[size_t(stage.stage)].resize(stage.defaultBlockSize_B);
    }
    const uint64_t serial = firstSerial();
    executable->uniformSerials.fill(serial);
    executable->samplerSerial = serial;
    executable->blockSerial = serial;
    for (const glsl::UniformBlock& block : program.uniformBlocks) {
        executable->blockBindings.push_back(uint8_t(block.binding));
    }

    executable->uniformEntries.resize(size_t(program.locationCount));
    for (size_t index = 0; index < program.uniforms.size(); ++index) {
        const glsl::Uniform& uniform = program.uniforms[index];
        const bool active = !isInternal(uniform.builtin);
        executable->activeIndices.push_back(active ? int(executable->activeUniforms.size()) : -1);
        if (active) {
            executable->activeUniforms.push_back(uint16_t(index));
        }
        const bool builtin = uniform.builtin != glsl::BuiltinUniform::None;
        if (uniform.blockIndex >= 0 || (uniform.location < 0 && !builtin)) {
            continue;
        }
        if (uniform.location < 0) {
            executable->builtinEntries.push_back(
                makeEntry(uniform, index, 0, executable->moreSlots));
            writeBuiltinDefault(*executable, uniform);
            continue;
        }
        for (int element = 0; element < uniform.arraySize; ++element) {
            const int location = uniform.location + element;
            if (location < program.locationCount) {
                executable->uniformEntries[size_t(location)] =
                    makeEntry(uniform, index, element, executable->moreSlots);
            }
        }
        if (!uniform.isSampler()) {
            writeInitialValue(*executable, uniform, uniform.initialValue);
            continue;
        }
        for (size_t i = 0; i * 4 + 4 <= uniform.initialValue.size(); ++i) {
            int32_t unit = 0;
            std::memcpy(&unit, uniform.initialValue.data() + i * 4, 4);
            executable->setSamplerUnit(uniform.samplerIndex + int(i), uint8_t(unit));
        }
    }
    fillAttributeSources(*executable);
    executable->samplersAlike = samplersAlike(program.samplers);
    executable->updateSamplerConflict();
    return executable;
}

} // namespace gl
