// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/llvm_module.h"
#include "cpu/piece/copier.h"
#include "cpu/piece/shape.h"
#include "cpu/piece/table.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

namespace cpu::piece {
namespace {

using Op = llvm::Instruction;

std::vector<Level> levels() {
    std::vector<Level> all;
    for (const Level level : {Level::V2, Level::V3, Level::V4}) {
        if (level <= processLevel()) {
            all.push_back(level);
        }
    }
    return all;
}

std::shared_ptr<const jit::Code> loaded(const base::Result<jit::Object>& object) {
    if (!object) {
        ADD_FAILURE() << object.error().message;
        return nullptr;
    }
    auto code = jit::load(*object);
    if (!code) {
        ADD_FAILURE() << code.error().message;
        return nullptr;
    }
    return *code;
}

std::unique_ptr<llvm::Module> parsed(const char* text, llvm::LLVMContext& context) {
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseAssemblyString(text, diagnostic, context);
    EXPECT_TRUE(module) << diagnostic.getMessage().str();
    if (module) {
        module->setDataLayout(jit::newModule("layout", context)->getDataLayout());
    }
    return module;
}

base::Result<jit::Object> copyText(const char* text, Level level = Level::V2) {
    llvm::LLVMContext context;
    const auto module = parsed(text, context);
    return module ? copyPieces(*module, level) : base::Error{"it cannot be parsed"};
}

/// What the numbers that an operation reads may be, so that its result is defined.
enum class Inputs { Any, Divisor, Shift, Small };

/// An operation on values from memory, `apply`, for which there is a piece.
struct Case {
    Shape shape;
    Inputs inputs;
    std::function<llvm::Value*(llvm::IRBuilder<>&, llvm::ArrayRef<llvm::Value*>)> apply;
};

constexpr size_t kOperand_B = 128; ///< 16 lanes of 64 bits.
constexpr size_t kVariants = 5;
using Block = std::array<std::byte, 4 * kOperand_B>;
using Results = std::array<std::byte, kVariants * kOperand_B>;

/// All cases of a level.
class Cases {
public:
    Cases(llvm::LLVMContext& context, Level level)
        : m_context(context), m_level(level), m_table(Table::of(level)) {
        for (const bool lanes : {false, true}) {
            m_lanes = lanes ? lanesOf(level) : 0;
            for (const unsigned bits : {8, 16, 32, 64}) {
                addIntegers(of(llvm::IntegerType::get(context, bits)));
            }
            for (llvm::Type* type :
                 {llvm::Type::getFloatTy(context), llvm::Type::getDoubleTy(context)}) {
                addFloats(of(type));
            }
            addConversions();
        }
    }

    const std::vector<Case>& all() const { return m_cases; }

private:
    llvm::Type* of(llvm::Type* scalar) const {
        return m_lanes ? llvm::FixedVectorType::get(scalar, m_lanes) : scalar;
    }

    template <typename Apply>
    void add(Shape shape, Inputs inputs, Apply apply) {
        if (m_table.find(keyOf(shape))) {
            m_cases.push_back({std::move(shape), inputs, apply});
        }
    }

    void addIntegers(llvm::Type* type) {
        for (unsigned opcode = Op::BinaryOpsBegin; opcode < Op::BinaryOpsEnd; ++opcode) {
            const bool divides = opcode == Op::UDiv || opcode == Op::SDiv || opcode == Op::URem ||
                                 opcode == Op::SRem;
            const bool shifts = opcode == Op::Shl || opcode == Op::LShr || opcode == Op::AShr;
            add({opcode, 0, {type, type}, type},
                divides  ? Inputs::Divisor
                : shifts ? Inputs::Shift
                         : Inputs::Any,
                [opcode](auto& ir, auto values) {
                    return ir.CreateBinOp(Op::BinaryOps(opcode), values[0], values[1]);
                });
        }
        for (unsigned predicate = llvm::CmpInst::FIRST_ICMP_PREDICATE;
             predicate <= llvm::CmpInst::LAST_ICMP_PREDICATE;
             ++predicate) {
            addCompare(Op::ICmp, predicate, type);
        }
        for (const llvm::Intrinsic::ID id : {llvm::Intrinsic::smax,
                                             llvm::Intrinsic::smin,
                                             llvm::Intrinsic::umax,
                                             llvm::Intrinsic::umin,
                                             llvm::Intrinsic::uadd_sat,
                                             llvm::Intrinsic::usub_sat,
                                             llvm::Intrinsic::sadd_sat,
                                             llvm::Intrinsic::ssub_sat}) {
            addIntrinsic(id, type, 2);
        }
        for (const llvm::Intrinsic::ID id : {llvm::Intrinsic::ctpop,
                                             llvm::Intrinsic::ctlz,
                                             llvm::Intrinsic::cttz,
                                             llvm::Intrinsic::abs,
                                             llvm::Intrinsic::bitreverse,
                                             llvm::Intrinsic::bswap}) {
            addIntrinsic(id, type, 1);
        }
        addIntrinsic(llvm::Intrinsic::fshl, type, 3);
        addIntrinsic(llvm::Intrinsic::fshr, type, 3);
        addSelect(type);
    }

