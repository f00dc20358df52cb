// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/operand_ids.h"

#include <spirv/unified1/GLSL.std.450.h>

namespace spirv {

CodeKind codeKind(const Instruction& inst) {
    switch (inst.op()) {
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpVectorExtractDynamic:
    case spv::OpVectorInsertDynamic:
    case spv::OpCompositeConstruct:
    case spv::OpCopyObject:
    case spv::OpTranspose:
    case spv::OpImageQuerySizeLod:
    case spv::OpImageQuerySize:
    case spv::OpImageQueryLevels:
    case spv::OpImageQuerySamples:
    case spv::OpConvertFToU:
    case spv::OpConvertFToS:
    case spv::OpConvertSToF:
    case spv::OpConvertUToF:
    case spv::OpUConvert:
    case spv::OpSConvert:
    case spv::OpFConvert:
    case spv::OpBitcast:
    case spv::OpSNegate:
    case spv::OpFNegate:
    case spv::OpIAdd:
    case spv::OpFAdd:
    case spv::OpISub:
    case spv::OpFSub:
    case spv::OpIMul:
    case spv::OpFMul:
    case spv::OpUDiv:
    case spv::OpSDiv:
    case spv::OpFDiv:
    case spv::OpUMod:
    case spv::OpSRem:
    case spv::OpSMod:
    case spv::OpFRem:
    case spv::OpFMod:
    case spv::OpVectorTimesScalar:
    case spv::OpMatrixTimesScalar:
    case spv::OpVectorTimesMatrix:
    case spv::OpMatrixTimesVector:
    case spv::OpMatrixTimesMatrix:
    case spv::OpOuterProduct:
    case spv::OpDot:
    case spv::OpIAddCarry:
    case spv::OpISubBorrow:
    case spv::OpUMulExtended:
    case spv::OpSMulExtended:
    case spv::OpAny:
    case spv::OpAll:
    case spv::OpIsNan:
    case spv::OpIsInf:
    case spv::OpLogicalEqual:
    case spv::OpLogicalNotEqual:
    case spv::OpLogicalOr:
    case spv::OpLogicalAnd:
    case spv::OpLogicalNot:
    case spv::OpSelect:
    case spv::OpIEqual:
    case spv::OpINotEqual:
    case spv::OpUGreaterThan:
    case spv::OpSGreaterThan:
    case spv::OpUGreaterThanEqual:
    case spv::OpSGreaterThanEqual:
    case spv::OpULessThan:
    case spv::OpSLessThan:
    case spv::OpULessThanEqual:
    case spv::OpSLessThanEqual:
    case spv::OpFOrdEqual:
    case spv::OpFUnordEqual:
    case spv::OpFOrdNotEqual:
    case spv::OpFUnordNotEqual:
    case spv::OpFOrdLessThan:
    case spv::OpFUnordLessThan:
    case spv::OpFOrdGreaterThan:
    case spv::OpFUnordGreaterThan:
    case spv::OpFOrdLessThanEqual:
    case spv::OpFUnordLessThanEqual:
    case spv::OpFOrdGreaterThanEqual:
    case spv::OpFUnordGreaterThanEqual:
    case spv::OpShiftRightLogical:
    case spv::OpShiftRightArithmetic:
    case spv::OpShiftLeftLogical:
    case spv::OpBitwiseOr:
    case spv::OpBitwiseXor:
    case spv::OpBitwiseAnd:
    case spv::OpNot:
    case spv::OpBitFieldInsert:
    case spv::OpBitFieldSExtract:
    case spv::OpBitFieldUExtract:
    case spv::OpBitReverse:
    case spv::OpBitCount:
        return {CodeUse::Value, {3}};
    case spv::OpVectorShuffle:
    case spv::OpCompositeInsert:
        return {CodeUse::Value, {3, 5}};
    case spv::OpCompositeExtract:
        return {CodeUse::Value, {3, 4}};
    case spv::OpExtInst:
        switch (inst[4]) {
        case GLSLstd450Modf: // They store through a pointer.
        case GLSLstd450Frexp:
            return {};
        case GLSLstd450InterpolateAtCentroid:
        case GLSLstd450InterpolateAtSample:
        case GLSLstd450InterpolateAtOffset:
            return {CodeUse::Sample, {3, SIZE_MAX, 4}};
        default:
            return {CodeUse::Value, {3, SIZE_MAX, 4}};
        }
    // Differences between neighbours, which control flow may have parted.
    case spv::OpDPdx:
    case spv::OpDPdy:
    case spv::OpFwidth:
    case spv::OpDPdxFine:
    case spv::OpDPdyFine:
    case spv::OpFwidthFine:
    case spv::OpDPdxCoarse:
    case spv::OpDPdyCoarse:
    case spv::OpFwidthCoarse:
    // Consumed in their own block (SPIR-V 1.6, section 2.16.1).
    case spv::OpSampledImage:
    case spv::OpImage:
    case spv::OpImageQueryLod:
    case spv::OpPhi:
        return {CodeUse::Sample, {3}};
    // The mask of their operands comes after coordinates, and a reference or a component.
    case spv::OpImageSampleImplicitLod:
    case spv::OpImageSampleExplicitLod:
    case spv::OpImageSampleProjImplicitLod:
    case spv::OpImageSampleProjExplicitLod:
    case spv::OpImageFetch:
        return {CodeUse::Sample, {3, SIZE_MAX, 5}};
    case spv::OpImageSampleDrefImplicitLod:
    case spv::OpImageSampleDrefExplicitLod:
    case spv::OpImageSampleProjDrefImplicitLod:
    case spv::OpImageSampleProjDrefExplicitLod:
    case spv::OpImageGather:
    case spv::OpImageDrefGather:
        return {CodeUse::Sample, {3, SIZE_MAX, 6}};
    case spv::OpLoad:
        return {CodeUse::Sample, {3, 4}};
    case spv::OpStore:
        return {CodeUse::Effect, {1, 3}};
    case spv::OpEmitVertex:
    case spv::OpEndPrimitive:
    case spv::OpSelectionMerge: // Labels are never replaced.
    case spv::OpFunctionEnd:
    case spv::OpLabel:
    case spv::OpFunction:
        return {CodeUse::Effect, {0, 0}};
    case spv::OpBranch:
    case spv::OpReturn:
    case spv::OpKill:
    case spv::OpUnreachable:
        return {CodeUse::Leaves, {0, 0}};
    case spv::OpBranchConditional:
    case spv::OpSwitch:
        return {CodeUse::Leaves, {1, 2}};
    default:
        return {};
    }
}

std::optional<OperandIds> declarationIds(const Instruction& inst) {
    switch (inst.op()) {
    case spv::OpTypeVoid:
    case spv::OpTypeBool:
    case spv::OpTypeInt:
    case spv::OpTypeFloat:
    case spv::OpTypeSampler:
    case spv::OpExtInstImport:
    case spv::OpString:
        return OperandIds{0, 0};
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
    case spv::OpTypeImage:
    case spv::OpTypeSampledImage:
        return OperandIds{2, 3};
    case spv::OpTypePointer:
        return OperandIds{3, 4};
    case spv::OpTypeArray:
    case spv::OpTypeRuntimeArray:
    case spv::OpTypeStruct:
    case spv::OpTypeFunction:
        return OperandIds{2};
    case spv::OpConstant:
    case spv::OpSpecConstant:
    case spv::OpConstantTrue:
    case spv::OpConstantFalse:
    case spv::OpSpecConstantTrue:
    case spv::OpSpecConstantFalse:
    case spv::OpConstantNull:
    case spv::OpUndef:
        return OperandIds{1, 2};
    case spv::OpConstantComposite:
    case spv::OpSpecConstantComposite:
        return OperandIds{1, SIZE_MAX, 2};
    case spv::OpVariable:
        return OperandIds{1, SIZE_MAX, 3};
    default:
        return std::nullopt;
    }
}

} // namespace spirv
