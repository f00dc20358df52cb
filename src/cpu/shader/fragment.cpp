// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/instructions/image_operands.h"
#include "cpu/shader/shader_translator.h"

#include <llvm/IR/Constants.h>

/// FragmentFunction: whole quads run, so that derivatives have all they need; lanes that are not
/// live are helper invocations, and nothing that they do is seen.
namespace cpu::shader {

void ShaderTranslator::translate(FragmentImage& image) {
    m_stage = spirv::Stage::Fragment;
    m_fragmentImage = &image;
    const Id entry = beginStage(kFragmentSymbol, spv::ExecutionModelFragment, 4);
    m_primitive = m_function->getArg(2);
    m_stageData = m_function->getArg(3);
    readFragmentModes(entry);
    // Not by field(): it changes at the end.
    llvm::Value* active = m_ir.CreateLoad(m_ir.getInt32Ty(), activeAddress());
    llvm::Value* quads = active;
    for (const uint32_t shift : {1, 2, 3}) {
        quads = m_ir.CreateOr(quads, m_ir.CreateLShr(active, shift));
    }
    quads = m_ir.CreateMul(m_ir.CreateAnd(quads, 0x1111u), m_ir.getInt32(15));
    m_live = slot(boolLanes());
    storeSlot(m_live, laneBits(active), nullptr);
    for (const Instruction& i : m_module.instructions()) {
        if (!m_stopped && (i.op == spv::OpKill || i.op == spv::OpTerminateInvocation)) {
            m_stopped = slot(boolLanes());
        }
    }
    placeFragments();
    runStage(entry, laneBits(quads));
    writeFragmentOutputs();
    endStage();
    image.sites = m_sites;
    image.writesMemory = m_writesMemory;
}

void ShaderTranslator::readFragmentModes(Id entry) {
    for (const Instruction& i : m_module.instructions()) {
        if ((i.op != spv::OpExecutionMode && i.op != spv::OpExecutionModeId) || i[0] != entry) {
            continue;
        }
        switch (spv::ExecutionMode(i[1])) {
        case spv::ExecutionModeOriginUpperLeft:
        case spv::ExecutionModeDepthReplacing:
        case spv::ExecutionModeDepthGreater:
        case spv::ExecutionModeDepthLess:
        case spv::ExecutionModeDepthUnchanged:
        case spv::ExecutionModeStencilRefReplacingEXT:
            break;
        case spv::ExecutionModeEarlyFragmentTests:
            m_fragmentImage->earlyTests = true;
            break;
        default:
            refuse(i, "is an execution mode that is not supported");
        }
    }
}

void ShaderTranslator::discard(const Instruction& i, llvm::Value* mask) {
    if (m_stage != spirv::Stage::Fragment) {
        refuse(i, "is of fragment shaders");
    }
    m_fragmentImage->discards = true;
    llvm::Value* live = m_ir.CreateAnd(loadSlot(m_live, boolLanes()), m_ir.CreateNot(mask));
    storeSlot(m_live, live, nullptr);
    if (i.op != spv::OpDemoteToHelperInvocation) {
        storeSlot(m_stopped, m_ir.CreateOr(loadSlot(m_stopped, boolLanes()), mask), nullptr);
    }
    // Nothing is seen of what comes when there are only helper invocations.
    auto* more = llvm::BasicBlock::Create(m_llvm.getContext(), "more", m_function);
    auto* none = llvm::BasicBlock::Create(m_llvm.getContext(), "none", m_function);
    m_ir.CreateCondBr(anyLane(live), more, none);
    m_ir.SetInsertPoint(none);
    m_ir.CreateStore(m_ir.getInt32(0), activeAddress());
    m_ir.CreateRetVoid();
    m_ir.SetInsertPoint(more);
}

llvm::Value* ShaderTranslator::activeAddress() {
    return m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), m_stageData, offsetof(FragmentLanes, active));
}

/// HelperInvocation as it changes by OpDemoteToHelperInvocation.
bool ShaderTranslator::isVolatileHelper(const Chain& chain) const {
    return chain.storage == spv::StorageClassInput && chain.path.empty() &&
           decorated(chain.variable->result, spv::DecorationVolatile) &&
           m_module.decoration(chain.variable->result, spv::DecorationBuiltIn) ==
               spv::BuiltInHelperInvocation;
}

llvm::Value* ShaderTranslator::fragmentInput(const InterfaceScalar& scalar) {
    return scalar.builtIn ? fragmentBuiltIn(*scalar.builtIn, scalar.slot)
                          : varying(scalar, fragmentPlace(scalar.decorations.place));
}

llvm::Value* ShaderTranslator::fragmentBuiltIn(spv::BuiltIn builtIn, uint32_t component) {
    FragmentPlace& pixel = fragmentPlace(InterpolationPlace::Pixel);
    llvm::Value* word = pixelBuiltIn(builtIn, component, pixel);
    if (!word && component == 0) {
        word = primitiveBuiltIn(builtIn);
    }
    return word ? word : commonBuiltIn(builtIn, component);
}

