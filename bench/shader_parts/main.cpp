// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// shader_parts: what lies between glShaderSource() and a first draw on the CPU device, without a
// context: GLSL of each shader, the link, and each stage from SPIR-V to copied code. Prints the
// median of each in µs. For instructions run it by callgrind with N and M programs and take the
// difference: what a process learns once is in both.

#include "bench/storm/shader_text.h"
#include "cpu/abi/level.h"
#include "cpu/shader/compiler.h"
#include "glsl/compile/shader.h"
#include "glsl/link/link.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

namespace {

using Clock = std::chrono::steady_clock;

struct Settings {
    int programs = 24;
    int lines = 8;
    int version = 410;
    uint64_t seed = 1;
    bool tessellation = false;
    bool es = false;
    bool glslOnly = false;
    std::vector<std::string> files;
};

struct Text {
    glsl::Stage stage;
    std::string text;
};

/// Of each part, by name in the order of work.
class Times {
public:
    template <class Work>
    auto of(const std::string& part, Work&& work) {
        const Clock::time_point begin = Clock::now();
        auto result = work();
        m_times_us[part].push_back(
            std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
        return result;
    }
    void addCode(size_t size_B) { m_code_B += size_B; }
    void print() {
        for (auto& [part, times_us] : m_times_us) {
            std::ranges::nth_element(times_us, times_us.begin() + ptrdiff_t(times_us.size() / 2));
            fmt::print("{:28} {:8.0f} µs\n", part, times_us[times_us.size() / 2]);
        }
        fmt::print("{:28} {:8} bytes\n", "copied code, all together", m_code_B);
    }

private:
    std::map<std::string, std::vector<double>> m_times_us;
    size_t m_code_B = 0;
};

glsl::Stage stageOf(const std::filesystem::path& path) {
    const std::map<std::string, glsl::Stage> stages = {{".vert", glsl::Stage::Vertex},
                                                       {".tesc", glsl::Stage::TessControl},
                                                       {".tese", glsl::Stage::TessEvaluation},
                                                       {".geom", glsl::Stage::Geometry},
                                                       {".frag", glsl::Stage::Fragment}};
    const auto found = stages.find(path.extension());
    if (found == stages.end()) {
        throw std::runtime_error(fmt::format("{}: of which stage?", path.string()));
    }
    return found->second;
}

std::vector<Text> readTexts(const Settings& settings) {
    std::vector<Text> texts;
    for (const std::string& file : settings.files) {
        std::ifstream in(file, std::ios::binary);
        if (!in) {
            throw std::runtime_error(file + ": cannot be read");
        }
        texts.push_back({stageOf(file), {std::istreambuf_iterator<char>(in), {}}});
    }
    return texts;
}

std::vector<Text> makeTexts(storm::ShaderText& text, bool tessellation) {
    const storm::Color shade = text.shade(255);
    std::vector<Text> texts = {{glsl::Stage::Vertex, text.vertex(shade)}};
    if (tessellation) {
        texts.push_back({glsl::Stage::TessControl, text.tessControl(shade)});
        texts.push_back({glsl::Stage::TessEvaluation, text.tessEvaluation(shade)});
    }
    texts.push_back({glsl::Stage::Fragment, text.fragment(shade)});
    return texts;
}

cpu::shader::InterfaceLayout layoutOf(const glsl::StageBinary& stage) {
    using cpu::shader::BindingKind;
    cpu::shader::InterfaceLayout layout;
    const auto add = [&](uint32_t binding, BindingKind kind, uint32_t count) {
        layout.bindings.push_back(
            {uint32_t(stage.stage), binding, kind, count, uint32_t(layout.bindings.size()) * 1024});
    };
    add(0, BindingKind::UniformBuffer, 1);
    for (const glsl::StageSampler& sampler : stage.samplers) {
        add(sampler.binding, BindingKind::CombinedImageSampler, sampler.count);
    }
    for (const glsl::StageBlock& block : stage.blocks) {
        add(block.binding, BindingKind::UniformBuffer, block.count);
    }
    return layout;
}

template <class Image>
size_t codeSize_B(const glsl::StageBinary& stage) {
    const cpu::shader::ShaderSource source{.spirv = stage.spirv, .entryPoint = "main"};
    const auto image = cpu::shader::copy<Image>(source, layoutOf(stage), cpu::processLevel());
    if (!image) {
        throw std::runtime_error(image.error().message);
    }
    return image->object.size();
}

size_t copyStage(const glsl::StageBinary& stage) {
    switch (stage.stage) {
    case glsl::Stage::Vertex:
        return codeSize_B<cpu::shader::VertexImage>(stage);
    case glsl::Stage::TessControl:
        return codeSize_B<cpu::shader::ControlImage>(stage);
    case glsl::Stage::TessEvaluation:
        return codeSize_B<cpu::shader::EvaluationImage>(stage);
    case glsl::Stage::Geometry:
        return codeSize_B<cpu::shader::GeometryImage>(stage);
    default:
        return codeSize_B<cpu::shader::FragmentImage>(stage);
    }
}

glsl::CompileOptions optionsOf(const Settings& settings, glsl::Stage stage) {
    glsl::CompileOptions options;
    options.stage = stage;
    options.api = settings.es ? glsl::Api::ES : glsl::Api::Desktop;
    options.compatibility = false;
    options.drawParameters = true;
    options.nativeDepthRange = true;
    options.maxVersion = settings.es ? 300 : settings.version;
    options.extensions.arbSeparateShaderObjects = !settings.es;
    options.extensions.arbTessellationShader = !settings.es;
    return options;
}

void runProgram(const Settings& settings, const std::vector<Text>& texts, Times& times) {
    std::vector<std::shared_ptr<const glsl::CompiledShader>> shaders;
    for (const Text& text : texts) {
        const std::string name(glsl::stageName(text.stage));
        shaders.push_back(times.of("1 GLSL of a " + name + " shader", [&] {
            return glsl::compile(optionsOf(settings, text.stage), text.text);
        }));
        if (!shaders.back()->ok()) {
            throw std::runtime_error(shaders.back()->infoLog());
        }
    }
    glsl::LinkOptions options;
    options.api = settings.es ? glsl::Api::ES : glsl::Api::Desktop;
    const auto program = times.of("2 link", [&] { return glsl::link(shaders, options); });
    if (!program->ok) {
        throw std::runtime_error(program->infoLog);
    }
    if (settings.glslOnly) {
        return;
    }
    for (const glsl::StageBinary& stage : program->stages) {
        const std::string name(glsl::stageName(stage.stage));
        times.addCode(times.of("3 a " + name + " stage", [&] { return copyStage(stage); }));
    }
}

void run(const Settings& settings) {
    Times times;
    storm::ShaderText text(settings.seed, settings.version, settings.lines);
    const std::vector<Text> files = readTexts(settings);
    for (int i = 0; i < settings.programs; ++i) {
        runProgram(settings, files.empty() ? makeTexts(text, settings.tessellation) : files, times);
    }
    times.print();
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("What a new program costs on the CPU device, by part");
    Settings settings;
    app.add_option("--programs", settings.programs, "how many");
    app.add_option("--lines", settings.lines, "of arithmetic in each shader");
    app.add_option("--version", settings.version, "of the context and its texts: 330 or 410");
    app.add_option("--seed", settings.seed, "of the texts");
    app.add_flag("--tessellation", settings.tessellation, "four stages instead of two");
    app.add_flag("--es", settings.es, "the files are OpenGL ES's");
    app.add_flag("--glsl-only", settings.glslOnly, "nothing below the link");
    app.add_option("files", settings.files, "shaders of one program instead: a.vert b.frag");
    CLI11_PARSE(app, argc, argv);
    try {
        run(settings);
    } catch (const std::exception& failure) {
        fmt::print(stderr, "{}\n", failure.what());
        return 1;
    }
    return 0;
}
