// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/shader_translator.h"

#include <llvm/IR/Constants.h>

#include <algorithm>

/// From pointer ids to places. Pointers are not values here: each use of one walks its access
/// chains again, and LLVM finds what is common. Physical addresses are values, of 64 bits.
namespace cpu::shader {

ShaderTranslator::Index ShaderTranslator::index(Id id) {
    uint64_t bits = 0;
    if (constant(id, bits)) {
        return {uint32_t(std::min<uint64_t>(bits, UINT32_MAX)), nullptr};
    }
    const Value lanes = value(id);
    if (lanes.size() != 1 || !lanes[0]->getType()->getScalarType()->isIntegerTy() ||
        lanes[0]->getType()->getScalarType()->isIntegerTy(1)) {
        refuse(m_module.definition(id), "is no index");
    }
    llvm::Value* index = m_ir.CreateSExtOrTrunc(lanes[0], intLanes());
    const llvm::Value* scalar = uniform(index);
    if (const auto* known = llvm::dyn_cast_or_null<llvm::ConstantInt>(scalar)) {
        return {uint32_t(known->getZExtValue()), nullptr};
    }
    return {0, index};
}

ShaderTranslator::Chain ShaderTranslator::chain(Id pointer) {
    if (m_instance) {
        const auto parameter = m_instance->pointers.find(pointer);
        if (parameter != m_instance->pointers.end()) {
            return parameter->second;
        }
    }
    const Instruction& i = m_module.definition(pointer);
    const Type& type = m_types.get(i.resultType);
    if (type.kind != Type::Kind::Pointer) {
        refuse(i, "is not a pointer");
    }
    switch (i.op) {
    case spv::OpVariable:
        return variableChain(i);
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain: {
        Chain chain = this->chain(i[0]);
        for (size_t n = 1; n < i.count(); ++n) {
            chain.nonUniform |= decorated(i[n], spv::DecorationNonUniform);
            chain.path.push_back(index(i[n]));
        }
        chain.nonUniform |= decorated(pointer, spv::DecorationNonUniform);
        return chain;
    }
    case spv::OpCopyObject:
        return chain(i[0]);
    default:
        if (type.storage == spv::StorageClassPhysicalStorageBuffer) {
            return physicalChain(pointer);
        }
        refuse(i, "pointers made this way are not supported");
    }
}

ShaderTranslator::Chain ShaderTranslator::physicalChain(Id pointer) {
    const Type& type = m_types.get(typeOf(pointer));
    Chain chain;
    chain.address = value(pointer).at(0);
    chain.type = type.element;
    chain.storage = type.storage;
    return chain;
}

ShaderTranslator::Chain ShaderTranslator::variableChain(const Instruction& variable) {
    const Type& type = m_types.get(variable.resultType);
    Chain chain;
    chain.variable = &variable;
    chain.type = type.element;
    chain.storage = type.storage;
    if (type.storage == spv::StorageClassFunction) {
        const auto found = m_instance->variables.find(variable.result);
        if (found == m_instance->variables.end()) {
            refuse(variable, "is used outside of its function");
        }
        chain.lanes = &found->second;
    } else if (type.storage == spv::StorageClassPrivate) {
        auto found = m_private.find(variable.result);
        if (found == m_private.end()) {
            found = m_private.emplace(variable.result, makeVariable(type.element)).first;
            if (variable.count() > 1) {
                const llvm::IRBuilder<>::InsertPointGuard guard(m_ir);
                auto* after = llvm::cast<llvm::AllocaInst>(found->second.memory)->getNextNode();
                while (after && !llvm::isa<llvm::CallInst>(after)) {
                    after = after->getNextNode();
                }
                // Right behind the memset of the variable.
                m_ir.SetInsertPoint(m_entry, std::next(after->getIterator()));
                llvm::Value* mask = std::exchange(m_mask, nullptr);
                Place place;
                place.type = type.element;
                place.storage = type.storage;
                place.lanes = &found->second;
                storeLanes(place, constantValue(variable[1]));
                m_mask = mask;
            }
        }
        chain.lanes = &found->second;
    } else if (m_stage != spirv::Stage::Compute &&
               (type.storage == spv::StorageClassOutput ||
                (type.storage == spv::StorageClassInput && !isInvocationId(variable)))) {
        chain.lanes = &stageVariable(variable).memory;
    }
    return chain;
}

ShaderTranslator::Variable ShaderTranslator::makeVariable(Id type) {
    const Type& what = m_types.get(type);
    uint32_t scalar_B = 0;
    if (what.scalars == 0 || what.scalars > 1u << 14) {
        throw Refused("a variable of no scalars, or of too many");
    }
    m_types.forEachScalar(type, {}, 0, 0, [&](uint32_t, const Type& scalar) {
        scalar_B = std::max(scalar_B, scalarSize_B(scalar));
    });
    Variable variable{nullptr, scalar_B * m_lanes, type};
    const uint64_t size_B = uint64_t(what.scalars) * variable.slot_B;
    m_slots_B += size_B;
    if (m_slots_B > 2u << 20) {
        throw Refused("the shader's variables are too large");
    }
    llvm::IRBuilder<> entry(m_entry, m_entry->begin());
    auto* const memory = entry.CreateAlloca(llvm::ArrayType::get(entry.getInt8Ty(), size_B));
    memory->setAlignment(llvm::Align(64));
    variable.memory = memory;
    entry.CreateMemSet(variable.memory, entry.getInt8(0), size_B, llvm::Align(64));
    return variable;
}

ShaderTranslator::Place ShaderTranslator::place(const Chain& chain) {
    if (chain.lanes) {
        return lanesPlace(chain);
    }
    switch (chain.storage) {
    case spv::StorageClassUniform:
    case spv::StorageClassStorageBuffer:
    case spv::StorageClassPushConstant:
    case spv::StorageClassWorkgroup:
    case spv::StorageClassPhysicalStorageBuffer:
        return memoryPlace(chain);
    default:
        throw Refused("a pointer of a storage class that cannot be accessed so");
    }
}

ShaderTranslator::Place ShaderTranslator::lanesPlace(const Chain& chain) {
    Place place;
    place.type = chain.type;
    place.storage = chain.storage;
    place.lanes = chain.lanes;
    for (const Index& index : chain.path) {
        stepLanes(place, index);
    }
    return place;
}

void ShaderTranslator::stepLanes(Place& place, const Index& index) {
    const Type& type = m_types.get(place.type);
    if (type.kind == Type::Kind::Struct) {
        if (index.lanes) {
            throw Refused("a member is chosen at run time");
        }
        const Id member = m_types.part(type, index.constant);
        place.slot += m_types.scalarsBefore(type, index.constant);
        place.type = member;
        return;
    }
    const Id part = m_types.part(type, 0);
    const uint32_t scalars = m_types.get(part).scalars;
    if (!index.lanes) {
        place.slot += std::min(index.constant, type.count - 1) * scalars;
    } else if (llvm::Value* scalar = uniform(index.lanes)) {
        llvm::Value* clamped = m_ir.CreateBinaryIntrinsic(
            llvm::Intrinsic::umin, m_ir.CreateFreeze(scalar), m_ir.getInt32(type.count - 1));
        llvm::Value* slots = m_ir.CreateMul(clamped, m_ir.getInt32(scalars));
        place.uniformSlot = place.uniformSlot ? m_ir.CreateAdd(place.uniformSlot, slots) : slots;
    } else {
        // Indices beyond the end are undefined; clamped, they stay in the variable.
        llvm::Value* chosen = m_stopped ? m_ir.CreateFreeze(index.lanes) : index.lanes;
        llvm::Value* clamped =
            m_ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, chosen, splat(type.count - 1));
        llvm::Value* slots = m_ir.CreateMul(clamped, splat(scalars));
        place.laneSlot = place.laneSlot ? m_ir.CreateAdd(place.laneSlot, slots) : slots;
    }
    place.type = part;
}

