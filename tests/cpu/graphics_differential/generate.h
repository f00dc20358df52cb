// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What generators of cases share: numbers, shapes and shaders.
#pragma once

#include "case.h"

#include <cstring>

namespace pictures {

/// A random number below `bound`. (The standard's distributions differ from library to library.)
inline uint32_t below(Random& random, uint32_t bound) {
    return uint32_t(uint64_t(random()) * bound >> 32);
}
inline bool chance(Random& random, uint32_t oneOf) {
    return below(random, oneOf) == 0;
}
template <typename T, size_t n>
const T& pick(Random& random, const T (&from)[n]) {
    return from[below(random, uint32_t(n))];
}

/// The vertex that most cases use: locations 0, 1 and 2.
struct Vertex {
    float position[4];
    float color[4];
    uint32_t words[4];
};

/// A position in pixels on a grid of 1/16, which both devices represent: then coverage is the same.
/// `w` must be a power of two.
Vertex vertexAt(VkExtent2D extent, float x_px, float y_px, float z = 0.5f, float w = 1);

/// Binding 0 with the three attributes above.
void setVertices(Step& step, const std::vector<Vertex>& vertices);

/// Colors k/255 (of 8 bits and less, so that no device rounds them) and words that every integer
/// attachment of the case can hold.
void colorPrimitive(Random& random, const Case& test, std::vector<Vertex>& vertices, size_t first);

/// `count` triangles anywhere in the picture. (lavapipe cuts those that leave the viewport, which
/// moves their corners by up to a sub-pixel: outsideCase().)
std::vector<Vertex>
randomTriangles(Random& random, const Case& test, uint32_t count, float z = 0.5f);
/// One triangle in each cell of `cell_px`, which touches no other: every pixel is drawn once.
std::vector<Vertex> cellTriangles(Random& random, const Case& test, uint32_t cell_px);

/// Passes position, and color and words flat.
extern const char* const kFlatVertex;
/// Writes the flat color to every attachment of the case.
std::string flatFragment(const Case& test);
/// The same with the body's text before the outputs, which may change `color` and `words`.
std::string flatFragment(const Case& test, const std::string& globals, const std::string& body);

/// A whole case: name, and what may be anything for a case about something else.
Case newCase(const char* family, uint32_t seed, Random& random);
bool bothCanBlend(VkFormat format);

Case blendCase(uint32_t seed);
Case logicCase(uint32_t seed);
Case depthCase(uint32_t seed);
Case stencilCase(uint32_t seed);
Case outputCase(uint32_t seed);
Case formatCase(uint32_t index);
Case topologyCase(uint32_t seed);
Case viewportCase(uint32_t seed);
Case clipCase(uint32_t seed);
Case outsideCase(uint32_t seed);
Case pointCase(uint32_t seed);
Case lineCase(uint32_t seed);
Case varyingCase(uint32_t seed);
Case vertexFormatCase(uint32_t index);
Case instanceCase(uint32_t seed);
Case textureCase(uint32_t seed);
Case fragmentCase(uint32_t seed);
Case multisampleCase(uint32_t seed);
Case layerCase(uint32_t seed);
Case passCase(uint32_t seed);
Case geometryStageCase(uint32_t seed);
Case tessellationCase(uint32_t seed);

/// Much geometry, and results that hang on the order of primitives: for comparing a device with
/// itself.
Case sceneCase(uint32_t seed);
/// With tessellation and geometry.
Case stageSceneCase(uint32_t seed);

} // namespace pictures
