// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/shader_translator.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>

#include <algorithm>
#include <optional>

/// Loads and stores. Accesses of buffers are checked, lane by lane or once for all: what lies
/// outside reads as zero and is not written.
namespace cpu::shader {
namespace {

constexpr uint32_t kZeros_B = 256;

struct Scalar {
    uint32_t offset_B;
    const Type* type;
};

std::vector<Scalar>
scalarsOf(Types& types, Id type, MatrixLayout layout, uint32_t componentStride_B) {
    const uint32_t count = types.get(type).scalars;
    if (count == 0 || count > 1u << 14) {
        throw Refused("an access of no scalars, or of too many");
    }
    std::vector<Scalar> scalars;
    types.forEachScalar(
        type, layout, componentStride_B, 0, [&](uint32_t offset_B, const Type& scalar) {
            scalars.push_back({offset_B, &scalar});
        });
    return scalars;
}

llvm::Constant* iota(llvm::LLVMContext& context, uint32_t lanes, uint32_t step) {
    std::vector<uint32_t> steps;
    for (uint32_t lane = 0; lane < lanes; ++lane) {
        steps.push_back(lane * step);
    }
    return llvm::ConstantDataVector::get(context, steps);
}

/// The distance from lane to lane where the IR shows that it is always the same.
std::optional<int64_t> laneStep(const llvm::Value* lanes, uint32_t depth = 0) {
    if (depth > 16) {
        return std::nullopt;
    }
    if (llvm::getSplatValue(lanes)) {
        return 0;
    }
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantDataVector>(lanes)) {
        const auto at = [&](uint32_t lane) { return constant->getElementAsInteger(lane); };
        const int64_t step = int64_t(at(1)) - int64_t(at(0));
        for (uint32_t lane = 2; lane < constant->getNumElements(); ++lane) {
            if (int64_t(at(lane)) - int64_t(at(lane - 1)) != step) {
                return std::nullopt;
            }
        }
        return step;
    }
    if (const auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(lanes)) {
        return laneStep(freeze->getOperand(0), depth + 1);
    }
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(lanes);
    if (!operation) {
        return std::nullopt;
    }
    const auto first = laneStep(operation->getOperand(0), depth + 1);
    const auto second = laneStep(operation->getOperand(1), depth + 1);
    if (!first || !second) {
        return std::nullopt;
    }
    const auto scaled = [](int64_t step, const llvm::Value* by) -> std::optional<int64_t> {
        const auto* factor = llvm::dyn_cast_or_null<llvm::ConstantInt>(llvm::getSplatValue(by));
        if (step == 0) {
            return 0;
        }
        return factor && factor->getValue().isIntN(16)
                   ? std::optional(step * int64_t(factor->getZExtValue()))
                   : std::nullopt;
    };
    switch (operation->getOpcode()) {
    case llvm::Instruction::Add:
        return *first + *second;
    case llvm::Instruction::Sub:
        return *first - *second;
    case llvm::Instruction::Mul:
        return *second == 0  ? scaled(*first, operation->getOperand(1))
               : *first == 0 ? scaled(*second, operation->getOperand(0))
                             : std::nullopt;
    default:
        return *first == 0 && *second == 0 ? std::optional<int64_t>(0) : std::nullopt;
    }
}

} // namespace

llvm::Type* ShaderTranslator::memoryType(const Type& scalar) {
    return scalar.scalar == ScalarKind::Bool ? m_ir.getInt32Ty() : lanesOf(scalar)->getScalarType();
}

llvm::Value* ShaderTranslator::toMemory(llvm::Value* lanes, const Type& scalar) {
    return scalar.scalar == ScalarKind::Bool ? m_ir.CreateZExt(lanes, intLanes()) : lanes;
}

llvm::Value* ShaderTranslator::fromMemory(llvm::Value* value, const Type& scalar) {
    return scalar.scalar == ScalarKind::Bool
               ? m_ir.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()))
               : value;
}

