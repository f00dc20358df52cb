// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/list_compiler.h"
#include "gl/context/context.h"

#include <vector>

/// Pixels of a command that is compiled into a display list: they are read when it is compiled, as
/// the unpack state is then (GL 4.6 compatibility profile section 21.4.1).
namespace gl {

class KeptPixels {
public:
    /// Rows follow each other without gaps; bitmaps have the first pixel in the highest bit.
    KeptPixels(Context& context,
               const void* pixels,
               const format::Extent& extent,
               GLenum format,
               GLenum type);
    /// Bytes as they are: compressed images.
    KeptPixels(Context& context, const void* data, size_t size_B);

    /// False: the error is set.
    explicit operator bool() const { return m_valid; }
    KeptArray array() const { return {m_null ? nullptr : m_bytes.data(), m_bytes.size()}; }

private:
    bool m_valid = true;
    bool m_null = false;
    std::vector<std::byte> m_bytes;
};

/// The unpack state in which kept pixels are read, for as long as it lives.
class KeptUnpack {
public:
    explicit KeptUnpack(Context& context);
    ~KeptUnpack();
    KeptUnpack(const KeptUnpack&) = delete;
    KeptUnpack& operator=(const KeptUnpack&) = delete;

private:
    Context& m_context;
    const format::PixelLayout m_layout;
    Ref<Buffer> m_buffer;
};

/// GL_PROXY_TEXTURE_*: what is asked of them is answered at once.
bool isProxyTarget(GLenum target);

} // namespace gl
