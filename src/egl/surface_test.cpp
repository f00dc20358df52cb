// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/surface.h"
#include "egl/testing/attribute_list.h"
#include "window/testing/fake_device.h"

#include <gtest/gtest.h>

namespace egl {
namespace {

using testing::AttributeList;
using window::testing::FakeDevice;

EGLint pbufferError(const AttributeList& attributes) {
    return errorOf(PbufferRequest::parse(attributes));
}

Outcome<WindowRequest> windowRequest(const AttributeList& attributes) {
    return WindowRequest::parse(attributes);
}

class PbufferTest : public ::testing::Test {
protected:
    std::shared_ptr<Surface> create(const AttributeList& attributes) {
        const PbufferRequest request = *PbufferRequest::parse(attributes);
        auto core = window::Drawable::createPbuffer(m_device, m_config.format, request.size);
        EXPECT_TRUE(core.ok());
        return std::make_shared<Surface>(m_config, *core, request);
    }
    EGLint get(const Surface& surface, EGLint name) { return **surface.attribute(name); }

    FakeDevice m_device;
    const ConfigList m_configs = makeConfigs(window::makePixelFormats(m_device, {}));
    const Config& m_config = m_configs.front();
};

TEST(PbufferRequest, Errors) {
    EXPECT_EQ(pbufferError({{EGL_WIDTH, -1}}), EGL_BAD_PARAMETER);
    EXPECT_EQ(pbufferError({{EGL_RENDER_BUFFER, EGL_BACK_BUFFER}}), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(pbufferError({{EGL_TEXTURE_FORMAT, EGL_TEXTURE_RGBA}}), EGL_BAD_MATCH);
    EXPECT_EQ(pbufferError(
                  {{EGL_TEXTURE_FORMAT, EGL_TEXTURE_RGBA}, {EGL_TEXTURE_TARGET, EGL_TEXTURE_2D}}),
              EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(pbufferError({{EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_SRGB}}), EGL_BAD_MATCH);
}

TEST(PbufferRequest, AcceptsNoTexture) {
    EXPECT_EQ(pbufferError({{EGL_TEXTURE_FORMAT, EGL_NO_TEXTURE},
                            {EGL_TEXTURE_TARGET, EGL_NO_TEXTURE},
                            {EGL_MIPMAP_TEXTURE, EGL_FALSE},
                            {EGL_GL_COLORSPACE, EGL_GL_COLORSPACE_LINEAR}}),
              EGL_SUCCESS);
}

TEST(WindowRequest, Errors) {
    EXPECT_TRUE(windowRequest({{EGL_RENDER_BUFFER, EGL_SINGLE_BUFFER}}).ok());
    EXPECT_EQ(errorOf(windowRequest({{EGL_RENDER_BUFFER, 1}})), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(errorOf(windowRequest({{EGL_WIDTH, 1}})), EGL_BAD_ATTRIBUTE);
}

TEST_F(PbufferTest, Size) {
    const auto surface = create({{EGL_WIDTH, 30}, {EGL_HEIGHT, 20}});
    EXPECT_EQ(get(*surface, EGL_WIDTH), 30);
    EXPECT_EQ(get(*surface, EGL_HEIGHT), 20);
}

TEST_F(PbufferTest, SmallerThanTheLargestAsked) {
    const auto surface =
        create({{EGL_WIDTH, 5000}, {EGL_HEIGHT, 10}, {EGL_LARGEST_PBUFFER, EGL_TRUE}});
    EXPECT_EQ(get(*surface, EGL_WIDTH), 4096);
    EXPECT_EQ(get(*surface, EGL_LARGEST_PBUFFER), EGL_TRUE);
}

TEST_F(PbufferTest, Attributes) {
    const auto surface = create({{EGL_WIDTH, 1}, {EGL_HEIGHT, 1}});
    EXPECT_EQ(get(*surface, EGL_CONFIG_ID), m_config.id);
    EXPECT_EQ(get(*surface, EGL_TEXTURE_FORMAT), EGL_NO_TEXTURE);
    EXPECT_EQ(get(*surface, EGL_PIXEL_ASPECT_RATIO), EGL_UNKNOWN);
    EXPECT_EQ(errorOf(surface->attribute(EGL_RED_SIZE)), EGL_BAD_ATTRIBUTE);
}

TEST_F(PbufferTest, SetAttributes) {
    const auto surface = create({{EGL_WIDTH, 1}, {EGL_HEIGHT, 1}});
    EXPECT_TRUE(surface->setAttribute(EGL_MIPMAP_LEVEL, 2).ok());
    EXPECT_EQ(get(*surface, EGL_MIPMAP_LEVEL), 2);
    EXPECT_EQ(errorOf(surface->setAttribute(EGL_SWAP_BEHAVIOR, EGL_BUFFER_PRESERVED)),
              EGL_BAD_MATCH);
    EXPECT_EQ(errorOf(surface->setAttribute(EGL_SWAP_BEHAVIOR, 1)), EGL_BAD_ATTRIBUTE);
    EXPECT_EQ(errorOf(surface->setAttribute(EGL_MULTISAMPLE_RESOLVE, EGL_MULTISAMPLE_RESOLVE_BOX)),
              EGL_BAD_MATCH);
    EXPECT_EQ(errorOf(surface->setAttribute(EGL_WIDTH, 1)), EGL_BAD_ATTRIBUTE);
}

} // namespace
} // namespace egl
