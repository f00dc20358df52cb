// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Storage all at once: glTexStorage (ES 3.0 section 3.8.4, GL 4.2 section 3.9.16), multisample
// textures (GL 3.2 section 3.8.4), buffer textures (GL 3.1 section 3.8.5).
#include "gl/commands/texture/texture_commands.h"
#include "gl/validation/texture_formats.h"
#include "gl/validation/validate_texture.h"

#include <algorithm>

namespace gl {

namespace {

struct StorageArguments {
    int dimensions;
    GLenum target;
    GLsizei levels;
    GLenum internalformat;
    format::Extent extent;
};

/// A cube map as a whole, not its faces.
std::optional<ImageTarget>
findStorageTarget(const Context& context, GLenum target, int dimensions) {
    if (target == GL_TEXTURE_CUBE_MAP && dimensions == 2) {
        return ImageTarget{TextureType::Cube};
    }
    const auto found = findImageTarget(context, target, dimensions);
    const bool face =
        target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
    return face ? std::nullopt : found;
}

/// A texture with a name and without immutable storage. Null: the error is set.
Texture* requireNamed(Context& context, TextureType type) {
    Texture* texture = context.activeUnit().bound[size_t(type)].get();
    if (texture->name() == 0) {
        context.setError(GL_INVALID_OPERATION, "the default texture takes no immutable storage");
        return nullptr;
    }
    return requireMutable(context, *texture) ? texture : nullptr;
}

int32_t layersOf(TextureType type, const format::Extent& extent) {
    return type == TextureType::Cube         ? 6
           : type == TextureType::Tex1DArray ? extent.height_px
           : isArray(type)                   ? extent.depth_px
                                             : 1;
}

/// Depth formats that were given a size read as red in OpenGL ES 3.0 and are compared or not
/// filtered.
void noteSizedDepth(const Context& context,
                    Texture& texture,
                    const format::InternalFormat& format) {
    if (context.isES() && format.depth > 0) {
        texture.setDepthTextureMode(GL_RED);
        texture.depthNearestOnly = true;
    }
}

void texStorage(Context& context, const StorageArguments& args) {
    const auto target = findStorageTarget(context, args.target, args.dimensions);
    if (!target) {
        context.setError(GL_INVALID_ENUM, "glTexStorage: {:#x} is not a target", args.target);
        return;
    }
    const format::InternalFormat* format =
        sizedTextureFormat(context, args.internalformat, target->type);
    if (!format) {
        context.setError(GL_INVALID_ENUM,
                         "glTexStorage: {:#x} is not a format with a size here",
                         args.internalformat);
        return;
    }
    if (args.levels < 1 || args.extent.width_px < 1 || args.extent.height_px < 1 ||
        args.extent.depth_px < 1) {
        context.setError(GL_INVALID_VALUE,
                         "glTexStorage: a size or number of levels is less than 1");
        return;
    }
    bool tooLarge = false;
    if (!checkImageSize(context, *target, 0, args.extent, 0, tooLarge)) {
        return;
    }
    if (format->compressed) {
        const ChosenFormat chosen =
            compressedTextureFormat(context, args.internalformat, target->type);
        if (chosen.error != GL_NO_ERROR) {
            context.setError(chosen.error, "glTexStorage: {}", chosen.why);
            return;
        }
    }
    if (!format->isColor() && target->type == TextureType::Tex3D) {
        context.setError(GL_INVALID_OPERATION, "glTexStorage: depth textures have two dimensions");
        return;
    }
    if (args.levels > chainLength(target->type, args.extent)) {
        context.setError(GL_INVALID_OPERATION,
                         "glTexStorage: {} levels are more than the size has",
                         args.levels);
        return;
    }
    if (target->proxy) {
        context.client().proxies[size_t(target->type)] =
            tooLarge ? TextureImage{} : TextureImage{format, args.extent};
        return;
    }
    Texture* texture = requireNamed(context, target->type);
    if (!texture) {
        return;
    }
    const int32_t levels = std::min<int32_t>(args.levels, kMaxLevels);
    if (!texture->backend().defineStorage(context.backend(), *format, args.extent, levels, 0)) {
        context.outOfMemory();
        return;
    }
    noteSizedDepth(context, *texture, *format);
    texture->setImmutable(
        *format, args.extent, levels, {0, levels, 0, layersOf(target->type, args.extent), levels});
    textureChanged(context, *texture, true);
}

// ---- Multisample textures ----------------------------------------------------------------------

struct MultisampleArguments {
    GLenum target;
    GLsizei samples;
    GLenum internalformat;
    format::Extent extent;
    GLboolean fixedLocations;
    TextureType type; ///< What the command is for: GL_TEXTURE_2D_MULTISAMPLE, or arrays of them.
    bool immutable = false;
};

std::optional<ImageTarget>
findMultisampleTarget(const Context& context, GLenum target, TextureType type) {
    const bool array = type == TextureType::Tex2DMultisampleArray;
    const GLenum own = array ? GL_TEXTURE_2D_MULTISAMPLE_ARRAY : GL_TEXTURE_2D_MULTISAMPLE;
    const GLenum proxy =
        array ? GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY : GL_PROXY_TEXTURE_2D_MULTISAMPLE;
    if (!hasTextureType(context, type) || (target != own && target != proxy)) {
        return std::nullopt;
    }
    return ImageTarget{.type = type, .proxy = target == proxy};
}

/// The least number of samples that is at least `wanted`; 0: there is none.
int32_t chooseSamples(uint32_t counts, GLsizei wanted) {
    for (int32_t samples = std::max(wanted, 1); samples < 32; ++samples) {
        if (counts >> samples & 1) {
            return samples;
        }
    }
    return 0;
}

/// GL_MAX_*_SAMPLES of the kind of format.
int32_t maxSamples(const Caps& caps, const format::InternalFormat& format) {
    return format.integer() ? caps.maxIntegerSamples : caps.maxSamples;
}

/// What multisample images of the format can be; null with the error set.
const format::InternalFormat*
requireMultisampleFormat(Context& context, const MultisampleArguments& args, FormatCaps& caps) {
    // Unsized formats mean a size here.
    const format::InternalFormat* format = format::findInternalFormat(args.internalformat);
    if (format && format->name == args.internalformat && !format->compressed && format->name > 4 &&
        !legacyFormat(*format)) {
        caps = context.device().formatCaps(*format, args.type);
    }
    const bool sized =
        !args.immutable || sizedTextureFormat(context, args.internalformat, args.type) != nullptr;
    if (!caps.renderable || !caps.sampled || !sized) {
        context.setError(
            GL_INVALID_ENUM, "{:#x} is not a format to render to", args.internalformat);
        return nullptr;
    }
    return format;
}

/// Gives the texture its image, once everything is checked.
void defineMultisample(Context& context,
                       Texture& texture,
                       const MultisampleArguments& args,
                       const format::InternalFormat& format,
                       int32_t samples) {
    if (args.extent.width_px == 0 || args.extent.height_px == 0 || args.extent.depth_px == 0) {
        if (defineEmptyImage(context, texture, {}, format, {0, 0, 0})) {
            texture.setSamples(0, args.fixedLocations);
        }
        return;
    }
    if (!texture.backend().defineStorage(context.backend(), format, args.extent, 1, samples)) {
        context.outOfMemory();
        return;
    }
    texture.setSamples(samples, args.fixedLocations);
    if (args.immutable) {
        texture.setImmutable(
            format, args.extent, 1, {0, 1, 0, layersOf(args.type, args.extent), 1});
    } else {
        texture.setImage({}, {&format, args.extent});
    }
    textureChanged(context, texture, true);
}

void multisampleStorage(Context& context, const MultisampleArguments& args) {
    const auto target = findMultisampleTarget(context, args.target, args.type);
    if (!target) {
        context.setError(
            GL_INVALID_ENUM, "{:#x} is not a target of multisample images", args.target);
        return;
    }
    if (args.samples < 1) {
        context.setError(GL_INVALID_VALUE, "a multisample image of {} samples", args.samples);
        return;
    }
    const int32_t least_px = args.immutable ? 1 : 0;
    if (args.extent.width_px < least_px || args.extent.height_px < least_px ||
        args.extent.depth_px < least_px) {
        context.setError(GL_INVALID_VALUE, "a size of a multisample image is negative or zero");
        return;
    }
    FormatCaps caps;
    const format::InternalFormat* format = requireMultisampleFormat(context, args, caps);
    if (!format) {
        return;
    }
    const bool tooLarge = !fitsDevice(context.caps(), args.type, 0, args.extent);
    const int32_t samples = args.samples <= maxSamples(context.caps(), *format)
                                ? chooseSamples(caps.sampleCounts, args.samples)
                                : 0;
    if (target->proxy) {
        context.client().proxies[size_t(args.type)] =
            tooLarge || samples == 0 ? TextureImage{} : TextureImage{format, args.extent};
        return;
    }
    if (tooLarge) {
        context.setError(GL_INVALID_VALUE, "a multisample image is too large");
        return;
    }
    if (samples == 0) {
        context.setError(GL_INVALID_OPERATION,
                         "{} samples are more than {:#x} can have",
                         args.samples,
                         args.internalformat);
        return;
    }
    Texture* texture = args.immutable ? requireNamed(context, args.type)
                                      : context.activeUnit().bound[size_t(args.type)].get();
    if (texture && requireMutable(context, *texture)) {
        defineMultisample(context, *texture, args, *format, samples);
    }
}

// ---- Buffer textures ---------------------------------------------------------------------------

void bufferTexels(Context& context,
                  GLenum target,
                  GLenum internalformat,
                  GLuint buffer,
                  const GLintptr* offset_B,
                  GLsizeiptr size_B) {
    if (target != GL_TEXTURE_BUFFER || !hasTextureType(context, TextureType::Buffer)) {
        context.setError(GL_INVALID_ENUM, "glTexBuffer: {:#x} is not a target", target);
        return;
    }
    const format::InternalFormat* format = texelBufferFormat(context, internalformat);
    if (!format) {
        context.setError(
            GL_INVALID_ENUM, "glTexBuffer: {:#x} is not a format of texels", internalformat);
        return;
    }
    Buffer* object = buffer ? context.group().buffers.find(buffer) : nullptr;
    if (buffer && !object) {
        context.setError(GL_INVALID_OPERATION, "glTexBuffer: there is no buffer {}", buffer);
        return;
    }
    TexelRange texels{Ref<Buffer>(object), format, 0, 0};
    if (offset_B && object) {
        const auto alignment_B = GLintptr(context.caps().textureBufferAlignment_B);
        if (*offset_B < 0 || size_B <= 0 || size_t(*offset_B) > object->size_B() ||
            size_t(size_B) > object->size_B() - size_t(*offset_B) || *offset_B % alignment_B != 0) {
            context.setError(GL_INVALID_VALUE,
                             "glTexBufferRange: {} bytes from {} of {}",
                             size_B,
                             *offset_B,
                             object->size_B());
            return;
        }
        texels.offset_B = size_t(*offset_B);
        texels.size_B = size_t(size_B);
    }
    Texture& texture = *context.activeUnit().bound[size_t(TextureType::Buffer)];
    texture.setTexels(std::move(texels));
    textureChanged(context, texture, true);
}

} // namespace

void Context::texStorage1D(GLenum target, GLsizei levels, GLenum internalformat, GLsizei width) {
    texStorage(*this, {1, target, levels, internalformat, {width, 1, 1}});
}

void Context::texStorage2D(
    GLenum target, GLsizei levels, GLenum internalformat, GLsizei width, GLsizei height) {
    texStorage(*this, {2, target, levels, internalformat, {width, height, 1}});
}

void Context::texStorage3D(GLenum target,
                           GLsizei levels,
                           GLenum internalformat,
                           GLsizei width,
                           GLsizei height,
                           GLsizei depth) {
    texStorage(*this, {3, target, levels, internalformat, {width, height, depth}});
}

void Context::texImage2DMultisample(GLenum target,
                                    GLsizei samples,
                                    GLenum internalformat,
                                    GLsizei width,
                                    GLsizei height,
                                    GLboolean fixedsamplelocations) {
    multisampleStorage(*this,
                       {.target = target,
                        .samples = samples,
                        .internalformat = internalformat,
                        .extent = {width, height, 1},
                        .fixedLocations = fixedsamplelocations,
                        .type = TextureType::Tex2DMultisample});
}

void Context::texImage3DMultisample(GLenum target,
                                    GLsizei samples,
                                    GLenum internalformat,
                                    GLsizei width,
                                    GLsizei height,
                                    GLsizei depth,
                                    GLboolean fixedsamplelocations) {
    multisampleStorage(*this,
                       {.target = target,
                        .samples = samples,
                        .internalformat = internalformat,
                        .extent = {width, height, depth},
                        .fixedLocations = fixedsamplelocations,
                        .type = TextureType::Tex2DMultisampleArray});
}

void Context::texStorage2DMultisample(GLenum target,
                                      GLsizei samples,
                                      GLenum internalformat,
                                      GLsizei width,
                                      GLsizei height,
                                      GLboolean fixedsamplelocations) {
    multisampleStorage(*this,
                       {.target = target,
                        .samples = samples,
                        .internalformat = internalformat,
                        .extent = {width, height, 1},
                        .fixedLocations = fixedsamplelocations,
                        .type = TextureType::Tex2DMultisample,
                        .immutable = true});
}

void Context::texStorage3DMultisample(GLenum target,
                                      GLsizei samples,
                                      GLenum internalformat,
                                      GLsizei width,
                                      GLsizei height,
                                      GLsizei depth,
                                      GLboolean fixedsamplelocations) {
    multisampleStorage(*this,
                       {.target = target,
                        .samples = samples,
                        .internalformat = internalformat,
                        .extent = {width, height, depth},
                        .fixedLocations = fixedsamplelocations,
                        .type = TextureType::Tex2DMultisampleArray,
                        .immutable = true});
}

void Context::texBuffer(GLenum target, GLenum internalformat, GLuint buffer) {
    bufferTexels(*this, target, internalformat, buffer, nullptr, 0);
}

void Context::texBufferRange(
    GLenum target, GLenum internalformat, GLuint buffer, GLintptr offset, GLsizeiptr size) {
    bufferTexels(*this, target, internalformat, buffer, &offset, size);
}

} // namespace gl
