// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/program_file.h"

#include "glsl/interface/archive.h"
#include "glsl/link/code_check.h"

#include "spirv/polygon_stipple.h"

#include <algorithm>

namespace glsl {

// Not in an unnamed namespace: lists find these by their arguments.

template <class Archive>
void transfer(Archive& archive, Uniform::Slot& slot) {
    transferAll(archive, slot.offset_B, slot.arrayStride_B, slot.matrixStride_B);
}

template <class Archive>
void transfer(Archive& archive, Uniform& uniform) {
    transferAll(archive,
                uniform.name,
                uniform.glType,
                uniform.arraySize,
                uniform.isArray,
                uniform.location,
                uniform.slots,
                uniform.stageMask,
                uniform.blockIndex,
                uniform.offset_B,
                uniform.arrayStride_B,
                uniform.matrixStride_B,
                uniform.rowMajor,
                uniform.samplerIndex,
                uniform.builtin,
                uniform.initialValue);
}

template <class Archive>
void transfer(Archive& archive, SamplerInfo& sampler) {
    transferAll(archive,
                sampler.glType,
                sampler.dim,
                sampler.shadow,
                sampler.arrayed,
                sampler.sampledBase,
                sampler.stageMask);
}

template <class Archive>
void transfer(Archive& archive, StageSampler& sampler) {
    transferAll(archive, sampler.binding, sampler.count, sampler.firstSampler);
}

template <class Archive>
void transfer(Archive& archive, UniformBlock& block) {
    transferAll(archive, block.name, block.size_B, block.binding, block.members, block.stageMask);
}

template <class Archive>
void transfer(Archive& archive, StageBlock& block) {
    transferAll(archive, block.binding, block.count, block.firstBlock);
}

template <class Archive>
void transfer(Archive& archive, FeedbackVarying& varying) {
    transferAll(
        archive, varying.name, varying.glType, varying.arraySize, varying.buffer, varying.offset_B);
}

template <class Archive>
void transfer(Archive& archive, Feedback& feedback) {
    transferAll(archive, feedback.varyings, feedback.mode, feedback.stride_B, feedback.stream);
}

template <class Archive>
void transfer(Archive& archive, SubroutineUniform& uniform) {
    transferAll(archive,
                uniform.name,
                uniform.location,
                uniform.arraySize,
                uniform.isArray,
                uniform.compatible);
}

template <class Archive>
void transfer(Archive& archive, StageSubroutines& subroutines) {
    transferAll(archive,
                subroutines.names,
                subroutines.uniforms,
                subroutines.locationCount,
                subroutines.offset_B,
                subroutines.stride_B);
}

template <class Archive>
void transfer(Archive& archive, Attribute& attribute) {
    transferAll(archive,
                attribute.name,
                attribute.glType,
                attribute.arraySize,
                attribute.isArray,
                attribute.location,
                attribute.inputLocation,
                attribute.builtin);
}

template <class Archive>
void transfer(Archive& archive, FragmentOutput& output) {
    transferAll(archive,
                output.name,
                output.glType,
                output.arraySize,
                output.location,
                output.index,
                output.broadcast);
}

template <class Archive>
void transfer(Archive& archive, InterfaceVariable& variable) {
    transferAll(archive,
                variable.name,
                variable.type,
                variable.location,
                variable.interpolation,
                variable.patch);
}

template <class Archive>
void transfer(Archive& archive, StageBinary& stage) {
    transferAll(
        archive, stage.stage, stage.spirv, stage.defaultBlockSize_B, stage.samplers, stage.blocks);
}

template <class Archive>
void transfer(Archive& archive, ColorInput& color) {
    transferAll(archive, color.location, color.backLocation, color.isShaded);
}

template <class Archive>
void transfer(Archive& archive, ClipSource& clip) {
    transferAll(archive, clip.stage, clip.offset_B, clip.location);
}

template <class Archive>
void transfer(Archive& archive, FixedInputs& inputs) {
    transferAll(archive,
                inputs.color,
                inputs.secondaryColor,
                inputs.fogCoord,
                inputs.texCoords,
                inputs.unwrittenTexCoords);
}

template <class Archive>
void transfer(Archive& archive, LinkedProgram& program) {
    transferAll(archive,
                program.ok,
                program.infoLog,
                program.stages,
                program.uniforms,
                program.locationCount,
                program.samplers,
                program.uniformBlocks,
                program.feedback,
                program.geometry,
                program.tessellation,
                program.subroutines,
                program.attributes,
                program.attributeMask,
                program.attributeClass,
                program.attributeDouble,
                program.fragmentOutputs,
                program.fragmentOutputMask,
                program.outputClass,
                program.writesPointSize,
                program.usesDiscard,
                program.writesFragDepth,
                program.usesClipDistance,
                program.usesSampleShading,
                program.colors,
                program.clip,
                program.alphaTestOffset_B,
                program.fixedInputs,
                program.stippleOffset_B,
                program.separable,
                program.meetsOthers,
                program.isFixedFunction,
                program.openInputs,
                program.openOutputs,
                program.locationTable);
}

namespace {

constexpr int kMost = 1 << 24;       // of anything that is counted
constexpr int kLocations = 64;       // of stages' inputs and outputs
constexpr int kMostInvocations = 32; // GL_MAX_GEOMETRY_SHADER_INVOCATIONS
constexpr int kStreams = 4;
constexpr uint32_t kMostDefaultBlock_B = 1u << 17; // 64 KiB, clip planes, subroutines

bool isIn(int64_t value, int64_t first, int64_t end) {
    return value >= first && value < end;
}

bool isRange(int64_t first, int64_t count, int64_t end) {
    return first >= 0 && count >= 0 && first + count <= end;
}

// The values of a uniform lie inside the stage's default block.
bool slotFits(const Uniform& uniform, const Uniform::Slot& slot, uint32_t blockSize_B) {
    if (slot.offset_B < 0) {
        return true;
    }
    const TypeInfo& info = typeInfo(uniform.glType);
    if (slot.arrayStride_B < 0 || slot.matrixStride_B < 0 || info.name.empty()) {
        return false;
    }
    const int64_t column_B = int64_t{info.rows} * (info.base == BaseType::Double ? 8 : 4);
    const int64_t last_B = int64_t{slot.offset_B} +
                           int64_t{uniform.arraySize - 1} * slot.arrayStride_B +
                           int64_t{info.columns - 1} * slot.matrixStride_B;
    return last_B + column_B <= blockSize_B;
}

class Checker {
public:
    Checker(const LinkedProgram& program, const Limits& limits)
        : m_program(program), m_limits(limits) {}

