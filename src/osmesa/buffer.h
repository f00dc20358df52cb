// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "osmesa/buffer_layout.h"
#include "window/platform.h"

namespace osmesa {

/// OSMesaPixelStore and OSMesaColorClamp: how pixels are stored.
struct PixelStore {
    int32_t rowLength_px = 0; ///< 0: the width.
    bool yUp = true;          ///< The bottom row comes first.
    bool clamp = false;       ///< Colours that are no fixed-point numbers are taken to [0, 1].
};

/// The application's memory: OSMesaMakeCurrent's buffer. Belongs to the thread in which its context
/// is current.
class Buffer final : public window::Pixmap {
public:
    /// `type`: of which the layout is; `depth`: of the images that are copied here.
    Buffer(GLenum type, const BufferLayout& layout, int depth, int32_t width_px, int32_t height_px)
        : Pixmap(depth, width_px, height_px), m_type(type), m_layout(layout) {}

    GLenum type() const { return m_type; }
    void* memory() const { return m_memory; }
    /// Null: what is drawn goes nowhere.
    void setMemory(void* memory) { m_memory = memory; }
    void setPixelStore(const PixelStore& store) { m_store = store; }

    bool fill(const gl::Rect& area, const window::ReadColors& read) const override;

private:
    const GLenum m_type;
    const BufferLayout m_layout;
    PixelStore m_store;
    void* m_memory = nullptr;
};

} // namespace osmesa
