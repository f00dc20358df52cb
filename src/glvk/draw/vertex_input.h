// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/context/dirty.h"
#include "gl/context/state.h"
#include "glvk/draw/reads.h"
#include "glvk/gpu/buffer_storage.h"
#include "glvk/gpu/features.h"
#include "glvk/pipeline/pipeline_key.h"
#include "glvk/pipeline/vertex_format.h"
#include "glvk/record/stream.h"

#include <array>
#include <optional>
#include <vector>

namespace glvk {

class CallingContext;

constexpr uint32_t indexSize_B(GLenum type) {
    return type == GL_UNSIGNED_INT ? 4 : type == GL_UNSIGNED_SHORT ? 2 : 1;
}

/// Indices as the device gets them.
struct IndexSource {
    BufferStorage* storage = nullptr;
    VkDeviceSize offset_B = 0;
    VkIndexType type = VK_INDEX_TYPE_UINT16;
    uint32_t count = 0;
    uint32_t restart = kHighestRestarts; ///< Where primitives restart.

    static constexpr uint32_t kHighestRestarts = ~0u; ///< At the type's highest index.

    uint32_t first() const { return uint32_t(offset_B >> shift()); }
    /// The type's.
    uint32_t highest() const { return ~0u >> (32 - (8u << shift())); }

private:
    uint32_t shift() const {
        return type == VK_INDEX_TYPE_UINT32 ? 2 : type == VK_INDEX_TYPE_UINT16 ? 1 : 0;
    }
};

/// The vertex numbers of a draw.
struct VertexRange {
    uint32_t first = 0;
    uint32_t last = 0;
    bool others = false; ///< The device may ask for further ones.
};

/// The device restarts primitives in this draw, at the type's highest index or, where it can, at
/// another. What GL asks for beyond that (topologies that do not restart) is done by rewriting the
/// indices.
bool restartsOnDeviceNow(const gl::State& state,
                         const gl::DrawCall& call,
                         const Features& features);
inline bool
restartsOnDevice(const gl::State& state, const gl::DrawCall& call, const Features& features) {
    return state.mayRestart(call.indexType) && restartsOnDeviceNow(state, call, features);
}

/// Vertex arrays and indices: what is bound as it lies in buffer objects, and what has to be
/// streamed per draw (client memory, types no device fetches, line loops).
class VertexInput {
public:
    VertexInput(CallingContext& context, Gpu& gpu, Stream& stream);

    /// Dirty::Program: draws read the attributes of `vertices`, if that is not null. All arrays are
    /// to be updated and bound. Returns the words of the key that changed.
    KeyWords useAttributes(const gl::Executable* vertices, PipelineKey& key);
    /// Reads the dirty arrays of the program's attributes into the key. Returns the words of the
    /// key that changed.
    KeyWords updateArrays(const gl::State& state, const gl::DirtyBits& dirty, PipelineKey& key);
    /// The program's vertex numbers are GL's: draws must not shift them.
    void keepVertexNumbers(bool keep) { m_keepNumbers = keep; }
    /// A new command buffer: nothing is bound.
    void invalidate() {
        m_recorded = {};
        m_formatsRecorded = false;
    }
    /// A pipeline of the key was bound. One without arrays has no strides, and those that were set
    /// count no longer (Vulkan 1.3 section 10.12: what is not dynamic replaces what was set).
    void notePipeline() {
        if (m_used == 0) {
            for (Binding& binding : m_recorded) {
                binding.stride_B = kUnbound;
            }
        }
    }
    /// Binds the buffers of dirty arrays, and constant attributes. What is bound anew is added to
    /// `reads`. False: out of memory.
    bool bindBuffers(VkCommandBuffer commands,
                     const gl::State& state,
                     const gl::DirtyBits& dirty,
                     Reads& reads);
    /// Where formats are not in pipelines: sets those that changed, with the strides of what is
    /// bound. `secondHalves`: the program's.
    void setFormats(VkCommandBuffer commands, uint32_t secondHalves) {
        if (!m_formatsRecorded || m_formatsChanged || secondHalves != m_secondHalves) {
            recordFormats(commands, secondHalves);
        }
    }
    /// Brings what a draw looks at in buffer objects (arrays to be converted, indices) to host
    /// memory. Where that waits for the device, the recorder's batch has ended afterwards.
    void fetchHostCopies(const gl::State& state, const gl::DrawCall& call);
    /// Some array needs streaming for every draw.
    bool perDraw() const { return m_perDraw != 0; }
    /// Streams and binds those, for these vertices of the draw. `shift`: the draw has to subtract
    /// the first from its vertex numbers. False: out of memory.
    bool streamArrays(VkCommandBuffer commands,
                      const gl::State& state,
                      const gl::DrawCall& call,
                      VertexRange vertices,
                      bool& shift);
    /// All that bindBuffers() has bound, for hazard bookkeeping.
    void appendReads(std::vector<Resource*>& reads) const;