/// Of those that have components, or differ from pixel to pixel. Null: it is none of them.
llvm::Value*
ShaderTranslator::pixelBuiltIn(spv::BuiltIn builtIn, uint32_t component, FragmentPlace& pixel) {
    FragmentImage& image = *m_fragmentImage;
    const auto distance = [&](uint32_t n) {
        if (n >= kMaxClipDistances) {
            throw Refused("too many clip and cull distances");
        }
        image.readsClipDistance = true;
        if (!pixel.w) {
            pixel.w = m_ir.CreateFDiv(splat(1.0f), plane(offsetof(PrimitiveData, inverseW), pixel));
        }
        const size_t offset_B = offsetof(PrimitiveData, clipDistance) + n * sizeof(Plane);
        return m_ir.CreateFMul(plane(offset_B, pixel), pixel.w);
    };
    switch (builtIn) {
    case spv::BuiltInClipDistance:
        return distance(component);
    case spv::BuiltInCullDistance:
        return distance(declaredClipDistances(spv::StorageClassInput) + component);
    case spv::BuiltInSampleMask:
        return component == 0 ? sampleMaskIn() : splat(0u);
    case spv::BuiltInPointCoord:
        if (component < 2) {
            image.readsPointCoord = true;
            return plane(offsetof(PrimitiveData, pointCoord) + component * sizeof(Plane), pixel);
        }
        break;
    case spv::BuiltInSamplePosition:
        if (component < 2) {
            image.perSample = true;
            return splat(sampleOffset(component));
        }
        break;
    case spv::BuiltInFragCoord:
        if (component < 2) {
            llvm::Value* corner = m_ir.CreateSIToFP(m_pixel[component], floatLanes());
            return m_ir.CreateFAdd(corner, splat(sampleOffset(component)));
        }
        if (component < 4) {
            return plane(component == 2 ? offsetof(PrimitiveData, depth)
                                        : offsetof(PrimitiveData, inverseW),
                         pixel);
        }
        break;
    default:
        break;
    }
    return nullptr;
}

/// Of the scalars that a primitive or a call of the stage has. Null: it is none of them.
llvm::Value* ShaderTranslator::primitiveBuiltIn(spv::BuiltIn builtIn) {
    llvm::Type* number = m_ir.getInt32Ty();
    const auto ofPrimitive = [&](size_t offset_B) {
        return splat(field(m_primitive, offset_B, number));
    };
    const auto ofLanes = [&](size_t offset_B) {
        return splat(field(m_stageData, offset_B, number));
    };
    switch (builtIn) {
    case spv::BuiltInFrontFacing:
        return m_ir.CreateICmpNE(ofPrimitive(offsetof(PrimitiveData, frontFacing)), splat(0u));
    case spv::BuiltInPrimitiveId:
        return ofPrimitive(offsetof(PrimitiveData, primitiveId));
    case spv::BuiltInLayer:
        return ofPrimitive(offsetof(PrimitiveData, layer));
    case spv::BuiltInViewportIndex:
        return ofPrimitive(offsetof(PrimitiveData, viewportIndex));
    case spv::BuiltInViewIndex:
        return ofLanes(offsetof(FragmentLanes, viewIndex));
    case spv::BuiltInSampleId:
        m_fragmentImage->perSample = true;
        return m_ir.CreateBinaryIntrinsic(
            llvm::Intrinsic::smax, ofLanes(offsetof(FragmentLanes, sampleIndex)), splat(0u));
    case spv::BuiltInHelperInvocation:
        // In front of everything: nothing was demoted yet.
        return m_ir.CreateNot(loadSlot(m_live, boolLanes()));
    default:
        return nullptr;
    }
}

/// Samples that are covered; of a call for one sample that one alone.
llvm::Value* ShaderTranslator::sampleMaskIn() {
    llvm::Type* number = m_ir.getInt32Ty();
    llvm::Value* count = field(m_stageData, offsetof(FragmentLanes, sampleCount), number);
    llvm::Value* index = field(m_stageData, offsetof(FragmentLanes, sampleIndex), number);
    llvm::Value* all = m_ir.CreateICmpSLT(index, m_ir.getInt32(0));
    llvm::Value* mask = splat(0u);
    for (uint32_t n = 0; n < kMaxSamples; ++n) {
        llvm::Value* bits = field(
            m_stageData, offsetof(FragmentLanes, sampleCoverage) + n * sizeof(uint32_t), number);
        llvm::Value* asked = m_ir.CreateOr(all, m_ir.CreateICmpEQ(index, m_ir.getInt32(n)));
        asked = m_ir.CreateAnd(asked, m_ir.CreateICmpUGT(count, m_ir.getInt32(n)));
        bits = m_ir.CreateSelect(asked, bits, m_ir.getInt32(0));
        mask = m_ir.CreateOr(mask, m_ir.CreateSelect(laneBits(bits), splat(1u << n), splat(0u)));
    }
    return mask;
}

