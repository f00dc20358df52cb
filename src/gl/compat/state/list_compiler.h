// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/display_list.h"
#include "gl/compat/state/vertex_assembly.h"

#include <cstring>
#include <type_traits>

namespace gl {

class Context;

/// An array that a command points to, as a list keeps it: its elements follow their size.
struct KeptArray {
    const void* data = nullptr; ///< Null: the command is given a null pointer.
    size_t size_B = 0;
};

/// A count that a command is given, which may be negative: an error when it runs.
inline size_t elements(int64_t count) {
    return count > 0 ? size_t(count) : 0;
}
template <class T>
KeptArray kept(const T* data, size_t count) {
    if constexpr (std::is_void_v<T>) {
        return {data, count};
    } else {
        return {data, count * sizeof(T)};
    }
}

/// glNewList … glEndList. Primitives are collected as long as nothing comes between them that
/// vertices do not consist of; what they do not set is taken from current values when the list is
/// called. Where that cannot be told apart, as when a value is given in the middle of a primitive
/// for the first time, the primitive is kept as single commands.
class ListCompiler final : public VertexAssembly {
public:
    ListCompiler(Context& context, GLuint name, bool executes);

    Context& context() const { return m_context; }
    GLuint name() const { return m_list->name(); }
    bool executes() const { return m_executes; }

    void setValue(unsigned array, int size, const CurrentAttrib& value) override;
    void addVertex(int size, const CurrentAttrib& position) override;
    void begin(GLenum mode) override;
    void end() override;

    /// Appends a command with its arguments, as values or KeptArrays.
    template <class... Args>
    [[gnu::noinline]] void record(ListOp op, const Args&... args) {
        closePrimitives();
        append(op, args...);
    }
    /// Values are no longer known: another list was called.
    void forgetValues() { m_known = 0; }
    /// What was collected becomes part of the list, and is drawn if the list executes what it
    /// compiles. False: that is between glBegin and glEnd.
    bool settle();
    Ref<DisplayList> finish();

private:
    template <class... Args>
    void append(ListOp op, const Args&... args) {
        const size_t start = m_list->words.size();
        m_list->words.insert(m_list->words.end(), {uint32_t(op), 0});
        (appendArgument(args), ...);
        m_list->words[start + 1] = uint32_t(m_list->words.size() - start);
        if (m_executes) {
            execute(start);
        }
    }
    template <class T>
    void appendArgument(const T& value) {
        if constexpr (std::is_same_v<T, KeptArray>) {
            appendArray(value);
        } else {
            static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
            appendBytes(&value, sizeof(T));
        }
    }
    void appendBytes(const void* data, size_t size_B);
    void appendArray(const KeptArray& array);
    void execute(size_t start);

    void grow(unsigned array, Kind kind, int size, const CurrentAttrib& before);
    void makeRoom(size_t vertices);
    void closePrimitives();
    void closeRuns(uint32_t vertices);
    void storeRuns(std::span<const PrimitiveRun> runs);
    void keepValues();
    void loosen();
    void recordValue(unsigned array, int size, const CurrentAttrib& value);

    Context& m_context;
    const bool m_executes;
    Ref<DisplayList> m_list;
    std::vector<uint32_t> m_vertices; ///< Those that were collected, and room.
    std::vector<PrimitiveRun> m_runs;
    std::vector<uint32_t> m_indices; ///< Scratch.
    GLenum m_mode = GL_POINTS;
    uint32_t m_primitive = 0; ///< The vertex that the primitive began with.
    bool m_loose = false;     ///< The primitive is recorded command by command.
    uint32_t m_known = 0;     ///< Bit per array whose value the list has set.
    std::array<CurrentAttrib, kArrayCount> m_values;
};

/// Reads the arguments of an operation as they were appended.
class ListArguments {
public:
    explicit ListArguments(const uint32_t* words) : m_start(words), m_at(words) {}

    template <class T>
    T take() {
        if constexpr (std::is_pointer_v<T>) {
            return static_cast<T>(takeArray());
        } else {
            T value;
            std::memcpy(static_cast<void*>(&value), m_at, sizeof(T));
            m_at += (sizeof(T) + sizeof(uint32_t) - 1) / sizeof(uint32_t);
            return value;
        }
    }

private:
    const void* takeArray();

    const uint32_t* m_start;
    const uint32_t* m_at;
};

} // namespace gl
