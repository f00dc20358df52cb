// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/jit.h"

#include "cpu/jit/llvm_module.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace cpu::jit {
namespace {

using testing::HasSubstr;

/// Objects from the text of a module.
base::Result<Object>
compileText(const char* text, Level level = Level::V2, Optimization effort = Optimization::Full) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    auto module = llvm::parseAssemblyString(text, diagnostic, context);
    if (!module) {
        return base::Error{diagnostic.getMessage().str()};
    }
    return compile(std::move(module), level, effort);
}

std::shared_ptr<const Code> loadText(const char* text, Level level = Level::V2) {
    auto object = compileText(text, level);
    if (!object) {
        ADD_FAILURE() << object.error().message;
        return nullptr;
    }
    auto code = load(*object);
    if (!code) {
        ADD_FAILURE() << code.error().message;
        return nullptr;
    }
    return *code;
}

constexpr char kAdd[] = R"(
define i32 @add(i32 %a, i32 %b) {
  %sum = add i32 %a, %b
  ret i32 %sum
}
define internal i32 @hidden(i32 %a) noinline {
  ret i32 %a
}
)";

TEST(Jit, RunsWhatItCompiled) {
    const auto code = loadText(kAdd);
    ASSERT_TRUE(code);
    auto* add = reinterpret_cast<int (*)(int, int)>(code->address("add"));
    ASSERT_TRUE(add);
    EXPECT_EQ(add(2, 40), 42);
    EXPECT_EQ(code->address("hidden"), nullptr);
    EXPECT_EQ(code->address("subtract"), nullptr);
    EXPECT_GT(code->size_B(), 0u);
}

TEST(Jit, ConstantsLieBesideTheCode) {
    const auto code = loadText(R"(
@table = private unnamed_addr constant [4 x i32] [i32 3, i32 1, i32 4, i32 1]
define i32 @at(i64 %i) {
  %p = getelementptr [4 x i32], ptr @table, i64 0, i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}
)");
    ASSERT_TRUE(code);
    auto* at = reinterpret_cast<int (*)(int64_t)>(code->address("at"));
    EXPECT_EQ(at(2), 4);
}

TEST(Jit, TheSameModuleGivesTheSameObject) {
    auto first = compileText(kAdd);
    auto second = compileText(kAdd);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(*first, *second);
}

TEST(Jit, InvalidIrIsAnError) {
    llvm::LLVMContext context;
    auto module = newModule("bad", context);
    auto* type = llvm::FunctionType::get(llvm::Type::getInt32Ty(context), false);
    auto* function =
        llvm::Function::Create(type, llvm::Function::ExternalLinkage, "f", module.get());
    llvm::BasicBlock::Create(context, "entry", function); // no terminator
    const auto object = compile(std::move(module), Level::V2, Optimization::Quick);
    ASSERT_FALSE(object);
    EXPECT_THAT(object.error().message, HasSubstr("invalid IR"));
}

TEST(Jit, AnUnknownSymbolIsAnError) {
    auto object = compileText("declare void @nobody()\n"
                              "define void @f() { call void @nobody() ret void }");
    ASSERT_TRUE(object);
    const auto code = load(*object);
    ASSERT_FALSE(code);
    EXPECT_THAT(code.error().message, HasSubstr("nobody"));
}

int doubled(int value) {
    return 2 * value;
}

TEST(Jit, CallsRegisteredFunctions) {
    registerSymbol("glissade_test_doubled", reinterpret_cast<void*>(&doubled));
    const auto code = loadText("declare i32 @glissade_test_doubled(i32)\n"
                               "define i32 @f(i32 %a) {\n"
                               "  %r = call i32 @glissade_test_doubled(i32 %a)\n"
                               "  %s = add i32 %r, 1\n"
                               "  ret i32 %s\n}");
    ASSERT_TRUE(code);
    EXPECT_EQ(reinterpret_cast<int (*)(int)>(code->address("f"))(20), 41);
}

