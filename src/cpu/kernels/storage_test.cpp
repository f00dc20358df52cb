// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Storage images and texel buffers at every level: what is stored, bit by bit as the host stores
// it, where it goes, and that nothing happens outside.
#include "cpu/kernels/guarded_memory.h"
#include "cpu/kernels/kernel_test.h"
#include "cpu/kernels/storage_probe.h"
#include "format/vk_formats.h"
#include "format/vk_texel.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>

GLISSADE_PROBE(storage_arrays,
               (cpu::kernels::StorageKernel kernel,
                const cpu::kernels::StorageArrays* arrays,
                uint32_t count));

namespace cpu::kernels {
namespace {

constexpr uint32_t kRgba8 = 37;
constexpr uint32_t kR8 = 9;
constexpr uint32_t kR32Uint = 98;
constexpr uint32_t kRg32Uint = 101;
constexpr uint32_t kRgba16Float = 97;
constexpr uint32_t kRgba32Float = 109;

uint32_t viewOf(uint32_t vkFormat,
                ViewType type,
                Tiling tiling = Tiling::Linear,
                bool multisampled = false) {
    return ViewId::make(format::vkFormatIndex(vkFormat),
                        type,
                        tiling,
                        AspectRead::Color,
                        multisampled,
                        Swizzle::R,
                        Swizzle::G,
                        Swizzle::B,
                        Swizzle::A)
        .bits;
}

const format::VkFormatLayout& layoutOf(uint32_t viewId) {
    return format::vkFormatLayout(uint8_t(ViewId{viewId}.format()));
}

/// The lanes of a call, all active and zero at first.
struct Lanes {
    explicit Lanes(size_t count)
        : active(count / 16, 0xffff), x(count), y(count), z(count), layer(count), sample(count) {
        for (auto& channel : texel) {
            channel.resize(count);
        }
    }
    size_t count() const { return x.size(); }
    format::TexelValue value(size_t lane) const {
        return {{texel[0][lane], texel[1][lane], texel[2][lane], texel[3][lane]}};
    }
    void setValue(size_t lane, const format::TexelValue& value) {
        for (int c = 0; c < 4; ++c) {
            texel[c][lane] = value.bits[c];
        }
    }
    bool isActive(size_t lane) const { return active[lane / 16] >> lane % 16 & 1; }

    void call(Level level,
              StorageKernel kernel,
              uint32_t viewId,
              const ImageData* image,
              uint8_t* base = nullptr,
              uint32_t elementCount = 0) {
        const StorageArrays arrays{
            viewId,
            image,
            base,
            elementCount,
            active.data(),
            x.data(),
            y.data(),
            z.data(),
            layer.data(),
            sample.data(),
            {texel[0].data(), texel[1].data(), texel[2].data(), texel[3].data()}};
        storage_arrays(level)(kernel, &arrays, uint32_t(count()));
    }

