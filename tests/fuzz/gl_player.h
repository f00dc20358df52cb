// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "choices.h"
#include "gl_commands.h"
#include "gl_harness/context.h"
#include "gl_memory.h"
#include "target.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fuzz {

/// Makes the calls that an input stands for: any command with any arguments, and in between whole
/// scenes, without which hardly a draw would draw. All contexts are robust.
class Player {
public:
    Player(std::span<const std::byte> input, Memory& memory);
    ~Player();
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    void play();

private:
    enum class Dialect : uint8_t { Es3, Legacy, Core, Es1, Count };

    // Arguments (gl_arguments.cpp).
    void call(const Command& command);
    void callNamed(std::string_view name);
    const Command& anyCommand();
    Value valueOf(const Command& command, const Parameter& parameter, const Value* before);
    GLenum enumOf(const Group* group);
    int64_t integer();
    int64_t integerOf(const Command& command, const Parameter& parameter);
    int64_t countOf(const Command& command, const Parameter& parameter);
    int64_t offset();
    double real();
    GLuint nameOf(Object object);
    const void* place(const Parameter& parameter);
    const void* pixels(const Command& command);
    const void* input(const Command& command, const Parameter& parameter, const Value* before);
    void* output(const Parameter& parameter, const Value* before);
    void fill(std::byte* to, size_t size_B, bool draws);
    void note(const Command& command, const Value* arguments, uint64_t result);
    bool isSafe(const Command& command);
    bool readsClientMemory() const;
    bool listIsOpen() const;
    void tameIndirectBuffer();

    // Scenes (gl_scenes.cpp).
    void scene();
    void makeProgram();
    void makeTarget();
    void makeArrays();
    void makeTexture();
    void draw();
    void look();

    // Scenes of fixed function (gl_fixed_scenes.cpp).
    void fixedScene();
    void setFixedState();
    void drawImmediately();
    void makeList();
    void makeAssembly();
    void drawPixels();
    void recordMode();

    void changeContext();
    void makeContext();

    std::vector<GLuint>& names(Object object) { return m_names[size_t(object)]; }
    void log(const Command& command, const Value* arguments) const;

    Choices m_choices;
    Memory& m_memory;
    const bool m_logs;
    struct Held {
        std::unique_ptr<harness::Context> context;
        Dialect dialect;
    };
    std::vector<Held> m_contexts;
    size_t m_current = 0;
    std::array<std::vector<GLuint>, size_t(Object::Count)> m_names;
    std::vector<uint64_t> m_syncs;
    std::optional<GLenum> m_mode; ///< Of the draw that a scene asks for.
    bool m_large = false;         ///< The call has a large extent already.
    bool m_wasLost = false;
    /// Between glBegin and glEnd of a scene, where nothing can be asked for.
    struct Inside {
        bool readsClientMemory;
        bool listIsOpen;
    };
    std::optional<Inside> m_inside;
};

/// The entry point of that name; null: there is none.
Proc procOf(std::string_view name);

/// glFoo() by its name in a scene: the headers have not all of them.
template <class... P>
void invokeGl(std::string_view name, P... arguments) {
    if (const Proc proc = procOf(name)) {
        reinterpret_cast<void (*)(P...)>(proc)(arguments...);
    }
}

} // namespace fuzz
