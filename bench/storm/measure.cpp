// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "measure.h"

#include "clock.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace storm {

namespace {

long preemptions() {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
}

void checkErrors(const char* after) {
    if (const GLenum error = glGetError(); error != GL_NO_ERROR) {
        throw std::runtime_error(fmt::format("GL error {:#06x} after {}", error, after));
    }
}

void checkPicture(Scene& scene, const std::vector<Draw>& draws, const char* when) {
    scene.canvas().read();
    int wrong = 0;
    std::string first;
    for (size_t i = 0; i < draws.size(); ++i) {
        const std::string complaint = scene.canvas().complaint(int(i), draws[i].expected);
        if (!complaint.empty() && wrong++ == 0) {
            first = fmt::format("draw {} ({}): {}", i, draws[i].name, complaint);
        }
    }
    if (wrong > 0) {
        throw std::runtime_error(fmt::format(
            "{} of {} draws left the wrong colors {}; {}", wrong, draws.size(), when, first));
    }
}

enum class Pass { First, Again };

/// Every draw into its cell; `took` gets the index, the time, what linking took of it, and
/// whether the thread was preempted.
template <typename Took>
CaseTimes drawAll(Scene& scene,
                  const std::vector<Draw>& draws,
                  const MeasureOptions& options,
                  Pass pass,
                  const Took& took) {
    scene.resetState();
    scene.canvas().clear();
    glFinish();
    CaseTimes times;
    for (size_t i = 0; i < draws.size(); ++i) {
        const long preemptionsBefore = preemptions();
        const double start_ms = now_ms();
        double link_ms = 0;
        if (draws[i].link && pass == Pass::First) {
            draws[i].link();
            link_ms = now_ms() - start_ms;
        }
        scene.canvas().enter(int(i));
        draws[i].issue();
        if (options.wait == Wait::Finish) {
            glFinish();
        }
        if (options.wait == Wait::None && (i + 1) % size_t(options.flushEvery) == 0) {
            const double flush_ms = now_ms();
            glFlush();
            times.longestFlush_ms = std::max(times.longestFlush_ms, now_ms() - flush_ms);
        }
        const double end_ms = now_ms();
        took(i, end_ms - start_ms, link_ms, preemptions() != preemptionsBefore);
    }
    const double rest_ms = now_ms();
    glFinish();
    times.rest_ms = now_ms() - rest_ms;
    return times;
}

} // namespace

CaseTimes measure(const Case& measured, const MeasureOptions& options, int version) {
    Scene scene(options.scene, version, measured.name, measured.samples, measured.targets);
    std::vector<Draw> draws = measured.prepare(scene);
    draws.resize(std::min(draws.size(), size_t(options.mostDraws)));
    checkErrors("what comes before the draws");

    std::vector<DrawTime> drawTimes(draws.size());
    CaseTimes times = drawAll(scene,
                              draws,
                              options,
                              Pass::First,
                              [&](size_t i, double time_ms, double link_ms, bool preempted) {
                                  drawTimes[i] = {draws[i].name, time_ms, link_ms, preempted, 0};
                              });
    checkErrors("the draws");
    checkPicture(scene, draws, "at first");
    drawAll(scene,
            draws,
            options,
            Pass::Again,
            [&](size_t i, double time_ms, double /*link_ms*/, bool) {
                drawTimes[i].again_ms = time_ms;
            });
    checkPicture(scene, draws, "when drawn again");
    checkErrors("the draws' repetition");
    times.programs = scene.programs().count();
    times.link_ms = scene.programs().link_ms();
    for (const DrawTime& draw : drawTimes) {
        times.link_ms += draw.link_ms;
    }
    times.draws = std::move(drawTimes);
    return times;
}

} // namespace storm
