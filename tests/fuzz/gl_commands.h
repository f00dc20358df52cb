// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The commands of GL as a table, for calls whose arguments are found one by one.
#pragma once

#include <GLES3/gl32.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

using GLdouble = double;

namespace fuzz {

/// What an argument is.
enum class Kind : uint8_t {
    Integer,
    Count,  ///< GLsizei
    Offset, ///< GLintptr, GLsizeiptr
    Real,
    Boolean,
    Enum, ///< Of the group, if there is one.
    Bits, ///< Of the group.
    Name, ///< Of an object.
    Sync,
    String,
    Strings,
    Names,    ///< Many objects' names.
    Input,    ///< Memory that is read.
    Output,   ///< Memory that is written.
    Pixels,   ///< Memory, or an offset into a pixel buffer.
    Place,    ///< An offset into a buffer, or memory: `pointer`, `indices`, `indirect`.
    Pointers, ///< Many of those.
};

enum class Object : uint8_t {
    None,
    Buffer,
    Feedback,
    Framebuffer,
    List,
    Pipeline,
    Program,
    Query,
    Renderbuffer,
    Sampler,
    Shader,
    Sync,
    Texture,
    VertexArray,
    Count,
};

/// A set of enumerants as the registry has them.
struct Group {
    std::string_view name;
    std::span<const GLenum> values;
};

struct Parameter {
    std::string_view name;
    Kind kind;
    const Group* group; ///< Null: none.
    Object object;
    /// What is pointed to: as many elements as that argument says (-1: none does), times `factor`.
    /// Zero: the registry does not know.
    int count;
    uint32_t factor;
    uint32_t element_B;
};

/// An argument: what of the two is looked at depends on the command.
struct Value {
    uint64_t bits = 0; ///< Pointers too.
    double real = 0;
};

using Proc = void (*)();

struct Command {
    std::string_view name;
    /// Returns what the command does, as bits.
    uint64_t (*invoke)(Proc proc, const Value* arguments);
    std::vector<Parameter> parameters;
};

template <class T>
T argument(const Value& value) {
    if constexpr (std::is_pointer_v<T>) {
        return reinterpret_cast<T>(uintptr_t(value.bits));
    } else if constexpr (std::is_floating_point_v<T>) {
        return T(value.real);
    } else {
        return T(value.bits);
    }
}

template <class R, class... P>
uint64_t invoke(Proc proc, [[maybe_unused]] const Value* arguments) {
    const auto call = reinterpret_cast<R (*)(P...)>(proc);
    const auto apply = [&]<size_t... i>(std::index_sequence<i...>) {
        return call(argument<P>(arguments[i])...);
    };
    constexpr std::index_sequence_for<P...> kPositions;
    if constexpr (std::is_void_v<R>) {
        apply(kPositions);
        return 0;
    } else if constexpr (std::is_pointer_v<R>) {
        return uint64_t(reinterpret_cast<uintptr_t>(apply(kPositions)));
    } else {
        return uint64_t(apply(kPositions));
    }
}

/// All that Glissade has, by name.
std::span<const Command> commands();

} // namespace fuzz
