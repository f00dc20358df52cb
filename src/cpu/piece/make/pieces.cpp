// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/piece/make/maker.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include <string>

/// Which pieces there are: what the shader compiler's IR has been seen to hold, and its neighbours.
namespace cpu::piece {
namespace {

using llvm::Intrinsic::ID;
using Op = llvm::Instruction;
using Types = llvm::SmallVector<llvm::Type*, 8>;

class Pieces {
public:
    explicit Pieces(Maker& maker) : m_maker(maker), m_context(maker.context()) {}

    void addAll() {
        addFrame();
        addMoves();
        addJumps();
        for (const bool lanes : {false, true}) {
            m_lanes = lanes;
            addIntegers();
            addFloats();
            addConversions();
            addSelections();
            addMemory();
        }
        addTruths();
        addLanes();
        addBroadcasts();
        addPointers();
        addGathers();
        addAtomics();
        addCalls();
    }

private:
    llvm::Type* integer(unsigned bits) { return shaped(scalarInteger(bits)); }
    llvm::Type* number() { return shaped(llvm::Type::getFloatTy(m_context)); }
    llvm::Type* wideNumber() { return shaped(llvm::Type::getDoubleTy(m_context)); }
    llvm::Type* pointer() { return shaped(scalarPointer()); }
    llvm::Type* scalarInteger(unsigned bits) { return llvm::IntegerType::get(m_context, bits); }
    llvm::Type* scalarPointer() { return llvm::PointerType::getUnqual(m_context); }
    llvm::Type* shaped(llvm::Type* scalar) { return m_lanes ? lanesOf(scalar) : scalar; }
    llvm::Type* lanesOf(llvm::Type* scalar) {
        return llvm::FixedVectorType::get(scalar, m_maker.lanes());
    }
    llvm::Type* mask() { return lanesOf(scalarInteger(1)); }
    /// Widths of what is computed with, masks as integers among them.
    std::vector<unsigned> widths() {
        std::vector<unsigned> all{8, 16, 32, 64};
        if (!m_lanes && m_maker.lanes() == 4) {
            all.push_back(4);
        }
        return all;
    }
    static llvm::Constant* zero(llvm::Type* type) { return llvm::Constant::getNullValue(type); }

    void binary(unsigned opcode, llvm::Type* type) {
        m_maker.add({opcode, 0, {type, type}, type}, [opcode](Maker::Body& body) {
            body.end(body.ir().CreateBinOp(
                llvm::Instruction::BinaryOps(opcode), body.operand(0), body.operand(1)));
        });
    }

    void compare(llvm::CmpInst::Predicate predicate, llvm::Type* type) {
        const bool floats = llvm::CmpInst::isFPPredicate(predicate);
        m_maker.add({floats ? Op::FCmp : Op::ICmp,
                     predicate,
                     {type, type},
                     llvm::CmpInst::makeCmpResultType(type)},
                    [predicate](Maker::Body& body) {
                        body.end(body.ir().CreateCmp(predicate, body.operand(0), body.operand(1)));
                    });
    }

    void cast(unsigned opcode, llvm::Type* from, llvm::Type* to) {
        m_maker.add({opcode, 0, {from}, to}, [opcode, to](Maker::Body& body) {
            body.end(body.ir().CreateCast(llvm::Instruction::CastOps(opcode), body.operand(0), to));
        });
    }

    /// Of `count` values of the type, and the same as the result.
    void intrinsic(ID id, llvm::Type* type, unsigned count) {
        const Types operands(count, type);
        m_maker.add({Op::Call, id, operands, type}, [id, type](Maker::Body& body) {
            llvm::SmallVector<llvm::Value*, 4> arguments(body.operands());
            if (id == llvm::Intrinsic::abs || id == llvm::Intrinsic::ctlz ||
                id == llvm::Intrinsic::cttz) {
                arguments.push_back(body.ir().getFalse());
            }
            body.end(body.ir().CreateIntrinsic(id, {type}, arguments));
        });
    }

