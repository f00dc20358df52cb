// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace gl {

/// What changed in the context since the back end last looked. A setter sets its bit only when the
/// value really changed; whoever consumes a piece of state clears its bit.
enum class Dirty : uint8_t {
    Framebuffer, ///< Binding, attachments, draw buffers, or an attachment's storage.
    Viewport,    ///< Viewport, depth range.
    Scissor,     ///< Box and enable.
    Cull,        ///< Culling, front face.
    Raster,      ///< Polygon mode, depth clamp, rasteriser discard, provoking vertex, clipping.
    DepthBias,   ///< Polygon offset enable, factor, units.
    LineWidth,
    DepthStencil, ///< Tests, functions, operations, masks, stencil reference.
    Blend,        ///< Enable, equations, functions.
    BlendColor,
    ColorMask,
    Multisample, ///< Sample coverage, alpha to coverage.
    /// Another program, or the bound one was linked again. What it reads of the bits below, the
    /// back end looks up without their being set.
    Program,
    Uniforms,       ///< Default uniforms or built-in uniforms of the current program.
    Textures,       ///< Bindings, parameters, images, sampler unit mapping.
    VertexBuffers,  ///< All that an array is: enable, format, divisor, source and its storage.
    UniformBuffers, ///< Bindings of uniform buffers, their storage, block bindings of programs.
    Feedback,       ///< Transform feedback object, its buffers, active or paused.
    Samples,        ///< Sample mask, sample shading.
    LogicOp,
    CurrentAttribs, ///< glVertexAttrib*: values for arrays that are off.
    Count
};

class DirtyBits {
public:
    constexpr DirtyBits() = default;
    static constexpr DirtyBits all() {
        DirtyBits bits((1u << unsigned(Dirty::Count)) - 1);
        bits.m_arrays = ~0u;
        bits.m_units = ~uint64_t(0);
        bits.m_blocks = ~uint64_t(0);
        return bits;
    }
    constexpr void set(Dirty bit) {
        m_bits |= mask(bit);
        m_arrays |= bit == Dirty::VertexBuffers ? ~0u : 0;
        m_units |= bit == Dirty::Textures ? ~uint64_t(0) : 0;
        m_blocks |= bit == Dirty::UniformBuffers ? ~uint64_t(0) : 0;
    }
    /// Dirty::VertexBuffers, of one array alone.
    constexpr void setArray(unsigned array) {
        m_bits |= mask(Dirty::VertexBuffers);
        m_arrays |= 1u << array;
    }
    /// Dirty::Textures, of what is bound to one texture unit alone.
    constexpr void setUnit(size_t unit) {
        m_bits |= mask(Dirty::Textures);
        m_units |= unitBit(unit);
    }
    /// Dirty::UniformBuffers, of what is bound to one binding point alone.
    constexpr void setBlock(size_t binding) {
        m_bits |= mask(Dirty::UniformBuffers);
        m_blocks |= unitBit(binding);
    }
    constexpr void clear(Dirty bit) {
        m_bits &= ~mask(bit);
        m_arrays &= bit == Dirty::VertexBuffers ? 0 : ~0u;
        m_units &= bit == Dirty::Textures ? 0 : ~uint64_t(0);
        m_blocks &= bit == Dirty::UniformBuffers ? 0 : ~uint64_t(0);
    }
    constexpr bool test(Dirty bit) const { return m_bits & mask(bit); }
    constexpr bool any() const { return m_bits != 0; }
    constexpr bool anyOf(uint32_t bits) const { return m_bits & bits; }
    constexpr void clearAll() {
        m_bits = m_arrays = 0;
        m_units = m_blocks = 0;
    }
    constexpr uint32_t bits() const { return m_bits; }
    /// The arrays (a bit each) that Dirty::VertexBuffers is about.
    constexpr uint32_t arrays() const { return m_arrays; }
    /// The units (unitBit() of each) that Dirty::Textures is about.
    constexpr uint64_t units() const { return m_units; }
    /// The binding points (unitBit() of each) that Dirty::UniformBuffers is about.
    constexpr uint64_t blocks() const { return m_blocks; }
    /// Units that are 64 apart share a bit.
    static constexpr uint64_t unitBit(size_t unit) { return uint64_t(1) << unit % 64; }
    static constexpr uint32_t mask(Dirty bit) { return 1u << unsigned(bit); }
    constexpr DirtyBits& operator|=(const DirtyBits& other) {
        m_bits |= other.m_bits;
        // Apart, and only if need be: bits that were just set do not reach wider loads at once.
        if (other.m_bits &
            (mask(Dirty::VertexBuffers) | mask(Dirty::Textures) | mask(Dirty::UniformBuffers))) {
            m_arrays |= other.m_arrays;
            m_units |= other.m_units;
            m_blocks |= other.m_blocks;
        }
        return *this;
    }

private:
    constexpr explicit DirtyBits(uint32_t bits) : m_bits(bits) {}
    uint32_t m_bits = 0;
    uint32_t m_arrays = 0;
    uint64_t m_units = 0;
    uint64_t m_blocks = 0;
};

/// Parts of GL's state that built-in uniforms show: which of them a draw has to write again.
enum ShownState : uint32_t {
    kShownPoints = 1, ///< Sizes, fading, attenuation, and where gl_PointCoord starts.
    kShownFramebuffer = 2,
    kShownDepthRange = 4,
    kShownModelView = 8,
    kShownProjection = 16,
    kShownTextureMatrices = 32,
    kShownClipPlanes = 64, ///< What they are, and whether any clips.
    kShownFog = 128,
    kShownTextureEnvironment = 256,
    kShownTextureGeneration = 512,
    kShownLighting = 1024, ///< Lights, materials, the light model.
    kShownAlphaTest = 2048,
    kShownFixedFunction = 4096,     ///< The keys of fixed function's programs.
    kShownProgramParameters = 8192, ///< What assembly programs read but GL's own state.
    kShownPolygonStipple = 16384,
    kShownColorClamps = 32768,
    kShownAll = 65535,
    /// What fixed function's programs are chosen by is among these.
    kShownByKeys =
        kShownPoints | kShownTextureMatrices | kShownClipPlanes | kShownFog | kShownColorClamps,
};

/// What the next draw has to validate again. Set it along with the dirty bits.
enum Recheck : uint32_t {
    kRecheckProgram = 1,     ///< Current program, or its link state.
    kRecheckFramebuffer = 2, ///< Draw framebuffer binding, attachments, their storage.
    kRecheckArrays = 4,      ///< Array enables, pointers, buffers; buffers being mapped.
    kRecheckBuiltins = 8,    ///< Built-in uniforms (by ShownState), chosen subroutines.
    /// State that fixed function's programs are chosen by.
    kRecheckFixedFunction = 128,
    kRecheckAll = 15 | kRecheckFixedFunction,
    // These stay while it is so: every draw takes the slow way.
    kRecheckFeedback = 16,    ///< Transform feedback captures.
    kRecheckCondition = 32,   ///< Conditional rendering.
    kRecheckFaces = 64,       ///< The faces of polygons have modes of their own.
    kRecheckSpecial = 256,    ///< The special program of fixed function is awaited.
    kRecheckRenderMode = 512, ///< Nothing is drawn: selection, feedback.
    kRecheckStaying =
        kRecheckFeedback | kRecheckCondition | kRecheckFaces | kRecheckSpecial | kRecheckRenderMode,
};

} // namespace gl
