// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/list_compiler.h"

#include "base/bits.h"
#include "gl/context/context.h"

#include <algorithm>

namespace gl {

namespace {

constexpr uint32_t kNullArray = ~0u;
constexpr size_t kFirstVertices = 64;

} // namespace

ListCompiler::ListCompiler(Context& context, GLuint name, bool executes)
    : m_context(context), m_executes(executes), m_list(new DisplayList(name)) {}

// --- Words

void ListCompiler::appendBytes(const void* data, size_t size_B) {
    auto& words = m_list->words;
    const size_t at = words.size();
    words.resize(at + (size_B + sizeof(uint32_t) - 1) / sizeof(uint32_t));
    std::memcpy(words.data() + at, data, size_B);
}

/// Elements begin at even words, for doubles.
void ListCompiler::appendArray(const KeptArray& array) {
    auto& words = m_list->words;
    words.push_back(array.data ? uint32_t(array.size_B) : kNullArray);
    if (array.data) {
        words.resize((words.size() + 1) / 2 * 2);
        appendBytes(array.data, array.size_B);
    }
}

const void* ListArguments::takeArray() {
    const uint32_t size_B = *m_at++;
    if (size_B == kNullArray) {
        return nullptr;
    }
    m_at += reinterpret_cast<uintptr_t>(m_at) / sizeof(uint32_t) % 2;
    const void* const data = m_at;
    m_at += (size_B + sizeof(uint32_t) - 1) / sizeof(uint32_t);
    return data;
}

void ListCompiler::execute(size_t start) {
    m_context.executeCompiled(*m_list, m_list->words.data() + start);
}

// --- Values

void ListCompiler::recordValue(unsigned array, int size, const CurrentAttrib& value) {
    m_known |= 1u << array;
    m_values[array] = value;
    append(ListOp::SetValue, uint32_t(array), uint32_t(size), value);
}

void ListCompiler::setValue(unsigned array, int size, const CurrentAttrib& value) {
    const uint32_t count = collected();
    if (!m_loose && (m_inPrimitive || count != 0)) {
        const VertexLayout::Field& field = m_layout.fields[array];
        const bool known = m_layout.has(array) || count == 0 || (m_known >> array & 1);
        if (known) {
            if (!m_layout.has(array) && count != 0 && m_values[array] == value) {
                return;
            }
            if (field.size < size || field.kind != value.kind) {
                grow(array, value.kind, size, m_values[array]);
            }
            setTemplate(array, value);
            m_changed |= 1u << array;
            return;
        }
        if (m_inPrimitive && count > m_primitive) {
            loosen();
        } else if (m_inPrimitive) { // Its vertices can do without those before.
            closeRuns(count);
            return setValue(array, size, value);
        } else {
            closePrimitives();
        }
    }
    recordValue(array, size, value);
}

/// `before` is what the vertices have that there are.
void ListCompiler::grow(unsigned array, Kind kind, int size, const CurrentAttrib& before) {
    const uint32_t count = collected();
    const std::vector<uint32_t> old(m_start, m_next);
    const VertexLayout oldLayout = m_layout;
    VertexLayout layout = m_layout;
    layout.add(array, kind, size);
    takeLayout(layout);
    if (!oldLayout.has(array) && count != 0) {
        setTemplate(array, before);
    }
    m_next = m_start;
    m_room = 0;
    makeRoom(count);
    for (uint32_t i = 0; i < count; ++i) {
        std::memcpy(m_next, m_template.data(), layout.stride_words * sizeof(uint32_t));
        convertVertex(oldLayout, old.data() + i * oldLayout.stride_words, layout, m_next);
        m_next += layout.stride_words;
        --m_room;
    }
}

/// Room behind what was collected for so many vertices, or twice of what there is.
void ListCompiler::makeRoom(size_t vertices) {
    const size_t stride = m_layout.stride_words;
    const size_t used = size_t(m_next - m_start);
    const size_t wanted = used + std::max({vertices * stride, used, kFirstVertices * stride});
    if (m_vertices.size() < wanted + kStep_words) {
        m_vertices.resize(wanted + kStep_words);
        m_start = m_vertices.data();
        m_next = m_start + used;
    }
    m_room = uint32_t((m_vertices.size() - kStep_words - used) / stride);
}

/// The values of the template, which are current when the vertices have been drawn.
void ListCompiler::keepValues() {
    base::forEachBit(std::exchange(m_changed, 0), [&](unsigned array) {
        const VertexLayout::Field& field = m_layout.fields[array];
        recordValue(array, field.size, loadField(m_template.data(), field));
    });
}

// --- Primitives

void ListCompiler::begin(GLenum mode) {
    if (m_inPrimitive || mode > GL_PATCHES) { // Errors when called.
        return record(ListOp::Begin, uint32_t(mode));
    }
    m_mode = mode;
    m_inPrimitive = true;
    m_loose = false;
    m_primitive = collected();
    if (m_layout.stride_words != 0) {
        makeRoom(0);
    }
}

void ListCompiler::addVertex(int size, const CurrentAttrib& position) {
    if (!m_inPrimitive || m_loose) { // Between glBegin and glEnd of whoever calls the list.
        closePrimitives();
        return append(ListOp::Vertex, uint32_t(size), position);
    }
    const VertexLayout::Field& field = m_layout.fields[kArrayVertex];
    if (field.size < size || field.kind != position.kind) {
        grow(kArrayVertex, position.kind, size, {});
    }
    if (m_room == 0) {
        makeRoom(0);
    }
    setTemplate(kArrayVertex, position);
    emit();
}

void ListCompiler::end() {
    if (!m_inPrimitive || m_loose) {
        m_inPrimitive = false;
        closePrimitives();
        m_loose = false;
        return append(ListOp::End);
    }
    uint32_t count = collected() - m_primitive;
    // Whatever a patch is when the list is called.
    const uint32_t each = m_mode == GL_PATCHES ? 0 : verticesEach(m_mode, 0);
    if (each != 0) {
        m_next -= count % each * m_layout.stride_words;
        count -= count % each;
    }
    appendRun(m_runs, {m_mode, m_primitive, count}, each != 0);
    m_inPrimitive = false;
    m_room = 0;
    if (collected() == 0) {
        closePrimitives();
        append(ListOp::DrawNothing);
    }
}

/// The list goes on with something else.
void ListCompiler::closePrimitives() {
    if (m_loose) {
        return;
    }
    if (m_inPrimitive) {
        return loosen();
    }
    closeRuns(collected());
}

/// Makes the runs, which are over so many vertices, part of the list. A primitive that has begun
/// stays, without vertices.
void ListCompiler::closeRuns(uint32_t vertices) {
    const std::vector<PrimitiveRun> runs = std::move(m_runs);
    m_runs.clear();
    for (std::span<const PrimitiveRun> rest = runs; !rest.empty();) {
        const auto group = rest.first(runsOfOneKind(rest));
        rest = rest.subspan(group.size());
        storeRuns(group);
    }
    keepValues();
    if (collected() == vertices) {
        m_next = m_start;
        m_primitive = 0;
        m_room = 0;
        takeLayout({});
    }
}

void ListCompiler::storeRuns(std::span<const PrimitiveRun> runs) {
    const uint32_t first = runs.front().first;
    const uint32_t last = runs.back().first + runs.back().count;
    const size_t stride = m_layout.stride_words;
    m_indices.clear();
    ListRuns kept;
    kept.mode = runs.front().mode;
    if (const auto basic = basicMode(kept.mode);
        basic && (runs.size() > 1 || kept.mode > GL_TRIANGLE_FAN)) {
        kept.mode = *basic;
        appendIndices(runs, first, false, m_indices);
    }
    kept.indexCount = uint32_t(m_indices.size());
    for (PrimitiveRun run : runs) {
        run.first -= first;
        kept.runs.push_back(run);
    }
    kept.place = m_context.group().listVertices.store(
        m_context.backend(),
        m_layout,
        std::span(m_start + first * stride, m_start + last * stride),
        m_indices);
    m_list->runs.push_back(std::move(kept));
    append(ListOp::DrawRuns, uint32_t(m_list->runs.size() - 1));
}

/// From here on, the primitive is what its commands are.
void ListCompiler::loosen() {
    const uint32_t count = collected();
    const uint32_t first = m_primitive;
    const uint32_t changed = std::exchange(m_changed, 0);
    const VertexLayout layout = m_layout;
    const auto last = m_template;
    const size_t stride = layout.stride_words;
    const std::vector<uint32_t> vertices(m_start + first * stride, m_next);
    closeRuns(first);
    m_next = m_start;
    m_primitive = 0;
    m_room = 0;
    takeLayout({});
    m_loose = true;
    append(ListOp::Begin, uint32_t(m_mode));
    const auto recordValues = [&](const uint32_t* of, const uint32_t* before) {
        base::forEachBit(layout.arrays & ~(1u << kArrayVertex), [&](unsigned array) {
            const VertexLayout::Field& field = layout.fields[array];
            const CurrentAttrib value = loadField(of, field);
            if (!before || !(value == loadField(before, field))) {
                recordValue(array, field.size, value);
            }
        });
    };
    const uint32_t* before = nullptr;
    for (uint32_t i = 0; i < count - first; ++i) {
        const uint32_t* const vertex = vertices.data() + i * stride;
        recordValues(vertex, before);
        const VertexLayout::Field& field = layout.fields[kArrayVertex];
        append(ListOp::Vertex, uint32_t(field.size), loadField(vertex, field));
        before = vertex;
    }
    if (changed != 0) {
        recordValues(last.data(), before);
    }
}

bool ListCompiler::settle() {
    if (!m_executes) {
        return true;
    }
    if (m_inPrimitive) {
        m_context.setError(GL_INVALID_OPERATION, "not allowed between glBegin and glEnd");
        return false;
    }
    closePrimitives();
    return true;
}

Ref<DisplayList> ListCompiler::finish() {
    closePrimitives();
    m_list->words.shrink_to_fit();
    m_list->runs.shrink_to_fit();
    return m_list;
}

} // namespace gl
