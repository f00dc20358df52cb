// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Damaged GLSL: whatever the text, compiling and linking come back with a log, and what they accept
// is valid SPIR-V. An input is text: "//! desktop 410", then for each shader "//! vertex" and its
// source.

#include "damage.h"
#include "glsl_samples.h"
#include "target.h"

#include "glsl/interface/interface.h"
#include "glsl/link/link.h"
#include "glsl/text/tokens.h"
#include "spirv/text.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace fuzz {

namespace {

using glsl::Stage;

constexpr std::string_view kMark = "//! ";
constexpr Stage kStages[] = {
    Stage::Vertex, Stage::TessControl, Stage::TessEvaluation, Stage::Geometry, Stage::Fragment};

struct Source {
    Stage stage = Stage::Vertex;
    std::string text;
};
struct Program {
    Language language;
    std::vector<Source> shaders;
};

Bytes bytesOf(const Program& program) {
    const bool es = program.language.api == glsl::Api::ES;
    std::string text = std::string(kMark) + (es ? "es " : "desktop ") +
                       std::to_string(program.language.maxVersion) + "\n";
    for (const Source& shader : program.shaders) {
        text +=
            std::string(kMark) + std::string(glsl::stageName(shader.stage)) + "\n" + shader.text;
        text += text.ends_with('\n') ? "" : "\n";
    }
    Bytes bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

Program programOf(std::span<const std::byte> input) {
    Program program;
    std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    while (!text.empty()) {
        const size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
        std::string_view line = text.substr(0, length);
        text.remove_prefix(length);
        if (!line.starts_with(kMark)) {
            if (!program.shaders.empty()) {
                program.shaders.back().text += line;
            }
            continue;
        }
        line.remove_prefix(kMark.size());
        for (const Stage stage : kStages) {
            if (line.starts_with(glsl::stageName(stage))) {
                program.shaders.push_back({stage, {}});
                break;
            }
        }
        if (line.starts_with("es ") || line.starts_with("desktop ")) {
            program.language.api = line.starts_with("es ") ? glsl::Api::ES : glsl::Api::Desktop;
            program.language.maxVersion =
                std::atoi(std::string(line.substr(line.find(' '))).c_str());
        }
    }
    return program;
}

std::vector<Bytes> seeds() {
    std::vector<Bytes> all;
    for (const Sample& sample : samples()) {
        Program program{.language = sample.language};
        for (const auto& [stage, source] : sample.shaders) {
            program.shaders.push_back({stage, source});
        }
        all.push_back(bytesOf(program));
    }
    return all;
}

/// One token for another of its kind: stays a program more often than not.
std::string exchangeTokens(const std::string& source, Random& random) {
    std::vector<glsl::Token> tokens = glsl::tokenize(source);
    for (int tries = 0; tries < 64 && !tokens.empty(); ++tries) {
        glsl::Token& token = tokens[random.below(uint32_t(tokens.size()))];
        const glsl::Token& other = tokens[random.below(uint32_t(tokens.size()))];
        if (token.kind == glsl::TokenKind::Punct &&
            std::string_view("+-*/").find(token.text) != std::string_view::npos) {
            token.text = random.of({"+", "-", "*", "/"});
            break;
        }
        if (token.kind == other.kind &&
            (token.kind == glsl::TokenKind::Identifier || token.kind == glsl::TokenKind::Number)) {
            token.text = other.text;
            break;
        }
    }
    return glsl::writeTokens(tokens);
}

std::string shuffleTokens(const std::string& source, Random& random) {
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
                                         ".",
                                         "#",
                                         "uniform",
                                         "struct",
                                         "sampler2D",
                                         "999999999",
                                         ",",
                                         "vec4",
                                         "void"};
    std::vector<glsl::Token> tokens = glsl::tokenize(source);
    if (tokens.empty()) {
        return source;
    }
    const size_t at = random.below(uint32_t(tokens.size()));
    const auto here = tokens.begin() + std::ptrdiff_t(at);
    switch (random.below(5)) {
    case 0:
        tokens.erase(here);
        break;
    case 1:
        tokens.insert(here, glsl::Token(*here));
        break;
    case 2:
        std::swap(here->text, tokens[random.below(uint32_t(tokens.size()))].text);
        break;
    case 3:
        here->text = random.of(kWords);
        break;
    default: {
        const std::string repeated = " " + here->text;
        for (uint32_t k = random.below(64); k > 0; --k) {
            here->text += repeated;
        }
        break;
    }
    }
    return glsl::writeTokens(tokens);
}

Bytes damage(Bytes input, const Bytes& other, Random& random) {
    Program program = programOf(input);
    if (program.shaders.empty() || random.oneIn(8)) {
        return damageBytes(std::move(input), other, random);
    }
    std::string& text = program.shaders[random.below(uint32_t(program.shaders.size()))].text;
    text = random.oneIn(3) ? shuffleTokens(text, random) : exchangeTokens(text, random);
    return bytesOf(program);
}

/// Nonsense that the compiler library takes in one version and not in the other: each is a bug, but
/// damage meets them now and then.
void countInternal(const glsl::CompiledShader& shader) {
    static uint64_t compiled = 0;
    static uint64_t internal = 0;
    compiled += shader.ok() ? 1 : 0;
    internal += shader.infoLog().find("internal") != std::string::npos ? 1 : 0;
    if (internal > 10 + compiled / 100) {
        fail("too often a translated shader does not compile: " + shader.infoLog());
    }
}

bool run(std::span<const std::byte> input) {
    const Program program = programOf(input);
    std::vector<std::shared_ptr<const glsl::CompiledShader>> shaders;
    for (const Source& source : program.shaders) {
        const auto shader = shaders.emplace_back(
            glsl::compile(compileOptions(program.language, source.stage), source.text));
        if (!shader->ok() && shader->infoLog().empty()) {
            fail("a shader is refused without a reason");
        }
        countInternal(*shader);
        const std::vector<uint32_t>& code = shader->interface().spirv;
        if (const std::string error = code.empty() ? "" : spirv::validateUnlinked(code);
            !error.empty()) {
            fail("invalid code of a shader: " + error);
        }
    }
    glsl::LinkOptions options{.api = program.language.api};
    // Few enough to have varyings packed at times.
    options.limits.maxVaryingVectors = input.size() % 2 == 0 ? 15 : int(1 + input.size() / 2 % 6);
    const auto linked = glsl::link(shaders, options);
    if (!linked->ok && linked->infoLog.empty()) {
        fail("a program is refused without a reason");
    }
    for (const glsl::StageBinary& stage : linked->stages) {
        if (const std::string error = spirv::validate(stage.spirv); !error.empty()) {
            fail("invalid code of a program: " + error);
        }
    }
    return linked->ok;
}

} // namespace

const Target kTarget = {.seeds = seeds, .damage = damage, .run = run};

} // namespace fuzz
