/* SPDX-FileCopyrightText: The Glissade authors */
/* SPDX-License-Identifier: MIT */

/* offscreen_loop [--frames N] [--direct]: what a simulator does that records its pictures without a
   window. It makes a context, draws boxes with lighting into a multisampled framebuffer object, resolves
   it, and reads colours and depths of each frame; half way it takes another size. --direct: draws into
   OSMesa's memory instead, and reads depths at the end alone. Prints the renderer and the median time of a frame, checks the last picture
   of each size, and ends with 1 where it is wrong. */

#include "osmesa/osmesa.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kBoxes = 60, kSamples = 4 };

/* Six faces of two triangles; of each corner position and normal. */
static float g_box[36][6];

static void makeBox(void) {
    int next = 0;
    for (int face = 0; face < 6; ++face) {
        const int axis = face / 2;
        const float side = face % 2 != 0 ? 1.0f : -1.0f;
        static const float corners[6][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}};
        for (int i = 0; i < 6; ++i) {
            float* const vertex = g_box[next++];
            vertex[axis] = side;
            vertex[(axis + 1) % 3] = corners[i][0];
            vertex[(axis + 2) % 3] = corners[i][1];
            vertex[3 + axis] = side;
        }
    }
}

static GLuint shader(GLenum type, const char* source) {
    const GLuint name = glCreateShader(type);
    glShaderSource(name, 1, &source, NULL);
    glCompileShader(name);
    return name;
}

static GLuint makeProgram(void) {
    const GLuint program = glCreateProgram();
    glAttachShader(program,
                   shader(GL_VERTEX_SHADER,
                          "#version 120\n"
                          "attribute vec3 position, normal;\n"
                          "uniform vec4 place;\n" /* And the angle. */
                          "uniform float aspect;\n"
                          "varying vec3 facing;\n"
                          "void main() {\n"
                          "    float c = cos(place.w), s = sin(place.w);\n"
                          "    mat3 turn = mat3(c, 0, s, 0, 1, 0, -s, 0, c);\n"
                          "    facing = turn * normal;\n"
                          "    vec3 at = turn * position * 0.06 + place.xyz;\n"
                          "    gl_Position = vec4(at.x / aspect, at.y, at.z * 0.5, 1.0 + at.z * 0.3);\n"
                          "}"));
    glAttachShader(program,
                   shader(GL_FRAGMENT_SHADER,
                          "#version 120\n"
                          "uniform vec3 color;\n"
                          "varying vec3 facing;\n"
                          "void main() {\n"
                          "    vec3 n = normalize(facing);\n"
                          "    vec3 light = normalize(vec3(0.3, 0.8, -0.5));\n"
                          "    float diffuse = max(dot(n, light), 0.0);\n"
                          "    float shine = pow(max(dot(reflect(-light, n), vec3(0, 0, -1)), 0.0), 16.0);\n"
                          "    gl_FragColor = vec4(color * (0.2 + 0.8 * diffuse) + 0.3 * shine, 1.0);\n"
                          "}"));
    glBindAttribLocation(program, 0, "position");
    glBindAttribLocation(program, 1, "normal");
    glLinkProgram(program);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    return linked ? program : 0;
}

/* A framebuffer object with one colour and one depth buffer. */
struct Target {
    GLuint framebuffer, buffers[2];
};

static bool makeTarget(struct Target* target, int width, int height, int samples) {
    static const GLenum kFormats[] = {GL_RGBA8, GL_DEPTH_COMPONENT24};
    static const GLenum kPoints[] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT};
    glGenFramebuffers(1, &target->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glGenRenderbuffers(2, target->buffers);
    for (int i = 0; i < 2; ++i) {
        glBindRenderbuffer(GL_RENDERBUFFER, target->buffers[i]);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, kFormats[i], width, height);
        glFramebufferRenderbuffer(
            GL_FRAMEBUFFER, kPoints[i], GL_RENDERBUFFER, target->buffers[i]);
    }
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static void dropTarget(struct Target* target) {
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteRenderbuffers(2, target->buffers);
}

