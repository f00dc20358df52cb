// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/validation/texture_formats.h"

#include "format/encode_blocks.h"
#include "gl/rules/contains.h"
#include "gl/rules/es1_names.h"

#include <algorithm>
#include <array>

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

/// ES 3.0 table 3.2: the sized formats and what pixels each of them takes.
struct SizedRow {
    GLenum internalformat;
    GLenum format;
    std::array<GLenum, 4> types;
};
// clang-format off
constexpr SizedRow kSizedRows[] = {
    {GL_RGBA8, GL_RGBA, {GL_UNSIGNED_BYTE}},
    {GL_RGB5_A1, GL_RGBA, {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_5_5_1, GL_UNSIGNED_INT_2_10_10_10_REV}},
    {GL_RGBA4, GL_RGBA, {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_4_4_4_4}},
    {GL_SRGB8_ALPHA8, GL_RGBA, {GL_UNSIGNED_BYTE}},
    {GL_RGBA8_SNORM, GL_RGBA, {GL_BYTE}},
    {GL_RGB10_A2, GL_RGBA, {GL_UNSIGNED_INT_2_10_10_10_REV}},
    {GL_RGBA16F, GL_RGBA, {GL_HALF_FLOAT, GL_FLOAT}},
    {GL_RGBA32F, GL_RGBA, {GL_FLOAT}},
    {GL_RGBA8UI, GL_RGBA_INTEGER, {GL_UNSIGNED_BYTE}},
    {GL_RGBA8I, GL_RGBA_INTEGER, {GL_BYTE}},
    {GL_RGBA16UI, GL_RGBA_INTEGER, {GL_UNSIGNED_SHORT}},
    {GL_RGBA16I, GL_RGBA_INTEGER, {GL_SHORT}},
    {GL_RGBA32UI, GL_RGBA_INTEGER, {GL_UNSIGNED_INT}},
    {GL_RGBA32I, GL_RGBA_INTEGER, {GL_INT}},
    {GL_RGB10_A2UI, GL_RGBA_INTEGER, {GL_UNSIGNED_INT_2_10_10_10_REV}},
    {GL_RGB8, GL_RGB, {GL_UNSIGNED_BYTE}},
    {GL_RGB565, GL_RGB, {GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_6_5}},
    {GL_SRGB8, GL_RGB, {GL_UNSIGNED_BYTE}},
    {GL_RGB8_SNORM, GL_RGB, {GL_BYTE}},
    {GL_R11F_G11F_B10F, GL_RGB, {GL_UNSIGNED_INT_10F_11F_11F_REV, GL_HALF_FLOAT, GL_FLOAT}},
    {GL_RGB9_E5, GL_RGB, {GL_UNSIGNED_INT_5_9_9_9_REV, GL_HALF_FLOAT, GL_FLOAT}},
    {GL_RGB16F, GL_RGB, {GL_HALF_FLOAT, GL_FLOAT}},
    {GL_RGB32F, GL_RGB, {GL_FLOAT}},
    {GL_RGB8UI, GL_RGB_INTEGER, {GL_UNSIGNED_BYTE}},
    {GL_RGB8I, GL_RGB_INTEGER, {GL_BYTE}},
    {GL_RGB16UI, GL_RGB_INTEGER, {GL_UNSIGNED_SHORT}},
    {GL_RGB16I, GL_RGB_INTEGER, {GL_SHORT}},
    {GL_RGB32UI, GL_RGB_INTEGER, {GL_UNSIGNED_INT}},
    {GL_RGB32I, GL_RGB_INTEGER, {GL_INT}},
    {GL_RG8, GL_RG, {GL_UNSIGNED_BYTE}},
    {GL_RG8_SNORM, GL_RG, {GL_BYTE}},
    {GL_RG16F, GL_RG, {GL_HALF_FLOAT, GL_FLOAT}},
    {GL_RG32F, GL_RG, {GL_FLOAT}},
    {GL_RG8UI, GL_RG_INTEGER, {GL_UNSIGNED_BYTE}},
    {GL_RG8I, GL_RG_INTEGER, {GL_BYTE}},
    {GL_RG16UI, GL_RG_INTEGER, {GL_UNSIGNED_SHORT}},
    {GL_RG16I, GL_RG_INTEGER, {GL_SHORT}},
    {GL_RG32UI, GL_RG_INTEGER, {GL_UNSIGNED_INT}},
    {GL_RG32I, GL_RG_INTEGER, {GL_INT}},
    {GL_R8, GL_RED, {GL_UNSIGNED_BYTE}},
    {GL_R8_SNORM, GL_RED, {GL_BYTE}},
    {GL_R16F, GL_RED, {GL_HALF_FLOAT, GL_FLOAT}},
    {GL_R32F, GL_RED, {GL_FLOAT}},
    {GL_R8UI, GL_RED_INTEGER, {GL_UNSIGNED_BYTE}},
    {GL_R8I, GL_RED_INTEGER, {GL_BYTE}},
    {GL_R16UI, GL_RED_INTEGER, {GL_UNSIGNED_SHORT}},
    {GL_R16I, GL_RED_INTEGER, {GL_SHORT}},
    {GL_R32UI, GL_RED_INTEGER, {GL_UNSIGNED_INT}},
    {GL_R32I, GL_RED_INTEGER, {GL_INT}},
    {GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, {GL_UNSIGNED_SHORT, GL_UNSIGNED_INT}},
    {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, {GL_UNSIGNED_INT}},
    {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, {GL_FLOAT}},
    {GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, {GL_UNSIGNED_INT_24_8}},
    {GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, {GL_FLOAT_32_UNSIGNED_INT_24_8_REV}},
    // EXT_texture_format_BGRA8888, EXT_texture_storage.
    {GL_BGRA8_EXT, GL_BGRA, {GL_UNSIGNED_BYTE}},
};
// clang-format on

