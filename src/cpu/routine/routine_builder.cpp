// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/routine/routine_builder.h"

#include "base/log.h"
#include "cpu/jit/compiler_id.h"
#include "cpu/jit/jit.h"
#include "cpu/jit/specialize.h"
#include "cpu/kernels/kernel_library.h"
#include "cpu/routine/prebuilt.h"
#include "report/record.h"
#include "store/store.h"

#include <array>

namespace cpu::routine {
namespace {

base::Result<BuiltRoutine> load(std::span<const std::byte> object, bool fromDisk) {
    auto code = jit::load(object);
    if (!code) {
        return code.error();
    }
    void* function = (*code)->address(jit::kRoutineSymbol);
    if (!function) {
        return base::Error{"the object has no routine"};
    }
    return BuiltRoutine{function, std::move(*code), fromDisk};
}

/// What `specialize` makes, or what it made in an earlier run. Null: there is no store.
template <class Specialize>
base::Result<BuiltRoutine>
loadOrMake(store::Store* store, const store::Key& name, const Specialize& specialize) {
    if (store) {
        if (const auto object = store->get(name, store::Kind::Routine)) {
            auto routine = load(*object, true);
            if (routine) {
                return routine;
            }
            base::logInfo(base::Log::Shaders,
                          "a routine on disk is of no use and made anew: {}",
                          routine.error().message);
        }
    }
    const report::Span span;
    auto object = specialize();
    span.stop(report::EventKind::Compile, uint8_t(report::CompileKind::Sampling), 0, [] {
        return "a routine";
    });
    if (!object) {
        return object.error();
    }
    auto routine = load(*object, false);
    if (routine && store) {
        store->put(name, *object, store::Kind::Routine);
    }
    return routine;
}

/// Everything that objects are made from but the key.
store::KeyBuilder diskKey(const char* kind, Level level) {
    store::KeyBuilder key(kind);
    key.addValue(kernels::buildHash())
        .addValue(uint8_t(level))
        .add(jit::generatorName())
        .add(jit::compilerId());
    return key;
}

class KernelBuilder final : public RoutineBuilder {
public:
    KernelBuilder(Level level, TierZero tierZero, store::Store* store)
        : m_level(level),
          m_tierZero(tierZero),
          m_kernel(kernels::kernel(jit::kSampleKernel.name, level)),
          m_store(store) {}

    RoutineFunction ready(const SampleKey& key) const override {
        void* const prebuilt =
            m_tierZero == TierZero::Prebuilt ? findPrebuilt(key, m_level) : nullptr;
        return prebuilt ? prebuilt : m_kernel;
    }

    base::Result<BuiltRoutine> build(const SampleKey& key) override {
        return loadOrMake(m_store, diskKey("cpu-sample-1", m_level).addValue(key).finish(), [&] {
            return jit::specializeSample(key, m_level);
        });
    }

private:
    const Level m_level;
    const TierZero m_tierZero;
    const RoutineFunction m_kernel;
    store::Store* const m_store;
};

class KeyedKernelBuilder final : public KeyedBuilder {
public:
    KeyedKernelBuilder(Level level, TierZero tierZero, store::Store* store)
        : m_level(level), m_tierZero(tierZero), m_store(store) {
        for (size_t i = 0; i < m_kernels.size(); ++i) {
            m_kernels[i] = kernels::kernel(jit::kernelName(jit::KeyedKernel(i)).name, level);
        }
    }

    Ready ready(const KernelKey& key) const override {
        if (m_tierZero == TierZero::Prebuilt) {
            const Found found = findPrebuilt(key.kernel, key.bits, m_level);
            if (found.function) {
                return {found.function, found.exact};
            }
        }
        return {m_kernels[size_t(key.kernel)], false};
    }

    base::Result<BuiltRoutine> build(const KernelKey& key) override {
        const jit::KernelName kernel = jit::kernelName(key.kernel);
        return loadOrMake(
            m_store,
            diskKey("cpu-kernel-1", m_level).add(kernel.name).addValue(key.bits).finish(),
            [&] {
                const auto state = {jit::ArgumentPattern::exactly(key.bits)};
                return jit::specialize(kernel, state, m_level);
            });
    }

private:
    const Level m_level;
    const TierZero m_tierZero;
    store::Store* const m_store;
    std::array<RoutineFunction, size_t(jit::KeyedKernel::Count)> m_kernels;
};

} // namespace

std::unique_ptr<RoutineBuilder> kernelBuilder(Level level, TierZero tierZero, store::Store* store) {
    return std::make_unique<KernelBuilder>(level, tierZero, store);
}

std::unique_ptr<KeyedBuilder>
keyedKernelBuilder(Level level, TierZero tierZero, store::Store* store) {
    return std::make_unique<KeyedKernelBuilder>(level, tierZero, store);
}

} // namespace cpu::routine
