// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/fork.h"
#include "cpu/icd/vulkan.h"

#include <cstdlib>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

/// Handles are pointers to objects. Each object's header says GLISSADE_CPU_OBJECT(VkBuffer, Buffer)
/// after its class, and cast(handle) is then the object. Objects are made by make() and destroyed
/// by destroy(), which honour VkAllocationCallbacks. Entry points, namespace cpu::icd::entry, are
/// at the end of their object's file; gen/vk_entry.py declares them and makes the table of names.
namespace cpu::icd {

/// The first word of dispatchable objects is the loader's (instances, physical devices, devices,
/// queues, command buffers): derive from this first.
struct Dispatchable {
    VK_LOADER_DATA loaderData;
    Dispatchable() { set_loader_magic_value(&loaderData); }

    /// An ancestor made it, of which this process is a fork()ed child: its threads are not here,
    /// and its locks may be held for ever.
    bool inherited() const { return m_forks != base::forkCount(); }

private:
    const uint32_t m_forks = base::forkCount();
};

/// What commands are recorded into: derive from this first.
struct Recording : Dispatchable {
    /// Memory ran out: what is recorded meanwhile is never executed, and the end says so.
    void fail() { m_failed = true; }

protected:
    bool m_failed = false;
};

template <typename Handle>
struct ObjectOf;

#define GLISSADE_CPU_OBJECT(Handle, Class)                                                         \
    template <>                                                                                    \
    struct ObjectOf<Handle> {                                                                      \
        using type = Class;                                                                        \
    };

template <typename Handle>
auto* cast(Handle handle) {
    return reinterpret_cast<typename ObjectOf<Handle>::type*>(handle);
}

template <typename Handle, typename Object>
Handle handleOf(Object* object) {
    static_assert(std::is_same_v<typename ObjectOf<Handle>::type, Object>);
    return reinterpret_cast<Handle>(object);
}

void* allocate(size_t size_B,
               size_t align_B,
               const VkAllocationCallbacks* callbacks,
               VkSystemAllocationScope scope = VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
void release(void* memory, const VkAllocationCallbacks* callbacks);

/// Null: out of host memory, from the callbacks or from the constructor's own needs.
template <typename Object, typename... Args>
Object* make(const VkAllocationCallbacks* callbacks, Args&&... args) {
    void* memory = allocate(sizeof(Object), alignof(Object), callbacks);
    if (!memory) {
        return nullptr;
    }
    try {
        return new (memory) Object(std::forward<Args>(args)...);
    } catch (const std::bad_alloc&) {
        release(memory, callbacks);
        return nullptr;
    } catch (...) { // No thread is to be had.
        release(memory, callbacks);
        throw;
    }
}

template <typename Object>
void destroy(Object* object, const VkAllocationCallbacks* callbacks) {
    if (object) {
        object->~Object();
        release(object, callbacks);
    }
}

/// The structure of `type` in a pNext chain; null: not there.
template <typename Structure>
const Structure* find(const void* chain, VkStructureType type) {
    for (auto* at = static_cast<const VkBaseInStructure*>(chain); at; at = at->pNext) {
        if (at->sType == type) {
            return reinterpret_cast<const Structure*>(at);
        }
    }
    return nullptr;
}

/// Vulkan's two-call idiom for arrays: count alone, or as many as fit.
template <typename T, typename Source>
VkResult enumerate(const Source& source, uint32_t* count, T* out) {
    const auto available = uint32_t(std::size(source));
    if (!out) {
        *count = available;
        return VK_SUCCESS;
    }
    const uint32_t written = *count < available ? *count : available;
    for (uint32_t i = 0; i < written; ++i) {
        out[i] = source[i];
    }
    *count = written;
    return written < available ? VK_INCOMPLETE : VK_SUCCESS;
}

} // namespace cpu::icd
