// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/compiler.h"
#include "cpu/shader/graphics_abi.h"

/// Vertex and fragment shaders to code. A stage is compiled alone: nothing here depends on other
/// stages, on formats, on blending or on any other state (docs/graphics-cpu.md).
namespace cpu::shader {

inline constexpr char kVertexSymbol[] = "vertex";
inline constexpr char kFragmentSymbol[] = "fragment";

inline constexpr uint32_t kMaxCaptureBuffers = 4;

/// A word of a vertex that transform feedback writes.
struct Capture {
    uint32_t slot;
    uint32_t buffer;
    uint32_t offset_B; ///< In the vertex's part of the buffer.
    friend constexpr bool operator==(const Capture&, const Capture&) = default;
};

/// Defines kVertexSymbol, a VertexFunction.
struct VertexImage : StageImage {
    uint32_t attributesUsed = 0; ///< A bit per location.
    /// Slots written, and room for them: one more than the last.
    uint32_t slotCount = kFirstVaryingSlot;
    bool writesPointSize = false;
    bool writesLayer = false;
    bool writesViewportIndex = false;
    uint8_t clipDistances = 0;                              ///< How many.
    uint8_t cullDistances = 0;                              ///< How many, after the clip distances.
    std::array<uint8_t, kMaxLocations> varyingComponents{}; ///< Mask of those written, by location.
    bool writesMemory = false;                              ///< Stores, atomics, image writes.
    std::vector<Capture> captures;                          ///< By buffer, then by offset.
    std::array<uint32_t, kMaxCaptureBuffers> captureStrides_B{};
};

/// Defines kFragmentSymbol, a FragmentFunction.
struct FragmentImage : StageImage {
    /// Of each varying slot from location 0, component 0, to the last one read.
    std::vector<Interpolation> varyings;
    uint8_t colorsWritten = 0; ///< A bit per location.
    bool writesSecondColor = false;
    bool writesDepth = false;
    bool writesStencil = false;
    bool writesSampleMask = false;
    bool readsPointCoord = false;
    bool readsClipDistance = false;
    bool discards = false;
    bool writesMemory = false;
    bool earlyTests = false; ///< EarlyFragmentTests.
    bool perSample = false;  ///< Reads gl_SampleID or gl_SamplePosition, or interpolates so.
    bool readsInputAttachments = false;
};

base::Result<VertexImage> compileVertex(const ShaderSource& source,
                                        const InterfaceLayout& layout,
                                        jit::Level level,
                                        std::span<const StableSite> stable = {});
base::Result<FragmentImage> compileFragment(const ShaderSource& source,
                                            const InterfaceLayout& layout,
                                            jit::Level level,
                                            std::span<const StableSite> stable = {});

} // namespace cpu::shader
