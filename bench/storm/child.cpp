// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "child.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace storm {

namespace {

/// The newest context of those that cases use.
void makeContext(bench::Context& context, bench::ContextOptions options, Needs needs) {
    if (needs == Needs::FixedFunction) {
        options.api = bench::Api::Gl;
        if (context.create(options)) {
            return;
        }
        throw std::runtime_error(context.error());
    }
    options.api = bench::Api::Core;
    for (const int version : {410, 330}) {
        options.coreVersion = version;
        if (context.create(options)) {
            return;
        }
    }
    throw std::runtime_error(context.error());
}

std::string missingFor(Needs needs, const bench::Context& context) {
    const int version = context.versionNumber();
    const auto has = [&](int since, const char* extension) {
        return version >= since || context.hasExtension(extension);
    };
    const bool separable = has(410, "GL_ARB_separate_shader_objects");
    switch (needs) {
    case Needs::Nothing:
        return "";
    case Needs::FixedFunction:
        return version >= 330 ? "" : "wants OpenGL 3.3 with nothing removed";
    case Needs::TargetState:
        return has(400, "GL_ARB_draw_buffers_blend") && has(400, "GL_ARB_sample_shading")
                   ? ""
                   : "wants OpenGL 4.0";
    case Needs::Separable:
        return separable ? "" : "wants OpenGL 4.1";
    case Needs::Tessellation:
        return separable && has(400, "GL_ARB_tessellation_shader") ? "" : "wants OpenGL 4.1";
    }
    return "";
}

/// Answers are lines: a word, a tab, the rest.
std::string oneLine(std::string text) {
    for (char& letter : text) {
        if (letter == '\n' || letter == '\t') {
            letter = ' ';
        }
    }
    return text;
}

void write(std::FILE* answer, const CaseTimes& times) {
    fmt::print(answer,
               "case\t{} {} {} {}\n",
               times.programs,
               times.link_ms,
               times.longestFlush_ms,
               times.rest_ms);
    for (const DrawTime& draw : times.draws) {
        fmt::print(answer,
                   "draw\t{} {} {} {} {}\n",
                   draw.first_ms,
                   draw.link_ms,
                   draw.again_ms,
                   draw.preempted ? 1 : 0,
                   oneLine(draw.name));
    }
}

void read(const std::string& word, const char* rest, Outcome& outcome) {
    CaseTimes& times = outcome.times;
    if (word == "case") {
        std::sscanf(rest,
                    "%d %lf %lf %lf",
                    &times.programs,
                    &times.link_ms,
                    &times.longestFlush_ms,
                    &times.rest_ms);
    } else if (word == "draw") {
        DrawTime draw;
        int preempted = 0, at = 0;
        std::sscanf(rest,
                    "%lf %lf %lf %d %n",
                    &draw.first_ms,
                    &draw.link_ms,
                    &draw.again_ms,
                    &preempted,
                    &at);
        draw.preempted = preempted != 0;
        draw.name = rest + at;
        times.draws.push_back(std::move(draw));
    } else if (word == "missing") {
        outcome.missing = rest;
    } else if (word == "failure") {
        outcome.failure = rest;
    }
}

} // namespace

void Child::work(const Case& measured, std::FILE* answer) const {
    try {
        bench::Context context;
        makeContext(context, m_context, measured.needs);
        fmt::print(answer, "renderer\t{}\n", oneLine(context.renderer()));
        fmt::print(answer, "version\t{}\n", oneLine(context.version()));
        const std::string missing = missingFor(measured.needs, context);
        if (missing.empty()) {
            write(answer, measure(measured, m_options, context.versionNumber()));
        } else {
            fmt::print(answer, "missing\t{}\n", missing);
        }
        // Drivers write what they keep on disk no later than here.
        eglMakeCurrent(context.display(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglTerminate(context.display());
    } catch (const std::exception& error) {
        fmt::print(answer, "failure\t{}\n", oneLine(error.what()));
    }
    std::fclose(answer);
}

Outcome Child::run(const Case& measured) {
    Outcome outcome;
    outcome.measured = &measured;
    outcome.wait = m_options.wait;
    int ends[2];
    std::fflush(nullptr);
    if (pipe(ends) != 0) {
        outcome.failure = "no pipe";
        return outcome;
    }
    const pid_t child = fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        outcome.failure = "no process";
        return outcome;
    }
    if (child == 0) {
        close(ends[0]);
        work(measured, fdopen(ends[1], "w"));
        std::exit(0); // With the driver's own functions for the end of a process.
    }
    close(ends[1]);
    std::FILE* answer = fdopen(ends[0], "r");
    char* line = nullptr;
    size_t capacity = 0;
    for (ssize_t length; (length = getline(&line, &capacity, answer)) > 0;) {
        std::string text(line, size_t(length - 1));
        const size_t tab = text.find('\t');
        if (tab == std::string::npos) {
            continue;
        }
        const std::string word = text.substr(0, tab), rest = text.substr(tab + 1);
        if (word == "renderer") {
            m_renderer = rest;
        } else if (word == "version") {
            m_version = rest;
        } else {
            read(word, rest.c_str(), outcome);
        }
    }
    std::free(line);
    std::fclose(answer);
    int status = 0;
    waitpid(child, &status, 0);
    if (outcome.failure.empty() && WIFSIGNALED(status)) {
        outcome.failure = fmt::format("ended by signal {}", WTERMSIG(status));
    } else if (outcome.failure.empty() && WEXITSTATUS(status) != 0) {
        outcome.failure = fmt::format("ended with {}", WEXITSTATUS(status));
    } else if (outcome.failure.empty() && outcome.missing.empty() && outcome.times.draws.empty()) {
        outcome.failure = "ended without a word";
    }
    return outcome;
}

} // namespace storm
