// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Reading SPIR-V words: one indexing walk, then questions about names, decorations, types and
// variables. Whatever the words are, a Module that parse() made answers all of them: operands that
// an instruction lacks are 0, which is no id, and an id that is not defined has an OpNop. What the
// answers mean is another matter: that the module is valid, spirv/text.h says.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#define SPV_ENABLE_UTILITY_CODE
#include <spirv/unified1/spirv.hpp>

namespace spirv {

struct Id {
    uint32_t value = 0;

    explicit operator bool() const { return value != 0; }
    friend bool operator==(Id, Id) = default;
    friend auto operator<=>(Id, Id) = default;
};

inline constexpr size_t kHeaderWords = 5;

/// One instruction, of one word at least: words[0] is the opcode word itself, operands follow.
struct Instruction {
    std::span<const uint32_t> words;

    [[nodiscard]] spv::Op op() const { return spv::Op(words[0] & 0xffffu); }
    /// 0 beyond the end.
    [[nodiscard]] uint32_t operator[](size_t i) const { return i < words.size() ? words[i] : 0; }
    [[nodiscard]] size_t size() const { return words.size(); }
    /// The literal string that starts at word `first`; `wordsUsed` counts its words.
    [[nodiscard]] std::string string(size_t first, size_t* wordsUsed = nullptr) const;
};

/// The id an instruction defines; Id{} for none.
[[nodiscard]] Id resultOf(const Instruction& inst);
[[nodiscard]] Id resultTypeOf(const Instruction& inst);
[[nodiscard]] bool isAccessChain(spv::Op op);
/// The result is a pointer into what operand 3 points to.
[[nodiscard]] bool derivesPointer(spv::Op op);
/// How an input is interpolated, to be said again of what takes its place.
inline constexpr spv::Decoration kInterpolations[] = {spv::DecorationFlat,
                                                      spv::DecorationNoPerspective,
                                                      spv::DecorationCentroid,
                                                      spv::DecorationSample};
/// interpolateAtCentroid(), …Sample() or …Offset() of the input at operand 5.
[[nodiscard]] bool isInterpolation(const Instruction& inst);

struct Decoration {
    Id target;
    int member = -1; ///< OpMemberDecorate
    spv::Decoration kind = spv::DecorationMax;
    uint32_t value = 0; ///< first literal
};

struct Variable {
    Id id;
    Id pointee;
    spv::StorageClass storage = spv::StorageClassMax;
};

/// Where a built-in stands: a variable of its own, or a member of a block (or array of blocks).
struct BuiltInPlace {
    Id variable;
    int member = -1;

    explicit operator bool() const { return bool(variable); }
};

struct EntryPoint {
    spv::ExecutionModel model = spv::ExecutionModelMax;
    Id function;
    std::string name;
    std::vector<Id> interface;
};

class Module {
public:
    /// Nothing when the words are not a module: bad magic, an instruction that overruns, results
    /// out of bound or defined twice, a type made of what does not come before it or of more than
    /// 2^16 parts.
    [[nodiscard]] static std::optional<Module> parse(std::vector<uint32_t> words);

    [[nodiscard]] std::span<const uint32_t> words() const { return m_words; }
    [[nodiscard]] uint32_t bound() const { return m_words[3]; }

    /// fn(Instruction) for each instruction in order.
    template <typename Fn>
    void forEach(Fn&& fn) const {
        for (size_t at = kHeaderWords; at < m_words.size(); at += m_words[at] >> 16) {
            fn(Instruction{std::span(m_words).subspan(at, m_words[at] >> 16)});
        }
    }

    [[nodiscard]] bool defines(Id id) const;
    [[nodiscard]] Instruction definition(Id id) const; ///< an OpNop where nothing defines it
    [[nodiscard]] std::string_view name(Id id) const;  ///< empty when it has none
    [[nodiscard]] std::string_view memberName(Id type, uint32_t member) const;
    [[nodiscard]] std::optional<uint32_t> decoration(Id id, spv::Decoration kind) const;
    [[nodiscard]] std::optional<uint32_t>
    memberDecoration(Id type, uint32_t member, spv::Decoration kind) const;
    /// Code reads or writes the variable; standing in the entry point's interface does not count.
    [[nodiscard]] bool isAccessed(Id variable) const {
        return variable.value < m_accessed.size() && m_accessed[variable.value];
    }
    /// The block type has a member decorated BuiltIn, or the variable itself is.
    [[nodiscard]] bool isBuiltIn(const Variable& variable) const;

    [[nodiscard]] BuiltInPlace findBuiltIn(spv::StorageClass storage, spv::BuiltIn builtIn) const;

    [[nodiscard]] const std::vector<Decoration>& decorations() const { return m_decorations; }
    [[nodiscard]] const std::vector<Variable>& globals() const { return m_globals; }
    [[nodiscard]] const EntryPoint& entryPoint() const { return m_entryPoint; }
    /// The 32-bit value of an OpConstant (or OpConstantNull, OpSpecConstant).
    [[nodiscard]] std::optional<uint32_t> constant(Id id) const;
    /// Elements of an OpTypeArray; 1 for any other type, and where a constant does not say.
    [[nodiscard]] uint32_t arrayLength(Id type) const;
    /// The element type of an array, the type itself otherwise.
    [[nodiscard]] Id elementType(Id type) const;
    /// What is left of a type when all array dimensions are gone.
    [[nodiscard]] Id innermostType(Id type) const;
    /// Locations that an input or output of the type takes (Vulkan 1.1 section 14.1.4): vectors of
    /// three or four 64-bit components take two.
    [[nodiscard]] uint32_t locations(Id type) const;
    /// The variable is, or is an array of, a block.
    [[nodiscard]] bool isBlock(const Variable& variable) const;
    /// Code reads from the variable, or part of it.
    [[nodiscard]] bool isLoaded(Id variable) const;

private:
    Module() = default;
    [[nodiscard]] bool index();
    /// Of a composite type: itself, and what its parts have, a type of array once. Nothing where a
    /// part is not defined yet, or there are too many.
    [[nodiscard]] std::optional<uint32_t>
    partsOf(const Instruction& inst, const std::unordered_map<uint32_t, uint32_t>& known) const;
    void noteAccess(const Instruction& inst);

    std::vector<uint32_t> m_words;
    std::vector<bool> m_accessed;       ///< by id: the base of a load, store, chain or call
    std::vector<uint32_t> m_definition; ///< word offset by id, 0: not defined
    std::unordered_map<uint32_t, std::string> m_names;
    std::unordered_map<uint64_t, std::string> m_memberNames;
    std::vector<Decoration> m_decorations;
    std::vector<Variable> m_globals;
    EntryPoint m_entryPoint;
};

} // namespace spirv
