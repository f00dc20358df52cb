// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/harness/device_test.h"

#include <algorithm>
#include <cstdlib>

namespace vkt {
namespace {

class Memory : public DeviceTest {
protected:
    VkResult allocate(VkDeviceSize size_B, VkDeviceMemory* memory) {
        VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
        info.allocationSize = size_B;
        return vkAllocateMemory(device(), &info, nullptr, memory);
    }
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget() {
        VkPhysicalDeviceMemoryBudgetPropertiesEXT budget{
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
        VkPhysicalDeviceMemoryProperties2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
                                              &budget};
        vkGetPhysicalDeviceMemoryProperties2(physicalDevice(), &all);
        return budget;
    }
};

TEST_F(Memory, IsOneTypeForHostAndDevice) {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physicalDevice(), &memory);
    ASSERT_EQ(memory.memoryTypeCount, 1u);
    EXPECT_EQ(memory.memoryTypes[0].propertyFlags,
              VkMemoryPropertyFlags(
                  VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                  VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT));
    ASSERT_EQ(memory.memoryHeapCount, 1u);
    EXPECT_GT(memory.memoryHeaps[0].size, 0u);
}

TEST_F(Memory, MappingsAreAlignedAndZeroAndKept) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physicalDevice(), &properties);
    VkDeviceMemory memory;
    ASSERT_VK(allocate(100000, &memory));
    void* data = nullptr;
    ASSERT_VK(vkMapMemory(device(), memory, 0, VK_WHOLE_SIZE, 0, &data));
    EXPECT_EQ(uintptr_t(data) % properties.limits.minMemoryMapAlignment, 0u);
    auto* bytes = static_cast<uint8_t*>(data);
    EXPECT_TRUE(std::all_of(bytes, bytes + 100000, [](uint8_t b) { return b == 0; }));
    bytes[99999] = 7;
    vkUnmapMemory(device(), memory);
    void* again = nullptr;
    ASSERT_VK(vkMapMemory(device(), memory, 99999, 1, 0, &again));
    EXPECT_EQ(*static_cast<uint8_t*>(again), 7);
    VkMappedMemoryRange range{VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE};
    range.memory = memory;
    range.offset = 0;
    range.size = VK_WHOLE_SIZE;
    vkUnmapMemory(device(), memory);
    ASSERT_VK(vkMapMemory(device(), memory, 0, VK_WHOLE_SIZE, 0, &again));
    EXPECT_VK(vkFlushMappedMemoryRanges(device(), 1, &range));
    EXPECT_VK(vkInvalidateMappedMemoryRanges(device(), 1, &range));
    vkUnmapMemory(device(), memory);
    vkFreeMemory(device(), memory, nullptr);
}

TEST_F(Memory, ExhaustionIsAnError) {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physicalDevice(), &memory);
    const VkDeviceSize part_B = memory.memoryHeaps[0].size / 16 + 1;
    std::vector<VkDeviceMemory> parts;
    VkDeviceMemory one = VK_NULL_HANDLE;
    VkResult result = VK_SUCCESS;
    while (parts.size() < 17 && (result = allocate(part_B, &one)) == VK_SUCCESS) {
        parts.push_back(one);
    }
    EXPECT_EQ(result, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    EXPECT_GE(parts.size(), 1u);
    EXPECT_LE(parts.size(), 15u);
    for (const VkDeviceMemory part : parts) {
        vkFreeMemory(device(), part, nullptr);
    }
    // What was freed can be had again.
    ASSERT_VK(allocate(part_B, &one));
    vkFreeMemory(device(), one, nullptr);
}

TEST_F(Memory, BudgetCountsAllocations) {
    const VkDeviceSize before_B = budget().heapUsage[0];
    VkDeviceMemory memory;
    ASSERT_VK(allocate(1 << 20, &memory));
    const auto now = budget();
    EXPECT_EQ(now.heapUsage[0], before_B + (1 << 20));
    EXPECT_GT(now.heapBudget[0], 0u);
    EXPECT_EQ(now.heapUsage[1], 0u);
    vkFreeMemory(device(), memory, nullptr);
    EXPECT_EQ(budget().heapUsage[0], before_B);
}

