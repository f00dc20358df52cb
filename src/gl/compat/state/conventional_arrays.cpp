// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/conventional_arrays.h"

#include "gl/objects/array_index.h"

namespace gl {

uint8_t conventionalArray(GLenum clientState, int clientUnit) {
    switch (clientState) {
    case GL_VERTEX_ARRAY:
        return kArrayVertex;
    case GL_NORMAL_ARRAY:
        return kArrayNormal;
    case GL_COLOR_ARRAY:
        return kArrayColor;
    case GL_SECONDARY_COLOR_ARRAY:
        return kArraySecondaryColor;
    case GL_FOG_COORD_ARRAY:
        return kArrayFogCoord;
    case GL_EDGE_FLAG_ARRAY:
        return kArrayEdgeFlag;
    case GL_INDEX_ARRAY:
        return kArrayColorIndex;
    case GL_POINT_SIZE_ARRAY_OES:
        return kArrayPointSize;
    case GL_TEXTURE_COORD_ARRAY:
        return uint8_t(kArrayTexCoord0 + clientUnit);
    default:
        return 0;
    }
}

} // namespace gl
