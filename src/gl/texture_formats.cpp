// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/texture_formats.h"

#include <algorithm>

namespace gl {

namespace {

/// ES 2.0 table 3.4, then extensions; internalformat is the format.
struct EsRow {
    GLenum format;
    GLenum type;
};
constexpr EsRow kEsRows[] = {
    {GL_ALPHA, GL_UNSIGNED_BYTE},
    {GL_LUMINANCE, GL_UNSIGNED_BYTE},
    {GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE},
    {GL_RGB, GL_UNSIGNED_BYTE},
    {GL_RGB, GL_UNSIGNED_SHORT_5_6_5},
    {GL_RGBA, GL_UNSIGNED_BYTE},
    {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4},
    {GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1},
    // EXT_texture_format_BGRA8888
    {GL_BGRA_EXT, GL_UNSIGNED_BYTE},
    // EXT_texture_rg
    {GL_RED, GL_UNSIGNED_BYTE},
    {GL_RG, GL_UNSIGNED_BYTE},
    // OES_texture_float
    {GL_ALPHA, GL_FLOAT},
    {GL_LUMINANCE, GL_FLOAT},
    {GL_LUMINANCE_ALPHA, GL_FLOAT},
    {GL_RGB, GL_FLOAT},
    {GL_RGBA, GL_FLOAT},
    {GL_RED, GL_FLOAT},
    {GL_RG, GL_FLOAT},
    // OES_texture_half_float
    {GL_ALPHA, GL_HALF_FLOAT_OES},
    {GL_LUMINANCE, GL_HALF_FLOAT_OES},
    {GL_LUMINANCE_ALPHA, GL_HALF_FLOAT_OES},
    {GL_RGB, GL_HALF_FLOAT_OES},
    {GL_RGBA, GL_HALF_FLOAT_OES},
    {GL_RED, GL_HALF_FLOAT_OES},
    {GL_RG, GL_HALF_FLOAT_OES},
    // EXT_texture_type_2_10_10_10_REV
    {GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV},
    {GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV},
    // OES_depth_texture, OES_packed_depth_stencil
    {GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT},
    {GL_DEPTH_COMPONENT, GL_UNSIGNED_INT},
    {GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8},
};

constexpr GLenum kDesktopFormats[] = {GL_RED,
                                      GL_GREEN,
                                      GL_BLUE,
                                      GL_ALPHA,
                                      GL_RG,
                                      GL_RGB,
                                      GL_BGR,
                                      GL_RGBA,
                                      GL_BGRA,
                                      GL_LUMINANCE,
                                      GL_LUMINANCE_ALPHA,
                                      GL_DEPTH_COMPONENT,
                                      GL_DEPTH_STENCIL};
constexpr GLenum kDesktopTypes[] = {GL_UNSIGNED_BYTE,
                                    GL_BYTE,
                                    GL_UNSIGNED_SHORT,
                                    GL_SHORT,
                                    GL_UNSIGNED_INT,
                                    GL_INT,
                                    GL_HALF_FLOAT,
                                    GL_FLOAT,
                                    GL_UNSIGNED_BYTE_3_3_2,
                                    GL_UNSIGNED_BYTE_2_3_3_REV,
                                    GL_UNSIGNED_SHORT_5_6_5,
                                    GL_UNSIGNED_SHORT_5_6_5_REV,
                                    GL_UNSIGNED_SHORT_4_4_4_4,
                                    GL_UNSIGNED_SHORT_4_4_4_4_REV,
                                    GL_UNSIGNED_SHORT_5_5_5_1,
                                    GL_UNSIGNED_SHORT_1_5_5_5_REV,
                                    GL_UNSIGNED_INT_8_8_8_8,
                                    GL_UNSIGNED_INT_8_8_8_8_REV,
                                    GL_UNSIGNED_INT_10_10_10_2,
                                    GL_UNSIGNED_INT_2_10_10_10_REV,
                                    GL_UNSIGNED_INT_10F_11F_11F_REV,
                                    GL_UNSIGNED_INT_24_8,
                                    GL_FLOAT_32_UNSIGNED_INT_24_8_REV};

/// Specific compressed formats given plain pixels are kept uncompressed: there is no encoder.
struct Substitute {
    GLenum compressed;
    GLenum plain;
};
constexpr Substitute kSubstitutes[] = {
    {GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_RGB8},
    {GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, GL_RGBA8},
    {GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, GL_RGBA8},
    {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, GL_RGBA8},
    {GL_COMPRESSED_SRGB_S3TC_DXT1_EXT, GL_SRGB8},
    {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT, GL_SRGB8_ALPHA8},
    {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT, GL_SRGB8_ALPHA8},
    {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, GL_SRGB8_ALPHA8},
};

/// Formats that glCopyTexImage may name in ES 2.0.
constexpr GLenum kEsCopyFormats[] = {
    GL_ALPHA, GL_LUMINANCE, GL_LUMINANCE_ALPHA, GL_RGB, GL_RGBA, GL_RED, GL_RG};

template <class Range>
bool contains(const Range& range, GLenum value) {
    return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

GLenum esType(GLenum type) {
    return type == GL_HALF_FLOAT ? GL_HALF_FLOAT_OES : type;
}

template <class Match>
bool anyEsRow(Match&& match) {
    return std::any_of(std::begin(kEsRows), std::end(kEsRows), match);
}

bool esPair(GLenum format, GLenum type) {
    return anyEsRow(
        [&](const EsRow& row) { return row.format == format && row.type == esType(type); });
}

/// 0: colour, 1: depth, 2: depth and stencil. Pixels and images must be of one kind.
int kindOf(GLenum base) {
    return base == GL_DEPTH_COMPONENT ? 1 : base == GL_DEPTH_STENCIL ? 2 : 0;
}

bool integerPixels(GLenum format) {
    switch (format) {
    case GL_RED_INTEGER:
    case GL_GREEN_INTEGER:
    case GL_BLUE_INTEGER:
    case GL_ALPHA_INTEGER:
    case GL_RG_INTEGER:
    case GL_RGB_INTEGER:
    case GL_RGBA_INTEGER:
    case GL_BGR_INTEGER:
    case GL_BGRA_INTEGER:
    case GL_LUMINANCE_INTEGER_EXT:
    case GL_LUMINANCE_ALPHA_INTEGER_EXT:
        return true;
    default:
        return false;
    }
}

bool sampledBy(const Context& context, const format::InternalFormat& format, TextureType type) {
    const FormatCaps caps = const_cast<Context&>(context).device().formatCaps(format, type);
    return caps.storage != format::Id::None && caps.sampled;
}

ChosenFormat fail(GLenum error, const char* why) {
    return {nullptr, error, why};
}

} // namespace

ChosenFormat checkTransferEnums(const Context& context, GLenum format, GLenum type) {
    const bool knownFormat = context.isES()
                                 ? anyEsRow([&](const EsRow& row) { return row.format == format; })
                                 : contains(kDesktopFormats, format);
    if (!knownFormat) {
        return fail(GL_INVALID_ENUM, "the format is not one of pixel data");
    }
    const bool knownType =
        context.isES() ? anyEsRow([&](const EsRow& row) { return row.type == esType(type); })
                       : contains(kDesktopTypes, type);
    return knownType ? ChosenFormat{} : fail(GL_INVALID_ENUM, "the type is not one of pixel data");
}

ChosenFormat chooseTextureFormat(const Context& context,
                                 GLint internalformat,
                                 GLenum format,
                                 GLenum type,
                                 TextureType textureType) {
    if (context.isES()) {
        const auto name = GLenum(internalformat);
        if (!anyEsRow([&](const EsRow& row) { return row.format == name; })) {
            return fail(GL_INVALID_VALUE, "the internal format is not one of textures");
        }
        if (name != format) {
            return fail(GL_INVALID_OPERATION, "internal format and format differ");
        }
        if (!esPair(format, type)) {
            return fail(GL_INVALID_OPERATION, "format and type do not go together");
        }
    }
    auto name = GLenum(internalformat);
    for (const Substitute& substitute : kSubstitutes) {
        if (substitute.compressed == name) {
            name = substitute.plain;
        }
    }
    const format::InternalFormat* chosen =
        format::findInternalFormat(name, context.isES() ? type : 0);
    if (!chosen || chosen->compressed || chosen->base == GL_STENCIL_INDEX) {
        return fail(GL_INVALID_VALUE, "the internal format is not one of textures");
    }
    if (!format::validPixelTransfer(format, type)) {
        return fail(GL_INVALID_OPERATION, "format and type do not go together");
    }
    if (kindOf(chosen->base) != kindOf(format)) {
        return fail(GL_INVALID_OPERATION, "colour, depth and stencil do not mix");
    }
    if (chosen->integer() != integerPixels(format)) {
        return fail(GL_INVALID_OPERATION, "integers and other numbers do not mix");
    }
    if (kindOf(chosen->base) != 0 && (textureType == TextureType::Tex3D ||
                                      (textureType == TextureType::Cube && context.isES()))) {
        return fail(GL_INVALID_OPERATION, "depth textures have two dimensions");
    }
    if (!sampledBy(context, *chosen, textureType)) {
        return fail(GL_INVALID_VALUE, "the device does not have the internal format");
    }
    return {chosen, GL_NO_ERROR, ""};
}

ChosenFormat checkUpdate(const Context& context,
                         const format::InternalFormat& image,
                         GLenum format,
                         GLenum type) {
    if (image.compressed) {
        return fail(GL_INVALID_OPERATION, "the image is compressed");
    }
    const bool pair =
        context.isES() ? esPair(format, type) : format::validPixelTransfer(format, type);
    if (!pair) {
        return fail(GL_INVALID_OPERATION, "format and type do not go together");
    }
    if (context.isES()) {
        const bool bgra = image.name == GL_BGRA_EXT;
        if (format != (bgra ? GL_BGRA_EXT : image.base)) {
            return fail(GL_INVALID_OPERATION, "the image has another format");
        }
        const bool floats = type == GL_FLOAT || esType(type) == GL_HALF_FLOAT_OES;
        if (floats != (image.numeric == format::Numeric::Float)) {
            return fail(GL_INVALID_OPERATION, "the image has another type");
        }
    } else if (kindOf(image.base) != kindOf(format)) {
        return fail(GL_INVALID_OPERATION, "colour, depth and stencil do not mix");
    }
    return {&image, GL_NO_ERROR, ""};
}

const format::InternalFormat* copyTextureFormat(const Context& context, GLenum internalformat) {
    if (context.isES() && !contains(kEsCopyFormats, internalformat)) {
        return nullptr;
    }
    if (internalformat >= 1 && internalformat <= 4) {
        return nullptr; // GL 2.1 section 3.8.2: numbers of components are not accepted here.
    }
    for (const Substitute& substitute : kSubstitutes) {
        if (substitute.compressed == internalformat) {
            internalformat = substitute.plain;
        }
    }
    const format::InternalFormat* chosen = format::findInternalFormat(internalformat);
    return chosen && !chosen->compressed && chosen->base != GL_STENCIL_INDEX ? chosen : nullptr;
}

bool copyCompatible(const Context& context,
                    const format::InternalFormat& source,
                    const format::InternalFormat& image) {
    if (context.isDesktop()) {
        return true; // Components the framebuffer lacks are read as 0, alpha as 1.
    }
    const bool alpha = image.alpha > 0 || image.intensity > 0;
    const bool blue = image.blue > 0;
    const bool green = image.green > 0;
    const bool red = image.red > 0 || image.luminance > 0;
    return (!alpha || source.alpha > 0) && (!blue || source.blue > 0) &&
           (!green || source.green > 0) && (!red || source.red > 0);
}

const format::InternalFormat*
compressedTextureFormat(const Context& context, GLenum internalformat, TextureType textureType) {
    const format::InternalFormat* format = format::findInternalFormat(internalformat);
    if (!format || !format->compressed) {
        return nullptr;
    }
    const bool etc1 = internalformat == GL_ETC1_RGB8_OES;
    const bool s3tc =
        format->candidates[0] >= format::Id::Bc1Rgb && format->candidates[0] <= format::Id::Bc3Srgb;
    if (!etc1 && !s3tc) {
        return nullptr;
    }
    const Caps& caps = context.caps();
    if (etc1 ? !caps.textureCompressionEtc1 || context.isDesktop() : !caps.textureCompressionS3tc) {
        return nullptr;
    }
    if (textureType == TextureType::Tex1D || textureType == TextureType::Tex3D) {
        return nullptr;
    }
    return sampledBy(context, *format, textureType) ? format : nullptr;
}

} // namespace gl
