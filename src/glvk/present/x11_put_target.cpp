// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/present/x11_put_target.h"

#include "base/xcb_reply.h"
#include "glvk/gpu/exit.h"
#include "glvk/gpu/gpu.h"
#include "glvk/present/x11_window_size.h"

#include <algorithm>
#include <xcb/xcb.h>

namespace glvk {

namespace {

/// As windows of eight bits a colour have them, blue in the lowest byte.
constexpr VkFormat kFormat = VK_FORMAT_B8G8R8A8_UNORM;
constexpr uint32_t kPixel_B = 4;

/// Rows of a window from the top.
struct Rows {
    uint32_t begin = 0, end = 0;
};

Rows rowsOf(std::span<const VkRectLayerKHR> damage, uint32_t height_px) {
    if (damage.empty()) {
        return {.begin = 0, .end = height_px};
    }
    Rows rows{.begin = height_px, .end = 0};
    for (const VkRectLayerKHR& rect : damage) {
        rows.begin = std::min(rows.begin, uint32_t(rect.offset.y));
        rows.end = std::max(rows.end, uint32_t(rect.offset.y) + rect.extent.height);
    }
    return rows;
}

/// An image that the host reads, row by row.
class HostImage {
public:
    /// `gpu` outlives it.
    HostImage(Gpu& gpu, VkExtent2D size_px) : m_gpu(gpu), m_size_px(size_px) {}
    ~HostImage() {
        m_gpu.vk().vkDestroyImage(m_gpu.handle(), m_image, nullptr);
        if (m_memory) {
            m_gpu.memory().free(m_memory);
        }
    }
    HostImage(const HostImage&) = delete;
    HostImage& operator=(const HostImage&) = delete;

    /// False: out of memory.
    [[nodiscard]] bool make() {
        const VolkDeviceTable& vk = m_gpu.vk();
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.imageType = VK_IMAGE_TYPE_2D;
        info.format = kFormat;
        info.extent = {m_size_px.width, m_size_px.height, 1};
        info.mipLevels = 1;
        info.arrayLayers = 1;
        info.samples = VK_SAMPLE_COUNT_1_BIT;
        info.tiling = VK_IMAGE_TILING_LINEAR;
        info.usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        if (vk.vkCreateImage(m_gpu.handle(), &info, nullptr, &m_image) != VK_SUCCESS) {
            m_image = VK_NULL_HANDLE;
            return false;
        }
        VkMemoryRequirements requirements{};
        vk.vkGetImageMemoryRequirements(m_gpu.handle(), m_image, &requirements);
        m_memory = m_gpu.memory().allocate(requirements, MemoryUse::Readback, false);
        if (!m_memory ||
            vk.vkBindImageMemory(m_gpu.handle(), m_image, m_memory.memory, m_memory.offset_B) !=
                VK_SUCCESS) {
            return false;
        }
        const VkImageSubresource all{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
        vk.vkGetImageSubresourceLayout(m_gpu.handle(), m_image, &all, &m_layout);
        return true;
    }

    VkImage handle() const { return m_image; }
    VkExtent2D size_px() const { return m_size_px; }
    /// Between rows.
    uint32_t pitch_B() const { return uint32_t(m_layout.rowPitch); }
    const std::byte* row(uint32_t y) const {
        return m_memory.mapped + m_layout.offset + size_t(y) * m_layout.rowPitch;
    }

private:
    Gpu& m_gpu;
    const VkExtent2D m_size_px;
    VkImage m_image = VK_NULL_HANDLE;
    Allocation m_memory;
    VkSubresourceLayout m_layout{};
};

class X11PutTarget final : public PresentTarget {
public:
    X11PutTarget(std::shared_ptr<Gpu> gpu, const X11Window& window, uint8_t depth)
        : m_gpu(std::move(gpu)),
          m_connection(static_cast<xcb_connection_t*>(window.connection)),
          m_window(window.window),
          m_depth(depth),
          m_size(window),
          m_context(xcb_generate_id(m_connection)) {
        forget(xcb_create_gc_checked(m_connection, m_context, m_window, 0, nullptr));
    }
    ~X11PutTarget() override {
        if (!processExiting()) { // Else the program may have closed its connection.
            forget(xcb_free_gc_checked(m_connection, m_context));
        }
    }

