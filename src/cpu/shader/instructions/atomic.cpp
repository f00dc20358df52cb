// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Atomics run lane by lane, lowest first. Outside of their buffer or image they change nothing and
// give zero. Shared memory belongs to one thread, so that plain accesses do there.
#include "cpu/shader/instructions/image_operands.h"
#include "cpu/shader/instructions/lane_loop.h"
#include "cpu/shader/instructions/operands.h"
#include "format/vk_formats.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <optional>
#include <vector>

namespace cpu::shader {
namespace {

/// Of each lane.
struct Target {
    llvm::Value* addresses; ///< <N x ptr>
    llvm::Value* valid;     ///< <N x i1>: active and inside.
    bool shared;            ///< With other threads.
};

bool isAtomicFormat(const format::VkFormatLayout& layout, unsigned size_B) {
    return layout.encoding == format::Encoding::Plain && layout.color() &&
           layout.block_B == size_B && layout.channels[0].bits == 8 * size_B;
}

/// Views of other formats have no texel to change: theirs could be smaller than what is changed.
llvm::Value* isAtomicView(Translator& t, llvm::Value* viewId, unsigned size_B) {
    auto& ir = t.ir();
    llvm::Value* format = ir.CreateAnd(viewId, ir.getInt32(0xff)); // ViewId::format()
    llvm::Value* found = ir.getFalse();
    for (uint32_t index = 0; index < format::kVkFormatCount; ++index) {
        if (isAtomicFormat(format::vkFormatLayout(format::VkFormatIndex(index)), size_B)) {
            found = ir.CreateOr(found, ir.CreateICmpEQ(format, ir.getInt32(index)));
        }
    }
    return found;
}

Target imageTarget(Translator& t, const Instruction& pointer, unsigned size_B, Access access) {
    auto& ir = t.ir();
    const Translator::Descriptor descriptor = t.imageDescriptor(pointer[0]);
    const Type& image = t.type(descriptor.imageType);
    if (image.sampled != 2) {
        refuse(pointer, "not a storage image");
    }
    const TexelPlace place = texelPlace(t, image, pointer[1], pointer[2]);
    llvm::Type* pointers = llvm::VectorType::get(ir.getPtrTy(), t.lanes(), false);
    const auto addresses = [&](llvm::Value* base, llvm::Value* offsets) {
        return ir.CreateGEP(ir.getInt8Ty(),
                            t.splat(base),
                            ir.CreateZExt(offsets, t.intLanes()->getWithNewBitWidth(64)));
    };
    const auto ofBuffer = [&](const DescriptorGroup& group) -> Value {
        llvm::Value* base =
            loadConstant(t, ir.getPtrTy(), group.image, offsetof(TexelBufferDescriptor, base));
        llvm::Value* count = loadConstant(
            t, ir.getInt32Ty(), group.image, offsetof(TexelBufferDescriptor, elementCount));
        llvm::Value* viewId =
            loadConstant(t, ir.getInt32Ty(), group.image, offsetof(TexelBufferDescriptor, viewId));
        count = ir.CreateSelect(isAtomicView(t, viewId, size_B), count, ir.getInt32(0));
        llvm::Value* valid = ir.CreateICmpULT(place.x, t.splat(count));
        return {addresses(base, ir.CreateMul(place.x, t.splat(size_B))),
                ir.CreateAnd(valid, group.active)};
    };
    const auto ofImage = [&](const DescriptorGroup& group) -> Value {
        llvm::Value* data =
            loadConstant(t, ir.getPtrTy(), group.image, offsetof(ImageDescriptor, image));
        llvm::Value* viewId =
            loadConstant(t, ir.getInt32Ty(), group.image, offsetof(ImageDescriptor, viewId));
        llvm::Value* able = ir.CreateAnd(ir.CreateIsNotNull(data), isAtomicView(t, viewId, size_B));
        return onlyIf(t, able, [&]() -> Value {
            llvm::Type* ints = t.intLanes();
            auto* type = llvm::FunctionType::get(
                ints, {ir.getInt32Ty(), ir.getPtrTy(), ints, ints, ints, ints, ints}, false);
            llvm::Value* offsets =
                readRegcall(t,
                            t.kernel("image_texel_offset", type),
                            {viewId, data, place.x, place.y, place.z, place.layer, place.sample});
            llvm::Value* base = loadConstant(t, ir.getPtrTy(), data, offsetof(ImageData, base));
            llvm::Value* inside = ir.CreateICmpSGE(offsets, t.splat(0u));
            return {addresses(base, offsets), ir.CreateAnd(inside, group.active)};
        });
    };
    const std::vector<llvm::Type*> types{pointers, t.boolLanes()};
    const Value found = image.dim == spv::DimBuffer
                            ? forEachDescriptor(t, descriptor, nullptr, types, ofBuffer, access)
                            : forEachDescriptor(t, descriptor, nullptr, types, ofImage, access);
    return {.addresses = found[0], .valid = found[1], .shared = true};
}

Target memoryTarget(Translator& t, Id pointer, unsigned size_B, Access access) {
    auto& ir = t.ir();
    const Translator::Location at = t.locate(pointer);
    // Offsets of valid modules are aligned; of others they are made so.
    llvm::Value* offset = ir.CreateAnd(at.offset_B, t.splat(~(size_B - 1)));
    llvm::Value* valid = access == Access::Read ? t.activeMask() : t.writeMask();
    if (at.size_B) {
        llvm::Value* size = at.size_B->getType()->isVectorTy() ? at.size_B : t.splat(at.size_B);
        llvm::Value* end =
            ir.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, size, t.splat(size_B - 1));
        valid = ir.CreateAnd(valid, ir.CreateICmpULT(offset, end));
    }
    llvm::Value* base = at.base->getType()->isVectorTy() ? at.base : t.splat(at.base);
    llvm::Value* wide = ir.CreateZExt(offset, t.intLanes()->getWithNewBitWidth(64));
    return {.addresses = ir.CreateGEP(ir.getInt8Ty(), base, wide),
            .valid = valid,
            .shared = at.storage != spv::StorageClassWorkgroup};
}

Target targetOf(Translator& t, Id pointer, const Type& type, Access access) {
    const unsigned size_B = type.width / 8;
    const Instruction& definition = t.definition(pointer);
    return definition.op == spv::OpImageTexelPointer ? imageTarget(t, definition, size_B, access)
                                                     : memoryTarget(t, pointer, size_B, access);
}

llvm::AtomicOrdering orderingOf(Translator& t, Id semantics) {
    uint64_t bits;
    if (!t.constant(semantics, bits)) {
        return llvm::AtomicOrdering::AcquireRelease;
    }
    const bool both = bits & (spv::MemorySemanticsAcquireReleaseMask |
                              spv::MemorySemanticsSequentiallyConsistentMask);
    const bool acquire = both || bits & spv::MemorySemanticsAcquireMask;
    const bool release = both || bits & spv::MemorySemanticsReleaseMask;
    return acquire
               ? (release ? llvm::AtomicOrdering::AcquireRelease : llvm::AtomicOrdering::Acquire)
               : (release ? llvm::AtomicOrdering::Release : llvm::AtomicOrdering::Monotonic);
}

using Operation = llvm::AtomicRMWInst::BinOp;

struct Modification {
    Operation operation;
    bool floats = false;
    std::optional<int64_t> constant = std::nullopt; ///< The operand, of increments.
};

std::optional<Modification> modificationOf(spv::Op op) {
    switch (op) {
    case spv::OpAtomicExchange:
        return Modification{.operation = Operation::Xchg};
    case spv::OpAtomicIIncrement:
        return Modification{.operation = Operation::Add, .constant = 1};
    case spv::OpAtomicIDecrement:
        return Modification{.operation = Operation::Sub, .constant = 1};
    case spv::OpAtomicIAdd:
        return Modification{.operation = Operation::Add};
    case spv::OpAtomicISub:
        return Modification{.operation = Operation::Sub};
    case spv::OpAtomicSMin:
        return Modification{.operation = Operation::Min};
    case spv::OpAtomicUMin:
        return Modification{.operation = Operation::UMin};
    case spv::OpAtomicSMax:
        return Modification{.operation = Operation::Max};
    case spv::OpAtomicUMax:
        return Modification{.operation = Operation::UMax};
    case spv::OpAtomicAnd:
        return Modification{.operation = Operation::And};
    case spv::OpAtomicOr:
        return Modification{.operation = Operation::Or};
    case spv::OpAtomicXor:
        return Modification{.operation = Operation::Xor};
    case spv::OpAtomicFAddEXT:
        return Modification{.operation = Operation::FAdd, .floats = true};
    case spv::OpAtomicFMinEXT:
        return Modification{.operation = Operation::FMin, .floats = true};
    case spv::OpAtomicFMaxEXT:
        return Modification{.operation = Operation::FMax, .floats = true};
    default:
        return std::nullopt;
    }
}

llvm::Value* plain(Translator& t, Operation operation, llvm::Value* old, llvm::Value* value) {
    auto& ir = t.ir();
    using namespace llvm::Intrinsic;
    switch (operation) {
    case Operation::Add:
        return ir.CreateAdd(old, value);
    case Operation::Sub:
        return ir.CreateSub(old, value);
    case Operation::Min:
        return ir.CreateBinaryIntrinsic(smin, old, value);
    case Operation::UMin:
        return ir.CreateBinaryIntrinsic(umin, old, value);
    case Operation::Max:
        return ir.CreateBinaryIntrinsic(smax, old, value);
    case Operation::UMax:
        return ir.CreateBinaryIntrinsic(umax, old, value);
    case Operation::And:
        return ir.CreateAnd(old, value);
    case Operation::Or:
        return ir.CreateOr(old, value);
    case Operation::Xor:
        return ir.CreateXor(old, value);
    case Operation::FAdd:
        return ir.CreateFAdd(old, value);
    case Operation::FMin:
        return numberMin(t, old, value);
    case Operation::FMax:
        return numberMax(t, old, value);
    default:
        return value;
    }
}

/// The type of the value in memory; refuses what has no atomics.
const Type& atomicType(Translator& t, const Instruction& i, Id typeId) {
    const Type& type = componentwise(t, typeId);
    if (type.scalars != 1 || isBool(type) || (type.width != 32 && type.width != 64)) {
        refuse(i, "atomics are of 32 and 64 bits");
    }
    return type;
}

llvm::Value* bitsOf(Translator& t, llvm::Value* mask) {
    auto& ir = t.ir();
    return ir.CreateZExt(ir.CreateBitCast(mask, ir.getIntNTy(t.lanes())), ir.getInt32Ty());
}

using PerLane = std::function<llvm::Value*(llvm::Value* address, llvm::Value* lane)>;

llvm::Value*
forEachTarget(Translator& t, const Target& target, llvm::Type* lanes, const PerLane& fn) {
    return forEachBit(t, bitsOf(t, target.valid), lanes, [&](llvm::Value* lane) {
        return fn(t.ir().CreateExtractElement(target.addresses, lane), lane);
    });
}

llvm::Align alignOf(const Type& type) {
    return llvm::Align(type.width / 8);
}

/// Sums of the lanes before each one, and of all.
struct Sums {
    llvm::Value* before;
    llvm::Value* total;
};

Sums prefixSums(Translator& t, llvm::Value* x) {
    auto& ir = t.ir();
    llvm::Value* sums = x;
    for (uint32_t step = 1; step < t.lanes(); step *= 2) {
        std::vector<int> from;
        for (uint32_t lane = 0; lane < t.lanes(); ++lane) {
            from.push_back(int(lane < step ? t.lanes() : lane - step)); // Of the zeros.
        }
        llvm::Value* zeros = llvm::Constant::getNullValue(x->getType());
        sums = ir.CreateAdd(sums, ir.CreateShuffleVector(sums, zeros, from));
    }
    return {ir.CreateSub(sums, x), ir.CreateExtractElement(sums, uint64_t(t.lanes() - 1))};
}

/// Where all lanes add to one place of a buffer, once with the sum of all, which gives what one
/// after the other would. Null where lanes may go elsewhere.
llvm::Value* addAtOnce(Translator& t,
                       const Instruction& i,
                       const Modification& what,
                       llvm::Value* operand,
                       llvm::AtomicOrdering ordering) {
    const bool adds = what.operation == Operation::Add || what.operation == Operation::Sub;
    if (!adds || t.definition(i[0]).op == spv::OpImageTexelPointer) {
        return nullptr;
    }
    auto& ir = t.ir();
    const Translator::Location at = t.locate(i[0]);
    llvm::Value* offset = t.uniform(at.offset_B);
    if (at.divergent || !offset || (at.size_B && at.size_B->getType()->isVectorTy())) {
        return nullptr;
    }
    const unsigned size_B = operand->getType()->getScalarSizeInBits() / 8;
    offset = ir.CreateAnd(offset, ir.getInt32(~(size_B - 1)));
    llvm::Value* inside = ir.getTrue();
    if (at.size_B) {
        llvm::Value* end =
            ir.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, at.size_B, ir.getInt32(size_B - 1));
        inside = ir.CreateICmpULT(offset, end);
    }
    llvm::Value* zeros = llvm::Constant::getNullValue(operand->getType());
    llvm::Value* mask = t.writeMask();
    const Sums sums = prefixSums(t, ir.CreateSelect(mask, operand, zeros));
    llvm::Value* any = ir.CreateICmpNE(bitsOf(t, mask), ir.getInt32(0));
    llvm::Value* old = onlyIf(t, ir.CreateAnd(any, inside), [&]() -> Value {
        llvm::Value* address =
            ir.CreateGEP(ir.getInt8Ty(), at.base, ir.CreateZExt(offset, ir.getInt64Ty()));
        if (at.storage != spv::StorageClassWorkgroup) {
            return {ir.CreateAtomicRMW(
                what.operation, address, sums.total, llvm::Align(size_B), ordering)};
        }
        llvm::Value* old =
            ir.CreateAlignedLoad(sums.total->getType(), address, llvm::Align(size_B));
        ir.CreateAlignedStore(
            plain(t, what.operation, old, sums.total), address, llvm::Align(size_B));
        return {old};
    })[0];
    llvm::Value* result = plain(t, what.operation, t.splat(old), sums.before);
    return ir.CreateSelect(t.splat(inside), result, zeros);
}

