// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// How long old OpenGL's pixel commands take: pictures of 1920×1080 pixels that go straight to the
// framebuffer or through fragments, copies, and text of bitmaps. Each ends when a pixel was read.

#include "bench/harness/gl.h"
#include "bench/harness/json.h"
#include "bench/harness/median.h"
#include "bench/harness/options.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

namespace {

using namespace bench;

constexpr int kWidth_px = 1920;
constexpr int kHeight_px = 1080;
constexpr int kGlyphs = 2000;

/// What glcorearb.h does not know.
struct Commands {
    void (*drawPixels)(GLsizei, GLsizei, GLenum, GLenum, const void*) = nullptr;
    void (*copyPixels)(GLint, GLint, GLsizei, GLsizei, GLenum) = nullptr;
    void (*bitmap)(GLsizei, GLsizei, float, float, float, float, const GLubyte*) = nullptr;
    void (*pixelZoom)(float, float) = nullptr;
    void (*windowPos2f)(float, float) = nullptr;

    bool load() {
        const auto find = [](const char* name, auto& command) {
            command = reinterpret_cast<std::remove_reference_t<decltype(command)>>(
                eglGetProcAddress(name));
            return command != nullptr;
        };
        return find("glDrawPixels", drawPixels) && find("glCopyPixels", copyPixels) &&
               find("glBitmap", bitmap) && find("glPixelZoom", pixelZoom) &&
               find("glWindowPos2f", windowPos2f);
    }
};

struct Case {
    const char* name;
    const char* what;
    std::function<void(const Commands&, const std::vector<std::byte>& picture)> run;
};

constexpr std::array<GLubyte, 13> kGlyph{
    0x00, 0x00, 0xC3, 0xC3, 0xC3, 0xC3, 0xFF, 0xC3, 0xC3, 0xC3, 0x66, 0x3C, 0x18};

void drawPicture(const Commands& gl, GLenum format, const std::vector<std::byte>& picture) {
    gl.windowPos2f(0, 0);
    gl.drawPixels(kWidth_px, kHeight_px, format, GL_UNSIGNED_BYTE, picture.data());
}

std::vector<Case> allCases() {
    constexpr GLenum kColor = 0x1800; // GL_COLOR, as glCopyPixels has it.
    return {
        {"rgba",
         "glDrawPixels of a picture, GL_RGBA",
         [](const Commands& gl, const auto& picture) { drawPicture(gl, GL_RGBA, picture); }},
        {"bgra",
         "… GL_BGRA",
         [](const Commands& gl, const auto& picture) { drawPicture(gl, GL_BGRA, picture); }},
        {"rgb",
         "… GL_RGB",
         [](const Commands& gl, const auto& picture) { drawPicture(gl, GL_RGB, picture); }},
        {"blended",
         "… GL_RGBA, with blending",
         [](const Commands& gl, const auto& picture) {
             glEnable(GL_BLEND);
             glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
             drawPicture(gl, GL_RGBA, picture);
             glDisable(GL_BLEND);
         }},
        {"zoomed",
         "… a quarter of it, twice as wide and high",
         [](const Commands& gl, const auto& picture) {
             gl.windowPos2f(0, 0);
             gl.pixelZoom(2, 2);
             gl.drawPixels(
                 kWidth_px / 2, kHeight_px / 2, GL_RGBA, GL_UNSIGNED_BYTE, picture.data());
             gl.pixelZoom(1, 1);
         }},
        {"copied",
         "glCopyPixels of half a picture",
         [](const Commands& gl, const auto&) {
             gl.windowPos2f(kWidth_px / 2, 0);
             gl.copyPixels(0, 0, kWidth_px / 2, kHeight_px, kColor);
         }},
        {"text",
         "glBitmap, 2000 glyphs of 8×13",
         [](const Commands& gl, const auto&) {
             for (int i = 0; i < kGlyphs; ++i) {
                 if (i % 100 == 0) {
                     gl.windowPos2f(0, float(i / 100 * 14));
                 }
                 gl.bitmap(8, 13, 0, 2, 9, 0, kGlyph.data());
             }
         }},
    };
}

struct Options {
    ContextOptions context;
    std::string cases;
    int rounds = 15;
    bool json = false;
    bool list = false;
};

double now_ms(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) * 1e-6;
}

