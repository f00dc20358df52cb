// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Runs directories of real shaders through compile() and link() and prints what does not come out
// as the file says it should: glmark2's shaders, piglit's shader_test and parser test files.
//   glsl_corpus [-v] [-c] [-t] [-n] [-d|-D] PATH…
// -v prints logs, -c leaves linking out, -t names each file before it runs, -n offers no
// extensions but those that a file asks for. -d prints a digest of all that compile() makes of each
// file's shaders instead, each file in a process that has compiled nothing before; -D the same
// where the compiler library has learned everything before. Both print the same.

#include "glsl/compile/frontend_builtins.h"
#include "glsl/interface/interface.h"
#include "glsl/language/builtins.h"
#include "glsl/link/link.h"

#include "base/hash.h"
#include "spirv/text.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

constexpr int kMaxDesktopVersion = 430;

struct Totals {
    int asExpected = 0;
    int unexpected = 0;
    int skipped = 0;

    void add(const Totals& other) {
        asExpected += other.asExpected;
        unexpected += other.unexpected;
        skipped += other.skipped;
    }
};

bool g_verbose = false;
bool g_compileOnly = false;
bool g_trace = false;
bool g_fewExtensions = false;
bool g_digests = false;
bool g_learnsFirst = false;
std::string g_made; ///< All that compile() made, where digests are wanted.

