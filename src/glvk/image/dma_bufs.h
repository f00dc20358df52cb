// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/interface/dma_buf.h"

namespace glvk {

class DmaBufFormats;
class Gpu;

/// DmaBufs of a device that has formats for them.
class DeviceDmaBufs final : public DmaBufs {
public:
    explicit DeviceDmaBufs(Gpu& gpu);

    std::vector<uint32_t> formats() const override;
    std::vector<uint64_t> modifiers(uint32_t fourcc) const override;
    std::shared_ptr<gl::SharedImage> import(const DmaBuf& buffer, DmaBufFailure& failure) override;
    bool exports() const override;
    std::optional<DmaBuf> describe(const gl::SharedImage& image) const override;
    int exportMemory(const gl::SharedImage& image) override;

private:
    Gpu& m_gpu;
    const DmaBufFormats& m_formats;
};

} // namespace glvk