    [[nodiscard]] bool isConsistent() const {
        return m_program.ok && stages() &&
               std::ranges::all_of(m_program.uniforms, [&](const auto& u) { return uniform(u); }) &&
               std::ranges::all_of(m_program.uniformBlocks,
                                   [&](const auto& b) { return block(b); }) &&
               std::ranges::all_of(m_program.samplers, [](const auto& s) { return sampler(s); }) &&
               locations() && attributes() && outputs() && layouts() && feedback() &&
               subroutines() && fixedFunction() && codeFitsTables(m_program);
    }

private:
    [[nodiscard]] bool stages() const {
        int previous = -1;
        for (const StageBinary& stage : m_program.stages) {
            const bool ordered = isIn(int(stage.stage), previous + 1, kStageCount);
            if (!ordered || stage.defaultBlockSize_B > kMostDefaultBlock_B) {
                return false;
            }
            previous = int(stage.stage);
            for (const StageSampler& s : stage.samplers) {
                if (!isRange(s.firstSampler, s.count, int64_t(m_program.samplers.size()))) {
                    return false;
                }
            }
            for (const StageBlock& b : stage.blocks) {
                if (!isRange(b.firstBlock, b.count, int64_t(m_program.uniformBlocks.size()))) {
                    return false;
                }
            }
        }
        return !m_program.stages.empty() &&
               isIn(int64_t(m_program.samplers.size()),
                    0,
                    m_limits.maxCombinedTextureImageUnits + 1) &&
               isIn(int64_t(m_program.uniformBlocks.size()),
                    0,
                    m_limits.maxCombinedUniformBlocks + 1);
    }