std::string readFile(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Language {
    int version = 110;
    bool es = false;
    bool compatibility = true;
};

// "1.50compatibility", "3.00 es", "1.00".
Language languageOf(const std::string& text) {
    Language language;
    language.version = int(std::atof(text.c_str()) * 100 + 0.5);
    language.es = text.find("es") != std::string::npos || language.version == 100 ||
                  language.version == 300 || language.version == 310 || language.version == 320;
    language.compatibility =
        !language.es && (language.version < 140 || text.find("compat") != std::string::npos);
    return language;
}

std::string versionLine(const Language& language) {
    return "#version " + std::to_string(language.version) +
           (language.es && language.version >= 300              ? " es"
            : language.compatibility && language.version >= 150 ? " compatibility"
                                                                : "") +
           "\n";
}

bool isOffered(const std::string& extension) {
    const glsl::ExtensionFact* fact = glsl::extensionFact(extension);
    return fact != nullptr;
}

glsl::CompileOptions
optionsFor(glsl::Stage stage, const Language& language, const std::set<std::string>& required) {
    glsl::CompileOptions options;
    options.stage = stage;
    options.api = language.es ? glsl::Api::ES : glsl::Api::Desktop;
    options.maxVersion = language.es               ? std::max(language.version, 100)
                         : language.version <= 130 ? 130
                                                   : kMaxDesktopVersion;
    options.compatibility = language.compatibility;
    options.drawParameters = true;
    options.limits.maxVaryingVectors = 32;
    options.limits.maxVertexAttribs = 32;
    for (const glsl::ExtensionFact* fact : glsl::extensionFacts()) {
        options.extensions.*fact->offered =
            !g_fewExtensions || required.contains(std::string(fact->name));
    }
    return options;
}

void report(const fs::path& path, const std::string& what, const std::string& log) {
    std::printf("UNEXPECTED %s: %s\n", path.c_str(), what.c_str());
    if (g_verbose) {
        std::printf("%s\n", log.c_str());
    }
}

std::shared_ptr<const glsl::CompiledShader> compileOne(const glsl::CompileOptions& options,
                                                       const std::string& source) {
    auto shader = glsl::compile(options, source);
    if (g_digests) {
        const glsl::ShaderInterface& made = shader->interface();
        g_made +=
            std::to_string(shader->ok()) + shader->infoLog() + made.linkError + made.rewritten;
        g_made.append(reinterpret_cast<const char*>(made.spirv.data()), made.spirv.size() * 4);
    }
    return shader;
}

/// Of all languages, so that no process has to.
void learnEverything() {
    glsl::FrontendBuiltins::giveEverything();
    for (const int version : {110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 100, 300}) {
        const Language language = {version, version == 100 || version == 300, version < 140};
        for (const glsl::Stage stage : {glsl::Stage::Vertex, glsl::Stage::Fragment}) {
            (void)glsl::compile(optionsFor(stage, language, {}),
                                versionLine(language) + "void main() {}\n");
        }
    }
}

std::string linkAndValidate(const std::vector<std::shared_ptr<const glsl::CompiledShader>>& shaders,
                            const Language& language,
                            bool separable,
                            std::string& log) {
    glsl::LinkOptions options;
    options.api = language.es ? glsl::Api::ES : glsl::Api::Desktop;
    options.limits = shaders.front()->interface().options.limits;
    options.separable = separable;
    const auto program = glsl::link(shaders, options);
    log = program->infoLog;
    if (!program->ok) {
        return "link";
    }
    for (const glsl::StageBinary& stage : program->stages) {
        if (const std::string error = spirv::validate(stage.spirv); !error.empty()) {
            log = error;
            return "spirv-val";
        }
    }
    return {};
}

std::string validateCode(const glsl::CompiledShader& shader) {
    const std::vector<uint32_t>& code = shader.interface().spirv;
    return code.empty() ? std::string() : spirv::validateUnlinked(code);
}

const std::map<std::string, glsl::Stage>& sectionStages() {
    static const std::map<std::string, glsl::Stage> stages = {
        {"[vertex shader]", glsl::Stage::Vertex},
        {"[tessellation control shader]", glsl::Stage::TessControl},
        {"[tessellation evaluation shader]", glsl::Stage::TessEvaluation},
        {"[geometry shader]", glsl::Stage::Geometry},
        {"[fragment shader]", glsl::Stage::Fragment}};
    return stages;
}

struct ShaderTest {
    std::vector<std::pair<glsl::Stage, std::string>> sources;
    Language language;
    std::set<std::string> extensions;
    bool expectLinkError = false;
    bool expectsLink = false;
    bool separable = false;
    bool skip = false;
};

void requireLine(ShaderTest& test, const std::string& line) {
    if (line.starts_with("GLSL")) {
        const size_t at = line.find_first_of("0123456789");
        if (at != std::string::npos) {
            const bool compat = line.find("COMPAT") != std::string::npos;
            test.language =
                languageOf(line.substr(at) + (line.starts_with("GLSL ES") ? " es" : "") +
                           (compat ? " compat" : ""));
        }
    } else if (line.starts_with("GL COMPAT")) {
        test.language.compatibility = true;
    } else if (line.starts_with("SEPARABLE PROGRAM ENABLED")) {
        test.separable = true;
    } else if (line.starts_with("SSO ENABLED")) {
        test.skip = true; // a program per stage
    } else if (line.starts_with("GL_")) {
        const std::string name = line.substr(0, line.find_first_of(" \r"));
        test.extensions.insert(name);
        test.skip |= glsl::isExtensionName(name) && line.find('>') == std::string::npos &&
                     glsl::extensionFact(name) == nullptr && name != "GL_ARB_compatibility" &&
                     name != "GL_ARB_texture_storage" && name != "GL_ARB_texture_rg" &&
                     name != "GL_ARB_clip_control" && name != "GL_ARB_depth_texture" &&
                     name != "GL_ARB_transform_feedback3" && name != "GL_EXT_transform_feedback" &&
                     name != "GL_ARB_shader_precision" && name != "GL_ARB_texture_float" &&
                     name != "GL_ARB_depth_clamp" && name != "GL_ARB_texture_storage_multisample";
    }
}

// "[vertex shader]" sections of a piglit shader_test.
ShaderTest readShaderTest(const fs::path& path) {
    ShaderTest test;
    std::istringstream in(readFile(path));
    std::string section;
    std::string line;
    while (std::getline(in, line)) {
        if (line.starts_with("[")) {
            section = line.substr(0, line.find(']') + 1);
            const bool es100 = test.language.es && test.language.version == 100;
            if (const auto stage = sectionStages().find(section); stage != sectionStages().end()) {
                test.sources.emplace_back(stage->second, "");
            } else if (section == "[vertex shader passthrough]") {
                test.sources.emplace_back(
                    glsl::Stage::Vertex,
                    es100 ? "attribute vec4 piglit_vertex;\n"
                            "void main() { gl_Position = piglit_vertex; }\n"
                    : test.language.version >= 140
                        ? "in vec4 piglit_vertex;\nvoid main() { gl_Position = piglit_vertex; }\n"
                        : "void main() { gl_Position = gl_Vertex; }\n");
            } else if (section != "[require]" && section != "[test]") {
                test.skip |= section.find("shader") != std::string::npos ||
                             section.find("program") != std::string::npos;
            }
            continue;
        }
        if (section == "[require]") {
            requireLine(test, line);
        } else if (sectionStages().contains(section)) {
            test.sources.back().second += line + "\n";
        } else if (section == "[test]") {
            test.expectLinkError |= line.starts_with("link error");
            test.expectsLink |= line.starts_with("link success");
        }
    }
    const int newest = test.language.es ? 300 : kMaxDesktopVersion;
    test.skip |= test.sources.empty() || test.language.version > newest ||
                 (test.language.compatibility && test.language.version > 140);
    return test;
}

void runShaderTest(const fs::path& path, Totals& totals) {
    ShaderTest test = readShaderTest(path);
    if (test.skip) {
        ++totals.skipped;
        return;
    }
    std::vector<std::shared_ptr<const glsl::CompiledShader>> shaders;
    uint32_t stages = 0;
    std::string log;
    for (auto& [stage, source] : test.sources) {
        // As piglit's own runner does.
        if (source.find("#version") == std::string::npos) {
            source = versionLine(test.language) + source;
        }
        stages |= 1u << int(stage);
        shaders.push_back(compileOne(optionsFor(stage, test.language, test.extensions), source));
        const glsl::CompiledShader& shader = *shaders.back();
        if (!shader.ok()) {
            if (test.expectLinkError && shader.infoLog().find("internal") == std::string::npos) {
                ++totals.asExpected;
                return;
            }
            ++totals.unexpected;
            report(path, "compile " + std::string(glsl::stageName(stage)), shader.infoLog());
            return;
        }
        if (const std::string error = validateCode(shader); !error.empty()) {
            ++totals.unexpected;
            report(path, "code of " + std::string(glsl::stageName(stage)), error);
            return;
        }
    }
    const uint32_t both = 1u << int(glsl::Stage::Vertex) | 1u << int(glsl::Stage::Fragment);
    if (g_compileOnly) {
        ++totals.asExpected;
        return;
    }
    if (test.language.es && (stages & both) != both) {
        ++totals.skipped;
        return;
    }
    const std::string failure = linkAndValidate(shaders, test.language, test.separable, log);
    if (failure.empty() != test.expectLinkError && failure != "spirv-val") {
        ++totals.asExpected;
        return;
    }
    ++totals.unexpected;
    report(path, failure.empty() ? "links but should not" : failure, log);
}

std::optional<glsl::Stage> stageOfFile(const fs::path& path) {
    static const std::map<std::string, glsl::Stage> stages = {
        {".vert", glsl::Stage::Vertex},
        {".tesc", glsl::Stage::TessControl},
        {".tese", glsl::Stage::TessEvaluation},
        {".geom", glsl::Stage::Geometry},
        {".frag", glsl::Stage::Fragment}};
    const auto it = stages.find(path.extension());
    return it == stages.end() ? std::nullopt : std::optional(it->second);
}

// A single stage with a "[config] expect_result: pass" comment, or a plain shader that must
// compile.
void runParserTest(const fs::path& path, glsl::Stage stage, bool es, Totals& totals) {
    std::string source = readFile(path);
    if (path.string().find("glmark2") != std::string::npos) {
        source = "precision highp float;\n" + source; // the program prepends the like
    }
    const size_t configStart = source.find("[config]");
    const size_t configEnd = source.find("[end config]", configStart);
    const std::string config =
        configStart == std::string::npos ? "" : source.substr(configStart, configEnd - configStart);
    const auto value = [&](const char* key) {
        const size_t at = config.find(key);
        if (at == std::string::npos) {
            return std::string();
        }
        const size_t start = at + std::strlen(key);
        std::string text = config.substr(start, config.find('\n', start) - start);
        text.erase(0, text.find_first_not_of(' '));
        return text;
    };
    const bool expectPass = config.empty() || value("expect_result:").starts_with("pass");
    Language language;
    language.es = es;
    language.version = es ? 100 : 110;
    if (!config.empty()) {
        language = languageOf(value("glsl_version:"));
    }
    bool skip = language.version > (language.es ? 300 : kMaxDesktopVersion) ||
                (language.compatibility && language.version >= 140);
    std::set<std::string> required;
    std::istringstream words(value("require_extensions:"));
    for (std::string word; words >> word;) {
        const bool absent = word[0] == '!';
        skip |= !absent && !isOffered(word);
        required.insert(word);
    }
    if (skip) {
        ++totals.skipped;
        return;
    }
    glsl::CompileOptions options = optionsFor(stage, language, required);
    for (const glsl::ExtensionFact* fact : glsl::extensionFacts()) {
        if (required.contains("!" + std::string(fact->name))) {
            options.extensions.*fact->offered = false;
        }
    }
    const auto shader = compileOne(options, source);
    const bool good = shader->ok();
    if (good && !expectPass && value("check_link:").starts_with("true")) {
        return; // needs its partner
    }
    const std::string& log = shader->infoLog();
    if (good == expectPass && log.find("internal") == std::string::npos) {
        if (const std::string error = validateCode(*shader); good && !error.empty()) {
            ++totals.unexpected;
            report(path, "code", error);
            return;
        }
        ++totals.asExpected;
        return;
    }
    ++totals.unexpected;
    report(path, good ? "compiles but should not" : "compile", log);
}

void run(const fs::path& path, Totals& totals) {
    if (g_trace) {
        std::fprintf(stderr, "%s\n", path.c_str());
    }
    if (path.extension() == ".shader_test") {
        runShaderTest(path, totals);
    } else if (const auto stage = stageOfFile(path)) {
        const std::string text = path.string();
        const bool es =
            text.find("glmark2") != std::string::npos || text.find("glsl-es") != std::string::npos;
        runParserTest(path, *stage, es, totals);
    }
}

void printDigest(const fs::path& path) {
    std::fflush(stdout);
    if (const pid_t child = fork(); child > 0) {
        waitpid(child, nullptr, 0);
        return;
    }
    Totals totals;
    run(path, totals);
    if (!g_made.empty()) {
        std::printf("DIGEST %s %016llx\n",
                    path.c_str(),
                    static_cast<unsigned long long>(base::hashText(g_made)));
    }
    std::fflush(stdout);
    _exit(0);
}

void print(const std::string& name, const Totals& totals) {
    std::printf("%s%d as expected, %d unexpected, %d skipped\n",
                name.c_str(),
                totals.asExpected,
                totals.unexpected,
                totals.skipped);
    std::fflush(stdout);
}

bool option(std::string_view argument) {
    bool* const flag = argument == "-v"   ? &g_verbose
                       : argument == "-c" ? &g_compileOnly
                       : argument == "-t" ? &g_trace
                       : argument == "-n" ? &g_fewExtensions
                       : argument == "-d" ? &g_digests
                       : argument == "-D" ? &g_learnsFirst
                                          : nullptr;
    if (flag != nullptr) {
        *flag = true;
    }
    return flag != nullptr;
}

} // namespace

int main(int argc, char** argv) {
    Totals all;
    for (int i = 1; i < argc; ++i) {
        if (option(argv[i])) {
            if (g_learnsFirst && !g_digests) {
                g_digests = true;
                learnEverything();
            }
            continue;
        }
        std::vector<fs::path> files;
        if (fs::is_directory(argv[i])) {
            for (const auto& entry : fs::recursive_directory_iterator(argv[i])) {
                if (entry.is_regular_file()) {
                    files.push_back(entry.path());
                }
            }
        } else if (fs::exists(argv[i])) {
            files.push_back(argv[i]);
        }
        std::ranges::sort(files);
        Totals totals;
        for (const fs::path& file : files) {
            if (g_digests) {
                printDigest(file);
            } else {
                run(file, totals);
            }
        }
        if (files.size() > 1) {
            print(std::string(argv[i]) + ": ", totals);
        }
        all.add(totals);
    }
    print("", all);
    return all.unexpected == 0 ? 0 : 1;
}
