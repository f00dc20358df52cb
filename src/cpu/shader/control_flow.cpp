// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/shader_translator.h"

#include <llvm/IR/Constants.h>

#include <fmt/format.h>

#include <algorithm>

/// Masks and the line of blocks; docs/shaders-cpu.md tells the scheme.
namespace cpu::shader {
namespace {

/// What slots may take of a worker's stack.
constexpr uint64_t kMaxSlots_B = 1u << 20;

bool isAllOnes(llvm::Value* mask) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(mask);
    return constant && constant->isAllOnesValue();
}

} // namespace

/// Are there no lanes outside that anybody asks for?
bool ShaderTranslator::holdsAll(llvm::Value* mask) const {
    return isAllOnes(mask) || mask == m_stageMask;
}

llvm::Value* ShaderTranslator::anyLane(llvm::Value* mask) {
    llvm::Type* bits = m_ir.getIntNTy(m_lanes);
    return m_ir.CreateICmpNE(m_ir.CreateBitCast(mask, bits), llvm::ConstantInt::get(bits, 0));
}

llvm::Value* ShaderTranslator::both(llvm::Value* mask, llvm::Value* condition) {
    return isAllOnes(mask) ? condition : m_ir.CreateAnd(mask, condition);
}

/// Booleans that are kept take a lane's full width below AVX-512, where they live in vector
/// registers.
llvm::Type* ShaderTranslator::slotType(llvm::Type* lanes) {
    return lanes->getScalarType()->isIntegerTy(1) && m_level != Level::V4 ? intLanes() : lanes;
}

llvm::AllocaInst* ShaderTranslator::slot(llvm::Type* type) {
    type = slotType(type);
    m_slots_B += m_llvm.getDataLayout().getTypeAllocSize(type);
    if (m_slots_B > kMaxSlots_B) {
        throw Refused("the shader keeps too many values");
    }
    llvm::IRBuilder<> entry(m_entry, m_entry->begin());
    llvm::AllocaInst* slot = entry.CreateAlloca(type);
    // Never undefined: what is computed for lanes that do not run may decide over branches.
    entry.CreateStore(llvm::Constant::getNullValue(type), slot);
    return slot;
}

void ShaderTranslator::storeSlot(llvm::AllocaInst* slot, llvm::Value* value, llvm::Value* mask) {
    if (value->getType() != slot->getAllocatedType()) {
        value = m_ir.CreateSExt(value, slot->getAllocatedType());
    }
    if (mask && !holdsAll(mask)) {
        llvm::Value* old = m_ir.CreateLoad(slot->getAllocatedType(), slot);
        value = m_ir.CreateSelect(mask, value, old);
    }
    m_ir.CreateStore(value, slot);
}

llvm::Value* ShaderTranslator::loadSlot(llvm::AllocaInst* slot, llvm::Type* type) {
    llvm::Value* value = m_ir.CreateLoad(slot->getAllocatedType(), slot);
    return type == slot->getAllocatedType() ? value : intToMask(value);
}

void ShaderTranslator::prepareMasks(Instance& instance) {
    const auto& blocks = instance.flow->blocks();
    instance.masks.assign(blocks.size(), nullptr);
    instance.masksBefore.assign(blocks.size(), nullptr);
    instance.maskSlots.assign(blocks.size(), nullptr);
    for (size_t at = 1; at < blocks.size(); ++at) {
        if (blocks[at].reachable && blocks[at].maskOf == Flow::kNone &&
            blocks[at].maskBefore == Flow::kNone) {
            instance.maskSlots[at] = slot(boolLanes());
        }
    }
    for (const Flow::Block& block : blocks) {
        for (const Instruction& i : block.source->body) {
            if (i.op != spv::OpPhi || !block.reachable) {
                continue;
            }
            auto& slots = instance.phis[i.result];
            for (llvm::Value* scalar : zeroValue(i.resultType)) {
                slots.push_back(slot(scalar->getType()));
            }
        }
    }
}

void ShaderTranslator::emitBlocks(Instance& instance, llvm::Value* entryMask) {
    prepareMasks(instance);
    instance.masks[0] = entryMask;
    std::vector<OpenScope> open;
    const auto& blocks = instance.flow->blocks();
    for (uint32_t at = 0; at < blocks.size(); ++at) {
        closeScopes(instance, at, open);
        openScopes(instance, at, open);
        instance.scope = blocks[at].scope;
        if (blocks[at].reachable) {
            emitBlock(instance, at);
        }
    }
    closeScopes(instance, uint32_t(blocks.size()), open);
    instance.scope = 0;
}

