// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
// glPixelStore (ES 2.0 section 3.6.1).
#include "gl/context/context.h"

#include <algorithm>
#include <cmath>

namespace gl {

namespace {

struct StoreParameter {
    GLenum name;
    format::PixelLayout ClientState::* side;
    int32_t format::PixelLayout::* member;
    int since; ///< The OpenGL ES version that has it.
};
constexpr StoreParameter kStoreParameters[] = {
    {GL_UNPACK_ALIGNMENT, &ClientState::unpack, &format::PixelLayout::alignment_B, 20},
    {GL_UNPACK_ROW_LENGTH, &ClientState::unpack, &format::PixelLayout::rowLength_px, 20},
    {GL_UNPACK_SKIP_ROWS, &ClientState::unpack, &format::PixelLayout::skipRows, 20},
    {GL_UNPACK_SKIP_PIXELS, &ClientState::unpack, &format::PixelLayout::skipPixels, 20},
    {GL_UNPACK_IMAGE_HEIGHT, &ClientState::unpack, &format::PixelLayout::imageHeight_px, 30},
    {GL_UNPACK_SKIP_IMAGES, &ClientState::unpack, &format::PixelLayout::skipImages, 30},
    {GL_PACK_ALIGNMENT, &ClientState::pack, &format::PixelLayout::alignment_B, 20},
    {GL_PACK_ROW_LENGTH, &ClientState::pack, &format::PixelLayout::rowLength_px, 30},
    {GL_PACK_SKIP_ROWS, &ClientState::pack, &format::PixelLayout::skipRows, 30},
    {GL_PACK_SKIP_PIXELS, &ClientState::pack, &format::PixelLayout::skipPixels, 30},
    {GL_PACK_IMAGE_HEIGHT, &ClientState::pack, &format::PixelLayout::imageHeight_px, 0},
    {GL_PACK_SKIP_IMAGES, &ClientState::pack, &format::PixelLayout::skipImages, 0},
};

} // namespace

void Context::pixelStorei(GLenum pname, GLint param) {
    if (isDesktop()) {
        switch (pname) {
        case GL_UNPACK_SWAP_BYTES:
            m_client.unpack.swapBytes = param != 0;
            return;
        case GL_PACK_SWAP_BYTES:
            m_client.pack.swapBytes = param != 0;
            return;
        case GL_UNPACK_LSB_FIRST:
            m_client.unpack.lsbFirst = param != 0;
            return;
        case GL_PACK_LSB_FIRST:
            m_client.pack.lsbFirst = param != 0;
            return;
        default:
            break;
        }
    }
    const auto found = std::find_if(
        std::begin(kStoreParameters), std::end(kStoreParameters), [&](const StoreParameter& row) {
            return row.name == pname && atLeast(row.since, 10);
        });
    if (found == std::end(kStoreParameters)) {
        setError(GL_INVALID_ENUM, "glPixelStorei: {:#x} is not a parameter", pname);
        return;
    }
    const bool alignment = found->member == &format::PixelLayout::alignment_B;
    if (param < 0 || (alignment && param != 1 && param != 2 && param != 4 && param != 8)) {
        setError(GL_INVALID_VALUE, "glPixelStorei: {} for {:#x}", param, pname);
        return;
    }
    m_client.*found->side.*found->member = param;
}

void Context::pixelStoref(GLenum pname, GLfloat param) {
    pixelStorei(pname, GLint(std::lround(param)));
}

} // namespace gl
