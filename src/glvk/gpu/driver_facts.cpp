// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/driver_facts.h"

#include <string_view>

namespace glvk {

namespace {

/// VkPhysicalDeviceDriverProperties::driverName of the CPU device, whose number is not registered.
constexpr std::string_view kOwnDriver = "Glissade";

struct Row {
    VkDriverId driver;     ///< Zero: found by its name.
    std::string_view name; ///< Of drivers whose number is not registered.
    DriverFacts facts;
};
constexpr Row kRows[] = {
    {.driver = VK_DRIVER_ID_MESA_LLVMPIPE,
     .name = {},
     .facts = {.openSets = true,            // Tried with Mesa 26.2.
               .failedCommandsStay = true,  // Seen with Mesa 22.3.
               .numbersOnInRuns = true,     // The same.
               .clipsByCommand = true,      // Seen with Mesa 26.2.
               .swapsDepth24Alone = true}}, // Seen with Mesa 22.3.
    {.driver = VK_DRIVER_ID_GOOGLE_SWIFTSHADER,
     .name = {},
     .facts = {.ignoresStencilExport = true}}, // Seen with Chromium's of 2026.
    {.driver = VK_DRIVER_ID_NVIDIA_PROPRIETARY,
     .name = {},
     .facts = {.openSets = true,                // Tried with 580.159.
               .comparesByInstruction = true}}, // The same.
    {.driver = VkDriverId(0),
     .name = kOwnDriver,
     .facts = {.isOwn = true,
               .openSets = true,              // We promise it.
               .comparesByInstruction = true, // The same.
               .setsCostLeast = true}},       // docs/descriptors.md, "Measured".
};

} // namespace

const DriverFacts& driverFacts(const VkPhysicalDeviceDriverProperties& driver) {
    static constexpr DriverFacts kUnknown;
    for (const Row& row : kRows) {
        if (row.driver ? row.driver == driver.driverID : row.name == driver.driverName) {
            return row.facts;
        }
    }
    return kUnknown;
}

} // namespace glvk
