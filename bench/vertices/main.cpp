// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Vertices that an application hands over one by one: a viewer with everything in display lists,
// and immediate mode. See docs/benchmarks.md for what is timed.

#include "bench/harness/json.h"
#include "bench/harness/median.h"
#include "bench/harness/options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

// libOpenGL dispatches to whatever driver the context is of.
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

#include <ctime>
#include <utility>
#include <vector>

namespace {

using namespace bench;

struct Options {
    ContextOptions context;
    std::string rows;
    int triangles = 1000000;
    int lists = 10000;
    int frames = 10;
    int warm = 2;
    int size_px = 64;
    bool shaders = false;
    bool json = false;
    bool list = false;
};

struct Row {
    std::string name;
    std::string what;
    void (*prepare)(const Options& options);
    void (*frame)(const Options& options);
};

GLuint firstList = 0;
float edge = 0; ///< Of a triangle: two thirds of a pixel.

/// A small triangle somewhere in the view, with a normal for each vertex.
void giveTriangle(int i) {
    const float x = float(i % 997) / 500 - 1;
    const float y = float(i % 1009) / 505 - 1;
    const float z = float(i % 31) / 40;
    glNormal3f(0, 0, 1);
    glVertex3f(x, y, z);
    glNormal3f(0, 0.6f, 0.8f);
    glVertex3f(x + edge, y, z);
    glNormal3f(0.6f, 0, 0.8f);
    glVertex3f(x, y + edge, z);
}

void compileLists(const Options& options) {
    firstList = glGenLists(options.lists);
    const int each = options.triangles / options.lists;
    for (int list = 0; list < options.lists; ++list) {
        glNewList(firstList + GLuint(list), GL_COMPILE);
        glBegin(GL_TRIANGLES);
        for (int i = 0; i < each; ++i) {
            giveTriangle(list * each + i);
        }
        glEnd();
        glEndList();
    }
}

void callLists(const Options& options) {
    for (int list = 0; list < options.lists; ++list) {
        glCallList(firstList + GLuint(list));
    }
}

void callColoredLists(const Options& options) {
    for (int list = 0; list < options.lists; ++list) {
        glColor3f(float(list % 7) / 7, float(list % 11) / 11, 1);
        glCallList(firstList + GLuint(list));
    }
}

void callMovedLists(const Options& options) {
    for (int list = 0; list < options.lists; ++list) {
        glPushMatrix();
        glTranslatef(float(list % 3) / 30, 0, 0);
        glCallList(firstList + GLuint(list));
        glPopMatrix();
    }
}

void nothing(const Options&) {}

/// A third of the triangles, so that there are a million vertices where there are a million
/// triangles.
void giveLongPrimitive(const Options& options) {
    glBegin(GL_TRIANGLES);
    for (int i = 0; i < options.triangles / 3; ++i) {
        giveTriangle(i);
    }
    glEnd();
}

void giveShortPrimitives(const Options& options) {
    for (int i = 0; i < options.triangles / 3; ++i) {
        glBegin(GL_TRIANGLES);
        giveTriangle(i);
        glEnd();
    }
}

void giveQuads(const Options& options) {
    for (int i = 0; i < options.triangles / 4; ++i) {
        const float x = float(i % 997) / 500 - 1;
        const float y = float(i % 1009) / 505 - 1;
        glColor4ub(GLubyte(i), GLubyte(i >> 8), 255, 255);
        glBegin(GL_QUADS);
        glVertex2f(x, y);
        glVertex2f(x + edge, y);
        glVertex2f(x + edge, y + edge);
        glVertex2f(x, y + edge);
        glEnd();
    }
}

const std::vector<Row>& allRows() {
    static const std::vector<Row> rows{
        {"lists", "display lists, one after the other", compileLists, callLists},
        {"lists, colour", "another current colour for each", compileLists, callColoredLists},
        {"lists, matrix", "another matrix for each", compileLists, callMovedLists},
        {"one primitive", "glBegin … glEnd once", nothing, giveLongPrimitive},
        {"short primitives", "glBegin … glEnd for each triangle", nothing, giveShortPrimitives},
        {"coloured quads", "glBegin … glEnd and a colour for each quad", nothing, giveQuads},
    };
    return rows;
}

double now(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

/// Milliseconds a frame.
struct Times {
    double prepare_ms = 0;
    double wall_ms = 0;    ///< Until a pixel of the finished frame was read.
    double process_ms = 0; ///< Processor time of all threads until then.
    double thread_ms = 0;  ///< The calling thread's processor time up to the end of glFlush.
};

/// Until the device has drawn: zink returns at once from a glFinish() that follows a glFlush().
void finish() {
    GLubyte pixel[4];
    glFinish();
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
}

Times measure(const Row& row, const Options& options) {
    Times times;
    const double start = now(CLOCK_MONOTONIC);
    row.prepare(options);
    finish();
    times.prepare_ms = (now(CLOCK_MONOTONIC) - start) * 1e3;
    std::vector<double> walls;
    std::vector<double> processes;
    std::vector<double> threads;
    for (int frame = -options.warm; frame < options.frames; ++frame) {
        const double wall = now(CLOCK_MONOTONIC);
        const double process = now(CLOCK_PROCESS_CPUTIME_ID);
        const double thread = now(CLOCK_THREAD_CPUTIME_ID);
        glClear(GL_COLOR_BUFFER_BIT);
        row.frame(options);
        glFlush();
        const double given = now(CLOCK_THREAD_CPUTIME_ID);
        finish();
        if (frame >= 0) {
            walls.push_back((now(CLOCK_MONOTONIC) - wall) * 1e3);
            processes.push_back((now(CLOCK_PROCESS_CPUTIME_ID) - process) * 1e3);
            threads.push_back((given - thread) * 1e3);
        }
    }
    times.wall_ms = median(walls);
    times.process_ms = median(processes);
    times.thread_ms = median(threads);
    if (firstList != 0) {
        glDeleteLists(firstList, options.lists);
        firstList = 0;
    }
    return times;
}

void bindTarget(int size_px) {
    GLuint framebuffer = 0;
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_RGBA8, size_px, size_px, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glViewport(0, 0, size_px, size_px);
}

GLuint compile(GLenum stage, const char* source) {
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    return shader;
}

/// One light from the front, as a program.
void useShaders() {
    const GLuint program = glCreateProgram();
    glAttachShader(program,
                   compile(GL_VERTEX_SHADER,
                           "void main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;"
                           " gl_FrontColor = gl_Color * (0.2 + 0.8 * max(0.0,"
                           " (gl_NormalMatrix * gl_Normal).z)); }"));
    glAttachShader(program,
                   compile(GL_FRAGMENT_SHADER, "void main() { gl_FragColor = gl_Color; }"));
    glLinkProgram(program);
    glUseProgram(program);
}

/// The same by fixed function.
void useFixedFunction() {
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glEnable(GL_COLOR_MATERIAL);
}

int parse(int argc, char** argv, Options& options) {
    CLI::App app{"Measures frames of a million triangles in display lists, and of a million "
                 "vertices in immediate mode."};
    addContextOptions(app, options.context);
    app.add_option("--rows", options.rows, "only rows whose name matches this regular expression");
    app.add_option("--triangles", options.triangles, "triangles in the lists")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--lists", options.lists, "lists that they are in")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--frames", options.frames, "frames of each row")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--warm", options.warm, "frames before them that are not counted")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--size", options.size_px, "width and height of the framebuffer")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_flag("--shaders", options.shaders, "light by a program in place of fixed function");
    app.add_flag("--json", options.json, "print JSON");
    app.add_flag("--list", options.list, "print the names of the rows");
    CLI11_PARSE(app, argc, argv);
    options.context.api = Api::Gl;
    return -1;
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    if (const int code = parse(argc, argv, options); code >= 0) {
        return code;
    }
    std::vector<const Row*> rows;
    try {
        rows = choose(allRows(), options.rows);
    } catch (const std::regex_error&) {
        fmt::print(stderr, "vertices: --rows is not a regular expression\n");
        return 2;
    }
    if (options.list) {
        printNames(rows);
        return 0;
    }
    Context context;
    if (!context.create(options.context)) {
        fmt::print(stderr, "vertices: {}\n", context.error());
        return 1;
    }
    edge = 1.28f / float(options.size_px);
    bindTarget(options.size_px);
    if (options.shaders) {
        useShaders();
    } else {
        useFixedFunction();
    }
    if (options.json) {
        fmt::print("{{\n  \"renderer\": {},\n  \"version\": {},\n  \"rows\": {{",
                   jsonText(context.renderer()),
                   jsonText(context.version()));
    } else {
        fmt::print("{} · {}\n{:20} {:>10} {:>11} {:>10} {:>10}\n",
                   context.renderer(),
                   context.version(),
                   "ms a frame",
                   "wall",
                   "process CPU",
                   "thread CPU",
                   "once");
    }
    const char* comma = "";
    for (const Row* row : rows) {
        const Times times = measure(*row, options);
        if (options.json) {
            fmt::print("{}\n    {}: {{\"wall_ms\": {:.2f}, \"process_ms\": {:.2f}, "
                       "\"thread_ms\": {:.2f}, \"prepare_ms\": {:.2f}}}",
                       std::exchange(comma, ","),
                       jsonText(row->name),
                       times.wall_ms,
                       times.process_ms,
                       times.thread_ms,
                       times.prepare_ms);
        } else {
            fmt::print("{:20} {:10.2f} {:11.2f} {:10.2f} {:10.2f}\n",
                       row->name,
                       times.wall_ms,
                       times.process_ms,
                       times.thread_ms,
                       times.prepare_ms);
        }
    }
    if (options.json) {
        fmt::print("\n  }}\n}}\n");
    }
    if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
        fmt::print(stderr, "vertices: GL error 0x{:04x}\n", error);
        return 1;
    }
    return 0;
}