/// What accesses outside of buffers read.
llvm::Constant* ShaderTranslator::zeros() {
    if (!m_zeros) {
        auto* type = llvm::ArrayType::get(m_ir.getInt8Ty(), kZeros_B);
        auto* global = new llvm::GlobalVariable(m_llvm,
                                                type,
                                                true,
                                                llvm::GlobalValue::PrivateLinkage,
                                                llvm::Constant::getNullValue(type),
                                                "zeros");
        global->setAlignment(llvm::Align(64));
        m_zeros = global;
    }
    return m_zeros;
}

llvm::Value*
ShaderTranslator::inBounds(llvm::Value* offset, llvm::Value* size_B, uint32_t access_B) {
    llvm::Value* end = m_ir.CreateBinaryIntrinsic(
        llvm::Intrinsic::usub_sat, size_B, llvm::ConstantInt::get(size_B->getType(), access_B - 1));
    if (offset->getType()->isVectorTy() && !end->getType()->isVectorTy()) {
        end = splat(end);
    }
    return m_ir.CreateICmpULT(offset, end);
}

/// For reads that all lanes make together, also where none runs.
llvm::Value* ShaderTranslator::mayRead(const Place& place, llvm::Value* condition) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(m_mask);
    const bool all = constant && constant->isAllOnesValue();
    return place.mayBeStale && !all ? m_ir.CreateAnd(condition, anyLane(m_mask)) : condition;
}

llvm::Value* ShaderTranslator::offsets(const Place& place) {
    llvm::Value* uniform = splat(place.uniformOffset);
    if (!place.laneOffset) {
        return uniform;
    }
    // One value at all its uses, whatever the shader computed for lanes that do not run.
    return m_ir.CreateFreeze(m_ir.CreateAdd(place.laneOffset, uniform));
}

// Variables in lanes.

/// Of the place's first scalar, `slots` behind it.
llvm::Value* ShaderTranslator::lanesRow(const Place& place, uint32_t slots) {
    const Variable& variable = *place.lanes;
    llvm::Value* row = m_ir.CreateConstGEP1_64(
        m_ir.getInt8Ty(), variable.memory, uint64_t(place.slot + slots) * variable.slot_B);
    if (place.uniformSlot) {
        llvm::Value* const offset_B =
            m_ir.CreateMul(place.uniformSlot, m_ir.getInt32(variable.slot_B));
        row = m_ir.CreateGEP(m_ir.getInt8Ty(), row, m_ir.CreateZExt(offset_B, m_ir.getInt64Ty()));
    }
    return row;
}

Value ShaderTranslator::loadLanes(const Place& place) {
    Value value;
    const Variable& variable = *place.lanes;
    uint32_t slot = 0;
    for (const Scalar& scalar : scalarsOf(m_types, place.type, {}, 0)) {
        llvm::Type* element = memoryType(*scalar.type);
        llvm::Type* lanes = llvm::FixedVectorType::get(element, m_lanes);
        llvm::Value* base = lanesRow(place, slot++);
        llvm::Value* loaded = nullptr;
        if (!place.laneSlot) {
            loaded = m_ir.CreateAlignedLoad(lanes, base, llvm::Align(1));
        } else {
            llvm::Value* offset =
                m_ir.CreateAdd(m_ir.CreateMul(place.laneSlot, splat(variable.slot_B)),
                               iota(m_llvm.getContext(), m_lanes, scalarSize_B(*scalar.type)));
            llvm::Value* addresses = m_ir.CreateGEP(m_ir.getInt8Ty(), base, offset);
            loaded = m_ir.CreateMaskedGather(lanes, addresses, llvm::Align(1));
        }
        value.push_back(fromMemory(loaded, *scalar.type));
    }
    return value;
}

