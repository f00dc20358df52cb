// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/kernels/reference_sampler.h"

#include <cstddef>
#include <memory>
#include <random>
#include <vector>

namespace cpu::kernels {

/// Memory that ends at, or starts after, a page which cannot be read.
class GuardedMemory {
public:
    GuardedMemory(size_t size_B, bool atStart);
    ~GuardedMemory();
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;
    uint8_t* data() const { return m_data; }

private:
    uint8_t* m_mapping;
    size_t m_mapping_B;
    uint8_t* m_data;
};

struct TestImageShape {
    uint32_t vkFormat = 37; ///< R8G8B8A8_UNORM
    ViewType type = ViewType::D2;
    Tiling tiling = Tiling::Linear;
    AspectRead aspect = AspectRead::Color;
    int width_px = 8, height_px = 8, depth_px = 1;
    int layers = 1;
    int levels = 1;
    int samples = 1;
    bool anyBits = false; ///< Infinities and NaN too.
};

/// An image of random texels, finite where they are floats, as kernels see it.
class TestImage {
public:
    TestImage(const TestImageShape& shape, std::mt19937& random);

    const TestImageShape& shape() const { return m_shape; }
    ViewId viewId(const std::array<Swizzle, 4>& swizzle) const;
    const ImageData& data(const std::array<Swizzle, 4>& swizzle);
    ImageData& mutableData() { return m_data; }
    /// As the view's aspect reads it. Integers by value.
    reference::Color texel(int level, int x, int y, int z, int layer, int sample = 0) const;
    /// A border colour given as bits, with what the format does not have filled in.
    reference::Color border(const uint32_t (&bits)[4]) const;
    bool integer() const;
    bool isSigned() const;
    bool stored(uint32_t channel) const;
    /// What a float or integer of the kernel's result stands for.
    double value(float result) const;

private:
    reference::Color color(const uint32_t (&bits)[4]) const;

    TestImageShape m_shape;
    bool m_quickGathers = false; ///< One or the other: what is read is the same.
    ImageData m_data{};
    std::unique_ptr<GuardedMemory> m_memory;
};

} // namespace cpu::kernels
