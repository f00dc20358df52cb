// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/rules/versions.h"

#include <iterator>

namespace gl {

namespace {

/// What a version needs of the device beyond what every device this driver opens has.
struct Need {
    int es;      ///< The OpenGL ES version that asks for it first, 0: none served.
    int desktop; ///< The same of OpenGL.
    const char* what;
    bool (*met)(const Caps&);
};

// clang-format off
constexpr Need kNeeds[] = {
    {30, 30, "transform feedback", [](const Caps& c) { return c.transformFeedback; }},
    {30, 30, "four draw buffers", [](const Caps& c) { return c.maxDrawBuffers >= 4; }},
    {30, 30, "four samples", [](const Caps& c) { return c.maxSamples >= 4; }},
    {0, 30, "eight draw buffers", [](const Caps& c) { return c.maxDrawBuffers >= 8; }},
    {0, 30, "masks per draw buffer", [](const Caps& c) { return c.independentBlend; }},
    {0, 30, "clip distances", [](const Caps& c) { return c.clipDistance; }},
    {0, 32, "geometry shaders", [](const Caps& c) { return c.geometryShader; }},
    {0, 32, "depth clamping", [](const Caps& c) { return c.depthClamp; }},
    {0, 32, "the last provoking vertex", [](const Caps& c) { return c.provokingVertex; }},
    {0, 33, "dual-source blending", [](const Caps& c) { return c.dualSourceBlend; }},
    {0, 33, "counting occlusion queries", [](const Caps& c) { return c.preciseOcclusion; }},
    {0, 33, "timestamps", [](const Caps& c) { return c.timestamps; }},
    {0, 33, "custom border colors", [](const Caps& c) { return c.customBorderColor; }},
    {0, 40, "tessellation shaders", [](const Caps& c) { return c.tessellationShader; }},
    {0, 40, "four vertex streams", [](const Caps& c) { return c.vertexStreams >= 4; }},
    {0, 40, "doubles in shaders", [](const Caps& c) { return c.fp64; }},
    {0, 40, "sample shading", [](const Caps& c) { return c.sampleShading; }},
    {0, 40, "cube map arrays", [](const Caps& c) { return c.cubeMapArray; }},
    {0, 40, "gathers with free offsets", [](const Caps& c) { return c.gatherExtended; }},
    {0, 40, "indirect draws", [](const Caps& c) { return c.drawIndirect; }},
    {0, 41, "doubles as vertex attributes", [](const Caps& c) { return c.fp64Attributes; }},
    {0, 41, "sixteen viewports", [](const Caps& c) { return c.multiViewport; }},
};
// clang-format on

constexpr int kDesktop[] = {30, 31, 32, 33, 40, 41};

bool met(const Caps& caps, int version, int Need::* first) {
    for (const Need& need : kNeeds) {
        if (need.*first != 0 && need.*first <= version && !need.met(caps)) {
            return false;
        }
    }
    return true;
}

} // namespace

Versions supportedVersions(const Caps& caps) {
    Versions versions;
    if (met(caps, 30, &Need::es)) {
        versions.es = 30;
    }
    for (const int version : kDesktop) {
        if (!met(caps, version, &Need::desktop)) {
            break;
        }
        versions.legacy = version;
        if (version >= 31) {
            versions.core = version;
        }
    }
    return versions;
}

std::vector<VersionGap> versionGaps(const Caps& caps) {
    std::vector<VersionGap> gaps;
    for (const Need& need : kNeeds) {
        if (need.met(caps)) {
            continue;
        }
        if (need.es != 0) {
            gaps.push_back({.es = true, .version = need.es, .needs = need.what});
        }
        if (need.desktop != 0) {
            gaps.push_back({.es = false, .version = need.desktop, .needs = need.what});
        }
    }
    return gaps;
}

} // namespace gl