    std::vector<uint16_t> active;
    std::vector<int32_t> x, y, z, layer, sample;
    std::vector<uint32_t> texel[4];
};

std::vector<uint32_t> interestingBits() {
    std::vector<float> numbers = {0.0f,
                                  -0.0f,
                                  0.5f,
                                  1.0f,
                                  -1.0f,
                                  1.5f,
                                  -0.5f,
                                  2.0f,
                                  0x1p-149f,
                                  0x1p-126f,
                                  65504.0f,
                                  65519.99f,
                                  65520.0f,
                                  65408.0f,
                                  65536.0f,
                                  1e9f,
                                  3e38f,
                                  -65536.0f,
                                  1e-7f,
                                  0x1p-24f,
                                  0x1p-25f,
                                  0x1.8p-25f,
                                  0x1p-14f,
                                  0x1.ffcp-15f,
                                  0x1.fffffep-15f,
                                  127.5f,
                                  255.0f,
                                  254.5f,
                                  511.0f,
                                  1023.5f,
                                  std::numeric_limits<float>::infinity(),
                                  -std::numeric_limits<float>::infinity()};
    // Half way between codes, and a step to either side.
    for (float maximum : {1.0f, 3.0f, 15.0f, 31.0f, 63.0f, 127.0f, 255.0f, 511.0f, 1023.0f}) {
        for (int code = 0; code < int(maximum); code += std::max(1, int(maximum) / 16)) {
            const float half = (float(code) + 0.5f) / maximum;
            for (float v : {std::nextafter(half, 0.0f), half, std::nextafter(half, 2.0f)}) {
                numbers.push_back(v);
                numbers.push_back(-v);
            }
        }
    }
    // Ties of floats with 10, 6 and 5 bits of mantissa.
    for (int exponent = -26; exponent < 17; ++exponent) {
        for (uint32_t tie : {0x1000u, 0x3000u, 0x10000u, 0x30000u, 0x20000u, 0x60000u, 0x7ff000u}) {
            const uint32_t bits = uint32_t(exponent + 127) << 23 | tie;
            for (uint32_t v : {bits - 1, bits, bits + 1}) {
                numbers.push_back(std::bit_cast<float>(v));
            }
        }
    }
    std::vector<uint32_t> result;
    for (float number : numbers) {
        result.push_back(std::bit_cast<uint32_t>(number));
    }
    // NaN of both kinds and signs, and integers at the limits of channels.
    for (uint32_t bits : {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xff812345u, 0x7fffffffu}) {
        result.push_back(bits);
    }
    for (uint32_t width : {1u, 2u, 4u, 5u, 8u, 10u, 16u, 31u}) {
        for (uint32_t v : {1u << width, (1u << width) - 1, (1u << width) + 1}) {
            result.push_back(v);
            result.push_back(0u - v);
        }
    }
    return result;
}

std::vector<format::TexelValue> interestingTexels(uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<uint32_t> bits = interestingBits();
    while (bits.size() < 8000) {
        // Bits of any kind, and floats of about the range of formats.
        const uint32_t any = uint32_t(random());
        bits.push_back(random() & 1 ? any
                                    : std::bit_cast<uint32_t>(std::ldexp(
                                          float(int32_t(any)) * 0x1p-31f, int(random() % 20) - 4)));
    }
    std::vector<format::TexelValue> texels;
    for (uint32_t v : bits) {
        texels.push_back({{v,
                           bits[random() % bits.size()],
                           bits[random() % bits.size()],
                           bits[random() % bits.size()]}});
        std::rotate(
            texels.back().bits, texels.back().bits + texels.size() % 4, texels.back().bits + 4);
    }
    texels.resize(texels.size() / 16 * 16);
    return texels;
}

TEST(Storage, StoresTexelsOfEveryFormat) {
    const std::vector<format::TexelValue> texels = interestingTexels(1);
    for (uint32_t format = 1; format < format::kVkFormatCount; ++format) {
        const format::VkFormatLayout& layout = format::vkFormatLayout(uint8_t(format));
        if (layout.compressed() || !layout.color()) {
            continue;
        }
        std::vector<uint8_t> want(texels.size() * layout.block_B);
        Lanes lanes(texels.size());
        for (size_t i = 0; i < texels.size(); ++i) {
            format::writeTexel(layout, want.data() + i * layout.block_B, texels[i]);
            lanes.setValue(i, texels[i]);
            lanes.x[i] = int32_t(i);
        }
        for (Level level : levelsHere()) {
            GuardedMemory memory(want.size() + kOverread_B);
            lanes.call(level,
                       StorageKernel::BufferStore,
                       viewOf(layout.vkFormat, ViewType::Buffer),
                       nullptr,
                       memory.data(),
                       uint32_t(texels.size()));
            int failures = 0;
            for (size_t i = 0; i < texels.size() && failures < 3; ++i) {
                const uint8_t* got = memory.data() + i * layout.block_B;
                if (std::memcmp(got, &want[i * layout.block_B], layout.block_B) != 0) {
                    ++failures;
                    uint32_t a[4] = {}, b[4] = {};
                    std::memcpy(a, got, layout.block_B);
                    std::memcpy(b, &want[i * layout.block_B], layout.block_B);
                    ADD_FAILURE() << "format " << layout.vkFormat << " level v" << int(level)
                                  << std::hex << " value " << texels[i].bits[0] << " "
                                  << texels[i].bits[1] << " " << texels[i].bits[2] << " "
                                  << texels[i].bits[3] << ": " << a[0] << " " << a[1] << " for "
                                  << b[0] << " " << b[1];
                }
            }
        }
    }
}

TEST(Storage, LoadsTexelsOfBuffers) {
    std::mt19937 random(2);
    for (uint32_t format = 1; format < format::kVkFormatCount; ++format) {
        const format::VkFormatLayout& layout = format::vkFormatLayout(uint8_t(format));
        if (layout.compressed() || !layout.color() || layout.encoding != format::Encoding::Plain) {
            continue;
        }
        constexpr uint32_t kElements = 37;
        GuardedMemory memory(kElements * layout.block_B + kOverread_B);
        for (uint32_t i = 0; i < kElements * layout.block_B; ++i) {
            memory.data()[i] = uint8_t(random());
        }
        for (Level level : levelsHere()) {
            Lanes lanes(64);
            for (size_t i = 0; i < lanes.count(); ++i) {
                lanes.x[i] = int32_t(i) - 12;
            }
            lanes.x[62] = std::numeric_limits<int32_t>::max();
            lanes.x[63] = std::numeric_limits<int32_t>::min();
            lanes.call(level,
                       StorageKernel::BufferLoad,
                       viewOf(layout.vkFormat, ViewType::Buffer),
                       nullptr,
                       memory.data(),
                       kElements);
            for (size_t i = 0; i < lanes.count(); ++i) {
                const bool inside = uint32_t(lanes.x[i]) < kElements;
                const uint32_t one = layout.integer() ? 1 : std::bit_cast<uint32_t>(1.0f);
                const format::TexelValue want =
                    inside ? format::readTexel(layout, memory.data() + lanes.x[i] * layout.block_B)
                           : format::TexelValue{{0, 0, 0, layout.channels[3].bits ? 0 : one}};
                for (int c = 0; c < 4; ++c) {
                    ASSERT_EQ(lanes.texel[c][i], want.bits[c])
                        << "format " << layout.vkFormat << " level v" << int(level) << " index "
                        << lanes.x[i];
                }
            }
        }
    }
}

TEST(Storage, NothingIsReadOrWrittenWhereNothingIsBound) {
    for (Level level : levelsHere()) {
        Lanes lanes(16);
        const uint32_t view = viewOf(kRgba8, ViewType::Buffer);
        lanes.call(level, StorageKernel::BufferStore, view, nullptr, nullptr, 0);
        lanes.setValue(3, {{1, 2, 3, 4}});
        lanes.call(level, StorageKernel::BufferLoad, view, nullptr, nullptr, 0);
        EXPECT_EQ(lanes.texel[1][3], 0u);
        lanes.call(level, StorageKernel::ImageStore, view, nullptr);
        lanes.setValue(3, {{1, 2, 3, 4}});
        lanes.call(level, StorageKernel::ImageLoad, view, nullptr);
        EXPECT_EQ(lanes.texel[1][3], 0u);
        lanes.call(level, StorageKernel::ImageOffset, view, nullptr);
        EXPECT_EQ(lanes.texel[0][3], ~0u);
    }
}

/// Offsets are of 31 bits: elements beyond the device's limit are not there.
TEST(Storage, BuffersHaveNoMoreElementsThanTheLimit) {
    GuardedMemory memory(kOverread_B);
    for (Level level : levelsHere()) {
        Lanes lanes(16);
        for (size_t i = 0; i < 16; ++i) {
            lanes.x[i] = int32_t(i % 2 ? 1u << 27 : 0xfffffff0u);
        }
        const uint32_t view = viewOf(kRgba32Float, ViewType::Buffer);
        lanes.call(level, StorageKernel::BufferStore, view, nullptr, memory.data(), 0xffffffffu);
        lanes.setValue(3, {{1, 2, 3, 4}});
        lanes.call(level, StorageKernel::BufferLoad, view, nullptr, memory.data(), 0xffffffffu);
        EXPECT_EQ(lanes.texel[1][3], 0u);
    }
}

/// An image whose memory ends at a page that faults.
class Image {
public:
    Image(uint32_t vkFormat, ViewType type, Tiling tiling, bool multisampled)
        : viewId(viewOf(vkFormat, type, tiling, multisampled)), m_memory(kSize_B + kOverread_B) {
        const format::VkFormatLayout& layout = layoutOf(viewId);
        const bool tiled = tiling == Tiling::Tiled;
        const auto oneD = type == ViewType::D1 || type == ViewType::D1Array;
        data.viewId = viewId;
        data.levelCount = 1;
        data.layerCount = type == ViewType::Cube ? 6 : type == ViewType::CubeArray ? 12 : 3;
        data.sampleCount = multisampled ? 4 : 1;
        LevelData& level = data.levels[0];
        level.width_px = 13;
        level.height_px = oneD ? 1 : 7;
        level.depth_px = type == ViewType::D3 ? 5 : 1;
        const auto width = uint32_t(level.width_px);
        const auto height = uint32_t(level.height_px);
        const uint32_t row_B =
            tiled ? (width + 3) / 4 * 16 * layout.block_B : width * layout.block_B + 8;
        level.rowPitch_B = row_B;
        level.slicePitch_B = row_B * (tiled ? (height + 3) / 4 : height);
        data.layerPitch_B =
            level.slicePitch_B * uint32_t(std::max(level.depth_px, data.sampleCount)) + 64;
        level.offset_B = 32;
        // The last texel that there is ends where the memory does.
        const uint32_t used_B = data.layerPitch_B * uint32_t(data.layerCount) - 64 + 32;
        EXPECT_LE(used_B, kSize_B);
        data.base = m_memory.data() + kSize_B - used_B;
        std::mt19937 random(3);
        for (size_t i = 0; i < kSize_B; ++i) {
            m_memory.data()[i] = uint8_t(random());
        }
    }

