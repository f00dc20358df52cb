// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glNewList, glCallList and their kin (GL 4.6 compatibility profile section 21.4).
#include "gl/commands/draw/restart_off.h"
#include "gl/compat/state/compat_state.h"
#include "gl/compat/state/immediate_mode.h"
#include "gl/compat/state/list_arguments.h"
#include "gl/compat/state/list_commands.h"
#include "gl/compat/state/list_compiler.h"
#include "gl/context/context.h"

#include <cstring>
#include <optional>
#include <vector>

namespace gl {

namespace {

constexpr GLsizei kMostGenerated = 1 << 22; ///< More names at once are too much for memory.
constexpr GLsizei kFewNames = 4096;

/// An offset of glCallLists; nothing: not a type.
std::optional<uint32_t> listOffset(GLenum type, const void* lists, size_t i) {
    const auto* bytes = static_cast<const GLubyte*>(lists);
    const auto read = [&]<class T>(T value) {
        std::memcpy(&value, bytes + i * sizeof(T), sizeof(T));
        return value;
    };
    switch (type) {
    case GL_BYTE:
        return uint32_t(read(GLbyte()));
    case GL_UNSIGNED_BYTE:
        return read(GLubyte());
    case GL_SHORT:
        return uint32_t(read(GLshort()));
    case GL_UNSIGNED_SHORT:
        return read(GLushort());
    case GL_INT:
    case GL_UNSIGNED_INT:
        return read(GLuint());
    case GL_FLOAT:
        return uint32_t(int64_t(read(GLfloat())));
    case GL_2_BYTES:
        return uint32_t(bytes[2 * i] << 8 | bytes[2 * i + 1]);
    case GL_3_BYTES:
        return uint32_t(bytes[3 * i] << 16 | bytes[3 * i + 1] << 8 | bytes[3 * i + 2]);
    case GL_4_BYTES:
        return uint32_t(bytes[4 * i]) << 24 | uint32_t(bytes[4 * i + 1]) << 16 |
               uint32_t(bytes[4 * i + 2]) << 8 | bytes[4 * i + 3];
    default:
        return std::nullopt;
    }
}

} // namespace

// --- Names

GLuint Context::genLists(GLsizei range) {
    if (range < 0 || !m_immediate) {
        setError(m_immediate ? GL_INVALID_VALUE : GL_INVALID_OPERATION, "{} lists", range);
        return 0;
    }
    if (range > kMostGenerated) {
        outOfMemory();
        return 0;
    }
    const GLuint first = range ? m_group->lists.findRange(uint32_t(range)) : 0;
    for (GLsizei i = 0; i < range && first != 0; ++i) { // Empty lists.
        m_group->lists.insert(first + GLuint(i), new DisplayList(first + GLuint(i)));
    }
    return first;
}

void Context::deleteLists(GLuint list, GLsizei range) {
    if (range < 0) {
        return setError(GL_INVALID_VALUE, "{} lists", range);
    }
    if (range <= kFewNames) {
        for (GLuint name = list; name - list < GLuint(range); ++name) {
            m_group->lists.remove(name);
        }
        return;
    }
    std::vector<GLuint> names; // There may be far fewer than the range has.
    m_group->lists.forEach([&](const DisplayList& each) {
        if (each.name() - list < GLuint(range)) {
            names.push_back(each.name());
        }
    });
    for (const GLuint name : names) {
        m_group->lists.remove(name);
    }
}

GLboolean Context::isList(GLuint list) {
    return list != 0 && m_group->lists.find(list) != nullptr;
}

void Context::listBase(GLuint base) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "the context has no display lists");
    }
    m_compat->listBase = base;
}

// --- Compiling

void Context::newList(GLuint list, GLenum mode) {
    if (!m_immediate || m_compiler) {
        return setError(GL_INVALID_OPERATION, "glNewList in a list, or without lists");
    }
    if (list == 0) {
        return setError(GL_INVALID_VALUE, "a list of the name 0");
    }
    if (mode != GL_COMPILE && mode != GL_COMPILE_AND_EXECUTE) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a mode of lists", mode);
    }
    m_compiler = std::make_unique<ListCompiler>(*this, list, mode == GL_COMPILE_AND_EXECUTE);
    useVertices(m_compiler.get());
    setInterruptions(m_interruptions | kCompiling);
}