    [[nodiscard]] bool uniform(const Uniform& uniform) const {
        for (size_t s = 0; s < uniform.slots.size(); ++s) {
            const StageBinary* stage = m_program.stage(Stage(s));
            if (!slotFits(
                    uniform, uniform.slots[s], stage == nullptr ? 0 : stage->defaultBlockSize_B)) {
                return false;
            }
        }
        const bool named = !uniform.isArray || uniform.name.ends_with("[0]");
        const bool sized =
            isIn(uniform.arraySize, 1, kMost) && (uniform.isArray || uniform.arraySize == 1);
        const bool sampled =
            uniform.samplerIndex < 0 ||
            isRange(uniform.samplerIndex, uniform.arraySize, int64_t(m_program.samplers.size()));
        const TypeInfo& info = typeInfo(uniform.glType);
        const size_t bytes = size_t(info.isSampler() ? 1 : info.components()) *
                             (info.base == BaseType::Double ? 8 : 4) * size_t(uniform.arraySize);
        return named && sized && sampled && !info.name.empty() &&
               info.isSampler() == uniform.isSampler() &&
               isIn(uniform.location, -1, m_program.locationCount) &&
               isIn(uniform.blockIndex, -1, int64_t(m_program.uniformBlocks.size())) &&
               uniform.builtin < BuiltinUniform::Count &&
               (uniform.initialValue.empty() || uniform.initialValue.size() == bytes);
    }

    [[nodiscard]] bool block(const UniformBlock& block) const {
        return isIn(block.size_B, 0, m_limits.maxUniformBlockSize_B + 1) &&
               isIn(block.binding, 0, m_limits.maxUniformBufferBindings) &&
               std::ranges::all_of(block.members, [&](int member) {
                   return isIn(member, 0, int64_t(m_program.uniforms.size()));
               });
    }

    static bool sampler(const SamplerInfo& sampler) {
        return typeInfo(sampler.glType).isSampler() && sampler.dim <= SamplerDim::External &&
               sampler.sampledBase <= BaseType::Sampler;
    }

    [[nodiscard]] bool locations() const {
        return int64_t(m_program.locationTable.size()) == m_program.locationCount &&
               std::ranges::all_of(m_program.locationTable, [&](const std::pair<int, int>& at) {
                   return at.first < 0 ||
                          (isIn(at.first, 0, int64_t(m_program.uniforms.size())) &&
                           isIn(at.second, 0, m_program.uniforms[size_t(at.first)].arraySize));
               });
    }

    [[nodiscard]] bool attributes() const {
        const auto last = ComponentClass::Uint;
        return std::ranges::all_of(m_program.attributes,
                                   [&](const Attribute& attribute) {
                                       return isIn(attribute.location, -1, 32) &&
                                              isIn(attribute.inputLocation, -1, 32) &&
                                              isIn(attribute.arraySize, 1, kMost) &&
                                              attribute.builtin <=
                                                  BuiltinAttribute::MultiTexCoord7 &&
                                              !typeInfo(attribute.glType).name.empty();
                                   }) &&
               std::ranges::all_of(m_program.attributeClass, [&](auto c) { return c <= last; }) &&
               std::ranges::all_of(m_program.outputClass, [&](auto c) { return c <= last; });
    }

    [[nodiscard]] bool outputs() const {
        const auto most = int64_t(m_program.outputClass.size());
        return (m_program.fragmentOutputMask >> most) == 0 &&
               std::ranges::all_of(m_program.fragmentOutputs, [&](const FragmentOutput& output) {
                   return isRange(output.location, output.arraySize, most) &&
                          isIn(output.index, 0, 2);
               });
    }

    [[nodiscard]] bool layouts() const {
        const GeometryFacts& geometry = m_program.geometry;
        return isIn(geometry.maxVertices, 0, m_limits.maxGeometryOutputVertices + 1) &&
               isIn(geometry.invocations, 1, kMostInvocations + 1) &&
               isIn(m_program.tessellation.patchVertices, 0, m_limits.maxPatchVertices + 1);
    }