void modify(Translator& t, const Instruction& i, const Modification& what) {
    auto& ir = t.ir();
    const Type& type = atomicType(t, i, i.resultType);
    if (what.operation != Operation::Xchg && what.floats != isFloat(type)) {
        refuse(i, "wrong result type");
    }
    llvm::Type* lanes = t.lanesOf(type);
    llvm::Value* operand =
        what.constant ? splatOf(lanes, *what.constant) : operandOf(t, i[3], type)[0];
    const llvm::AtomicOrdering ordering = orderingOf(t, i[2]);
    if (llvm::Value* result = addAtOnce(t, i, what, operand, ordering)) {
        t.define(i.result, {result});
        return;
    }
    const Target target = targetOf(t, i[0], type, Access::Write);
    llvm::Value* result =
        forEachTarget(t, target, lanes, [&](llvm::Value* address, llvm::Value* lane) {
            llvm::Value* value = ir.CreateExtractElement(operand, lane);
            if (target.shared) {
                return static_cast<llvm::Value*>(
                    ir.CreateAtomicRMW(what.operation, address, value, alignOf(type), ordering));
            }
            llvm::Value* old = ir.CreateAlignedLoad(value->getType(), address, alignOf(type));
            ir.CreateAlignedStore(plain(t, what.operation, old, value), address, alignOf(type));
            return old;
        });
    t.define(i.result, {result});
}

