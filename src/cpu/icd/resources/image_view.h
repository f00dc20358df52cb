// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/icd/object.h"

namespace cpu::icd {

class Image;

class ImageView {
public:
    ImageView(const Image& image, const VkImageViewCreateInfo& info);
    ~ImageView();
    ImageView(const ImageView&) = delete;
    ImageView& operator=(const ImageView&) = delete;

    const ImageData& data() const { return m_data; }
    uint32_t viewId() const { return m_data.viewId; }
    const Image& image() const { return m_image; }

private:
    const Image& m_image;
    ImageData m_data = {};
};
GLISSADE_CPU_OBJECT(VkImageView, ImageView)

} // namespace cpu::icd