    void addFloats(llvm::Type* type) {
        for (unsigned opcode = Op::BinaryOpsBegin; opcode < Op::BinaryOpsEnd; ++opcode) {
            add({opcode, 0, {type, type}, type}, Inputs::Any, [opcode](auto& ir, auto values) {
                return ir.CreateBinOp(Op::BinaryOps(opcode), values[0], values[1]);
            });
        }
        add({Op::FNeg, 0, {type}, type}, Inputs::Any, [](auto& ir, auto values) {
            return ir.CreateFNeg(values[0]);
        });
        for (unsigned predicate = llvm::CmpInst::FCMP_OEQ; predicate <= llvm::CmpInst::FCMP_UNE;
             ++predicate) {
            addCompare(Op::FCmp, predicate, type);
        }
        for (const llvm::Intrinsic::ID id : {llvm::Intrinsic::fabs,
                                             llvm::Intrinsic::floor,
                                             llvm::Intrinsic::ceil,
                                             llvm::Intrinsic::trunc,
                                             llvm::Intrinsic::roundeven,
                                             llvm::Intrinsic::rint,
                                             llvm::Intrinsic::sqrt}) {
            addIntrinsic(id, type, 1);
        }
        for (const llvm::Intrinsic::ID id : {llvm::Intrinsic::copysign,
                                             llvm::Intrinsic::minnum,
                                             llvm::Intrinsic::maxnum,
                                             llvm::Intrinsic::minimum,
                                             llvm::Intrinsic::maximum}) {
            addIntrinsic(id, type, 2);
        }
        addIntrinsic(llvm::Intrinsic::fma, type, 3);
        addSelect(type);
    }

    void addCompare(unsigned opcode, unsigned predicate, llvm::Type* type) {
        add({opcode, predicate, {type, type}, llvm::CmpInst::makeCmpResultType(type)},
            Inputs::Any,
            [predicate](auto& ir, auto values) {
                return ir.CreateCmp(llvm::CmpInst::Predicate(predicate), values[0], values[1]);
            });
    }

    void addIntrinsic(llvm::Intrinsic::ID id, llvm::Type* type, unsigned count) {
        add({Op::Call, id, llvm::SmallVector<llvm::Type*, 8>(count, type), type},
            Inputs::Any,
            [id, type](auto& ir, auto values) {
                llvm::SmallVector<llvm::Value*, 4> arguments(values);
                if (id == llvm::Intrinsic::abs || id == llvm::Intrinsic::ctlz ||
                    id == llvm::Intrinsic::cttz) {
                    arguments.push_back(ir.getFalse());
                }
                return ir.CreateIntrinsic(id, {type}, arguments);
            });
    }

    void addSelect(llvm::Type* type) {
        add({Op::Select, 0, {of(llvm::Type::getInt1Ty(m_context)), type, type}, type},
            Inputs::Any,
            [](auto& ir, auto values) { return ir.CreateSelect(values[0], values[1], values[2]); });
    }

    void addConversions() {
        std::vector<llvm::Type*> types{llvm::Type::getFloatTy(m_context),
                                       llvm::Type::getDoubleTy(m_context)};
        for (const unsigned bits : {1, 8, 16, 32, 64}) {
            types.push_back(llvm::IntegerType::get(m_context, bits));
        }
        for (unsigned opcode = Op::CastOpsBegin; opcode < Op::CastOpsEnd; ++opcode) {
            for (llvm::Type* from : types) {
                for (llvm::Type* to : types) {
                    llvm::Type* const source = of(from);
                    llvm::Type* const target = of(to);
                    add({opcode, 0, {source}, target},
                        Inputs::Small,
                        [opcode, target](auto& ir, auto values) {
                            return ir.CreateCast(Op::CastOps(opcode), values[0], target);
                        });
                }
            }
        }
    }

