// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Processes that come one after the other, each as the X server's only client. The server resets
// itself whenever one leaves, and drops whoever is connecting then.

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

namespace {

/// The exit code of a process that initialises its default display on the X server.
int initialize() {
    const EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_X11_KHR, nullptr, nullptr);
    return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) ? 0 : 1;
}

} // namespace

int main() {
    constexpr int kProcesses = 40; // Without care one in five fails.
    int failed = 0;
    for (int i = 0; i < kProcesses; ++i) {
        const pid_t child = fork();
        if (child == 0) {
            _exit(initialize());
        }
        int status = 1;
        waitpid(child, &status, 0);
        failed += status != 0 ? 1 : 0;
    }
    std::printf("%d of %d processes failed\n", failed, kProcesses);
    return failed == 0 ? 0 : 1;
}
