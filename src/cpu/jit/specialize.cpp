// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/specialize.h"

#include "base/fork.h"
#include "base/library_use.h"
#include "cpu/jit/kernel_code.h"
#include "cpu/jit/left_on_throw.h"
#include "cpu/jit/llvm_module.h"
#include "cpu/jit/routine_tree.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <map>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace cpu::jit {
namespace {

/// A context with the kernel in it, which took longer to read than a copy takes to compile. One
/// thread at a time uses it.
struct Workbench {
    llvm::LLVMContext context;
    std::unique_ptr<KernelCode> kernel;
    uint32_t uses = 0;
};

/// Idle workbenches by kernel and level. Contexts keep every constant they have seen, so none lives
/// for ever, and only one of each kind waits.
class Workshop {
public:
    base::Result<std::unique_ptr<Workbench>> take(const KernelName& name, Level level) {
        {
            const std::lock_guard lock(m_mutex);
            if (std::unique_ptr<Workbench> bench = std::move(idle(name, level))) {
                return bench;
            }
        }
        const LeftOnThrow<std::unique_ptr<Workbench>> made(std::make_unique<Workbench>());
        std::unique_ptr<Workbench>& bench = *made;
        auto kernel = KernelCode::read(name, level, bench->context);
        if (!kernel) {
            return kernel.error();
        }
        bench->kernel = std::make_unique<KernelCode>(std::move(*kernel));
        return std::move(bench);
    }

    void giveBack(const KernelName& name, Level level, std::unique_ptr<Workbench> bench) {
        if (++bench->uses < kMaxUses) {
            const std::lock_guard lock(m_mutex);
            idle(name, level).swap(bench);
        }
    }

private:
    static constexpr uint32_t kMaxUses = 64;

    std::unique_ptr<Workbench>& idle(const KernelName& name, Level level) {
        return m_idle[{name.name, level}];
    }

    std::mutex m_mutex;
    std::map<std::pair<std::string_view, Level>, std::unique_ptr<Workbench>> m_idle;
};

/// It outlives threads that compile while the process ends.
Workshop& workshop() {
    static constinit base::PerProcess<Workshop> instance;
    return instance.get();
}

} // namespace

base::Result<Object>
specialize(const KernelName& kernel, std::span<const ArgumentPattern> state, Level level) {
    const base::LibraryUse use;
    if (!use) {
        return base::Error{base::LibraryUse::kImpossible};
    }
    const LeftOnThrow<base::Result<std::unique_ptr<Workbench>>> taken(
        workshop().take(kernel, level));
    base::Result<std::unique_ptr<Workbench>>& bench = *taken;
    if (!bench) {
        return bench.error();
    }
    const LeftOnThrow<std::unique_ptr<llvm::Module>> made(newModule("routine", (*bench)->context));
    std::unique_ptr<llvm::Module>& module = *made;
    const auto routine = (*bench)->kernel->copyInto(*module, state);
    if (!routine) {
        return routine.error();
    }
    (*routine)->setName(kRoutineSymbol);
    (*routine)->setLinkage(llvm::GlobalValue::ExternalLinkage);
    auto object = compile(std::move(module), level, Optimization::Full);
    workshop().giveBack(kernel, level, std::move(*bench));
    return object;
}

base::Result<Object> specializeAll(const KernelName& kernel,
                                   std::span<const std::vector<ArgumentPattern>> states,
                                   Level level,
                                   const std::string& symbol) {
    llvm::LLVMContext context;
    const auto code = KernelCode::read(kernel, level, context);
    if (!code) {
        return code.error();
    }
    std::unique_ptr<llvm::Module> module = newModule("patterns", context);
    const auto routines = copyForEach(*code, *module, states);
    if (!routines) {
        return routines.error();
    }
    auto* type = llvm::ArrayType::get(llvm::PointerType::getUnqual(context), routines->size());
    auto* array = new llvm::GlobalVariable(*module,
                                           type,
                                           /*isConstant*/ true,
                                           llvm::GlobalValue::ExternalLinkage,
                                           llvm::ConstantArray::get(type, *routines),
                                           symbol);
    array->setVisibility(llvm::GlobalValue::HiddenVisibility);
    return compile(std::move(module), level, Optimization::Copy);
}

} // namespace cpu::jit