void ShaderTranslator::storeLanes(const Place& place, const Value& value) {
    const Variable& variable = *place.lanes;
    llvm::Value* mask = m_mask && holdsAll(m_mask) && !place.laneSlot ? nullptr : m_mask;
    if (mask && m_stopped) {
        // Derivatives ask what invocations that were ended would have.
        mask = m_ir.CreateOr(mask, loadSlot(m_stopped, boolLanes()));
    }
    uint32_t n = 0;
    for (const Scalar& scalar : scalarsOf(m_types, place.type, {}, 0)) {
        llvm::Value* base = lanesRow(place, n);
        llvm::Value* lanes = toMemory(value.at(n++), *scalar.type);
        if (!place.laneSlot) {
            if (mask) {
                llvm::Value* old = m_ir.CreateAlignedLoad(lanes->getType(), base, llvm::Align(1));
                lanes = m_ir.CreateSelect(mask, lanes, old);
            }
            m_ir.CreateAlignedStore(lanes, base, llvm::Align(1));
            continue;
        }
        llvm::Value* offset =
            m_ir.CreateAdd(m_ir.CreateMul(place.laneSlot, splat(variable.slot_B)),
                           iota(m_llvm.getContext(), m_lanes, scalarSize_B(*scalar.type)));
        llvm::Value* addresses = m_ir.CreateGEP(m_ir.getInt8Ty(), base, offset);
        m_ir.CreateMaskedScatter(lanes, addresses, llvm::Align(1), mask);
    }
}

// Memory.

/// All lanes read the same place.
Value ShaderTranslator::loadUniform(const Place& place, llvm::Value* offset) {
    const auto scalars = scalarsOf(m_types, place.type, place.layout, place.componentStride_B);
    uint32_t end_B = 0;
    uint32_t begin_B = UINT32_MAX;
    for (const Scalar& scalar : scalars) {
        begin_B = std::min(begin_B, scalar.offset_B);
        end_B = std::max(end_B, scalar.offset_B + scalarSize_B(*scalar.type));
    }
    const auto address = [&](uint32_t first_B, uint32_t access_B) {
        llvm::Value* at = m_ir.CreateAdd(offset, m_ir.getInt32(first_B));
        llvm::Value* pointer =
            m_ir.CreateGEP(m_ir.getInt8Ty(), place.base, m_ir.CreateZExt(at, m_ir.getInt64Ty()));
        if (!place.size_B) {
            return pointer;
        }
        llvm::Value* ok = mayRead(place, inBounds(at, place.size_B, access_B));
        return m_ir.CreateSelect(ok, pointer, zeros());
    };
    // One check for what is short enough to have a stand-in.
    const bool whole = end_B - begin_B <= kZeros_B;
    llvm::Value* common = whole ? address(begin_B, end_B - begin_B) : nullptr;
    Value value;
    for (const Scalar& scalar : scalars) {
        llvm::Value* pointer =
            whole ? m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), common, scalar.offset_B - begin_B)
                  : address(scalar.offset_B, scalarSize_B(*scalar.type));
        llvm::LoadInst* loaded =
            m_ir.CreateAlignedLoad(memoryType(*scalar.type), pointer, llvm::Align(1));
        if (place.invariant) {
            loaded->setMetadata(llvm::LLVMContext::MD_invariant_load,
                                llvm::MDNode::get(m_llvm.getContext(), {}));
        }
        value.push_back(fromMemory(splat(loaded), *scalar.type));
    }
    return value;
}

/// Lane n reads n × 4 bytes behind lane 0.
Value ShaderTranslator::loadContiguous(const Place& place, llvm::Value* offsets) {
    const Type& scalar = m_types.get(place.type);
    llvm::Value* first = m_ir.CreateExtractElement(offsets, uint64_t(0));
    // With its sign: lanes before the beginning are outside, those behind it are not.
    llvm::Value* pointer = m_ir.CreateGEP(m_ir.getInt8Ty(), place.base, first);
    llvm::Type* lanes = llvm::FixedVectorType::get(memoryType(scalar), m_lanes);
    llvm::Value* mask = both(m_mask, inBounds(offsets, place.size_B, 4));
    llvm::Value* loaded = m_ir.CreateMaskedLoad(
        lanes, pointer, llvm::Align(1), mask, llvm::Constant::getNullValue(lanes));
    return {fromMemory(loaded, scalar)};
}

