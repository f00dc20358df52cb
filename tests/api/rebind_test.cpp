// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Random changes between draws of few objects, so that every draw finds much as an earlier one left
// it. What each has to show is computed beside it.

#include "gl_harness/gl_test.h"

#include <GL/glcorearb.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <random>
#include <vector>

namespace {

using namespace harness;

class Rebind : public CoreTest<33> {
protected:
    static constexpr int kDraws = 512;

    void SetUp() override {
        CoreTest::SetUp();
        if (!ready()) {
            return;
        }
        genVertexArrays = load<PFNGLGENVERTEXARRAYSPROC>("glGenVertexArrays");
        bindVertexArray = load<PFNGLBINDVERTEXARRAYPROC>("glBindVertexArray");
        vertexAttribDivisor = load<PFNGLVERTEXATTRIBDIVISORPROC>("glVertexAttribDivisor");
        drawArraysInstanced = load<PFNGLDRAWARRAYSINSTANCEDPROC>("glDrawArraysInstanced");
        genSamplers = load<PFNGLGENSAMPLERSPROC>("glGenSamplers");
        bindSampler = load<PFNGLBINDSAMPLERPROC>("glBindSampler");
        samplerParameteri = load<PFNGLSAMPLERPARAMETERIPROC>("glSamplerParameteri");
    }
    int random(int end) { return int(m_random() % unsigned(end)); }
    /// Draws point `vertex` into column `x` of kDraws.
    void drawAt(int x, int vertex) const {
        glVertexAttrib1f(0, (float(x) + 0.5f) * 2 / kDraws - 1);
        drawArraysInstanced(GL_POINTS, vertex, 1, 1);
    }
    static void expectColumns(const Target& target, const std::vector<Rgba>& colors) {
        expectImage(target.read(), [&](int x, int) { return colors[size_t(x)]; }, 1);
    }