constexpr GLenum kDesktopFormats[] = {GL_RED,
                                      GL_GREEN,
                                      GL_BLUE,
                                      GL_ALPHA,
                                      GL_RG,
                                      GL_RGB,
                                      GL_BGR,
                                      GL_RGBA,
                                      GL_BGRA,
                                      GL_ABGR_EXT,
                                      GL_LUMINANCE,
                                      GL_LUMINANCE_ALPHA,
                                      GL_DEPTH_COMPONENT,
                                      GL_DEPTH_STENCIL,
                                      GL_STENCIL_INDEX,
                                      GL_RED_INTEGER,
                                      GL_GREEN_INTEGER,
                                      GL_BLUE_INTEGER,
                                      GL_ALPHA_INTEGER,
                                      GL_RG_INTEGER,
                                      GL_RGB_INTEGER,
                                      GL_RGBA_INTEGER,
                                      GL_BGR_INTEGER,
                                      GL_BGRA_INTEGER,
                                      GL_LUMINANCE_INTEGER_EXT,
                                      GL_LUMINANCE_ALPHA_INTEGER_EXT};
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
                                    GL_UNSIGNED_INT_5_9_9_9_REV,
                                    GL_UNSIGNED_INT_24_8,
                                    GL_FLOAT_32_UNSIGNED_INT_24_8_REV};

/// What specific compressed formats given plain pixels are encoded from; where there is no encoder
/// they are kept like this.
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
    {GL_COMPRESSED_RED_RGTC1, GL_R8},
    {GL_COMPRESSED_SIGNED_RED_RGTC1, GL_R8_SNORM},
    {GL_COMPRESSED_RG_RGTC2, GL_RG8},
    {GL_COMPRESSED_SIGNED_RG_RGTC2, GL_RG8_SNORM},
    {GL_COMPRESSED_LUMINANCE_LATC1_EXT, GL_LUMINANCE8},
    {GL_COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT, GL_LUMINANCE8_SNORM},
    {GL_COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT, GL_LUMINANCE8_ALPHA8},
    {GL_COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT, GL_LUMINANCE8_ALPHA8_SNORM},
    {GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI, GL_LUMINANCE8_ALPHA8},
    {GL_COMPRESSED_RGBA_BPTC_UNORM, GL_RGBA8},
    {GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM, GL_SRGB8_ALPHA8},
    {GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, GL_RGB16F},
    {GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, GL_RGB16F},
};

