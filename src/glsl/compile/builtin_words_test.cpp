// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/builtin_words.h"

#include "glsl/compile/testing.h"

#include <array>

namespace glsl {
namespace {

SourceWords wordsOf(std::string_view text) {
    return SourceWords({&text, 1});
}

/// What is left of declarations that a process learns first.
std::string chosen(std::string_view declarations, std::string_view text) {
    LearnedFunctions functions;
    std::array<std::string, 1> texts = {std::string(declarations)};
    functions.choose(texts, wordsOf(text));
    return texts[0];
}

TEST(BuiltinWordsTest, WordsAreThoseOfAllTexts) {
    const std::array<std::string_view, 2> texts = {"float a1 = b.x;", "gl_Position"};
    const SourceWords words(texts);
    for (const char* word : {"float", "a1", "b", "x", "gl_Position"}) {
        EXPECT_TRUE(words.contains(word)) << word;
    }
    EXPECT_FALSE(words.contains("a"));
    EXPECT_FALSE(words.any());
}

TEST(BuiltinWordsTest, PastedWordsAndSuffixesMayMeanAnything) {
    for (const char* text : {"a ## b", "1.0lf", "2.lf", "1.5LF", "3l", "7S", "1.0hf"}) {
        EXPECT_TRUE(wordsOf(text).any()) << text;
        EXPECT_TRUE(wordsOf(text).contains("word"));
    }
    for (const char* text : {"1.0f", "2u", "0xffU", "1e5", "1st", "half", "a2l"}) {
        EXPECT_FALSE(wordsOf(text).any()) << text;
    }
}

TEST(BuiltinWordsTest, UsualFunctionsStay) {
    const std::string usual = "float sin(float);\nvec4 texture(sampler2D, vec2);\n"
                              "in highp vec4 gl_FragCoord;struct S { float f(); };";
    EXPECT_EQ(chosen(usual, ""), usual);
}

TEST(BuiltinWordsTest, OthersStayForTheirNames) {
    const std::string declarations = "uint subgroupAdd(uint);uvec2 subgroupAdd(uvec2);int f(int);";
    EXPECT_EQ(chosen(declarations, "x"), "");
    EXPECT_EQ(chosen(declarations, "f(1)"), "int f(int);");
    EXPECT_EQ(chosen(declarations, "a b ## c"), declarations);
}

TEST(BuiltinWordsTest, OverloadsStayForTheTypesOfTheirParameters) {
    const std::string declarations = "vec4 texture(sampler2D,vec2);ivec4 texture(isampler2D, vec2);"
                                     "float min(float,float);double min(double, double);"
                                     "dvec3 min(dvec3,double);";
    EXPECT_EQ(chosen(declarations, ""), "vec4 texture(sampler2D,vec2);float min(float,float);");
    EXPECT_EQ(chosen(declarations, "uniform isampler2D i;"),
              "vec4 texture(sampler2D,vec2);ivec4 texture(isampler2D, vec2);"
              "float min(float,float);");
    // Who has a vector of them has a double.
    EXPECT_EQ(chosen(declarations, "dvec2 d;").find("double min(double, double)"),
              std::string("vec4 texture(sampler2D,vec2);float min(float,float);").size());
}

TEST(BuiltinWordsTest, FunctionsThatMakeWhatNobodyNamesBringEverything) {
    const std::string declarations =
        "double unpackDouble2x32(uvec2);double min(double,double);float min(float,float);int g();";
    EXPECT_EQ(chosen(declarations, "float(unpackDouble2x32(u))"), declarations);
}

TEST(BuiltinWordsTest, WhatWasLeftOutIsLacking) {
    LearnedFunctions functions;
    std::array<std::string, 1> texts = {"int f(int);ivec4 texture(isampler3D,vec3);"};
    functions.choose(texts, wordsOf(""));
    EXPECT_FALSE(functions.lack(wordsOf("g(1)")));
    EXPECT_TRUE(functions.lack(wordsOf("f(1)")));
    EXPECT_TRUE(functions.lack(wordsOf("uniform isampler3D s;")));
    EXPECT_TRUE(functions.lack(wordsOf("a ## b")));
    functions.startAnew(wordsOf("f(1)"));
    EXPECT_FALSE(functions.lack(wordsOf("f(1)")));
    texts = {"int f(int);int g(int);"};
    functions.choose(texts, wordsOf(""));
    EXPECT_EQ(texts[0], "int f(int);"); // which has been asked for before
}

TEST(BuiltinWordsTest, WhoAsksOftenGetsEverything) {
    LearnedFunctions functions;
    std::array<std::string, 1> texts;
    for (int i = 0; i < 4; ++i) {
        texts = {"int f0();int f1();int f2();int f3();int f4();"};
        functions.choose(texts, wordsOf(""));
        functions.startAnew(wordsOf("f" + std::to_string(i)));
    }
    EXPECT_EQ(texts[0], "int f0();int f1();int f2();int f3();int f4();");
}

TEST(BuiltinWordsTest, ConstantsBringTheSizesOfWhatStays) {
    constexpr std::string_view kAll = "const int gl_MaxA = 1;const highp int gl_MaxB = gl_MaxA;"
                                      "const int gl_MaxC = 3;uniform vec4 gl_U[gl_MaxB];"
                                      "in gl_PerVertex {vec4 gl_P;} gl_in[gl_MaxC];\n";
    constexpr std::string_view kIn = "in gl_PerVertex {vec4 gl_P;} gl_in[gl_MaxC];\n";
    EXPECT_EQ(chooseConstants(kAll, wordsOf("")), "const int gl_MaxC = 3;" + std::string(kIn));
    EXPECT_EQ(chooseConstants(kAll, wordsOf("gl_U[0]")), kAll);
    EXPECT_EQ(chooseConstants("\nconst int gl_MaxA = 1;\n", wordsOf("")), "");
    constexpr std::string_view kChecked = "const int gl_MaxClipDistances = 8;";
    EXPECT_EQ(chooseConstants(kChecked, wordsOf("")), kChecked);
}

TEST(BuiltinWordsTest, MacrosAreThoseOfTheText) {
    constexpr std::string_view kAll = "#define GL_A 1\n#define GL_B 1\n";
    EXPECT_EQ(chooseMacros(kAll, wordsOf("#ifdef GL_B")), "#define GL_B 1\n");
    EXPECT_EQ(chooseMacros(kAll, wordsOf("")), "\n");
}

#ifdef GLISSADE_FRONTEND_BUILTINS
std::string fragment(const std::string& statement, const std::string& declarations = {}) {
    return "#version 330\n" + declarations + "out vec4 c;\nvoid main() { c = " + statement + "; }";
}

TEST(BuiltinWordsTest, TheLibraryLearnsWhatShadersAskFor) {
    const CompileOptions options = testing::desktop(Stage::Fragment);
    const char* const statements[][2] = {
        {"vec4(1.0)", ""},
        {"vec4(textureGrad(s, vec2(0), vec2(0), vec2(0)))", "uniform usampler2DRect s;\n"},
        {"vec4(texelFetch(s, 3))", "uniform isamplerBuffer s;\n"},
        {"texelFetch(s, ivec2(1), 2)", "uniform sampler2DMS s;\n"},
        {"textureGradOffset(s, vec3(1), vec2(1), vec2(1), ivec2(1))",
         "uniform sampler2DArray s;\n"},
        {"vec4(gl_MaxTextureImageUnits)", ""},
        {"vec4(textureSize(s, 0), 1, 1)", "uniform samplerCubeShadow s;\n"}};
    for (const auto& [statement, declarations] : statements) {
        EXPECT_EQ(testing::errors(options, fragment(statement, declarations)), "") << statement;
    }
    EXPECT_NE(testing::errors(options, fragment("vec4(subgroupAdd(1.0))")), "");
}
#endif

} // namespace
} // namespace glsl
