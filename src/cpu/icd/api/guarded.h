// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"

#include <new>
#include <system_error>
#include <type_traits>

/// Commands as applications call them: no exception leaves, and what a parent left to a fork()ed
/// child is not touched. See docs/processes.md.
namespace cpu::icd {

/// What a command returns that did not do its work; nothing where its type has no word for that.
template <typename Result>
Result failed(VkResult why) {
    if constexpr (std::is_same_v<Result, VkResult>) {
        return why;
    } else {
        return Result();
    }
}

/// Entry point `function` with its exceptions turned into results: out of memory, and out of
/// threads.
template <auto function, typename Result, typename... Args>
Result callGuarded(Args... args) noexcept {
    try {
        return function(args...);
    } catch (const std::bad_alloc&) {
        return failed<Result>(VK_ERROR_OUT_OF_HOST_MEMORY);
    } catch (const std::system_error&) {
        return failed<Result>(VK_ERROR_OUT_OF_HOST_MEMORY);
    }
}

template <auto function, typename Function>
struct Guard;

template <auto function, typename Result, typename... Args>
struct Guard<function, Result(VKAPI_PTR*)(Args...)> {
    static VKAPI_ATTR Result VKAPI_CALL call(Args... args) {
        return callGuarded<function, Result>(args...);
    }
};

/// A device's, whose first argument is dispatchable: `lost` where the device is a parent's.
template <auto function, VkResult lost, typename Function>
struct DeviceGuard;

template <auto function, VkResult lost, typename Result, typename Handle, typename... Args>
struct DeviceGuard<function, lost, Result(VKAPI_PTR*)(Handle, Args...)> {
    static VKAPI_ATTR Result VKAPI_CALL call(Handle handle, Args... args) {
        if (handle && reinterpret_cast<const Dispatchable*>(handle)->inherited()) [[unlikely]] {
            return failed<Result>(lost);
        }
        return callGuarded<function, Result>(handle, args...);
    }
};

/// A recording command's: vkEndCommandBuffer tells what came of it. A parent's is recorded into all
/// the same, as that takes no lock.
template <auto function, typename Function>
struct RecordingGuard;

template <auto function, typename... Args>
struct RecordingGuard<function, void(VKAPI_PTR*)(VkCommandBuffer, Args...)> {
    static VKAPI_ATTR void VKAPI_CALL call(VkCommandBuffer handle, Args... args) noexcept {
        try {
            function(handle, args...);
        } catch (const std::bad_alloc&) {
            reinterpret_cast<Recording*>(handle)->fail();
        }
    }
};

template <auto function>
constexpr auto& guarded = Guard<function, decltype(function)>::call;
template <auto function, VkResult lost>
constexpr auto& guardedOfDevice = DeviceGuard<function, lost, decltype(function)>::call;
template <auto function>
constexpr auto& guardedRecording = RecordingGuard<function, decltype(function)>::call;

} // namespace cpu::icd