const Substitute* substituteOf(GLenum compressed) {
    const auto* const found = std::ranges::find(kSubstitutes, compressed, &Substitute::compressed);
    return found == std::end(kSubstitutes) ? nullptr : found;
}

/// Formats that glCopyTexImage may name in ES 2.0.
constexpr GLenum kEsCopyFormats[] = {
    GL_ALPHA, GL_LUMINANCE, GL_LUMINANCE_ALPHA, GL_RGB, GL_RGBA, GL_RED, GL_RG};

GLenum esType(GLenum type) {
    return type == GL_HALF_FLOAT ? GL_HALF_FLOAT_OES : type;
}

/// OpenGL ES 1.1 names floats and depths, but not as what texels are.
bool hasRow(const Context& context, const EsRow& row) {
    return !context.apiVersion().isES1() ||
           (isES1Name(row.format) && isES1Name(row.type) && row.type != GL_FLOAT &&
            row.format != GL_DEPTH_STENCIL);
}

template <class Match>
bool anyEsRow(const Context& context, Match&& match) {
    return std::any_of(std::begin(kEsRows), std::end(kEsRows), [&](const EsRow& row) {
        return hasRow(context, row) && match(row);
    });
}

bool esPair(const Context& context, GLenum format, GLenum type) {
    return anyEsRow(context, [&](const EsRow& row) {
        return row.format == format && row.type == esType(type);
    });
}

bool hasType(const SizedRow& row, GLenum type) {
    return type != 0 && contains(row.types, type);
}

/// Of OpenGL ES 3.0's sized formats in a context that has them.
const SizedRow* sizedRow(const Context& context, GLenum internalformat) {
    if (!context.atLeast(30, 0)) {
        return nullptr;
    }
    const auto* row =
        std::find_if(std::begin(kSizedRows), std::end(kSizedRows), [&](const SizedRow& r) {
            return r.internalformat == internalformat;
        });
    return row == std::end(kSizedRows) ? nullptr : row;
}

template <class Match>
bool anySizedRow(const Context& context, Match&& match) {
    return context.atLeast(30, 0) &&
           std::any_of(std::begin(kSizedRows), std::end(kSizedRows), match);
}

/// Pixels and images must be of one kind.
enum class Kind { Color, Depth, DepthStencil, Stencil };
Kind kindOf(GLenum base) {
    return base == GL_DEPTH_COMPONENT ? Kind::Depth
           : base == GL_DEPTH_STENCIL ? Kind::DepthStencil
           : base == GL_STENCIL_INDEX ? Kind::Stencil
                                      : Kind::Color;
}

bool sampledBy(const Context& context, const format::InternalFormat& format, TextureType type) {
    const FormatCaps caps = const_cast<Context&>(context).device().formatCaps(format, type);
    return caps.storage != format::Id::None && caps.sampled;
}

ChosenFormat fail(GLenum error, const char* why) {
    return {nullptr, error, why};
}

} // namespace

