// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/draw/array_reader.h"

#include "base/bits.h"
#include "format/small_float.h"
#include "gl/compat/state/vertex_assembly.h"
#include "gl/rules/normalized.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace gl {

namespace {

using Kind = CurrentAttrib::Kind;

template <class T>
T load(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

template <class T>
float number(const std::byte* at, bool normalize) {
    const T value = load<T>(at);
    if constexpr (std::is_integral_v<T>) {
        return normalize ? normalized(value) : float(value);
    } else {
        return float(value);
    }
}

float component(GLenum type, const std::byte* at, bool normalize) {
    switch (type) {
    case GL_BYTE:
        return number<int8_t>(at, normalize);
    case GL_UNSIGNED_BYTE:
        return number<uint8_t>(at, normalize);
    case GL_SHORT:
        return number<int16_t>(at, normalize);
    case GL_UNSIGNED_SHORT:
        return number<uint16_t>(at, normalize);
    case GL_INT:
        return number<int32_t>(at, normalize);
    case GL_UNSIGNED_INT:
        return number<uint32_t>(at, normalize);
    case GL_DOUBLE:
        return number<double>(at, normalize);
    case GL_HALF_FLOAT:
        return format::fromHalf(load<uint16_t>(at));
    default:
        return number<float>(at, normalize);
    }
}

uint32_t integer(GLenum type, const std::byte* at) {
    switch (type) {
    case GL_BYTE:
        return uint32_t(load<int8_t>(at));
    case GL_UNSIGNED_BYTE:
        return load<uint8_t>(at);
    case GL_SHORT:
        return uint32_t(load<int16_t>(at));
    case GL_UNSIGNED_SHORT:
        return load<uint16_t>(at);
    default:
        return load<uint32_t>(at);
    }
}

bool isSignedType(GLenum type) {
    return type == GL_BYTE || type == GL_SHORT || type == GL_INT;
}

size_t strideOf_B(const VertexAttrib& attrib) {
    return attrib.stride_B || attrib.zeroStride ? size_t(attrib.stride_B)
                                                : size_t(attrib.elementSize_B());
}

bool isPosition(unsigned array) {
    return array == 0 || array == kArrayVertex;
}

} // namespace

ArrayReader::ArrayReader(ContextBackend& backend,
                         const VertexArrayState& arrays,
                         size_t first,
                         size_t last) {
    const bool conventional = arrays.enabledMask >> kArrayVertex & 1;
    base::forEachBit(arrays.enabledMask, [&](unsigned array) {
        if (array == 0 && conventional) {
            return; // gl_Vertex is the one that counts.
        }
        const VertexAttrib& attrib = arrays.arrays[array];
        Source source{.array = array, .attrib = &attrib, .copy = {}};
        if (!attrib.buffer) {
            source.data = attrib.orphaned ? nullptr : static_cast<const std::byte*>(attrib.pointer);
            source.end_B = source.data ? std::numeric_limits<size_t>::max() : 0;
        } else if (!attrib.buffer->mapped()) {
            const auto offset_B = reinterpret_cast<uintptr_t>(attrib.pointer);
            const size_t size_B = attrib.buffer->size_B();
            const size_t stride_B = strideOf_B(attrib);
            source.begin_B = first * stride_B;
            const size_t wanted_B = last * stride_B + size_t(attrib.elementSize_B());
            source.end_B = offset_B < size_B ? std::min(wanted_B, size_B - offset_B) : 0;
            if (source.end_B > source.begin_B) {
                source.copy.resize(source.end_B - source.begin_B);
                attrib.buffer->backend().read(backend, offset_B + source.begin_B, source.copy);
            }
        }
        m_sources.push_back(std::move(source));
    });
    std::ranges::stable_partition(m_sources,
                                  [](const Source& source) { return !isPosition(source.array); });
    for (Source& source : m_sources) {
        source.data = source.copy.empty() ? source.data : source.copy.data();
    }
}

/// Nothing: the element lies outside of its buffer.
std::optional<CurrentAttrib> ArrayReader::read(const Source& source, size_t element) const {
    const VertexAttrib& attrib = *source.attrib;
    const auto element_B = size_t(attrib.elementSize_B());
    const size_t at = element * strideOf_B(attrib);
    if (!source.data || at < source.begin_B || at > source.end_B || element_B > source.end_B - at) {
        return std::nullopt;
    }
    const std::byte* const from = source.data + (at - source.begin_B);
    const size_t component_B = element_B / attrib.size;
    if (attrib.isLong) {
        std::array<double, 4> value{0, 0, 0, 1};
        std::memcpy(value.data(), from, element_B);
        return CurrentAttrib::of(value);
    }
    if (attrib.integer) {
        std::array<uint32_t, 4> value{0, 0, 0, 1};
        for (size_t i = 0; i < attrib.size; ++i) {
            value[i] = integer(attrib.type, from + i * component_B);
        }
        return CurrentAttrib::of(isSignedType(attrib.type) ? Kind::Int : Kind::Uint, value);
    }
    std::array<float, 4> value{0, 0, 0, 1};
    for (size_t i = 0; i < attrib.size; ++i) {
        value[i] = component(attrib.type, from + i * component_B, attrib.normalized);
    }
    if (attrib.bgra) {
        std::swap(value[0], value[2]);
    }
    return CurrentAttrib::of(value);
}

std::optional<CurrentAttrib> ArrayReader::value(unsigned array, size_t element) const {
    const auto source = std::ranges::find(m_sources, array, &Source::array);
    return source == m_sources.end() ? std::nullopt : read(*source, element);
}

void ArrayReader::give(VertexAssembly& vertices, size_t element) const {
    for (const Source& source : m_sources) {
        const std::optional<CurrentAttrib> value = read(source, element);
        if (!value) {
            continue;
        }
        if (isPosition(source.array) && vertices.inPrimitive()) {
            vertices.addVertex(source.attrib->size, *value);
        } else if (source.array != kArrayVertex) {
            vertices.setValue(source.array, source.attrib->size, *value);
        }
    }
}

} // namespace gl