Value ShaderTranslator::loadGather(const Place& place, llvm::Value* offsets) {
    Value value;
    for (const Scalar& scalar :
         scalarsOf(m_types, place.type, place.layout, place.componentStride_B)) {
        llvm::Type* lanes = llvm::FixedVectorType::get(memoryType(*scalar.type), m_lanes);
        const uint32_t access_B = scalarSize_B(*scalar.type);
        llvm::Value* at = m_ir.CreateAdd(offsets, splat(scalar.offset_B));
        llvm::Value* ok = m_mask;
        if (place.size_B) {
            ok = both(ok, inBounds(at, place.size_B, access_B));
        }
        // Every lane reads from somewhere, so that nothing branches.
        llvm::Value* addresses = nullptr;
        if (place.divergent) {
            llvm::Type* wide = at->getType()->getWithNewBitWidth(64);
            llvm::Value* own =
                m_ir.CreateGEP(m_ir.getInt8Ty(), place.base, m_ir.CreateZExt(at, wide));
            addresses = m_ir.CreateSelect(ok, own, splat(zeros()));
        } else {
            llvm::Value* any =
                mayRead(place, m_ir.CreateICmpUGE(place.size_B, m_ir.getInt32(access_B)));
            llvm::Value* base = m_ir.CreateSelect(any, place.base, zeros());
            addresses =
                m_ir.CreateGEP(m_ir.getInt8Ty(), base, m_ir.CreateSelect(ok, at, splat(0u)));
        }
        llvm::Value* loaded = m_ir.CreateMaskedGather(lanes, addresses, llvm::Align(1));
        loaded = m_ir.CreateSelect(ok, loaded, llvm::Constant::getNullValue(lanes));
        value.push_back(fromMemory(loaded, *scalar.type));
    }
    return value;
}

Value ShaderTranslator::loadMemory(const Place& place) {
    if (!place.divergent && !place.laneOffset) {
        return loadUniform(place, place.uniformOffset);
    }
    llvm::Value* offsets = this->offsets(place);
    if (place.divergent) {
        return loadGather(place, offsets);
    }
    // Most of the time lanes read the same, or one after the other: worth a look.
    llvm::LLVMContext& context = m_llvm.getContext();
    llvm::Value* first = m_ir.CreateExtractElement(offsets, uint64_t(0));
    llvm::Value* distance = m_ir.CreateSub(offsets, splat(first));
    const auto all = [&](llvm::Constant* expected) {
        llvm::Value* differ = m_ir.CreateICmpNE(distance, expected);
        return m_ir.CreateNot(anyLane(differ));
    };
    const Type& type = m_types.get(place.type);
    const bool row =
        place.laneStride_B == 4 && type.kind == Type::Kind::Scalar && scalarSize_B(type) == 4;
    const std::optional<int64_t> step = laneStep(offsets);
    if (step == 0) {
        return loadUniform(place, first);
    }
    if (step && *step == 4 && row) {
        return loadContiguous(place, offsets);
    }
    if (step) {
        return loadGather(place, offsets);
    }
    auto* done = llvm::BasicBlock::Create(context, "loaded", m_function);
    std::vector<std::pair<llvm::BasicBlock*, Value>> results;
    const auto attempt = [&](llvm::Constant* expected, auto load) {
        auto* yes = llvm::BasicBlock::Create(context, "same", m_function);
        auto* no = llvm::BasicBlock::Create(context, "other", m_function);
        m_ir.CreateCondBr(all(expected), yes, no);
        m_ir.SetInsertPoint(yes);
        Value value = load();
        results.emplace_back(m_ir.GetInsertBlock(), std::move(value));
        m_ir.CreateBr(done);
        m_ir.SetInsertPoint(no);
    };
    if (row) {
        attempt(iota(context, m_lanes, 4), [&] { return loadContiguous(place, offsets); });
    }
    attempt(iota(context, m_lanes, 0), [&] { return loadUniform(place, first); });
    Value gathered = loadGather(place, offsets);
    results.emplace_back(m_ir.GetInsertBlock(), std::move(gathered));
    m_ir.CreateBr(done);
    m_ir.SetInsertPoint(done);
    Value value;
    for (size_t n = 0; n < results.front().second.size(); ++n) {
        llvm::PHINode* phi =
            m_ir.CreatePHI(results.front().second[n]->getType(), unsigned(results.size()));
        for (const auto& [block, loaded] : results) {
            phi->addIncoming(loaded[n], block);
        }
        value.push_back(phi);
    }
    return value;
}