struct Times {
    double wall_ms = 0;
    double process_ms = 0; ///< Processor time of all threads.
};

Times measure(const Case& one, const Commands& gl, const std::vector<std::byte>& picture) {
    const Times start{now_ms(CLOCK_MONOTONIC), now_ms(CLOCK_PROCESS_CPUTIME_ID)};
    GLubyte pixel[4];
    one.run(gl, picture);
    glFinish();
    glReadPixels(
        0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel); // glFinish() alone may return early.
    return {now_ms(CLOCK_MONOTONIC) - start.wall_ms,
            now_ms(CLOCK_PROCESS_CPUTIME_ID) - start.process_ms};
}

/// Medians of rounds, after one for what is only done once.
Times measureRounds(const Case& one,
                    const Commands& gl,
                    const std::vector<std::byte>& picture,
                    int rounds) {
    measure(one, gl, picture);
    std::vector<double> walls_ms;
    std::vector<double> processes_ms;
    for (int round = 0; round < rounds; ++round) {
        const Times times = measure(one, gl, picture);
        walls_ms.push_back(times.wall_ms);
        processes_ms.push_back(times.process_ms);
    }
    return {median(walls_ms), median(processes_ms)};
}

/// A framebuffer of the size of the pictures.
bool makeTarget() {
    GLuint names[2] = {};
    glGenFramebuffers(1, &names[0]);
    glGenRenderbuffers(1, &names[1]);
    glBindFramebuffer(GL_FRAMEBUFFER, names[0]);
    glBindRenderbuffer(GL_RENDERBUFFER, names[1]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, kWidth_px, kHeight_px);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, names[1]);
    glViewport(0, 0, kWidth_px, kHeight_px);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

int parse(int argc, char** argv, Options& options) {
    CLI::App app{"Measures what pixel commands of old OpenGL take, in milliseconds."};
    addContextOptions(app, options.context);
    app.add_option("--cases", options.cases, "only cases whose name matches this expression");
    app.add_option("--rounds", options.rounds, "times that each case is measured")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_flag("--json", options.json, "print JSON");
    app.add_flag("--list", options.list, "print the names of the cases");
    CLI11_PARSE(app, argc, argv);
    options.context.api = Api::Gl;
    return -1;
}

void print(const Context& context, const Options& options, const std::vector<const Case*>& cases) {
    Commands gl;
    if (!gl.load() || !makeTarget()) {
        fmt::print(stderr, "this driver lacks the commands, or a framebuffer\n");
        std::exit(1);
    }
    std::vector<std::byte> picture(size_t(kWidth_px) * kHeight_px * 4);
    for (size_t i = 0; i < picture.size(); ++i) {
        picture[i] = std::byte(i * 31 >> 4);
    }
    if (options.json) {
        fmt::print("{{\"renderer\": {}, \"version\": {}, \"rows\": {{",
                   jsonText(context.renderer()),
                   jsonText(context.version()));
    } else {
        fmt::print("{} · {}\n", context.renderer(), context.version());
    }
    const char* comma = "";
    for (const Case* one : cases) {
        const Times times = measureRounds(*one, gl, picture, options.rounds);
        if (options.json) {
            fmt::print("{}\"{}\": {{\"wall_ms\": {:.3f}, \"process_ms\": {:.3f}}}",
                       comma,
                       one->name,
                       times.wall_ms,
                       times.process_ms);
            comma = ", ";
        } else {
            fmt::print("{:10} {:9.3f} ms {:9.3f} ms of processors   {}\n",
                       one->name,
                       times.wall_ms,
                       times.process_ms,
                       one->what);
        }
    }
    if (options.json) {
        fmt::print("}}}}\n");
    }
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    if (const int status = parse(argc, argv, options); status >= 0) {
        return status;
    }
    const std::vector<Case> all = allCases();
    const std::vector<const Case*> cases = choose(all, options.cases);
    if (options.list) {
        printNames(cases);
        return 0;
    }
    Context context;
    if (!context.create(options.context)) {
        fmt::print(stderr, "{}\n", context.error());
        return 1;
    }
    print(context, options, cases);
    return 0;
}
