// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// first_frame [--frames N] [--linger SECONDS] COMMAND…: runs a program that opens a window, and
// says when its first picture (or its Nth) was there, as the X server sees it: whatever the driver
// does between the swap and the window counts. A picture is there when a window's pixels are not
// all the same; from then on each change of the whole window is one. Prints
//
//   first_frame <ms since exec> <ms of processor time> <MiB peak of resident memory>
//
// and ends the program --linger seconds (1) later, so that it has filled its caches.

#include <xcb/xcb.h>
#include <xcb/xcbext.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>

#include <poll.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kTimeout_s = 120;
constexpr int kSmallestWindow_px = 100; ///< Others are helpers of toolkits and drivers.

struct Freer {
    void operator()(void* memory) const { free(memory); }
};

template <typename Reply>
std::unique_ptr<Reply, Freer> owned(Reply* reply) {
    return std::unique_ptr<Reply, Freer>(reply);
}

[[noreturn]] void die(const char* what) {
    std::fprintf(stderr, "first_frame: %s\n", what);
    _exit(3);
}

/// The DAMAGE extension, of which two requests and an event are needed (damageproto.txt).
class Damage {
public:
    explicit Damage(xcb_connection_t* connection) : m_connection(connection) {
        if (xcb_connection_has_error(connection)) {
            die("no X server");
        }
        const xcb_query_extension_reply_t* data = xcb_get_extension_data(connection, &m_extension);
        if (!data || !data->present) {
            die("the X server has no DAMAGE extension");
        }
        m_event = data->first_event;
        struct {
            uint8_t majorOpcode, minorOpcode;
            uint16_t length;
            uint32_t majorVersion, minorVersion;
        } query{0, 0, 0, 1, 1};
        free(xcb_wait_for_reply(connection, send(&query, sizeof query, 0, false), nullptr));
    }

    bool isNotify(const xcb_generic_event_t& event) const {
        return (event.response_type & 0x7f) == m_event;
    }

    /// Of an event that isNotify(): the last pixels of the window changed, with which a picture
    /// that comes in parts is whole.
    static bool endsPicture(const xcb_generic_event_t& event) {
        struct Notify {
            uint8_t code, level;
            uint16_t sequence;
            uint32_t drawable, damage, timestamp;
            xcb_rectangle_t area, geometry;
        } notify;
        static_assert(sizeof notify == 32);
        std::memcpy(&notify, &event, sizeof notify);
        return notify.area.y + notify.area.height >= notify.geometry.height;
    }

    void watch(xcb_window_t window) {
        struct {
            uint8_t majorOpcode, minorOpcode;
            uint16_t length;
            uint32_t damage, drawable;
            uint8_t level, pad[3]; ///< 0: each rectangle at once
        } create{0, 0, 0, xcb_generate_id(m_connection), window, 0, {}};
        send(&create, sizeof create, 1, true);
    }

private:
    unsigned send(void* request, size_t size_B, uint8_t opcode, bool isVoid) {
        iovec parts[4]{};
        parts[2] = {request, size_B};
        parts[3] = {nullptr, 0};
        const xcb_protocol_request_t protocol{1, &m_extension, opcode, uint8_t(isVoid)};
        return xcb_send_request(m_connection, 0, parts + 2, &protocol);
    }

    xcb_connection_t* const m_connection;
    xcb_extension_t m_extension{"DAMAGE", 0};
    uint8_t m_event = 0;
};

bool hasPicture(xcb_connection_t* connection, xcb_window_t window) {
    const auto geometry =
        owned(xcb_get_geometry_reply(connection, xcb_get_geometry(connection, window), nullptr));
    if (!geometry) {
        return false;
    }
    const auto image = owned(xcb_get_image_reply(connection,
                                                 xcb_get_image(connection,
                                                               XCB_IMAGE_FORMAT_Z_PIXMAP,
                                                               window,
                                                               0,
                                                               0,
                                                               geometry->width,
                                                               geometry->height,
                                                               ~0u),
                                                 nullptr));
    if (!image) {
        return false;
    }
    const uint8_t* const pixels = xcb_get_image_data(image.get());
    const int size_B = xcb_get_image_data_length(image.get());
    for (int at = 0; at + 4 <= size_B; at += 4) {
        if (std::memcmp(pixels, pixels + at, 3) != 0) {
            return true;
        }
    }
    return false;
}