/// All lanes write to the same place: the last one that runs has the last word.
void ShaderTranslator::storeUniform(const Place& place, const Value& value, llvm::Value* mask) {
    llvm::LLVMContext& context = m_llvm.getContext();
    auto* body = llvm::BasicBlock::Create(context, "write", m_function);
    auto* done = llvm::BasicBlock::Create(context, "written", m_function);
    llvm::Value* bits = bitsOf(mask);
    m_ir.CreateCondBr(m_ir.CreateICmpNE(bits, m_ir.getInt32(0)), body, done);
    m_ir.SetInsertPoint(body);
    llvm::Value* zeros = m_ir.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, bits, m_ir.getTrue());
    llvm::Value* lane = m_ir.CreateSub(m_ir.getInt32(31), zeros);
    size_t n = 0;
    for (const Scalar& scalar :
         scalarsOf(m_types, place.type, place.layout, place.componentStride_B)) {
        llvm::Value* at = m_ir.CreateAdd(place.uniformOffset, m_ir.getInt32(scalar.offset_B));
        auto* write = llvm::BasicBlock::Create(context, "inside", m_function);
        auto* next = llvm::BasicBlock::Create(context, "next", m_function);
        m_ir.CreateCondBr(inBounds(at, place.size_B, scalarSize_B(*scalar.type)), write, next);
        m_ir.SetInsertPoint(write);
        llvm::Value* pointer =
            m_ir.CreateGEP(m_ir.getInt8Ty(), place.base, m_ir.CreateZExt(at, m_ir.getInt64Ty()));
        llvm::Value* lanes = toMemory(value.at(n++), *scalar.type);
        m_ir.CreateAlignedStore(m_ir.CreateExtractElement(lanes, lane), pointer, llvm::Align(1));
        m_ir.CreateBr(next);
        m_ir.SetInsertPoint(next);
    }
    m_ir.CreateBr(done);
    m_ir.SetInsertPoint(done);
}

void ShaderTranslator::storeScatter(const Place& place,
                                    const Value& value,
                                    llvm::Value* offsets,
                                    llvm::Value* mask) {
    size_t n = 0;
    for (const Scalar& scalar :
         scalarsOf(m_types, place.type, place.layout, place.componentStride_B)) {
        llvm::Value* at = m_ir.CreateAdd(offsets, splat(scalar.offset_B));
        llvm::Value* ok = mask;
        if (place.size_B) {
            ok = both(ok, inBounds(at, place.size_B, scalarSize_B(*scalar.type)));
        }
        llvm::Value* index = at;
        if (place.divergent) {
            index = m_ir.CreateZExt(at, at->getType()->getWithNewBitWidth(64));
        }
        llvm::Value* addresses = m_ir.CreateGEP(m_ir.getInt8Ty(), place.base, index);
        llvm::Value* lanes = toMemory(value.at(n++), *scalar.type);
        m_ir.CreateMaskedScatter(lanes, addresses, llvm::Align(1), ok);
    }
}

