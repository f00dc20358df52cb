// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "measure.h"

#include "layers/find_census.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>

namespace samplers {

namespace {

constexpr int kCell_px = 4;
constexpr int kColumns = 32;
constexpr int kCells = kColumns * kColumns;
constexpr int kSize_px = kCell_px * kColumns;
/// Some devices tell levels of detail by logarithms that are off by a few hundredths.
constexpr float kTolerance = 8.0f / 255;

double now_ns(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

std::optional<Made> madeSoFar() {
    const GlissadeCensusFunction function = findGlissadeCensus();
    if (!function) {
        return {};
    }
    GlissadeCensus census{};
    function(&census);
    return Made{census.pipelinesMade,
                census.shaderModulesMade + census.shaderObjectsMade,
                census.samplersMade,
                census.descriptorSetsMade};
}

/// A square of pixels for each draw of a batch, so that all can be looked at afterwards.
class Cells {
public:
    Cells() {
        glGenRenderbuffers(1, &m_renderbuffer);
        glBindRenderbuffer(GL_RENDERBUFFER, m_renderbuffer);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, kSize_px, kSize_px);
        glGenFramebuffers(1, &m_framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
        glFramebufferRenderbuffer(
            GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, m_renderbuffer);
        glViewport(0, 0, kSize_px, kSize_px);
        makeVertices();
    }
    ~Cells() {
        glDeleteFramebuffers(1, &m_framebuffer);
        glDeleteRenderbuffers(1, &m_renderbuffer);
        glDeleteVertexArrays(1, &m_array);
        glDeleteBuffers(1, &m_vertices);
    }
    Cells(const Cells&) = delete;
    Cells& operator=(const Cells&) = delete;

    void clear() const {
        glClearColor(0.2f, 0.4f, 0.6f, 0.8f);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    void draw(uint32_t cell) const { glDrawArrays(GL_TRIANGLE_STRIP, GLint(cell * 4), 4); }

    /// Until the device is done. Mesa 22's zink returns from a glFinish that follows a glFlush at
    /// once.
    void wait() const {
        uint8_t pixel[4];
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    }

    /// What is wrong with the first cell that is not as expected; empty: all are.
    std::string complaint(const Case& checked, uint32_t first, uint32_t count) const {
        std::vector<uint8_t> pixels(size_t(kSize_px) * kSize_px * 4);
        glReadPixels(0, 0, kSize_px, kSize_px, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        for (uint32_t cell = 0; cell < count; ++cell) {
            const Color wanted = checked.expected(first + cell);
            for (int i = 0; i < kCell_px * kCell_px; ++i) {
                const size_t x = cell % kColumns * kCell_px + size_t(i % kCell_px);
                const size_t y = cell / kColumns * kCell_px + size_t(i / kCell_px);
                const uint8_t* pixel = &pixels[(y * kSize_px + x) * 4];
                for (size_t channel = 0; channel < 4; ++channel) {
                    if (std::abs(float(pixel[channel]) / 255 - wanted[channel]) > kTolerance) {
                        return fmt::format("draw {} left ({}, {}, {}, {}), not ({:.0f}, {:.0f}, "
                                           "{:.0f}, {:.0f})",
                                           first + cell,
                                           pixel[0],
                                           pixel[1],
                                           pixel[2],
                                           pixel[3],
                                           255 * wanted[0],
                                           255 * wanted[1],
                                           255 * wanted[2],
                                           255 * wanted[3]);
                    }
                }
            }
        }
        return "";
    }

private:
    /// Coordinates lie outside of textures, beyond what any filter of theirs reaches, and make two
    /// texels of a texture of sixteen a pixel.
    void makeVertices() {
        std::vector<float> values;
        for (int cell = 0; cell < kCells; ++cell) {
            for (int corner = 0; corner < 4; ++corner) {
                const int x = corner % 2, y = corner / 2;
                const auto place = [](int at) { return 2.0f * float(at) / kColumns - 1; };
                values.insert(values.end(),
                              {place(cell % kColumns + x),
                               place(cell / kColumns + y),
                               3.0f + 0.5f * float(x),
                               3.0f + 0.5f * float(y)});
            }
        }
        glGenVertexArrays(1, &m_array);
        glBindVertexArray(m_array);
        glGenBuffers(1, &m_vertices);
        glBindBuffer(GL_ARRAY_BUFFER, m_vertices);
        glBufferData(GL_ARRAY_BUFFER,
                     GLsizeiptr(values.size() * sizeof(float)),
                     values.data(),
                     GL_STATIC_DRAW);
        glEnableVertexAttribArray(0);
        glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
    }

    GLuint m_framebuffer = 0;
    GLuint m_renderbuffer = 0;
    GLuint m_array = 0;
    GLuint m_vertices = 0;
};

class Measurement {
public:
    Measurement(Case& measured, const MeasureOptions& options)
        : m_case(measured), m_options(options) {}

    void batch(uint32_t count, bool counts) {
        m_case.prepare(m_number, count);
        m_cells.clear();
        m_cells.wait();
        const std::optional<Made> before = madeSoFar();
        const double process = now_ns(CLOCK_PROCESS_CPUTIME_ID);
        const double start = now_ns(CLOCK_MONOTONIC);
        m_times.resize(count);
        double last = start;
        for (uint32_t i = 0; i < count; ++i) {
            m_case.change(m_number + i);
            m_cells.draw(i);
            const double now = now_ns(CLOCK_MONOTONIC);
            m_times[i] = now - last;
            last = now;
        }
        glFlush();
        const double flushed = now_ns(CLOCK_MONOTONIC);
        m_cells.wait();
        const double finished = now_ns(CLOCK_MONOTONIC);
        if (counts) {
            m_all.insert(m_all.end(), m_times.begin(), m_times.end());
            m_thread_ns += flushed - start;
            m_finished_ns += finished - start;
            m_process_ns += now_ns(CLOCK_PROCESS_CPUTIME_ID) - process;
            note(before);
        }
        if (m_options.checks) {
            if (std::string text = m_cells.complaint(m_case, m_number, count); !text.empty()) {
                throw std::runtime_error(text);
            }
        }
        m_number += count;
    }

    Figures figures() {
        Figures result;
        const auto draws = double(m_all.size());
        const auto middle = m_all.begin() + ptrdiff_t(m_all.size() / 2);
        std::nth_element(m_all.begin(), middle, m_all.end());
        result.draws = m_all.size();
        result.median_ns = *middle;
        result.mean_ns = m_thread_ns / draws;
        result.worst_ns = *std::max_element(m_all.begin(), m_all.end());
        result.finished_ns = m_finished_ns / draws;
        result.process_ns = m_process_ns / draws;
        result.made = m_made;
        return result;
    }

private:
    void note(const std::optional<Made>& before) {
        const std::optional<Made> after = madeSoFar();
        if (before && after) {
            Made& made = m_made ? *m_made : m_made.emplace();
            made.pipelines += after->pipelines - before->pipelines;
            made.shaders += after->shaders - before->shaders;
            made.samplers += after->samplers - before->samplers;
            made.sets += after->sets - before->sets;
        }
    }

    Cells m_cells;
    Case& m_case;
    const MeasureOptions& m_options;
    uint32_t m_number = 0;
    std::vector<double> m_times, m_all;
    double m_thread_ns = 0, m_finished_ns = 0, m_process_ns = 0;
    std::optional<Made> m_made;
};

void run(const Kind& kind, const MeasureOptions& options, Figures& figures) {
    const std::unique_ptr<Case> measured = kind.make();
    measured->begin();
    Measurement measurement(*measured, options);
    if (measured->settles()) {
        measurement.batch(kCells, false);
        const double end = now_ns(CLOCK_MONOTONIC) + options.seconds * 1e9;
        do {
            measurement.batch(kCells, true);
        } while (now_ns(CLOCK_MONOTONIC) < end);
    } else {
        measurement.batch(1, false); // The program and everything else was drawn with.
        for (int i = 0; i < options.batches; ++i) {
            measurement.batch(uint32_t(std::min(options.batchOfNew, kCells)), true);
        }
    }
    figures = measurement.figures();
    if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
        throw std::runtime_error(fmt::format("GL error {:#06x}", error));
    }
}

} // namespace

Outcome measure(const Kind& kind, const MeasureOptions& options) {
    Outcome outcome{&kind, {}, {}};
    try {
        run(kind, options, outcome.figures);
    } catch (const std::runtime_error& error) {
        outcome.failure = error.what();
    }
    for (GLuint unit = 0; unit < 32; ++unit) {
        glBindSampler(unit, 0);
    }
    return outcome;
}

double clock_ns() {
    constexpr int kTimes = 10000;
    const double start = now_ns(CLOCK_MONOTONIC);
    double last = start;
    for (int i = 0; i < kTimes; ++i) {
        last = now_ns(CLOCK_MONOTONIC);
    }
    return (last - start) / kTimes;
}

} // namespace samplers
