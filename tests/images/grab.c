// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A library to preload into a GL program: it makes time a function of the frame number, and at
// frame GRAB_FRAME (counted from 1) writes the back buffer as PPM to GRAB_FILE and ends the
// process.
//
// Shaders are compiled with highp in place of mediump and lowp: those leave the precision to the
// driver (llvmpipe computes in 16 bits), and scenes of noise then have no picture to agree on.
//
// Only the program itself sees the made-up time; drivers and libraries keep the real one, on which
// their timeouts rely. Random numbers of the C library start from a fixed seed anyway.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum { FRAME_NS = 50000000, BASE_S = 1000000 };

typedef void* (*DlsymFunction)(void*, const char*);
typedef unsigned (*SwapFunction)(void*, void*);

static int g_frame;
static uintptr_t g_programBegin;
static uintptr_t g_programEnd;

static DlsymFunction realDlsym(void) {
    static DlsymFunction function;
    if (!function) {
        function = (DlsymFunction)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
    }
    if (!function) {
        function = (DlsymFunction)dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    }
    return function;
}

// The first object that the linker lists is the program.
static int noteProgram(struct dl_phdr_info* info, size_t size, void* data) {
    (void)size;
    (void)data;
    g_programBegin = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        if (info->dlpi_phdr[i].p_type == PT_LOAD) {
            const uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            const uintptr_t end = begin + info->dlpi_phdr[i].p_memsz;
            g_programBegin = begin < g_programBegin ? begin : g_programBegin;
            g_programEnd = end > g_programEnd ? end : g_programEnd;
        }
    }
    return 1;
}

static int isProgram(const void* caller) {
    if (!g_programEnd) {
        dl_iterate_phdr(noteProgram, NULL);
    }
    return (uintptr_t)caller >= g_programBegin && (uintptr_t)caller < g_programEnd;
}

EXPORT int clock_gettime(clockid_t clock, struct timespec* out) {
    if (!isProgram(__builtin_return_address(0))) {
        return (int)syscall(SYS_clock_gettime, clock, out);
    }
    const int64_t now_ns = (int64_t)g_frame * FRAME_NS;
    out->tv_sec = BASE_S + now_ns / 1000000000;
    out->tv_nsec = now_ns % 1000000000;
    return 0;
}

EXPORT int gettimeofday(struct timeval* out, void* zone) {
    if (!isProgram(__builtin_return_address(0))) {
        return (int)syscall(SYS_gettimeofday, out, zone);
    }
    const int64_t now_us = (int64_t)g_frame * FRAME_NS / 1000;
    out->tv_sec = BASE_S + now_us / 1000000;
    out->tv_usec = now_us % 1000000;
    return 0;
}

EXPORT time_t time(time_t* out) {
    struct timespec real;
    syscall(SYS_clock_gettime, CLOCK_REALTIME, &real);
    const time_t now = isProgram(__builtin_return_address(0)) ? BASE_S : real.tv_sec;
    if (out) {
        *out = now;
    }
    return now;
}

static void* find(const char* library, const char* name) {
    void* handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
    return handle ? realDlsym()(handle, name) : NULL;
}

static void die(const char* what) {
    fprintf(stderr, "grab: %s\n", what);
    _exit(3);
}