    llvm::LLVMContext& m_context;
    const Level m_level;
    const Table& m_table;
    unsigned m_lanes = 0;
    std::vector<Case> m_cases;
};

/// void f(ptr in, ptr out): the operation once for each place that its operands may have: none in
/// the register, the first, the second, the third, and of all the same one.
void addFunction(llvm::Module& module, const Case& one, const std::string& name) {
    llvm::LLVMContext& context = module.getContext();
    llvm::IRBuilder<> ir(context);
    auto* type = llvm::FunctionType::get(ir.getVoidTy(), {ir.getPtrTy(), ir.getPtrTy()}, false);
    auto* function = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, module);
    ir.SetInsertPoint(llvm::BasicBlock::Create(context, "", function));
    const size_t count = one.shape.operands.size();
    for (size_t variant = 0; variant < kVariants; ++variant) {
        llvm::SmallVector<llvm::Value*, 4> values(count);
        const auto load = [&](size_t i) {
            values[i] = ir.CreateAlignedLoad(
                one.shape.operands[i],
                ir.CreateConstGEP1_64(ir.getInt8Ty(), function->getArg(0), i * kOperand_B),
                llvm::Align(1),
                /*isVolatile*/ true);
        };
        const size_t last = variant == 4 ? 0 : variant - 1;
        for (size_t i = 0; i < count; ++i) {
            if (i != last) {
                load(i);
            }
        }
        if (last < count) {
            load(last);
        } else {
            ir.CreateLoad(ir.getInt32Ty(), function->getArg(0), /*isVolatile*/ true);
        }
        if (variant == 4 && count == 2 && one.inputs == Inputs::Any &&
            one.shape.operands[0] == one.shape.operands[1]) {
            values[1] = values[0];
        }
        ir.CreateAlignedStore(
            one.apply(ir, values),
            ir.CreateConstGEP1_64(ir.getInt8Ty(), function->getArg(1), variant * kOperand_B),
            llvm::Align(1));
    }
    ir.CreateRetVoid();
}

class Numbers {
public:
    explicit Numbers(unsigned seed) : m_random(seed) {}

    Block block(const Case& one) {
        Block block{};
        for (size_t i = 0; i < one.shape.operands.size(); ++i) {
            llvm::Type* const type = one.shape.operands[i];
            std::byte* const to = block.data() + i * kOperand_B;
            fill(*type->getScalarType(),
                 i == 0 && one.inputs != Inputs::Small ? Inputs::Any : one.inputs,
                 to);
            if (type->getScalarType()->isIntegerTy(1)) {
                // Bits beyond those that the type has are zero.
                const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(type);
                const unsigned count = lanes ? lanes->getNumElements() : 1;
                to[0] &= std::byte((1u << std::min(count, 8u)) - 1);
            }
        }
        return block;
    }

private:
    void fill(llvm::Type& type, Inputs inputs, std::byte* to) {
        const unsigned bits = type.isIntegerTy() ? std::max(type.getIntegerBitWidth(), 8u)
                              : type.isFloatTy() ? 32
                                                 : 64;
        for (size_t at = 0; at < kOperand_B; at += bits / 8) {
            if (type.isFloatTy()) {
                put(to + at, float(number(inputs)));
            } else if (type.isDoubleTy()) {
                put(to + at, number(inputs));
            } else {
                const uint64_t value = integer(inputs, bits);
                std::memcpy(to + at, &value, bits / 8);
            }
        }
    }

    template <typename T>
    static void put(std::byte* to, T value) {
        std::memcpy(to, &value, sizeof value);
    }

    double number(Inputs inputs) {
        if (inputs == Inputs::Small) {
            return double(m_random() % 256) / 4;
        }
        constexpr double odd[] = {0.0,
                                  -0.0,
                                  0.5,
                                  -1.5,
                                  2.5,
                                  1e-40,
                                  1e30,
                                  -1e30,
                                  std::numeric_limits<double>::infinity(),
                                  -std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN()};
        return m_random() % 2 ? odd[m_random() % std::size(odd)]
                              : double(int32_t(m_random())) / 65536;
    }

    uint64_t integer(Inputs inputs, unsigned bits) {
        const uint64_t any = uint64_t(m_random()) << 32 | m_random();
        switch (inputs) {
        case Inputs::Divisor:
            return 1 + any % 100;
        case Inputs::Shift:
            return any % bits;
        case Inputs::Small:
        case Inputs::Any:
            break;
        }
        return m_random() % 4 ? any : (m_random() % 2 ? 0 : uint64_t(1) << (bits - 1));
    }

