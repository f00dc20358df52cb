// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/frontend_builtins.h"

#ifdef GLISSADE_FRONTEND_BUILTINS
#include <glslang/MachineIndependent/Initialize.h>
#endif

#include <array>
#include <atomic>
#include <new>

namespace glsl {
namespace {

thread_local const SourceWords* t_words = nullptr;
thread_local LearnedFunctions* t_functions = nullptr;
std::atomic<bool> g_everything = false;

} // namespace

FrontendBuiltins::Scope::Scope(const SourceWords& words) {
    t_words = g_everything.load(std::memory_order_relaxed) ? nullptr : &words;
}

FrontendBuiltins::Scope::~Scope() {
    t_words = nullptr;
}

FrontendBuiltins::Learning::Learning(LearnedFunctions& functions) {
    t_functions = &functions;
}

FrontendBuiltins::Learning::~Learning() {
    t_functions = nullptr;
}

void FrontendBuiltins::giveEverything() {
    g_everything = true;
}

} // namespace glsl

#ifdef GLISSADE_FRONTEND_BUILTINS
namespace glsl {
namespace {

std::string_view view(const glslang::TString& text) {
    return {text.data(), text.size()};
}

class ChosenBuiltIns final : public glslang::TBuiltIns {
public:
    void initialize(int version, EProfile profile, const glslang::SpvVersion& spvVersion) override {
        TBuiltIns::initialize(version, profile, spvVersion);
        if (!t_functions || !t_words) {
            return;
        }
        std::array<std::string, 1 + EShLangCount> texts;
        texts[0] = view(commonBuiltins);
        for (size_t i = 1; i < texts.size(); ++i) {
            texts[i] = view(stageBuiltins[i - 1]);
        }
        if (!t_functions->choose(texts, *t_words)) {
            return;
        }
        commonBuiltins = texts[0].c_str();
        for (size_t i = 1; i < texts.size(); ++i) {
            stageBuiltins[i - 1] = texts[i].c_str();
        }
    }

    void initialize(const TBuiltInResource& resources,
                    int version,
                    EProfile profile,
                    const glslang::SpvVersion& spvVersion,
                    EShLanguage stage) override {
        TBuiltIns::initialize(resources, version, profile, spvVersion, stage);
        if (t_words) {
            commonBuiltins = chooseConstants(view(commonBuiltins), *t_words).c_str();
        }
    }
};
static_assert(sizeof(ChosenBuiltIns) == sizeof(glslang::TBuiltIns)); // in whose place it comes

} // namespace
} // namespace glsl

extern "C" {

void __real__ZN7glslang14TParseVersions11getPreambleERNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(
    void* parser, std::string& macros);

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's --wrap wants these names.
/// glslang::TBuiltIns::TBuiltIns()
void __wrap__ZN7glslang9TBuiltInsC1Ev(void* place) {
    ::new (place) glsl::ChosenBuiltIns;
}

/// glslang::TParseVersions::getPreamble(std::string&)
void __wrap__ZN7glslang14TParseVersions11getPreambleERNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(
    void* parser, std::string& macros) {
    __real__ZN7glslang14TParseVersions11getPreambleERNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(
        parser, macros);
    if (glsl::t_words) {
        macros = glsl::chooseMacros(macros, *glsl::t_words);
    }
}
// NOLINTEND(bugprone-reserved-identifier)

} // extern "C"
#endif
