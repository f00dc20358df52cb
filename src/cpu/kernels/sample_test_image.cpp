// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/sample_test_image.h"

#include "format/vk_formats.h"
#include "format/vk_texel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace cpu::kernels {

using reference::Color;

GuardedMemory::GuardedMemory(size_t size_B, bool atStart) {
    const size_t page_B = size_t(sysconf(_SC_PAGESIZE));
    const size_t pages_B = (size_B + page_B - 1) / page_B * page_B;
    m_mapping_B = pages_B + 2 * page_B;
    void* mapping =
        mmap(nullptr, m_mapping_B, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED) {
        throw std::bad_alloc();
    }
    m_mapping = static_cast<uint8_t*>(mapping);
    mprotect(m_mapping + page_B, pages_B, PROT_READ | PROT_WRITE);
    m_data = m_mapping + page_B + (atStart ? 0 : pages_B - size_B);
}

GuardedMemory::~GuardedMemory() {
    munmap(m_mapping, m_mapping_B);
}

namespace {

const format::VkFormatLayout& layoutOf(const TestImageShape& shape) {
    return format::vkFormatLayout(format::vkFormatIndex(shape.vkFormat));
}

uint32_t blocks(int size_px, uint32_t block_px) {
    return (uint32_t(size_px) + block_px - 1) / block_px;
}

uint32_t tiles(uint32_t blocks) {
    return (blocks + 3) / 4;
}

/// Random bits where any are numbers; floats and depth between -2 and 2.
void fill(const TestImageShape& shape, uint8_t* data, size_t size_B, std::mt19937& random) {
    const format::VkFormatLayout& layout = layoutOf(shape);
    for (size_t i = 0; i < size_B; ++i) {
        data[i] = uint8_t(random());
    }
    if (shape.anyBits || layout.type != format::ChannelType::Float ||
        layout.encoding != format::Encoding::Plain) {
        return;
    }
    std::uniform_real_distribution<float> number(layout.depth ? 0.0f : -2.0f,
                                                 layout.depth ? 1.0f : 2.0f);
    for (size_t i = 0; i + layout.block_B <= size_B; i += layout.block_B) {
        format::writeTexel(layout,
                           data + i,
                           format::TexelValue::ofFloats(
                               number(random), number(random), number(random), number(random)),
                           layout.depth ? 1 : 0xf);
    }
}

} // namespace

TestImage::TestImage(const TestImageShape& shape, std::mt19937& random) : m_shape(shape) {
    const format::VkFormatLayout& layout = layoutOf(shape);
    uint32_t offset_B = 0;
    m_data.layerCount = shape.layers;
    m_data.levelCount = shape.levels;
    m_data.sampleCount = shape.samples;
    for (int level = 0; level < shape.levels; ++level) {
        LevelData& l = m_data.levels[level];
        l.width_px = std::max(1, shape.width_px >> level);
        l.height_px = std::max(1, shape.height_px >> level);
        l.depth_px = std::max(1, shape.depth_px >> level);
        const uint32_t columns = blocks(l.width_px, layout.blockWidth_px);
        const uint32_t rows = blocks(l.height_px, layout.blockHeight_px);
        l.offset_B = offset_B;
        if (shape.tiling == Tiling::Tiled) {
            l.rowPitch_B = tiles(columns) * 16 * layout.block_B;
            l.slicePitch_B = l.rowPitch_B * tiles(rows);
        } else {
            l.rowPitch_B = columns * layout.block_B;
            l.slicePitch_B = l.rowPitch_B * rows;
        }
        offset_B += l.slicePitch_B * uint32_t(std::max(l.depth_px, shape.samples));
    }
    m_data.layerPitch_B = offset_B;
    const size_t size_B = size_t(offset_B) * size_t(shape.layers);
    const uint32_t bits = random();
    m_quickGathers = bits / 2 % 2;
    m_memory = std::make_unique<GuardedMemory>(size_B + kOverread_B, bits % 2);
    std::memset(m_memory->data() + size_B, 0xff, kOverread_B);
    fill(shape, m_memory->data(), size_B, random);
    m_data.base = m_memory->data();
    data({Swizzle::R, Swizzle::G, Swizzle::B, Swizzle::A});
}

ViewId TestImage::viewId(const std::array<Swizzle, 4>& swizzle) const {
    return ViewId::make(format::vkFormatIndex(m_shape.vkFormat),
                        m_shape.type,
                        m_shape.tiling,
                        m_shape.aspect,
                        m_shape.samples > 1,
                        swizzle[0],
                        swizzle[1],
                        swizzle[2],
                        swizzle[3])
        .withLevels(m_shape.levels, m_data.minLod)
        .withQuickGathers(m_quickGathers);
}

const ImageData& TestImage::data(const std::array<Swizzle, 4>& swizzle) {
    m_data.viewId = viewId(swizzle).bits;
    return m_data;
}

bool TestImage::integer() const {
    return m_shape.aspect == AspectRead::Stencil ||
           (m_shape.aspect == AspectRead::Color && layoutOf(m_shape).integer());
}

bool TestImage::isSigned() const {
    return m_shape.aspect == AspectRead::Color &&
           layoutOf(m_shape).type == format::ChannelType::Sint;
}

bool TestImage::stored(uint32_t channel) const {
    return m_shape.aspect == AspectRead::Color ? layoutOf(m_shape).channels[channel].bits != 0
                                               : channel == 0;
}

double TestImage::value(float result) const {
    const uint32_t bits = std::bit_cast<uint32_t>(result);
    return !integer() ? double(result) : isSigned() ? double(int32_t(bits)) : double(bits);
}

Color TestImage::color(const uint32_t (&bits)[4]) const {
    Color c;
    for (uint32_t i = 0; i < 4; ++i) {
        c[i] = stored(i) ? value(std::bit_cast<float>(bits[i])) : i == 3 ? 1 : 0;
    }
    return c;
}

Color TestImage::border(const uint32_t (&bits)[4]) const {
    return color(bits);
}

Color TestImage::texel(int level, int x, int y, int z, int layer, int sample) const {
    const format::VkFormatLayout& layout = layoutOf(m_shape);
    const LevelData& l = m_data.levels[level];
    const uint32_t column = uint32_t(x) / layout.blockWidth_px;
    const uint32_t row = uint32_t(y) / layout.blockHeight_px;
    size_t offset_B =
        l.offset_B + size_t(layer) * m_data.layerPitch_B + size_t(z + sample) * l.slicePitch_B;
    if (m_shape.tiling == Tiling::Tiled) {
        offset_B += (row / 4) * l.rowPitch_B +
                    ((column / 4) * 16 + row % 4 * 4 + column % 4) * layout.block_B;
    } else {
        offset_B += row * l.rowPitch_B + column * layout.block_B;
    }
    format::TexelValue t = format::readTexel(layout,
                                             m_data.base + offset_B,
                                             uint32_t(x) % layout.blockWidth_px,
                                             uint32_t(y) % layout.blockHeight_px);
    if (m_shape.aspect == AspectRead::Stencil) {
        t.bits[0] = t.bits[1];
    }
    return color(t.bits);
}

} // namespace cpu::kernels
