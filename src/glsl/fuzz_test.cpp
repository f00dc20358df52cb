// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Damaged shaders: whatever the text, compile() and link() come back with a log, and what they
// accept is valid SPIR-V. Seeds are fixed; GLSL_FUZZ_SECONDS makes it run longer.

#include "glsl/optimize.h"
#include "glsl/program.h"
#include "glsl/tokens.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>

namespace glsl {
namespace {

struct Pair {
    Api api;
    const char* vertex;
    const char* fragment;
};

const Pair kCorpus[] = {
    {Api::ES,
     "attribute vec3 position; attribute vec3 normal; attribute vec2 texcoord;\n"
     "uniform mat4 mvp; uniform mat4 nm; uniform vec4 lights[4]; uniform int count;\n"
     "varying vec4 Color; varying vec2 uv; invariant gl_Position;\n"
     "const int N = 4;\n"
     "vec4 shade(vec3 n) { vec4 sum = vec4(0.0);\n"
     "  for (int i = 0; i < N; i++) { if (i >= count) break; sum += max(dot(n, lights[i].xyz), "
     "0.0); }\n"
     "  return sum; }\n"
     "void main(void) { vec3 N0 = normalize(vec3(nm * vec4(normal, 1.0)));\n"
     "  Color = shade(N0); uv = texcoord; gl_PointSize = 2.0;\n"
     "  gl_Position = mvp * vec4(position, 1.0); }\n",
     "#extension GL_OES_standard_derivatives : enable\n"
     "#ifdef GL_ES\nprecision mediump float;\n#endif\n#define SQ(x) ((x)*(x))\n"
     "struct Mat { sampler2D tex[2]; samplerCube env; vec4 tint; };\n"
     "uniform Mat mats[2]; uniform sampler2D texture; varying vec4 Color; varying vec2 uv;\n"
     "vec4 pick(sampler2D s, vec2 c) { return texture2D(s, c, 0.5); }\n"
     "void main() { vec4 t = pick(mats[1].tex[0], uv) + textureCube(mats[0].env, vec3(uv, 1.0));\n"
     "  if (t.a < 0.1) discard;\n"
     "  t.rgb *= SQ(gl_PointCoord.x) + gl_DepthRange.near + float(gl_MaxDrawBuffers);\n"
     "  gl_FragColor = Color * t + texture2D(texture, uv) + mats[0].tint; }\n"},
    {Api::Desktop,
     "#version 120\nuniform float k[3] = float[3](1.0, 2.0, 3.0); varying vec3 n; varying vec4 "
     "sc[2];\n"
     "void main() { n = gl_NormalMatrix * gl_Normal; gl_TexCoord[0] = gl_TextureMatrix[0] *\n"
     " gl_MultiTexCoord0; gl_FrontColor = gl_Color * k[1]; sc[0] = gl_LightSource[0].diffuse;\n"
     " sc[1] = gl_FrontMaterial.ambient; gl_ClipVertex = gl_Vertex; gl_Position = ftransform(); "
     "}\n",
     "uniform sampler2DShadow sh; uniform sampler1D ramp; uniform sampler3D vol; varying vec3 n;\n"
     "varying vec4 sc[2]; float noise(vec3 p) { return noise1(p) + gl_Fog.density; }\n"
     "void main() { float d = shadow2D(sh, n).r; int i = 0; do { i++; } while (i < 3);\n"
     " gl_FragData[0] = texture1D(ramp, d) + texture3D(vol, n) * gl_Color;\n"
     " gl_FragData[1] = gl_TexCoord[0] * noise(n) + sc[1]; }\n"},
};

class Mutator {
public:
    explicit Mutator(unsigned seed) : m_random(seed) {}

    std::string mutate(const std::string& source) {
        switch (below(12)) {
        case 0:
            return flipBytes(source);
        case 1:
            return cutBytes(source);
        case 2:
        case 3:
        case 4:
            return shuffleTokens(source);
        default:
            return exchangeTokens(source);
        }
    }

    size_t below(size_t n) { return n == 0 ? 0 : m_random() % n; }

private:
    std::string flipBytes(std::string source) {
        for (size_t n = 1 + below(4); n > 0 && !source.empty(); --n) {
            source[below(source.size())] = char(m_random());
        }
        return source;
    }

    std::string cutBytes(const std::string& source) {
        const size_t from = below(source.size());
        return source.substr(0, from) + source.substr(from + below(source.size() - from));
    }

    // One token for another of its kind: stays a program more often than not.
    std::string exchangeTokens(const std::string& source) {
        std::vector<Token> tokens = tokenize(source);
        static const char* const kOperators[] = {"+", "-", "*", "/"};
        for (size_t n = 1 + below(2); n > 0 && !tokens.empty();) {
            Token& t = tokens[below(tokens.size())];
            const Token& other = tokens[below(tokens.size())];
            if (t.kind == TokenKind::Punct &&
                std::string("+-*/").find(t.text) != std::string::npos) {
                t.text = kOperators[below(4)];
                --n;
            } else if (t.kind == other.kind &&
                       (t.kind == TokenKind::Identifier || t.kind == TokenKind::Number)) {
                t.text = other.text;
                --n;
            }
        }
        return writeTokens(tokens);
    }

