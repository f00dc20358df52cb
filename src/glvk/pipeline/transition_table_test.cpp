// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/transition_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

namespace glvk {
namespace {

struct Key {
    std::array<uint64_t, 5> words{};
    uint64_t word(size_t i) const { return words[i]; }
    bool operator==(const Key&) const = default;
};
struct Node {
    Key key;
    int group = 0;
    TransitionTable<Node> transitions;
};
using Table = TransitionTable<Node>;

uint32_t differing(const Key& a, const Key& b) {
    uint32_t words = 0;
    for (size_t i = 0; i < a.words.size(); ++i) {
        words |= uint32_t(a.words[i] != b.words[i]) << i;
    }
    return words;
}

TEST(TransitionTable, FindsWhatHasTheSameWords) {
    Table table;
    Node one{.key = {{1, 0, 0, 0, 0}}};
    Node two{.key = {{1, 0, 0, 0, 7}}};
    table.add(one, 1);
    table.add(two, 1 | 16);
    EXPECT_EQ(&one, table.find(one.key, 1));
    EXPECT_EQ(&two, table.find(two.key, 17));
    EXPECT_EQ(nullptr, table.find(Key{{2, 0, 0, 0, 0}}, 1));
    EXPECT_EQ(nullptr, table.find(Key{{1, 0, 0, 0, 8}}, 17));
    EXPECT_EQ(nullptr, table.find(Key{{0, 0, 0, 0, 7}}, 16)); // Another way there.
}

TEST(TransitionTable, IsBounded) {
    Table table;
    std::vector<std::unique_ptr<Node>> nodes;
    for (uint64_t i = 0; i < 3 * Table::kMost; ++i) {
        nodes.push_back(std::make_unique<Node>());
        nodes.back()->key.words[0] = i + 1;
        ASSERT_EQ(nullptr, table.find(nodes.back()->key, 1));
        table.add(*nodes.back(), 1);
        ASSERT_EQ(nodes.back().get(), table.find(nodes.back()->key, 1));
        ASSERT_LE(table.size(), Table::kMost);
    }
}

TEST(TransitionTable, FindsAllOfMany) {
    Table table;
    std::vector<Node> nodes(200);
    for (size_t i = 0; i < nodes.size(); ++i) {
        nodes[i].key.words = {0, i % 7, 0, 1000 - i, 0};
        nodes[i].group = int(i % 3);
        table.add(nodes[i], 2 | 8);
    }
    for (Node& node : nodes) {
        EXPECT_EQ(&node, table.find(node.key, 2 | 8));
        EXPECT_EQ(nullptr, table.find(node.key, 8));
    }
    table.removeIf([](const Node& node) { return node.group == 1; });
    for (Node& node : nodes) {
        EXPECT_EQ(node.group == 1 ? nullptr : &node, table.find(node.key, 2 | 8));
    }
    table.removeIf([](const Node& node) { return node.key.words[3] > 804; });
    EXPECT_EQ(2u, table.size()); // Few are listed again.
    EXPECT_EQ(&nodes[198], table.find(nodes[198].key, 2 | 8));
}

// Against a list of all targets, over random walks.
TEST(TransitionTable, AgreesWithAList) {
    std::minstd_rand random(3);
    for (const unsigned values : {2u, 3u}) {
        std::vector<std::unique_ptr<Node>> nodes;
        const auto nodeOf = [&](const Key& key) {
            const auto found = std::find_if(
                nodes.begin(), nodes.end(), [&](const auto& node) { return node->key == key; });
            if (found != nodes.end()) {
                return found->get();
            }
            nodes.push_back(std::make_unique<Node>());
            nodes.back()->key = key;
            nodes.back()->group = int(random() % 3);
            return nodes.back().get();
        };
        Node* current = nodeOf({});
        size_t found = 0;
        for (int step = 0; step < 4000; ++step) {
            Key key = current->key;
            for (unsigned changes = 1 + random() % 2; changes; --changes) {
                key.words[random() % key.words.size()] = random() % values;
            }
            const uint32_t changed = differing(key, current->key);
            if (!changed) {
                continue;
            }
            Node* const expected = nodeOf(key);
            if (Node* const next = current->transitions.find(key, changed)) {
                ASSERT_EQ(expected, next);
                ++found;
            } else {
                current->transitions.add(*expected, changed);
            }
            current = expected;
            if (step % 1000 == 999) { // Some die.
                const auto dead = [](const Node& node) { return node.group == 1; };
                for (const auto& node : nodes) {
                    node->transitions.removeIf(dead);
                }
                current = nodeOf({});
                current->group = 0;
                std::erase_if(
                    nodes, [&](const auto& node) { return node.get() != current && dead(*node); });
            }
        }
        EXPECT_GT(found, 100u);
    }
}

} // namespace
} // namespace glvk