    // How the function begins and ends. r13 is the frame; at its start lie the stack as it was and
    // the arguments that came in registers. The stack is where it is behind a call.
    void addFrame() {
        m_maker.addAssembly({kEnter, 0, {}, nullptr},
                            "pushq %rbp\npushq %rbx\npushq %r12\npushq %r13\npushq %r14\n"
                            "pushq %r15\nmovq %rsp, %rax\nsubq $$x, %rsp\nandq $$-64, %rsp\n"
                            "movq %rsp, %r13\nmovq %rax, (%r13)\nsubq $$8, %rsp\n"
                            "movq %rdi, 8(%r13)\nmovq %rsi, 16(%r13)\nmovq %rdx, 24(%r13)\n"
                            "movq %rcx, 32(%r13)\nmovq %r8, 40(%r13)\nmovq %r9, 48(%r13)");
        const std::string leave =
            std::string(m_maker.level() == Level::V2 ? "" : "vzeroupper\n") +
            "movq (%r13), %rsp\npopq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbx\n"
            "popq %rbp\nretq";
        m_maker.addAssembly({kBeginCount, 0, {}, nullptr},
                            "movq 16(%r13), %rax\nmovq x(%rax), %rax\nleaq 64(%r13), %rcx\n"
                            "testq %rax, %rax\ncmoveq %rcx, %rax\nmovq %rax, 56(%r13)");
        m_maker.addAssembly({kCount, 0, {}, nullptr}, "movq 56(%r13), %rax\naddq $$x, (%rax)");
        m_maker.addAssembly({kLeave, 0, {}, nullptr}, leave);
        m_maker.addAssembly({kLeaveWith, 0, {scalarInteger(32)}, nullptr},
                            "movl o0(%r13), %eax\n" + leave);
    }

    void addMoves() {
        Types types;
        for (const unsigned bits : {8, 16, 32, 64}) {
            types.push_back(scalarInteger(bits));
        }
        types.push_back(llvm::Type::getFloatTy(m_context));
        types.push_back(llvm::Type::getDoubleTy(m_context));
        for (const unsigned words : {4, 8, 16}) {
            auto* lanes = llvm::FixedVectorType::get(scalarInteger(32), words);
            if (movedType(lanes, m_maker.level())) {
                types.push_back(lanes);
            }
        }
        for (llvm::Type* const type : types) {
            m_maker.addOne({kTake, 0, {type}, type},
                           [](Maker::Body& body) { body.end(body.operand(0)); });
            m_maker.addOne({kCopy, 0, {type}, nullptr}, [](Maker::Body& body) {
                body.keep(body.operand(0));
                body.end(nullptr);
            });
            m_maker.addOne({kKeep, 0, {type}, type, 1}, [](Maker::Body& body) {
                body.keep(body.operand(0));
                body.end(body.operand(0));
            });
        }
        m_maker.addOne({kFrameAddress, 0, {}, scalarPointer()},
                       [](Maker::Body& body) { body.end(body.frameAtDisplacement()); });
    }

    void addJumps() {
        m_maker.add({kJumpIf, 0, {scalarInteger(1)}, nullptr},
                    [](Maker::Body& body) { body.endWithJump(body.operand(0), true); });
        m_maker.add({kJumpUnless, 0, {scalarInteger(1)}, nullptr},
                    [](Maker::Body& body) { body.endWithJump(body.operand(0), false); });
        for (const unsigned bits : {8, 16, 32, 64}) {
            llvm::Type* const type = scalarInteger(bits);
            m_maker.addOne({kJumpIfEqual, 0, {type, type}, nullptr}, [](Maker::Body& body) {
                body.endWithJump(body.ir().CreateICmpEQ(body.operand(0), body.operand(1)), true);
            });
        }
    }

