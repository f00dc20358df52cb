// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What it costs to find the pipeline of a state that another one changes to, by several designs:
// docs/pipelines.md. Draws go from one pipeline to one of `targets` others in turn and back; the
// keys of the two differ in `words` words. No design builds anything here: all that it is asked for
// has been seen.

#include "base/hash.h"
#include "glvk/pipeline/pipeline_key.h"
#include "glvk/pipeline/transition_table.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

using glvk::KeyWords;
using glvk::PipelineKey;

/// The hub's key is the first.
struct Scene {
    std::vector<PipelineKey> keys;
    KeyWords dirty = 0;
};

PipelineKey keyOf(const std::array<uint64_t, PipelineKey::kWords>& words) {
    return std::bit_cast<PipelineKey>(words);
}

Scene sceneOf(const benchmark::State& state) {
    const auto targets = uint64_t(state.range(0));
    const auto words = size_t(state.range(1));
    Scene scene;
    std::array<uint64_t, PipelineKey::kWords> hub{};
    for (size_t i = 0; i < hub.size(); ++i) {
        hub[i] = i * 0x9e3779b97f4a7c15;
    }
    scene.keys.push_back(keyOf(hub));
    // Words from all over the key; the last one that changes tells targets apart.
    for (uint64_t target = 0; target < targets; ++target) {
        auto key = hub;
        for (size_t i = 0; i < words; ++i) {
            const size_t word =
                words == 1 ? 4 : i * (hub.size() - 1) / std::max<size_t>(words - 1, 1);
            key[word] ^= i + 1 == words ? target + 1 : 1;
            scene.dirty |= KeyWords(1) << word;
        }
        scene.keys.push_back(keyOf(key));
    }
    return scene;
}

struct Entry {
    PipelineKey key;
    glvk::TransitionTable<Entry> transitions;
    std::vector<std::pair<Entry*, KeyWords>> list;
    std::array<Entry*, 8> ring{};
    uint32_t nextInRing = 0;
};

using Map = std::unordered_map<PipelineKey, std::unique_ptr<Entry>, base::KeyHash<PipelineKey>>;

Entry* knownEntry(Map& map, const PipelineKey& key) {
    std::unique_ptr<Entry>& slot = map[key];
    if (!slot) {
        slot = std::make_unique<Entry>();
        slot->key = key;
    }
    return slot.get();
}

/// The hash of the whole key, each time.
struct HashMap {
    static Entry* find(Map& map, Entry*, const PipelineKey& key, KeyWords) {
        return knownEntry(map, key);
    }
};

/// As glvk::PipelineLookup does.
struct Table {
    static Entry* find(Map& map, Entry* current, const PipelineKey& key, KeyWords dirty) {
        const KeyWords changed = key.differing(current->key, dirty);
        if (!changed) {
            return current;
        }
        if (Entry* const next = current->transitions.find(key, changed)) {
            return next;
        }
        Entry* const next = knownEntry(map, key);
        current->transitions.add(*next, changed);
        return next;
    }
};

/// A list without bound, of which dirty words are compared.
struct List {
    static Entry* find(Map& map, Entry* current, const PipelineKey& key, KeyWords dirty) {
        const KeyWords changed = key.differing(current->key, dirty);
        if (!changed) {
            return current;
        }
        for (const auto& [target, words] : current->list) {
            if (words == changed && !key.differing(target->key, changed)) {
                return target;
            }
        }
        Entry* const next = knownEntry(map, key);
        current->list.emplace_back(next, changed);
        return next;
    }
};

/// The last eight targets, of which whole keys are compared, and the hash map.
struct Ring {
    static Entry* find(Map& map, Entry* current, const PipelineKey& key, KeyWords) {
        if (current->key == key) {
            return current;
        }
        for (Entry* const next : current->ring) {
            if (next && next->key == key) {
                return next;
            }
        }
        Entry* const next = knownEntry(map, key);
        current->ring[current->nextInRing++ % current->ring.size()] = next;
        return next;
    }
};

template <class Design>
void goAndReturn(benchmark::State& state) {
    const Scene scene = sceneOf(state);
    Map map;
    Entry* const hub = knownEntry(map, scene.keys[0]);
    Entry* current = hub;
    size_t target = 0;
    PipelineKey key;
    for (auto _ : state) {
        target = target + 1 == scene.keys.size() ? 1 : target + 1;
        key = scene.keys[target];
        benchmark::DoNotOptimize(key);
        current = Design::find(map, current, key, scene.dirty);
        key = scene.keys[0];
        benchmark::DoNotOptimize(key);
        current = Design::find(map, current, key, scene.dirty);
        benchmark::DoNotOptimize(current);
    }
    if (current != hub) {
        state.SkipWithError("another pipeline was found");
    }
    state.SetItemsProcessed(2 * state.iterations());
}

void cases(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgNames({"targets", "words"});
    for (const int64_t targets : {1, 8, 200}) {
        for (const int64_t words : {1, 4, int(PipelineKey::kWords)}) {
            benchmark->Args({targets, words});
        }
    }
}

BENCHMARK(goAndReturn<Table>)->Apply(cases)->Name("transition_table");
BENCHMARK(goAndReturn<HashMap>)->Apply(cases)->Name("xxh3_map");
BENCHMARK(goAndReturn<List>)->Apply(cases)->Name("unbounded_list");
BENCHMARK(goAndReturn<Ring>)->Apply(cases)->Name("whole_keys_8");

} // namespace

BENCHMARK_MAIN();
