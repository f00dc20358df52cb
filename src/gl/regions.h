// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Parts of textures, and of windows.
namespace gl {

enum class TextureType : uint8_t {
    Tex2D,
    Cube,
    Tex3D,
    Tex1D,
    Tex1DArray, ///< The height of its images is the number of layers.
    Tex2DArray, ///< The depth of its images is the number of layers.
    CubeArray,  ///< The depth of its images is six times the number of cubes.
    Rect,
    Buffer, ///< Texels of a buffer object; the texture has no images of its own.
    Tex2DMultisample,
    Tex2DMultisampleArray,
    External, ///< The image of an EGLImage, which is the only way to get one (OpenGL ES).
    Count
};

/// One image of a texture: a mipmap level (of a face, if it is a cube map). All layers of an array
/// are one image.
struct ImageIndex {
    int32_t level = 0;
    int32_t face = 0; ///< 0…5 for cube maps in GL's order +X -X +Y -Y +Z -Z, else 0.
};

struct Offset {
    int32_t x = 0, y = 0, z = 0;
};

struct Rect {
    int32_t x = 0, y = 0, width_px = 0, height_px = 0;
    bool operator==(const Rect&) const = default;
};

} // namespace gl
