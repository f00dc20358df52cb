// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/render_targets.h"

#include "format/gl_enums.h"
#include "glvk/backend/test_device.h"
#include "glvk/record/recorder.h"

#include <memory>
#include <vector>

namespace glvk {

namespace {

std::vector<VkAttachmentLoadOp> g_loads; ///< Of each colour attachment since it was emptied.
PFN_vkCmdBeginRendering g_beginRendering = nullptr;

VKAPI_ATTR void VKAPI_CALL noteLoads(VkCommandBuffer commands, const VkRenderingInfo* info) {
    for (uint32_t i = 0; i < info->colorAttachmentCount; ++i) {
        g_loads.push_back(info->pColorAttachments[i].loadOp);
    }
    g_beginRendering(commands, info);
}

/// Rendering to an image of two layers, and what Vulkan is told to load.
class RenderTargetsTest : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        if (!m_device) {
            return;
        }
        m_table = const_cast<VolkDeviceTable*>(&m_device->vk());
        g_beginRendering = m_table->vkCmdBeginRendering;
        m_table->vkCmdBeginRendering = &noteLoads;
        m_recorder = std::make_unique<Recorder>(*m_device);
        ImageDescription description;
        description.format = VK_FORMAT_R8G8B8A8_UNORM;
        description.extent = {8, 8, 1};
        description.layers = 2;
        description.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                            VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
        m_image = Image::create(*m_device, description, nullptr);
        ASSERT_TRUE(m_image);
    }
    void TearDown() override {
        if (m_recorder) {
            m_recorder->finish();
        }
        m_image = {};
        m_recorder.reset();
        if (m_table) {
            m_table->vkCmdBeginRendering = g_beginRendering;
        }
    }
    RenderTargets targets(uint32_t layer) {
        ImageSlice slice;
        slice.image = m_image.get();
        slice.layer = layer;
        slice.format = format::findInternalFormat(GL_RGBA8);
        slice.storage = format::Id::R8G8B8A8Unorm;
        RenderTargets targets;
        targets.width_px = targets.height_px = 8;
        EXPECT_TRUE(
            makeTarget(*m_device, slice, VK_IMAGE_ASPECT_COLOR_BIT, 0, false, targets.color[0]));
        targets.colorCount = 1;
        return targets;
    }
    VkAttachmentLoadOp loadOf(uint32_t layer) {
        g_loads.clear();
        beginRendering(*m_recorder, targets(layer), {});
        m_recorder->endRendering();
        return g_loads.at(0);
    }

    VolkDeviceTable* m_table = nullptr;
    std::unique_ptr<Recorder> m_recorder;
    ResourceRef<Image> m_image;
};

TEST_F(RenderTargetsTest, DroppedContentsAreNotLoaded) {
    EXPECT_EQ(VK_ATTACHMENT_LOAD_OP_LOAD, loadOf(0));
    m_image->drop(targets(0).color[0].key, VK_IMAGE_ASPECT_COLOR_BIT);
    EXPECT_EQ(VK_ATTACHMENT_LOAD_OP_DONT_CARE, loadOf(0));
    EXPECT_EQ(VK_ATTACHMENT_LOAD_OP_LOAD, loadOf(0)) << "what was drawn then is wanted";
}

TEST_F(RenderTargetsTest, OtherLayersAreLoaded) {
    m_image->drop(targets(0).color[0].key, VK_IMAGE_ASPECT_COLOR_BIT);
    EXPECT_EQ(VK_ATTACHMENT_LOAD_OP_LOAD, loadOf(1));
}

TEST_F(RenderTargetsTest, WritesMakeContentsWantedAgain) {
    m_image->drop(targets(0).color[0].key, VK_IMAGE_ASPECT_COLOR_BIT);
    m_recorder->write(*m_image);
    EXPECT_EQ(VK_ATTACHMENT_LOAD_OP_LOAD, loadOf(0));
    m_recorder->submit();
    m_image->drop(targets(0).color[0].key, VK_IMAGE_ASPECT_COLOR_BIT);
    m_recorder->transferInto(*m_image);
    EXPECT_EQ(VK_ATTACHMENT_LOAD_OP_LOAD, loadOf(0));
}

TEST_F(RenderTargetsTest, DroppedContentsAreCleared) {
    m_image->drop(targets(0).color[0].key, VK_IMAGE_ASPECT_COLOR_BIT);
    g_loads.clear();
    ClearLoads clear;
    clear.color = 1;
    beginRendering(*m_recorder, targets(0), clear);
    EXPECT_EQ(VK_ATTACHMENT_LOAD_OP_CLEAR, g_loads.at(0));
    m_recorder->endRendering();
}

} // namespace

} // namespace glvk