TEST_F(Memory, BufferRequirementsAreTheSameByAllQueries) {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = 1001;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    VkBuffer buffer;
    ASSERT_VK(vkCreateBuffer(device(), &info, nullptr, &buffer));
    VkMemoryRequirements plain;
    vkGetBufferMemoryRequirements(device(), buffer, &plain);
    VkDeviceBufferMemoryRequirements query{VK_STRUCTURE_TYPE_DEVICE_BUFFER_MEMORY_REQUIREMENTS};
    query.pCreateInfo = &info;
    VkMemoryDedicatedRequirements dedicated{VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS};
    VkMemoryRequirements2 early{VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, &dedicated};
    vkGetDeviceBufferMemoryRequirements(device(), &query, &early);
    EXPECT_GE(plain.size, 1001u);
    EXPECT_EQ(plain.size, early.memoryRequirements.size);
    EXPECT_EQ(plain.alignment, early.memoryRequirements.alignment);
    EXPECT_EQ(plain.memoryTypeBits, 1u);
    EXPECT_FALSE(dedicated.requiresDedicatedAllocation);
    vkDestroyBuffer(device(), buffer, nullptr);
}

struct CountingAllocator {
    int live = 0;
    int refuseAfter = 1 << 30;

    static void* allocate(void* user, size_t size, size_t align, VkSystemAllocationScope) {
        auto* self = static_cast<CountingAllocator*>(user);
        if (self->refuseAfter-- <= 0) {
            return nullptr;
        }
        ++self->live;
        align = std::max(align, sizeof(void*));
        return std::aligned_alloc(align, (size + align - 1) / align * align);
    }
    static void* reallocate(void*, void*, size_t, size_t, VkSystemAllocationScope) {
        ADD_FAILURE() << "nothing is reallocated";
        return nullptr;
    }
    static void release(void* user, void* memory) {
        static_cast<CountingAllocator*>(user)->live -= memory != nullptr;
        std::free(memory);
    }
    VkAllocationCallbacks callbacks() {
        return {this, allocate, reallocate, release, nullptr, nullptr};
    }
};

TEST_F(Memory, AllocationCallbacksAreUsedAndTheirFailureReported) {
    CountingAllocator allocator;
    const VkAllocationCallbacks callbacks = allocator.callbacks();
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = 64;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    VkBuffer buffer;
    ASSERT_VK(vkCreateBuffer(device(), &info, &callbacks, &buffer));
    EXPECT_GT(allocator.live, 0);
    vkDestroyBuffer(device(), buffer, &callbacks);
    EXPECT_EQ(allocator.live, 0);
    allocator.refuseAfter = 0;
    EXPECT_EQ(vkCreateBuffer(device(), &info, &callbacks, &buffer), VK_ERROR_OUT_OF_HOST_MEMORY);
    VkMemoryAllocateInfo memoryInfo{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    memoryInfo.allocationSize = 64;
    VkDeviceMemory memory;
    EXPECT_EQ(vkAllocateMemory(device(), &memoryInfo, &callbacks, &memory),
              VK_ERROR_OUT_OF_HOST_MEMORY);
}

TEST_F(Memory, DeviceAddressesAreThoseOfTheMapping) {
    if (!features12().bufferDeviceAddress) {
        GTEST_SKIP() << "no buffer device addresses";
    }
    const Buffer buffer = makeBuffer(
        256, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT);
    VkBufferDeviceAddressInfo info{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO};
    info.buffer = buffer.buffer;
    EXPECT_EQ(vkGetBufferDeviceAddress(device(), &info), VkDeviceAddress(buffer.mapped));
}

} // namespace
} // namespace vkt