void ShaderTranslator::openScopes(Instance& instance,
                                  uint32_t position,
                                  std::vector<OpenScope>& open) {
    const auto& scopes = instance.flow->scopes();
    llvm::LLVMContext& context = m_llvm.getContext();
    for (uint32_t scope = 1; scope < scopes.size(); ++scope) {
        if (scopes[scope].begin != position) {
            continue;
        }
        const bool loop = scopes[scope].loop;
        auto* head = llvm::BasicBlock::Create(context, loop ? "loop" : "guarded", m_function);
        auto* exit = llvm::BasicBlock::Create(context, loop ? "left" : "join", m_function);
        if (loop) {
            if (!instance.maskSlots[position]) {
                // The function's first block as a loop header: SPIR-V forbids it.
                throw Refused("a loop without a way in");
            }
            instance.masksBefore[position] = loadSlot(instance.maskSlots[position], boolLanes());
            m_ir.CreateBr(head);
        } else {
            llvm::AllocaInst* slot = instance.maskSlots[position];
            llvm::Value* mask = slot ? loadSlot(slot, boolLanes()) : knownMask(instance, position);
            m_ir.CreateCondBr(anyLane(mask), head, exit);
        }
        m_ir.SetInsertPoint(head);
        open.push_back({scope, head, exit});
    }
}

void ShaderTranslator::closeScopes(Instance& instance,
                                   uint32_t position,
                                   std::vector<OpenScope>& open) {
    const auto& scopes = instance.flow->scopes();
    while (!open.empty() && scopes[open.back().scope].end <= position) {
        const OpenScope& top = open.back();
        if (scopes[top.scope].loop) {
            llvm::Value* again = loadSlot(instance.maskSlots[scopes[top.scope].begin], boolLanes());
            if (m_stopped) {
                // Callees end invocations of which their callers do not hear.
                again = m_ir.CreateAnd(again, m_ir.CreateNot(loadSlot(m_stopped, boolLanes())));
            }
            m_ir.CreateCondBr(anyLane(again), top.head, top.exit);
        } else {
            m_ir.CreateBr(top.exit);
        }
        m_ir.SetInsertPoint(top.exit);
        open.pop_back();
    }
}

llvm::Value* ShaderTranslator::knownMask(const Instance& instance, uint32_t position) const {
    const Flow::Block& block = instance.flow->blocks()[position];
    return block.maskOf != Flow::kNone ? instance.masks[block.maskOf]
                                       : instance.masksBefore[block.maskBefore];
}

void ShaderTranslator::emitBlock(Instance& instance, uint32_t position) {
    const Flow::Block& block = instance.flow->blocks()[position];
    if (position != 0) {
        if (llvm::AllocaInst* slot = instance.maskSlots[position]) {
            instance.masks[position] = loadSlot(slot, boolLanes());
            m_ir.CreateStore(llvm::Constant::getNullValue(slot->getAllocatedType()), slot);
        } else {
            instance.masks[position] = knownMask(instance, position);
        }
    }
    m_mask = instance.masks[position];
    for (const Instruction& i : block.source->body) {
        if (i.op == spv::OpPhi) {
            Value value;
            for (llvm::AllocaInst* slot : instance.phis[i.result]) {
                value.push_back(slot);
            }
            const Value types = zeroValue(i.resultType);
            for (size_t n = 0; n < value.size(); ++n) {
                value[n] = loadSlot(llvm::cast<llvm::AllocaInst>(value[n]), types[n]->getType());
            }
            define(i.result, std::move(value));
            continue;
        }
        translateInstruction(i);
        m_mask = instance.masks[position];
    }
    emitTerminator(instance, position);
}

