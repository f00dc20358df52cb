// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What one thread of the CPU device's rasteriser does in a second: vertices assembled, triangles
// set up and binned, pixels found to be covered. No shader runs.

#include "cpu/kernels/kernel_library.h"
#include "cpu/raster/assembly.h"
#include "cpu/raster/bins.h"
#include "cpu/raster/coverage.h"
#include "cpu/raster/setup.h"

#include <benchmark/benchmark.h>

#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

namespace {

using namespace cpu;
using namespace cpu::raster;

constexpr int32_t kSize_px = 1024;
constexpr uint32_t kLanes = 16;
constexpr Level kLevel = Level::V4; ///< With so many lanes.
constexpr uint32_t kBatch = 256;

/// A grid of squares of two triangles over the framebuffer, somewhat turned, in batches.
struct Mesh {
    std::vector<uint32_t> rows;
    VertexRows view;
    std::vector<uint32_t> numbers;

    Mesh(int32_t square_px, uint32_t slots, float depth) {
        const int32_t count = kSize_px / square_px + 1;
        const uint32_t slotCount = kFirstVaryingSlot + slots;
        const auto vertices = uint32_t(count * count);
        rows.resize(size_t((vertices + kLanes - 1) / kLanes) * slotCount * kLanes);
        view = {rows.data(), kLanes, slotCount, vertices};
        for (uint32_t v = 0; v < vertices; ++v) {
            const auto set = [&](uint32_t slot, float value) {
                rows[(size_t(v / kLanes) * slotCount + slot) * kLanes + v % kLanes] =
                    std::bit_cast<uint32_t>(value);
            };
            const float x = float(v % uint32_t(count)) / float(count - 1) * 2 - 1;
            const float y = float(v / uint32_t(count)) / float(count - 1) * 2 - 1;
            const float w = 1 + 0.1f * x;
            set(0, (x * 0.98f - y * 0.19f) * w);
            set(1, (x * 0.19f + y * 0.98f) * w);
            set(2, (depth + 0.1f * y) * w);
            set(3, w);
            for (uint32_t slot = 0; slot < slots; ++slot) {
                set(kFirstVaryingSlot + slot, x * float(slot) + y);
            }
        }
        for (int32_t j = 0; j + 1 < count; ++j) {
            for (int32_t i = 0; i + 1 < count; ++i) {
                const auto at = uint32_t(j * count + i);
                numbers.insert(numbers.end(),
                               {at,
                                at + 1,
                                at + uint32_t(count),
                                at + 1,
                                at + uint32_t(count) + 1,
                                at + uint32_t(count)});
            }
        }
    }
};

struct State {
    raster::RasterState raster;
    Target target;
    std::vector<Interpolation> varyings;
    VertexOutputs outputs;

    explicit State(uint32_t slots, uint32_t samples = 1) {
        raster.viewports[0] = {0, 0, kSize_px, kSize_px, 0, 1};
        raster.scissors[0] = {0, 0, kSize_px, kSize_px};
        target.area = {0, 0, kSize_px, kSize_px};
        target.samples = samples;
        varyings.assign(slots, Interpolation::Smooth);
        outputs.varyings = varyings;
    }
};

/// A mesh in batches that have vertices of their own, as draws make them.
struct Batches {
    std::vector<std::vector<uint32_t>> rows;
    std::vector<VertexRows> views;
    std::vector<std::vector<uint32_t>> numbers;