    /// -1 outside.
    int64_t offset(int64_t x, int64_t y, int64_t z, int64_t layer, int64_t sample) const {
        const ViewId view{viewId};
        const LevelData& level = data.levels[0];
        const auto within = [](int64_t v, int64_t size) { return v >= 0 && v < size; };
        const ViewType type = view.type();
        const bool oneD = type == ViewType::D1 || type == ViewType::D1Array;
        const bool array = type == ViewType::Cube || type == ViewType::CubeArray ||
                           type == ViewType::D1Array || type == ViewType::D2Array;
        if (!within(x, level.width_px) || (!oneD && !within(y, level.height_px)) ||
            (type == ViewType::D3 && !within(z, level.depth_px)) ||
            (view.multisampled() && !within(sample, data.sampleCount)) ||
            (array && !within(layer, data.layerCount))) {
            return -1;
        }
        y = oneD ? 0 : y;
        const int64_t block_B = layoutOf(viewId).block_B;
        int64_t at = level.offset_B + (array ? layer * data.layerPitch_B : 0);
        at += (type == ViewType::D3 ? z : view.multisampled() ? sample : 0) * level.slicePitch_B;
        if (view.tiling() == Tiling::Tiled) {
            const int64_t tile = x / kTileWidth_blocks;
            return at + y / kTileHeight_blocks * level.rowPitch_B +
                   (tile * kTileWidth_blocks * kTileHeight_blocks +
                    y % kTileHeight_blocks * kTileWidth_blocks + x % kTileWidth_blocks) *
                       block_B;
        }
        return at + y * level.rowPitch_B + x * block_B;
    }