bool validDesktopTransfer(GLenum format, GLenum type) {
    return format::validPixelTransfer(format, type) &&
           !(format == GL_RGB && type == GL_UNSIGNED_INT_2_10_10_10_REV);
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

bool legacyFormat(const format::InternalFormat& format) {
    switch (format.base) {
    case GL_ALPHA:
    case GL_LUMINANCE:
    case GL_LUMINANCE_ALPHA:
    case GL_INTENSITY:
        return true;
    default:
        return format.name <= 4;
    }
}

ChosenFormat checkES1InternalFormat(const Context& context, GLint internalformat) {
    const bool known = !context.apiVersion().isES1() || anyEsRow(context, [&](const EsRow& row) {
        return row.format == GLenum(internalformat);
    });
    return known ? ChosenFormat{}
                 : fail(GL_INVALID_VALUE, "the internal format is not one of textures");
}

ChosenFormat checkTransferEnums(const Context& context, GLenum format, GLenum type) {
    bool knownFormat = contains(kDesktopFormats, format);
    bool knownType = contains(kDesktopTypes, type);
    if (context.isES()) {
        knownFormat =
            anyEsRow(context, [&](const EsRow& row) { return row.format == format; }) ||
            anySizedRow(context, [&](const SizedRow& row) { return row.format == format; });
        knownType = anyEsRow(context, [&](const EsRow& row) { return row.type == esType(type); }) ||
                    anySizedRow(context, [&](const SizedRow& row) { return hasType(row, type); });
    } else if (context.isCore()) {
        constexpr GLenum kGone[] = {GL_LUMINANCE,
                                    GL_LUMINANCE_ALPHA,
                                    GL_ALPHA_INTEGER,
                                    GL_LUMINANCE_INTEGER_EXT,
                                    GL_LUMINANCE_ALPHA_INTEGER_EXT};
        knownFormat = knownFormat && !contains(kGone, format);
    } else {
        knownFormat |= format == GL_COLOR_INDEX;
        knownType |= type == GL_BITMAP && (format == GL_COLOR_INDEX || format == GL_STENCIL_INDEX);
    }
    if (!knownFormat) {
        return fail(GL_INVALID_ENUM, "the format is not one of pixel data");
    }
    // GL 3.0 section 3.9.1, EXT_texture_integer.
    constexpr GLenum kFloats[] = {
        GL_FLOAT, GL_HALF_FLOAT, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_UNSIGNED_INT_5_9_9_9_REV};
    if (context.isDesktop() && integerPixels(format) && contains(kFloats, type)) {
        return fail(GL_INVALID_ENUM, "integers are not read from floats");
    }
    return knownType ? ChosenFormat{} : fail(GL_INVALID_ENUM, "the type is not one of pixel data");
}

namespace {

/// OpenGL ES: internal format, format and type stand in a table together.
ChosenFormat checkEsCombination(const Context& context, GLenum name, GLenum format, GLenum type) {
    if (const SizedRow* row = sizedRow(context, name)) {
        return row->format == format && hasType(*row, type)
                   ? ChosenFormat{}
                   : fail(GL_INVALID_OPERATION,
                          "internal format, format and type do not go together");
    }
    if (!anyEsRow(context, [&](const EsRow& row) { return row.format == name; })) {
        return fail(GL_INVALID_VALUE, "the internal format is not one of textures");
    }
    if (name != format) {
        return fail(GL_INVALID_OPERATION, "internal format and format differ");
    }
    return esPair(context, format, type)
               ? ChosenFormat{}
               : fail(GL_INVALID_OPERATION, "format and type do not go together");
}

/// Desktop OpenGL: pixels of any colour format for any colour image.
ChosenFormat checkPair(const format::InternalFormat& image, GLenum format, GLenum type) {
    if (!validDesktopTransfer(format, type)) {
        return fail(GL_INVALID_OPERATION, "format and type do not go together");
    }
    // Depth may come with a stencil that is dropped, or leave one undefined (OpenGL 3.0 section
    // 3.9.1).
    const auto hasDepth = [](Kind kind) {
        return kind == Kind::Depth || kind == Kind::DepthStencil;
    };
    const Kind to = kindOf(image.base);
    const Kind from = kindOf(format);
    if (to != from && !(hasDepth(to) && hasDepth(from))) {
        return fail(GL_INVALID_OPERATION, "colour, depth and stencil do not mix");
    }
    if (image.integer() != integerPixels(format)) {
        return fail(GL_INVALID_OPERATION, "integers and other numbers do not mix");
    }
    return {};
}

} // namespace

const format::InternalFormat* plainFormat(const format::InternalFormat& compressed) {
    const bool isRead = compressed.base != GL_LUMINANCE && compressed.base != GL_LUMINANCE_ALPHA;
    const Substitute* const substitute = substituteOf(compressed.name);
    return substitute && isRead && format::isEncodable(compressed.candidates[0])
               ? format::findInternalFormat(substitute->plain)
               : nullptr;
}

namespace {

/// OpenGL ES: texels of compressed formats are colours of any kind.
bool isColorPair(const Context& context, GLenum format, GLenum type) {
    const bool isPair =
        esPair(context, format, type) || anySizedRow(context, [&](const SizedRow& row) {
            return row.format == format && hasType(row, type);
        });
    return isPair && kindOf(format) == Kind::Color && !integerPixels(format);
}

/// A compressed format that texels are encoded to. No format: it is none, or not here.
ChosenFormat encodedFormat(const Context& context, GLenum name, TextureType textureType) {
    const format::InternalFormat* const format = format::findInternalFormat(name);
    if (!format || !format->compressed || !plainFormat(*format)) {
        return {};
    }
    const ChosenFormat chosen = compressedTextureFormat(context, name, textureType);
    return chosen.error == GL_NO_ERROR ? chosen : ChosenFormat{};
}

} // namespace

ChosenFormat chooseTextureFormat(const Context& context,
                                 GLint internalformat,
                                 GLenum format,
                                 GLenum type,
                                 TextureType textureType) {
    auto name = GLenum(internalformat);
    const ChosenFormat encoded = encodedFormat(context, name, textureType);
    const bool isCompressed =
        substituteOf(name) &&
        compressedTextureFormat(context, name, textureType).error == GL_NO_ERROR;
    if (context.isES() && isCompressed) {
        if (!isColorPair(context, format, type)) {
            return fail(GL_INVALID_OPERATION, "format and type do not go together");
        }
        if (encoded.format) {
            return encoded;
        }
    } else if (context.isES()) {
        const ChosenFormat combination = checkEsCombination(context, name, format, type);
        if (combination.error != GL_NO_ERROR) {
            return combination;
        }
    }
    if (const Substitute* const substitute = substituteOf(name)) {
        name = substitute->plain;
    }
    if (encoded.format) {
        const ChosenFormat pair = checkPair(*format::findInternalFormat(name), format, type);
        return pair.error == GL_NO_ERROR ? encoded : pair;
    }
    const bool unsized = context.isES() && !sizedRow(context, name);
    const format::InternalFormat* chosen = format::findInternalFormat(name, unsized ? type : 0);
    if (!chosen || chosen->compressed || (context.isCore() && legacyFormat(*chosen))) {
        return fail(GL_INVALID_VALUE, "the internal format is not one of textures");
    }
    const ChosenFormat pair = checkPair(*chosen, format, type);
    if (pair.error != GL_NO_ERROR) {
        return pair;
    }
    if (!chosen->isColor() && (textureType == TextureType::Tex3D ||
                               (textureType == TextureType::Cube && !context.atLeast(30, 10)))) {
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
    const format::InternalFormat* const plain = image.compressed ? plainFormat(image) : &image;
    if (!plain) {
        return fail(GL_INVALID_OPERATION, "the image is compressed");
    }
    if (image.compressed && context.isES()) {
        return isColorPair(context, format, type)
                   ? ChosenFormat{&image, GL_NO_ERROR, ""}
                   : fail(GL_INVALID_OPERATION, "format and type do not go together");
    }
    if (context.isDesktop()) {
        const ChosenFormat pair = checkPair(*plain, format, type);
        return pair.error != GL_NO_ERROR ? pair : ChosenFormat{&image, GL_NO_ERROR, ""};
    }
    if (const SizedRow* row = sizedRow(context, image.name);
        row && row->format == format && hasType(*row, type)) {
        return {&image, GL_NO_ERROR, ""};
    }
    // Images that were given an unsized format.
    if (!esPair(context, format, type)) {
        return fail(GL_INVALID_OPERATION, "format and type do not go together");
    }
    const bool bgra = image.name == GL_BGRA_EXT || image.name == GL_BGRA8_EXT;
    if (format != (bgra ? GL_BGRA_EXT : image.base) || image.integer()) {
        return fail(GL_INVALID_OPERATION, "the image has another format");
    }
    const bool floats = type == GL_FLOAT || esType(type) == GL_HALF_FLOAT_OES;
    if (floats != (image.numeric == format::Numeric::Float)) {
        return fail(GL_INVALID_OPERATION, "the image has another type");
    }
    return {&image, GL_NO_ERROR, ""};
}

const format::InternalFormat*
sizedTextureFormat(const Context& context, GLenum internalformat, TextureType textureType) {
    const format::InternalFormat* format = format::findInternalFormat(internalformat);
    if (!format || format->name != internalformat) { // Generic compressed ones are another's name.
        return nullptr;
    }
    if (format->compressed) {
        const ChosenFormat chosen = compressedTextureFormat(context, internalformat, textureType);
        return chosen.error == GL_INVALID_ENUM ? nullptr : format;
    }
    constexpr GLenum kUnsized[] = {GL_RGBA,
                                   GL_RGB,
                                   GL_BGRA,
                                   GL_ALPHA,
                                   GL_LUMINANCE,
                                   GL_LUMINANCE_ALPHA,
                                   GL_INTENSITY,
                                   GL_RED,
                                   GL_RG,
                                   GL_SRGB,
                                   GL_SRGB_ALPHA,
                                   GL_SLUMINANCE,
                                   GL_SLUMINANCE_ALPHA,
                                   GL_DEPTH_COMPONENT,
                                   GL_DEPTH_STENCIL,
                                   GL_STENCIL_INDEX,
                                   GL_RED_SNORM,
                                   GL_RG_SNORM,
                                   GL_RGB_SNORM,
                                   GL_RGBA_SNORM,
                                   GL_ALPHA_SNORM,
                                   GL_LUMINANCE_SNORM,
                                   GL_LUMINANCE_ALPHA_SNORM,
                                   GL_INTENSITY_SNORM};
    if (format->name <= 4 || contains(kUnsized, format->name)) {
        return nullptr;
    }
    const bool here = context.isES() ? sizedRow(context, internalformat) != nullptr
                                     : !context.isCore() || !legacyFormat(*format);
    return here && sampledBy(context, *format, textureType) ? format : nullptr;
}

const format::InternalFormat* texelBufferFormat(const Context& context, GLenum internalformat) {
    constexpr GLenum kFormats[] = {GL_R8,      GL_R16,     GL_R16F,    GL_R32F,     GL_R8I,
                                   GL_R16I,    GL_R32I,    GL_R8UI,    GL_R16UI,    GL_R32UI,
                                   GL_RG8,     GL_RG16,    GL_RG16F,   GL_RG32F,    GL_RG8I,
                                   GL_RG16I,   GL_RG32I,   GL_RG8UI,   GL_RG16UI,   GL_RG32UI,
                                   GL_RGBA8,   GL_RGBA16,  GL_RGBA16F, GL_RGBA32F,  GL_RGBA8I,
                                   GL_RGBA16I, GL_RGBA32I, GL_RGBA8UI, GL_RGBA16UI, GL_RGBA32UI};
    // ARB_texture_buffer_object_rgb32: these lie in three numbers in buffers, and only there.
    static constexpr auto three = [](GLenum name, format::Numeric numeric, format::Id id) {
        return format::InternalFormat{
            name, GL_RGB, 32, 32, 32, 0, 0, 0, 0, 0, numeric, {id}, format::kIdentity, false};
    };
    static constexpr format::InternalFormat kThree[] = {
        three(GL_RGB32F, format::Numeric::Float, format::Id::R32G32B32Sfloat),
        three(GL_RGB32I, format::Numeric::Sint, format::Id::R32G32B32Sint),
        three(GL_RGB32UI, format::Numeric::Uint, format::Id::R32G32B32Uint),
    };
    if (context.caps().textureBufferRgb32) {
        for (const format::InternalFormat& format : kThree) {
            if (format.name == internalformat) {
                return &format;
            }
        }
    }
    return contains(kFormats, internalformat) ? format::findInternalFormat(internalformat)
                                              : nullptr;
}

namespace {

/// OpenGL ES 3.0 section 3.8.5: what may be copied to must be what is read, in all but size where
/// the image's own is not given.
bool sameNumbers(const format::InternalFormat& a, const format::InternalFormat& b) {
    const auto plain = [](format::Numeric numeric) {
        return numeric == format::Numeric::Srgb ? format::Numeric::Unorm : numeric;
    };
    return plain(a.numeric) == plain(b.numeric) &&
           (a.numeric == format::Numeric::Srgb) == (b.numeric == format::Numeric::Srgb);
}

} // namespace

const format::InternalFormat* copyTextureFormat(const Context& context, GLenum internalformat) {
    if (context.isES() && !contains(kEsCopyFormats, internalformat)) {
        const SizedRow* row = sizedRow(context, internalformat);
        if (!row || kindOf(row->format) != Kind::Color || internalformat == GL_RGB9_E5 ||
            internalformat == GL_BGRA8_EXT) {
            return nullptr;
        }
    }
    if (internalformat >= 1 && internalformat <= 4) {
        return nullptr; // GL 2.1 section 3.8.2: numbers of components are not accepted here.
    }
    if (const Substitute* const substitute = substituteOf(internalformat)) {
        internalformat = substitute->plain;
    }
    const format::InternalFormat* chosen = format::findInternalFormat(internalformat);
    return chosen && !chosen->compressed && chosen->base != GL_STENCIL_INDEX &&
                   !(context.isCore() && legacyFormat(*chosen))
               ? chosen
               : nullptr;
}

bool copyCompatible(const Context& context,
                    const format::InternalFormat& source,
                    const format::InternalFormat& image) {
    if (source.integer() != image.integer() ||
        (image.integer() && source.numeric != image.numeric)) {
        return false;
    }
    if (context.isDesktop()) {
        return true; // Components the framebuffer lacks are read as 0, alpha as 1.
    }
    if (context.atLeast(30, 0)) {
        if (!sameNumbers(source, image) || image.name == GL_RGB9_E5) {
            return false;
        }
        const auto matches = [](uint8_t own, uint8_t there) { return own == 0 || own == there; };
        if (sizedRow(context, image.name) &&
            !(matches(image.red, source.red) && matches(image.green, source.green) &&
              matches(image.blue, source.blue) && matches(image.alpha, source.alpha))) {
            return false;
        }
    }
    const bool alpha = image.alpha > 0 || image.intensity > 0;
    const bool blue = image.blue > 0;
    const bool green = image.green > 0;
    const bool red = image.red > 0 || image.luminance > 0;
    return (!alpha || source.alpha > 0) && (!blue || source.blue > 0) &&
           (!green || source.green > 0) && (!red || source.red > 0);
}

ChosenFormat
compressedTextureFormat(const Context& context, GLenum internalformat, TextureType textureType) {
    using enum format::Id;
    const format::InternalFormat* format = format::findInternalFormat(internalformat);
    const ChosenFormat unknown = fail(GL_INVALID_ENUM, "this is not a compressed format here");
    if (!format || !format->compressed) {
        return unknown;
    }
    const format::Id id = format->candidates[0];
    const auto within = [id](format::Id first, format::Id last) {
        return id >= first && id <= last;
    };
    const bool bptc = within(Bc6hUfloat, Bc7Srgb);
    const bool removed = context.isCore() && legacyFormat(*format);
    const bool offered = internalformat == GL_ETC1_RGB8_OES
                             ? context.isES() && context.caps().textureCompressionEtc1
                         : within(Bc1Rgb, Bc3Srgb)    ? context.caps().textureCompressionS3tc
                         : within(Bc4Unorm, Bc5Snorm) ? context.atLeast(30, 10) && !removed
                         : bptc                       ? context.atLeast(30, 10)
                                                      : context.atLeast(30, 10);
    if (!offered || !sampledBy(context, *format, textureType)) {
        return unknown;
    }
    switch (textureType) {
    case TextureType::Tex2D:
    case TextureType::Cube:
        return {format, GL_NO_ERROR, ""};
    case TextureType::Tex2DArray:
    case TextureType::CubeArray:
        return internalformat == GL_ETC1_RGB8_OES
                   ? fail(GL_INVALID_OPERATION, "ETC1 has two dimensions")
                   : ChosenFormat{format, GL_NO_ERROR, ""};
    case TextureType::Tex3D:
        return bptc ? ChosenFormat{format, GL_NO_ERROR, ""}
                    : fail(GL_INVALID_OPERATION, "the format has two dimensions");
    default:
        return fail(GL_INVALID_ENUM, "there are no compressed images of this target");
    }
}

} // namespace gl