double processorTime_ms(pid_t process) {
    clockid_t clock;
    timespec time{};
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) {
        return 0;
    }
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) * 1e-6;
}

/// What the program prints is passed on; it writes to a terminal, so that lines come at once.
void pass(int terminal) {
    char text[4096];
    const ssize_t length = read(terminal, text, sizeof text);
    if (length > 0) {
        fwrite(text, 1, size_t(length), stdout);
    }
}

class Watcher {
public:
    Watcher() : m_connection(xcb_connect(nullptr, nullptr)), m_damage(m_connection) {
        const xcb_screen_t* screen = xcb_setup_roots_iterator(xcb_get_setup(m_connection)).data;
        const uint32_t mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY;
        xcb_change_window_attributes(m_connection, screen->root, XCB_CW_EVENT_MASK, &mask);
        free(xcb_get_input_focus_reply(
            m_connection, xcb_get_input_focus(m_connection), nullptr)); // It watches from here on.
    }

    int descriptor() const { return xcb_get_file_descriptor(m_connection); }

    /// How many pictures came since the last call.
    int picturesCame() {
        int came = 0;
        while (const auto event = owned(xcb_poll_for_event(m_connection))) {
            if ((event->response_type & 0x7f) == XCB_CREATE_NOTIFY) {
                const auto& created = reinterpret_cast<const xcb_create_notify_event_t&>(*event);
                if (std::min(created.width, created.height) >= kSmallestWindow_px) {
                    m_window = created.window;
                    m_damage.watch(m_window);
                }
            } else if (m_damage.isNotify(*event) && Damage::endsPicture(*event)) {
                m_hasPicture = m_hasPicture || hasPicture(m_connection, m_window);
                came += m_hasPicture;
            }
        }
        xcb_flush(m_connection);
        return came;
    }

private:
    xcb_connection_t* const m_connection;
    Damage m_damage;
    xcb_window_t m_window = 0;
    bool m_hasPicture = false;
};

} // namespace

int main(int argc, char** argv) {
    double linger_s = 1;
    int frames = 1;
    int command = 1;
    for (; command + 1 < argc && std::strncmp(argv[command], "--", 2) == 0; command += 2) {
        if (std::strcmp(argv[command], "--linger") == 0) {
            linger_s = std::atof(argv[command + 1]);
        } else if (std::strcmp(argv[command], "--frames") == 0) {
            frames = std::atoi(argv[command + 1]);
        } else {
            break;
        }
    }
    if (command >= argc) {
        die("usage: first_frame [--frames N] [--linger SECONDS] COMMAND…");
    }
    Watcher watcher;
    int terminal = -1;
    const Clock::time_point start = Clock::now();
    const auto since = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    const pid_t process = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (process < 0) {
        die("no terminal for the program"); // And no signal to process -1, which is everybody.
    }
    if (process == 0) {
        execvp(argv[command], argv + command);
        die("cannot run the program");
    }
    double firstFrame_s = 0;
    double processor_ms = 0;
    while (firstFrame_s == 0 || since() < firstFrame_s + linger_s) {
        pollfd descriptors[] = {{terminal, POLLIN, 0}, {watcher.descriptor(), POLLIN, 0}};
        poll(descriptors, 2, firstFrame_s == 0 ? 1000 : 50);
        // The picture first: its time counts.
        frames -= watcher.picturesCame();
        if (frames <= 0 && firstFrame_s == 0) {
            firstFrame_s = since();
            processor_ms = processorTime_ms(process);
        }
        if (descriptors[0].revents & POLLIN) {
            pass(terminal);
        }
        if (descriptors[0].revents & POLLHUP || since() > kTimeout_s) {
            kill(process, SIGKILL);
            die("the program ended, or showed nothing");
        }
    }
    kill(process, SIGTERM);
    rusage usage{};
    wait4(process, nullptr, 0, &usage); // Not from /proc, whose cleaning up takes long.
    std::printf("\nfirst_frame %.2f %.2f %.2f\n",
                firstFrame_s * 1e3,
                processor_ms,
                double(usage.ru_maxrss) / 1024);
    return 0;
}