    PFNGLGENVERTEXARRAYSPROC genVertexArrays = nullptr;
    PFNGLBINDVERTEXARRAYPROC bindVertexArray = nullptr;
    PFNGLVERTEXATTRIBDIVISORPROC vertexAttribDivisor = nullptr;
    PFNGLDRAWARRAYSINSTANCEDPROC drawArraysInstanced = nullptr;
    PFNGLGENSAMPLERSPROC genSamplers = nullptr;
    PFNGLBINDSAMPLERPROC bindSampler = nullptr;
    PFNGLSAMPLERPARAMETERIPROC samplerParameteri = nullptr;

private:
    std::minstd_rand m_random{7};
};

constexpr char kPointVertex[] = "#version 330\n"
                                "layout(location = 0) in float x;\n"
                                "void main() {\n"
                                "    gl_PointSize = 1.0;\n"
                                "    gl_Position = vec4(x, 0.0, 0.0, 1.0);\n"
                                "}\n";

TEST_F(Rebind, TexturesAndSamplers) {
    GLint unitCount = 0;
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &unitCount);
    std::vector<int> units = {0, 1, 2, 5};
    if (unitCount > 66) {
        units.insert(units.end(), {64, 65, 66});
    }
    // Each texture is of two texels; a sampler that repeats shows the one, others the other.
    constexpr int kTextures = 6;
    std::array<GLuint, kTextures> textures{};
    glGenTextures(kTextures, textures.data());
    const auto value = [](int texture, bool repeats) { return 20 * (texture + 1) + 7 * repeats; };
    for (int i = 0; i < kTextures; ++i) {
        const uint8_t texels[4] = {uint8_t(value(i, true)), uint8_t(value(i, false)), 0, 0};
        glBindTexture(GL_TEXTURE_2D, textures[size_t(i)]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, 2, 1, 0, GL_RED, GL_UNSIGNED_BYTE, texels);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    GLuint repeat = 0;
    genSamplers(1, &repeat);
    samplerParameteri(repeat, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    samplerParameteri(repeat, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    samplerParameteri(repeat, GL_TEXTURE_WRAP_S, GL_REPEAT);

    struct Drawer {
        GLuint name = 0;
        std::array<int, 3> units{};
    };
    std::array<Drawer, 3> programs;
    for (Drawer& program : programs) {
        program.name = buildProgram(
            kPointVertex,
            "#version 330\n"
            "uniform sampler2D t[3];\n"
            "out vec4 color;\n"
            "void main() {\n"
            "    vec2 at = vec2(1.25, 0.5);\n"
            "    color = vec4(texture(t[0], at).r, texture(t[1], at).r, texture(t[2], at).r, 1);\n"
            "}\n");
        ASSERT_NE(0u, program.name);
        program.units.fill(units[0]);
    }
    const Target target(kDraws, 1);
    std::vector<int> boundTexture(size_t(unitCount), -1);
    std::vector<bool> boundSampler(size_t(unitCount), false);
    std::vector<Rgba> expected;
    Drawer* current = &programs[0];
    glUseProgram(current->name);
    for (int x = 0; x < kDraws; ++x) {
        for (int changes = random(3); changes > 0; --changes) {
            const int unit = units[size_t(random(int(units.size())))];
            switch (random(4)) {
            case 0:
            case 1: {
                const int texture = random(kTextures + 1) - 1;
                glActiveTexture(GLenum(GL_TEXTURE0 + unit));
                glBindTexture(GL_TEXTURE_2D, texture < 0 ? 0 : textures[size_t(texture)]);
                boundTexture[size_t(unit)] = texture;
                break;
            }
            case 2: {
                const bool repeats = random(2) != 0;
                bindSampler(GLuint(unit), repeats ? repeat : 0);
                boundSampler[size_t(unit)] = repeats;
                break;
            }
            default: {
                current = &programs[size_t(random(int(programs.size())))];
                glUseProgram(current->name);
                const int sampler = random(6);
                if (sampler < 3) {
                    const std::string name = "t[" + std::to_string(sampler) + "]";
                    glUniform1i(glGetUniformLocation(current->name, name.c_str()), unit);
                    current->units[size_t(sampler)] = unit;
                }
                break;
            }
            }
        }
        drawAt(x, 0);
        const auto seen = [&](size_t sampler) {
            const auto unit = size_t(current->units[sampler]);
            const int texture = boundTexture[unit];
            return texture < 0 ? 0 : value(texture, boundSampler[unit]);
        };
        expected.push_back({seen(0), seen(1), seen(2), 255});
    }
    expectColumns(target, expected);
}

TEST_F(Rebind, VertexArrays) {
    constexpr int kVertices = 16;
    // Sources: floats, bytes, and floats that are not aligned.
    struct Source {
        GLuint buffer = 0;
        int first_B = 0;
        int element_B = 4;
        int added = 0; ///< To all values.
        int value(int i) const { return (element_B == 1 ? 200 - 2 * i : 3 * i + 1) + added; }
    };
    std::array<Source, 3> sources{{{}, {.element_B = 1}, {.first_B = 2}}};
    const auto fill = [](const Source& source) {
        std::vector<uint8_t> bytes(size_t(source.first_B + 4 * kVertices * source.element_B));
        for (int i = 0; i < 4 * kVertices; ++i) {
            uint8_t* const at = &bytes[size_t(source.first_B + i * source.element_B)];
            const float number = float(source.value(i)) / 255;
            if (source.element_B == 1) {
                *at = uint8_t(source.value(i));
            } else {
                std::memcpy(at, &number, sizeof number);
            }
        }
        glBindBuffer(GL_ARRAY_BUFFER, source.buffer);
        glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(bytes.size()), bytes.data(), GL_STATIC_DRAW);
    };
    for (Source& source : sources) {
        glGenBuffers(1, &source.buffer);
        fill(source);
    }

    // The first reads three arrays, the second two of them.
    std::array<GLuint, 2> programs{};
    for (size_t i = 0; i < programs.size(); ++i) {
        const std::string third =
            i == 0 ? "layout(location = 3) in float c;\n" : "const float c = 0.0;\n";
        const std::string vertex = "#version 330\n"
                                   "layout(location = 0) in float x;\n"
                                   "layout(location = 1) in float a;\n"
                                   "layout(location = 2) in float b;\n" +
                                   third +
                                   "flat out vec3 v;\n"
                                   "void main() {\n"
                                   "    v = vec3(a, b, c);\n"
                                   "    gl_PointSize = 1.0;\n"
                                   "    gl_Position = vec4(x, 0.0, 0.0, 1.0);\n"
                                   "}\n";
        programs[i] = buildProgram(vertex.c_str(),
                                   "#version 330\n"
                                   "flat in vec3 v;\n"
                                   "out vec4 color;\n"
                                   "void main() { color = vec4(v, 1); }\n");
        ASSERT_NE(0u, programs[i]);
    }

    struct Array {
        bool enabled = false;
        size_t source = 0;
        int stride = 1; ///< In elements.
        int first = 0;  ///< Element.
        int divisor = 0;
        int constant = 0; ///< Of 255, where the array is off.
    };
    std::array<std::array<Array, 3>, 2> arrays{}; // of two vertex array objects
    std::array<GLuint, 2> objects{};
    genVertexArrays(2, objects.data());
    std::array<int, 3> constants{};
    size_t object = 0;
    size_t program = 0;
    const auto point = [&](GLuint index, const Array& a) {
        const Source& source = sources[a.source];
        glBindBuffer(GL_ARRAY_BUFFER, source.buffer);
        const auto offset_B = size_t(source.first_B + a.first * source.element_B);
        glVertexAttribPointer(index + 1,
                              1,
                              source.element_B == 1 ? GL_UNSIGNED_BYTE : GL_FLOAT,
                              GL_TRUE,
                              a.stride * source.element_B,
                              reinterpret_cast<const void*>(offset_B));
    };
    for (const GLuint name : objects) {
        bindVertexArray(name);
        for (GLuint i = 0; i < 3; ++i) {
            point(i, {});
        }
    }
    for (GLuint i = 0; i < 3; ++i) {
        glVertexAttrib1f(i + 1, 0);
    }
    bindVertexArray(objects[0]);
    glUseProgram(programs[0]);

    const Target target(kDraws, 1);
    std::vector<Rgba> expected;
    for (int x = 0; x < kDraws; ++x) {
        for (int changes = random(3); changes > 0; --changes) {
            const auto index = size_t(random(3));
            Array& a = arrays[object][index];
            switch (random(8)) {
            case 0:
                a.enabled = !a.enabled;
                (a.enabled ? glEnableVertexAttribArray
                           : glDisableVertexAttribArray)(GLuint(index) + 1);
                break;
            case 1:
                a.source = size_t(random(int(sources.size())));
                a.stride = 1 + random(3);
                point(GLuint(index), a);
                break;
            case 2:
                a.first = random(kVertices);
                point(GLuint(index), a);
                break;
            case 3:
                a.divisor = random(2);
                vertexAttribDivisor(GLuint(index) + 1, GLuint(a.divisor));
                break;
            case 4:
                constants[index] = random(256);
                glVertexAttrib1f(GLuint(index) + 1, float(constants[index]) / 255);
                break;
            case 5:
                object = size_t(random(2));
                bindVertexArray(objects[object]);
                break;
            case 6: {
                Source& source = sources[size_t(random(int(sources.size())))];
                source.added = random(50);
                fill(source); // Vertex array objects that are not bound have it as well.
                break;
            }
            default:
                program = size_t(random(2));
                glUseProgram(programs[program]);
                break;
            }
        }
        const int vertex = random(kVertices);
        drawAt(x, vertex);
        const auto seen = [&](size_t index) {
            const Array& a = arrays[object][index];
            if (!a.enabled) {
                return constants[index];
            }
            const int element = a.first + a.stride * (a.divisor ? 0 : vertex);
            return sources[a.source].value(element);
        };
        expected.push_back({seen(0), seen(1), program == 0 ? seen(2) : 0, 255});
    }
    expectColumns(target, expected);
}

TEST_F(Rebind, UniformBuffers) {
    const auto bindBufferBase = load<PFNGLBINDBUFFERBASEPROC>("glBindBufferBase");
    const auto bindBufferRange = load<PFNGLBINDBUFFERRANGEPROC>("glBindBufferRange");
    const auto blockIndex = load<PFNGLGETUNIFORMBLOCKINDEXPROC>("glGetUniformBlockIndex");
    const auto blockBinding = load<PFNGLUNIFORMBLOCKBINDINGPROC>("glUniformBlockBinding");
    GLint alignment_B = 0;
    glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment_B);
    alignment_B = std::max(alignment_B, 16);

    // Each buffer has two values, one at its start and one where a range may start.
    constexpr int kBuffers = 5;
    constexpr int kBindings = 3;
    struct Source {
        GLuint name = 0;
        std::array<int, 2> values{};
    };
    std::array<Source, kBuffers> buffers;
    std::vector<uint8_t> bytes(size_t(alignment_B) + 16);
    const auto fill = [&](Source& buffer, bool replaced) {
        for (size_t i = 0; i < 2; ++i) {
            buffer.values[i] = random(256);
            const float value = float(buffer.values[i]) / 255;
            std::memcpy(bytes.data() + i * size_t(alignment_B), &value, sizeof value);
        }
        glBindBuffer(GL_UNIFORM_BUFFER, buffer.name);
        if (replaced) {
            glBufferData(GL_UNIFORM_BUFFER, GLsizeiptr(bytes.size()), bytes.data(), GL_STREAM_DRAW);
        } else {
            glBufferSubData(GL_UNIFORM_BUFFER, 0, GLsizeiptr(bytes.size()), bytes.data());
        }
    };
    struct Bound {
        int buffer = 0;
        size_t value = 0;
    };
    std::array<Bound, kBindings> bound;
    const auto bind = [&](int binding) {
        const Bound& b = bound[size_t(binding)];
        const GLuint name = buffers[size_t(b.buffer)].name;
        if (b.value) {
            bindBufferRange(GL_UNIFORM_BUFFER, GLuint(binding), name, alignment_B, 16);
        } else {
            bindBufferBase(GL_UNIFORM_BUFFER, GLuint(binding), name);
        }
    };
    const auto renew = [&](int number) {
        Source& buffer = buffers[size_t(number)];
        glDeleteBuffers(1, &buffer.name);
        glGenBuffers(1, &buffer.name);
        fill(buffer, true);
        for (int binding = 0; binding < kBindings; ++binding) { // It was unbound.
            if (bound[size_t(binding)].buffer == number) {
                bind(binding);
            }
        }
    };
    for (int i = 0; i < kBuffers; ++i) {
        renew(i);
    }
    for (int binding = 0; binding < kBindings; ++binding) {
        bind(binding);
    }
    const GLuint program = buildProgram(kPointVertex,
                                        "#version 330\n"
                                        "layout(std140) uniform A { float a; };\n"
                                        "layout(std140) uniform B { float b; };\n"
                                        "uniform float c;\n"
                                        "out vec4 color;\n"
                                        "void main() { color = vec4(a, b, c, 1); }\n");
    ASSERT_NE(0u, program);
    glUseProgram(program);
    std::array<int, 2> mapped{};
    int uniform = 0;
    const Target target(kDraws, 1);
    std::vector<Rgba> expected;
    for (int x = 0; x < kDraws; ++x) {
        for (int changes = random(3); changes > 0; --changes) {
            const int buffer = random(kBuffers);
            switch (random(8)) {
            case 0:
                fill(buffers[size_t(buffer)], true);
                break;
            case 1:
                fill(buffers[size_t(buffer)], false);
                break;
            case 2:
                renew(buffer);
                break;
            case 3: {
                const auto block = size_t(random(2));
                mapped[block] = random(kBindings);
                blockBinding(
                    program, blockIndex(program, block ? "B" : "A"), GLuint(mapped[block]));
                break;
            }
            case 4:
                uniform = random(256);
                glUniform1f(glGetUniformLocation(program, "c"), float(uniform) / 255);
                break;
            default: {
                const int binding = random(kBindings);
                bound[size_t(binding)] = {buffer, size_t(random(2))};
                bind(binding);
                break;
            }
            }
        }
        drawAt(x, 0);
        const auto seen = [&](size_t block) {
            const Bound& b = bound[size_t(mapped[block])];
            return buffers[size_t(b.buffer)].values[b.value];
        };
        expected.push_back({seen(0), seen(1), uniform, 255});
    }
    expectColumns(target, expected);
}

/// Buffers that uniform blocks read and that are replaced before draws are read as anything else,
/// too.
TEST_F(Rebind, ReplacedUniformBuffersAreReadAsAnything) {
    const auto bindBufferBase = load<PFNGLBINDBUFFERBASEPROC>("glBindBufferBase");
    const auto texBuffer = load<PFNGLTEXBUFFERPROC>("glTexBuffer");
    const auto copy = load<PFNGLCOPYBUFFERSUBDATAPROC>("glCopyBufferSubData");
    const auto getBuffer = load<PFNGLGETBUFFERSUBDATAPROC>("glGetBufferSubData");
    const auto map = load<PFNGLMAPBUFFERRANGEPROC>("glMapBufferRange");
    const auto unmap = load<PFNGLUNMAPBUFFERPROC>("glUnmapBuffer");
    const auto drawElementsInstanced =
        load<PFNGLDRAWELEMENTSINSTANCEDPROC>("glDrawElementsInstanced");
    struct Contents { // Each value by its role.
        std::array<float, 4> block{};
        std::array<float, 4> array{};
        std::array<float, 4> texels{};
        std::array<GLuint, 4> indices{};
        std::array<float, 100> rest{};
    };
    constexpr int kBuffers = 4;
    std::array<Contents, kBuffers> contents;
    std::array<GLuint, kBuffers> names{};
    std::array<GLuint, kBuffers> textures{};
    glGenBuffers(kBuffers, names.data());
    glGenTextures(kBuffers, textures.data());
    const auto random255 = [&] { return float(random(256)) / 255; };
    const auto renew = [&](size_t i) {
        contents[i].block[0] = random255();
        contents[i].array[0] = random255();
        contents[i].texels[0] = random255();
        contents[i].indices[0] = GLuint(random(4));
    };
    for (size_t i = 0; i < kBuffers; ++i) {
        renew(i);
        glBindBuffer(GL_UNIFORM_BUFFER, names[i]);
        glBufferData(GL_UNIFORM_BUFFER, sizeof contents[i], &contents[i], GL_STREAM_DRAW);
        glBindTexture(GL_TEXTURE_BUFFER, textures[i]);
        texBuffer(GL_TEXTURE_BUFFER, GL_R32F, names[i]);
    }
    const GLuint program = buildProgram(
        "#version 330\n"
        "layout(location = 0) in float x;\n"
        "layout(location = 1) in float array;\n"
        "layout(std140) uniform Block { vec4 block; };\n"
        "uniform samplerBuffer texels;\n"
        "out vec4 shade;\n"
        "void main() {\n"
        "    gl_PointSize = 1.0;\n"
        "    gl_Position = vec4(x, 0.0, 0.0, 1.0);\n"
        "    shade = vec4(block.x, array, texelFetch(texels, 8).x, float(gl_VertexID + 1) / 4.0);\n"
        "}\n",
        "#version 330\n"
        "in vec4 shade;\n"
        "out vec4 color;\n"
        "void main() { color = shade; }\n");
    ASSERT_NE(0u, program);
    glUseProgram(program);
    glEnableVertexAttribArray(1);
    vertexAttribDivisor(1, 1);
    const Target target(kDraws, 1);
    std::vector<Rgba> expected;
    std::array<size_t, 4> roles{}; // Which buffer is the block, the array, texels and indices.
    for (int x = 0; x < kDraws; ++x) {
        const auto changed = size_t(random(kBuffers));
        Contents& now = contents[changed];
        glBindBuffer(GL_UNIFORM_BUFFER, names[changed]);
        switch (random(8)) {
        case 0: { // From another, within the device.
            const auto from = size_t(random(kBuffers));
            glBindBuffer(GL_COPY_READ_BUFFER, names[from]);
            if (from != changed) {
                copy(GL_COPY_READ_BUFFER, GL_UNIFORM_BUFFER, 16, 16, 48);
                now.array = contents[from].array;
                now.texels = contents[from].texels;
                now.indices = contents[from].indices;
            }
            break;
        }
        case 1: {
            renew(changed);
            void* const mapped = map(
                GL_UNIFORM_BUFFER, 0, sizeof now, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
            ASSERT_NE(nullptr, mapped);
            std::memcpy(mapped, &now, sizeof now);
            unmap(GL_UNIFORM_BUFFER);
            break;
        }
        case 2:
            now.texels[0] = random255();
            glBufferSubData(GL_UNIFORM_BUFFER, 32, 16, now.texels.data());
            break;
        case 3: {
            Contents read;
            getBuffer(GL_UNIFORM_BUFFER, 0, sizeof read, &read);
            EXPECT_EQ(0, std::memcmp(&now, &read, sizeof read));
            break;
        }
        default:
            renew(changed);
            glBufferData(GL_UNIFORM_BUFFER, sizeof now, &now, GL_STREAM_DRAW);
        }
        roles[size_t(random(4))] = size_t(random(kBuffers));
        bindBufferBase(GL_UNIFORM_BUFFER, 0, names[roles[0]]);
        glBindBuffer(GL_ARRAY_BUFFER, names[roles[1]]);
        glVertexAttribPointer(
            1, 1, GL_FLOAT, GL_FALSE, 0, reinterpret_cast<const void*>(offsetof(Contents, array)));
        glBindTexture(GL_TEXTURE_BUFFER, textures[roles[2]]);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, names[roles[3]]);
        glVertexAttrib1f(0, (float(x) + 0.5f) * 2 / kDraws - 1);
        drawElementsInstanced(GL_POINTS,
                              1,
                              GL_UNSIGNED_INT,
                              reinterpret_cast<const void*>(offsetof(Contents, indices)),
                              1);
        const auto byte = [](float value) { return uint8_t(value * 255 + 0.5f); };
        expected.push_back({byte(contents[roles[0]].block[0]),
                            byte(contents[roles[1]].array[0]),
                            byte(contents[roles[2]].texels[0]),
                            byte(float(contents[roles[3]].indices[0] + 1) / 4)});
    }
    expectColumns(target, expected);
}

/// Where there is one sample for each pixel its mask changes nothing, and is not forgotten.
TEST_F(Rebind, SampleMasks) {
    const auto sampleMaski = load<PFNGLSAMPLEMASKIPROC>("glSampleMaski");
    const auto storage =
        load<PFNGLRENDERBUFFERSTORAGEMULTISAMPLEPROC>("glRenderbufferStorageMultisample");
    const auto blit = load<PFNGLBLITFRAMEBUFFERPROC>("glBlitFramebuffer");
    const GLuint program = buildProgram(kPointVertex,
                                        "#version 330\n"
                                        "out vec4 color;\n"
                                        "void main() { color = vec4(1.0, 0.0, 0.0, 1.0); }\n");
    ASSERT_NE(0u, program);
    glUseProgram(program);
    GLuint renderbuffer = 0, framebuffer = 0;
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    storage(GL_RENDERBUFFER, 4, GL_RGBA8, kDraws, 1);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);

