// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/code_check.h"

#include "glsl/compile/optimize.h"
#include "glsl/link/layouts.h"

#include "spirv/module.h"
#include "spirv/text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

namespace glsl {

namespace {

using spirv::Id;
using spirv::Instruction;

constexpr uint32_t kLocations = 64; // of an interface, more than devices have

/// What the compiler library declares for the languages' features.
bool isKnown(spv::Capability capability) {
    switch (capability) {
    case spv::CapabilityMatrix:
    case spv::CapabilityShader:
    case spv::CapabilityGeometry:
    case spv::CapabilityTessellation:
    case spv::CapabilityFloat64:
    case spv::CapabilityTessellationPointSize:
    case spv::CapabilityGeometryPointSize:
    case spv::CapabilityImageGatherExtended:
    case spv::CapabilityClipDistance:
    case spv::CapabilityCullDistance:
    case spv::CapabilityImageCubeArray:
    case spv::CapabilitySampleRateShading:
    case spv::CapabilitySampled1D:
    case spv::CapabilitySampledCubeArray:
    case spv::CapabilitySampledBuffer:
    case spv::CapabilityImageMSArray:
    case spv::CapabilityImageQuery:
    case spv::CapabilityDerivativeControl:
    case spv::CapabilityInterpolationFunction:
    case spv::CapabilityTransformFeedback:
    case spv::CapabilityGeometryStreams:
    case spv::CapabilityMultiViewport:
    case spv::CapabilityDrawParameters:
    case spv::CapabilityShaderViewportIndexLayerEXT:
    case spv::CapabilityStencilExportEXT:
        return true;
    default:
        return false;
    }
}

bool isKnown(spv::StorageClass storage) {
    switch (storage) {
    case spv::StorageClassInput:
    case spv::StorageClassOutput:
    case spv::StorageClassUniform:
    case spv::StorageClassUniformConstant:
    case spv::StorageClassPrivate:
    case spv::StorageClassFunction:
        return true;
    default:
        return false;
    }
}

std::optional<spv::ExecutionModel> modelOf(Stage stage) {
    switch (stage) {
    case Stage::Vertex:
        return spv::ExecutionModelVertex;
    case Stage::TessControl:
        return spv::ExecutionModelTessellationControl;
    case Stage::TessEvaluation:
        return spv::ExecutionModelTessellationEvaluation;
    case Stage::Geometry:
        return spv::ExecutionModelGeometry;
    case Stage::Fragment:
        return spv::ExecutionModelFragment;
    default:
        return std::nullopt;
    }
}

SamplerDim dimOf(const Instruction& image) {
    if (image[6] != 0) {
        return SamplerDim::Multisample;
    }
    switch (spv::Dim(image[3])) {
    case spv::Dim1D:
        return SamplerDim::Dim1D;
    case spv::Dim3D:
        return SamplerDim::Dim3D;
    case spv::DimCube:
        return SamplerDim::Cube;
    case spv::DimBuffer:
        return SamplerDim::Buffer;
    default:
        return SamplerDim::Dim2D;
    }
}

/// Rectangles are two-dimensional in code (spirv/flatten_rect.h), and so are images of others.
SamplerDim dimInCode(SamplerDim dim) {
    return dim == SamplerDim::Rect || dim == SamplerDim::External ? SamplerDim::Dim2D : dim;
}

BaseType baseOf(const Instruction& scalar) {
    if (scalar.op() != spv::OpTypeInt) {
        return BaseType::Float;
    }
    return scalar[3] != 0 ? BaseType::Int : BaseType::Uint;
}

/// One stage's code beside what the program says of it.
class StageChecker {
public:
    StageChecker(const LinkedProgram& program,
                 const StageBinary& stage,
                 const spirv::Module& module)
        : m_program(program), m_stage(stage), m_module(module) {}