    std::string shuffleTokens(const std::string& source) {
        std::vector<Token> tokens = tokenize(source);
        static const char* const kWords[] = {"[",
                                             "]",
                                             "(",
                                             ")",
                                             "{",
                                             "}",
                                             ";",
                                             "-1",
                                             "0",
                                             "1e99",
                                             "vec4",
                                             "struct",
                                             "uniform",
                                             "sampler2D",
                                             "999999999",
                                             ".",
                                             "void",
                                             "#"};
        for (size_t n = 1 + below(2); n > 0 && !tokens.empty(); --n) {
            const size_t at = below(tokens.size());
            switch (below(5)) {
            case 0:
                tokens.erase(tokens.begin() + std::ptrdiff_t(at));
                break;
            case 1:
                tokens.insert(tokens.begin() + std::ptrdiff_t(at), tokens[at]);
                break;
            case 2:
                std::swap(tokens[at].text, tokens[below(tokens.size())].text);
                break;
            case 3:
                tokens[at].text = kWords[below(std::size(kWords))];
                break;
            default: {
                const std::string repeated = tokens[at].text;
                for (size_t k = below(64); k > 0; --k) {
                    tokens[at].text += " " + repeated;
                }
                break;
            }
            }
        }
        return writeTokens(tokens);
    }

    std::minstd_rand m_random;
};

TEST(FuzzTest, TheCorpusIsGood) {
    for (const Pair& pair : kCorpus) {
        std::vector<std::shared_ptr<const CompiledShader>> shaders;
        for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
            CompileOptions options{.stage = stage, .api = pair.api};
            options.maxVersion = pair.api == Api::ES ? 100 : 120;
            options.extensions.oesStandardDerivatives = true;
            shaders.push_back(
                compile(options, stage == Stage::Vertex ? pair.vertex : pair.fragment));
            EXPECT_TRUE(shaders.back()->ok()) << shaders.back()->infoLog();
        }
        const auto program = link(shaders, {.api = pair.api});
        EXPECT_TRUE(program->ok) << program->infoLog;
    }
}

TEST(FuzzTest, AnythingGivesALogOrAProgram) {
    using Clock = std::chrono::steady_clock;
    const char* const wanted = std::getenv("GLSL_FUZZ_SECONDS");
    const auto end = Clock::now() + std::chrono::seconds(wanted != nullptr ? std::atoi(wanted) : 4);
    int compiled = 0;
    int linked = 0;
    int internal = 0;
    for (unsigned seed = 1; Clock::now() < end && seed < 1u << 20; ++seed) {
        Mutator mutator(seed);
        const Pair& pair = kCorpus[mutator.below(std::size(kCorpus))];
        std::string sources[2] = {pair.vertex, pair.fragment};
        std::string& victim = sources[mutator.below(2)];
        victim = mutator.mutate(victim);
        std::vector<std::shared_ptr<const CompiledShader>> shaders;
        for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
            CompileOptions options{.stage = stage, .api = pair.api};
            options.maxVersion = pair.api == Api::ES ? 100 : 120;
            options.extensions.oesStandardDerivatives = true;
            shaders.push_back(compile(options, sources[stage == Stage::Vertex ? 0 : 1]));
            ASSERT_TRUE(shaders.back()->ok() || !shaders.back()->infoLog().empty());
            if (shaders.back()->infoLog().find("internal") != std::string::npos) {
                ++internal;
                std::cerr << "seed " << seed << ": " << shaders.back()->infoLog();
            }
            compiled += shaders.back()->ok() ? 1 : 0;
        }
        LinkOptions linkOptions{.api = pair.api};
        // Few enough to have varyings packed at times.
        linkOptions.limits.maxVaryingVectors = seed % 2 == 0 ? 15 : int(1 + seed / 2 % 6);
        const auto program = link(shaders, linkOptions);
        ASSERT_TRUE(program->ok || !program->infoLog.empty());
        linked += program->ok ? 1 : 0;
        for (const StageBinary& stage : program->stages) {
            ASSERT_EQ(validateSpirv(stage.spirv), "") << "seed " << seed << "\n" << victim;
        }
    }
    RecordProperty("compiled", compiled);
    RecordProperty("linked", linked);
    EXPECT_GT(linked, 0);
    // Nonsense that the compiler library takes in one version and not in the other; each is a bug,
    // but how many seeds a run gets through is the machine's matter.
    EXPECT_LE(internal * 100, compiled);
}

TEST(FuzzTest, OddTexts) {
    for (const std::string& text : {std::string(),
                                    std::string("\0\0\0", 3),
                                    std::string("void main() {}\0x", 16),
                                    std::string(1000, '\\'),
                                    std::string("#"),
                                    std::string("#define"),
                                    std::string("#if"),
                                    std::string("#version"),
                                    std::string("#version 99999999999999999999"),
                                    std::string("/*"),
                                    std::string("\"'`@$"),
                                    std::string("#include \"x\"\n"),
                                    std::string("#line 4294967295\nx"),
                                    std::string(100000, '('),
                                    std::string(300000, 'a')}) {
        for (const Api api : {Api::ES, Api::Desktop}) {
            const auto shader = compile({.stage = Stage::Fragment, .api = api}, text);
            EXPECT_TRUE(shader->ok() || !shader->infoLog().empty());
        }
    }
}

} // namespace
} // namespace glsl