static void drawBoxes(GLuint program, double time, float aspect) {
    glUseProgram(program);
    glUniform1f(glGetUniformLocation(program, "aspect"), aspect);
    glEnable(GL_DEPTH_TEST);
    glClearColor(0.25f, 0.375f, 0.5f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    const GLint place = glGetUniformLocation(program, "place");
    const GLint color = glGetUniformLocation(program, "color");
    for (int i = 0; i < kBoxes; ++i) {
        const double angle = i * 0.7 + time;
        glUniform4f(place,
                    (float)(cos(angle) * i / kBoxes),
                    (float)(sin(angle) * i / kBoxes),
                    (float)sin(angle * 2) * 0.5f,
                    (float)angle);
        glUniform3f(color, (float)(i % 3) / 2, (float)(i % 5) / 4, (float)(i % 7) / 6);
        glDrawArrays(GL_TRIANGLES, 0, 36);
    }
}

struct Picture {
    int width, height;
    unsigned char* colors; /* RGBA */
    float* depths;
};

/* A background that is to be seen at the corner, and boxes of many shades before it. */
static bool looksRight(const struct Picture* picture) {
    static const unsigned char kBackground[] = {64, 96, 128, 255};
    const int pixels = picture->width * picture->height;
    bool shades[256] = {false};
    int covered = 0, different = 0, near = 0;
    for (int i = 0; i < pixels; ++i) {
        const unsigned char* const pixel = picture->colors + 4 * (size_t)i;
        covered += memcmp(pixel, kBackground, 3) != 0;
        near += picture->depths[i] < 0.999f;
        different += !shades[pixel[1]];
        shades[pixel[1]] = true;
    }
    const bool corner = memcmp(picture->colors, kBackground, sizeof kBackground) == 0;
    const bool right = corner && covered > pixels / 20 && covered < pixels && different > 40 &&
                       abs(covered - near) < pixels / 20;
    printf("%d x %d: %d of %d pixels covered, %d in front, %d shades%s\n",
           picture->width,
           picture->height,
           covered,
           pixels,
           near,
           different,
           right ? "" : ": wrong");
    return right;
}

static double now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static int byValue(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void drawFrame(GLuint program, struct Picture* picture, double time, bool direct) {
    const int width = picture->width, height = picture->height;
    static struct Target multisampled, resolved;
    static int madeFor;
    if (!direct && madeFor != width) {
        if (madeFor != 0) {
            dropTarget(&multisampled);
            dropTarget(&resolved);
        }
        if (!makeTarget(&multisampled, width, height, kSamples) ||
            !makeTarget(&resolved, width, height, 0)) {
            fprintf(stderr, "the framebuffers are not complete\n");
            exit(1);
        }
        madeFor = width;
    }
    if (!direct) {
        glBindFramebuffer(GL_FRAMEBUFFER, multisampled.framebuffer);
    }
    glViewport(0, 0, width, height);
    drawBoxes(program, time, (float)width / (float)height);
    if (direct) {
        glFinish(); /* The colours are in the memory now. */
        return;
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, multisampled.framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved.framebuffer);
    glBlitFramebuffer(0,
                      0,
                      width,
                      height,
                      0,
                      0,
                      width,
                      height,
                      GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT,
                      GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved.framebuffer);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, picture->colors);
    glReadPixels(0, 0, width, height, GL_DEPTH_COMPONENT, GL_FLOAT, picture->depths);
}

int main(int argc, char** argv) {
    int frames = 20;
    bool direct = false;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--frames") == 0 && i + 1 < argc) {
            frames = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--direct") == 0) {
            direct = true;
        } else {
            frames = 0;
        }
    }
    if (frames < 1) {
        fprintf(stderr, "usage: offscreen_loop [--frames N] [--direct]\n");
        return 2;
    }
    const int attributes[] = {
        OSMESA_FORMAT, OSMESA_RGBA, OSMESA_DEPTH_BITS, 24, OSMESA_STENCIL_BITS, 8, 0};
    const OSMesaContext context = OSMesaCreateContextAttribs(attributes, NULL);
    static const int kSizes[][2] = {{320, 240}, {800, 600}};
    struct Picture picture = {0, 0, NULL, NULL};
    double* const times_ms = malloc(sizeof(double) * (size_t)frames);
    GLuint program = 0;
    bool right = context != NULL;
    makeBox();
    for (int size = 0; right && size < 2; ++size) {
        picture.width = kSizes[size][0];
        picture.height = kSizes[size][1];
        const size_t pixels = (size_t)picture.width * (size_t)picture.height;
        free(picture.colors);
        free(picture.depths);
        picture.colors = calloc(pixels, 4);
        picture.depths = calloc(pixels, sizeof(float));
        if (!OSMesaMakeCurrent(
                context, picture.colors, GL_UNSIGNED_BYTE, picture.width, picture.height)) {
            right = false;
            break;
        }
        if (program == 0) {
            printf("%s\n", (const char*)glGetString(GL_RENDERER));
            program = makeProgram();
            GLuint buffer = 0;
            glGenBuffers(1, &buffer);
            glBindBuffer(GL_ARRAY_BUFFER, buffer);
            glBufferData(GL_ARRAY_BUFFER, sizeof g_box, g_box, GL_STATIC_DRAW);
            for (GLuint i = 0; i < 2; ++i) {
                glEnableVertexAttribArray(i);
                glVertexAttribPointer(i,
                                      3,
                                      GL_FLOAT,
                                      GL_FALSE,
                                      sizeof g_box[0],
                                      (const void*)(3 * sizeof(float) * i));
            }
        }
        for (int i = 0; i < frames; ++i) {
            const double begin_ms = now_ms();
            drawFrame(program, &picture, i * 0.02, direct);
            times_ms[i] = now_ms() - begin_ms;
        }
        if (direct) {
            glReadPixels(
                0, 0, picture.width, picture.height, GL_DEPTH_COMPONENT, GL_FLOAT, picture.depths);
        }
        right = looksRight(&picture) && program != 0 && glGetError() == GL_NO_ERROR;
    }
    qsort(times_ms, (size_t)frames, sizeof(double), byValue);
    printf("median %.3f ms\n", times_ms[frames / 2]);
    if (context != NULL) {
        OSMesaDestroyContext(context);
    }
    free(picture.colors);
    free(picture.depths);
    free(times_ms);
    return right ? 0 : 1;
}
