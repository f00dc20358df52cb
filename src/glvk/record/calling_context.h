// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glvk/record/recorder.h"
#include "glvk/record/stream.h"

#include <memory>

namespace glvk {

class Feedback;
enum class ReadAspect : uint8_t;
struct ImageSlice;

/// The context that an object of GL (a buffer, a texture, a query) is called with: all that objects
/// know of a context.
class CallingContext : public gl::ContextBackend {
public:
    static CallingContext& of(gl::ContextBackend& context) {
        return static_cast<CallingContext&>(context);
    }

    Gpu& gpu() const { return m_recorder.gpu(); }
    Recorder& recorder() { return m_recorder; }
    /// Memory for transfers to images and buffers.
    Stream& uploads() { return m_uploads; }
    /// Reads beyond the end of a buffer reach nobody else's bytes (EXT_robustness).
    bool robustAccess() const { return m_robustAccess; }

    /// A texture got another image: what holds on to the old one is looked up again.
    virtual void noteMovedStorage() = 0;
    /// No draw is captured with `feedback` any more.
    virtual void leaveFeedback(const Feedback& feedback) = 0;
    /// What reads of `framebuffer` come from, single-sampled. Null image: nothing, or out of
    /// memory.
    virtual ImageSlice readSlice(const gl::Framebuffer& framebuffer, ReadAspect aspect) = 0;

protected:
    CallingContext(std::shared_ptr<Gpu> gpu, bool robustAccess);

private:
    const std::shared_ptr<Gpu> m_gpu; ///< Goes last: the recorder waits for it to the end.
    const bool m_robustAccess;
    Recorder m_recorder;
    Stream m_uploads;
};

} // namespace glvk
