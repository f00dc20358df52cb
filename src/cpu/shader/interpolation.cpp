// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/instructions/operands.h"
#include "cpu/shader/shader_translator.h"

#include <llvm/IR/Constants.h>
#include <spirv/unified1/GLSL.std.450.h>

/// Inputs of fragments from the planes of their primitive (PrimitiveData). Products and sums are
/// separate, in the order that abi/graphics.h tells: the same bits everywhere.
namespace cpu::shader {

/// The pixels of the lanes: m_pixel.
void ShaderTranslator::placeFragments() {
    const uint32_t quads = m_lanes / 4;
    for (uint32_t axis = 0; axis < 2; ++axis) {
        std::vector<int> quad;
        std::vector<uint32_t> steps;
        for (uint32_t lane = 0; lane < m_lanes; ++lane) {
            quad.push_back(int(lane / 4));
            steps.push_back(axis == 0 ? lane & 1 : lane >> 1 & 1);
        }
        const size_t offset_B = axis == 0 ? offsetof(FragmentLanes, x) : offsetof(FragmentLanes, y);
        auto* type = llvm::FixedVectorType::get(m_ir.getInt32Ty(), quads);
        llvm::Value* corners = m_ir.CreateShuffleVector(field(m_stageData, offset_B, type), quad);
        m_pixel[axis] =
            m_ir.CreateAdd(corners, llvm::ConstantDataVector::get(m_llvm.getContext(), steps));
    }
}

/// Where in the pixel a call for one sample is, or the centre. A scalar.
llvm::Value* ShaderTranslator::sampleOffset(uint32_t axis) {
    llvm::Value* index =
        field(m_stageData, offsetof(FragmentLanes, sampleIndex), m_ir.getInt32Ty());
    llvm::Value* centre = m_ir.CreateICmpSLT(index, m_ir.getInt32(0));
    const size_t places_B =
        axis == 0 ? offsetof(FragmentLanes, sampleX) : offsetof(FragmentLanes, sampleY);
    llvm::Value* places = m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), m_stageData, places_B);
    llvm::Value* known = m_ir.CreateAnd(m_ir.CreateSelect(centre, m_ir.getInt32(0), index),
                                        m_ir.getInt32(kMaxSamples - 1));
    llvm::Value* own =
        field(m_ir.CreateGEP(m_ir.getFloatTy(), places, known), 0, m_ir.getFloatTy());
    return m_ir.CreateSelect(centre, llvm::ConstantFP::get(m_ir.getFloatTy(), 0.5), own);
}

/// `offset`: from the pixel's upper left corner.
ShaderTranslator::FragmentPlace ShaderTranslator::fragmentPlace(llvm::Value* offsetX,
                                                                llvm::Value* offsetY) {
    const auto fromOrigin = [&](uint32_t axis, llvm::Value* offset, size_t origin_B) {
        llvm::Value* at = m_ir.CreateFAdd(m_ir.CreateSIToFP(m_pixel[axis], floatLanes()), offset);
        return m_ir.CreateFSub(at, splat(field(m_primitive, origin_B, m_ir.getFloatTy())));
    };
    return {fromOrigin(0, offsetX, offsetof(PrimitiveData, originX)),
            fromOrigin(1, offsetY, offsetof(PrimitiveData, originY)),
            nullptr};
}

/// Those that more than one input has. In front of everything.
ShaderTranslator::FragmentPlace& ShaderTranslator::fragmentPlace(InterpolationPlace place) {
    m_fragmentImage->perSample |= place == InterpolationPlace::Sample;
    FragmentPlace& known = m_places[size_t(place)];
    if (!known.x) {
        known = place == InterpolationPlace::Centroid
                    ? centroid()
                    : fragmentPlace(splat(sampleOffset(0)), splat(sampleOffset(1)));
    }
    return known;
}

/// The centre where all samples are covered, else the first sample that is. Of a call for one
/// sample that one.
ShaderTranslator::FragmentPlace ShaderTranslator::centroid() {
    llvm::Type* number = m_ir.getInt32Ty();
    llvm::Value* count = field(m_stageData, offsetof(FragmentLanes, sampleCount), number);
    llvm::Value* index = field(m_stageData, offsetof(FragmentLanes, sampleIndex), number);
    const auto coverage = [&](uint32_t n) {
        return field(
            m_stageData, offsetof(FragmentLanes, sampleCoverage) + n * sizeof(uint32_t), number);
    };
    llvm::Value* covered = m_ir.getInt32(~0u);
    std::array<llvm::Value*, kMaxSamples> bits;
    for (uint32_t n = 0; n < kMaxSamples; ++n) {
        llvm::Value* exists = m_ir.CreateICmpUGT(count, m_ir.getInt32(n));
        bits[n] = m_ir.CreateSelect(exists, coverage(n), m_ir.getInt32(0));
        covered = m_ir.CreateAnd(covered, m_ir.CreateSelect(exists, bits[n], m_ir.getInt32(~0u)));
    }
    // Of one sample, and of a call for one, the place is already right.
    llvm::Value* fixed = m_ir.CreateOr(m_ir.CreateICmpSGE(index, m_ir.getInt32(0)),
                                       m_ir.CreateICmpULE(count, m_ir.getInt32(1)));
    covered = m_ir.CreateSelect(fixed, m_ir.getInt32(~0u), covered);
    std::array<llvm::Value*, 2> offsets;
    for (uint32_t axis = 0; axis < 2; ++axis) {
        const size_t places_B =
            axis == 0 ? offsetof(FragmentLanes, sampleX) : offsetof(FragmentLanes, sampleY);
        llvm::Value* usual = splat(sampleOffset(axis));
        llvm::Value* offset = usual;
        for (uint32_t n = kMaxSamples; n-- > 0;) {
            llvm::Value* own =
                splat(field(m_stageData, places_B + n * sizeof(float), m_ir.getFloatTy()));
            offset = m_ir.CreateSelect(laneBits(bits[n]), own, offset);
        }
        offsets[axis] = m_ir.CreateSelect(laneBits(covered), usual, offset);
    }
    return fragmentPlace(offsets[0], offsets[1]);
}