    explicit Batches(const Mesh& mesh) {
        VertexBatch sharing;
        const uint32_t slotCount = mesh.view.slotCount;
        for (size_t first = 0; first < mesh.numbers.size(); first += 3 * kBatch) {
            const size_t end = std::min(first + 3 * kBatch, mesh.numbers.size());
            std::vector<uint32_t> elements(mesh.numbers.begin() + long(first),
                                           mesh.numbers.begin() + long(end));
            sharing.build(nullptr, elements);
            const std::vector<uint32_t>& vertices = sharing.vertices();
            std::vector<uint32_t> own((vertices.size() + kLanes - 1) / kLanes * kLanes * slotCount);
            for (uint32_t v = 0; v < vertices.size(); ++v) {
                for (uint32_t slot = 0; slot < slotCount; ++slot) {
                    own[(size_t(v / kLanes) * slotCount + slot) * kLanes + v % kLanes] =
                        mesh.view.bits(mesh.view.vertex(vertices[v]), slot);
                }
            }
            rows.push_back(std::move(own));
            views.push_back({rows.back().data(), kLanes, slotCount, uint32_t(vertices.size())});
            numbers.push_back(std::move(elements));
        }
    }
};

void shareVertices(benchmark::State& run) {
    const Mesh mesh(8, 0, 0.5f);
    const raster::IndexBuffer buffer = {
        reinterpret_cast<const uint8_t*>(mesh.numbers.data()), mesh.numbers.size() * 4, 4};
    const auto count = uint32_t(mesh.numbers.size());
    const IndexReader indices(buffer, 0, count);
    const Assembly assembly(raster::Topology::TriangleList, false, count);
    VertexBatch batch;
    std::vector<uint32_t> elements;
    for (auto _ : run) {
        for (uint32_t first = 0; first < assembly.primitiveCount(); first += kBatch) {
            const uint32_t part = std::min(kBatch, assembly.primitiveCount() - first);
            batch.build(assembly, first, part, &indices, elements);
        }
        benchmark::DoNotOptimize(elements.data());
    }
    run.SetItemsProcessed(int64_t(run.iterations()) * assembly.primitiveCount());
}
BENCHMARK(shareVertices);

/// With kernels, or without.
SetupScratch scratchFor(bool kernels) {
    SetupScratch scratch;
    const auto find = [&](const char* name, auto& kernel) {
        kernel = reinterpret_cast<std::decay_t<decltype(kernel)>>(kernels::kernel(name, kLevel));
    };
    if (kernels) {
        find("place_vertices", scratch.kernels.placeVertices);
        find("sort_triangles", scratch.kernels.sortTriangles);
        find("set_up_triangles", scratch.kernels.setUpTriangles);
    }
    return scratch;
}

/// Whether this machine has what the arguments ask for.
bool canRun(benchmark::State& run, bool kernels) {
    if (kernels && !__builtin_cpu_supports("x86-64-v4")) {
        run.SkipWithError("This machine lacks x86-64-v4");
        return false;
    }
    return true;
}

/// Arguments: pixels of a square, varying slots, whether with kernels.
void setUp(benchmark::State& run) {
    const auto slots = uint32_t(run.range(1));
    const bool kernels = run.range(2) != 0;
    if (!canRun(run, kernels)) {
        return;
    }
    const Batches batches(Mesh(int32_t(run.range(0)), slots, 0.5f));
    const State state(slots);
    const Setup setup(state.raster, state.target, state.outputs);
    PrimitiveArena arena;
    SetupScratch scratch = scratchFor(kernels);
    int64_t triangles = 0;
    for (auto _ : run) {
        for (size_t i = 0; i < batches.views.size(); ++i) {
            arena.clear();
            setup.run(batches.views[i], batches.numbers[i], 0, arena, scratch);
            triangles += int64_t(batches.numbers[i].size() / 3);
        }
    }
    run.SetItemsProcessed(triangles);
}
BENCHMARK(setUp)->ArgsProduct({{4}, {0}, {0, 1}})->ArgsProduct({{8}, {0, 4, 8, 16}, {0, 1}});

/// All that makes a culled triangle. Argument: whether with kernels.
void cull(benchmark::State& run) {
    const bool kernels = run.range(0) != 0;
    if (!canRun(run, kernels)) {
        return;
    }
    const Batches batches(Mesh(8, 8, 0.5f));
    State state(8);
    state.raster.cullFront = state.raster.cullBack = true;
    const Setup setup(state.raster, state.target, state.outputs);
    PrimitiveArena arena;
    SetupScratch scratch = scratchFor(kernels);
    int64_t triangles = 0;
    for (auto _ : run) {
        for (size_t i = 0; i < batches.views.size(); ++i) {
            arena.clear();
            setup.run(batches.views[i], batches.numbers[i], 0, arena, scratch);
            triangles += int64_t(batches.numbers[i].size() / 3);
        }
    }
    run.SetItemsProcessed(triangles);
}
BENCHMARK(cull)->Arg(0)->Arg(1);

/// Argument: pixels of a square.
void bin(benchmark::State& run) {
    const Mesh mesh(int32_t(run.range(0)), 0, 0.5f);
    const State state(0);
    PrimitiveArena arena;
    SetupScratch scratch;
    Setup(state.raster, state.target, state.outputs)
        .run(mesh.view, mesh.numbers, 0, arena, scratch);
    const std::vector<Primitive*>& primitives = arena.primitives();
    Bins bins;
    for (auto _ : run) {
        for (size_t first = 0; first < primitives.size(); first += kBatch) {
            bins.build(std::span(primitives)
                           .subspan(first, std::min<size_t>(kBatch, primitives.size() - first)));
        }
    }
    run.SetItemsProcessed(int64_t(run.iterations()) * int64_t(primitives.size()));
}
BENCHMARK(bin)->Arg(8)->Arg(32)->Arg(256);

/// Arguments: pixels of a square, samples. Items are triangles, "pixels" those covered.
void cover(benchmark::State& run) {
    const auto samples = uint32_t(run.range(1));
    const Mesh mesh(int32_t(run.range(0)), 0, 0.5f);
    const State state(0, samples);
    PrimitiveArena arena;
    SetupScratch scratch;
    Setup(state.raster, state.target, state.outputs)
        .run(mesh.view, mesh.numbers, 0, arena, scratch);
    Bins bins;
    bins.build(arena.primitives());
    uint64_t pixels = 0;
    for (auto _ : run) {
        const Bins::Tiles& tiles = bins.tiles();
        for (int32_t y = tiles.y0; y < tiles.y1; ++y) {
            for (int32_t x = tiles.x0; x < tiles.x1; ++x) {
                for (const Primitive* primitive : bins.tile(x, y)) {
                    const TileCoverage coverage(*primitive, x * kTile_px, y * kTile_px, samples);
                    coverage.forEachBlock([&](int32_t, int32_t, const uint16_t* masks) {
                        uint32_t any = 0;
                        for (uint32_t sample = 0; sample < samples; ++sample) {
                            any |= masks[sample];
                        }
                        pixels += uint32_t(std::popcount(any));
                    });
                }
            }
        }
    }
    run.SetItemsProcessed(int64_t(run.iterations()) * int64_t(arena.primitives().size()));
    run.counters["pixels"] = benchmark::Counter(double(pixels), benchmark::Counter::kIsRate);
}
BENCHMARK(cover)->ArgsProduct({{4, 8, 32, 256}, {1, 4}});

} // namespace

BENCHMARK_MAIN();