    VkExtent2D size_px() override {
        m_size.update();
        return {uint32_t(m_size.width_px()), uint32_t(m_size.height_px())};
    }
    void expectSize() override { m_size.prepare(); }

    VkResult acquire(const FrameRequest& request, TargetImage& image) override {
        const auto [width_px, height_px] = request.size_px;
        if (width_px == 0 || height_px == 0) {
            return VK_NOT_READY;
        }
        if (!m_image || m_image->size_px().width != width_px ||
            m_image->size_px().height != height_px) {
            m_image = std::make_unique<HostImage>(*m_gpu, request.size_px);
            if (!m_image->make()) {
                m_image.reset();
                return VK_ERROR_OUT_OF_DEVICE_MEMORY;
            }
        }
        image = {.image = m_image->handle(),
                 .format = kFormat,
                 .size_px = request.size_px,
                 .shownIn = VK_IMAGE_LAYOUT_GENERAL,
                 .readByHost = true};
        return VK_SUCCESS;
    }

    VkResult show(const TargetImage& image, std::span<const VkRectLayerKHR> damage) override {
        m_gpu->waitIdle();
        if (m_gpu->lost()) {
            return VK_ERROR_DEVICE_LOST;
        }
        return put(rowsOf(damage, image.size_px.height)) ? VK_SUCCESS : VK_ERROR_SURFACE_LOST_KHR;
    }

private:
    /// The program must not see errors of ours: its window may be gone.
    void forget(xcb_void_cookie_t request) const {
        xcb_discard_reply(m_connection, request.sequence);
    }

    /// Returns when the server has them, or with false: there is no such window any more.
    bool put(const Rows& rows) {
        // In bands that fit into a request, whose header takes up to 32 bytes. What lies between
        // the rows goes along: it is beyond the window.
        const size_t request_B = size_t(xcb_get_maximum_request_length(m_connection)) * 4 - 32;
        const uint32_t pitch_B = m_image->pitch_B();
        const auto band_px = uint32_t(std::max<size_t>(request_B / pitch_B, 1));
        xcb_void_cookie_t last{};
        for (uint32_t y = rows.begin; y < rows.end; y += band_px) {
            const uint32_t height_px = std::min(band_px, rows.end - y);
            if (y > rows.begin) {
                forget(last);
            }
            last = xcb_put_image_checked(m_connection,
                                         XCB_IMAGE_FORMAT_Z_PIXMAP,
                                         m_window,
                                         m_context,
                                         uint16_t(pitch_B / kPixel_B),
                                         uint16_t(height_px),
                                         0,
                                         int16_t(y),
                                         0,
                                         m_depth,
                                         pitch_B * height_px,
                                         reinterpret_cast<const uint8_t*>(m_image->row(y)));
        }
        using Error = base::XcbReply<xcb_generic_error_t>;
        return rows.begin >= rows.end || (Error(xcb_request_check(m_connection, last)) == nullptr &&
                                          xcb_connection_has_error(m_connection) == 0);
    }

    std::shared_ptr<Gpu> m_gpu;
    xcb_connection_t* m_connection;
    xcb_window_t m_window;
    uint8_t m_depth;
    X11WindowSize m_size;
    xcb_gcontext_t m_context;
    std::unique_ptr<HostImage> m_image; ///< Null: no frame was shown yet.
};

} // namespace

std::unique_ptr<PresentTarget>
openX11PutTarget(std::shared_ptr<Gpu> gpu, const X11Window& window, uint8_t depth) {
    return std::make_unique<X11PutTarget>(std::move(gpu), window, depth);
}

bool canPutImages(const Gpu& gpu) {
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(gpu.physical(), kFormat, &properties);
    constexpr VkFormatFeatureFlags kNeeded =
        VK_FORMAT_FEATURE_TRANSFER_DST_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT;
    return (properties.linearTilingFeatures & kNeeded) == kNeeded;
}

} // namespace glvk
