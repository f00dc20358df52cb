// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/wsi/output.h"
#include "cpu/wsi/presenter.h"
#include "cpu/wsi/x11_frames.h"

#include <memory>
#include <utility>

namespace cpu::wsi {

/// Frames in an X11 window, shown by a thread that keeps the pace.
class X11Output final : public Output {
public:
    X11Output(std::unique_ptr<X11Frames> frames,
              PresentMode mode,
              std::chrono::nanoseconds period,
              Done done)
        : m_frames(std::move(frames)), m_presenter(*m_frames, mode, period, std::move(done)) {}

    uint8_t* pixels(uint32_t frame) const override { return m_frames->pixels(frame); }
    size_t rowPitch_B() const override { return m_frames->rowPitch_B(); }
    void filled(uint32_t frame) override { m_presenter.present(frame); }

private:
    std::unique_ptr<X11Frames> m_frames;
    Presenter m_presenter; ///< Last: its thread uses the frames.
};

} // namespace cpu::wsi
