// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/early_scopes.h"

#include "glsl/compile/testing.h"

#include <gmock/gmock.h>

namespace glsl {
namespace {

using testing::desktop;
using testing::errors;

std::string log(const std::string& version, const std::string& text) {
    return errors(desktop(Stage::Vertex, 120), "#version " + version + "\n" + text);
}

TEST(EarlyScopesTest, FunctionsAndVariablesShareNames) {
    const std::string text = "float foo(float x) { return x; }\nconst float foo = 1.0;\n"
                             "void main() { gl_Position = vec4(foo - foo(foo)); }";
    EXPECT_EQ(log("110", text), "");
    EXPECT_NE(log("120", text), "");
    EXPECT_EQ(log("110",
                  "const float f = 1.0;\nfloat f(float x) { return x + f; }\n"
                  "void main() { gl_Position = vec4(f(f)); }"),
              "");
}

TEST(EarlyScopesTest, StructsWithinOthers) {
    const std::string text = "struct a {\n  float f;\n  struct b {\n    struct { int k; } c[2];\n"
                             "  } d;\n} e = a(1.0, b(0.5));\n"
                             "uniform a u; b v;\n"
                             "void main() { gl_Position = vec4(u.d.c[1].k, u.f, v.c[0].k, 1); }";
    const std::string simple = "struct a { float f; struct b { int i; } d; } e = a(1.0, b(2));\n"
                               "void main() { b x = e.d; gl_Position = vec4(x.i); }";
    EXPECT_EQ(log("110", simple), "");
    EXPECT_NE(log("120", simple), "");
    const std::string broken = log("110", text);
    EXPECT_THAT(broken, ::testing::HasSubstr("0:7: ")) << "lines stay: b has an array";
}

TEST(EarlyScopesTest, LeavesOthersAlone) {
    EXPECT_FALSE(withoutEarlyScopes("struct a { float f; }; struct b { a x; };\n"
                                    "float f(); a g; void main() { a f; f.f = f(); }"));
    EXPECT_FALSE(withoutEarlyScopes("struct { float f"));
    EXPECT_FALSE(withoutEarlyScopes(""));
}

} // namespace
} // namespace glsl
