// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Pictures of the device GLISSADE_TEST_DEVICE_NAME (by default "Glissade") against those of
// GLISSADE_TEST_REFERENCE_NAME (by default "llvmpipe"); the environment's Vulkan drivers must have
// both. GLISSADE_DIFFERENTIAL=n makes n times as many cases (0.1: a tenth),
// GLISSADE_DIFFERENTIAL_ONLY=seed only that one of each family, GLISSADE_DIFFERENTIAL_VALIDATE=1
// turns the validation layer on, GLISSADE_DIFFERENTIAL_PICTURES=folder keeps what was drawn.

#include "case.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <set>

namespace {

using namespace pictures;

std::string setting(const char* name, const char* otherwise) {
    const char* value = std::getenv(name);
    return value ? value : otherwise;
}

Device& device() {
    // Never destroyed, so that the loader does not unload a driver that sanitizers have met.
    static auto& instance = *new Device(setting("GLISSADE_TEST_DEVICE_NAME", "Glissade"));
    return instance;
}

Device& reference() {
    static auto& instance = *new Device(setting("GLISSADE_TEST_REFERENCE_NAME", "llvmpipe"));
    return instance;
}

/// Each picture as it is, with a line of text before.
void keep(const Case& test, const char* whose, const Answer& answer) {
    const char* folder = std::getenv("GLISSADE_DIFFERENTIAL_PICTURES");
    if (!folder) {
        return;
    }
    for (const Picture& picture : answer.pictures) {
        std::string name = test.name + "-" + picture.name + "-" + whose;
        std::replace(name.begin(), name.end(), ' ', '_');
        std::ofstream file(std::string(folder) + "/" + name, std::ios::binary);
        file << formatOf(picture.format).name << " " << picture.extent.width << " "
             << picture.extent.height * picture.layers << " " << picture.samples << "\n";
        file.write(reinterpret_cast<const char*>(picture.bytes.data()),
                   std::streamsize(picture.bytes.size()));
    }
}

/// The same draws for lavapipe. All state comes with its pipelines, since it is our commands that
/// are tested. It forgets primitive restart where a buffer has the number of draws.
Case forReference(const Case& test) {
    Case plain = test;
    plain.dynamicState = plain.shaderObjects = false;
    for (Step& step : plain.steps) {
        if (step.kind == DrawKind::IndirectCount && step.state.primitiveRestart) {
            step.kind = DrawKind::Direct;
        }
    }
    return plain;
}

class Differential : public testing::TestWithParam<Family> {
protected:
    void check(const Case& test) {
        SCOPED_TRACE(test.name);
        if (!test.lavapipeIsWrong.empty()) {
            ++m_skipped;
            m_reasons.insert(test.name + ": " + test.lavapipeIsWrong);
            return;
        }
        // The reference gets all state with the pipeline: it is our commands that are tested.
        const Case plain = forReference(test);
        const Answer theirs = draw(reference(), plain);
        const Answer ours = draw(device(), test);
        for (const std::string& message : device().takeMessages()) {
            ADD_FAILURE() << message;
        }
        if (!ours.missing.empty() || !theirs.missing.empty()) {
            m_reasons.insert(ours.missing.empty() ? "lavapipe lacks " + theirs.missing
                                                  : "we lack " + ours.missing);
            ++m_skipped;
            return;
        }
        ++m_ran;
        keep(test, "ours", ours);
        keep(test, "theirs", theirs);
        const std::string wrong = difference(test, ours, theirs);
        if (wrong.empty()) {
            m_empty += drawnTexels(ours) == 0;
            return;
        }
        ADD_FAILURE() << wrong
                      << (setting("GLISSADE_DIFFERENTIAL_ONLY", "").empty()
                              ? ""
                              : test.steps.back().vertex.glsl + "\n" +
                                    test.steps.back().control.glsl + "\n" +
                                    test.steps.back().evaluation.glsl + "\n" +
                                    test.steps.back().geometry.glsl + "\n" +
                                    test.steps.back().fragment.glsl);
    }

    uint32_t m_ran = 0;
    uint32_t m_skipped = 0;
    uint32_t m_empty = 0;
    std::set<std::string> m_reasons;
};

TEST_P(Differential, DrawsTheSame) {
    const Family family = GetParam();
    const double times =
        std::clamp(std::atof(setting("GLISSADE_DIFFERENTIAL", "1").c_str()), 1e-3, 1e6);
    const char* only = std::getenv("GLISSADE_DIFFERENTIAL_ONLY");
    const uint32_t first = only ? uint32_t(std::atoi(only)) : 0;
    const uint32_t step = family.systematic && times < 1 ? uint32_t(1 / times) : 1;
    const uint32_t last = only                ? first + 1
                          : family.systematic ? family.count
                                              : std::max(1u, uint32_t(family.count * times));
    for (uint32_t seed = first; seed < last; seed += step) {
        try {
            check(family.make(seed));
        } catch (const Failure& failure) {
            ADD_FAILURE() << family.make(seed).name << ": " << failure.what();
        }
    }
    std::printf(
        "    %u cases ran, %u were not compared, %u drew nothing\n", m_ran, m_skipped, m_empty);
    for (const std::string& what : m_reasons) {
        std::printf("    not compared: %s\n", what.c_str());
    }
    if (!only) {
        EXPECT_GT(m_ran, m_skipped);
        EXPECT_LE(m_empty, (m_ran + 5) / 6); // Masks and tests may leave nothing now and then.
    }
}

INSTANTIATE_TEST_SUITE_P(Cases, Differential, testing::ValuesIn(families()), [](const auto& info) {
    return std::string(info.param.name);
});

} // namespace