    void addIntegers() {
        for (const unsigned bits : widths()) {
            llvm::Type* const type = integer(bits);
            for (const unsigned opcode : {Op::Add,
                                          Op::Sub,
                                          Op::Mul,
                                          Op::And,
                                          Op::Or,
                                          Op::Xor,
                                          Op::Shl,
                                          Op::LShr,
                                          Op::AShr,
                                          Op::UDiv,
                                          Op::SDiv,
                                          Op::URem,
                                          Op::SRem}) {
                binary(opcode, type);
            }
            for (unsigned predicate = llvm::CmpInst::FIRST_ICMP_PREDICATE;
                 predicate <= llvm::CmpInst::LAST_ICMP_PREDICATE;
                 ++predicate) {
                compare(llvm::CmpInst::Predicate(predicate), type);
            }
            for (const ID id : {llvm::Intrinsic::smax,
                                llvm::Intrinsic::smin,
                                llvm::Intrinsic::umax,
                                llvm::Intrinsic::umin,
                                llvm::Intrinsic::uadd_sat,
                                llvm::Intrinsic::usub_sat,
                                llvm::Intrinsic::sadd_sat,
                                llvm::Intrinsic::ssub_sat}) {
                intrinsic(id, type, 2);
            }
            for (const ID id : {llvm::Intrinsic::ctpop,
                                llvm::Intrinsic::ctlz,
                                llvm::Intrinsic::cttz,
                                llvm::Intrinsic::bitreverse,
                                llvm::Intrinsic::abs}) {
                intrinsic(id, type, 1);
            }
            intrinsic(llvm::Intrinsic::fshl, type, 3);
            intrinsic(llvm::Intrinsic::fshr, type, 3);
            if (bits >= 16) {
                intrinsic(llvm::Intrinsic::bswap, type, 1);
            }
        }
    }

    void addFloats() {
        for (llvm::Type* const type : {number(), wideNumber()}) {
            for (const unsigned opcode : {Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FRem}) {
                binary(opcode, type);
            }
            m_maker.add({Op::FNeg, 0, {type}, type},
                        [](Maker::Body& body) { body.end(body.ir().CreateFNeg(body.operand(0))); });
            for (unsigned predicate = llvm::CmpInst::FCMP_OEQ; predicate <= llvm::CmpInst::FCMP_UNE;
                 ++predicate) {
                compare(llvm::CmpInst::Predicate(predicate), type);
            }
            for (const ID id : {llvm::Intrinsic::fabs,
                                llvm::Intrinsic::floor,
                                llvm::Intrinsic::ceil,
                                llvm::Intrinsic::trunc,
                                llvm::Intrinsic::roundeven,
                                llvm::Intrinsic::rint,
                                llvm::Intrinsic::sqrt}) {
                intrinsic(id, type, 1);
            }
            for (const ID id : {llvm::Intrinsic::copysign,
                                llvm::Intrinsic::minnum,
                                llvm::Intrinsic::maxnum,
                                llvm::Intrinsic::minimum,
                                llvm::Intrinsic::maximum}) {
                intrinsic(id, type, 2);
            }
            intrinsic(llvm::Intrinsic::fma, type, 3);
        }
    }

    void addConversions() {
        std::vector<unsigned> all = widths();
        all.insert(all.begin(), 1);
        for (const unsigned narrow : all) {
            for (const unsigned wide : all) {
                if (narrow < wide) {
                    cast(Op::ZExt, integer(narrow), integer(wide));
                    cast(Op::SExt, integer(narrow), integer(wide));
                    cast(Op::Trunc, integer(wide), integer(narrow));
                }
            }
        }
        for (llvm::Type* const floats : {number(), wideNumber()}) {
            for (const unsigned bits : {8, 16, 32, 64}) {
                cast(Op::FPToSI, floats, integer(bits));
                cast(Op::FPToUI, floats, integer(bits));
            }
            for (const unsigned bits : {1, 8, 16, 32, 64}) {
                cast(Op::SIToFP, integer(bits), floats);
                cast(Op::UIToFP, integer(bits), floats);
            }
        }
        cast(Op::FPExt, number(), wideNumber());
        cast(Op::FPTrunc, wideNumber(), number());
        if (!m_lanes) {
            cast(Op::BitCast, number(), integer(32));
            cast(Op::BitCast, integer(32), number());
            cast(Op::BitCast, wideNumber(), integer(64));
            cast(Op::BitCast, integer(64), wideNumber());
        }
    }

