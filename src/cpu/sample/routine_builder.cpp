// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/sample/routine_builder.h"

#include "base/log.h"
#include "cpu/jit/jit.h"
#include "cpu/jit/kernel_library.h"
#include "cpu/jit/specialize.h"
#include "cpu/prebuilt/prebuilt.h"
#include "store/store.h"

namespace cpu::sample {
namespace {

class KernelBuilder final : public RoutineBuilder {
public:
    KernelBuilder(jit::Level level, TierZero tierZero, store::Store* store)
        : m_level(level),
          m_tierZero(tierZero),
          m_kernel(jit::kernel("sample", level)),
          m_store(store) {}

    RoutineFunction ready(const SampleKey& key) const override {
        void* const prebuilt =
            m_tierZero == TierZero::Prebuilt ? prebuilt::find(key, m_level) : nullptr;
        return prebuilt ? prebuilt : m_kernel;
    }

    base::Result<BuiltRoutine> build(const SampleKey& key) override {
        const store::Key name = diskKey(key);
        if (m_store) {
            if (const auto object = m_store->get(name)) {
                auto routine = load(*object, true);
                if (routine) {
                    return routine;
                }
                base::logInfo("a sampling routine on disk is of no use and made anew: {}",
                              routine.error().message);
            }
        }
        auto object = jit::specializeSample(key, m_level);
        if (!object) {
            return object.error();
        }
        auto routine = load(*object, false);
        if (routine && m_store) {
            m_store->put(name, *object);
        }
        return routine;
    }

private:
    /// Everything the object was made from.
    store::Key diskKey(const SampleKey& key) const {
        return store::KeyBuilder("cpu-sample-1")
            .addValue(jit::buildHash())
            .addValue(uint8_t(m_level))
            .add(jit::generatorName())
            .addValue(key)
            .finish();
    }

    static base::Result<BuiltRoutine> load(std::span<const std::byte> object, bool fromDisk) {
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

    const jit::Level m_level;
    const TierZero m_tierZero;
    const RoutineFunction m_kernel;
    store::Store* const m_store;
};

} // namespace

std::unique_ptr<RoutineBuilder>
kernelBuilder(jit::Level level, TierZero tierZero, store::Store* store) {
    return std::make_unique<KernelBuilder>(level, tierZero, store);
}

} // namespace cpu::sample