ShaderTranslator::Place ShaderTranslator::memoryPlace(const Chain& chain) {
    Place place;
    place.type = chain.type;
    place.storage = chain.storage;
    place.uniformOffset = m_ir.getInt32(0);
    size_t used = 0;
    switch (chain.storage) {
    case spv::StorageClassPushConstant:
        place.base = m_ir.CreateConstGEP1_64(
            m_ir.getInt8Ty(), m_dispatch, offsetof(DispatchData, pushConstants));
        // What was pushed behind the block is not the shader's.
        place.size_B = m_ir.getInt32(std::min(kPushConstants_B, m_types.size_B(chain.type)));
        place.invariant = true;
        break;
    case spv::StorageClassWorkgroup:
        place.base = m_ir.CreateConstGEP1_64(
            m_ir.getInt8Ty(), m_workgroupMemory, m_workgroupOffset_B.at(chain.variable->result));
        place.size_B = m_ir.getInt32(m_types.size_B(chain.type));
        break;
    case spv::StorageClassPhysicalStorageBuffer:
        place.base = m_ir.CreateIntToPtr(chain.address,
                                         llvm::FixedVectorType::get(m_ir.getPtrTy(), m_lanes));
        place.divergent = true;
        break;
    default:
        bufferPlace(place, chain, used);
        break;
    }
    for (; used < chain.path.size(); ++used) {
        step(place, chain.path[used]);
    }
    return place;
}