    [[nodiscard]] bool fits() const {
        return instructions() && bindingsAreDistinct() &&
               std::ranges::all_of(m_module.globals(),
                                   [&](const auto& v) { return variable(v); }) &&
               feedback();
    }

private:
    /// Validation has shown that there is an entry point.
    [[nodiscard]] bool instructions() const {
        int entryPoints = 0;
        bool known = m_module.entryPoint().name == "main" &&
                     modelOf(m_stage.stage) == m_module.entryPoint().model;
        m_module.forEach([&](const Instruction& inst) {
            switch (inst.op()) {
            case spv::OpEntryPoint:
                ++entryPoints;
                break;
            case spv::OpCapability:
                known &= isKnown(spv::Capability(inst[1]));
                break;
            case spv::OpTypePointer:
                known &= isKnown(spv::StorageClass(inst[2]));
                break;
            case spv::OpTypeImage: // sampled, never stored to
                known &= inst[7] == 1 && inst[3] != uint32_t(spv::DimSubpassData);
                break;
            case spv::OpDecorate:
                known &= inst[2] != uint32_t(spv::DecorationBufferBlock);
                break;
            default:
                break;
            }
        });
        return known && entryPoints == 1;
    }

    [[nodiscard]] bool bindingsAreDistinct() const {
        std::array<bool, 256> taken{};
        taken[0] = true; // the default block's
        const auto take = [&](uint8_t binding) { return !std::exchange(taken[binding], true); };
        return std::ranges::all_of(m_stage.samplers, take, &StageSampler::binding) &&
               std::ranges::all_of(m_stage.blocks, take, &StageBlock::binding);
    }

    [[nodiscard]] bool variable(const spirv::Variable& v) const {
        switch (v.storage) {
        case spv::StorageClassUniform:
        case spv::StorageClassUniformConstant:
            return descriptor(v);
        case spv::StorageClassInput:
        case spv::StorageClassOutput:
            return m_module.isBuiltIn(v) || interface(v);
        default:
            return true;
        }
    }

    [[nodiscard]] bool descriptor(const spirv::Variable& v) const {
        const uint32_t binding = m_module.decoration(v.id, spv::DecorationBinding).value_or(0);
        if (m_module.decoration(v.id, spv::DecorationDescriptorSet) != uint32_t(m_stage.stage)) {
            return false;
        }
        if (v.storage == spv::StorageClassUniformConstant) {
            const auto sampler = std::ranges::find_if(
                m_stage.samplers, [&](const StageSampler& s) { return s.binding == binding; });
            return sampler != m_stage.samplers.end() && samplers(v, *sampler);
        }
        if (binding == 0) {
            return isOne(v.pointee) && usedSize_B(v) <= m_stage.defaultBlockSize_B;
        }
        const auto block = std::ranges::find_if(
            m_stage.blocks, [&](const StageBlock& b) { return b.binding == binding; });
        return block != m_stage.blocks.end() && blocks(v, *block);
    }
    [[nodiscard]] bool isOne(Id type) const { return m_module.elementType(type) == type; }

