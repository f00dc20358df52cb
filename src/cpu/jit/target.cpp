// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/target.h"

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

namespace cpu::jit {
namespace {

const llvm::Target* findTarget() {
    static const llvm::Target* const target = [] {
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86Target();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86AsmPrinter();
        std::string error;
        return llvm::TargetRegistry::lookupTarget(kTargetTriple, error);
    }();
    return target;
}

} // namespace

const char* cpuName(Level level) {
    switch (level) {
    case Level::V2:
        return "x86-64-v2";
    case Level::V3:
        return "x86-64-v3";
    case Level::V4:
        return "x86-64-v4";
    }
    return "x86-64-v2";
}

const char* vectorWidth(Level level) {
    return level == Level::V4 ? "512" : level == Level::V3 ? "256" : "128";
}

std::unique_ptr<llvm::TargetMachine> targetMachine(Level level) {
    const llvm::Target* target = findTarget();
    if (!target) {
        return nullptr;
    }
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
    return std::unique_ptr<llvm::TargetMachine>(
        target->createTargetMachine(kTargetTriple,
                                    cpuName(level),
                                    "",
                                    options,
                                    llvm::Reloc::PIC_,
                                    llvm::CodeModel::Small,
                                    llvm::CodeGenOptLevel::Default,
                                    /*JIT*/ true));
}

} // namespace cpu::jit
