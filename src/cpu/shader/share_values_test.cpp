// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/share_values.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

#include <gtest/gtest.h>

#include <string>

namespace cpu::shader {
namespace {

/// How many instructions of a name are left of a function's body.
uint32_t left(const std::string& body, const std::string& name) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const std::string text =
        "declare void @other()\n"
        "define <4 x float> @f(ptr %p, ptr %q, <4 x float> %a, <4 x float> %b, i1 %c) {\n" +
        body + "}\n!0 = !{}\n";
    const auto module = llvm::parseAssemblyString(text, problem, context);
    if (!module) {
        ADD_FAILURE() << problem.getMessage().str() << "\n" << text;
        return 0;
    }
    llvm::Function& function = *module->getFunction("f");
    shareValues(function);
    EXPECT_FALSE(llvm::verifyFunction(function));
    uint32_t count = 0;
    for (const llvm::Instruction& i : llvm::instructions(function)) {
        count += i.getOpcodeName() == name;
    }
    return count;
}

std::string twoLoads(const std::string& between, const std::string& how = "") {
    return "%x = load <4 x float>, ptr %p" + how + "\n" + between +
           "%y = load <4 x float>, ptr %p" + how +
           "\n%z = fadd <4 x float> %x, %y\nret <4 x float> %z\n";
}

TEST(ShareValues, OperationsOnTheSame) {
    EXPECT_EQ(left("%x = fmul <4 x float> %a, %b\n%y = fmul <4 x float> %a, %b\n"
                   "%z = fadd <4 x float> %x, %y\nret <4 x float> %z\n",
                   "fmul"),
              1);
    EXPECT_EQ(left("%x = fmul <4 x float> %a, %b\n%y = fmul nnan <4 x float> %a, %b\n"
                   "%z = fadd <4 x float> %x, %y\nret <4 x float> %z\n",
                   "fmul"),
              2);
}

TEST(ShareValues, LoadsUntilSomethingIsWritten) {
    EXPECT_EQ(left(twoLoads(""), "load"), 1);
    EXPECT_EQ(left(twoLoads("store i32 0, ptr %q\n"), "load"), 2);
    EXPECT_EQ(left(twoLoads("call void @other()\n"), "load"), 2);
    EXPECT_EQ(left(twoLoads("store i32 0, ptr %q\n", ", !invariant.load !0"), "load"), 1);
}

TEST(ShareValues, OnlyWhatWasComputedBefore) {
    const std::string branches = "br i1 %c, label %one, label %two\none:\n"
                                 "%x = fmul <4 x float> %a, %b\nbr label %end\ntwo:\n"
                                 "%y = fmul <4 x float> %a, %b\nbr label %end\nend:\n"
                                 "%z = phi <4 x float> [ %x, %one ], [ %y, %two ]\n";
    EXPECT_EQ(left(branches + "ret <4 x float> %z\n", "fmul"), 2);
    EXPECT_EQ(left("%w = fmul <4 x float> %a, %b\n" + branches +
                       "%v = fadd <4 x float> %w, %z\nret <4 x float> %v\n",
                   "fmul"),
              1);
    // One of the ways may have written.
    EXPECT_EQ(left("%w = load <4 x float>, ptr %p\nbr i1 %c, label %one, label %end\none:\n"
                   "store i32 0, ptr %q\nbr label %end\nend:\n%x = load <4 x float>, ptr %p\n"
                   "%z = fadd <4 x float> %w, %x\nret <4 x float> %z\n",
                   "load"),
              2);
}

TEST(ShareValues, NegationsMoveIntoTheirNeighbours) {
    const std::string negated = "%n = fneg <4 x float> %b\n";
    const auto sum = [&](const std::string& last) {
        return negated + last + "\nret <4 x float> %z\n";
    };
    EXPECT_EQ(left(sum("%z = fadd <4 x float> %a, %n"), "fsub"), 1);
    EXPECT_EQ(left(sum("%z = fadd <4 x float> %n, %a"), "fsub"), 1);
    EXPECT_EQ(left(sum("%z = fsub <4 x float> %a, %n"), "fadd"), 1);
    EXPECT_EQ(left("%z = fmul <4 x float> %a, <float -1.0, float -1.0, float -1.0, float "
                   "-1.0>\nret <4 x float> %z\n",
                   "fneg"),
              1);
}

TEST(ShareValues, NegationsMoveIntoConstantsOfWhatNobodyElseWants) {
    const std::string three = "<float 3.0, float 3.0, float 3.0, float 3.0>";
    const std::string negated = "%z = fneg <4 x float> %x\nret <4 x float> %z\n";
    for (const std::string work : {"fmul <4 x float> %a, " + three,
                                   "fdiv <4 x float> %a, " + three,
                                   "fdiv <4 x float> " + three + ", %a"}) {
        EXPECT_EQ(left("%x = " + work + "\n" + negated, "fneg"), 0) << work;
        // As compiled code, in which both are one before negations move.
        const std::string twice = "%x = " + work + "\n%n = fneg <4 x float> %x\n%y = " + work +
                                  "\n%z = fmul <4 x float> %n, %y\nret <4 x float> %z\n";
        EXPECT_EQ(left(twice, "fneg"), 1) << work;
    }
}

TEST(ShareValues, ConstantsAndHalves) {
    EXPECT_EQ(left("%x = fadd <4 x float> <float 1.0, float 1.0, float 1.0, float 1.0>, <float "
                   "2.0, float 2.0, float 2.0, float 2.0>\n"
                   "ret <4 x float> %x\n",
                   "fadd"),
              0);
    EXPECT_EQ(left("%h = fptrunc <4 x float> %a to <4 x half>\n%k = fptrunc <4 x float> %b to "
                   "<4 x half>\n%s = select i1 %c, <4 x half> %h, <4 x half> %k\n"
                   "%z = fpext <4 x half> %s to <4 x float>\nret <4 x float> %z\n",
                   "bitcast"),
              3);
}

} // namespace
} // namespace cpu::shader
