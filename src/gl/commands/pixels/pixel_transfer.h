// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

#include <functional>
#include <vector>

namespace gl {

/// Where pixels that a command takes come from: client memory, or a copy of the pixel unpack
/// buffer's part.
class UnpackSource {
public:
    /// False: the error is set. `data` is a pointer or, with a buffer bound, an offset into it.
    /// `unit_B`: offsets are multiples of it.
    bool prepare(Context& context, size_t size_B, const void* data, size_t unit_B = 1);
    const void* data() const { return m_data; } ///< Null: no pixels.
    /// glPixelTransfer: what data() holds, as `layout` has it, becomes what glPixelTransfer makes
    /// of it, and `layout` says how that lies.
    void transfer(Context& context, format::PixelLayout& layout, const format::Extent& extent);

private:
    const void* m_data = nullptr;
    std::vector<std::byte> m_copy;
};

/// glPixelTransfer changes pixels of this format in this context.
bool transferChanges(Context& context, GLenum format);

/// Reads pixels in between: in `readLayout` to `dst`. False: out of memory.
using ReadPixels = std::function<bool(const format::PixelLayout& readLayout, void* dst)>;
/// What a command that reads does where transferChanges(). False: out of memory.
[[nodiscard]] bool readTransferred(Context& context,
                                   const format::PixelLayout& layout,
                                   const format::Extent& extent,
                                   bool sumLuminance,
                                   const ReadPixels& read,
                                   void* dst);

/// Where pixels that a command gives go: client memory, or the pixel pack buffer (on store()).
class PackTarget {
public:
    /// False: the error is set.
    bool prepare(Context& context, size_t size_B, void* data, size_t unit_B = 1);
    void* data() const { return m_data; }
    /// Writes what data() holds to the buffer, if one is bound.
    void store(Context& context);

private:
    void* m_data = nullptr;
    size_t m_offset_B = 0;
    std::vector<std::byte> m_copy;
};

} // namespace gl
