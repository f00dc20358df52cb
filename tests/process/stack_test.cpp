// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Programs link on threads with small stacks.

#include "picture.h"

#include <gtest/gtest.h>
#include <pthread.h>

namespace process {
namespace {

TEST(Stack, OfALinkingThreadMayBeSmall) {
    struct Shared {
        Picture picture;
        bool linked = true;
    } shared;
    ASSERT_TRUE(shared.picture.openDisplay());
    ASSERT_TRUE(shared.picture.makeCurrent());
    ASSERT_TRUE(shared.picture.release());
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, size_t(64) << 10);
    const auto linkAll = [](void* data) -> void* {
        auto& it = *static_cast<Shared*>(data);
        it.linked = it.picture.resume();
        for (int i = 0; i < 20; ++i) {
            it.linked = it.linked && it.picture.link(5000 + i);
        }
        it.picture.release();
        return nullptr;
    };
    pthread_t thread;
    ASSERT_EQ(pthread_create(&thread, &small, linkAll, &shared), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&small);
    EXPECT_TRUE(shared.linked);
    ASSERT_TRUE(shared.picture.resume());
    EXPECT_TRUE(shared.picture.draw(90));
}

} // namespace
} // namespace process