    [[nodiscard]] bool feedback() const {
        const Feedback& feedback = m_program.feedback;
        return std::ranges::all_of(feedback.varyings,
                                   [](const FeedbackVarying& varying) {
                                       return isIn(varying.buffer, 0, Feedback::kBuffers) &&
                                              isIn(varying.offset_B, 0, kMost) &&
                                              isIn(varying.arraySize, 0, kMost);
                                   }) &&
               std::ranges::all_of(feedback.stride_B,
                                   [](uint32_t stride_B) { return isIn(stride_B, 0, kMost); }) &&
               std::ranges::all_of(feedback.stream,
                                   [](uint8_t stream) { return isIn(stream, 0, kStreams); });
    }

    [[nodiscard]] bool subroutines() const {
        for (size_t s = 0; s < m_program.subroutines.size(); ++s) {
            const StageSubroutines& stage = m_program.subroutines[s];
            const StageBinary* binary = m_program.stage(Stage(s));
            const int64_t block_B = binary == nullptr ? 0 : binary->defaultBlockSize_B;
            const int64_t end_B = int64_t{stage.offset_B} +
                                  int64_t{stage.stride_B} * std::max(stage.locationCount, 1);
            if (!isIn(stage.locationCount, 0, kMost) || !isIn(stage.stride_B, 4, kMost) ||
                (stage.offset_B >= 0 && end_B > block_B)) {
                return false;
            }
            for (const SubroutineUniform& u : stage.uniforms) {
                if (!isRange(u.location, u.arraySize, stage.locationCount) ||
                    !std::ranges::all_of(u.compatible, [&](int index) {
                        return isIn(index, 0, int64_t(stage.names.size()));
                    })) {
                    return false;
                }
            }
        }
        return true;
    }

    [[nodiscard]] bool fixedFunction() const {
        const StageBinary* clipped = m_program.stage(m_program.clip.stage);
        const int64_t block_B = clipped == nullptr ? 0 : clipped->defaultBlockSize_B;
        return isIn(m_program.clip.location, -1, kLocations) &&
               (m_program.clip.offset_B < 0 || isRange(m_program.clip.offset_B, 8 * 16, block_B)) &&
               std::ranges::all_of(m_program.colors,
                                   [](const ColorInput& color) {
                                       return isIn(color.location, -1, kLocations) &&
                                              isIn(color.backLocation, -1, kLocations);
                                   }) &&
               alphaTest() && polygonStipple() && fixedInputs();
    }

    [[nodiscard]] bool alphaTest() const {
        return m_program.alphaTestOffset_B < 0 ||
               isRange(m_program.alphaTestOffset_B, 16, fragmentBlock_B());
    }

    [[nodiscard]] bool polygonStipple() const {
        return m_program.stippleOffset_B < 0 || isRange(m_program.stippleOffset_B,
                                                        spirv::PolygonStipple::kSize_B,
                                                        fragmentBlock_B());
    }

    [[nodiscard]] int64_t fragmentBlock_B() const {
        const StageBinary* fragment = m_program.stage(Stage::Fragment);
        return fragment == nullptr ? 0 : fragment->defaultBlockSize_B;
    }

    [[nodiscard]] bool fixedInputs() const {
        const FixedInputs& inputs = m_program.fixedInputs;
        const int locations[] = {
            inputs.color, inputs.secondaryColor, inputs.fogCoord, inputs.texCoords};
        return std::ranges::all_of(locations,
                                   [](int location) { return isIn(location, -1, kLocations); }) &&
               isIn(inputs.unwrittenTexCoords, 0, kLocations - std::max(inputs.texCoords, 0));
    }

    const LinkedProgram& m_program;
    const Limits& m_limits;
};

} // namespace

std::vector<std::byte> writeProgram(const LinkedProgram& program) {
    LinkedProgram copy = program;
    Writer writer;
    transfer(writer, copy);
    return writer.take();
}

std::shared_ptr<const LinkedProgram> readProgram(std::span<const std::byte> bytes,
                                                 const Limits& limits) {
    auto program = readOwnProgram(bytes);
    return program && Checker(*program, limits).isConsistent() ? program : nullptr;
}

std::shared_ptr<const LinkedProgram> readOwnProgram(std::span<const std::byte> bytes) {
    auto program = std::make_shared<LinkedProgram>();
    Reader reader(bytes);
    transfer(reader, *program);
    return reader.complete() ? program : nullptr;
}

} // namespace glsl
