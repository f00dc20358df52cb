// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "fixture.h"

#include <cmath>

namespace samplers {

namespace {

std::map<Kind, std::unique_ptr<Stage>> stages;

class Stages : public testing::Environment {
public:
    void TearDown() override {
        stages.clear();
        harness::Context::release();
    }
};
const testing::Environment* const kStages = testing::AddGlobalTestEnvironment(new Stages);

constexpr BorderClass kFloatBorders[] = {
    {"transparent black", {0, 0, 0, 0}},
    {"opaque black", {0, 0, 0, 1}},
    {"white", {1, 1, 1, 1}},
    {"custom", {0.25, 0.5, 0.75, 0.125}},
    {"beyond", {-1.5, 2.5, 0.375, 3}},
};
constexpr BorderClass kUintBorders[] = {
    {"transparent black", {0, 0, 0, 0}},
    {"opaque black", {0, 0, 0, 1}},
    {"white", {1, 1, 1, 1}},
    {"custom", {3, 100, 7, 200}},
    {"beyond", {3000000000.0, 300, 70000, 65537}},
};
constexpr BorderClass kIntBorders[] = {
    {"transparent black", {0, 0, 0, 0}},
    {"opaque black", {0, 0, 0, 1}},
    {"white", {1, 1, 1, 1}},
    {"custom", {-3, 100, 7, -100}},
    {"beyond", {-2000000000.0, 300, -70000, 65537}},
};

} // namespace

const reference::Vec4 kSomeBorder{0.25, 0.5, 0.75, 0.125};

Stage* stageOf(Kind kind) {
    std::unique_ptr<Stage>& stage = stages[kind];
    if (!stage) {
        stage = std::make_unique<Stage>(kind);
    }
    if (!stage->usable()) {
        return nullptr;
    }
    stage->makeCurrent();
    return stage.get();
}

bool showsBorder(GLenum wrap) {
    return wrap == GL_CLAMP_TO_BORDER || wrap == GL_CLAMP || wrap == GL_MIRROR_CLAMP_EXT ||
           wrap == GL_MIRROR_CLAMP_TO_BORDER_EXT;
}

std::span<const BorderClass> borderClasses(Numbers numbers) {
    switch (numbers) {
    case Numbers::Uint:
        return kUintBorders;
    case Numbers::Int:
        return kIntBorders;
    default:
        return kFloatBorders;
    }
}

std::vector<double> axis(int size) {
    const double n = size;
    std::vector<double> result{-1.5, -1, -0.66};
    for (const double u : {-0.75,
                           -0.5,
                           -0.25,
                           0.0,
                           0.25,
                           0.5,
                           1.0,
                           1.4,
                           n / 2 + 0.3,
                           n - 0.5,
                           n - 0.25,
                           n,
                           n + 0.25,
                           n + 0.5,
                           n + 0.75}) {
        result.push_back(u / n);
    }
    result.insert(result.end(), {1.33, 2, 2.5});
    return result;
}

std::vector<double> shortAxis(int size) {
    const double n = size;
    return {-1.45, -0.3 / n, 0.2 / n, 1.4 / n, 1 - 0.3 / n, 1 + 0.4 / n, 2.4};
}

Positions grid(const std::vector<double>& s,
               const std::vector<double>& t,
               const std::vector<double>& r,
               const std::vector<double>& q) {
    Positions result;
    for (const double a : s) {
        for (const double b : t) {
            for (const double c : r) {
                for (const double d : q) {
                    result.push_back({{a, b, c, d}, 0, 0, {}});
                }
            }
        }
    }
    return result;
}

Positions withLod(Positions positions, double lod) {
    for (reference::Position& position : positions) {
        position.lod = lod;
    }
    return positions;
}

Positions withReference(Positions positions, double reference) {
    for (reference::Position& position : positions) {
        position.reference = reference;
    }
    return positions;
}

Positions directions(int size, const std::vector<double>& layers) {
    const double n = size;
    std::vector<double> along; // In [−1, 1].
    for (const double u : {0.05, 0.25, 0.45, 1.3, n / 2 + 0.2, n - 0.3, n - 0.1}) {
        along.push_back(2 * u / n - 1);
    }
    Positions result;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double side : {-1.5, 1.5}) {
            for (const double a : along) {
                for (const double b : along) {
                    std::array<double, 3> d;
                    d[size_t(axis)] = side;
                    d[size_t(axis + 1) % 3] = a * 1.5;
                    d[size_t(axis + 2) % 3] = b * 1.5;
                    const double layer = layers[result.size() % layers.size()];
                    result.push_back({{d[0], d[1], d[2], layer}, 0, 0, {}});
                }
            }
        }
    }
    return result;
}

} // namespace samplers
