// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What it costs a sampling instruction to find its routine, at each level of the cache, alone and
// with other threads: docs/sampling-routines.md. The routine itself does nothing here.

#include "cpu/sample/routine_cache.h"
#include "cpu/sample/slots.h"

#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

namespace {

using namespace cpu;
using namespace cpu::sample;

constexpr uint32_t kMaxThreads = 64;
constexpr SampleOp kOp =
    SampleOp::make(SampleMethod::Lod, false, false, false, false, 0, false, false);

uint64_t idsOf(uint64_t index) {
    return uint64_t(0x80000000) << 32 | (index + 1);
}

__attribute__((noinline)) void emptyRoutine() {
    asm volatile("");
}

class EmptyBuilder final : public cpu::routine::RoutineBuilder {
public:
    RoutineFunction ready(const SampleKey&) const override {
        return reinterpret_cast<void*>(&emptyRoutine);
    }
    base::Result<cpu::routine::BuiltRoutine> build(const SampleKey&) override {
        return cpu::routine::BuiltRoutine{reinterpret_cast<void*>(&emptyRoutine), nullptr, false};
    }
};

std::unique_ptr<RoutineCache> cache;
std::unique_ptr<SlotArray> slots;

void make(size_t capacity, bool snapshot, uint64_t keys) {
    cache = std::make_unique<RoutineCache>(RoutineCacheConfig{.capacity = capacity,
                                                              .tier = base::CpuTier::Generic,
                                                              .workerCount = kMaxThreads,
                                                              .compileThreads = 1,
                                                              .snapshot = snapshot},
                                           std::make_unique<EmptyBuilder>());
    slots = std::make_unique<SlotArray>(*cache, 1, kMaxThreads);
    for (uint64_t i = 0; i < keys; ++i) {
        cache->resolve(0, slots->at(0, 0), idsOf(i), kOp);
    }
}

void setUp(const benchmark::State& state) {
    make(1024, true, uint64_t(state.range(0)));
}
void setUpLocked(const benchmark::State& state) {
    make(1024, false, uint64_t(state.range(0)));
}
void setUpFull(const benchmark::State& state) {
    make(size_t(state.range(0)), true, uint64_t(state.range(0)));
}
void tearDown(const benchmark::State&) {
    slots.reset();
    cache.reset();
}

/// As generated code does it: one compare of both ids, an indirect call.
void call(uint32_t worker, Slot& slot, const uint64_t& descriptorIds) {
    uint64_t ids = descriptorIds;
    asm volatile("" : "+r"(ids)::"memory");
    if (slot.ids != ids) [[unlikely]] {
        cache->resolve(worker, slot, ids, kOp);
    }
    reinterpret_cast<void (*)()>(slot.routine->function.load(std::memory_order_relaxed))();
}

/// Just the call, to compare with.
void bareCall(benchmark::State& state) {
    RoutineFunction function = reinterpret_cast<void*>(&emptyRoutine);
    for (auto _ : state) {
        asm volatile("" : "+r"(function)::"memory");
        reinterpret_cast<void (*)()>(function)();
    }
}

void slotHit(benchmark::State& state) {
    const auto worker = uint32_t(state.thread_index());
    Slot& slot = slots->at(worker, 0);
    const uint64_t ids = idsOf(0);
    for (auto _ : state) {
        call(worker, slot, ids);
    }
}

/// Descriptors that change with every call, among as many states as the argument says.
void slotMiss(benchmark::State& state) {
    const auto worker = uint32_t(state.thread_index());
    Slot& slot = slots->at(worker, 0);
    const auto keys = uint64_t(state.range(0));
    uint64_t index = worker;
    for (auto _ : state) {
        index = index + 1 < keys ? index + 1 : 0;
        const uint64_t ids = idsOf(index);
        call(worker, slot, ids);
    }
    if (worker == 0) {
        const RoutineCounters counters = cache->counters();
        state.counters["snapshot"] = double(counters.snapshotHits) / double(counters.slotMisses);
        state.counters["store"] = double(counters.storeHits) / double(counters.slotMisses);
    }
}

/// States never seen before, in a store that is full: a new entry, an eviction and a publication.
void newState(benchmark::State& state) {
    const auto worker = uint32_t(state.thread_index());
    Slot& slot = slots->at(worker, 0);
    uint64_t index = (uint64_t(worker) + 1) << 24;
    for (auto _ : state) {
        const uint64_t ids = idsOf(++index);
        call(worker, slot, ids);
    }
}

BENCHMARK(bareCall);
BENCHMARK(slotHit)->Arg(1)->Setup(setUp)->Teardown(tearDown)->ThreadRange(1, 8)->UseRealTime();
BENCHMARK(slotMiss)
    ->Name("snapshotHit")
    ->Arg(2)
    ->Arg(1000)
    ->Setup(setUp)
    ->Teardown(tearDown)
    ->ThreadRange(1, 8)
    ->UseRealTime();
BENCHMARK(slotMiss)
    ->Name("storeHit")
    ->Arg(2)
    ->Arg(1000)
    ->Setup(setUpLocked)
    ->Teardown(tearDown)
    ->ThreadRange(1, 8)
    ->UseRealTime();
BENCHMARK(newState)
    ->Arg(64)
    ->Arg(1024)
    ->Setup(setUpFull)
    ->Teardown(tearDown)
    ->ThreadRange(1, 8)
    ->UseRealTime();

} // namespace

BENCHMARK_MAIN();
