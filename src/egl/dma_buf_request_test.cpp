// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/dma_buf_request.h"

#include <gtest/gtest.h>
#include <vector>

namespace egl {
namespace {

using List = std::vector<EGLint>;

/// What every import needs.
List complete() {
    return {EGL_WIDTH,
            4,
            EGL_HEIGHT,
            3,
            EGL_LINUX_DRM_FOURCC_EXT,
            0x34325241,
            EGL_DMA_BUF_PLANE0_FD_EXT,
            7,
            EGL_DMA_BUF_PLANE0_OFFSET_EXT,
            64,
            EGL_DMA_BUF_PLANE0_PITCH_EXT,
            32};
}

List with(List list, const List& more) {
    list.insert(list.end(), more.begin(), more.end());
    return list;
}

Outcome<glvk::DmaBuf> parse(List list) {
    list.push_back(EGL_NONE);
    return parseDmaBuf(Attributes(list.data()));
}

EGLint errorOf(const List& list) {
    const Outcome<glvk::DmaBuf> parsed = parse(list);
    return parsed ? EGL_SUCCESS : parsed.failure().error;
}

TEST(DmaBufRequest, TakesWhatIsSaid) {
    const Outcome<glvk::DmaBuf> parsed = parse(complete());
    ASSERT_TRUE(parsed);
    EXPECT_EQ(0x34325241u, parsed->fourcc);
    EXPECT_EQ(4, parsed->width_px);
    EXPECT_EQ(3, parsed->height_px);
    EXPECT_EQ(0u, parsed->modifier);
    ASSERT_EQ(1u, parsed->planes.size());
    EXPECT_EQ(7, parsed->planes[0].fd);
    EXPECT_EQ(64u, parsed->planes[0].offset_B);
    EXPECT_EQ(32u, parsed->planes[0].pitch_B);
}

TEST(DmaBufRequest, WithoutAnyOfThemItIsIncomplete) {
    const List all = complete();
    for (size_t left = 0; left < all.size(); left += 2) {
        List list = all;
        list.erase(list.begin() + ptrdiff_t(left), list.begin() + ptrdiff_t(left) + 2);
        EXPECT_EQ(EGL_BAD_PARAMETER, errorOf(list)) << std::hex << all[left];
    }
}

TEST(DmaBufRequest, SizesArePositive) {
    for (const size_t value : {1, 3}) {
        for (const EGLint size : {0, -1, INT32_MIN}) {
            List list = complete();
            list[value] = size;
            EXPECT_EQ(EGL_BAD_PARAMETER, errorOf(list)) << size;
        }
    }
}

TEST(DmaBufRequest, NegativeOffsetsAndPitchesAreNone) {
    for (const size_t value : {9, 11}) {
        List list = complete();
        list[value] = -4;
        EXPECT_EQ(EGL_BAD_ACCESS, errorOf(list));
    }
}

TEST(DmaBufRequest, ModifiersHaveTwoHalves) {
    const List low{EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, -2};
    const List high{EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, 0x01000000};
    EXPECT_EQ(EGL_BAD_PARAMETER, errorOf(with(complete(), low)));
    EXPECT_EQ(EGL_BAD_PARAMETER, errorOf(with(complete(), high)));
    const Outcome<glvk::DmaBuf> parsed = parse(with(with(complete(), low), high));
    ASSERT_TRUE(parsed);
    EXPECT_EQ(0x0100'0000'ffff'fffeu, parsed->modifier);
}

TEST(DmaBufRequest, PlanesFollowEachOther) {
    const List second{EGL_DMA_BUF_PLANE1_FD_EXT,
                      7,
                      EGL_DMA_BUF_PLANE1_OFFSET_EXT,
                      128,
                      EGL_DMA_BUF_PLANE1_PITCH_EXT,
                      16};
    const Outcome<glvk::DmaBuf> parsed = parse(with(complete(), second));
    ASSERT_TRUE(parsed);
    ASSERT_EQ(2u, parsed->planes.size());
    EXPECT_EQ(128u, parsed->planes[1].offset_B);
    const List third{EGL_DMA_BUF_PLANE2_FD_EXT,
                     7,
                     EGL_DMA_BUF_PLANE2_OFFSET_EXT,
                     128,
                     EGL_DMA_BUF_PLANE2_PITCH_EXT,
                     16};
    EXPECT_EQ(EGL_BAD_PARAMETER, errorOf(with(complete(), third)));
    EXPECT_EQ(EGL_BAD_PARAMETER, errorOf(with(complete(), {EGL_DMA_BUF_PLANE1_PITCH_EXT, 16})));
    // Those of one image are laid out in one way.
    EXPECT_EQ(EGL_BAD_MATCH,
              errorOf(with(
                  with(complete(), second),
                  {EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT, 1, EGL_DMA_BUF_PLANE1_MODIFIER_HI_EXT, 0})));
}

TEST(DmaBufRequest, HintsAreChecked) {
    EXPECT_EQ(EGL_SUCCESS,
              errorOf(with(complete(), {EGL_YUV_COLOR_SPACE_HINT_EXT, EGL_ITU_REC709_EXT})));
    EXPECT_EQ(EGL_BAD_ATTRIBUTE,
              errorOf(with(complete(), {EGL_YUV_COLOR_SPACE_HINT_EXT, EGL_YUV_FULL_RANGE_EXT})));
    EXPECT_EQ(EGL_BAD_ATTRIBUTE, errorOf(with(complete(), {EGL_SAMPLE_RANGE_HINT_EXT, 0})));
    EXPECT_EQ(EGL_BAD_ATTRIBUTE,
              errorOf(with(complete(), {EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT, 1})));
}

TEST(DmaBufRequest, NothingElseIsTaken) {
    EXPECT_EQ(EGL_BAD_PARAMETER, errorOf(with(complete(), {EGL_GL_TEXTURE_LEVEL, 0})));
    EXPECT_EQ(EGL_BAD_PARAMETER, errorOf(with(complete(), {EGL_IMAGE_PRESERVED, 2})));
    EXPECT_EQ(EGL_SUCCESS, errorOf(with(complete(), {EGL_IMAGE_PRESERVED, EGL_TRUE})));
}

} // namespace
} // namespace egl