void ShaderTranslator::storeMemory(const Place& place, const Value& value) {
    llvm::Value* mask = writeMask();
    if (!place.divergent && !place.laneOffset) {
        storeUniform(place, value, mask);
        return;
    }
    llvm::Value* offsets = this->offsets(place);
    const auto scatter = [&] { storeScatter(place, value, offsets, mask); };
    const auto scalars = scalarsOf(m_types, place.type, place.layout, place.componentStride_B);
    if (place.divergent || place.laneStride_B != 4 || scalars.size() != 1 ||
        scalarSize_B(*scalars[0].type) != 4) {
        scatter();
        return;
    }
    llvm::Value* first = m_ir.CreateExtractElement(offsets, uint64_t(0));
    const auto storeRow = [&] {
        llvm::Value* pointer = m_ir.CreateGEP(m_ir.getInt8Ty(), place.base, first);
        llvm::Value* ok = both(mask, inBounds(offsets, place.size_B, 4));
        m_ir.CreateMaskedStore(
            toMemory(value.at(0), *scalars[0].type), pointer, llvm::Align(1), ok);
    };
    if (const auto step = laneStep(offsets)) {
        *step == 4 ? storeRow() : scatter();
        return;
    }
    llvm::LLVMContext& context = m_llvm.getContext();
    llvm::Value* expected = m_ir.CreateAdd(splat(first), iota(context, m_lanes, 4));
    auto* row = llvm::BasicBlock::Create(context, "row", m_function);
    auto* other = llvm::BasicBlock::Create(context, "other", m_function);
    auto* done = llvm::BasicBlock::Create(context, "written", m_function);
    m_ir.CreateCondBr(anyLane(m_ir.CreateICmpNE(offsets, expected)), other, row);
    m_ir.SetInsertPoint(row);
    storeRow();
    m_ir.CreateBr(done);
    m_ir.SetInsertPoint(other);
    scatter();
    m_ir.CreateBr(done);
    m_ir.SetInsertPoint(done);
}

// Any place.

Value ShaderTranslator::loadPlace(const Place& place) {
    return place.lanes ? loadLanes(place) : loadMemory(place);
}

void ShaderTranslator::storePlace(const Place& place, const Value& value) {
    if (value.size() != m_types.get(place.type).scalars) {
        throw Refused("a store of another type than its pointer's");
    }
    size_t n = 0;
    for (const Scalar& scalar : scalarsOf(m_types, place.type, {}, 0)) {
        if (value[n++]->getType() != lanesOf(*scalar.type)) {
            throw Refused("a store of another type than its pointer's");
        }
    }
    place.lanes ? storeLanes(place, value) : storeMemory(place, value);
}

Value ShaderTranslator::load(Id pointer) {
    const Chain from = chain(pointer);
    if (m_stage == spirv::Stage::Fragment && isVolatileHelper(from)) {
        return {m_ir.CreateNot(loadSlot(m_live, boolLanes()))};
    }
    if (from.storage != spv::StorageClassInput || from.lanes) {
        return loadPlace(place(from));
    }
    const Value& whole = builtIn(*from.variable);
    if (from.path.empty()) {
        return whole;
    }
    if (from.path.size() != 1) {
        throw Refused("a built-in has no such part");
    }
    const Index& index = from.path.front();
    llvm::Value* part = whole.at(std::min<size_t>(index.constant, whole.size() - 1));
    if (index.lanes) {
        for (uint32_t n = 0; n < whole.size(); ++n) {
            part = m_ir.CreateSelect(m_ir.CreateICmpEQ(index.lanes, splat(n)), whole[n], part);
        }
    }
    return {part};
}

void ShaderTranslator::store(Id pointer, const Value& value) {
    const Chain to = chain(pointer);
    if (to.storage == spv::StorageClassOutput) {
        markWritten(to);
    }
    storePlace(place(to), value);
}

Translator::Location ShaderTranslator::locate(Id pointer) {
    const Place at = place(chain(pointer));
    if (at.lanes) {
        throw Refused("a variable of one invocation is accessed as shared memory");
    }
    return {at.base, offsets(at), at.size_B, at.divergent, at.storage};
}

llvm::Value* ShaderTranslator::address(const Place& place) {
    llvm::Type* wide = intLanes()->getWithNewBitWidth(64);
    llvm::Value* base = m_ir.CreatePtrToInt(place.base, wide);
    return m_ir.CreateAdd(base, m_ir.CreateZExt(offsets(place), wide));
}

