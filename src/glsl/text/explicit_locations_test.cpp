// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GL_ARB_explicit_attrib_location in the versions of the language that it is for.

#include "glsl/compile/shader.h"
#include "glsl/compile/testing.h"

#include <gmock/gmock.h>

namespace glsl {
namespace {

using testing::desktop;
using testing::errors;
using ::testing::HasSubstr;

const std::string kHead = "#version 120\n#extension GL_ARB_explicit_attrib_location : require\n";

std::string vertex(const std::string& declaration) {
    return errors(desktop(Stage::Vertex),
                  kHead + declaration + "\nvoid main() { gl_Position = vec4(0.0); }");
}

std::string fragment(const std::string& declaration, const std::string& head = kHead) {
    return errors(desktop(Stage::Fragment), head + declaration + "\nvoid main() {}");
}

TEST(ExplicitLocationsTest, AreOfInputsAndOutputsOnly) {
    EXPECT_EQ(vertex("layout(location = 1) in vec4 v;"), "");
    EXPECT_THAT(vertex("layout(location = 1) attribute vec4 v;"), HasSubstr("before in or out"));
    EXPECT_THAT(vertex("in layout(location = 1) vec4 v;"), HasSubstr("before in or out"));
    EXPECT_THAT(vertex("layout(location = 1) in vec4 v[2];"), HasSubstr("no arrays"));
    EXPECT_EQ(fragment("layout(location = 1) out vec4 v;"), "");
    EXPECT_THAT(fragment("out layout(location = 1) vec4 v;"), HasSubstr("before in or out"));
}

TEST(ExplicitLocationsTest, NeedTheExtension) {
    EXPECT_THAT(fragment("layout(location = 1) out vec4 v;",
                         "#version 130\n#extension GL_ARB_shading_language_420pack : enable\n"),
                HasSubstr("GL_ARB_explicit_attrib_location"));
}

// Its issue 1: "Generate a link error."
TEST(ExplicitLocationsTest, ThatCannotBeAreErrorsOfLinking) {
    const auto linkError = [](Stage stage, const std::string& declarations) {
        const std::shared_ptr<const CompiledShader> shader =
            compile(desktop(stage), kHead + declarations + "\nvoid main() {}");
        EXPECT_TRUE(shader->ok()) << shader->infoLog();
        return shader->interface().linkError;
    };
    EXPECT_THAT(linkError(Stage::Vertex, "layout(location = 0x7fffffff) in vec4 v;"),
                HasSubstr("too large"));
    EXPECT_THAT(linkError(Stage::Fragment, "layout(location = 0x7fffffff) out vec4 v;"),
                HasSubstr("too large"));
    EXPECT_THAT(linkError(Stage::Fragment,
                          "layout(location = 0) out vec4 a; layout(location = 0) out vec4 b;"),
                HasSubstr("two outputs"));
    EXPECT_EQ(linkError(Stage::Fragment,
                        "layout(location = 0) out vec4 a; layout(location = 1) out vec4 b;"),
              "");
}

} // namespace
} // namespace glsl
