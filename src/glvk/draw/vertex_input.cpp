// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/draw/vertex_input.h"

#include "base/bits.h"
#include "glsl/link/program.h"
#include "glvk/gpu/gpu.h"
#include "glvk/image/buffer.h"
#include "glvk/record/calling_context.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>

namespace glvk {

namespace {

/// By half the bytes of an index.
constexpr VkIndexType kIndexTypes[] = {
    VK_INDEX_TYPE_UINT8_EXT, VK_INDEX_TYPE_UINT16, VK_INDEX_TYPE_UINT32};

Buffer& backend(const gl::Ref<gl::Buffer>& buffer) {
    return static_cast<Buffer&>(buffer->backend());
}

uint32_t stride_B(const gl::VertexAttrib& a) {
    return a.stride_B ? uint32_t(a.stride_B) : a.zeroStride ? 0 : uint32_t(a.elementSize_B());
}

/// All that VertexFormats::fetch() looks at.
uint64_t formatOf(const gl::VertexAttrib& a, AttributeClass shader) {
    return uint64_t(a.type) | uint64_t(a.size) << 32 | uint64_t(shader) << 40 |
           uint64_t(a.normalized) << 48 | uint64_t(a.integer) << 49 | uint64_t(a.isLong) << 50 |
           uint64_t(a.bgra) << 51;
}

constexpr uint64_t kFetchHash = 0x9e3779b97f4a7c15; // 2^64 over the golden ratio, for 5 bits.
// Of arrays' shapes; other sources are offsets into buffers, as far as alignment goes.
constexpr uint32_t kNoSource = 8;
constexpr uint32_t kClientSource = 16;

constexpr uint32_t kHighestDivisor = 255; // The key's.
constexpr uint32_t kConstant_B = 32;      // Four doubles.

/// As IndexSource has it, of indices that are left as they are. Every draw with indices comes here,
/// so it looks at less than restartIndexOf().
uint32_t restartOf(const gl::State& state, const gl::DrawCall& call) {
    const bool another = state.primitiveRestart && !state.primitiveRestartFixed &&
                         state.restartIndex < gl::highestIndex(call.indexType);
    return another ? state.restartIndex : IndexSource::kHighestRestarts;
}

/// Vertices of one primitive of a list.
uint32_t verticesOfList(GLenum mode, uint32_t patchVertices) {
    switch (mode) {
    case GL_LINES:
        return 2;
    case GL_TRIANGLES:
        return 3;
    case GL_LINES_ADJACENCY:
        return 4;
    case GL_TRIANGLES_ADJACENCY:
        return 6;
    case GL_PATCHES:
        return patchVertices;
    default:
        return 1;
    }
}

uint32_t indexAt(const std::byte* data, uint32_t size_B, size_t i) {
    if (size_B == 1) {
        return uint8_t(data[i]);
    }
    if (size_B == 2) {
        uint16_t value;
        std::memcpy(&value, data + 2 * i, 2);
        return value;
    }
    uint32_t value;
    std::memcpy(&value, data + 4 * i, 4);
    return value;
}

/// Elements of an array that a draw reads.
struct Elements {
    uint64_t from = 0;
    uint64_t to = 0;
    bool others = false; ///< The device may ask for further ones.
};

/// Of an array without stride: the one that it has. Of an array in a buffer: up to the first that
/// lies outside (`available_B` are left of the buffer), which robust access may choose for all the
/// others. `expand`: an element for each instance.
Elements elementsOf(const gl::VertexAttrib& a,
                    const gl::DrawCall& call,
                    const VertexRange& vertices,
                    bool expand,
                    uint64_t available_B) {
    const uint32_t stride = stride_B(a);
    if (!stride) {
        return {};
    }
    Elements elements{vertices.first, vertices.last, vertices.others};
    const uint64_t base = call.baseInstance;
    if (a.divisor) {
        const uint64_t last = uint64_t(call.instances) - 1;
        elements = {0, base + (expand ? last : last / a.divisor)};
        elements.others = elements.to > std::numeric_limits<uint32_t>::max();
    }
    if (!a.buffer) {
        return elements;
    }
    uint64_t outside = (available_B + stride - 1) / stride;
    if (expand) {
        outside = outside < base ? 0 : base + (outside - base) * a.divisor;
    }
    outside = std::max(outside, elements.from);
    if (elements.to > outside) {
        elements.to = outside;
        elements.others = true;
    }
    return elements;
}

// The words that changed.
KeyWords storeArray(
    PipelineKey& key, unsigned location, uint8_t format, uint8_t divisor, uint32_t stride_B) {
    KeyWords changed = 0;
    const auto set = [&](auto& field, auto value) {
        if (field != value) {
            field = value;
            const auto offset_B = size_t(reinterpret_cast<const std::byte*>(&field) -
                                         reinterpret_cast<const std::byte*>(&key));
            changed |= PipelineKey::wordsOf(offset_B, sizeof field);
        }
    };
    set(key.attributeFormat[location], format);
    set(key.divisor[location], divisor);
    set(key.stride_B[location], uint16_t(stride_B));
    return changed;
}

} // namespace

bool restartsOnDeviceNow(const gl::State& state,
                         const gl::DrawCall& call,
                         const Features& features) {
    if (!state.restartIndexOf(call.indexType)) {
        return false;
    }
    switch (call.mode) {
    case GL_POINTS:
    case GL_LINES:
    case GL_TRIANGLES:
    case GL_LINES_ADJACENCY:
    case GL_TRIANGLES_ADJACENCY:
        return features.listRestart;
    case GL_PATCHES:
        return features.patchListRestart;
    default:
        return true;
    }
}

VertexInput::VertexInput(CallingContext& context, Gpu& gpu, Stream& stream)
    : m_context(context),
      m_gpu(gpu),
      m_stream(stream),
      m_formats(gpu),
      m_bindsStrides(
          gpu.features().extendedDynamicState &&
          (gpu.features().usesShaderObjects() || !gpu.features().strategy.dynamicVertexInput)) {}

KeyWords VertexInput::useAttributes(const gl::Executable* vertices, PipelineKey& key) {
    KeyWords changed = 0;
    m_locations = {};
    m_used = vertices ? vertices->attributeMask & base::lowMask(gl::kMaxVertexAttribs) : 0;
    base::forEachBit(m_used, [&](unsigned location) {
        const uint8_t array = vertices->attributeSources[location];
        m_array[location] = array;
        m_locations[array] |= 1u << location;
        const AttributeClass shader = attributeClass(*vertices->linked, location);
        if (m_class[location] != shader) {
            m_class[location] = shader;
            m_shapes[location] = {};
        }
    });
    base::forEachBit(~m_used & base::lowMask(gl::kMaxVertexAttribs), [&](unsigned location) {
        changed |= store(key, location, 0, 0, 0);
        m_bound[location] = nullptr;
        m_shapes[location] = {};
    });
    m_perDraw &= m_used;
    m_constant &= m_used;
    m_expand &= m_used;
    return changed;
}

KeyWords
VertexInput::updateArrays(const gl::State& state, const gl::DirtyBits& dirty, PipelineKey& key) {
    KeyWords changed = 0;
    base::forEachBit(locationsOf(dirty.arrays()),
                     [&](unsigned location) { changed |= updateArray(location, state, key); });
    return changed;
}

KeyWords VertexInput::store(
    PipelineKey& key, unsigned location, uint8_t format, uint8_t divisor, uint32_t stride_B) {
    if (!m_gpu.features().strategy.dynamicVertexInput) {
        return storeArray(key, location, format, divisor, stride_B);
    }
    if (storeArray(m_formatsSet, location, format, divisor, stride_B)) {
        m_formatsChanged |= 1u << location;
    }
    return 0;
}

VertexInput::ArrayShape VertexInput::shapeOf(const gl::VertexAttrib& a) {
    if (!a.enabled || (a.buffer && !backend(a.buffer).storage())) {
        return {.type = a.type, .source = kNoSource};
    }
    ArrayShape shape{.type = a.type,
                     .stride_B = a.stride_B,
                     .divisor = a.divisor,
                     .source = a.buffer ? uint32_t(uintptr_t(a.pointer) & 7) : kClientSource};
    static_assert(offsetof(gl::VertexAttrib, orphaned) == sizeof shape.flags - 1);
    std::memcpy(&shape.flags, &a, sizeof shape.flags);
    return shape;
}

KeyWords VertexInput::updateArray(unsigned location, const gl::State& state, PipelineKey& key) {
    const gl::VertexAttrib& a = state.vertexArray->arrays[m_array[location]];
    const ArrayShape shape = shapeOf(a);
    if (m_shapes[location] == shape) {
        return 0;
    }
    m_shapes[location] = shape;
    const uint32_t bit = 1u << location;
    m_perDraw &= ~bit;
    m_constant &= ~bit;
    m_expand &= ~bit;
    m_bound[location] = nullptr;
    if (shape.source == kNoSource) {
        m_constant |= bit;
        return store(key, location, VertexFormats::constant(m_class[location]), 0, 0);
    }
    const uint64_t wanted = formatOf(a, m_class[location]);
    KnownFetch& known = m_knownFetches[(wanted * kFetchHash) >> 59];
    if (known.format != wanted) {
        known = {wanted, m_formats.fetch(a, m_class[location])};
    }
    const ArrayFetch fetch = m_fetch[location] = known.fetch;
    const VertexFormat& format = vertexFormat(fetch.format);
    const uint32_t stride = a.stride_B || a.zeroStride ? uint32_t(a.stride_B) : fetch.element_B;
    const uint32_t places = stride | (a.buffer ? shape.source : 0);
    m_stride_B[location] = stride;
    const bool misaligned = (places & (format.component_B - 1u)) != 0 ||
                            stride > m_gpu.limits().maxVertexInputBindingStride;
    // Strides that are bound are zero, or an element at least:
    // VUID-vkCmdBindVertexBuffers2-pStrides-06209.
    const bool overlaps = m_bindsStrides && stride != 0 && stride < format.size_B;
    if (fetch.convert || misaligned || overlaps || !a.buffer) {
        m_perDraw |= bit;
    }
    uint8_t divisor = uint8_t(a.divisor);
    if (a.divisor > 1) {
        const bool lacking = !m_gpu.features().attributeDivisor || a.divisor > kHighestDivisor;
        if (stride && lacking) {
            m_expand |= bit;
            m_perDraw |= bit;
        }
        if (!stride || lacking) {
            divisor = 1; // All elements are the same, or each instance has its own.
        }
    }
    uint32_t keyStride_B = 0;
    if (!m_bindsStrides) {
        // Streamed arrays are packed tightly; see streamArray().
        keyStride_B = m_perDraw & bit && stride ? format.size_B : stride;
    }
    return store(key, location, fetch.format, divisor, keyStride_B);
}

uint32_t VertexInput::locationsOf(uint32_t arrays) const {
    if (arrays == ~0u) {
        return m_used;
    }
    uint32_t locations = 0;
    base::forEachBit(arrays, [&](unsigned array) { locations |= m_locations[array]; });
    return locations;
}

bool VertexInput::bindBuffers(VkCommandBuffer commands,
                              const gl::State& state,
                              const gl::DirtyBits& dirty,
                              Reads& reads) {
    const VolkDeviceTable& vk = m_gpu.vk();
    uint32_t wanted = locationsOf(dirty.arrays());
    StreamPiece constants;
    if (wanted & m_constant || dirty.test(gl::Dirty::CurrentAttribs)) {
        wanted |= m_constant; // They lie side by side.
    }
    if (wanted & m_constant) {
        constants = m_stream.allocate(gl::kMaxVertexAttribs * kConstant_B, 16);
        if (!constants.storage) {
            return false;
        }
    }
    VkBuffer buffers[gl::kMaxVertexAttribs];
    VkDeviceSize offsets[gl::kMaxVertexAttribs];
    VkDeviceSize strides[gl::kMaxVertexAttribs];
    uint32_t runStart = 0;
    uint32_t runLength = 0;
    bool otherStrides = false; // In the run: binding without them is cheaper.
    const auto flush = [&] {
        if (runLength == 0) {
            return;
        }
        if (m_bindsStrides && otherStrides) {
            vk.vkCmdBindVertexBuffers2(commands,
                                       runStart,
                                       runLength,
                                       buffers + runStart,
                                       offsets + runStart,
                                       nullptr,
                                       strides + runStart);
        } else {
            vk.vkCmdBindVertexBuffers(
                commands, runStart, runLength, buffers + runStart, offsets + runStart);
        }
        runLength = 0;
        otherStrides = false;
    };
    // Changed bindings next to each other go in one call.
    const auto bind = [&](unsigned location, const Binding& binding) {
        if (m_recorded[location] == binding) {
            return;
        }
        if (runLength == 0 || runStart + runLength != location) {
            flush();
            runStart = location;
        }
        otherStrides |= m_recorded[location].stride_B != binding.stride_B;
        m_recorded[location] = binding;
        ++runLength;
        buffers[location] = binding.buffer;
        offsets[location] = binding.offset_B;
        strides[location] = binding.stride_B;
    };
    BufferStorage* read = nullptr;
    base::forEachBit(wanted & ~m_perDraw, [&](unsigned location) {
        const uint8_t array = m_array[location];
        if (m_constant >> location & 1) {
            const gl::CurrentAttrib& value = state.currentAttribs[array];
            const uint32_t at = kConstant_B * location;
            std::memcpy(constants.data + at, value.words.data(), kConstant_B);
            bind(location, {constants.storage->handle(), constants.offset_B + at, 0});
            return;
        }
        const gl::VertexAttrib& a = state.vertexArray->arrays[array];
        BufferStorage* storage = backend(a.buffer).storage();
        m_bound[location] = storage;
        if (storage != read) { // Most often arrays lie in one buffer.
            read = storage;
            reads.add(*storage);
        }
        // An offset beyond the end is legal GL; reads there are robust access's business.
        const VkDeviceSize offset = uintptr_t(a.pointer);
        const VkDeviceSize inside = std::min<VkDeviceSize>(offset, storage->size_B() - 1) &
                                    ~VkDeviceSize(m_fetch[location].component_B - 1);
        bind(location, {storage->handle(), storage->offset_B() + inside, m_stride_B[location]});
    });
    flush();
    return true;
}

void VertexInput::recordFormats(VkCommandBuffer commands, uint32_t secondHalves) {
    // Descriptions lie in the order of locations, second halves in between.
    if (m_used != m_described || (secondHalves | m_secondHalves) != 0) {
        m_formatsChanged = m_used;
        m_attributeCount = 0;
    }
    base::forEachBit(m_formatsChanged & m_used, [&](unsigned location) {
        const auto index = unsigned(std::popcount(m_used & base::lowMask(location)));
        const uint8_t format = m_formatsSet.attributeFormat[location];
        const uint8_t divisor = m_formatsSet.divisor[location];
        VkVertexInputBindingDescription2EXT& binding = m_bindings[index];
        binding.sType = VK_STRUCTURE_TYPE_VERTEX_INPUT_BINDING_DESCRIPTION_2_EXT;
        binding.binding = location;
        binding.inputRate = divisor ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX;
        binding.divisor = divisor ? divisor : 1;
        const auto describe =
            [&](unsigned at, unsigned location, VkFormat format, uint32_t offset_B) {
                m_attributes[at] = {VK_STRUCTURE_TYPE_VERTEX_INPUT_ATTRIBUTE_DESCRIPTION_2_EXT,
                                    nullptr,
                                    location,
                                    binding.binding,
                                    format,
                                    offset_B};
            };
        if (secondHalves == 0) {
            describe(index, location, vertexFormat(format).vkFormat, 0);
            return;
        }
        describe(m_attributeCount++, location, vertexFormat(format).vkFormat, 0);
        if (secondHalves >> location & 1) {
            const auto halves = VertexFormats::halvesOf(format);
            describe(m_attributeCount++,
                     location + gl::kMaxVertexAttribs,
                     halves.second,
                     halves.secondOffset_B);
        }
    });
    const auto count = uint32_t(std::popcount(m_used));
    uint32_t index = 0;
    base::forEachBit(m_used, [&](unsigned location) {
        const VkDeviceSize recorded_B = m_recorded[location].stride_B;
        m_bindings[index++].stride = !m_bindsStrides          ? m_formatsSet.stride_B[location]
                                     : recorded_B == kUnbound ? 0
                                                              : uint32_t(recorded_B);
    });
    m_formatsRecorded = true;
    m_formatsChanged = 0;
    m_described = m_used;
    m_secondHalves = secondHalves;
    m_gpu.vk().vkCmdSetVertexInputEXT(commands,
                                      count,
                                      m_bindings.data(),
                                      secondHalves ? m_attributeCount : count,
                                      m_attributes.data());
}

void VertexInput::appendReads(std::vector<Resource*>& reads) const {
    for (BufferStorage* storage : m_bound) {
        if (storage) {
            reads.push_back(storage);
        }
    }
}

void VertexInput::fetchHostCopies(const gl::State& state, const gl::DrawCall& call) {
    const gl::VertexArrayState& arrays = *state.vertexArray;
    base::forEachBit(m_perDraw, [&](unsigned location) {
        if (const auto& buffer = arrays.arrays[m_array[location]].buffer) {
            backend(buffer).hostCopy(m_context);
        }
    });
    if (call.indexType && arrays.elementBuffer &&
        (m_perDraw || !directIndices(state, call).storage)) {
        backend(arrays.elementBuffer).hostCopy(m_context);
    }
}

bool VertexInput::streamArrays(VkCommandBuffer commands,
                               const gl::State& state,
                               const gl::DrawCall& call,
                               VertexRange vertices,
                               bool& shift) {
    // Vertex numbers can be shifted when no array in a buffer object is read per vertex.
    shift = true;
    base::forEachBit(m_used & ~m_perDraw & ~m_constant, [&](unsigned location) {
        shift &= state.vertexArray->arrays[m_array[location]].divisor != 0;
    });
    shift &= !m_keepNumbers;
    if (!shift) {
        vertices.first = 0;
    }
    bool ok = true;
    base::forEachBit(m_perDraw, [&](unsigned location) {
        ok = ok && streamArray(commands, state, call, vertices, location);
    });
    return ok;
}

bool VertexInput::streamArray(VkCommandBuffer commands,
                              const gl::State& state,
                              const gl::DrawCall& call,
                              const VertexRange& vertices,
                              unsigned location) {
    const gl::VertexAttrib& a = state.vertexArray->arrays[m_array[location]];
    const ArrayFetch fetch = m_fetch[location];
    const bool expand = m_expand >> location & 1;
    const uint32_t element_B = vertexFormat(fetch.format).size_B;
    const uint32_t stride = stride_B(a);
    const std::byte* src = static_cast<const std::byte*>(a.pointer);
    uint64_t available = src ? std::numeric_limits<uint64_t>::max() : 0;
    if (a.buffer) {
        Buffer& buffer = backend(a.buffer);
        const uint64_t offset = uintptr_t(a.pointer);
        available = buffer.size_B() > offset ? buffer.size_B() - offset : 0;
        src = available ? buffer.hostCopy(m_context) + offset : nullptr;
    }
    const auto [from, to, others] = elementsOf(a, call, vertices, expand, available);
    const uint64_t count = to - from + 1;
    const VkDeviceSize size_B = count * element_B;
    const StreamPiece piece =
        others ? m_stream.allocateApart(size_B) : m_stream.allocate(size_B, 16);
    if (!piece.storage) {
        return false;
    }
    const auto read_B = uint32_t(a.elementSize_B());
    std::byte* dst = piece.data;
    if (!fetch.convert && !expand && stride == element_B && (from + count) * stride <= available) {
        std::memcpy(dst, src + from * stride, size_B);
    } else {
        for (uint64_t i = 0; i < count; ++i, dst += element_B) {
            uint64_t element = from + i;
            bool outside = false;
            if (expand) {
                outside = element < call.baseInstance; // No instance reads it.
                element = call.baseInstance + (element - call.baseInstance) / a.divisor;
            }
            const uint64_t at = element * stride;
            if (outside || at + read_B > available) {
                std::memset(dst, 0, element_B);
            } else if (fetch.convert) {
                std::byte values[32];
                convertElement(a, m_class[location], src + at, values);
                std::memcpy(dst, values, element_B);
            } else {
                std::memcpy(dst, src + at, element_B);
            }
        }
    }
    bindStreamed(commands, location, piece, size_B, stride ? element_B : 0);
    return true;
}

void VertexInput::bindStreamed(VkCommandBuffer commands,
                               unsigned location,
                               const StreamPiece& piece,
                               VkDeviceSize size_B,
                               VkDeviceSize stride_B) {
    const VolkDeviceTable& vk = m_gpu.vk();
    const VkBuffer handle = piece.storage->handle();
    m_recorded[location] = {handle, piece.offset_B, stride_B};
    if (m_gpu.features().extendedDynamicState) {
        vk.vkCmdBindVertexBuffers2(commands,
                                   location,
                                   1,
                                   &handle,
                                   &piece.offset_B,
                                   &size_B,
                                   m_bindsStrides ? &stride_B : nullptr);
    } else {
        vk.vkCmdBindVertexBuffers(commands, location, 1, &handle, &piece.offset_B);
    }
}

const std::byte*
VertexInput::hostIndices(const gl::State& state, const gl::DrawCall& call, size_t& available) {
    const auto& elements = state.vertexArray->elementBuffer;
    const size_t size_B = indexSize_B(call.indexType);
    if (!elements) {
        available = call.indices ? size_t(call.count) : 0;
        return static_cast<const std::byte*>(call.indices);
    }
    Buffer& buffer = backend(elements);
    const size_t offset = uintptr_t(call.indices);
    available = offset < buffer.size_B()
                    ? std::min<size_t>((buffer.size_B() - offset) / size_B, size_t(call.count))
                    : 0;
    return available ? buffer.hostCopy(m_context) + offset : nullptr;
}

std::optional<VertexRange> VertexInput::vertexRange(const gl::State& state,
                                                    const gl::DrawCall& call) {
    // Vertex numbers are of 32 bits; what goes beyond them names no element of any array.
    const auto range = [](int64_t low, int64_t high) -> VertexRange {
        constexpr int64_t kLast = std::numeric_limits<uint32_t>::max();
        return {uint32_t(std::clamp<int64_t>(low, 0, kLast)),
                uint32_t(std::clamp<int64_t>(high, 0, kLast)),
                low < 0 || high > kLast};
    };
    if (call.count <= 0) {
        return std::nullopt;
    }
    if (!call.indexType) {
        const int64_t first = uint32_t(call.first);
        return range(first, first + call.count - 1);
    }
    size_t available = 0;
    const std::byte* data = hostIndices(state, call, available);
    if (!data || available == 0) {
        return std::nullopt;
    }
    const uint32_t size_B = indexSize_B(call.indexType);
    uint32_t low = std::numeric_limits<uint32_t>::max();
    uint32_t high = 0;
    bool any = false;
    const auto restart = state.restartIndexOf(call.indexType);
    for (size_t i = 0; i < available; ++i) {
        const uint32_t index = indexAt(data, size_B, i);
        if (index == restart) {
            continue;
        }
        any = true;
        low = std::min(low, index);
        high = std::max(high, index);
    }
    if (!any) {
        return std::nullopt;
    }
    VertexRange found = range(int64_t(low) + call.baseVertex, int64_t(high) + call.baseVertex);
    // Through a persistent pointer indices change when they please.
    const auto& elements = state.vertexArray->elementBuffer;
    found.others |= elements && backend(elements).pinned();
    return found;
}

IndexSource
VertexInput::directIndices(const gl::State& state, const gl::DrawCall& call, bool onDevice) const {
    const uint32_t size_B = indexSize_B(call.indexType);
    if (!state.vertexArray->elementBuffer || call.mode == GL_LINE_LOOP ||
        (size_B == 1 && !m_gpu.features().indexTypeUint8) ||
        (uintptr_t(call.indices) & (size_B - 1)) != 0 ||
        (state.mayRestart(call.indexType) && !(onDevice && m_gpu.features().restartIndex) &&
         needsRewrite(state, call))) {
        return {};
    }
    return {backend(state.vertexArray->elementBuffer).storage(),
            uintptr_t(call.indices),
            kIndexTypes[size_B / 2],
            uint32_t(call.count),
            restartOf(state, call)};
}

IndexSource VertexInput::directIndices(const gl::State& state, const gl::DrawCall& call) const {
    return directIndices(state, call, restartsOnDevice(state, call, m_gpu.features()));
}

bool VertexInput::needsRewrite(const gl::State& state, const gl::DrawCall& call) const {
    const auto restart = state.restartIndexOf(call.indexType);
    if (!restart) {
        return false;
    }
    // The closing lines of loops lie between the restarts.
    return (*restart != gl::highestIndex(call.indexType) && !m_gpu.features().restartIndex) ||
           call.mode == GL_LINE_LOOP || !restartsOnDevice(state, call, m_gpu.features()) ||
           (call.indexType == GL_UNSIGNED_BYTE && !m_gpu.features().indexTypeUint8);
}

bool VertexInput::rewriteIndices(const gl::State& state, const gl::DrawCall& call) {
    m_rewritten.clear();
    size_t available = 0;
    const std::byte* data = hostIndices(state, call, available);
    if (!data || available < size_t(call.count)) {
        return false;
    }
    const uint32_t size_B = indexSize_B(call.indexType);
    const auto restart = state.restartIndexOf(call.indexType);
    const bool onDevice = restartsOnDevice(state, call, m_gpu.features());
    const uint32_t perPrimitive = verticesOfList(call.mode, state.patchVertices);
    size_t start = 0; // of the run between two restarts, in m_rewritten
    const auto endRun = [&] {
        const size_t length = m_rewritten.size() - start;
        if (call.mode == GL_LINE_LOOP && length > 1) {
            m_rewritten.push_back(m_rewritten[start]);
        } else if (!onDevice) { // A list: what is not whole is left out.
            m_rewritten.resize(start + length / perPrimitive * perPrimitive);
        }
    };
    for (size_t i = 0; i < size_t(call.count); ++i) {
        const uint32_t index = indexAt(data, size_B, i);
        if (index != restart) {
            m_rewritten.push_back(index);
            continue;
        }
        endRun();
        if (onDevice) {
            m_rewritten.push_back(~0u);
        }
        start = m_rewritten.size();
    }
    endRun();
    return true;
}

IndexSource VertexInput::indices(const gl::State& state, const gl::DrawCall& call) {
    IndexSource source;
    source.count = uint32_t(call.count);
    const bool loop = call.mode == GL_LINE_LOOP;
    if (loop && call.count < 2) {
        return {}; // One vertex makes no line.
    }
    if (!call.indexType) { // A line loop of arrays: 0 … n-1, 0.
        const StreamPiece piece = m_stream.allocate((size_t(call.count) + 1) * 4, 4);
        if (!piece.storage) {
            return {};
        }
        auto* dst = reinterpret_cast<uint32_t*>(piece.data);
        for (uint32_t i = 0; i < uint32_t(call.count); ++i) {
            dst[i] = uint32_t(call.first) + i;
        }
        dst[call.count] = uint32_t(call.first);
        return {piece.storage, piece.offset_B, VK_INDEX_TYPE_UINT32, source.count + 1};
    }
    const uint32_t size_B = indexSize_B(call.indexType);
    if (const IndexSource direct = directIndices(state, call); direct.storage) {
        return direct;
    }
    if (needsRewrite(state, call)) {
        if (!rewriteIndices(state, call) || m_rewritten.empty()) {
            return {};
        }
        const size_t bytes = m_rewritten.size() * 4;
        const StreamPiece piece = m_stream.allocate(bytes, 4);
        if (!piece.storage) {
            return {};
        }
        std::memcpy(piece.data, m_rewritten.data(), bytes);
        return {piece.storage, piece.offset_B, VK_INDEX_TYPE_UINT32, uint32_t(m_rewritten.size())};
    }
    size_t available = 0;
    const std::byte* data = hostIndices(state, call, available);
    if (!data || available < size_t(call.count)) {
        return {};
    }
    const uint32_t out_B = size_B == 1 && !m_gpu.features().indexTypeUint8 ? 2 : size_B;
    const StreamPiece piece = m_stream.allocate((size_t(call.count) + loop) * out_B, 4);
    if (!piece.storage) {
        return {};
    }
    if (out_B == size_B) {
        std::memcpy(piece.data, data, size_t(call.count) * size_B);
        if (loop) {
            std::memcpy(piece.data + size_t(call.count) * size_B, data, size_B);
        }
    } else {
        auto* dst = reinterpret_cast<uint16_t*>(piece.data);
        for (size_t i = 0; i < size_t(call.count); ++i) {
            dst[i] = uint16_t(uint8_t(data[i]));
        }
        if (loop) {
            dst[call.count] = uint16_t(uint8_t(data[0]));
        }
    }
    return {piece.storage,
            piece.offset_B,
            kIndexTypes[out_B / 2],
            source.count + loop,
            restartOf(state, call)};
}

} // namespace glvk