/// OpArrayLength: what the descriptor has room for.
void ShaderTranslator::arrayLength(const Instruction& i) {
    const Place block = place(chain(i[0]));
    const Type& type = m_types.get(block.type);
    if (type.kind != Type::Kind::Struct || !block.size_B) {
        refuse(i, "is not asked of a buffer");
    }
    const Id array = m_types.part(type, i[1]);
    const uint32_t stride_B = m_types.arrayStride_B(array, {});
    if (m_types.get(array).kind != Type::Kind::RuntimeArray || stride_B == 0) {
        refuse(i, "is not asked of a runtime array");
    }
    llvm::Type* size = block.size_B->getType();
    const uint32_t before_B = m_types.memberOffset_B(block.type, i[1]);
    llvm::Value* room_B = m_ir.CreateBinaryIntrinsic(
        llvm::Intrinsic::usub_sat, block.size_B, llvm::ConstantInt::get(size, before_B));
    llvm::Value* count = m_ir.CreateUDiv(room_B, llvm::ConstantInt::get(size, stride_B));
    define(i.result, {block.divergent ? count : splat(count)});
}

bool ShaderTranslator::isAddress(Id type) {
    return m_types.get(type).kind == Type::Kind::Pointer && m_types.get(type).scalars == 1;
}

/// OpPtrAccessChain of an address. False: it is none.
bool ShaderTranslator::addressChain(const Instruction& i) {
    if (!isAddress(i.resultType)) {
        return false;
    }
    Place at = place(chain(i[0]));
    if (!at.divergent) {
        refuse(i, "is not of an address");
    }
    const auto stride = m_module.decoration(typeOf(i[0]), spv::DecorationArrayStride);
    addOffset(at, index(i[1]), stride.value_or(m_types.size_B(at.type)));
    for (size_t n = 2; n < i.count(); ++n) {
        step(at, index(i[n]));
    }
    define(i.result, {address(at)});
    return true;
}

/// OpBitcast between addresses, numbers of 64 bits and pairs of 32. False: it is none of them.
bool ShaderTranslator::castAddress(const Instruction& i) {
    if (!isAddress(i.resultType) && !isAddress(typeOf(i[0]))) {
        return false;
    }
    const Value from = value(i[0]);
    llvm::Type* wide = intLanes()->getWithNewBitWidth(64);
    const size_t parts = m_types.get(i.resultType).scalars;
    if (from.size() == 1 && parts == 1) {
        define(i.result, from);
    } else if (from.size() == 2 && parts == 1) {
        llvm::Value* high = m_ir.CreateShl(m_ir.CreateZExt(from[1], wide), 32);
        define(i.result, {m_ir.CreateOr(high, m_ir.CreateZExt(from[0], wide))});
    } else if (from.size() == 1 && parts == 2) {
        define(i.result,
               {m_ir.CreateTrunc(from[0], intLanes()),
                m_ir.CreateTrunc(m_ir.CreateLShr(from[0], 32), intLanes())});
    } else {
        return false;
    }
    return true;
}

bool ShaderTranslator::translateMemoryInstruction(const Instruction& i) {
    switch (i.op) {
    case spv::OpVariable: {
        const Type& pointer = m_types.get(i.resultType);
        Variable& variable = m_instance->variables[i.result];
        if (!variable.memory) {
            variable = makeVariable(pointer.element);
        }
        if (i.count() > 1) {
            store(i.result, constantValue(i[1]));
        }
        return true;
    }
    case spv::OpLoad:
        define(i.result, load(i[0]));
        return true;
    case spv::OpStore:
        store(i[0], value(i[1]));
        return true;
    case spv::OpCopyMemory:
        store(i[0], load(i[1]));
        return true;
    case spv::OpArrayLength:
        arrayLength(i);
        return true;
    case spv::OpPtrAccessChain:
    case spv::OpInBoundsPtrAccessChain:
        return addressChain(i);
    case spv::OpConvertPtrToU:
    case spv::OpConvertUToPtr: {
        const Value from = value(i[0]);
        define(i.result, {m_ir.CreateZExtOrTrunc(from.at(0), lanesOf(m_types.get(i.resultType)))});
        return true;
    }
    case spv::OpBitcast:
        return castAddress(i);
    default:
        return false;
    }
}

} // namespace cpu::shader