TEST(Jit, CallsWhatTheCodeGeneratorNeeds) {
    // v2 has neither halves nor fused multiply-add: library functions stand in.
    const auto code = loadText(R"(
declare float @llvm.fma.f32(float, float, float)
define float @f(ptr %p, float %a) {
  %h = load half, ptr %p
  %x = fpext half %h to float
  %y = call float @llvm.fma.f32(float %x, float %a, float 1.0)
  %z = fptrunc float %y to half
  store half %z, ptr %p
  ret float %y
}
)");
    ASSERT_TRUE(code);
    uint16_t half = 0x4000; // 2
    auto* f = reinterpret_cast<float (*)(uint16_t*, float)>(code->address("f"));
    EXPECT_EQ(f(&half, 1.5f), 4.0f);
    EXPECT_EQ(half, 0x4400);
}

TEST(Jit, NothingIsContracted) {
    // a * b + c with a rounding in between, although the level has fused multiply-add.
    auto object = compileText("define float @f(float %a, float %b, float %c) {\n"
                              "  %p = fmul float %a, %b\n"
                              "  %s = fadd float %p, %c\n"
                              "  ret float %s\n}",
                              Level::V3);
    ASSERT_TRUE(object);
    if (processLevel() < Level::V3) {
        GTEST_SKIP() << "needs x86-64-v3";
    }
    auto code = load(*object);
    ASSERT_TRUE(code);
    auto* f = reinterpret_cast<float (*)(float, float, float)>((*code)->address("f"));
    const float a = 1.0f + 0x1p-12f;
    EXPECT_EQ(f(a, a, -1.0f), 0x1p-11f); // fused: 0x1p-11 + 0x1p-24
}

TEST(Jit, QuickCodeGivesTheSameNumbers) {
    // Without loops, and with one, which gets all passes.
    const char* const texts[] = {R"(
define internal float @half(float %x) {
  %h = fmul float %x, 0.5
  ret float %h
}
define float @f(float %x, i32 %n) {
  %h = call float @half(float %x)
  %unused = call float @half(float %h)
  %big = icmp sgt i32 %n, 3
  %sum = fadd float %h, 3.0
  br i1 %big, label %then, label %else
then:
  %product = fmul float %sum, %x
  br label %end
else:
  br label %end
end:
  %r = phi float [ %product, %then ], [ %x, %else ]
  ret float %r
})",
                                 R"(
define float @f(float %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %y = phi float [ %x, %entry ], [ %sum, %loop ]
  %sum = fadd float %y, 0.25
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret float %sum
})"};
    for (const char* const text : texts) {
        const auto quick = compileText(text, Level::V2, Optimization::Quick);
        const auto full = compileText(text, Level::V2, Optimization::Full);
        ASSERT_TRUE(quick && full);
        if (text == texts[1]) {
            EXPECT_EQ(*quick, *full);
        }
        const auto quickCode = load(*quick);
        const auto fullCode = load(*full);
        ASSERT_TRUE(quickCode && fullCode);
        using Function = float (*)(float, int);
        const auto quickly = reinterpret_cast<Function>((*quickCode)->address("f"));
        const auto fully = reinterpret_cast<Function>((*fullCode)->address("f"));
        EXPECT_FALSE((*quickCode)->address("half"));
        for (const int n : {1, 3, 4, 17}) {
            EXPECT_EQ(quickly(1.7f, n), fully(1.7f, n)) << n;
        }
    }
}

