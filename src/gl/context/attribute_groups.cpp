// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/attribute_groups.h"

#include <algorithm>

namespace gl {

namespace {

constexpr GLbitfield kBlendGroups = GL_COLOR_BUFFER_BIT | GL_ENABLE_BIT;

} // namespace

void BlendSwitches::save(const StateParts& from, GLbitfield groups) {
    if ((groups & kBlendGroups) != 0) {
        std::ranges::transform(from.state.blends, m_enabled.begin(), &BlendState::enabled);
    }
}

void BlendSwitches::restore(const StateParts& to,
                            GLbitfield groups,
                            Consequences& consequences) const {
    if ((groups & kBlendGroups) == 0) {
        return;
    }
    State& state = to.state;
    for (size_t i = 0; i < m_enabled.size(); ++i) {
        if (state.blends[i].enabled != m_enabled[i]) {
            state.blends[i].enabled = m_enabled[i];
            consequences |= attribute_table::kBlending;
        }
    }
    state.blendsDiffer = std::ranges::any_of(
        state.blends, [&](const BlendState& b) { return !(b == state.blends[0]); });
}

void CompatSwitches::save(const StateParts& from, GLbitfield groups) {
    if ((groups & GL_ENABLE_BIT) != 0 && from.compat) {
        std::ranges::transform(
            compatSwitches(*from.compat), m_on.begin(), [](bool* on) { return *on; });
    }
}

void CompatSwitches::restore(const StateParts& to,
                             GLbitfield groups,
                             Consequences& consequences) const {
    if ((groups & GL_ENABLE_BIT) == 0 || !to.compat) {
        return;
    }
    const std::array<bool*, kCompatSwitches> switches = compatSwitches(*to.compat);
    for (size_t i = 0; i < m_on.size(); ++i) {
        *switches[i] = m_on[i];
    }
    consequences |= {.recheck = kRecheckFixedFunction};
}

void PixelTransferRow::save(const StateParts& from, GLbitfield groups) {
    if ((groups & GL_PIXEL_MODE_BIT) != 0 && from.compat) {
        m_parameters = from.compat->pixelTransfer;
    }
}

void PixelTransferRow::restore(const StateParts& to, GLbitfield groups, Consequences&) const {
    if ((groups & GL_PIXEL_MODE_BIT) != 0 && to.compat) {
        static_cast<PixelTransferParameters&>(to.compat->pixelTransfer) = m_parameters;
    }
}

SavedAttributes::SavedAttributes(const StateParts& from, GLbitfield groups) : m_groups(groups) {
    std::apply([&](auto&... rows) { (rows.save(from, groups), ...); }, m_rows);
}

Consequences SavedAttributes::restore(const StateParts& to) const {
    Consequences consequences;
    std::apply([&](const auto&... rows) { (rows.restore(to, m_groups, consequences), ...); },
               m_rows);
    return consequences;
}

} // namespace gl
