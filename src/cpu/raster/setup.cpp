// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/setup.h"

#include "cpu/raster/screen.h"

#include <algorithm>

namespace cpu::raster {

Setup::Setup(const RasterState& state, const Target& target, const VertexOutputs& outputs)
    : m_state(state), m_target(target), m_outputs(outputs) {
    m_outputs.varyings = {};
    m_smooth = drawsSmoothLines(state);
    m_distances = std::min<uint32_t>(uint32_t(outputs.clipDistances) + outputs.cullDistances,
                                     kMaxClipDistances);
    m_planes.planeCount =
        uint32_t(std::min<size_t>(outputs.varyings.size(), m_planes.varyings.size()));
    for (uint32_t plane = 0; plane < m_planes.planeCount; ++plane) {
        if (outputs.varyings[plane] != Interpolation::None) {
            m_planes.varyings[m_planes.varyingCount++] = {uint8_t(plane), outputs.varyings[plane]};
        }
    }
    m_planes.clipDistances = outputs.readsClipDistance ? m_distances : 0;
    m_state.viewportCount = std::clamp(m_state.viewportCount, 1u, kMaxViewports);
    for (uint32_t i = 0; i < m_state.viewportCount; ++i) {
        m_screens[i] = makeScreen(m_state, i, target.area, target.samples);
    }
}

} // namespace cpu::raster
