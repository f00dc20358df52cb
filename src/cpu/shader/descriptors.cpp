// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/shader_translator.h"

#include <llvm/IR/Constants.h>

#include <fmt/format.h>

#include <algorithm>

namespace cpu::shader {
namespace {

bool fits(const Type& type, BindingKind kind) {
    switch (type.kind) {
    case Type::Kind::Struct:
        return kind == BindingKind::UniformBuffer || kind == BindingKind::StorageBuffer;
    case Type::Kind::Sampler:
        return kind == BindingKind::Sampler || kind == BindingKind::CombinedImageSampler;
    case Type::Kind::SampledImage:
        return kind == (type.dim == spv::DimBuffer ? BindingKind::UniformTexelBuffer
                                                   : BindingKind::CombinedImageSampler);
    case Type::Kind::Image:
        if (type.dim == spv::DimBuffer) {
            return kind == (type.sampled == 2 ? BindingKind::StorageTexelBuffer
                                              : BindingKind::UniformTexelBuffer);
        }
        if (type.dim == spv::DimSubpassData) {
            return kind == BindingKind::InputAttachment;
        }
        return type.sampled == 2
                   ? kind == BindingKind::StorageImage
                   : kind == BindingKind::SampledImage || kind == BindingKind::CombinedImageSampler;
    default:
        return false;
    }
}

} // namespace

llvm::Value* ShaderTranslator::field(llvm::Value* base, size_t offset_B, llvm::Type* type) {
    llvm::Value* address = m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), base, offset_B);
    llvm::LoadInst* load = m_ir.CreateAlignedLoad(type, address, llvm::Align(4));
    load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                      llvm::MDNode::get(m_llvm.getContext(), {}));
    return load;
}

/// The element that an index chooses; those beyond the binding's end are clamped.
void ShaderTranslator::chooseElement(Resource& resource, const Index& index, bool nonUniform) {
    const uint32_t last = resource.binding->count - 1;
    const auto clamped = [&](llvm::Value* element, llvm::Value* last) {
        return m_ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, element, last);
    };
    if (!index.lanes) {
        resource.element = m_ir.getInt32(std::min(index.constant, last));
    } else if (llvm::Value* scalar = uniform(index.lanes)) {
        resource.element = clamped(scalar, m_ir.getInt32(last));
    } else if (!nonUniform) {
        // The same for all lanes that run; the first of them tells it.
        llvm::Value* bits = m_ir.CreateOr(activeBits(), m_ir.getInt32(1u << (m_lanes - 1)));
        llvm::Value* lane = m_ir.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, m_ir.getTrue());
        llvm::Value* element = m_ir.CreateFreeze(m_ir.CreateExtractElement(index.lanes, lane));
        resource.element = clamped(element, m_ir.getInt32(last));
    } else {
        resource.divergent = true;
        resource.element = clamped(m_ir.CreateFreeze(index.lanes), splat(last));
    }
}

/// Bytes that a set has from the binding on.
llvm::Value* ShaderTranslator::bindingRoom_B(const Binding& binding) {
    llvm::Value* size_B = field(m_dispatch,
                                offsetof(DispatchData, setSizes_B) + binding.set * sizeof(uint32_t),
                                m_ir.getInt32Ty());
    return m_ir.CreateBinaryIntrinsic(
        llvm::Intrinsic::usub_sat, size_B, m_ir.getInt32(binding.offset_B));
}