    void addSelections() {
        Types types{number(), wideNumber(), pointer(), integer(1)};
        for (const unsigned bits : widths()) {
            types.push_back(integer(bits));
        }
        for (llvm::Type* const type : types) {
            const auto select = [](Maker::Body& body) {
                body.end(body.ir().CreateSelect(body.operand(0), body.operand(1), body.operand(2)));
            };
            m_maker.add({Op::Select, 0, {integer(1), type, type}, type}, select);
            if (m_lanes) {
                m_maker.add({Op::Select, 0, {scalarInteger(1), type, type}, type}, select);
            }
        }
    }

    void addMemory() {
        Types types{number(), wideNumber(), pointer(), integer(1)};
        for (const unsigned bits : {8, 16, 32, 64}) {
            types.push_back(integer(bits));
        }
        if (m_lanes) {
            // A word of each quad.
            const unsigned quads = m_maker.lanes() / 4;
            types.push_back(llvm::FixedVectorType::get(scalarInteger(32), quads));
            types.push_back(llvm::FixedVectorType::get(llvm::Type::getFloatTy(m_context), quads));
        }
        for (llvm::Type* const type : types) {
            m_maker.add({Op::Load, 0, {scalarPointer()}, type}, [type](Maker::Body& body) {
                body.end(body.ir().CreateAlignedLoad(
                    type, body.displaced(body.operand(0)), llvm::Align(1)));
            });
            m_maker.add({Op::Store, 0, {type, scalarPointer()}, nullptr}, [](Maker::Body& body) {
                body.ir().CreateAlignedStore(
                    body.operand(0), body.displaced(body.operand(1)), llvm::Align(1));
                body.end(nullptr);
            });
        }
    }

    /// Truth values, masks, and masks as integers.
    void addTruths() {
        for (llvm::Type* const type : {scalarInteger(1), mask()}) {
            for (const unsigned opcode : {Op::And, Op::Or, Op::Xor}) {
                binary(opcode, type);
            }
            compare(llvm::CmpInst::ICMP_EQ, type);
            compare(llvm::CmpInst::ICMP_NE, type);
        }
        llvm::Type* const bits = scalarInteger(m_maker.lanes());
        cast(Op::BitCast, mask(), bits);
        cast(Op::BitCast, bits, mask());
        for (const unsigned width : {32, 64}) {
            llvm::Type* const index = scalarInteger(width);
            const auto shifted = [bits](Maker::Body& body, llvm::Value* value, unsigned by) {
                llvm::IRBuilder<>& ir = body.ir();
                return ir.CreateShl(ir.CreateZExt(value, bits),
                                    ir.CreateZExtOrTrunc(body.operand(by), bits));
            };
            m_maker.add({Op::ExtractElement, 0, {mask(), index}, scalarInteger(1)},
                        [bits](Maker::Body& body) {
                            llvm::IRBuilder<>& ir = body.ir();
                            llvm::Value* const all = ir.CreateBitCast(body.operand(0), bits);
                            body.end(ir.CreateTrunc(
                                ir.CreateLShr(all, ir.CreateZExtOrTrunc(body.operand(1), bits)),
                                ir.getInt1Ty()));
                        });
            m_maker.add({Op::InsertElement, 0, {mask(), scalarInteger(1), index}, mask()},
                        [bits, shifted, this](Maker::Body& body) {
                            llvm::IRBuilder<>& ir = body.ir();
                            llvm::Value* const all = ir.CreateBitCast(body.operand(0), bits);
                            llvm::Value* const others =
                                ir.CreateAnd(all, ir.CreateNot(shifted(body, ir.getTrue(), 2)));
                            body.end(ir.CreateBitCast(
                                ir.CreateOr(others, shifted(body, body.operand(1), 2)), mask()));
                        });
        }
    }

