// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "vk_compute/device.h"

#include <cstdint>
#include <vector>

/// The device that all tests of the program share.
vkc::Device& device();
VkQueue queue();

/// Random bytes, the same in every run.
std::vector<uint8_t> noise(size_t size_B, uint32_t seed);

/// Makes what earlier commands of the recording did visible to later ones.
void barrier(VkCommandBuffer commands);