static void writeFrame(void* display, void* surface) {
    enum { EGL_HEIGHT = 0x3056, EGL_WIDTH = 0x3057 };
    enum { GL_RENDERER = 0x1f01 };
    enum { GL_RGBA = 0x1908, GL_UNSIGNED_BYTE = 0x1401, GL_PACK_ALIGNMENT = 0x0d05 };
    unsigned (*querySurface)(void*, void*, int, int*) = find("libEGL.so.1", "eglQuerySurface");
    void (*readPixels)(int, int, int, int, unsigned, unsigned, void*) =
        find("libGLESv2.so.2", "glReadPixels");
    void (*pixelStore)(unsigned, int) = find("libGLESv2.so.2", "glPixelStorei");
    unsigned (*getError)(void) = find("libGLESv2.so.2", "glGetError");
    const char* (*getString)(unsigned) = find("libGLESv2.so.2", "glGetString");
    int width = 0;
    int height = 0;
    if (!querySurface || !readPixels || !pixelStore || !getError || !getString) {
        die("libEGL.so.1 and libGLESv2.so.2 are not loaded");
    }
    fprintf(stderr, "GL_RENDERER: %s\n", getString(GL_RENDERER));
    querySurface(display, surface, EGL_WIDTH, &width);
    querySurface(display, surface, EGL_HEIGHT, &height);
    unsigned char* pixels = calloc((size_t)width * (size_t)height, 4);
    FILE* file = fopen(getenv("GRAB_FILE"), "wb");
    if (!pixels || !file) {
        die("cannot write GRAB_FILE");
    }
    if (getError() != 0) {
        die("the program left a GL error behind");
    }
    pixelStore(GL_PACK_ALIGNMENT, 4);
    readPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    if (getError() != 0) {
        die("glReadPixels failed");
    }
    fprintf(file, "P6\n%d %d\n255\n", width, height);
    for (int y = height - 1; y >= 0; --y) {
        for (int x = 0; x < width; ++x) {
            fwrite(pixels + ((size_t)y * (size_t)width + (size_t)x) * 4, 3, 1, file);
        }
    }
    if (fclose(file) != 0) {
        die("cannot write GRAB_FILE");
    }
}

EXPORT unsigned eglSwapBuffers(void* display, void* surface) {
    static SwapFunction real;
    if (!real) {
        real = (SwapFunction)find("libEGL.so.1", "eglSwapBuffers");
    }
    const char* wanted = getenv("GRAB_FRAME");
    ++g_frame;
    if (g_frame == (wanted ? atoi(wanted) : 1)) {
        writeFrame(display, surface);
        _exit(0);
    }
    return real(display, surface);
}

static void replaceWords(char* text, const char* word, const char* by) {
    for (char* at = text; (at = strstr(at, word)) != NULL; at += strlen(by)) {
        memcpy(at, by, strlen(by)); // as long as the word
    }
}

EXPORT void
glShaderSource(unsigned shader, int count, const char* const* parts, const int* lengths) {
    void (*real)(unsigned, int, const char* const*, const int*) =
        find("libGLESv2.so.2", "glShaderSource");
    const char** copies = calloc((size_t)(count > 0 ? count : 1), sizeof(*copies));
    for (int i = 0; i < count; ++i) {
        const size_t length = lengths && lengths[i] >= 0 ? (size_t)lengths[i] : strlen(parts[i]);
        char* copy = calloc(length + 1, 1);
        memcpy(copy, parts[i], length);
        replaceWords(copy, "mediump", "highp  ");
        replaceWords(copy, " lowp ", " highp");
        copies[i] = copy;
    }
    real(shader, count, copies, NULL);
    for (int i = 0; i < count; ++i) {
        free((void*)copies[i]);
    }
    free((void*)copies);
}

// What the program gets for a name instead of the library's own function, if anything.
static void* replacement(const char* name) {
    if (strcmp(name, "eglSwapBuffers") == 0) {
        return (void*)eglSwapBuffers;
    }
    return strcmp(name, "glShaderSource") == 0 ? (void*)glShaderSource : NULL;
}

EXPORT void* eglGetProcAddress(const char* name) {
    static void* (*real)(const char*);
    if (replacement(name)) {
        return replacement(name);
    }
    if (!real) {
        real = (void* (*)(const char*))find("libEGL.so.1", "eglGetProcAddress");
    }
    return real ? real(name) : NULL;
}

// Programs that load libEGL by themselves find its functions this way.
EXPORT void* dlsym(void* handle, const char* name) {
    if (isProgram(__builtin_return_address(0))) {
        if (replacement(name)) {
            return replacement(name);
        }
        if (strcmp(name, "eglGetProcAddress") == 0) {
            return (void*)eglGetProcAddress;
        }
    }
    return realDlsym()(handle, name);
}
