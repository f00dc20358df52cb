// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "growth.h"

#include "layers/find_census.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <link.h>
#include <new>
#include <unistd.h>

// Sanitizers have operators of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define GLISSADE_COUNTS_HEAP 1
#endif

namespace {

std::atomic<uintptr_t> g_codeBegin;
std::atomic<uintptr_t> g_codeEnd;
std::atomic<int64_t> g_heap_B;

void findDriverLibrary() {
    dl_iterate_phdr(
        [](dl_phdr_info* info, size_t, void*) {
            if (!std::strstr(info->dlpi_name, "libglissade_gl.so")) {
                return 0;
            }
            for (int i = 0; i < info->dlpi_phnum; ++i) {
                const auto& header = info->dlpi_phdr[i];
                if (header.p_type == PT_LOAD && (header.p_flags & PF_X)) {
                    g_codeBegin = info->dlpi_addr + header.p_vaddr;
                    g_codeEnd = g_codeBegin + header.p_memsz;
                }
            }
            return 1;
        },
        nullptr);
}

#if GLISSADE_COUNTS_HEAP
/// In front of each allocation: how much of it counts. As large as the alignment that operator new
/// promises.
struct alignas(__STDCPP_DEFAULT_NEW_ALIGNMENT__) Header {
    size_t counted_B;
};

void* allocate(size_t size_B, void* caller) {
    auto* header = static_cast<Header*>(std::malloc(size_B + sizeof(Header)));
    if (!header) {
        return nullptr;
    }
    const auto address = reinterpret_cast<uintptr_t>(caller);
    const bool ours = address >= g_codeBegin && address < g_codeEnd;
    header->counted_B = ours ? size_B : 0;
    g_heap_B += int64_t(header->counted_B);
    return header + 1;
}

void release(void* pointer) {
    if (pointer) {
        auto* header = static_cast<Header*>(pointer) - 1;
        g_heap_B -= int64_t(header->counted_B);
        std::free(header);
    }
}
#endif

int64_t resident_B() {
    std::ifstream file("/proc/self/statm");
    int64_t total = 0;
    int64_t resident = 0;
    file >> total >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

GlissadeCensusFunction census() {
    static const GlissadeCensusFunction function = findGlissadeCensus();
    return function;
}

void expectKind(const char* what, int64_t before, int64_t after, int64_t limit) {
    if (after != before) {
        std::printf("    %s: %+lld\n", what, static_cast<long long>(after - before));
    }
    EXPECT_LE(after - before, limit)
        << what << " alive: " << before << " before, " << after << " after";
}

} // namespace

#if GLISSADE_COUNTS_HEAP
void* operator new(size_t size_B) {
    if (void* pointer = allocate(size_B, __builtin_return_address(0))) {
        return pointer;
    }
    throw std::bad_alloc();
}

void* operator new[](size_t size_B) {
    if (void* pointer = allocate(size_B, __builtin_return_address(0))) {
        return pointer;
    }
    throw std::bad_alloc();
}

void* operator new(size_t size_B, const std::nothrow_t&) noexcept {
    return allocate(size_B, __builtin_return_address(0));
}

void* operator new[](size_t size_B, const std::nothrow_t&) noexcept {
    return allocate(size_B, __builtin_return_address(0));
}

void operator delete(void* pointer) noexcept {
    release(pointer);
}

void operator delete[](void* pointer) noexcept {
    release(pointer);
}

void operator delete(void* pointer, size_t) noexcept {
    release(pointer);
}

void operator delete[](void* pointer, size_t) noexcept {
    release(pointer);
}

void operator delete(void* pointer, const std::nothrow_t&) noexcept {
    release(pointer);
}

void operator delete[](void* pointer, const std::nothrow_t&) noexcept {
    release(pointer);
}
#endif

namespace growth {

std::optional<Holdings> holdings() {
    const auto count = census();
    if (!count) {
        EXPECT_FALSE(std::getenv("GLISSADE_TEST_CENSUS")) << "The census layer is not loaded.";
        return {};
    }
    if (!g_codeEnd) {
        findDriverLibrary();
        EXPECT_NE(0u, g_codeEnd)
            << "The driver's library is not known, so its heap is not counted.";
    }
    Holdings result;
    count(&result.vulkan);
    result.heap_B = g_heap_B;
    result.resident_B = resident_B();
    return result;
}

void expectBelow(const Limits& limits, const std::optional<Holdings>& before) {
    const auto after = holdings();
    if (!before || !after) {
        return;
    }
    const auto objects = [&](const char* what, uint32_t GlissadeCensus::* kind) {
        expectKind(what, before->vulkan.*kind, after->vulkan.*kind, limits.objects);
    };
    objects("buffers", &GlissadeCensus::buffers);
    objects("images", &GlissadeCensus::images);
    objects("image views", &GlissadeCensus::imageViews);
    objects("samplers", &GlissadeCensus::samplers);
    objects("pipelines", &GlissadeCensus::pipelines);
    objects("pipeline layouts", &GlissadeCensus::pipelineLayouts);
    objects("shader modules", &GlissadeCensus::shaderModules);
    objects("shader objects", &GlissadeCensus::shaderObjects);
    objects("descriptor pools", &GlissadeCensus::descriptorPools);
    objects("descriptor set layouts", &GlissadeCensus::descriptorSetLayouts);
    objects("command pools", &GlissadeCensus::commandPools);
    objects("framebuffers", &GlissadeCensus::framebuffers);
    objects("render passes", &GlissadeCensus::renderPasses);
    objects("semaphores", &GlissadeCensus::semaphores);
    objects("fences", &GlissadeCensus::fences);
    objects("query pools", &GlissadeCensus::queryPools);
    objects("device memory allocations", &GlissadeCensus::allocations);
    expectKind("bytes of device memory",
               int64_t(before->vulkan.allocated_B),
               int64_t(after->vulkan.allocated_B),
               limits.device_B);
    expectKind("bytes on the heap", before->heap_B, after->heap_B, limits.heap_B);
    std::printf("    resident memory of the process: %+.1f MiB\n",
                double(after->resident_B - before->resident_B) / (1 << 20));
}

} // namespace growth
