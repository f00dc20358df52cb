// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/sampler_cache.h"

#include "glvk/backend/test_device.h"

#include <atomic>
#include <bit>
#include <set>
#include <thread>
#include <vector>

namespace glvk {

namespace {

class SamplerCacheTest : public DeviceTest {
protected:
    /// Levels tell keys apart.
    static SamplerKey keyAt(uint16_t level_256) {
        SamplerKey key;
        key.maxLod_256 = level_256;
        return key;
    }
    static SamplerKey withBorder(float red) {
        SamplerKey key;
        key.wrapS = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
        key.border = SamplerKey::kCustomBorder;
        key.borderColor = {std::bit_cast<uint32_t>(red), 0, 0, 0};
        return key;
    }
    static SamplerRef get(SamplerCache& cache, const SamplerKey& key) {
        return cache.get(key).sampler;
    }
    static constexpr size_t kFew = 8;
};

TEST_F(SamplerCacheTest, EqualKeysAreOneSampler) {
    SamplerCache cache(*m_device);
    // Every combination of these is a VkSampler that validation accepts.
    std::set<uint32_t> ids;
    std::set<std::vector<std::byte>> keys;
    for (const GLenum wrap : {GL_REPEAT, GL_CLAMP_TO_BORDER, GL_CLAMP, GL_MIRROR_CLAMP_TO_EDGE}) {
        for (const GLenum min : {GL_NEAREST, GL_LINEAR, GL_LINEAR_MIPMAP_LINEAR}) {
            for (const GLenum reduction : {GL_WEIGHTED_AVERAGE_ARB, GL_MIN}) {
                for (const float border : {0.0f, 1.0f, 0.5f}) {
                    gl::SamplerParameters p;
                    p.wrapS = p.wrapT = p.wrapR = wrap;
                    p.minFilter = min;
                    p.maxAnisotropy = 4;
                    p.reductionMode = reduction;
                    p.setBorderColor({border, border, border, border});
                    SampledTexture texture;
                    texture.minmax = true;
                    const SamplerKey key = translateSampler(p, {}, texture, cache.caps()).key;
                    const auto bytes =
                        std::bit_cast<std::array<std::byte, sizeof(SamplerKey)>>(key);
                    keys.insert({bytes.begin(), bytes.end()});
                    const SamplerRef sampler = get(cache, key);
                    ASSERT_TRUE(sampler);
                    const SamplerRef again = get(cache, key);
                    EXPECT_EQ(sampler->handle, again->handle);
                    EXPECT_EQ(sampler->id, again->id);
                    ids.insert(sampler->id);
                }
            }
        }
    }
    EXPECT_EQ(keys.size(), ids.size());
    EXPECT_EQ(keys.size(), cache.size());
    EXPECT_EQ(keys.size(), cache.made());
}

TEST_F(SamplerCacheTest, TheOldestGoWhereTheDeviceAllowsNoMore) {
    SamplerCache cache(*m_device, kFew);
    std::vector<Sampler> seen;
    for (uint16_t i = 0; i < kFew; ++i) {
        seen.push_back(*get(cache, keyAt(i)));
    }
    const SamplerRef held(seen[1]);
    ASSERT_TRUE(held);
    EXPECT_TRUE(get(cache, keyAt(0))); // Asked for again: not among the oldest any more.
    EXPECT_TRUE(get(cache, keyAt(kFew)));
    EXPECT_LE(cache.size(), kFew);
    EXPECT_TRUE(SamplerRef(seen[0]));
    EXPECT_TRUE(SamplerRef(seen[1])) << "somebody holds it";
    EXPECT_FALSE(SamplerRef(seen[2]));
    // What is gone comes back as another one.
    const SamplerRef again = get(cache, keyAt(2));
    ASSERT_TRUE(again);
    EXPECT_NE(seen[2].id, again->id);
    EXPECT_FALSE(SamplerRef(seen[2])) << "its slot may be in use again, its number is not";
}

TEST_F(SamplerCacheTest, FullWhereAllAreHeld) {
    SamplerCache cache(*m_device, kFew);
    std::vector<SamplerRef> held;
    for (uint16_t i = 0; i < kFew; ++i) {
        held.push_back(get(cache, keyAt(i)));
    }
    EXPECT_FALSE(cache.get(keyAt(kFew)).sampler);
    EXPECT_TRUE(cache.get(keyAt(kFew)).full);
    EXPECT_TRUE(cache.get(keyAt(3)).sampler) << "there already";
    held.pop_back();
    const SamplerCache::Answer answer = cache.get(keyAt(kFew));
    EXPECT_TRUE(answer.sampler);
    EXPECT_FALSE(answer.full);
    EXPECT_EQ(kFew, cache.size());
}

TEST_F(SamplerCacheTest, StandardBordersWhereCustomOnesRunOut) {
    if (!m_device->features().customBorderColor) {
        GTEST_SKIP() << "no custom border colors";
    }
    SamplerCache cache(*m_device, kFew); // Half of them may have custom borders.
    std::vector<SamplerRef> held;
    for (size_t i = 0; i < kFew / 2; ++i) {
        held.push_back(get(cache, withBorder(0.25f + 0.01f * float(i))));
        ASSERT_TRUE(held.back());
    }
    EXPECT_TRUE(cache.get(withBorder(0.9f)).full);
    const auto [other, full] = cache.get(withBorder(0.9f), WhenFull::TakeStandardBorder);
    ASSERT_TRUE(other);
    EXPECT_FALSE(full);
    EXPECT_EQ(other->id, get(cache, withStandardBorder(withBorder(0.9f)))->id);
    EXPECT_EQ(held[1]->id, get(cache, withBorder(0.26f))->id);
    held.clear(); // Nobody needs them: there is room again.
    const SamplerRef custom = get(cache, withBorder(0.9f));
    ASSERT_TRUE(custom);
    EXPECT_NE(other->id, custom->id);
}

TEST_F(SamplerCacheTest, ThreadsHoldWhatOthersEvict) {
    SamplerCache cache(*m_device, kFew);
    std::atomic<bool> stop{false};
    std::atomic<int> rounds{0};
    const auto work = [&](uint16_t first) {
        Sampler last;
        for (uint16_t i = 0; !stop; ++i) {
            const SamplerRef before(last); // May be gone; if not, it is what it was.
            if (before) {
                EXPECT_EQ(last.handle, before->handle);
            }
            const SamplerRef sampler = get(cache, keyAt(uint16_t(first + i % 64)));
            ASSERT_TRUE(sampler);
            last = *sampler;
            ++rounds;
        }
    };
    std::thread one(work, uint16_t(0));
    std::thread two(work, uint16_t(32));
    while (rounds < 20000) {
        std::this_thread::yield();
    }
    stop = true;
    one.join();
    two.join();
    EXPECT_LE(cache.size(), kFew);
}

} // namespace

} // namespace glvk
