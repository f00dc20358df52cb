// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The format classes: one internal format or two for each way in which texels become numbers, how
// to make pixels for them, and what these pixels mean.

#pragma once

#include "samplers/reference.h"

#include <cstdint>
#include <string>
#include <vector>

namespace samplers {

enum class Numeric { Unorm, Snorm, Srgb, Float, UnsignedFloat, Uint, Sint, FixedDepth, FloatDepth };

/// Where a format exists.
enum Where : unsigned {
    kCompatibility = 1,
    kCore = 2,
    kEs3 = 4,
    kDesktop = kCompatibility | kCore,
    kEverywhere = kDesktop | kEs3,
};

struct Format {
    const char* name;
    GLenum internal;
    GLenum format; ///< Of the client's pixels; GL_NONE: blocks of DXT1.
    GLenum type;
    reference::Base base;
    Numeric numeric;
    int bits; ///< Of a component of the client's pixels, and of the format.
    unsigned where;
    /// A desktop context needs this version or that extension.
    int version = 0;
    const char* extension = nullptr;
    /// OpenGL ES 3.0 filters it only with this extension; "-": not at all.
    const char* esLinear = nullptr;

    bool integer() const { return numeric == Numeric::Uint || numeric == Numeric::Sint; }
    bool depth() const { return base == reference::Base::Depth; }
    bool hasStencil() const { return format == GL_DEPTH_STENCIL; }
};

const std::vector<Format>& formats();
const Format& formatNamed(const std::string& name);

enum class Contents {
    Any,
    /// Depths a quarter apart: nothing that a rounding could take over a reference's edge.
    Quarters,
};

/// The client's pixels of an image, tightly packed, and what the texels are by the specification.
struct Pixels {
    reference::Level level;
    std::vector<uint8_t> bytes;
};

/// `stencil`: the texels are what stencil texturing gives, where both are stored.
Pixels makePixels(const Format& format,
                  int width,
                  int height,
                  int depth,
                  uint32_t seed,
                  Contents contents = Contents::Any,
                  bool stencil = false);

/// What border colours are clamped to.
void representable(const Format& format, reference::Vec4& low, reference::Vec4& high);

/// How far the result of a lookup may lie from the exact one, apart from the precision of
/// coordinates and levels: the formats of the filters.
double valueTolerance(const Format& format, bool linear);

} // namespace samplers
