// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glsl/language/builtin_uniforms.h"

#include "glsl/language/builtins.h"

#include <gtest/gtest.h>

namespace glsl {
namespace {

TEST(BuiltinUniforms, AreFoundByTheirNames) {
    for (const BuiltinUniformFact& fact : builtinUniforms()) {
        std::string name = "gl_";
        name += fact.name;
        EXPECT_EQ(builtinUniform(name), fact.builtin) << name;
        EXPECT_EQ(builtinUniform(name + "[0]"), fact.builtin) << name;
        EXPECT_EQ(&builtinUniformFact(fact.builtin), &fact) << name;
    }
}

TEST(BuiltinUniforms, MembersOfArraysAreOneRow) {
    EXPECT_EQ(builtinUniform("gl_LightSource[2].diffuse"), BuiltinUniform::LightSourceDiffuse);
    EXPECT_EQ(builtinUniform("gl_LightSource[10].position"), BuiltinUniform::LightSourcePosition);
    EXPECT_EQ(builtinUniform("gl_LightSource[2]"), BuiltinUniform::None);
    EXPECT_EQ(builtinUniform("gl_LightSource[2"), BuiltinUniform::None);
}

TEST(BuiltinUniforms, OthersAreNotInTheTable) {
    EXPECT_EQ(builtinUniform("Fog.color"), BuiltinUniform::None);
    EXPECT_EQ(builtinUniform(""), BuiltinUniform::None);
}

TEST(BuiltinUniforms, AreDeclaredWithTheirTypesAndSizes) {
    CompileOptions options;
    options.stage = Stage::Vertex;
    options.limits.maxTextureCoords = 8;
    EXPECT_EQ(hiddenName("gl_NormalMatrix", options)->declaration, "uniform mat3 gd_NormalMatrix;");
    EXPECT_EQ(hiddenName("gl_TextureMatrixInverse", options)->declaration,
              "uniform mat4 gd_TextureMatrixInverse[8];");
}

TEST(BuiltinUniforms, CoreKeepsSome) {
    EXPECT_FALSE(isRemovedFromCore("gl_DepthRange"));
    EXPECT_FALSE(isRemovedFromCore("gl_NumSamples"));
    EXPECT_TRUE(isRemovedFromCore("gl_ModelViewMatrix"));
    EXPECT_TRUE(isRemovedFromCore("gl_ClipPlane"));
    EXPECT_TRUE(isRemovedFromCore("gl_Fog"));
}

} // namespace
} // namespace glsl
