// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/format.h"

#include <gtest/gtest.h>

namespace format {
namespace {

GLenum nameOf(GLenum internalformat, GLenum type = 0) {
    const InternalFormat* f = findInternalFormat(internalformat, type);
    return f != nullptr ? f->name : 0;
}

TEST(InternalFormats, UnsizedTakeTheirSizeFromTheType) {
    EXPECT_EQ(nameOf(GL_RGB, GL_UNSIGNED_SHORT_5_6_5), GLenum{GL_RGB565});
    EXPECT_EQ(nameOf(GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4), GLenum{GL_RGBA4});
    EXPECT_EQ(nameOf(GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1), GLenum{GL_RGB5_A1});
    EXPECT_EQ(nameOf(GL_RGBA, GL_UNSIGNED_BYTE), GLenum{GL_RGBA});
    EXPECT_EQ(nameOf(GL_RGBA, GL_HALF_FLOAT), GLenum{GL_RGBA16F});
    EXPECT_EQ(nameOf(GL_RGBA, GL_HALF_FLOAT_OES), GLenum{GL_RGBA16F});
    EXPECT_EQ(nameOf(GL_ALPHA, GL_FLOAT), GLenum{GL_ALPHA32F_ARB});
    EXPECT_EQ(nameOf(GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT), GLenum{GL_DEPTH_COMPONENT16});
    EXPECT_EQ(nameOf(GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8), GLenum{GL_DEPTH24_STENCIL8});
    EXPECT_EQ(nameOf(GL_RGBA), GLenum{GL_RGBA});
}

TEST(InternalFormats, SizedIgnoreTheType) {
    EXPECT_EQ(nameOf(GL_RGBA8, GL_FLOAT), GLenum{GL_RGBA8});
    EXPECT_EQ(nameOf(GL_RGB565, GL_UNSIGNED_BYTE), GLenum{GL_RGB565});
}

TEST(InternalFormats, GenericCompressedAreTheirBase) {
    EXPECT_EQ(nameOf(GL_COMPRESSED_RGB), GLenum{GL_RGB});
    EXPECT_EQ(nameOf(GL_COMPRESSED_SLUMINANCE), GLenum{GL_SLUMINANCE});
    EXPECT_FALSE(findInternalFormat(GL_COMPRESSED_RGBA)->compressed);
}

TEST(InternalFormats, LatcIsRgtcReadAsLuminance) {
    const auto* one = findInternalFormat(GL_COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT);
    ASSERT_TRUE(one && one->compressed);
    EXPECT_EQ(one->base, GLenum(GL_LUMINANCE));
    EXPECT_EQ(one->candidates[0], Id::Bc4Snorm);
    EXPECT_EQ(one->view, (Swizzle{Channel::R, Channel::R, Channel::R, Channel::One}));
    for (const GLenum name :
         {GL_COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT, GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI}) {
        const auto* two = findInternalFormat(name);
        ASSERT_TRUE(two && two->compressed);
        EXPECT_EQ(two->base, GLenum(GL_LUMINANCE_ALPHA));
        EXPECT_EQ(two->candidates[0], Id::Bc5Unorm);
        EXPECT_EQ(two->view, (Swizzle{Channel::R, Channel::R, Channel::R, Channel::G}));
    }
}

// GL 4.6 section 9.2.5: sizes are those of the image, not those that were asked for.
TEST(InternalFormats, StencilsHaveEightBits) {
    for (const GLenum name : {GL_STENCIL_INDEX1, GL_STENCIL_INDEX4, GL_STENCIL_INDEX8}) {
        EXPECT_EQ(8, findInternalFormat(name)->stencil);
    }
}

TEST(InternalFormats, UnknownAreNull) {
    EXPECT_EQ(findInternalFormat(0), nullptr);
    EXPECT_EQ(findInternalFormat(5), nullptr);
    EXPECT_EQ(findInternalFormat(GL_UNSIGNED_BYTE), nullptr);
    EXPECT_EQ(findInternalFormat(0xFFFFFFFF), nullptr);
}

TEST(InternalFormats, NumbersOfComponents) {
    EXPECT_EQ(findInternalFormat(1)->base, GLenum{GL_LUMINANCE});
    EXPECT_EQ(findInternalFormat(2)->base, GLenum{GL_LUMINANCE_ALPHA});
    EXPECT_EQ(findInternalFormat(3)->base, GLenum{GL_RGB});
    EXPECT_EQ(findInternalFormat(4)->base, GLenum{GL_RGBA});
}

TEST(InternalFormats, EveryCandidateHoldsWhatTheViewReads) {
    for (GLenum name = 0; name < 0x10000; ++name) {
        const InternalFormat* f = findInternalFormat(name);
        if (f == nullptr) {
            continue;
        }
        SCOPED_TRACE(name);
        ASSERT_NE(f->candidates[0], Id::None);
        bool ended = false;
        for (Id id : f->candidates) {
            EXPECT_FALSE(ended && id != Id::None);
            ended = ended || id == Id::None;
            if (id == Id::None) {
                continue;
            }
            const Layout& l = layout(id);
            EXPECT_EQ(f->isColor(), l.isColor());
            EXPECT_TRUE(f->depth == 0 || l.hasDepth());
            EXPECT_TRUE(f->stencil == 0 || l.hasStencil());
            EXPECT_EQ(f->numeric == Numeric::Srgb, l.numeric == Numeric::Srgb);
            for (Channel c : f->view) {
                if (f->isColor() && c >= Channel::R) {
                    EXPECT_NE(l.bits[static_cast<size_t>(c) - static_cast<size_t>(Channel::R)], 0);
                }
            }
        }
        EXPECT_EQ(f->alphaAbsent() && f->isColor(), f->isColor() && f->view[3] == Channel::One);
        EXPECT_EQ(f->compressed, layout(f->candidates[0]).compressed());
    }
}

} // namespace
} // namespace format
