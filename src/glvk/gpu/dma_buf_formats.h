// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "glvk/gpu/vulkan.h"

#include <cstdint>
#include <vector>

namespace glvk {

/// A way to lay out images that are shared with others, and what the device can do with it.
struct DmaBufModifier {
    uint64_t modifier = 0;
    uint32_t planes = 1; ///< Of memory: compressed layouts have some for what is not texels.
    bool imports = false;
    bool exports = false;
};

/// A format of drm_fourcc.h that GL has too.
struct DmaBufFormat {
    uint32_t fourcc = 0;
    format::Id storage = format::Id::None;
    const format::InternalFormat* format = nullptr;
    std::vector<DmaBufModifier> modifiers; ///< Not empty.
};

/// What images a device can share with others. Only what it can do all of GL with: sample, draw
/// to, blend, copy and blit as in images of its own.
class DmaBufFormats {
public:
    explicit DmaBufFormats(VkPhysicalDevice physical);

    const std::vector<DmaBufFormat>& all() const { return m_formats; }
    /// Null: there is none.
    const DmaBufFormat* find(uint32_t fourcc) const;
    const DmaBufFormat* find(format::Id storage, bool alphaAbsent) const;
    /// In which images of this format can be made for others. Empty: in none.
    std::vector<uint64_t> exported(VkFormat format) const;
    /// Whether there is any.
    bool importsAny() const;
    bool exportsAny() const;
    /// Of memory, of an image of this format laid out so.
    uint32_t planes(VkFormat format, uint64_t modifier) const;

private:
    const DmaBufFormat* find(VkFormat format) const;
    bool any(bool DmaBufModifier::* does) const;

    std::vector<DmaBufFormat> m_formats;
};

} // namespace glvk
