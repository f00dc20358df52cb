// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/shader/instructions/lane_loop.h"

#include "cpu/jit/poll.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

namespace cpu::shader {
namespace {

llvm::BasicBlock* newBlock(Translator& t, const char* name) {
    return llvm::BasicBlock::Create(
        t.module().getContext(), name, t.ir().GetInsertBlock()->getParent());
}

llvm::Value* lowestBit(Translator& t, llvm::Value* bits) {
    return t.ir().CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, t.ir().getTrue());
}

llvm::Value* maskBits(Translator& t, llvm::Value* mask) {
    auto& ir = t.ir();
    return ir.CreateZExt(ir.CreateBitCast(mask, ir.getIntNTy(t.lanes())), ir.getInt32Ty());
}

} // namespace

llvm::Value* forEachBit(Translator& t,
                        llvm::Value* bits,
                        llvm::Type* lanes,
                        const std::function<llvm::Value*(llvm::Value* lane)>& fn) {
    auto& ir = t.ir();
    llvm::BasicBlock* before = ir.GetInsertBlock();
    llvm::BasicBlock* loop = newBlock(t, "lane");
    llvm::BasicBlock* done = newBlock(t, "lanes");
    llvm::Value* zero = ir.getInt32(0);
    ir.CreateCondBr(ir.CreateICmpNE(bits, zero), loop, done);

    ir.SetInsertPoint(loop);
    llvm::PHINode* left = ir.CreatePHI(ir.getInt32Ty(), 2);
    left->addIncoming(bits, before);
    llvm::PHINode* kept = nullptr;
    if (lanes) {
        kept = ir.CreatePHI(lanes, 2);
        kept->addIncoming(llvm::Constant::getNullValue(lanes), before);
    }
    llvm::Value* lane = lowestBit(t, left);
    llvm::Value* scalar = fn(lane);
    llvm::Value* merged = lanes ? ir.CreateInsertElement(kept, scalar, lane) : nullptr;
    llvm::Value* next = ir.CreateAnd(left, ir.CreateSub(left, ir.getInt32(1)));
    llvm::BasicBlock* last = ir.GetInsertBlock();
    left->addIncoming(next, last);
    if (lanes) {
        kept->addIncoming(merged, last);
    }
    jit::markShort(*ir.CreateCondBr(ir.CreateICmpNE(next, zero), loop, done));

    ir.SetInsertPoint(done);
    if (!lanes) {
        return nullptr;
    }
    llvm::PHINode* result = ir.CreatePHI(lanes, 2);
    result->addIncoming(llvm::Constant::getNullValue(lanes), before);
    result->addIncoming(merged, last);
    return result;
}

Value onlyIf(Translator& t, llvm::Value* condition, const std::function<Value()>& fn) {
    auto& ir = t.ir();
    llvm::BasicBlock* before = ir.GetInsertBlock();
    llvm::BasicBlock* yes = newBlock(t, "if");
    llvm::BasicBlock* done = newBlock(t, "fi");
    ir.CreateCondBr(condition, yes, done);
    ir.SetInsertPoint(yes);
    const Value inside = fn();
    llvm::BasicBlock* last = ir.GetInsertBlock();
    ir.CreateBr(done);
    ir.SetInsertPoint(done);
    Value result;
    for (llvm::Value* value : inside) {
        llvm::PHINode* phi = ir.CreatePHI(value->getType(), 2);
        phi->addIncoming(llvm::Constant::getNullValue(value->getType()), before);
        phi->addIncoming(value, last);
        result.push_back(phi);
    }
    return result;
}

Value forEachDescriptor(Translator& t,
                        const Translator::Descriptor& image,
                        const Translator::Descriptor* sampler,
                        const std::vector<llvm::Type*>& results,
                        const std::function<Value(const DescriptorGroup&)>& fn,
                        Access access) {
    auto& ir = t.ir();
    llvm::Value* samplerPointer = sampler ? sampler->pointer : nullptr;
    llvm::Value* activeMask = access == Access::Read ? t.activeMask() : t.writeMask();
    llvm::Value* activeBits = maskBits(t, activeMask);
    if (!image.divergent && !(sampler && sampler->divergent)) {
        return fn({image.pointer, samplerPointer, activeMask, activeBits});
    }
    llvm::BasicBlock* before = ir.GetInsertBlock();
    llvm::BasicBlock* loop = newBlock(t, "group");
    llvm::BasicBlock* done = newBlock(t, "groups");
    llvm::Value* zero = ir.getInt32(0);
    ir.CreateCondBr(ir.CreateICmpNE(activeBits, zero), loop, done);

    ir.SetInsertPoint(loop);
    llvm::PHINode* left = ir.CreatePHI(ir.getInt32Ty(), 2);
    left->addIncoming(activeBits, before);
    std::vector<llvm::PHINode*> kept;
    for (llvm::Type* type : results) {
        kept.push_back(ir.CreatePHI(type, 2));
        kept.back()->addIncoming(llvm::Constant::getNullValue(type), before);
    }
    llvm::Value* lane = lowestBit(t, left);
    DescriptorGroup group{image.pointer, samplerPointer, activeMask, nullptr};
    const auto narrow = [&](llvm::Value*& pointers) {
        llvm::Value* one = ir.CreateExtractElement(pointers, lane);
        group.active = ir.CreateAnd(
            group.active, ir.CreateICmpEQ(pointers, ir.CreateVectorSplat(t.lanes(), one)));
        pointers = one;
    };
    if (image.divergent) {
        narrow(group.image);
    }
    if (sampler && sampler->divergent) {
        narrow(group.sampler);
    }
    group.bits = maskBits(t, group.active);
    const Value values = fn(group);
    Value merged;
    for (size_t k = 0; k < results.size(); ++k) {
        merged.push_back(ir.CreateSelect(group.active, values.at(k), kept[k]));
    }
    llvm::Value* next = ir.CreateAnd(left, ir.CreateNot(group.bits));
    llvm::BasicBlock* last = ir.GetInsertBlock();
    left->addIncoming(next, last);
    for (size_t k = 0; k < results.size(); ++k) {
        kept[k]->addIncoming(merged[k], last);
    }
    jit::markShort(*ir.CreateCondBr(ir.CreateICmpNE(next, zero), loop, done));

    ir.SetInsertPoint(done);
    Value result;
    for (size_t k = 0; k < results.size(); ++k) {
        llvm::PHINode* phi = ir.CreatePHI(results[k], 2);
        phi->addIncoming(llvm::Constant::getNullValue(results[k]), before);
        phi->addIncoming(merged[k], last);
        result.push_back(phi);
    }
    return result;
}

namespace {

llvm::LoadInst* load(Translator& t, llvm::Type* type, llvm::Value* base, size_t offset_B) {
    auto& ir = t.ir();
    llvm::Value* address = ir.CreateConstGEP1_64(ir.getInt8Ty(), base, offset_B);
    const unsigned align = type->isPointerTy() || type->isIntegerTy(64) ? 8 : 4;
    return ir.CreateAlignedLoad(type, address, llvm::Align(align));
}

} // namespace

llvm::Value* loadMember(Translator& t, llvm::Type* type, llvm::Value* base, size_t offset_B) {
    return load(t, type, base, offset_B);
}

llvm::Value* loadConstant(Translator& t, llvm::Type* type, llvm::Value* base, size_t offset_B) {
    llvm::LoadInst* loaded = load(t, type, base, offset_B);
    loaded->setMetadata(llvm::LLVMContext::MD_invariant_load,
                        llvm::MDNode::get(t.module().getContext(), {}));
    return loaded;
}

} // namespace cpu::shader
