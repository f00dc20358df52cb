// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glPixelTransfer, glPixelMap and glPixelZoom (GL 4.6 compatibility sections 8.4.4.3 and 18.1).
#include "gl/commands/pixels/pixel_transfer.h"
#include "gl/compat/state/compat_state.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

namespace gl {

namespace {

struct FloatParameter {
    GLenum name;
    float& (*value)(PixelTransfer&);
};
constexpr FloatParameter kFloatParameters[] = {
    {GL_RED_SCALE, [](PixelTransfer& t) -> float& { return t.scale[0]; }},
    {GL_GREEN_SCALE, [](PixelTransfer& t) -> float& { return t.scale[1]; }},
    {GL_BLUE_SCALE, [](PixelTransfer& t) -> float& { return t.scale[2]; }},
    {GL_ALPHA_SCALE, [](PixelTransfer& t) -> float& { return t.scale[3]; }},
    {GL_RED_BIAS, [](PixelTransfer& t) -> float& { return t.bias[0]; }},
    {GL_GREEN_BIAS, [](PixelTransfer& t) -> float& { return t.bias[1]; }},
    {GL_BLUE_BIAS, [](PixelTransfer& t) -> float& { return t.bias[2]; }},
    {GL_ALPHA_BIAS, [](PixelTransfer& t) -> float& { return t.bias[3]; }},
    {GL_DEPTH_SCALE, [](PixelTransfer& t) -> float& { return t.depthScale; }},
    {GL_DEPTH_BIAS, [](PixelTransfer& t) -> float& { return t.depthBias; }},
};

bool isPixelMap(GLenum name) {
    return name >= GL_PIXEL_MAP_I_TO_I && name <= GL_PIXEL_MAP_A_TO_A;
}

/// The map's entries are indices; of the others components of colours.
bool holdsIndices(GLenum map) {
    return map == GL_PIXEL_MAP_I_TO_I || map == GL_PIXEL_MAP_S_TO_S;
}

/// The map is looked up by an index.
bool isIndexed(GLenum map) {
    return map <= GL_PIXEL_MAP_I_TO_A;
}

template <class T>
float mapEntry(GLenum map, T value) {
    if constexpr (std::is_floating_point_v<T>) {
        return holdsIndices(map) ? std::round(value) : std::clamp(value, 0.0f, 1.0f);
    } else {
        return holdsIndices(map) ? float(value)
                                 : float(double(value) / std::numeric_limits<T>::max());
    }
}

template <class T>
T mapValue(GLenum map, float entry) {
    if constexpr (std::is_floating_point_v<T>) {
        return entry;
    } else {
        const double full = std::numeric_limits<T>::max();
        return T(std::clamp(std::round(holdsIndices(map) ? entry : entry * full), 0.0, full));
    }
}

template <class T>
void setPixelMap(Context& context, CompatState* compat, GLenum map, GLsizei size, const T* values) {
    if (!compat || !isPixelMap(map)) {
        return context.setError(GL_INVALID_ENUM, "0x{:04X} is not a pixel map", map);
    }
    if (size < 1 || size > kMaxPixelMapSize ||
        (isIndexed(map) && !std::has_single_bit(unsigned(size)))) {
        return context.setError(GL_INVALID_VALUE, "a pixel map of {} entries", size);
    }
    UnpackSource source;
    if (!source.prepare(context, size_t(size) * sizeof(T), values, sizeof(T)) || !source.data()) {
        return;
    }
    std::vector<float>& entries = compat->pixelTransfer.map(map);
    entries.clear();
    const T* const from = static_cast<const T*>(source.data());
    std::transform(from, from + size, std::back_inserter(entries), [map](T value) {
        return mapEntry(map, value);
    });
}

template <class T>
void getPixelMap(
    Context& context, const CompatState* compat, GLenum map, size_t limit_B, T* values) {
    if (!compat || !isPixelMap(map)) {
        return context.setError(GL_INVALID_ENUM, "0x{:04X} is not a pixel map", map);
    }
    const std::vector<float>& entries = compat->pixelTransfer.map(map);
    const size_t size_B = entries.size() * sizeof(T);
    if (size_B > limit_B) {
        return context.setError(GL_INVALID_OPERATION, "the map has {} bytes", size_B);
    }
    PackTarget target;
    if (!target.prepare(context, size_B, values, sizeof(T)) || !target.data()) {
        return;
    }
    std::transform(entries.begin(),
                   entries.end(),
                   static_cast<T*>(target.data()),
                   [map](float entry) { return mapValue<T>(map, entry); });
    target.store(context);
}

constexpr size_t kNoLimit = std::numeric_limits<size_t>::max();

size_t limitOf(GLsizei size_B) {
    return size_t(std::max(size_B, 0));
}

} // namespace

void Context::pixelTransferf(GLenum pname, GLfloat param) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "there is no pixel transfer in this context");
    }
    PixelTransfer& transfer = m_compat->pixelTransfer;
    switch (pname) {
    case GL_MAP_COLOR:
        transfer.mapColor = param != 0;
        return;
    case GL_MAP_STENCIL:
        transfer.mapStencil = param != 0;
        return;
    case GL_INDEX_SHIFT:
        transfer.indexShift = int32_t(param);
        return;
    case GL_INDEX_OFFSET:
        transfer.indexOffset = int32_t(param);
        return;
    default:
        break;
    }
    const auto found = std::find_if(std::begin(kFloatParameters),
                                    std::end(kFloatParameters),
                                    [&](const FloatParameter& row) { return row.name == pname; });
    if (found == std::end(kFloatParameters)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a parameter of pixel transfer", pname);
    }
    found->value(transfer) = param;
}

void Context::pixelTransferi(GLenum pname, GLint param) {
    pixelTransferf(pname, GLfloat(param));
}

void Context::pixelMapfv(GLenum map, GLsizei mapsize, const GLfloat* values) {
    setPixelMap(*this, m_compat.get(), map, mapsize, values);
}

void Context::pixelMapuiv(GLenum map, GLsizei mapsize, const GLuint* values) {
    setPixelMap(*this, m_compat.get(), map, mapsize, values);
}

void Context::pixelMapusv(GLenum map, GLsizei mapsize, const GLushort* values) {
    setPixelMap(*this, m_compat.get(), map, mapsize, values);
}

void Context::getPixelMapfv(GLenum map, GLfloat* values) {
    getPixelMap(*this, m_compat.get(), map, kNoLimit, values);
}

void Context::getPixelMapuiv(GLenum map, GLuint* values) {
    getPixelMap(*this, m_compat.get(), map, kNoLimit, values);
}

void Context::getPixelMapusv(GLenum map, GLushort* values) {
    getPixelMap(*this, m_compat.get(), map, kNoLimit, values);
}

void Context::getnPixelMapfvARB(GLenum map, GLsizei bufSize, GLfloat* values) {
    getPixelMap(*this, m_compat.get(), map, limitOf(bufSize), values);
}

void Context::getnPixelMapuivARB(GLenum map, GLsizei bufSize, GLuint* values) {
    getPixelMap(*this, m_compat.get(), map, limitOf(bufSize), values);
}

void Context::getnPixelMapusvARB(GLenum map, GLsizei bufSize, GLushort* values) {
    getPixelMap(*this, m_compat.get(), map, limitOf(bufSize), values);
}

void Context::pixelZoom(GLfloat xfactor, GLfloat yfactor) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "there is no pixel zoom in this context");
    }
    m_compat->pixelZoom = {xfactor, yfactor};
}

} // namespace gl