    Types elements() {
        Types types{
            llvm::Type::getFloatTy(m_context), llvm::Type::getDoubleTy(m_context), scalarPointer()};
        for (const unsigned bits : {8, 16, 32, 64}) {
            types.push_back(scalarInteger(bits));
        }
        return types;
    }

    void addLanes() {
        Types types = elements();
        types.push_back(scalarInteger(1));
        for (llvm::Type* const type : types) {
            m_maker.add({kSplat, 0, {type}, lanesOf(type)}, [this](Maker::Body& body) {
                body.end(body.ir().CreateVectorSplat(m_maker.lanes(), body.operand(0)));
            });
        }
        for (llvm::Type* const type : elements()) {
            m_maker.add({kLoadSplat, 0, {scalarPointer()}, lanesOf(type)},
                        [this, type](Maker::Body& body) {
                            llvm::Value* const scalar = body.ir().CreateAlignedLoad(
                                type, body.displaced(body.operand(0)), llvm::Align(1));
                            body.end(body.ir().CreateVectorSplat(m_maker.lanes(), scalar));
                        });
            for (const unsigned width : {32, 64}) {
                llvm::Type* const index = scalarInteger(width);
                const auto place = [type](Maker::Body& body) {
                    llvm::IRBuilder<>& ir = body.ir();
                    return ir.CreateGEP(type,
                                        body.frameAtDisplacement(),
                                        ir.CreateZExt(body.operand(0), ir.getInt64Ty()));
                };
                m_maker.add({kElementAt, 0, {index}, type}, [place, type](Maker::Body& body) {
                    body.end(body.ir().CreateLoad(type, place(body)));
                });
                m_maker.add({kSetElementAt, 0, {index, type}, nullptr}, [place](Maker::Body& body) {
                    body.ir().CreateStore(body.operand(1), place(body));
                    body.end(nullptr);
                });
            }
        }
        // What derivatives and exchanges between the lanes of a quad ask for.
        constexpr unsigned patterns[][4] = {{0, 0, 0, 0},
                                            {1, 1, 1, 1},
                                            {2, 2, 2, 2},
                                            {3, 3, 3, 3},
                                            {0, 0, 2, 2},
                                            {1, 1, 3, 3},
                                            {0, 1, 0, 1},
                                            {2, 3, 2, 3},
                                            {1, 0, 3, 2},
                                            {2, 3, 0, 1},
                                            {3, 2, 1, 0}};
        for (const auto& pattern : patterns) {
            llvm::SmallVector<int, 16> sources;
            for (unsigned lane = 0; lane < m_maker.lanes(); ++lane) {
                sources.push_back(int(lane / 4 * 4 + pattern[lane % 4]));
            }
            for (llvm::Type* const element : {scalarInteger(32), scalarInteger(1)}) {
                llvm::Type* const type = lanesOf(element);
                m_maker.add({kQuadShuffle, quadPattern(sources), {type}, type},
                            [sources](Maker::Body& body) {
                                body.end(body.ir().CreateShuffleVector(body.operand(0), sources));
                            });
            }
        }
    }

    void addBroadcasts() {
        const llvm::SmallVector<int, 16> firsts(m_maker.lanes(), 0);
        m_maker.add({kQuadShuffle, kFirstLane, {mask()}, mask()}, [firsts](Maker::Body& body) {
            body.end(body.ir().CreateShuffleVector(body.operand(0), firsts));
        });
    }

