// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/api/command_table.h"
#include "cpu/icd/object.h"
#include "cpu/icd/physical/physical_device.h"

namespace cpu::icd {

class Instance : public Dispatchable {
public:
    /// `apiVersion` is the application's, 1.0 where it named none.
    Instance(uint32_t apiVersion, ExtensionSet extensions);

    uint32_t apiVersion() const { return m_apiVersion; }
    const ExtensionSet& extensions() const { return m_extensions; }
    PhysicalDevice& physicalDevice() { return m_physicalDevice; }

private:
    uint32_t m_apiVersion;
    ExtensionSet m_extensions;
    PhysicalDevice m_physicalDevice;
};
GLISSADE_CPU_OBJECT(VkInstance, Instance)

/// Null for what the instance does not have (Vulkan 1.3, "Command Function Pointers"). Without an
/// instance: global commands alone.
PFN_vkVoidFunction instanceProcAddress(const Instance* instance, const char* name);

} // namespace cpu::icd