    const Target target(kDraws, 1);
    GLint single = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &single);
    glEnable(GL_SAMPLE_MASK);
    std::vector<Rgba> drawn, masked;
    for (int x = 0; x < kDraws; ++x) {
        const GLbitfield mask = random(2) ? 15 : 0;
        sampleMaski(0, mask);
        drawAt(x, 0);
        drawn.push_back({255, 0, 0, 255});
        if (random(4)) {
            masked.push_back({0, 0, 255, 255});
            continue;
        }
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        drawAt(x, 0);
        glBindFramebuffer(GL_FRAMEBUFFER, GLuint(single));
        masked.push_back(mask ? Rgba{255, 0, 0, 255} : Rgba{0, 0, 255, 255});
    }
    expectColumns(target, drawn);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    blit(0, 0, kDraws, 1, 0, 0, kDraws, 1, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, GLuint(single));
    expectColumns(target, masked);
}

TEST_F(Rebind, CullingBlendingAndPrimitives) {
    // Two triangles over a column, one facing either way, as lists or as a strip that shows one.
    const GLuint program =
        buildProgram("#version 330\n"
                     "layout(location = 0) in float x;\n"
                     "void main() {\n"
                     "    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1 & 1);\n"
                     "    if (gl_VertexID >= 4) corner = corner.yx;\n"
                     "    gl_Position = vec4(x + (corner.x * 2.0 - 1.0) * 4.0 / 1024.0,\n"
                     "                       corner.y * 16.0 - 2.0, 0.0, 1.0);\n"
                     "}\n",
                     "#version 330\n"
                     "out vec4 color;\n"
                     "void main() {\n"
                     "    color = gl_FrontFacing ? vec4(0.4, 0, 0, 1) : vec4(0, 0.4, 0, 1);\n"
                     "}\n");
    ASSERT_NE(0u, program);
    glUseProgram(program);
    const Target target(kDraws, 1);
    std::vector<Rgba> expected;
    bool culls = false;
    GLenum culled = GL_BACK;
    bool adds = false;
    bool blends = false;
    glBlendFunc(GL_ONE, GL_ZERO);
    glScissor(0, 0, 0, 1);
    glEnable(GL_SCISSOR_TEST);
    for (int x = 0; x < kDraws; ++x) {
        for (int changes = random(3); changes > 0; --changes) {
            switch (random(4)) {
            case 0:
                culls = !culls;
                (culls ? glEnable : glDisable)(GL_CULL_FACE);
                break;
            case 1:
                culled = random(2) ? GL_BACK : GL_FRONT;
                glCullFace(culled);
                break;
            case 2:
                adds = !adds;
                glBlendFunc(GL_ONE, adds ? GL_ONE : GL_ZERO);
                break;
            default:
                blends = !blends;
                (blends ? glEnable : glDisable)(GL_BLEND);
                break;
            }
        }
        glScissor(x, 0, 1, 1);
        glClearColor(0, 0, 0.2f, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        const bool strip = random(2) != 0;
        glVertexAttrib1f(0, (float(x) + 0.5f) * 2 / kDraws - 1);
        // Of the strip's vertices 0 to 2, front; of the list's, 4 to 6, back.
        glDrawArrays(strip ? GL_TRIANGLE_STRIP : GL_TRIANGLES, strip ? 0 : 4, 3);
        const bool shown = !culls || (culled == GL_BACK) == strip;
        Rgba color{0, 0, 51, 255};
        if (shown) {
            color = {strip ? 102 : 0, strip ? 0 : 102, blends && adds ? 51 : 0, 255};
        }
        expected.push_back(color);
    }
    expectColumns(target, expected);
}

} // namespace