void compareExchange(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& type = atomicType(t, i, i.resultType);
    if (!isInteger(type)) {
        refuse(i, "wrong result type");
    }
    llvm::Value* values = operandOf(t, i[4], type)[0];
    llvm::Value* comparators = operandOf(t, i[5], type)[0];
    const Target target = targetOf(t, i[0], type, Access::Write);
    llvm::Value* result = forEachTarget(
        t, target, t.lanesOf(type), [&](llvm::Value* address, llvm::Value* lane) -> llvm::Value* {
            llvm::Value* value = ir.CreateExtractElement(values, lane);
            llvm::Value* comparator = ir.CreateExtractElement(comparators, lane);
            if (target.shared) {
                return ir.CreateExtractValue(
                    ir.CreateAtomicCmpXchg(address,
                                           comparator,
                                           value,
                                           alignOf(type),
                                           llvm::AtomicOrdering::AcquireRelease,
                                           llvm::AtomicOrdering::Acquire),
                    0);
            }
            llvm::Value* old = ir.CreateAlignedLoad(value->getType(), address, alignOf(type));
            llvm::Value* kept = ir.CreateSelect(ir.CreateICmpEQ(old, comparator), value, old);
            ir.CreateAlignedStore(kept, address, alignOf(type));
            return old;
        });
    t.define(i.result, {result});
}

