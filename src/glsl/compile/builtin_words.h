// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>

namespace glsl {

/// The words of texts that are compiled, which live longer: what is built into the language under a
/// name that is not among them, the texts cannot mean.
class SourceWords {
public:
    SourceWords() = default;
    explicit SourceWords(std::span<const std::string_view> texts);

    [[nodiscard]] bool contains(std::string_view word) const {
        return m_any || m_words.contains(word);
    }
    /// The texts may mean names that are not in them: macros paste words.
    [[nodiscard]] bool any() const { return m_any; }
    [[nodiscard]] auto begin() const { return m_words.begin(); }
    [[nodiscard]] auto end() const { return m_words.end(); }

private:
    void read(std::string_view text);

    std::unordered_set<std::string_view> m_words;
    bool m_any = false;
};

/// Which of a language's built-in functions the compiler library learns. It reads the prototypes of
/// all of them, thousands with extensions that hardly anybody uses, before it compiles a first
/// shader: nearly all of what that takes. So it gets those that are usual and those that texts have
/// names for. Not re-entrant. See docs/glsl-learning.md.
class LearnedFunctions {
public:
    /// Leaves of each text of declarations those of variables and types, and the functions that are
    /// usual, or have a name or types among `words`. False: nothing is left out, and nothing
    /// changed.
    bool choose(std::span<std::string> declarations, const SourceWords& words);

    /// The texts mean what has been left out, perhaps.
    [[nodiscard]] bool lack(const SourceWords& words) const;

    /// Everything is going to be learned anew: with what these words mean, and after some times
    /// with all there is.
    void startAnew(const SourceWords& words);

private:
    /// Of prototypes one behind the other many have the same name.
    struct Name {
        std::string_view text;
        bool known = false;
        bool usual = false;
    };

    /// What a function is left out for, with which a text does not mean it: its name, or the type
    /// of a parameter. Empty: it stays. `last`: the name of the prototype before.
    [[nodiscard]] std::string_view
    missing(std::string_view prototype, const SourceWords& words, Name& last);
    [[nodiscard]] bool knows(std::string_view word, const SourceWords& words);

    struct Hash {
        using is_transparent = void;
        size_t operator()(std::string_view word) const {
            return std::hash<std::string_view>()(word);
        }
    };
    using Words = std::unordered_set<std::string, Hash, std::equal_to<>>;

    Words m_asked; ///< and not usual
    Words m_leftOut;
    int m_times = 0;
    bool m_all = false;
};

/// Of declarations that each text is compiled with, those of constants and uniforms that it names,
/// and all that is neither.
[[nodiscard]] std::string chooseConstants(std::string_view declarations, const SourceWords& words);

/// Of lines that define macros, those of names that are among `words`.
[[nodiscard]] std::string chooseMacros(std::string_view lines, const SourceWords& words);

} // namespace glsl
