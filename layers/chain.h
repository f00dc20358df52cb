// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What every Vulkan layer needs: its place in the loader's chain of instances and devices (the
// loader's LoaderLayerInterface document, version 2). A layer of ours is this, a name and one
// function that says what it puts in front of a command.

#pragma once

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <string_view>

namespace layers {

/// Says who answers command `name`, which is `next` further down: `next` itself or a replacement.
/// Asked for each command of a device and each instance command; `next` is never null.
PFN_vkVoidFunction intercept(std::string_view name, PFN_vkVoidFunction next);

extern const char* const kLayerName;
extern const char* const kLayerDescription;

/// The command below this layer, for the device that a dispatchable handle belongs to.
PFN_vkVoidFunction nextDeviceCommand(void* dispatchableHandle, const char* name);

template <typename Function, typename Handle>
Function nextCommand(Handle handle, const char* name) {
    return reinterpret_cast<Function>(nextDeviceCommand(handle, name));
}

template <typename Function>
PFN_vkVoidFunction asVoid(Function function) {
    return reinterpret_cast<PFN_vkVoidFunction>(function);
}

} // namespace layers