void loadAtomic(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& type = atomicType(t, i, i.resultType);
    const Target target = targetOf(t, i[0], type, Access::Read);
    llvm::Type* lanes = t.lanesOf(type);
    llvm::Value* result =
        forEachTarget(t, target, lanes, [&](llvm::Value* address, llvm::Value*) -> llvm::Value* {
            llvm::LoadInst* load =
                ir.CreateAlignedLoad(lanes->getScalarType(), address, alignOf(type));
            if (target.shared) {
                load->setAtomic(llvm::AtomicOrdering::Acquire);
            }
            return load;
        });
    t.define(i.result, {result});
}

void storeAtomic(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    const Type& type = atomicType(t, i, t.typeOf(i[3]));
    llvm::Value* values = operandOf(t, i[3], type)[0];
    const Target target = targetOf(t, i[0], type, Access::Write);
    forEachTarget(t, target, nullptr, [&](llvm::Value* address, llvm::Value* lane) {
        llvm::StoreInst* store =
            ir.CreateAlignedStore(ir.CreateExtractElement(values, lane), address, alignOf(type));
        if (target.shared) {
            store->setAtomic(llvm::AtomicOrdering::Release);
        }
        return nullptr;
    });
}

} // namespace

bool translateAtomic(Translator& t, const Instruction& i) {
    if (const std::optional<Modification> what = modificationOf(i.op)) {
        modify(t, i, *what);
        return true;
    }
    switch (i.op) {
    case spv::OpAtomicLoad:
        loadAtomic(t, i);
        return true;
    case spv::OpAtomicStore:
        storeAtomic(t, i);
        return true;
    case spv::OpAtomicCompareExchange:
        compareExchange(t, i);
        return true;
    default:
        return false;
    }
}

} // namespace cpu::shader
