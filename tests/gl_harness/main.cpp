// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "context.h"

#include <GLES2/gl2.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <string>

namespace {

/// Says on what the tests run, and fails them all when it is not what GLISSADE_TEST_RENDERER asks
/// for (a part of GL_RENDERER, any case): a broken set-up must not test another driver.
class RendererCheck : public testing::Environment {
public:
    void SetUp() override {
        const harness::Context context;
        if (!context.valid() || !context.makeCurrent()) {
            FAIL() << "no OpenGL ES 2.0 context on the surfaceless display";
        }
        const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
        std::cout << "GL_RENDERER: " << name << std::endl;
        const char* wanted = std::getenv("GLISSADE_TEST_RENDERER");
        if (wanted) {
            ASSERT_NE(std::string::npos, lower(name).find(lower(wanted)))
                << "these tests were to run on " << wanted;
        }
    }

private:
    static std::string lower(std::string text) {
        for (char& letter : text) {
            letter = char(std::tolower(static_cast<unsigned char>(letter)));
        }
        return text;
    }
};

} // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (!testing::GTEST_FLAG(list_tests)) {
        testing::AddGlobalTestEnvironment(new RendererCheck);
    }
    return RUN_ALL_TESTS();
}