TEST(Jit, SplitsCoroutines) {
    for (const Optimization effort : {Optimization::Quick, Optimization::Full}) {
        auto object = compileText(R"(
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(ptr, i1, token)
declare void @llvm.coro.resume(ptr)
declare i1 @llvm.coro.done(ptr)

define ptr @start(ptr %frame, ptr %out) presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)
  %hdl = call ptr @llvm.coro.begin(token %id, ptr %frame)
  %seen = load i32, ptr %out
  %s0 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s0, label %leave [i8 0, label %resume i8 1, label %leave]
resume:
  %more = add i32 %seen, 7
  store i32 %more, ptr %out
  %s1 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s1, label %leave [i8 0, label %never i8 1, label %leave]
never:
  unreachable
leave:
  %e = call i1 @llvm.coro.end(ptr %hdl, i1 false, token none)
  ret ptr %hdl
}
define void @run(ptr %frame, ptr %out) {
  %h = call ptr @start(ptr %frame, ptr %out)
  store i32 1, ptr %out
  call void @llvm.coro.resume(ptr %h)
  ret void
}
)",
                                  Level::V2,
                                  effort);
        ASSERT_TRUE(object) << object.error().message;
        auto code = load(*object);
        ASSERT_TRUE(code) << code.error().message;
        alignas(64) std::byte frame[256];
        int out = 35;
        reinterpret_cast<void (*)(void*, int*)>((*code)->address("run"))(frame, &out);
        EXPECT_EQ(out, 42);
    }
}

TEST(Jit, WhatIsNoObjectIsAnError) {
    EXPECT_FALSE(load({}));
    EXPECT_FALSE(load(Object(10, std::byte{1})));
    EXPECT_FALSE(load(Object(10000, std::byte{0x7f})));
    auto object = compileText(kAdd);
    ASSERT_TRUE(object);
    Object other = *object;
    other[18] = std::byte{0xb7}; // AArch64
    EXPECT_FALSE(load(other));
    Object linked = *object;
    linked[16] = std::byte{2}; // an executable
    EXPECT_FALSE(load(linked));
}

TEST(Jit, TruncatedObjectsAreErrors) {
    auto object = compileText(kAdd);
    ASSERT_TRUE(object);
    for (size_t size_B = 0; size_B + 1 < object->size(); size_B += 7) {
        EXPECT_FALSE(load(std::span(*object).first(size_B)));
    }
}

TEST(Jit, DamagedObjectsDoNoHarm) {
    auto object = compileText("declare void @glissade_test_nobody()\n"
                              "@table = constant [2 x ptr] [ptr @f, ptr @table]\n"
                              "define void @f() { call void @glissade_test_nobody() ret void }");
    registerSymbol("glissade_test_nobody", reinterpret_cast<void*>(&doubled));
    ASSERT_TRUE(object);
    ASSERT_TRUE(load(*object));
    for (size_t at = 0; at < object->size(); ++at) {
        for (const auto mask : {std::byte{1}, std::byte{0x80}, std::byte{0xff}}) {
            Object damaged = *object;
            damaged[at] ^= mask;
            static_cast<void>(load(damaged).ok()); // Either.
        }
    }
}

TEST(Jit, AddressesLieInWritableData) {
    const auto code = loadText("@value = global i32 5\n"
                               "@where = global ptr @value\n"
                               "@empty = global i32 0\n"
                               "define i32 @next() {\n"
                               "  %p = load ptr, ptr @where\n"
                               "  %v = load i32, ptr %p\n"
                               "  %n = add i32 %v, 1\n"
                               "  store i32 %n, ptr %p\n"
                               "  store i32 %n, ptr @empty\n"
                               "  ret i32 %n\n}");
    ASSERT_TRUE(code);
    auto* next = reinterpret_cast<int (*)()>(code->address("next"));
    EXPECT_EQ(next(), 6);
    EXPECT_EQ(next(), 7);
    EXPECT_EQ(*static_cast<const int*>(code->address("empty")), 7);
}

TEST(Jit, CompilesOnManyThreads) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([] {
            for (int i = 0; i < 20; ++i) {
                const auto code = loadText(kAdd);
                ASSERT_TRUE(code);
                EXPECT_EQ(reinterpret_cast<int (*)(int, int)>(code->address("add"))(i, 1), i + 1);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

TEST(Jit, NamesItsGenerator) {
    EXPECT_THAT(generatorName(), testing::StartsWith("LLVM 19."));
}

} // namespace
} // namespace cpu::jit
