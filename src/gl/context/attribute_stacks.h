// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/attribute_groups.h"
#include "gl/objects/vertex_array.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace gl {

inline constexpr size_t kAttributeStackDepth = 16; ///< Of either stack.

/// GL_TEXTURE_BIT: what is bound to texture units, and the parameters of what is.
struct SavedTextures {
    struct Binding {
        size_t unit;
        size_t type;
        Ref<Texture> texture;
    };
    struct Unit {
        Ref<Sampler> sampler;
        float lodBias = 0;
    };
    struct Parameters {
        Ref<Texture> texture;
        SamplerParameters sampler;
        int32_t baseLevel, maxLevel;
        GLenum depthTextureMode, depthStencilMode;
        std::array<GLenum, 4> swizzle;
        bool generateMipmap;
        float priority;
    };
    std::vector<Binding> bindings; ///< Those that are not of the default textures.
    std::array<Unit, kMaxTextureUnits> units;
    std::vector<Parameters> parameters;
};

/// A level of glPushAttrib's stack.
struct AttributeLevel {
    AttributeLevel(const StateParts& from, GLbitfield groups) : saved(from, groups) {}

    SavedAttributes saved;
    std::unique_ptr<SavedTextures> textures;
    Ref<Framebuffer> drawFramebuffer; ///< With GL_COLOR_BUFFER_BIT: whose buffers they are.
    std::array<GLenum, kMaxColorAttachments> drawBuffers{};
    Ref<Framebuffer> readFramebuffer; ///< With GL_PIXEL_MODE_BIT.
    GLenum readBuffer = GL_NONE;
};

/// A level of glPushClientAttrib's stack.
struct ClientAttributeLevel {
    struct PixelStore {
        format::PixelLayout pack, unpack;
        Ref<Buffer> packBuffer, unpackBuffer;
    };
    struct Arrays {
        Ref<VertexArray> vertexArray;
        VertexArrayState state;
        std::optional<VertexBindings> bindings;
        Ref<Buffer> arrayBuffer;
        int clientActiveTexture;
        bool primitiveRestart, primitiveRestartFixed;
        GLuint restartIndex;
    };
    std::optional<PixelStore> pixelStore;
    std::unique_ptr<Arrays> arrays;
};

/// glPushAttrib's and glPushClientAttrib's stacks (GL 4.6 compatibility profile section 21.6).
struct AttributeStacks {
    std::vector<AttributeLevel> server;
    std::vector<ClientAttributeLevel> client;
};

} // namespace gl
