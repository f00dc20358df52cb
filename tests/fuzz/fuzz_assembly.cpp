// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Damaged assembly programs: whatever the text, it is refused with a reason and a place in it, or
// becomes a shader that compiles, links and is valid SPIR-V.

#include "damage.h"
#include "glsl_samples.h"
#include "target.h"

#include "glsl/assembly/shader.h"
#include "glsl/link/link.h"
#include "spirv/text.h"

#include <cstring>
#include <iterator>
#include <string>

namespace fuzz {

namespace {

const char* const kPrograms[] = {
    R"(!!ARBvp1.0
OPTION ARB_position_invariant;
ATTRIB normal = vertex.normal;
PARAM mvp[4] = { state.matrix.mvp };
PARAM bones[] = { program.env[2..9], program.local[0..3], {1, -2.5, .5, 1e2}, 7 };
PARAM mixed[] = { state.light[0].position, state.matrix.program[1].invtrans.row[0..1], 3 };
TEMP t, u; ADDRESS a; ALIAS v = u; OUTPUT color = result.color.back.secondary;
ARL a.x, vertex.attrib[1].x;
MOV t, bones[a.x + 3]; MAD u, -t.yzxw, mixed[a.x-1], normal;
DP4 t.x, mvp[0], vertex.position; LIT u.yz, t; EXP t, u.x; LOG t, t.w; POW t, t.x, 2.0.x;
SWZ color, t, x, -1, 0, -w; XPD v.xyz, t, vertex.texcoord[7]; DST t, t, v; SGE t, t, {0};
MOV result.texcoord[3], t; MOV result.fogcoord.x, state.fog.params; MOV result.pointsize, 4;
END)",
    R"(!!ARBvp1.0 # no more than a position
MOV result.position, vertex.attrib[0];
MOV result.color, state.lightprod[7].back.specular;
END)",
    R"(!!ARBfp1.0
OPTION ARB_fog_exp2; OPTION ARB_fragment_program_shadow; OPTION ARB_draw_buffers;
OPTION ARB_precision_hint_nicest;
OPTION ARB_fragment_coord_origin_upper_left; OPTION ARB_fragment_coord_pixel_center_integer;
PARAM p[] = { state.texenv[1].color, state.depth.range, program.local[0..2] };
TEMP a, b; ATTRIB tc = fragment.texcoord[2];
TEX a, tc, texture[0], 2D; TXP_SAT b.rgb, a.bgra, texture[3], CUBE; TXB b, fragment.color, texture[1], RECT;
TEX a.w, tc, texture[2], SHADOW2D; TXP a, tc, texture[4], SHADOWRECT; TEX b, a, texture[5], 3D;
CMP a, b, p[1], -p[4]; LRP_SAT b, a, b, fragment.color.secondary; SCS a.xy, b.x; KIL -a;
MOV result.color[1], a; MOV result.depth.z, fragment.position; MOV result.color, b;
END)",
    R"(!!ARBfp1.0
MUL_SAT result.color.rgb, fragment.fogcoord.x, program.env[255];
END)",
};

constexpr const char* kWords[] = {"TEMP",
                                  "PARAM",
                                  "ATTRIB",
                                  "OUTPUT",
                                  "ALIAS",
                                  "ADDRESS",
                                  "OPTION",
                                  "END",
                                  "MOV",
                                  "TXP_SAT",
                                  "KIL",
                                  "ARL",
                                  "SWZ",
                                  "result",
                                  "state",
                                  "vertex",
                                  "texture",
                                  "program.env[0..255]",
                                  "state.matrix.mvp",
                                  "{1,2}",
                                  "1e99",
                                  ".x",
                                  ".xyzw",
                                  "..",
                                  "-",
                                  ";",
                                  ",",
                                  "4294967296",
                                  "[",
                                  "]",
                                  "#",
                                  "2D"};

std::vector<Bytes> seeds() {
    std::vector<Bytes> all;
    for (const std::string text : kPrograms) {
        Bytes bytes(text.size());
        std::memcpy(bytes.data(), text.data(), text.size());
        all.push_back(std::move(bytes));
    }
    return all;
}

/// A digit or a component for another: stays a program more often than not.
Bytes exchangeLetters(Bytes input, Random& random) {
    static constexpr std::string_view kKinds[] = {"0123456789", "xyzw", "rgba"};
    for (int tries = 0; tries < 64 && !input.empty(); ++tries) {
        std::byte& letter = input[random.below(uint32_t(input.size()))];
        for (const std::string_view kind : kKinds) {
            if (kind.find(char(letter)) != std::string_view::npos) {
                letter = std::byte(kind[random.below(uint32_t(kind.size()))]);
                return input;
            }
        }
    }
    return input;
}

/// A word for another, one more, or one less.
Bytes exchangeWords(const Bytes& input, Random& random) {
    std::string text(reinterpret_cast<const char*>(input.data()), input.size());
    const auto place = [&] {
        const size_t at = random.below(uint32_t(text.size()) + 1);
        return std::min(text.find_first_of(" ,;.[", at), text.size());
    };
    const size_t from = place();
    const size_t next = std::min(text.find_first_of(" ,;.[", from + 1), text.size());
    switch (random.below(3)) {
    case 0:
        text.replace(from, next - from, " " + std::string(random.of(kWords)));
        break;
    case 1:
        text.insert(from, " " + std::string(random.of(kWords)));
        break;
    default: {
        const size_t other = place();
        text.insert(from, text.substr(other, random.below(24)));
        break;
    }
    }
    Bytes bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

Bytes damage(Bytes input, const Bytes& other, Random& random) {
    if (random.oneIn(8)) {
        return damageBytes(std::move(input), other, random);
    }
    return random.oneIn(3) ? exchangeWords(input, random)
                           : exchangeLetters(std::move(input), random);
}

void compileAndLink(const glsl::assembly::Shader& translated, glsl::Stage stage) {
    glsl::CompileOptions compiling = compileOptions({glsl::Api::Desktop, 130}, stage);
    compiling.extensions.arbTextureRectangle = true;
    compiling.extensions.arbFragmentCoordConventions = true;
    const auto shader = glsl::compile(compiling, translated.text);
    if (!shader->ok()) {
        fail("the shader does not compile: " + shader->infoLog() + translated.text);
    }
    const glsl::LinkOptions options{.api = glsl::Api::Desktop,
                                    .attributeBindings = translated.attributeBindings,
                                    .fixedFunction = glsl::FixedFunction::StandsIn,
                                    .clippedByPlanes = translated.isClippedByPlanes};
    const std::shared_ptr<const glsl::CompiledShader> shaders[] = {shader};
    const auto linked = glsl::link(shaders, options);
    if (!linked->ok) {
        fail("the program does not link: " + linked->infoLog + translated.text);
    }
    for (const glsl::StageBinary& binary : linked->stages) {
        if (const std::string error = spirv::validate(binary.spirv); !error.empty()) {
            fail("invalid code of a program: " + error);
        }
    }
}

bool run(std::span<const std::byte> input) {
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    const bool isVertex = !text.starts_with("!!ARBfp1.0");
    const glsl::assembly::Shader shader =
        glsl::assembly::translate(text, isVertex, {.parameters = 96, .locals = 96});
    if (shader.errorPosition > text.size()) {
        fail("the error lies behind the program");
    }
    if (!shader.error.empty()) {
        return false;
    }
    compileAndLink(shader, isVertex ? glsl::Stage::Vertex : glsl::Stage::Fragment);
    return true;
}

} // namespace

const Target kTarget = {.seeds = seeds, .damage = damage, .run = run};

} // namespace fuzz