/// The descriptor that `variable` names. Elements that a set has not, because its count varies, are
/// bound to nothing.
ShaderTranslator::Resource
ShaderTranslator::resource(const Instruction& variable, const Index* index, bool nonUniform) {
    const auto set = m_module.decoration(variable.result, spv::DecorationDescriptorSet);
    const auto place = m_module.decoration(variable.result, spv::DecorationBinding);
    if (!set || !place || *set >= kMaxSets) {
        refuse(variable, "has no set or no binding");
    }
    const auto found = std::ranges::find_if(
        m_layout.bindings, [&](const Binding& b) { return b.set == *set && b.binding == *place; });
    if (found == m_layout.bindings.end() || found->count == 0) {
        refuse(variable,
               fmt::format("set {} binding {} is not in the pipeline layout", *set, *place));
    }
    if (found->firstDynamic >= 0 &&
        uint64_t(found->firstDynamic) + found->count > kMaxDynamicBuffers) {
        refuse(variable, "the pipeline layout has too many dynamic buffers");
    }
    const bool bytes = found->kind == BindingKind::InlineUniformBlock;
    Resource resource{
        .binding = &*found, .pointer = nullptr, .divergent = false, .element = m_ir.getInt32(0)};
    llvm::Value* memory =
        field(m_dispatch, offsetof(DispatchData, sets) + *set * sizeof(void*), m_ir.getPtrTy());
    memory = m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), memory, found->offset_B);
    resource.pointer = memory;
    if (bytes) {
        return resource;
    }
    if (index) {
        chooseElement(resource, *index, nonUniform);
    }
    llvm::Type* type = resource.element->getType();
    const auto number = [&](llvm::Value* scalar) {
        return resource.divergent ? splat(scalar) : scalar;
    };
    llvm::Value* offset =
        m_ir.CreateMul(resource.element, llvm::ConstantInt::get(type, kDescriptor_B));
    resource.pointer = m_ir.CreateGEP(m_ir.getInt8Ty(), memory, offset);
    if (found->variableCount) {
        llvm::Value* count = m_ir.CreateUDiv(bindingRoom_B(*found), m_ir.getInt32(kDescriptor_B));
        llvm::Value* there = m_ir.CreateICmpULT(resource.element, number(count));
        resource.pointer = m_ir.CreateSelect(there, resource.pointer, number(zeros()));
    }
    return resource;
}

/// A word of the buffer's descriptor.
llvm::Value* ShaderTranslator::bufferMember(const Resource& buffer, size_t offset_B) {
    if (!buffer.divergent) {
        return field(buffer.pointer, offset_B, m_ir.getInt32Ty());
    }
    llvm::Value* members = m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), buffer.pointer, offset_B);
    return m_ir.CreateMaskedGather(intLanes(), members, llvm::Align(4));
}

/// Moves the place by the buffer's dynamic offset. Returns what is left of `size`.
llvm::Value*
ShaderTranslator::addDynamicOffset(Place& place, const Resource& buffer, llvm::Value* size) {
    const size_t first_B = offsetof(DispatchData, dynamicOffsets_B) +
                           size_t(buffer.binding->firstDynamic) * sizeof(uint32_t);
    llvm::Value* offsets = m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), m_dispatch, first_B);
    offsets = m_ir.CreateGEP(m_ir.getInt32Ty(), offsets, buffer.element);
    llvm::Value* offset = buffer.divergent ? static_cast<llvm::Value*>(m_ir.CreateMaskedGather(
                                                 intLanes(), offsets, llvm::Align(4)))
                                           : field(offsets, 0, m_ir.getInt32Ty());
    llvm::Type* wide = offset->getType()->getWithNewBitWidth(64);
    place.base = m_ir.CreateGEP(m_ir.getInt8Ty(), place.base, m_ir.CreateZExt(offset, wide));
    const auto less = [&](llvm::Value* from, llvm::Value* by) {
        return m_ir.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, from, by);
    };
    return less(size, less(offset, bufferMember(buffer, offsetof(BufferDescriptor, slack_B))));
}

void ShaderTranslator::bufferPlace(Place& place, const Chain& chain, size_t& used) {
    const Type& type = m_types.get(chain.type);
    const bool array = type.kind == Type::Kind::Array || type.kind == Type::Kind::RuntimeArray;
    if (array && chain.path.empty()) {
        refuse(*chain.variable, "an array of buffers is accessed as a whole");
    }
    if (array) {
        used = 1;
        place.type = type.element;
    }
    const Index* index = array ? &chain.path.front() : nullptr;
    llvm::IRBuilder<>::InsertPointGuard guard(m_ir);
    if (!index || !index->lanes) {
        // Nothing here depends on where the shader is: once, in front of everything.
        m_ir.SetInsertPoint(m_entry->getTerminator());
    }
    const Resource buffer = resource(*chain.variable, index, chain.nonUniform);
    const bool bytes = buffer.binding->kind == BindingKind::InlineUniformBlock;
    const Type& block = m_types.get(place.type);
    if (bytes ? block.kind != Type::Kind::Struct || array : !fits(block, buffer.binding->kind)) {
        refuse(*chain.variable, "the pipeline layout has another type of descriptor");
    }
    place.invariant = chain.storage == spv::StorageClassUniform &&
                      !decorated(place.type, spv::DecorationBufferBlock);
    if (bytes) {
        place.base = buffer.pointer;
        place.size_B = m_ir.getInt32(buffer.binding->count);
        if (buffer.binding->variableCount) {
            place.size_B = m_ir.CreateBinaryIntrinsic(
                llvm::Intrinsic::umin, place.size_B, bindingRoom_B(*buffer.binding));
        }
        return;
    }
    place.mayBeStale = buffer.binding->partiallyBound;
    llvm::Value* size = bufferMember(buffer, offsetof(BufferDescriptor, size_B));
    if (buffer.divergent) {
        place.divergent = true;
        auto* pointers = llvm::FixedVectorType::get(m_ir.getPtrTy(), m_lanes);
        place.base = m_ir.CreateMaskedGather(pointers, buffer.pointer, llvm::Align(8));
    } else {
        place.base = field(buffer.pointer, offsetof(BufferDescriptor, base), m_ir.getPtrTy());
    }
    if (buffer.binding->firstDynamic >= 0) {
        size = addDynamicOffset(place, buffer, size);
    }
    // Offsets are 32 bits and signed in gathers.
    place.size_B = m_ir.CreateBinaryIntrinsic(
        llvm::Intrinsic::umin, size, llvm::ConstantInt::get(size->getType(), kMaxImage_B));
}