    std::mt19937 m_random;
};

TEST(Piece, DoesWhatCompiledCodeDoes) {
    using Function = void (*)(const std::byte*, std::byte*);
    for (const Level level : levels()) {
        llvm::LLVMContext context;
        const Cases cases(context, level);
        EXPECT_GT(cases.all().size(), 400u);
        auto module = jit::newModule("cases", context);
        auto same = jit::newModule("cases", context);
        for (size_t i = 0; i < cases.all().size(); ++i) {
            addFunction(*module, cases.all()[i], fmt::format("f{}", i));
            addFunction(*same, cases.all()[i], fmt::format("f{}", i));
        }
        const auto copied = loaded(copyPieces(*module, level));
        const auto compiled =
            loaded(jit::compile(std::move(same), level, jit::Optimization::Quick));
        ASSERT_TRUE(copied && compiled);
        Numbers numbers(1);
        for (size_t i = 0; i < cases.all().size(); ++i) {
            const std::string name = fmt::format("f{}", i);
            for (int round = 0; round < 20; ++round) {
                const Block in = numbers.block(cases.all()[i]);
                Results actual{}, expected{};
                Function(copied->address(name))(in.data(), actual.data());
                Function(compiled->address(name))(in.data(), expected.data());
                ASSERT_TRUE(actual == expected)
                    << "level " << int(level) << " operation " << cases.all()[i].shape.operation
                    << " detail " << cases.all()[i].shape.detail << " case " << i;
            }
        }
    }
}

TEST(Piece, BranchesLoopsAndChoices) {
    constexpr char text[] = R"(
define i32 @f(i32 %n, i32 %way) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi i32 [ 0, %entry ], [ %b, %loop ]
  %b = phi i32 [ 1, %entry ], [ %sum, %loop ]
  %sum = add i32 %a, %b
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %out
out:
  switch i32 %way, label %other [ i32 1, label %one  i32 -2, label %two ]
one:
  br label %end
two:
  %doubled = mul i32 %b, 2
  br label %end
other:
  br label %end
end:
  %result = phi i32 [ %a, %one ], [ %doubled, %two ], [ %sum, %other ]
  ret i32 %result
}
)";
    for (const Level level : levels()) {
        const auto code = loaded(copyText(text, level));
        ASSERT_TRUE(code);
        auto* f = reinterpret_cast<int (*)(int, int)>(code->address("f"));
        // After five rounds a, b and their sum were 3, 5 and 8.
        EXPECT_EQ(f(5, 1), 3);
        EXPECT_EQ(f(5, -2), 10);
        EXPECT_EQ(f(5, 0), 8);
    }
}

TEST(Piece, CallsWithArgumentsOnTheStack) {
    constexpr char text[] = R"(
define internal i32 @inner(ptr %p, ptr %q, i32 %a, i32 %b, i32 %c, i32 %d, ptr %r, i32 %e) {
  %x = mul i32 %a, 10
  %y = add i32 %x, %b
  %z = load i32, ptr %r
  %u = sub i32 %y, %z
  %v = mul i32 %u, %e
  ret i32 %v
}
define i32 @f(ptr %p, i32 %a) {
  %slot = alloca [4 x i32], align 64
  %at = getelementptr i32, ptr %slot, i64 2
  store i32 7, ptr %at
  %v = call i32 @inner(ptr %p, ptr %p, i32 %a, i32 5, i32 0, i32 0, ptr %at, i32 3)
  ret i32 %v
}
)";
    const auto code = loaded(copyText(text));
    ASSERT_TRUE(code);
    auto* f = reinterpret_cast<int (*)(void*, int)>(code->address("f"));
    EXPECT_EQ(f(nullptr, 4), (40 + 5 - 7) * 3);
    EXPECT_EQ(code->address("inner"), nullptr);
}

TEST(Piece, WhatThereIsNoneForIsAnError) {
    const auto object = copyText("declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)\n"
                                 "define i32 @f(ptr %p) {\n"
                                 "  %v = load <4 x i32>, ptr %p\n"
                                 "  %s = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)\n"
                                 "  ret i32 %s\n}");
    ASSERT_FALSE(object);
    EXPECT_THAT(object.error().message, testing::HasSubstr("vector.reduce.add"));
}

} // namespace
} // namespace cpu::piece
