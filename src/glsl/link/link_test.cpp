// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/link.h"

#include "spirv/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

namespace glsl {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Source {
    Stage stage;
    std::string text;
};

std::shared_ptr<const CompiledShader> compileOne(const Source& source, Api api) {
    CompileOptions options{.stage = source.stage, .api = api};
    options.maxVersion = api == Api::ES ? 100 : 120;
    options.extensions.oesStandardDerivatives = true;
    options.extensions.arbShaderTextureLod = true;
    return compile(options, source.text);
}

std::shared_ptr<const LinkedProgram>
linkAll(const std::vector<Source>& sources, Api api = Api::ES, LinkOptions options = {}) {
    std::vector<std::shared_ptr<const CompiledShader>> shaders;
    for (const Source& source : sources) {
        shaders.push_back(compileOne(source, api));
        EXPECT_TRUE(shaders.back()->ok()) << shaders.back()->infoLog();
    }
    options.api = api;
    auto program = link(shaders, options);
    for (const StageBinary& stage : program->stages) {
        EXPECT_EQ(spirv::validate(stage.spirv), "");
    }
    return program;
}

std::shared_ptr<const LinkedProgram>
linkEs(const std::string& vertex, const std::string& fragment, const LinkOptions& options = {}) {
    return linkAll(
        {{Stage::Vertex, vertex}, {Stage::Fragment, "precision mediump float;\n" + fragment}},
        Api::ES,
        options);
}

std::shared_ptr<const LinkedProgram> linkGl(const std::string& vertex,
                                            const std::string& fragment) {
    return linkAll({{Stage::Vertex, vertex}, {Stage::Fragment, fragment}}, Api::Desktop);
}

const Uniform* find(const LinkedProgram& program, std::string_view name) {
    for (const Uniform& uniform : program.uniforms) {
        if (uniform.name == name) {
            return &uniform;
        }
    }
    return nullptr;
}

const char* const kVertex = "attribute vec4 p; void main() { gl_Position = p; }";
const char* const kFragment = "void main() { gl_FragColor = vec4(1.0); }";

TEST(LinkTest, TheSmallestProgram) {
    const auto program = linkEs(kVertex, kFragment);
    ASSERT_TRUE(program->ok) << program->infoLog;
    ASSERT_EQ(program->stages.size(), 2u);
    EXPECT_EQ(program->attributes.size(), 1u);
    EXPECT_EQ(program->attributeLocation("p"), 0);
    EXPECT_EQ(program->attributeMask, 1u);
    EXPECT_EQ(program->attributeClass[0], ComponentClass::Float);
    EXPECT_TRUE(program->uniforms.empty());
    EXPECT_EQ(program->stage(Stage::Fragment)->defaultBlockSize_B, 0u);
    ASSERT_EQ(program->fragmentOutputs.size(), 1u);
    EXPECT_EQ(program->fragmentOutputs[0].name, "gl_FragColor");
    EXPECT_TRUE(program->fragmentOutputs[0].broadcast);
    EXPECT_EQ(program->fragmentOutputMask, 1u);
}

TEST(LinkTest, UniformsAreFlattenedWithTheirPlaces) {
    const auto program =
        linkEs("struct L { vec3 d; float k[2]; mat3 m; };\n"
               "uniform L l[2]; uniform mat4 mvp; uniform float unused; attribute vec4 p;\n"
               "void main() { gl_Position = mvp * p + vec4(l[1].m * l[0].d, l[1].k[1]); }",
               "uniform vec4 c[3]; uniform bool b; uniform int i;\n"
               "void main() { gl_FragColor = b ? c[0] : c[2] * float(i); }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(find(*program, "unused"), nullptr);
    EXPECT_EQ(find(*program, "l[0].m"), nullptr);
    const Uniform* k = find(*program, "l[1].k[0]");
    ASSERT_NE(k, nullptr);
    EXPECT_EQ(k->arraySize, 2);
    EXPECT_EQ(k->slots[0].offset_B, 96 + 16);
    EXPECT_EQ(k->slots[0].arrayStride_B, 16);
    const Uniform* m = find(*program, "l[1].m");
    ASSERT_NE(m, nullptr);
    EXPECT_EQ(m->glType, kGlFloatMat3);
    EXPECT_EQ(m->slots[0].offset_B, 96 + 48);
    EXPECT_EQ(m->slots[0].matrixStride_B, 16);
    EXPECT_EQ(m->slots[size_t(Stage::Fragment)].offset_B, -1);
    const Uniform* c = find(*program, "c[0]");
    ASSERT_NE(c, nullptr);
    EXPECT_TRUE(c->isArray);
    EXPECT_EQ(c->slots[size_t(Stage::Fragment)].offset_B, 0);
    EXPECT_EQ(find(*program, "b")->glType, kGlBool);
    EXPECT_EQ(program->uniformLocation("c"), c->location);
    EXPECT_EQ(program->uniformLocation("c[2]"), c->location + 2);
    EXPECT_EQ(program->uniformLocation("c[3]"), -1);
    EXPECT_EQ(program->uniformLocation("c[x]"), -1);
    EXPECT_EQ(program->uniformLocation("l[1].k[1]"), k->location + 1);
    EXPECT_EQ(program->uniformAt(c->location + 2).uniform, c);
    EXPECT_EQ(program->uniformAt(c->location + 2).element, 2);
    EXPECT_EQ(program->uniformAt(program->locationCount).uniform, nullptr);
    // In order of declaration, the vertex shader first.
    EXPECT_LT(k->location, program->uniformLocation("mvp"));
    EXPECT_LT(program->uniformLocation("mvp"), c->location);
}

TEST(LinkTest, OneUniformInTwoStages) {
    const auto program = linkEs("uniform mediump vec4 c; attribute vec4 p;\n"
                                "void main() { gl_Position = p + c; }",
                                "uniform float f; uniform vec4 c;\n"
                                "void main() { gl_FragColor = c * f; }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    const Uniform* c = find(*program, "c");
    EXPECT_EQ(c->slots[0].offset_B, 0);
    EXPECT_EQ(c->slots[size_t(Stage::Fragment)].offset_B, 16);
    EXPECT_EQ(program->uniforms.size(), 2u);
}

TEST(LinkTest, UniformsThatDisagree) {
    const auto types =
        linkEs("uniform vec4 c; attribute vec4 p; void main() { gl_Position = p + c; }",
               "uniform vec3 c; void main() { gl_FragColor = vec4(c, 1.0); }");
    EXPECT_FALSE(types->ok);
    EXPECT_THAT(types->infoLog, HasSubstr("uniform 'c' is vec4 in the vertex shader and vec3"));
    const auto precision =
        linkEs("uniform vec4 c; attribute vec4 p; void main() { gl_Position = p + c; }",
               "uniform vec4 c; void main() { gl_FragColor = c; }");
    EXPECT_FALSE(precision->ok);
    EXPECT_THAT(precision->infoLog, HasSubstr("different precision"));
}

TEST(LinkTest, SamplersAreNumberedAndBound) {
    const auto program = linkEs("uniform sampler2D v; attribute vec4 p;\n"
                                "void main() { gl_Position = p + texture2D(v, p.xy); }",
                                "struct M { sampler2D a; samplerCube b; vec4 c; };\n"
                                "uniform M m[2]; uniform sampler2D v, t[3], unused;\n"
                                "void main() { gl_FragColor = texture2D(m[1].a, vec2(0.0))\n"
                                " + textureCube(m[0].b, vec3(1.0)) + texture2D(t[2], vec2(0.0))\n"
                                " + texture2D(v, vec2(0.0)) + m[1].c; }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(find(*program, "unused"), nullptr);
    ASSERT_EQ(program->samplers.size(), 1u + 2 + 2 + 3);
    const Uniform* v = find(*program, "v");
    EXPECT_EQ(program->samplers[size_t(v->samplerIndex)].stageMask,
              (1u << unsigned(Stage::Vertex)) | (1u << unsigned(Stage::Fragment)));
    const Uniform* b0 = find(*program, "m[0].b");
    ASSERT_NE(b0, nullptr);
    EXPECT_EQ(b0->glType, kGlSamplerCube);
    EXPECT_EQ(program->samplers[size_t(b0->samplerIndex)].dim, SamplerDim::Cube);
    EXPECT_EQ(find(*program, "m[1].b")->samplerIndex, b0->samplerIndex + 1);
    const Uniform* t = find(*program, "t[0]");
    EXPECT_EQ(t->arraySize, 3);
    EXPECT_EQ(program->stage(Stage::Vertex)->samplers.size(), 1u);
    const auto& bindings = program->stage(Stage::Fragment)->samplers;
    ASSERT_EQ(bindings.size(), 4u);
    int elements = 0;
    for (size_t i = 0; i < bindings.size(); ++i) {
        EXPECT_EQ(bindings[i].binding, i + 1);
        elements += bindings[i].count;
    }
    EXPECT_EQ(elements, 8);
    EXPECT_NE(find(*program, "m[1].c"), nullptr);
}

TEST(LinkTest, AttributesFollowBindings) {
    LinkOptions options;
    options.attributeBindings = {{"b", 0}, {"notThere", 1}};
    const auto program = linkEs("attribute vec4 a, b; attribute mat4 m; attribute float unused;\n"
                                "void main() { gl_Position = m * a + b; }",
                                kFragment,
                                options);
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->attributeLocation("b"), 0);
    EXPECT_EQ(program->attributeLocation("m"), 1);
    EXPECT_EQ(program->attributeLocation("a"), 5);
    EXPECT_EQ(program->attributeLocation("unused"), -1);
    EXPECT_EQ(program->attributeMask, 0x3fu);
}

TEST(LinkTest, AttributesThatShareALocation) {
    LinkOptions options;
    options.attributeBindings = {{"m", 2}, {"a", 4}, {"b", 4}};
    const std::string body = "uniform bool c; void main() { gl_Position = c ? m * vec4(1.0) : a + "
                             "vec4(b, 0.0, 1.0); }";
    const auto program =
        linkEs("attribute mat4 m; attribute vec4 a; attribute vec2 b; " + body, kFragment, options);
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->attributeMask, 0x3cu);
    EXPECT_EQ(program->attributeLocation("a"), 4);
    EXPECT_EQ(program->attributeLocation("b"), 4);
    const std::string code = spirv::disassemble(program->stage(Stage::Vertex)->spirv);
    for (const char* location : {"Location 2\n", "Location 4\n", "Location 5\n"}) {
        const size_t first = code.find(location);
        ASSERT_NE(first, std::string::npos);
        EXPECT_EQ(code.find(location, first + 1), std::string::npos) << "two inputs at one place";
    }
}

TEST(LinkTest, AttributesThatDoNotFit) {
    LinkOptions options;
    options.attributeBindings = {{"m", 14}};
    const std::string vertex =
        "attribute mat4 m; attribute vec4 a; void main() { gl_Position = m * a; }";
    EXPECT_THAT(linkEs(vertex, kFragment, options)->infoLog, HasSubstr("'m' does not fit"));
    std::string many;
    std::string sum = "vec4(0.0)";
    for (int i = 0; i < 17; ++i) {
        many += "attribute vec4 a" + std::to_string(i) + ";";
        sum += "+a" + std::to_string(i);
    }
    EXPECT_THAT(linkEs(many + "void main() { gl_Position = " + sum + "; }", kFragment)->infoLog,
                HasSubstr("too many attributes"));
}

TEST(LinkTest, VaryingsMatchByName) {
    const auto program = linkEs("attribute vec4 p; varying vec4 a; varying vec2 b, unread;\n"
                                "void main() { gl_Position = p; a = p; b = p.xy; unread = p.zw; }",
                                "varying vec2 b; varying vec4 a;\n"
                                "void main() { gl_FragColor = a + b.xyxy; }");
    EXPECT_TRUE(program->ok) << program->infoLog;
}

TEST(LinkTest, VaryingsThatDoNotMatch) {
    EXPECT_THAT(linkEs(kVertex, "varying vec4 a; void main() { gl_FragColor = a; }")->infoLog,
                HasSubstr("'a' is read by the fragment shader"));
    EXPECT_THAT(
        linkEs("attribute vec4 p; varying vec3 a; void main() { gl_Position = p; a = p.xyz; }",
               "varying vec4 a; void main() { gl_FragColor = a; }")
            ->infoLog,
        HasSubstr("'a' is vec3 in the vertex shader and vec4"));
    // Not read: no error. Declared but never written: undefined, no error in ES.
    EXPECT_TRUE(linkEs(kVertex, std::string("varying vec4 a;") + kFragment)->ok);
    EXPECT_TRUE(linkEs(std::string("varying vec4 a;") + kVertex,
                       "varying vec4 a; void main() { gl_FragColor = a; }")
                    ->ok);
}

TEST(LinkTest, InitialisersDoNotMakeConstants) {
    const auto program =
        linkGl("#version 120\nuniform float a[] = float[](1.0, 2.0), b;\n"
               "void main() { gl_Position = vec4(a[0], a[1], b, 1.0); }",
               "#version 120\nuniform float b = 5.0; uniform vec2 unused = vec2(3.0, 4.0);\n"
               "void main() { gl_FragColor = vec4(b); }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    const auto floats = [&](std::string_view name) {
        const Uniform* uniform = find(*program, name);
        std::vector<float> values(uniform == nullptr ? 0 : uniform->initialValue.size() / 4);
        if (!values.empty()) {
            std::memcpy(values.data(), uniform->initialValue.data(), values.size() * 4);
        }
        return values;
    };
    EXPECT_EQ(floats("a[0]"), (std::vector<float>{1, 2}));
    EXPECT_EQ(floats("b"), (std::vector<float>{5}));
    EXPECT_EQ(floats("unused"), (std::vector<float>{3, 4}));
    EXPECT_GE(program->uniformLocation("unused"), 0);
    EXPECT_GE(find(*program, "b")->slots[size_t(Stage::Vertex)].offset_B, 0);
    EXPECT_GE(find(*program, "b")->slots[size_t(Stage::Fragment)].offset_B, 0);
}

TEST(LinkTest, ArraysEndWithTheLastElementUsed) {
    const auto program = linkEs("uniform vec4 a[50], b[4], all[3]; uniform int i;\n"
                                "void main() { gl_Position = a[24] + b[0] + all[i]; }",
                                kFragment);
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(find(*program, "a[0]")->arraySize, 25);
    EXPECT_EQ(find(*program, "b[0]")->arraySize, 1);
    EXPECT_TRUE(find(*program, "b[0]")->isArray);
    EXPECT_EQ(find(*program, "all[0]")->arraySize, 3);
    EXPECT_EQ(program->uniformLocation("a[25]"), -1);
}

TEST(LinkTest, UniformsWhoseReadersWereOptimisedAway) {
    const auto program =
        linkEs(std::string("uniform float never; float f() { return never; }\n") + kVertex,
               "uniform int zero; void main() { vec4 one[1]; one[0] = vec4(1.0);\n"
               "gl_FragColor = one[zero]; }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_GE(program->uniformLocation("zero"), 0);
    EXPECT_EQ(program->uniformLocation("never"), -1);
    EXPECT_EQ(program->stages[1].defaultBlockSize_B, 0u);
}

TEST(LinkTest, InvariantFacing) {
    EXPECT_THAT(linkAll({{Stage::Vertex, kVertex},
                         {Stage::Fragment,
                          std::string("#version 100\ninvariant gl_FrontFacing;\n") + kFragment}})
                    ->infoLog,
                HasSubstr("gl_FrontFacing"));
}

TEST(LinkTest, TooManyVaryings) {
    const auto program =
        linkEs("attribute vec4 p; varying vec4 a[16];\n"
               "void main() { gl_Position = p; for (int i = 0; i < 16; i++) a[i] = p; }",
               "varying vec4 a[16]; uniform int i;\n"
               "void main() { gl_FragColor = a[15] + a[0] + a[7]; }");
    EXPECT_FALSE(program->ok);
    EXPECT_THAT(program->infoLog, HasSubstr("too many varyings"));
}

// Locations of a stage's interface and what decorates them, from its text.
int countOf(const std::string& text, const std::string& what) {
    int count = 0;
    for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        ++count;
    }
    return count;
}

TEST(LinkTest, VaryingsArePackedWhenTheyMustBe) {
    // 60 of 60 components, in shapes that take 24 locations of their own.
    const std::string declarations = "varying mat3 m; varying vec3 v[5]; varying float f[16];\n"
                                     "varying mat2 n; varying vec4 w[4];\n";
    LinkOptions options;
    options.limits.maxVaryingVectors = 15;
    const std::string vertex =
        "attribute vec4 p; uniform mediump int i;\n" + declarations +
        "void main() { gl_Position = p; m = mat3(p.x); n = mat2(p.y); f[i] = 2.0; w[i] = p;\n"
        "for (int k = 0; k < 5; k++) v[k] = p.xyz * float(k); if (i == 3) return; f[15] = p.z; }";
    const std::string fragment =
        declarations + "uniform int i; void main() { gl_FragColor = vec4(m[1] + v[i], f[i]) +\n"
                       "w[3] + vec4(n[0], n[1]); }";
    const auto program = linkEs(vertex, fragment, options);
    ASSERT_TRUE(program->ok) << program->infoLog;
    for (const StageBinary& stage : program->stages) {
        const std::string text = spirv::disassemble(stage.spirv);
        const std::string storage = stage.stage == Stage::Vertex ? "Output" : "Input";
        EXPECT_LE(countOf(text, "%_ptr_" + storage + "_v4float " + storage), 16);
        EXPECT_THAT(text, HasSubstr("Location 14"));
        EXPECT_THAT(text, Not(HasSubstr("Location 15")));
    }
    options.limits.maxVaryingVectors = 14;
    EXPECT_THAT(linkEs(vertex, fragment, options)->infoLog,
                HasSubstr("too many varyings: 15 vectors of 14"));
}

TEST(LinkTest, PackedVaryingsKeepTheirQualifiers) {
    LinkOptions options;
    const std::string declarations = "#version 120\ncentroid varying float a, b, c;\n"
                                     "varying float d, e, g; varying vec4 f;\n";
    options.limits.maxVaryingVectors = 4;
    const auto packed = linkAll(
        {{Stage::Vertex,
          declarations + "void main() { gl_Position = gl_Vertex; a = b = c = d = e = g = 0.5;\n"
                         "f = gl_Color; }"},
         {Stage::Fragment,
          declarations + "void main() { gl_FragColor = vec4(a, b, c, d) + f * e * g; }"}},
        Api::Desktop,
        options);
    ASSERT_TRUE(packed->ok) << packed->infoLog;
    for (const StageBinary& stage : packed->stages) {
        EXPECT_EQ(countOf(spirv::disassemble(stage.spirv), " Centroid"), 1);
    }
}

TEST(LinkTest, StagesMustBeThere) {
    const auto vertex = compileOne({Stage::Vertex, kVertex}, Api::ES);
    EXPECT_THAT(link(std::vector{vertex}, {})->infoLog, HasSubstr("no fragment shader"));
    EXPECT_FALSE(link({}, {})->ok);
    const auto broken = compileOne({Stage::Vertex, "void main() { x }"}, Api::ES);
    EXPECT_THAT(link(std::vector{broken}, {})->infoLog, HasSubstr("did not compile"));
}

TEST(LinkTest, StagesMayBeMissingOnDesktop) {
    const auto fragment =
        linkAll({{Stage::Fragment, "void main() { gl_FragColor = gl_Color + gl_TexCoord[1]; }"}},
                Api::Desktop);
    ASSERT_TRUE(fragment->ok) << fragment->infoLog;
    EXPECT_EQ(fragment->stages.size(), 1u);
    const auto vertex = linkAll(
        {{Stage::Vertex, "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }"}},
        Api::Desktop);
    ASSERT_TRUE(vertex->ok) << vertex->infoLog;
    EXPECT_EQ(vertex->stages.size(), 1u);
}

TEST(LinkTest, IntegerFormsInOldVersions) {
    const auto program = linkGl("uniform int i; void main() { gl_Position = vec4(min(i, 3)) +\n"
                                " vec4(max(0.5, 1.0)); }",
                                kFragment);
    EXPECT_TRUE(program->ok) << program->infoLog;
}

TEST(LinkTest, RecursionIsAnError) {
    const auto program = linkGl("float f(float x) { return f(x); }\n"
                                "void main() { gl_Position = vec4(f(1.0)); }",
                                kFragment);
    EXPECT_FALSE(program->ok);
    EXPECT_THAT(program->infoLog, HasSubstr("ecursion"));
}

TEST(LinkTest, SeveralShadersOfAStage) {
    const auto program =
        linkAll({{Stage::Vertex, "vec4 place(); void main() { gl_Position = place(); }"},
                 {Stage::Vertex, "uniform vec4 u; vec4 place() { return gl_Vertex + u; }"},
                 {Stage::Fragment, kFragment}},
                Api::Desktop);
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_NE(find(*program, "u"), nullptr);
    ASSERT_EQ(program->attributes.size(), 1u);
    EXPECT_EQ(program->attributes[0].builtin, BuiltinAttribute::Vertex);
}

TEST(LinkTest, BuiltInStateIsHiddenUniforms) {
    const auto program =
        linkGl("varying vec4 c; void main() { gl_Position = ftransform(); gl_PointSize = 3.0;\n"
               " c = gl_TextureMatrix[1] * gl_MultiTexCoord0 + gl_LightSource[2].diffuse;\n"
               " c.x = gl_NormalMatrix[0].x; }",
               "varying vec4 c; void main() { gl_FragColor = c * gl_DepthRange.far; }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->locationCount, 0);
    EXPECT_TRUE(program->writesPointSize);
    EXPECT_EQ(find(*program, "gl_ModelViewProjectionMatrix")->builtin,
              BuiltinUniform::ModelViewProjectionMatrix);
    EXPECT_EQ(find(*program, "gl_TextureMatrix[0]")->builtin, BuiltinUniform::TextureMatrix);
    EXPECT_EQ(find(*program, "gl_TextureMatrix[0]")->arraySize, 8);
    EXPECT_EQ(find(*program, "gl_LightSource[2].diffuse")->builtin,
              BuiltinUniform::LightSourceDiffuse);
    EXPECT_EQ(find(*program, "gl_DepthRange.far")->builtin, BuiltinUniform::DepthRangeFar);
    EXPECT_EQ(find(*program, "gl_PointSizeOverride")->builtin, BuiltinUniform::PointSizeOverride);
    EXPECT_EQ(program->uniformLocation("gl_NormalMatrix"), -1);
    for (const Attribute& attribute : program->attributes) {
        EXPECT_EQ(attribute.location, -1);
        if (attribute.builtin == BuiltinAttribute::Vertex) {
            EXPECT_EQ(attribute.inputLocation, 0);
        }
    }
}

TEST(LinkTest, InitialValues) {
    const auto program =
        linkGl("#version 120\nuniform vec2 a[2] = vec2[2](vec2(1, 2), vec2(3, 4));\n"
               "uniform int i = 7; attribute vec4 p;\n"
               "void main() { gl_Position = p + a[i].xyxy; }",
               kFragment);
    ASSERT_TRUE(program->ok) << program->infoLog;
    const Uniform* a = find(*program, "a[0]");
    ASSERT_EQ(a->initialValue.size(), 16u);
    float values[4];
    std::memcpy(values, a->initialValue.data(), sizeof values);
    EXPECT_THAT(values, testing::ElementsAre(1, 2, 3, 4));
    int i = 0;
    std::memcpy(&i, find(*program, "i")->initialValue.data(), sizeof i);
    EXPECT_EQ(i, 7);
}

TEST(LinkTest, FragData) {
    const auto program =
        linkGl("void main() { gl_Position = gl_Vertex; }",
               "void main() { gl_FragData[0] = vec4(1.0); gl_FragData[1] = vec4(0.5); discard; }");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->fragmentOutputMask, 3u);
    EXPECT_FALSE(program->fragmentOutputs[0].broadcast);
    EXPECT_TRUE(program->usesDiscard);
}

TEST(CompileTest, DesktopLogsSurviveTheSecondTry) {
    const auto shader = compileOne({Stage::Fragment, "void main() { x = 1.0; }"}, Api::Desktop);
    EXPECT_THAT(shader->infoLog(), HasSubstr("'x' : undeclared identifier"));
}

TEST(CompileTest, DeclarationsOfAFunctionAgreeOnPrecision) {
    const auto log = [](const std::string& text) {
        const auto shader = compileOne({Stage::Fragment, text + kFragment}, Api::ES);
        return shader->ok() ? std::string() : shader->infoLog();
    };
    EXPECT_THAT(log("precision mediump float;\nfloat f();\nhighp float f() { return 1.0; }\n"),
                HasSubstr("0:3: error: 'f'"));
    EXPECT_EQ(log("precision mediump float;\nfloat f(int);\nmediump float f(in int i) {\n"
                  "return float(i); }\n"),
              "");
    EXPECT_EQ(log("lowp vec2 f(lowp float x);\nhighp vec2 f(highp vec2 x);\n"), "");
    EXPECT_THAT(log("lowp int f();\nprecision highp int;\nint f() { return 1; }\n"),
                HasSubstr("'f'"));
}

TEST(CompileTest, WarmingUpIsReentrant) {
    std::thread other([] { warmUp(Api::ES); });
    warmUp(Api::Desktop);
    other.join();
    EXPECT_TRUE(compileOne({Stage::Vertex, kVertex}, Api::ES)->ok());
}

TEST(CompileTest, LogsAreReadable) {
    const auto shader = compileOne(
        {Stage::Fragment, "precision highp float;\n\nvoid main() {\n  x = 1.0;\n}"}, Api::ES);
    EXPECT_FALSE(shader->ok());
    EXPECT_THAT(shader->infoLog(),
                testing::StartsWith("0:4: error: 'x' : undeclared identifier\n"));
}

TEST(CompileTest, ExtensionsNotOfferedAreUnknown) {
    CompileOptions options{.stage = Stage::Fragment};
    const std::string source = "#extension GL_OES_standard_derivatives : require\n"
                               "precision highp float; varying float v;\n"
                               "void main() { gl_FragColor = vec4(dFdx(v)); }";
    const auto without = compile(options, source);
    EXPECT_FALSE(without->ok());
    EXPECT_THAT(without->infoLog(), HasSubstr("GL_OES_standard_derivatives"));
    options.extensions.oesStandardDerivatives = true;
    const auto with = compile(options, source);
    EXPECT_TRUE(with->ok()) << with->infoLog();
    EXPECT_FALSE(compile(options,
                         "#ifdef GL_EXT_frag_depth\n#error\n#endif\n#ifndef GL_ES\n#error\n"
                         "#endif\nvoid main() {}")
                     ->infoLog()
                     .find("error") != std::string::npos);
}

TEST(CompileTest, VersionsOfTheContext) {
    CompileOptions es{.stage = Stage::Vertex};
    EXPECT_THAT(compile(es, "#version 300 es\nvoid main() {}")->infoLog(),
                HasSubstr("not supported by the context"));
    EXPECT_FALSE(compile(es, "#version 120\nvoid main() {}")->ok());
    CompileOptions gl{.stage = Stage::Vertex, .api = Api::Desktop, .maxVersion = 120};
    EXPECT_TRUE(compile(gl, "#version 120\nvoid main() {}")->ok());
    EXPECT_TRUE(compile(gl, "#version 100\nvoid main() {}")->ok());
    EXPECT_FALSE(compile(gl, "#version 330\nvoid main() {}")->ok());
}

TEST(CompileTest, NewerVersionsComeAsTheyAre) {
    CompileOptions gl{.stage = Stage::Fragment, .api = Api::Desktop, .maxVersion = 330};
    const auto shader = compile(gl,
                                "#version 330\nin vec2 uv; uniform sampler2D t; out vec4 c;\n"
                                "void main() { c = texture(t, uv); }");
    EXPECT_TRUE(shader->ok()) << shader->infoLog();
    CompileOptions es{.stage = Stage::Vertex, .maxVersion = 300};
    const auto vertex = compile(es,
                                "#version 300 es\nin highp vec4 p; out mediump vec2 uv;\n"
                                "void main() { gl_Position = p; uv = p.xy; }");
    EXPECT_TRUE(vertex->ok()) << vertex->infoLog();
}

TEST(CompileTest, HugeThingsGetALog) {
    EXPECT_FALSE(compileOne({Stage::Vertex,
                             "float a[2000000000]; uniform int i;\n"
                             "void main() { a[i] = 1.0; gl_Position = vec4(a[i]); }"},
                            Api::ES)
                     ->ok());
    const auto uniforms = linkEs("uniform vec4 a[20000]; uniform int i;\n"
                                 "void main() { gl_Position = a[i]; }",
                                 kFragment);
    EXPECT_THAT(uniforms->infoLog, HasSubstr("too many uniforms"));
    const auto unread = linkEs(
        "uniform vec4 u; uniform vec4 a[20000]; void main() { gl_Position = u; }", kFragment);
    EXPECT_TRUE(unread->ok) << unread->infoLog;
    EXPECT_EQ(unread->stages[0].defaultBlockSize_B, 16u);
    std::string calls = "float f0(float x) { return sin(x) * cos(x); }\n";
    for (int i = 1; i < 24; ++i) {
        const std::string p = "f" + std::to_string(i - 1) + "(x)";
        calls +=
            "float f" + std::to_string(i) + "(float x) { return " + p + "+" + p + "*" + p + "; }\n";
    }
    const auto huge = compileOne(
        {Stage::Vertex, calls + "void main() { gl_Position = vec4(f23(1.0)); }"}, Api::ES);
    EXPECT_THAT(huge->infoLog(), HasSubstr("more than 100000 instructions"));
}

TEST(CompileTest, ManyThreads) {
    std::vector<std::thread> threads;
    std::vector<int> good(4);
    for (size_t t = 0; t < good.size(); ++t) {
        threads.emplace_back([&good, t] {
            for (int i = 0; i < 20; ++i) {
                good[t] += linkEs(kVertex, kFragment)->ok ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_THAT(good, testing::Each(20));
}

} // namespace
} // namespace glsl