void ShaderTranslator::emitTerminator(Instance& instance, uint32_t position) {
    const Instruction& i = *instance.flow->blocks()[position].source->terminator;
    llvm::Value* mask = instance.masks[position];
    switch (i.op) {
    case spv::OpBranch:
        addEdge(instance, position, instance.flow->position(i[0]), mask);
        break;
    case spv::OpBranchConditional: {
        const uint32_t yes = instance.flow->position(i[1]);
        const uint32_t no = instance.flow->position(i[2]);
        const Value condition = value(i[0]);
        if (condition.size() != 1 || condition[0]->getType() != boolLanes()) {
            refuse(i, "its condition is not a boolean");
        }
        if (yes == no) {
            addEdge(instance, position, yes, mask);
            break;
        }
        addEdge(instance, position, yes, both(mask, condition[0]));
        addEdge(instance, position, no, both(mask, m_ir.CreateNot(condition[0])));
        break;
    }
    case spv::OpSwitch:
        emitSwitch(instance, position);
        break;
    case spv::OpReturn:
    case spv::OpUnreachable:
        break;
    case spv::OpReturnValue: {
        const Value result = value(i[0]);
        if (result.size() != instance.result.size()) {
            refuse(i, "returns another type than its function");
        }
        for (size_t n = 0; n < result.size(); ++n) {
            storeSlot(instance.result[n], result[n], mask);
        }
        break;
    }
    case spv::OpKill:
    case spv::OpTerminateInvocation:
        discard(i, mask);
        break;
    default:
        refuse(i, "does not belong into a shader");
    }
}

void ShaderTranslator::emitSwitch(Instance& instance, uint32_t position) {
    const Instruction& i = *instance.flow->blocks()[position].source->terminator;
    const Value selector = value(i[0]);
    if (selector.size() != 1 || !selector[0]->getType()->getScalarType()->isIntegerTy() ||
        selector[0]->getType()->getScalarSizeInBits() > 32) {
        refuse(i, "its selector is not an integer of at most 32 bits");
    }
    llvm::Value* mask = instance.masks[position];
    llvm::Value* others = mask;
    std::map<uint32_t, llvm::Value*> edges;
    const auto add = [&](uint32_t to, llvm::Value* lanes) {
        llvm::Value*& edge = edges[to];
        edge = edge ? m_ir.CreateOr(edge, lanes) : lanes;
    };
    for (size_t n = 2; n + 1 < i.count(); n += 2) {
        llvm::Value* literal = llvm::ConstantInt::get(
            selector[0]->getType(),
            llvm::APInt(selector[0]->getType()->getScalarSizeInBits(), i[n]));
        llvm::Value* equal = m_ir.CreateICmpEQ(selector[0], literal);
        add(instance.flow->position(i[n + 1]), both(mask, equal));
        others = m_ir.CreateAnd(others, m_ir.CreateNot(equal));
    }
    add(instance.flow->position(i[1]), others);
    for (const auto& [to, lanes] : edges) {
        addEdge(instance, position, to, lanes);
    }
}

void ShaderTranslator::addEdge(Instance& instance, uint32_t from, uint32_t to, llvm::Value* mask) {
    const Flow::Block& target = instance.flow->blocks()[to];
    // Lanes leave loops one after the other.
    const bool leaves = !instance.flow->within(target.scope, instance.flow->blocks()[from].loop);
    bool first = target.predecessors.front() == from && !leaves;
    if (llvm::AllocaInst* slot = instance.maskSlots[to]) {
        llvm::Value* lanes = mask;
        if (!first) {
            lanes = m_ir.CreateOr(loadSlot(slot, boolLanes()), mask);
        }
        storeSlot(slot, lanes, nullptr);
    }
    // Nothing to keep for other lanes: they come by later edges, or all come by the back edge.
    first |= to <= from;
    std::vector<std::pair<const Instruction*, Value>> incoming;
    for (const Instruction& i : target.source->body) {
        if (i.op != spv::OpPhi) {
            continue;
        }
        const Id label = instance.flow->blocks()[from].source->label;
        bool found = false;
        for (size_t n = 0; n + 1 < i.count() && !found; n += 2) {
            if (i[n + 1] == label) {
                incoming.emplace_back(&i, value(i[n]));
                found = true;
            }
        }
        if (!found) {
            refuse(i, fmt::format("has no value for %{}", label));
        }
    }
    for (auto& [phi, lanes] : incoming) {
        const auto& slots = instance.phis[phi->result];
        if (lanes.size() != slots.size()) {
            refuse(*phi, "has values of different types");
        }
        for (size_t n = 0; n < slots.size(); ++n) {
            storeSlot(slots[n], lanes[n], first ? nullptr : mask);
        }
    }
}

} // namespace cpu::shader