    std::vector<uint8_t> bytes() const { return {m_memory.data(), m_memory.data() + kSize_B}; }
    /// Of an offset, in bytes().
    size_t position(int64_t offset_B) const {
        return size_t(data.base - m_memory.data() + offset_B);
    }

    const uint32_t viewId;
    ImageData data{};

private:
    static constexpr size_t kSize_B = 1 << 17;
    GuardedMemory m_memory;
};

void scatterCoordinates(Lanes& lanes, const Image& image, uint32_t seed) {
    std::mt19937 random(seed);
    const auto coordinate = [&](int32_t size) -> int32_t {
        switch (random() % 24) {
        case 0:
            return -1;
        case 1:
            return size;
        case 2:
            return std::numeric_limits<int32_t>::min();
        case 3:
            return std::numeric_limits<int32_t>::max();
        case 4:
            return int32_t(random());
        default:
            return int32_t(random() % uint32_t(size));
        }
    };
    const LevelData& level = image.data.levels[0];
    for (size_t i = 0; i < lanes.count(); ++i) {
        lanes.x[i] = coordinate(level.width_px);
        lanes.y[i] = coordinate(level.height_px);
        lanes.z[i] = coordinate(level.depth_px);
        lanes.layer[i] = coordinate(image.data.layerCount);
        lanes.sample[i] = coordinate(image.data.sampleCount);
        for (auto& channel : lanes.texel) {
            channel[i] = uint32_t(random());
        }
    }
    for (uint16_t& active : lanes.active) {
        active = random() % 3 ? 0xffff : uint16_t(random());
    }
}

int64_t offsetOf(const Image& image, const Lanes& lanes, size_t i) {
    return image.offset(lanes.x[i], lanes.y[i], lanes.z[i], lanes.layer[i], lanes.sample[i]);
}

template <typename Function>
void forEachImage(Function function) {
    for (uint32_t vkFormat : {kR8, kRgba8, kR32Uint, kRg32Uint, kRgba16Float, kRgba32Float}) {
        for (Tiling tiling : {Tiling::Linear, Tiling::Tiled}) {
            for (uint32_t type = 0; type < uint32_t(ViewType::Buffer); ++type) {
                function(vkFormat, ViewType(type), tiling, false);
            }
            function(vkFormat, ViewType::D2, tiling, true);
            function(vkFormat, ViewType::D2Array, tiling, true);
        }
    }
}

TEST(Storage, FindsTexelsOfImages) {
    forEachImage([](uint32_t vkFormat, ViewType type, Tiling tiling, bool multisampled) {
        const Image image(vkFormat, type, tiling, multisampled);
        for (Level level : levelsHere()) {
            Lanes lanes(1024);
            scatterCoordinates(lanes, image, 4);
            lanes.call(level, StorageKernel::ImageOffset, image.viewId, &image.data);
            for (size_t i = 0; i < lanes.count(); ++i) {
                ASSERT_EQ(int32_t(lanes.texel[0][i]), offsetOf(image, lanes, i))
                    << "type " << int(type) << " tiling " << int(tiling) << " v" << int(level);
            }
        }
    });
}

TEST(Storage, LoadsTexelsOfImages) {
    forEachImage([](uint32_t vkFormat, ViewType type, Tiling tiling, bool multisampled) {
        const Image image(vkFormat, type, tiling, multisampled);
        const format::VkFormatLayout& layout = layoutOf(image.viewId);
        for (Level level : levelsHere()) {
            Lanes lanes(1024);
            scatterCoordinates(lanes, image, 5);
            lanes.call(level, StorageKernel::ImageLoad, image.viewId, &image.data);
            for (size_t i = 0; i < lanes.count(); ++i) {
                if (!lanes.isActive(i)) {
                    continue;
                }
                const int64_t at = offsetOf(image, lanes, i);
                const uint32_t one = layout.integer() ? 1 : std::bit_cast<uint32_t>(1.0f);
                const format::TexelValue want =
                    at >= 0 ? format::readTexel(layout, image.data.base + at)
                            : format::TexelValue{{0, 0, 0, layout.channels[3].bits ? 0 : one}};
                for (int c = 0; c < 4; ++c) {
                    ASSERT_EQ(lanes.texel[c][i], want.bits[c]);
                }
            }
        }
    });
}

/// Lanes that want the same texel included: the last one's stays.
TEST(Storage, StoresTexelsOfImagesInTheOrderOfLanes) {
    forEachImage([](uint32_t vkFormat, ViewType type, Tiling tiling, bool multisampled) {
        for (Level level : levelsHere()) {
            const Image image(vkFormat, type, tiling, multisampled);
            const format::VkFormatLayout& layout = layoutOf(image.viewId);
            std::vector<uint8_t> want = image.bytes();
            Lanes lanes(1024);
            scatterCoordinates(lanes, image, 6);
            for (size_t i = 0; i < lanes.count(); ++i) {
                const int64_t at = offsetOf(image, lanes, i);
                if (at >= 0 && lanes.isActive(i)) {
                    format::writeTexel(layout, &want[image.position(at)], lanes.value(i));
                }
            }
            lanes.call(level, StorageKernel::ImageStore, image.viewId, &image.data);
            ASSERT_EQ(image.bytes(), want)
                << "format " << vkFormat << " type " << int(type) << " v" << int(level);
        }
    });
}

/// Rows, which kernels load at once where they can: whole ones, some that start anywhere and some
/// with gaps.
TEST(Storage, LoadsRows) {
    for (uint32_t vkFormat : {kR8, kRgba8, kRg32Uint, kRgba16Float, kRgba32Float}) {
        const format::VkFormatLayout& layout =
            format::vkFormatLayout(format::vkFormatIndex(vkFormat));
        std::mt19937 random(9);
        GuardedMemory memory(300u * layout.block_B + kOverread_B);
        for (size_t i = 0; i < 300u * layout.block_B; ++i) {
            memory.data()[i] = uint8_t(random());
        }
        for (Level level : levelsHere()) {
            Lanes lanes(512);
            scatterCoordinates(lanes, Image(kR8, ViewType::D2, Tiling::Linear, false), 8);
            int32_t start = 0;
            for (size_t i = 0; i < lanes.count(); ++i) {
                if (i % 8 == 0 && random() % 2) {
                    start = int32_t(random() % 290);
                }
                lanes.x[i] = random() % 64 ? start++ : int32_t(random() % 300);
            }
            lanes.call(level,
                       StorageKernel::BufferLoad,
                       viewOf(vkFormat, ViewType::Buffer),
                       nullptr,
                       memory.data(),
                       300);
            for (size_t i = 0; i < lanes.count(); ++i) {
                if (!lanes.isActive(i) || lanes.x[i] >= 300) {
                    continue;
                }
                const format::TexelValue want =
                    format::readTexel(layout, memory.data() + size_t(lanes.x[i]) * layout.block_B);
                for (int c = 0; c < 4; ++c) {
                    ASSERT_EQ(lanes.texel[c][i], want.bits[c]) << "v" << int(level);
                }
            }
        }
    }
}

/// Rows, which kernels store at once where they can.
TEST(Storage, StoresRows) {
    for (uint32_t vkFormat : {kR8, kRgba8, kRgba32Float}) {
        for (Level level : levelsHere()) {
            const format::VkFormatLayout& layout =
                format::vkFormatLayout(format::vkFormatIndex(vkFormat));
            GuardedMemory memory(256u * layout.block_B + kOverread_B);
            std::vector<uint8_t> want(256u * layout.block_B);
            Lanes lanes(256);
            scatterCoordinates(lanes, Image(kR8, ViewType::D2, Tiling::Linear, false), 7);
            for (size_t i = 0; i < lanes.count(); ++i) {
                lanes.x[i] = int32_t(i);
                if (lanes.isActive(i)) {
                    format::writeTexel(layout, &want[i * layout.block_B], lanes.value(i));
                }
            }
            lanes.call(level,
                       StorageKernel::BufferStore,
                       viewOf(vkFormat, ViewType::Buffer),
                       nullptr,
                       memory.data(),
                       256);
            ASSERT_EQ(std::vector<uint8_t>(memory.data(), memory.data() + want.size()), want);
        }
    }
}

} // namespace
} // namespace cpu::kernels