/// The pointer that an image or a sampler was loaded from, through copies, combinations and
/// arguments of functions.
ShaderTranslator::Chain ShaderTranslator::opaqueChain(Id id, Opaque part) {
    bool nonUniform = false;
    Instance* const outer = m_instance;
    const auto restore = [&] { m_instance = outer; };
    for (uint32_t depth = 0; depth < 64; ++depth) {
        nonUniform |= decorated(id, spv::DecorationNonUniform);
        const Instruction& i = m_module.definition(id);
        if (i.resultType == 0) {
            refuse(i, "is not an image or sampler");
        }
        if (m_types.get(i.resultType).kind == Type::Kind::Pointer) {
            break;
        }
        switch (i.op) {
        case spv::OpSampledImage:
            id = part == Opaque::Sampler ? i[1] : i[0];
            break;
        case spv::OpImage:
        case spv::OpCopyObject:
        case spv::OpLoad:
            id = i[0];
            break;
        case spv::OpFunctionParameter: {
            const auto argument = m_instance->opaque.find(id);
            if (argument == m_instance->opaque.end() || !m_instance->caller) {
                restore();
                refuse(i, "has no argument");
            }
            id = argument->second;
            m_instance = m_instance->caller;
            break;
        }
        default:
            restore();
            refuse(i, "images and samplers made this way are not supported");
        }
    }
    Chain chain;
    try {
        chain = this->chain(id);
    } catch (...) {
        restore();
        throw;
    }
    restore();
    chain.nonUniform |= nonUniform;
    return chain;
}

Translator::Descriptor ShaderTranslator::opaqueDescriptor(Id id, Opaque part) {
    const Chain chain = opaqueChain(id, part);
    if (!chain.variable || chain.storage != spv::StorageClassUniformConstant) {
        throw Refused("an image or sampler that is no descriptor");
    }
    Id type = chain.type;
    const Index* index = nullptr;
    if (const Type& whole = m_types.get(type);
        whole.kind == Type::Kind::Array || whole.kind == Type::Kind::RuntimeArray) {
        if (chain.path.size() != 1) {
            refuse(*chain.variable, "an array of descriptors needs one index");
        }
        index = &chain.path.front();
        type = whole.element;
    } else if (!chain.path.empty()) {
        refuse(*chain.variable, "a descriptor has no parts");
    }
    const Resource found = resource(*chain.variable, index, chain.nonUniform);
    const Type& what = m_types.get(type);
    if (!fits(what, found.binding->kind)) {
        refuse(*chain.variable, "the pipeline layout has another type of descriptor");
    }
    const Id image = what.kind == Type::Kind::SampledImage ? what.element
                     : what.kind == Type::Kind::Image      ? type
                                                           : 0;
    if (part == Opaque::Sampler ? what.kind == Type::Kind::Image : image == 0) {
        refuse(*chain.variable, "is a sampler in the place of an image, or the other way round");
    }
    return {found.pointer, found.divergent, image};
}

Translator::Descriptor ShaderTranslator::imageDescriptor(Id id) {
    return opaqueDescriptor(id, Opaque::Image);
}

Translator::Descriptor ShaderTranslator::samplerDescriptor(Id id) {
    return opaqueDescriptor(id, Opaque::Sampler);
}

} // namespace cpu::shader
