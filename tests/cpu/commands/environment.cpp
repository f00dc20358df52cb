// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "environment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <random>

namespace {

std::unique_ptr<vkc::Device> g_device;

class Environment : public testing::Environment {
    void SetUp() override {
        g_device = std::make_unique<vkc::Device>();
        std::printf("Device: %s\n", g_device->name().c_str());
    }
    void TearDown() override { g_device.reset(); }
};

} // namespace

vkc::Device& device() {
    return *g_device;
}

VkQueue queue() {
    VkQueue queue = VK_NULL_HANDLE;
    vkGetDeviceQueue(device().handle(), 0, 0, &queue);
    return queue;
}

std::vector<uint8_t> noise(size_t size_B, uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<uint8_t> bytes(size_B);
    std::ranges::generate(bytes, [&] { return uint8_t(random()); });
    return bytes;
}

void barrier(VkCommandBuffer commands) {
    VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    memory.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    memory.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    vkCmdPipelineBarrier(commands,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         0,
                         1,
                         &memory,
                         0,
                         nullptr,
                         0,
                         nullptr);
}

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    testing::AddGlobalTestEnvironment(new Environment);
    return RUN_ALL_TESTS();
}