void Context::endList() {
    if (!m_compiler) {
        return setError(GL_INVALID_OPERATION, "glEndList without glNewList");
    }
    const std::unique_ptr<ListCompiler> compiler = std::move(m_compiler);
    useVertices(m_immediate.get());
    setInterruptions(m_interruptions & uint8_t(~kCompiling));
    const Ref<DisplayList> list = compiler->finish();
    m_group->lists.insert(list->name(), list);
}

/// Vertices that the operation gives are not for the list.
void Context::executeCompiled(const DisplayList& list, const uint32_t* operation) {
    struct Executing {
        explicit Executing(Context& context) : m_context(context), m_vertices(context.m_vertices) {
            m_context.useVertices(m_context.m_immediate.get());
        }
        ~Executing() { m_context.useVertices(m_vertices); }
        Context& m_context;
        VertexAssembly* const m_vertices;
    };
    const Executing executing(*this);
    runListOperation(list, operation);
}

// --- Calling

void Context::drawListRuns(const ListRuns& runs) {
    ListMemory& memory = *runs.place.memory;
    if (m_drawnMemory != runs.place.memory) {
        forgetGivenArrays();
        m_drawnMemory = runs.place.memory;
    }
    if (m_recheck & kRecheckProgram) {
        resolveProgram();
        shownStateChanged(kShownAll);
    }
    const bool merged = runs.indexCount != 0 && mayMergeRuns() &&
                        m_state.provokingVertex == GL_LAST_VERTEX_CONVENTION;
    if (!merged) {
        std::vector<uint32_t> indices;
        return drawRuns(memory.arrays, runs.place.firstVertex, runs.runs, indices);
    }
    const RestartOff noRestart(*this);
    if (prepareDrawOf(memory.arrays, runs.mode)) {
        const size_t offset_B = runs.place.firstIndex * sizeof(uint32_t);
        submitDraw({.mode = runs.mode,
                    .count = GLsizei(runs.indexCount),
                    .indexType = GL_UNSIGNED_INT,
                    .indices = reinterpret_cast<const void*>(offset_B),
                    .baseVertex = GLint(runs.place.firstVertex)});
    }
}

/// Opcode, length, arguments.
void Context::runListOperation(const DisplayList& list, const uint32_t* operation) {
    const auto op = ListOp(operation[0]);
    ListArguments arguments(operation + 2);
    switch (op) {
    case ListOp::DrawRuns:
        if (settleVertices()) {
            drawListRuns(list.runs[arguments.take<uint32_t>()]);
        }
        return;
    case ListOp::DrawNothing:
        (void)settleVertices();
        return;
    case ListOp::SetValue: {
        const auto array = arguments.take<uint32_t>();
        const auto size = int(arguments.take<uint32_t>());
        return m_immediate->setValue(array, size, arguments.take<CurrentAttrib>());
    }
    case ListOp::Vertex: {
        const auto size = int(arguments.take<uint32_t>());
        return m_immediate->addVertex(size, arguments.take<CurrentAttrib>());
    }
    case ListOp::Begin:
        return m_immediate->begin(arguments.take<uint32_t>());
    case ListOp::End:
        return m_immediate->end();
    case ListOp::Error:
        return setError(arguments.take<GLenum>(), "a command of a display list");
    default:
        return runListCommand(*this, op, arguments);
    }
}

void Context::runList(GLuint name) {
    const Ref<DisplayList> list = m_group->lists.find(name);
    if (!list || m_listNesting == kMaxListNesting) {
        return;
    }
    struct Nesting {
        explicit Nesting(int& depth) : m_depth(depth) { ++m_depth; }
        ~Nesting() { --m_depth; }
        int& m_depth;
    };
    const Nesting nesting(m_listNesting);
    const uint32_t* const words = list->words.data();
    for (size_t at = 0; at < list->words.size(); at += words[at + 1]) {
        runListOperation(*list, words + at);
    }
}

/// A core profile finds lists of contexts that it shares objects with.
void Context::callList(GLuint list) {
    if (!m_immediate) {
        return setError(GL_INVALID_OPERATION, "the context has no display lists");
    }
    runList(list);
}

void Context::callLists(GLsizei n, GLenum type, const void* lists) {
    if (!m_immediate) {
        return setError(GL_INVALID_OPERATION, "the context has no display lists");
    }
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "{} lists", n);
    }
    if (listSize_B(type) == 0) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a type of list names", type);
    }
    const GLuint base = m_compat->listBase;
    for (GLsizei i = 0; i < n; ++i) {
        runList(base + *listOffset(type, lists, size_t(i)));
    }
}

} // namespace gl
