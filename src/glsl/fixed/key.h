// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What fixed function's programs do, as they read it: docs/fixed-function.md.
#pragma once

#include "glsl/language/builtin_uniforms.h"

#include <array>
#include <cstdint>

namespace glsl {

inline constexpr int kFixedUnits = 8; ///< Texture units.

/// Where texture coordinates come from.
enum class FixedGeneration : uint8_t { Given, Object, Eye, Sphere, Reflection, Normal };

/// Which of a unit's textures is looked up.
enum class FixedTexture : uint8_t {
    None,
    Tex1D,
    Tex2D,
    Rectangle,
    Tex3D,
    Cube,
    Shadow1D,
    Shadow2D,
    ShadowRectangle,
    ShadowCube,
    Count
};

/// What a unit does to colours; environments that are not GL_COMBINE are some of these.
enum class FixedCombine : uint8_t {
    Replace,
    Modulate,
    Add,
    AddSigned,
    Interpolate,
    Subtract,
    Dot3, ///< Of colours; for alpha: the colours' product.
};

/// An argument of a FixedCombine. Texture0 + i is what unit i looked up.
enum class FixedSource : uint8_t { Previous, Primary, Constant, Texture0 = 8 };

struct FixedArgument {
    FixedSource source = FixedSource::Previous;
    bool alpha = false;    ///< Of colours: the source's alpha.
    bool inverted = false; ///< One minus that.
};

/// Words as the texts of `glsl/fixed` read them; only what changes code is in them, and what has no
/// effect is zero. Lights that are on, fog, the alpha test's function, colours and planes are data.
struct FixedFunctionKey {
    std::array<uint32_t, 4 * size_t(kFixedVertexVectors)> vertex{};
    std::array<uint32_t, 4 * size_t(kFixedFragmentVectors)> fragment{};

    bool operator==(const FixedFunctionKey&) const = default;

    // vertex[0]
    static constexpr uint32_t kLighting = 1;
    static constexpr uint32_t kLocalViewer = 2;
    static constexpr uint32_t kTwoSided = 4; ///< Of lighting; of fragments kBackColors.
    static constexpr uint32_t kSeparateSpecular = 8;
    static constexpr uint32_t kRescaleNormals = 0x10;
    static constexpr uint32_t kNormalize = 0x20;
    static constexpr uint32_t kClips = 0x40;
    static constexpr uint32_t kFogCoordinate = 0x80; ///< The vertex's, not its distance.
    static constexpr uint32_t kAttenuatesPoints = 0x100;
    static constexpr uint32_t kPointSizes = 0x200; ///< The vertices'.
    /// Material parameters that are the vertex's colour (MaterialParameter bits), front and back.
    static constexpr uint32_t kColorMaterialShift = 16;

    /// vertex[4 …], two units a word: coordinates that are read, how each of the four comes about,
    /// and whether a matrix changes them.
    static constexpr uint32_t kCoordinates = 1;
    static constexpr uint32_t kTextureMatrix = 0x2000;
    void setCoordinates(int unit, uint32_t bits) {
        vertex[4 + size_t(unit) / 2] |= bits << (unit % 2 * 16);
    }
    static constexpr uint32_t generation(int coordinate, FixedGeneration how) {
        return uint32_t(how) << (1 + 3 * coordinate);
    }

    // fragment[16]
    static constexpr uint32_t kAlphaTest = 1;
    static constexpr uint32_t kColorSum = 2;
    static constexpr uint32_t kBackColors = 4; ///< Back faces have colours of their own.
    static constexpr uint32_t kFlat = 8;       ///< Colours are not interpolated.
    uint32_t& fragmentFlags() { return fragment[16]; }
    uint32_t fragmentFlags() const { return fragment[16]; }
    /// fragment[17]: a bit for each FixedTexture that the program knows.
    static constexpr size_t kTexturesWord = 17;

    /// fragment[2 · unit]: the texture, then what becomes of colours; the next: of alpha.
    static constexpr uint32_t kReplaceCoordinates = 1u << 28; ///< By the place in a point.
    FixedTexture texture(int unit) const { return FixedTexture(fragment[2 * size_t(unit)] & 15); }
    uint32_t coordinates(int unit) const {
        return vertex[4 + size_t(unit) / 2] >> (unit % 2 * 16) & 0xffff;
    }
    /// One more than the last unit that looks something up, or whose coordinates are read.
    int units() const {
        int units = kFixedUnits;
        while (units > 0 && texture(units - 1) == FixedTexture::None &&
               coordinates(units - 1) == 0) {
            --units;
        }
        return units;
    }
    /// Not so where the application's stage is drawn with: coordinates are then looked up that
    /// nothing wrote, or written and not looked up.
    bool hasVertexStage() const {
        return hasStage([](bool, bool written) { return written; });
    }
    bool hasFragmentStage() const {
        return hasStage([](bool read, bool) { return read; });
    }

    struct Step {
        FixedCombine function = FixedCombine::Replace;
        std::array<FixedArgument, 3> arguments;
        uint32_t scaleLog2 = 0;
    };
    void setUnit(int unit, FixedTexture texture, const Step& rgb, const Step& alpha) {
        const auto argument = [](const FixedArgument& a) {
            return uint32_t(a.source) | uint32_t(a.inverted) << 4 | uint32_t(a.alpha) << 5;
        };
        uint32_t words[] = {uint32_t(texture) | uint32_t(rgb.function) << 4 | rgb.scaleLog2 << 8,
                            uint32_t(alpha.function) | alpha.scaleLog2 << 4};
        for (unsigned i = 0; i < 3; ++i) {
            words[0] |= argument(rgb.arguments[i]) << (10 + 6 * i);
            words[1] |= (argument(alpha.arguments[i]) & 31) << (6 + 5 * i);
        }
        fragment[2 * size_t(unit)] = words[0];
        fragment[2 * size_t(unit) + 1] = words[1];
    }

private:
    template <typename Has>
    bool hasStage(Has has) const {
        for (int i = 0; i < kFixedUnits; ++i) {
            const bool read = texture(i) != FixedTexture::None;
            const bool written = coordinates(i) != 0;
            if (read != written && !has(read, written)) {
                return false;
            }
        }
        return true;
    }
};

} // namespace glsl