    [[nodiscard]] bool samplers(const spirv::Variable& v, const StageSampler& binding) const {
        const Id element = m_module.elementType(v.pointee);
        if (m_module.arrayLength(v.pointee) != binding.count || !isOne(element)) {
            return false;
        }
        const Instruction type = m_module.definition(element);
        const bool combined = type.op() == spv::OpTypeSampledImage;
        const Instruction image = combined ? m_module.definition(Id{type[2]}) : type;
        if (image.op() != spv::OpTypeImage || !(combined || image[3] == uint32_t(spv::DimBuffer))) {
            return false;
        }
        const BaseType base = baseOf(m_module.definition(Id{image[2]}));
        for (size_t i = 0; i < binding.count; ++i) {
            const SamplerInfo& info = m_program.samplers[binding.firstSampler + i];
            if (dimInCode(info.dim) != dimOf(image) || info.arrayed != (image[5] != 0) ||
                info.sampledBase != base) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool blocks(const spirv::Variable& v, const StageBlock& binding) const {
        const Id element = m_module.elementType(v.pointee);
        if (m_module.arrayLength(v.pointee) != binding.count || !isOne(element)) {
            return false;
        }
        const uint64_t needed_B = size_B(element, {});
        for (size_t i = 0; i < binding.count; ++i) {
            const int given_B = m_program.uniformBlocks[binding.firstBlock + i].size_B;
            if (needed_B > uint64_t(std::max(given_B, 0))) {
                return false;
            }
        }
        return true;
    }

    /// Up to the end of the last member that code reads; the default block ends there.
    [[nodiscard]] uint64_t usedSize_B(const spirv::Variable& v) const {
        uint64_t end_B = 0;
        m_module.forEach([&](const Instruction& inst) {
            const bool isChain = spirv::isAccessChain(inst.op()) && inst.size() > 4;
            if (isChain && inst[3] == v.id.value) {
                const uint32_t member = m_module.constant(Id{inst[4]}).value_or(0);
                end_B = std::max(end_B, memberEnd_B(v.pointee, member));
            } else if (inst.op() == spv::OpLoad && inst[3] == v.id.value) {
                end_B = std::max(end_B, size_B(v.pointee, {}));
            }
        });
        return end_B;
    }

    [[nodiscard]] uint64_t memberEnd_B(Id block, uint32_t member) const {
        const Instruction type = m_module.definition(block);
        const auto value = [&](spv::Decoration kind) {
            return uint64_t{m_module.memberDecoration(block, member, kind).value_or(0)};
        };
        const bool rowMajor =
            m_module.memberDecoration(block, member, spv::DecorationRowMajor).has_value();
        return value(spv::DecorationOffset) +
               size_B(Id{type[2 + member]},
                      {.stride_B = value(spv::DecorationMatrixStride), .rowMajor = rowMajor});
    }

    /// How a member lies that is a matrix, or an array of them.
    struct MatrixLayout {
        uint64_t stride_B = 0;
        bool rowMajor = false;
    };
    /// Of a type with a layout; `matrix` is its member's.
    [[nodiscard]] uint64_t size_B(Id id, const MatrixLayout& matrix) const {
        constexpr uint64_t kMost_B = uint64_t{1} << 31;
        const Instruction type = m_module.definition(id);
        uint64_t size = 0;
        switch (type.op()) {
        case spv::OpTypeInt:
        case spv::OpTypeFloat:
            size = type[2] / 8;
            break;
        case spv::OpTypeVector:
            size = type[3] * size_B(Id{type[2]}, matrix);
            break;
        case spv::OpTypeMatrix: {
            const uint32_t rows = m_module.definition(Id{type[2]})[3];
            size = (matrix.rowMajor ? rows : type[3]) * matrix.stride_B;
            break;
        }
        case spv::OpTypeArray: {
            const uint64_t stride_B =
                m_module.decoration(id, spv::DecorationArrayStride).value_or(0);
            size = m_module.arrayLength(id) * std::max(stride_B, size_B(Id{type[2]}, matrix));
            break;
        }
        case spv::OpTypeStruct:
            for (uint32_t i = 0; i + 2 < type.size(); ++i) {
                size = std::max(size, memberEnd_B(id, i));
            }
            break;
        default:
            size = kMost_B; // runtime arrays, and what blocks cannot hold
            break;
        }
        return std::min(size, kMost_B);
    }

    [[nodiscard]] bool interface(const spirv::Variable& v) const {
        const auto location = m_module.decoration(v.id, spv::DecorationLocation);
        const bool vertexInput =
            m_stage.stage == Stage::Vertex && v.storage == spv::StorageClassInput;
        const bool fragmentOutput =
            m_stage.stage == Stage::Fragment && v.storage == spv::StorageClassOutput;
        const uint32_t count = m_module.locations(v.pointee);
        if (vertexInput) {
            return location && takes(*location, count, m_program.attributeMask, [&](uint32_t at) {
                       return numbersOf(v.pointee) == inputClass(at);
                   });
        }
        if (fragmentOutput) {
            return location &&
                   takes(*location, count, m_program.fragmentOutputMask, [&](uint32_t at) {
                       return at < m_program.outputClass.size() &&
                              numbersOf(v.pointee) == m_program.outputClass[at];
                   });
        }
        return !location || (*location < kLocations && blockLocations(v.pointee));
    }
    /// All of these locations are in the mask, and `fits`.
    template <class Fits>
    static bool takes(uint32_t first, uint32_t count, uint32_t mask, Fits&& fits) {
        constexpr uint32_t kMost = 32;
        if (first >= kMost || count > kMost - first) {
            return false;
        }
        for (uint32_t i = first; i < first + count; ++i) {
            if ((mask >> i & 1) == 0 || !fits(i)) {
                return false;
            }
        }
        return true;
    }
    /// Doubles come as words, those beyond two at locations of their own.
    [[nodiscard]] ComponentClass inputClass(uint32_t location) const {
        constexpr auto kSecond = uint32_t(LinkedProgram::kSecondHalfLocation);
        const bool second =
            location >= kSecond && (m_program.attributeDouble >> (location - kSecond) & 1) != 0;
        return second ? ComponentClass::Uint : m_program.attributeClass[location];
    }
    [[nodiscard]] ComponentClass numbersOf(Id type) const {
        for (;;) {
            const Instruction inst = m_module.definition(type);
            switch (inst.op()) {
            case spv::OpTypeArray:
            case spv::OpTypeMatrix:
            case spv::OpTypeVector:
                type = Id{inst[2]};
                break;
            case spv::OpTypeFloat:
                return ComponentClass::Float;
            case spv::OpTypeInt:
                return inst[3] != 0 ? ComponentClass::Int : ComponentClass::Uint;
            default:
                return ComponentClass::None;
            }
        }
    }
    [[nodiscard]] bool blockLocations(Id type) const {
        const Id block = m_module.innermostType(type);
        return std::ranges::all_of(m_module.decorations(), [&](const spirv::Decoration& d) {
            return d.target != block || d.member < 0 || d.kind != spv::DecorationLocation ||
                   d.value < kLocations;
        });
    }

    /// What is captured goes to buffers that the tables have, within a vertex's stride.
    [[nodiscard]] bool feedback() const {
        return std::ranges::all_of(m_module.decorations(), [&](const spirv::Decoration& d) {
            switch (d.kind) {
            case spv::DecorationXfbBuffer:
                return d.value < Feedback::kBuffers && m_program.feedback.stride_B[d.value] != 0;
            case spv::DecorationXfbStride:
                return std::ranges::find(m_program.feedback.stride_B, d.value) !=
                       m_program.feedback.stride_B.end();
            default:
                return true;
            }
        });
    }

    const LinkedProgram& m_program;
    const StageBinary& m_stage;
    const spirv::Module& m_module;
};

/// The validator notes each location that a variable takes.
bool isSmall(const spirv::Module& module) {
    constexpr uint32_t kMostLocations = 4096; // of as many vertices as patches have, and more
    return sizeError(module).empty() &&
           std::ranges::all_of(module.globals(), [&](const spirv::Variable& v) {
               return (v.storage != spv::StorageClassInput &&
                       v.storage != spv::StorageClassOutput) ||
                      module.locations(v.pointee) <= kMostLocations;
           });
}

} // namespace

bool codeFitsTables(const LinkedProgram& program) {
    GeometryFacts geometry;
    TessellationFacts tessellation;
    for (const StageBinary& stage : program.stages) {
        const auto module = spirv::Module::parse(stage.spirv);
        if (!module || !isSmall(*module) || !spirv::validate(stage.spirv).empty() ||
            !StageChecker(program, stage, *module).fits()) {
            return false;
        }
        noteLayouts(*module, stage.stage, geometry, tessellation);
    }
    return geometry == program.geometry && tessellation == program.tessellation;
}

} // namespace glsl
