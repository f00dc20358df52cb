// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/shader_file.h"

#include "glsl/interface.h"

#include <cstring>
#include <type_traits>

namespace glsl {

namespace {

class Writer {
public:
    static constexpr bool kReads = false;

    void bytes(const void* data, size_t size_B) {
        const auto* from = static_cast<const std::byte*>(data);
        m_bytes.insert(m_bytes.end(), from, from + size_B);
    }
    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    std::vector<std::byte> m_bytes;
};

// Gives zeros beyond the end, and says so.
class Reader {
public:
    static constexpr bool kReads = true;

    explicit Reader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    void bytes(void* data, size_t size_B) {
        if (size_B > m_bytes.size()) {
            m_failed = true;
            m_bytes = {};
            std::memset(data, 0, size_B);
        } else if (size_B > 0) {
            std::memcpy(data, m_bytes.data(), size_B);
            m_bytes = m_bytes.subspan(size_B);
        }
    }
    // A count of things that take a byte each at least: no more than there are bytes.
    uint64_t limit(uint64_t count) {
        m_failed |= count > m_bytes.size();
        return m_failed ? 0 : count;
    }
    bool complete() const { return !m_failed && m_bytes.empty(); }

private:
    std::span<const std::byte> m_bytes;
    bool m_failed = false;
};

// transfer(archive, value) writes the value or reads it, so that the two cannot differ. Structs
// name their members below.

template <class Archive, class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
void transfer(Archive& archive, T& value) {
    archive.bytes(&value, sizeof value);
}

template <class Archive, class... Members>
void transferAll(Archive& archive, Members&... members) {
    (transfer(archive, members), ...);
}

template <class Archive>
void transfer(Archive& archive, Qualifiers& qualifiers) {
    transferAll(archive,
                qualifiers.location,
                qualifiers.invariant,
                qualifiers.flat,
                qualifiers.noperspective,
                qualifiers.centroid,
                qualifiers.sample,
                qualifiers.patch);
}

template <class Archive>
void transfer(Archive& archive, GeometryFacts& facts) {
    transferAll(
        archive, facts.inputPrimitive, facts.outputPrimitive, facts.maxVertices, facts.invocations);
}

template <class Archive>
void transfer(Archive& archive, TessellationFacts& facts) {
    transferAll(archive,
                facts.patchVertices,
                facts.mode,
                facts.spacing,
                facts.vertexOrder,
                facts.pointMode);
}

template <class Archive>
uint64_t transferSize(Archive& archive, uint64_t size) {
    archive.bytes(&size, sizeof size);
    if constexpr (Archive::kReads) {
        size = archive.limit(size);
    }
    return size;
}

template <class Archive>
void transfer(Archive& archive, std::string& text) {
    text.resize(transferSize(archive, text.size()));
    archive.bytes(text.data(), text.size());
}

template <class Archive>
void transfer(Archive& archive, Type& type);
template <class Archive>
void transfer(Archive& archive, Type::Member& member);
template <class Archive>
void transfer(Archive& archive, Global& global);
template <class Archive>
void transfer(Archive& archive, SubroutineFunction& function);
template <class Archive>
void transfer(Archive& archive, SubroutineVariable& variable);

template <class Archive, class T>
void transfer(Archive& archive, std::vector<T>& values) {
    values.resize(transferSize(archive, values.size()));
    if constexpr (std::is_trivially_copyable_v<T>) {
        archive.bytes(values.data(), values.size() * sizeof(T));
    } else {
        for (T& value : values) {
            transfer(archive, value);
        }
    }
}

template <class Archive>
void transfer(Archive& archive, std::set<std::string>& values) {
    std::vector<std::string> list(values.begin(), values.end());
    transfer(archive, list);
    values = {list.begin(), list.end()};
}

template <class Archive>
void transfer(Archive& archive, std::map<std::string, std::string>& values) {
    std::vector<std::string> list;
    for (const auto& [key, value] : values) {
        list.insert(list.end(), {key, value});
    }
    transfer(archive, list);
    values.clear();
    for (size_t i = 0; i + 1 < list.size(); i += 2) {
        values.emplace(list[i], list[i + 1]);
    }
}

template <class Archive>
void transfer(Archive& archive, Type& type) {
    transferAll(archive, type.glType, type.structName, type.members, type.dims, type.precision);
}

template <class Archive>
void transfer(Archive& archive, Type::Member& member) {
    transferAll(archive,
                member.name,
                member.type,
                member.qualifiers,
                member.offset_B,
                member.arrayStride_B,
                member.matrixStride_B,
                member.rowMajor);
}

template <class Archive>
void transfer(Archive& archive, SubroutineFunction& function) {
    transferAll(archive, function.name, function.index, function.types);
}

template <class Archive>
void transfer(Archive& archive, SubroutineVariable& variable) {
    transferAll(archive,
                variable.name,
                variable.type,
                variable.location,
                variable.arraySize,
                variable.isArray);
}

template <class Archive>
void transfer(Archive& archive, Global& global) {
    transferAll(archive,
                static_cast<Qualifiers&>(global),
                global.name,
                global.storage,
                global.type,
                global.isBlock,
                global.instanceName,
                global.blockSize_B,
                global.packing,
                global.binding,
                global.index,
                global.stream,
                global.initialValue);
}

// All but the options, which whoever reads has.
template <class Archive>
void transfer(Archive& archive, ShaderInterface& shader) {
    transferAll(archive,
                shader.ok,
                shader.log,
                shader.version,
                shader.es,
                shader.hasMain,
                shader.linkError,
                shader.needsPartner,
                shader.globals,
                shader.hidden,
                shader.hoisted,
                shader.namedUniforms,
                shader.geometry,
                shader.tessellation,
                shader.subroutines,
                shader.subroutineVariables,
                shader.writesPointSize,
                shader.usesClipDistance,
                shader.writesPosition,
                shader.invariantAll,
                shader.invariantBuiltins,
                shader.rewritten,
                shader.spirv);
}

} // namespace

std::vector<std::byte> writeShader(const CompiledShader& shader) {
    ShaderInterface copy = shader.interface();
    Writer writer;
    transfer(writer, copy);
    return writer.take();
}

std::shared_ptr<const CompiledShader> readShader(const CompileOptions& options,
                                                 std::span<const std::byte> bytes) {
    auto shader = std::make_unique<ShaderInterface>();
    Reader reader(bytes);
    transfer(reader, *shader);
    if (!reader.complete()) {
        return nullptr;
    }
    shader->options = effective(options);
    return std::make_shared<const CompiledShader>(std::move(shader));
}

} // namespace glsl