void ShaderTranslator::addOffset(Place& place, const Index& index, uint32_t stride_B) {
    if (!index.lanes) {
        place.uniformOffset =
            m_ir.CreateAdd(place.uniformOffset, m_ir.getInt32(index.constant * stride_B));
        return;
    }
    if (llvm::Value* scalar = uniform(index.lanes)) {
        place.uniformOffset =
            m_ir.CreateAdd(place.uniformOffset, m_ir.CreateMul(scalar, m_ir.getInt32(stride_B)));
        return;
    }
    llvm::Value* offset = m_ir.CreateMul(index.lanes, splat(stride_B));
    place.laneOffset = place.laneOffset ? m_ir.CreateAdd(place.laneOffset, offset) : offset;
    place.laneStride_B = stride_B;
}

void ShaderTranslator::step(Place& place, const Index& index) {
    const Type& type = m_types.get(place.type);
    switch (type.kind) {
    case Type::Kind::Struct: {
        if (index.lanes) {
            throw Refused("a member is chosen at run time");
        }
        const Id member = m_types.part(type, index.constant);
        addOffset(place, {1, nullptr}, m_types.memberOffset_B(place.type, index.constant));
        place.layout = m_types.memberLayout(place.type, index.constant);
        place.type = member;
        return;
    }
    case Type::Kind::Array:
    case Type::Kind::RuntimeArray:
        addOffset(place, index, m_types.arrayStride_B(place.type, place.layout));
        break;
    case Type::Kind::Matrix: {
        const uint32_t stride_B = m_types.matrixStride_B(type, place.layout);
        const uint32_t scalar_B = scalarSize_B(m_types.get(m_types.get(type.element).element));
        addOffset(place, index, place.layout.rowMajor ? scalar_B : stride_B);
        place.componentStride_B = place.layout.rowMajor ? stride_B : 0;
        break;
    }
    case Type::Kind::Vector: {
        const uint32_t scalar_B = scalarSize_B(m_types.get(type.element));
        addOffset(place, index, place.componentStride_B ? place.componentStride_B : scalar_B);
        place.componentStride_B = 0;
        break;
    }
    default:
        throw Refused("an access chain leads into what has no parts");
    }
    place.type = type.element;
}

} // namespace cpu::shader
