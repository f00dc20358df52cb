// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/kernel_library.h"

#include <cstring>
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace cpu::kernels {
namespace {

constexpr Level kLevels[] = {Level::V2, Level::V3, Level::V4};

TEST(KernelLibrary, BitcodeOfEachLevelIsEmbedded) {
    for (const KernelFile file :
         {KernelFile::Sample, KernelFile::Maths, KernelFile::Merge, KernelFile::Fetch}) {
        for (Level level : kLevels) {
            const std::span<const std::byte> code = bitcode(file, level);
            ASSERT_GT(code.size(), 4u);
            EXPECT_EQ(0, std::memcmp(code.data(), "BC\xc0\xde", 4));
            EXPECT_EQ(code.size() % 4, 0u);
        }
    }
}

TEST(KernelLibrary, FindsKernelsByNameAndLevel) {
    EXPECT_NE(kernel("image_texel_offset", Level::V2), nullptr);
    EXPECT_NE(kernel("image_texel_offset", Level::V2), kernel("image_texel_offset", Level::V3));
    EXPECT_NE(kernel("image_texel_offset", Level::V3), kernel("image_texel_offset", Level::V4));
    EXPECT_EQ(kernel("image_texel", Level::V2), nullptr);
    EXPECT_EQ(kernel("", Level::V2), nullptr);
}

TEST(KernelLibrary, WorksFromASharedObject) {
    void* module = dlopen(KERNEL_MODULE, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(module, nullptr) << dlerror();
    auto hash = reinterpret_cast<uint64_t (*)()>(dlsym(module, "kernelModuleHash"));
    auto find = reinterpret_cast<void* (*)(const char*, int)>(dlsym(module, "kernelModuleFind"));
    ASSERT_TRUE(hash && find);
    EXPECT_EQ(hash(), buildHash());
    for (Level level : kLevels) {
        void* inside = find("image_texel_offset", int(level));
        ASSERT_NE(inside, nullptr);
        // The module has code of its own: nothing is exported or bound across objects.
        EXPECT_NE(inside, kernel("image_texel_offset", level));
        EXPECT_EQ(0, std::memcmp(inside, kernel("image_texel_offset", level), 8));
    }
    EXPECT_EQ(dlsym(module, "__regcall3__glissade_image_texel_offset_v2"), nullptr);
    dlclose(module);
}

} // namespace
} // namespace cpu::kernels