    void addPointers() {
        llvm::Type* const pointers = lanesOf(scalarPointer());
        llvm::Type* const wide = scalarInteger(64);
        const auto add = [&](llvm::Type* from, llvm::Type* index) {
            llvm::Type* const to = from->isVectorTy() || index->isVectorTy() ? pointers : from;
            m_maker.add({Op::GetElementPtr, 0, {from, index}, to}, [](Maker::Body& body) {
                body.end(
                    body.ir().CreateGEP(body.ir().getInt8Ty(), body.operand(0), body.operand(1)));
            });
        };
        add(scalarPointer(), wide);
        add(scalarPointer(), scalarInteger(32));
        add(scalarPointer(), lanesOf(wide));
        add(scalarPointer(), lanesOf(scalarInteger(32)));
        add(pointers, wide);
        add(pointers, lanesOf(wide));
        add(pointers, lanesOf(scalarInteger(32)));
        for (llvm::Type* const index : {wide, scalarInteger(32)}) {
            m_maker.add(
                {kAddScaled, 0, {scalarPointer(), index}, scalarPointer()}, [](Maker::Body& body) {
                    llvm::IRBuilder<>& ir = body.ir();
                    llvm::Value* const count = ir.CreateSExt(body.operand(1), ir.getInt64Ty());
                    body.end(ir.CreateGEP(
                        ir.getInt8Ty(), body.operand(0), ir.CreateMul(count, body.displacement())));
                });
        }
        for (llvm::Type* const type : {scalarPointer(), pointers}) {
            for (unsigned predicate = llvm::CmpInst::FIRST_ICMP_PREDICATE;
                 predicate <= llvm::CmpInst::ICMP_ULE;
                 ++predicate) {
                compare(llvm::CmpInst::Predicate(predicate), type);
            }
        }
    }

    void addGathers() {
        const llvm::Align anywhere(1);
        llvm::Type* const pointers = lanesOf(scalarPointer());
        for (llvm::Type* const element : elements()) {
            llvm::Type* const type = lanesOf(element);
            const ID gather = llvm::Intrinsic::masked_gather;
            m_maker.add({Op::Call, gather, {pointers}, type}, [=](Maker::Body& body) {
                body.end(body.ir().CreateMaskedGather(type, body.operand(0), anywhere));
            });
            m_maker.add({Op::Call, gather, {pointers, mask(), type}, type}, [=](Maker::Body& body) {
                body.end(body.ir().CreateMaskedGather(
                    type, body.operand(0), anywhere, body.operand(1), body.operand(2)));
            });
            m_maker.add(
                {Op::Call, llvm::Intrinsic::masked_scatter, {type, pointers, mask()}, nullptr},
                [=](Maker::Body& body) {
                    body.ir().CreateMaskedScatter(
                        body.operand(0), body.operand(1), anywhere, body.operand(2));
                    body.end(nullptr);
                });
            m_maker.add(
                {Op::Call, llvm::Intrinsic::masked_load, {scalarPointer(), mask(), type}, type},
                [=](Maker::Body& body) {
                    body.end(body.ir().CreateMaskedLoad(
                        type, body.operand(0), anywhere, body.operand(1), body.operand(2)));
                });
            m_maker.add(
                {Op::Call, llvm::Intrinsic::masked_store, {type, scalarPointer(), mask()}, nullptr},
                [=](Maker::Body& body) {
                    body.ir().CreateMaskedStore(
                        body.operand(0), body.operand(1), anywhere, body.operand(2));
                    body.end(nullptr);
                });
        }
        for (llvm::Type* const element : {scalarInteger(32), llvm::Type::getFloatTy(m_context)}) {
            llvm::Type* const type = lanesOf(element);
            llvm::Type* const offsets = lanesOf(scalarInteger(32));
            m_maker.add({kGather, 0, {scalarPointer(), offsets}, type}, [=](Maker::Body& body) {
                llvm::Value* const at =
                    body.ir().CreateGEP(body.ir().getInt8Ty(), body.operand(0), body.operand(1));
                body.end(body.ir().CreateMaskedGather(type, at, anywhere));
            });
            m_maker.add({kScatter, 0, {type, scalarPointer(), offsets, mask()}, nullptr},
                        [=](Maker::Body& body) {
                            llvm::Value* const at = body.ir().CreateGEP(
                                body.ir().getInt8Ty(), body.operand(1), body.operand(2));
                            body.ir().CreateMaskedScatter(
                                body.operand(0), at, anywhere, body.operand(3));
                            body.end(nullptr);
                        });
        }
    }