/// To a place in FragmentLanes.
void ShaderTranslator::writeFragmentLanes(size_t offset_B, llvm::Value* lanes) {
    llvm::Value* address = m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), m_stageData, offset_B);
    m_ir.CreateAlignedStore(lanes, address, llvm::Align(4));
}

void ShaderTranslator::writeFragmentBuiltIn(spv::BuiltIn builtIn,
                                            uint32_t slot,
                                            llvm::Value* word) {
    FragmentImage& image = *m_fragmentImage;
    switch (builtIn) {
    case spv::BuiltInFragDepth:
        image.writesDepth = true;
        writeFragmentLanes(offsetof(FragmentLanes, depth), word);
        break;
    case spv::BuiltInFragStencilRefEXT:
        image.writesStencil = true;
        writeFragmentLanes(offsetof(FragmentLanes, stencilReference), word);
        break;
    case spv::BuiltInSampleMask:
        if (slot == 0) {
            image.writesSampleMask = true;
            writeFragmentLanes(offsetof(FragmentLanes, sampleMask), word);
        }
        break;
    default:
        throw Refused("an output of a built-in that fragment shaders do not have");
    }
}

void ShaderTranslator::writeFragmentOutputs() {
    FragmentImage& image = *m_fragmentImage;
    struct Color {
        std::array<llvm::Value*, 4> words{};
        bool floats = true;
    };
    std::array<Color, kMaxColorAttachments> colors;
    Color second;
    forEachOutput([&](const InterfaceScalar& scalar, llvm::Value* word, uint32_t slot) {
        if (scalar.builtIn) {
            writeFragmentBuiltIn(*scalar.builtIn, slot, word);
            return;
        }
        const uint32_t location = slot / 4;
        if (scalar.index > 1 || location >= (scalar.index ? 1 : kMaxColorAttachments) ||
            scalar.type->width != 32) {
            throw Refused("an output that is no color of an attachment");
        }
        Color& color = scalar.index ? second : colors[location];
        color.words[slot % 4] = word;
        color.floats = scalar.type->scalar == ScalarKind::Float;
    });
    const auto writeColor = [&](const Color& color, size_t offset_B) {
        const auto& words = color.words;
        if (std::ranges::none_of(words, [](const llvm::Value* word) { return word; })) {
            return false;
        }
        for (uint32_t n = 0; n < 4; ++n) {
            // What is not written is undefined to Vulkan, but not left to chance here.
            const uint32_t one = color.floats ? 0x3f800000 : 1;
            writeFragmentLanes(offset_B + n * kMaxLanes * sizeof(uint32_t),
                               words[n] ? words[n] : splat(n == 3 ? one : 0u));
        }
        return true;
    };
    for (uint32_t n = 0; n < kMaxColorAttachments; ++n) {
        const size_t color_B = sizeof(FragmentLanes::color[0]);
        if (writeColor(colors[n], offsetof(FragmentLanes, color) + n * color_B)) {
            image.colorsWritten |= uint8_t(1u << n);
        }
    }
    image.writesSecondColor = writeColor(second, offsetof(FragmentLanes, secondColor));
    if (image.discards) {
        m_ir.CreateStore(bitsOf(loadSlot(m_live, boolLanes())), activeAddress());
    }
}

/// An input attachment's texel at the fragment's pixel, of the layer that is drawn to.
bool ShaderTranslator::readSubpass(const Instruction& i) {
    const Type& type = m_types.get(typeOf(i[0]));
    if (type.kind != Type::Kind::Image || type.dim != spv::DimSubpassData) {
        return false;
    }
    if (m_stage != spirv::Stage::Fragment) {
        refuse(i, "is of fragment shaders");
    }
    const ImageOperands operands = ImageOperands::of(i, 2);
    Value at = integerCoordinates(*this, i[1], 2);
    for (uint32_t axis = 0; axis < 2; ++axis) {
        at[axis] = m_ir.CreateAdd(at[axis], m_pixel[axis]);
    }
    // With several views primitives have layer 0, and each view the layer of its number.
    llvm::Type* const number = m_ir.getInt32Ty();
    at.push_back(
        splat(m_ir.CreateAdd(field(m_primitive, offsetof(PrimitiveData, layer), number),
                             field(m_stageData, offsetof(FragmentLanes, viewIndex), number))));
    llvm::Value* sample = nullptr;
    if (operands.sample && type.multisampled) {
        sample = integerCoordinates(*this, operands.sample, 1)[0];
    }
    defineTexel(*this, i, fetchTexel(*this, imageDescriptor(i[0]), at, sample));
    m_fragmentImage->readsInputAttachments = true;
    return true;
}

} // namespace cpu::shader
