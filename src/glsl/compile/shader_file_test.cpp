// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/shader_file.h"

#include "glsl/interface/interface.h"
#include "glsl/link/link.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace glsl {
namespace {

constexpr const char* kVertex = R"(
struct Light { vec3 place; mat4 turn[2]; };
uniform Light lights[3];
uniform mat4 transform;
attribute vec4 position;
attribute vec2 texCoord;
varying vec2 uv;
invariant gl_Position;
void main() {
    uv = texCoord * gl_DepthRange.diff;
    gl_Position = transform * lights[1].turn[1] * position + vec4(lights[2].place, 0.0);
    gl_PointSize = 2.0;
}
)";

constexpr const char* kFragment = R"(
precision mediump float;
struct Material { vec4 tint; sampler2D picture; };
uniform Material material;
varying vec2 uv;
void main() {
    if (uv.x > 0.5) discard;
    gl_FragColor = material.tint * texture2D(material.picture, uv);
}
)";

CompileOptions optionsFor(Stage stage) {
    return {.stage = stage, .api = Api::ES, .maxVersion = 100};
}

std::shared_ptr<const CompiledShader> readBack(Stage stage, const CompiledShader& shader) {
    return readShader(optionsFor(stage), writeShader(shader));
}

TEST(ShaderFile, KeepsAllThatLinkingNeeds) {
    const auto vertex = compile(optionsFor(Stage::Vertex), kVertex);
    const auto fragment = compile(optionsFor(Stage::Fragment), kFragment);
    ASSERT_TRUE(vertex->ok() && fragment->ok()) << vertex->infoLog() << fragment->infoLog();
    const auto keptVertex = readBack(Stage::Vertex, *vertex);
    const auto keptFragment = readBack(Stage::Fragment, *fragment);
    ASSERT_TRUE(keptVertex && keptFragment);
    EXPECT_EQ(writeShader(*keptVertex), writeShader(*vertex));
    EXPECT_EQ(writeShader(*keptFragment), writeShader(*fragment));
    EXPECT_EQ(keptVertex->interface().options, vertex->interface().options);

    const std::shared_ptr<const CompiledShader> made[] = {vertex, fragment};
    const std::shared_ptr<const CompiledShader> kept[] = {keptVertex, keptFragment};
    const auto a = link(made, {});
    const auto b = link(kept, {});
    ASSERT_TRUE(a->ok && b->ok) << a->infoLog << b->infoLog;
    ASSERT_EQ(a->stages.size(), b->stages.size());
    for (size_t i = 0; i < a->stages.size(); ++i) {
        EXPECT_EQ(a->stages[i].spirv, b->stages[i].spirv);
    }
    ASSERT_EQ(a->uniforms.size(), b->uniforms.size());
    for (size_t i = 0; i < a->uniforms.size(); ++i) {
        EXPECT_EQ(a->uniforms[i].name, b->uniforms[i].name);
        EXPECT_EQ(a->uniforms[i].slots, b->uniforms[i].slots);
    }
    EXPECT_EQ(a->samplers.size(), b->samplers.size());
    EXPECT_EQ(a->attributeLocation("texCoord"), b->attributeLocation("texCoord"));
    EXPECT_TRUE(b->usesDiscard);
}

TEST(ShaderFile, RefusesWhatIsCutOrLonger) {
    const auto shader = compile(optionsFor(Stage::Fragment), kFragment);
    std::vector<std::byte> bytes = writeShader(*shader);
    for (size_t length = 0; length < bytes.size(); ++length) {
        EXPECT_FALSE(readShader(optionsFor(Stage::Fragment), {bytes.data(), length})) << length;
    }
    EXPECT_TRUE(readShader(optionsFor(Stage::Fragment), bytes));
    bytes.push_back(std::byte{0});
    EXPECT_FALSE(readShader(optionsFor(Stage::Fragment), bytes));
}

TEST(ShaderFile, RefusesCodeThatIsNotValid) {
    const auto shader = compile(optionsFor(Stage::Fragment), kFragment);
    auto changed = std::make_unique<ShaderInterface>(shader->interface());
    ASSERT_GT(changed->spirv.size(), 5u);
    changed->spirv[3] = 1; // the bound of ids
    EXPECT_FALSE(readBack(Stage::Fragment, CompiledShader(std::move(changed))));
}

TEST(ShaderFile, RefusesTypesThatNestWithoutEnd) {
    const auto shader = compile(optionsFor(Stage::Fragment), kFragment);
    const auto nested = [&](int depth) {
        auto changed = std::make_unique<ShaderInterface>(shader->interface());
        Type type;
        for (int i = 0; i < depth; ++i) {
            Type outer;
            outer.members.push_back({.name = "m", .type = std::move(type)});
            type = std::move(outer);
        }
        changed->globals.at(0).type = std::move(type);
        return readBack(Stage::Fragment, CompiledShader(std::move(changed)));
    };
    EXPECT_TRUE(nested(200));
    EXPECT_FALSE(nested(300));
}

} // namespace
} // namespace glsl