    void addAtomics() {
        constexpr auto order = llvm::AtomicOrdering::SequentiallyConsistent;
        m_maker.add({Op::Fence, 0, {}, nullptr}, [](Maker::Body& body) {
            body.ir().CreateFence(order);
            body.end(nullptr);
        });
        for (const unsigned bits : {32, 64}) {
            llvm::Type* const type = scalarInteger(bits);
            const llvm::Align aligned(bits / 8);
            for (const auto operation : {llvm::AtomicRMWInst::Xchg,
                                         llvm::AtomicRMWInst::Add,
                                         llvm::AtomicRMWInst::Sub,
                                         llvm::AtomicRMWInst::And,
                                         llvm::AtomicRMWInst::Or,
                                         llvm::AtomicRMWInst::Xor,
                                         llvm::AtomicRMWInst::Max,
                                         llvm::AtomicRMWInst::Min,
                                         llvm::AtomicRMWInst::UMax,
                                         llvm::AtomicRMWInst::UMin}) {
                m_maker.add({Op::AtomicRMW, uint32_t(operation), {scalarPointer(), type}, type},
                            [=](Maker::Body& body) {
                                body.end(body.ir().CreateAtomicRMW(
                                    operation, body.operand(0), body.operand(1), aligned, order));
                            });
            }
            auto* pair = llvm::StructType::get(m_context, {type, scalarInteger(1)});
            m_maker.add(
                {Op::AtomicCmpXchg, 0, {scalarPointer(), type, type}, pair},
                [=](Maker::Body& body) {
                    body.end(body.ir().CreateAtomicCmpXchg(
                        body.operand(0), body.operand(1), body.operand(2), aligned, order, order));
                });
        }
    }

    void call(llvm::CallingConv::ID convention, llvm::Type* result, Types arguments) {
        Shape shape{kCall, convention, {scalarPointer()}, result};
        shape.operands.append(arguments.begin(), arguments.end());
        m_maker.addOne(shape, [=, this](Maker::Body& body) {
            auto* type = llvm::FunctionType::get(
                result ? result : llvm::Type::getVoidTy(m_context), arguments, false);
            llvm::CallInst* const made =
                body.ir().CreateCall(type, body.operand(0), body.operands().drop_front());
            made->setCallingConv(convention);
            body.end(result ? made : nullptr);
        });
    }

    /// What shaders call: kernels, the driver, and their own parts.
    void addCalls() {
        llvm::Type* const f = lanesOf(llvm::Type::getFloatTy(m_context));
        llvm::Type* const i = lanesOf(scalarInteger(32));
        llvm::Type* const word = scalarInteger(32);
        llvm::Type* const wide = scalarInteger(64);
        llvm::Type* const p = scalarPointer();
        auto* texel = llvm::StructType::get(m_context, {f, f, f, f});
        constexpr auto lanes = llvm::CallingConv::X86_RegCall;
        call(lanes, f, {f});
        call(lanes, f, {f, f});
        call(lanes, f, {f, i});
        call(lanes, f, {i});
        call(lanes, i, {f});
        call(lanes, texel, {word, p, word, i, i, i, i, i});
        call(lanes, nullptr, {word, p, word, i, i, i, i, i, f, f, f, f});
        call(lanes, i, {word, p, i, i, i, i, i});
        call(lanes, texel, {word, p, word, word, i});
        call(lanes, nullptr, {word, p, word, word, i, f, f, f, f});
        call(lanes, texel, {wide, word, p, p, word, f, f, f, f, f, f, f, f, f, f, f, f, i, i, i});
        constexpr auto plain = llvm::CallingConv::C;
        call(plain, nullptr, {p, p, wide, word});
        call(plain, nullptr, {p, word, wide});
        call(plain, word, {p, p, word, word, word, word, p, word});
        call(plain, word, {p, p, p, word, p, word});
    }

    Maker& m_maker;
    llvm::LLVMContext& m_context;
    bool m_lanes = false;
};

} // namespace

void addPieces(Maker& maker) {
    Pieces(maker).addAll();
}

} // namespace cpu::piece
