// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/vertical_blank.h"

#include "base/xcb_reply.h"

#include <chrono>
#include <thread>
#include <xcb/present.h>

namespace glx {

namespace {

constexpr int64_t kPeriod_us = 1'000'000 / 60;

int64_t now_us() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

VerticalBlank waitWithoutScreen(const BlankCondition& condition) {
    const int64_t last = now_us() / kPeriod_us;
    const int64_t wanted = condition.next(last);
    if (wanted > last) {
        std::this_thread::sleep_for(std::chrono::microseconds(wanted * kPeriod_us - now_us()));
    }
    const int64_t passed = std::max(wanted, last);
    return {.ust_us = passed * kPeriod_us, .msc = passed};
}

/// Present's events about one window, for as long as it lives, in a queue of their own, which the
/// program does not see.
class PresentEvents {
public:
    PresentEvents(xcb_connection_t* connection, xcb_window_t window)
        : m_connection(connection), m_window(window), m_id(xcb_generate_id(connection)) {
        m_queue = xcb_register_for_special_xge(connection, &xcb_present_id, m_id, nullptr);
        m_selected = m_queue != nullptr && select(XCB_PRESENT_EVENT_MASK_COMPLETE_NOTIFY);
    }
    ~PresentEvents() {
        if (m_selected) {
            select(XCB_PRESENT_EVENT_MASK_NO_EVENT);
        }
        if (m_queue != nullptr) {
            xcb_unregister_for_special_event(m_connection, m_queue);
        }
    }
    PresentEvents(const PresentEvents&) = delete;
    PresentEvents& operator=(const PresentEvents&) = delete;

    /// Nothing: the window or the server is gone.
    std::optional<VerticalBlank> wait(const BlankCondition& condition) {
        if (!m_selected) {
            return std::nullopt;
        }
        const auto asked = xcb_present_notify_msc_checked(m_connection,
                                                          m_window,
                                                          0,
                                                          uint64_t(condition.msc),
                                                          uint64_t(condition.divisor),
                                                          uint64_t(condition.remainder));
        if (refused(asked)) {
            return std::nullopt;
        }
        while (const base::XcbReply<xcb_generic_event_t> event{
            xcb_wait_for_special_event(m_connection, m_queue)}) {
            const auto* generic = reinterpret_cast<const xcb_ge_generic_event_t*>(event.get());
            const auto* done =
                reinterpret_cast<const xcb_present_complete_notify_event_t*>(event.get());
            if (generic->event_type == XCB_PRESENT_COMPLETE_NOTIFY &&
                done->kind == XCB_PRESENT_COMPLETE_KIND_NOTIFY_MSC) {
                return VerticalBlank{.ust_us = int64_t(done->ust), .msc = int64_t(done->msc)};
            }
        }
        return std::nullopt;
    }

private:
    bool refused(xcb_void_cookie_t request) {
        return base::XcbReply<xcb_generic_error_t>(xcb_request_check(m_connection, request)) !=
               nullptr;
    }
    bool select(uint32_t events) {
        return !refused(xcb_present_select_input_checked(m_connection, m_id, m_window, events));
    }

    xcb_connection_t* m_connection;
    xcb_window_t m_window;
    uint32_t m_id;
    xcb_special_event_t* m_queue = nullptr;
    bool m_selected = false;
};

} // namespace

int64_t BlankCondition::next(int64_t now) const {
    if (now < msc || divisor == 0) {
        return msc;
    }
    const int64_t candidate = now - now % divisor + remainder;
    return candidate > now ? candidate : candidate + divisor;
}

std::optional<VerticalBlank> waitForBlank(xcb_connection_t* connection,
                                          std::optional<xcb_window_t> window,
                                          const BlankCondition& condition) {
    const xcb_query_extension_reply_t* const present =
        xcb_get_extension_data(connection, &xcb_present_id);
    if (!window || present == nullptr || !present->present) {
        return waitWithoutScreen(condition);
    }
    return PresentEvents(connection, *window).wait(condition);
}

} // namespace glx