    /// The indices of a draw where they are in a buffer object and need no change; null storage:
    /// they are not, or do.
    /// `onDevice`: what restartsOnDevice() says.
    IndexSource
    directIndices(const gl::State& state, const gl::DrawCall& call, bool onDevice) const;
    IndexSource directIndices(const gl::State& state, const gl::DrawCall& call) const;
    /// Finds or makes the indices of a draw. Null storage: out of memory, or nothing to draw.
    IndexSource indices(const gl::State& state, const gl::DrawCall& call);
    /// The smallest and the largest vertex number that a draw uses, if it has any.
    std::optional<VertexRange> vertexRange(const gl::State& state, const gl::DrawCall& call);

private:
    void recordFormats(VkCommandBuffer commands, uint32_t secondHalves);
    KeyWords updateArray(unsigned location, const gl::State& state, PipelineKey& key);
    KeyWords
    store(PipelineKey& key, unsigned location, uint8_t format, uint8_t divisor, uint32_t stride_B);
    uint32_t locationsOf(uint32_t arrays) const;
    bool streamArray(VkCommandBuffer commands,
                     const gl::State& state,
                     const gl::DrawCall& call,
                     const VertexRange& vertices,
                     unsigned location);
    void bindStreamed(VkCommandBuffer commands,
                      unsigned location,
                      const StreamPiece& piece,
                      VkDeviceSize size_B,
                      VkDeviceSize stride_B);
    const std::byte*
    hostIndices(const gl::State& state, const gl::DrawCall& call, size_t& available);

    CallingContext& m_context;
    Gpu& m_gpu;
    Stream& m_stream;
    VertexFormats m_formats;
    /// Strides come with the buffers; else with the formats.
    const bool m_bindsStrides;
    /// The draw's indices one by one, restarts as ~0, for what the device cannot do with them.
    bool rewriteIndices(const gl::State& state, const gl::DrawCall& call);
    bool needsRewrite(const gl::State& state, const gl::DrawCall& call) const;

    uint32_t m_used = 0; ///< Locations, as the masks below.
    uint32_t m_perDraw = 0;
    uint32_t m_constant = 0;
    uint32_t m_expand = 0; ///< Divisors that the device lacks: an element for each instance.
    bool m_keepNumbers = false;
    PipelineKey m_formatsSet; ///< The arrays of the key, where they are not in pipelines.
    bool m_formatsRecorded = false;
    // As setFormats() described them last, and the locations that changed since.
    uint32_t m_formatsChanged = 0;
    uint32_t m_described = 0;
    uint32_t m_secondHalves = 0;
    uint32_t m_attributeCount = 0; ///< With second halves.
    std::array<VkVertexInputBindingDescription2EXT, gl::kMaxVertexAttribs> m_bindings{};
    std::array<VkVertexInputAttributeDescription2EXT, 2 * gl::kMaxVertexAttribs> m_attributes{};
    std::array<AttributeClass, gl::kMaxVertexAttribs> m_class{};
    /// What updateArray() made of an array depends on these alone, and on the attribute's class.
    struct ArrayShape {
        uint64_t flags = 0;
        GLenum type = GL_NONE; ///< None: updateArray() has not seen the array.
        GLsizei stride_B = 0;
        GLuint divisor = 0;
        uint32_t source = 0; ///< None, client memory, or how a buffer's offset is aligned.
        bool operator==(const ArrayShape&) const = default;
    };
    static ArrayShape shapeOf(const gl::VertexAttrib& a);
    std::array<ArrayShape, gl::kMaxVertexAttribs> m_shapes{};
    std::vector<uint32_t> m_rewritten;                    ///< Scratch.
    std::array<uint8_t, gl::kMaxVertexAttribs> m_array{}; ///< Array that feeds a location.
    std::array<uint32_t, 32> m_locations{};               ///< Bits of those that an array feeds.
    std::array<ArrayFetch, gl::kMaxVertexAttribs> m_fetch{};
    std::array<uint32_t, gl::kMaxVertexAttribs> m_stride_B{};
    /// What VertexFormats::fetch() said lately, by a few bits of formatOf().
    struct KnownFetch {
        uint64_t format = 0; ///< formatOf(); no array has 0.
        ArrayFetch fetch;
    };
    std::array<KnownFetch, 32> m_knownFetches{};
    std::array<BufferStorage*, gl::kMaxVertexAttribs> m_bound{};
    static constexpr VkDeviceSize kUnbound = ~VkDeviceSize(0);
    /// Bindings as the command buffer has them.
    struct Binding {
        VkBuffer buffer = VK_NULL_HANDLE;
        VkDeviceSize offset_B = 0;
        VkDeviceSize stride_B = kUnbound;
        bool operator==(const Binding&) const = default;
    };
    std::array<Binding, gl::kMaxVertexAttribs> m_recorded{};
};

} // namespace glvk
