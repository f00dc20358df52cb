// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/runtime_symbols.h"

#include "base/fork.h"
#include "cpu/jit/jit.h"
#include "cpu/kernels/kernel_library.h"

#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

// Of the compiler's runtime library: halves where the level has no instruction for them (v2).
extern "C" {
float __extendhfsf2(_Float16 value);
_Float16 __truncsfhf2(float value);
_Float16 __truncdfhf2(double value);
}

namespace cpu::jit {
namespace {

struct Registry {
    std::mutex mutex;
    std::map<std::string, void*, std::less<>> symbols;
};

template <class Result, class... Args>
void* addressOf(Result (*function)(Args...)) {
    return reinterpret_cast<void*>(function);
}

/// What LLVM's code generator may call for plain IR. All of it is exact, so that bits do not depend
/// on the C library.
std::map<std::string, void*, std::less<>> libraryFunctions() {
    return {
        {"memcpy", addressOf(&std::memcpy)},
        {"memmove", addressOf(&std::memmove)},
        {"memset", addressOf(&std::memset)},
        {"memcmp", addressOf(&std::memcmp)},
        {"fma", addressOf<double, double, double, double>(&::fma)},
        {"fmaf", addressOf<float, float, float, float>(&::fmaf)},
        {"fmod", addressOf<double, double, double>(&::fmod)},
        {"fmodf", addressOf<float, float, float>(&::fmodf)},
        {"__extendhfsf2", addressOf(&__extendhfsf2)},
        {"__truncsfhf2", addressOf(&__truncsfhf2)},
        {"__truncdfhf2", addressOf(&__truncdfhf2)},
    };
}

/// It outlives whatever is loaded while the process ends. What a child of fork() needs registers
/// itself again.
Registry& registry() {
    static constinit base::PerProcess<Registry, [] { return Registry{{}, libraryFunctions()}; }>
        instance;
    return instance.get();
}

/// "__regcall3__glissade_sample_v4" → the kernel "sample" of level v4.
void* findKernel(std::string_view symbol) {
    constexpr std::string_view prefix = "__regcall3__glissade_";
    if (symbol.starts_with(prefix)) {
        symbol.remove_prefix(prefix.size());
        for (const Level level : {Level::V2, Level::V3, Level::V4}) {
            const char suffix[] = {'_', 'v', char('0' + int(level)), '\0'};
            if (symbol.ends_with(suffix)) {
                symbol.remove_suffix(sizeof suffix - 1);
                return kernels::kernel(symbol, level);
            }
        }
    }
    return nullptr;
}

} // namespace

void* findSymbol(std::string_view name) {
    if (void* address = findKernel(name)) {
        return address;
    }
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    const auto it = all.symbols.find(name);
    return it == all.symbols.end() ? nullptr : it->second;
}

void registerSymbol(const char* name, void* address) {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    all.symbols.insert_or_assign(name, address);
}

} // namespace cpu::jit
