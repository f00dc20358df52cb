// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Runs directories of real shaders through compile() and link() and prints what does not come out
// as the file says it should: glmark2's shaders, piglit's shader_test and parser test files.
//   glsl_corpus [-v] PATH…

#include "glsl/optimize.h"
#include "glsl/program.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace {

namespace fs = std::filesystem;

struct Totals {
    int asExpected = 0;
    int unexpected = 0;
    int skipped = 0;
};

bool g_verbose = false;

std::string readFile(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

glsl::CompileOptions optionsFor(glsl::Stage stage, bool es) {
    glsl::CompileOptions options;
    options.stage = stage;
    options.api = es ? glsl::Api::ES : glsl::Api::Desktop;
    options.maxVersion = es ? 100 : 120;
    options.extensions.oesStandardDerivatives = true;
    options.extensions.extShaderTextureLod = true;
    options.extensions.extFragDepth = true;
    options.extensions.arbShaderTextureLod = true;
    return options;
}

void report(const fs::path& path, const std::string& what, const std::string& log) {
    std::printf("UNEXPECTED %s: %s\n", path.c_str(), what.c_str());
    if (g_verbose) {
        std::printf("%s\n", log.c_str());
    }
}

std::string linkAndValidate(const std::vector<std::shared_ptr<const glsl::CompiledShader>>& shaders,
                            bool es,
                            std::string& log) {
    glsl::LinkOptions options;
    options.api = es ? glsl::Api::ES : glsl::Api::Desktop;
    const auto program = glsl::link(shaders, options);
    log = program->infoLog;
    if (!program->ok) {
        return "link";
    }
    for (const glsl::StageBinary& stage : program->stages) {
        if (const std::string error = glsl::validateSpirv(stage.spirv); !error.empty()) {
            log = error;
            return "spirv-val";
        }
    }
    return {};
}

// "[vertex shader]" sections of a piglit shader_test.
void shaderTest(const fs::path& path, Totals& totals) {
    std::istringstream in(readFile(path));
    std::string section;
    std::string line;
    std::vector<std::pair<glsl::Stage, std::string>> sources;
    bool es = false;
    double version = 1.10;
    bool expectFailure = false;
    bool skip = false;
    while (std::getline(in, line)) {
        if (line.starts_with("[")) {
            section = line.substr(0, line.find(']') + 1);
            if (section == "[vertex shader]") {
                sources.emplace_back(glsl::Stage::Vertex, "");
            } else if (section == "[fragment shader]") {
                sources.emplace_back(glsl::Stage::Fragment, "");
            } else if (section == "[vertex shader passthrough]") {
                sources.emplace_back(glsl::Stage::Vertex,
                                     es ? "attribute vec4 piglit_vertex;\n"
                                          "void main() { gl_Position = piglit_vertex; }\n"
                                        : "void main() { gl_Position = gl_Vertex; }\n");
            } else if (section != "[require]" && section != "[test]") {
                skip |= section.find("shader") != std::string::npos ||
                        section.find("program") != std::string::npos;
            }
            continue;
        }
        if (section == "[require]") {
            if (line.starts_with("GLSL ES")) {
                es = true;
            }
            if (line.starts_with("GLSL")) {
                const size_t at = line.find_first_of("0123456789");
                version = at == std::string::npos ? version : std::atof(line.c_str() + at);
            }
            skip |= line.starts_with("GL_ARB") || line.starts_with("GL_EXT") ||
                    line.starts_with("GL_AMD") || line.starts_with("GL_MESA");
        } else if ((section == "[vertex shader]" || section == "[fragment shader]") &&
                   !sources.empty()) {
            sources.back().second += line + "\n";
        } else if (section == "[test]") {
            expectFailure |= line.starts_with("link error");
        }
    }
    if (skip || sources.empty() || version > 1.21) {
        ++totals.skipped;
        return;
    }
    std::vector<std::shared_ptr<const glsl::CompiledShader>> shaders;
    bool hasVertex = false;
    bool hasFragment = false;
    std::string log;
    for (auto& [stage, source] : sources) {
        // As piglit's own runner does.
        if (source.find("#version") == std::string::npos) {
            source = "#version " + std::to_string(int(version * 100 + 0.5)) + "\n" + source;
        }
        hasVertex |= stage == glsl::Stage::Vertex;
        hasFragment |= stage == glsl::Stage::Fragment;
        shaders.push_back(glsl::compile(optionsFor(stage, es), source));
        if (!shaders.back()->ok()) {
            if (expectFailure) {
                ++totals.asExpected;
                return;
            }
            ++totals.unexpected;
            report(path, "compile", shaders.back()->infoLog());
            return;
        }
    }
    if (es && (!hasVertex || !hasFragment)) {
        ++totals.skipped;
        return;
    }
    const std::string failure = linkAndValidate(shaders, es, log);
    if (failure.empty() != expectFailure && failure != "spirv-val") {
        ++totals.asExpected;
        return;
    }
    ++totals.unexpected;
    report(path, failure.empty() ? "links but should not" : failure, log);
}

// A single stage with a "[config] expect_result: pass" comment, or a plain shader that must
// compile.
void parserTest(const fs::path& path, Totals& totals, bool es) {
    std::string source = readFile(path);
    if (path.string().find("glmark2") != std::string::npos) {
        source = "precision highp float;\n" + source; // the program prepends the like
    }
    const auto value = [&](const char* key) {
        const size_t at = source.find(key);
        if (at == std::string::npos) {
            return std::string();
        }
        std::istringstream in(source.substr(at + std::strlen(key)));
        std::string word;
        in >> word;
        return word;
    };
    const bool isConfig = source.find("[config]") != std::string::npos;
    const bool expectPass = !isConfig || value("expect_result:") == "pass";
    const double version = isConfig ? std::atof(value("glsl_version:").c_str()) : 1.0;
    if (version > 1.21 || !value("require_extensions:").empty()) {
        ++totals.skipped;
        return;
    }
    es |= isConfig && version == 1.0;
    const glsl::Stage stage =
        path.extension() == ".vert" ? glsl::Stage::Vertex : glsl::Stage::Fragment;
    const auto shader = glsl::compile(optionsFor(stage, es), source);
    bool good = shader->ok();
    if (good && !expectPass && value("check_link:") == "true") {
        return; // needs its partner
    }
    std::string log = shader->infoLog();
    if (good == expectPass && log.find("internal") == std::string::npos) {
        ++totals.asExpected;
        return;
    }
    ++totals.unexpected;
    report(path, good ? "compiles but should not" : "compile", log);
}

void run(const fs::path& path, Totals& totals) {
    const std::string extension = path.extension();
    if (extension == ".shader_test") {
        shaderTest(path, totals);
    } else if (extension == ".vert" || extension == ".frag") {
        const std::string text = path.string();
        parserTest(path,
                   totals,
                   text.find("glmark2") != std::string::npos ||
                       text.find("glsl-es") != std::string::npos);
    }
}

} // namespace

int main(int argc, char** argv) {
    Totals totals;
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "-v") {
            g_verbose = true;
            continue;
        }
        std::vector<fs::path> files;
        if (fs::is_directory(argv[i])) {
            for (const auto& entry : fs::recursive_directory_iterator(argv[i])) {
                if (entry.is_regular_file()) {
                    files.push_back(entry.path());
                }
            }
        } else {
            files.push_back(argv[i]);
        }
        std::ranges::sort(files);
        for (const fs::path& file : files) {
            run(file, totals);
        }
    }
    std::printf("%d as expected, %d unexpected, %d skipped\n",
                totals.asExpected,
                totals.unexpected,
                totals.skipped);
    return totals.unexpected == 0 ? 0 : 1;
}
