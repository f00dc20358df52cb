// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/specialize.h"

#include "cpu/jit/exit_gate.h"
#include "cpu/jit/llvm_module.h"
#include "cpu/jit/sample_kernel.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

#include <array>
#include <mutex>
#include <vector>

namespace cpu::jit {
namespace {

/// A context with the kernel in it, which took longer to read than a copy takes to compile. One
/// thread at a time uses it.
struct Workbench {
    llvm::LLVMContext context;
    std::unique_ptr<SampleKernel> kernel;
    uint32_t uses = 0;
};

/// Idle workbenches by level. Contexts keep every constant they have seen, so none lives for ever,
/// and only one of each level waits.
class Workshop {
public:
    base::Result<std::unique_ptr<Workbench>> take(Level level) {
        {
            const std::lock_guard lock(m_mutex);
            if (std::unique_ptr<Workbench> bench = std::move(idle(level))) {
                return bench;
            }
        }
        auto bench = std::make_unique<Workbench>();
        auto kernel = SampleKernel::read(level, bench->context);
        if (!kernel) {
            return kernel.error();
        }
        bench->kernel = std::make_unique<SampleKernel>(std::move(*kernel));
        return bench;
    }

    void giveBack(Level level, std::unique_ptr<Workbench> bench) {
        if (++bench->uses < kMaxUses) {
            const std::lock_guard lock(m_mutex);
            idle(level).swap(bench);
        }
    }

private:
    static constexpr uint32_t kMaxUses = 64;

    std::unique_ptr<Workbench>& idle(Level level) {
        return m_idle[size_t(level) - size_t(Level::V2)];
    }

    std::mutex m_mutex;
    std::array<std::unique_ptr<Workbench>, 3> m_idle;
};

/// It outlives threads that compile while the process ends.
Workshop& workshop() {
    static Workshop* const instance = new Workshop;
    return *instance;
}

} // namespace

base::Result<Object> specializeSample(const SampleKey& key, Level level) {
    const ExitGate gate;
    if (!gate.open()) {
        return base::Error{"the process is ending"};
    }
    auto bench = workshop().take(level);
    if (!bench) {
        return bench.error();
    }
    std::unique_ptr<llvm::Module> module = newModule("routine", (*bench)->context);
    llvm::Function* routine = (*bench)->kernel->copyInto(*module, KeyPattern::exactly(key));
    routine->setName(kRoutineSymbol);
    routine->setLinkage(llvm::GlobalValue::ExternalLinkage);
    auto object = compile(std::move(module), level, Optimization::Full);
    workshop().giveBack(level, std::move(*bench));
    return object;
}

base::Result<Object>
specializeSample(std::span<const KeyPattern> patterns, Level level, const std::string& symbol) {
    const ExitGate gate;
    if (!gate.open()) {
        return base::Error{"the process is ending"};
    }
    llvm::LLVMContext context;
    const auto kernel = SampleKernel::read(level, context);
    if (!kernel) {
        return kernel.error();
    }
    std::unique_ptr<llvm::Module> module = newModule("patterns", context);
    std::vector<llvm::Constant*> routines;
    for (const KeyPattern& pattern : patterns) {
        routines.push_back(kernel->copyInto(*module, pattern));
    }
    auto* type = llvm::ArrayType::get(llvm::PointerType::getUnqual(context), routines.size());
    auto* array = new llvm::GlobalVariable(*module,
                                           type,
                                           /*isConstant*/ true,
                                           llvm::GlobalValue::ExternalLinkage,
                                           llvm::ConstantArray::get(type, routines),
                                           symbol);
    array->setVisibility(llvm::GlobalValue::HiddenVisibility);
    return compile(std::move(module), level, Optimization::Full);
}

} // namespace cpu::jit