/// A Plane of the primitive's.
llvm::Value* ShaderTranslator::plane(size_t offset_B, const FragmentPlace& place) {
    const auto number = [&](size_t member_B) {
        return splat(field(m_primitive, offset_B + member_B, m_ir.getFloatTy()));
    };
    llvm::Value* alongX = m_ir.CreateFMul(place.x, number(offsetof(Plane, dx)));
    llvm::Value* alongY = m_ir.CreateFMul(place.y, number(offsetof(Plane, dy)));
    return m_ir.CreateFAdd(m_ir.CreateFAdd(number(offsetof(Plane, atOrigin)), alongX), alongY);
}

llvm::Value* ShaderTranslator::varying(const InterfaceScalar& scalar, FragmentPlace& place) {
    const uint32_t words = scalar.type->width / 32;
    const bool floats = scalar.type->scalar == ScalarKind::Float && words == 1;
    const Interpolation interpolation =
        floats ? scalar.decorations.interpolation : Interpolation::Flat;
    auto& varyings = m_fragmentImage->varyings;
    if (varyings.size() < scalar.slot + words) {
        varyings.resize(scalar.slot + words, Interpolation::None);
    }
    for (uint32_t n = 0; n < words; ++n) {
        Interpolation& known = varyings[scalar.slot + n];
        if (known != Interpolation::None && known != interpolation) {
            throw Refused("two inputs in one place are interpolated in two ways");
        }
        known = interpolation;
    }
    const size_t offset_B = sizeof(PrimitiveData) + scalar.slot * sizeof(Plane);
    if (interpolation == Interpolation::Flat) {
        const auto word = [&](uint32_t n) {
            return splat(field(m_primitive,
                               offset_B + n * sizeof(Plane) + offsetof(Plane, atOrigin),
                               m_ir.getInt32Ty()));
        };
        return fromWords(scalar, word(0), words > 1 ? word(1) : nullptr);
    }
    llvm::Value* value = plane(offset_B, place);
    if (interpolation == Interpolation::NoPerspective) {
        return value;
    }
    if (!place.w) {
        place.w = m_ir.CreateFDiv(splat(1.0f), plane(offsetof(PrimitiveData, inverseW), place));
    }
    return m_ir.CreateFMul(value, place.w);
}

/// GLSL.std.450 InterpolateAt*: the whole variable as it is there, and of that what the pointer
/// leads to.
bool ShaderTranslator::interpolateAt(const Instruction& i) {
    if (m_stage != spirv::Stage::Fragment || !isGlslStd450(i[0]) ||
        i[1] < GLSLstd450InterpolateAtCentroid || i[1] > GLSLstd450InterpolateAtOffset) {
        return false;
    }
    const Chain chain = this->chain(i[2]);
    if (chain.storage != spv::StorageClassInput || !chain.variable || !chain.lanes) {
        refuse(i, "interpolates what is no input");
    }
    FragmentPlace place;
    if (i[1] == GLSLstd450InterpolateAtCentroid) {
        place = centroid();
    } else if (i[1] == GLSLstd450InterpolateAtOffset) {
        const Value offset = floatsOf(*this, i[3], 2);
        place = fragmentPlace(m_ir.CreateFAdd(splat(0.5f), offset[0]),
                              m_ir.CreateFAdd(splat(0.5f), offset[1]));
    } else {
        llvm::Value* sample = m_ir.CreateAnd(intOf(*this, i[3]), splat(kMaxSamples - 1));
        std::array<llvm::Value*, 2> offsets{splat(0.5f), splat(0.5f)};
        for (uint32_t n = 0; n < kMaxSamples; ++n) {
            llvm::Value* own = m_ir.CreateICmpEQ(sample, splat(n));
            for (uint32_t axis = 0; axis < 2; ++axis) {
                const size_t places_B = (axis == 0 ? offsetof(FragmentLanes, sampleX)
                                                   : offsetof(FragmentLanes, sampleY)) +
                                        n * sizeof(float);
                llvm::Value* at = splat(field(m_stageData, places_B, m_ir.getFloatTy()));
                offsets[axis] = m_ir.CreateSelect(own, at, offsets[axis]);
            }
        }
        place = fragmentPlace(offsets[0], offsets[1]);
    }
    const StageVariable& input = stageVariable(*chain.variable);
    Value value;
    for (const InterfaceScalar& scalar : input.scalars) {
        if (scalar.builtIn) {
            refuse(i, "interpolates a built-in");
        }
        value.push_back(varying(scalar, place));
    }
    const Variable there = makeVariable(input.memory.type);
    fill(there, value);
    Chain moved = chain;
    moved.lanes = &there;
    define(i.result, loadPlace(lanesPlace(moved)));
    return true;
}

} // namespace cpu::shader
