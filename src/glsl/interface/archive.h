// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Values to bytes and back. Internal to src/glsl.
#pragma once

#include "glsl/language/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace glsl {

class Writer {
public:
    static constexpr bool kReads = false;

    void bytes(const void* data, size_t size_B) {
        const auto* from = static_cast<const std::byte*>(data);
        m_bytes.insert(m_bytes.end(), from, from + size_B);
    }
    [[nodiscard]] static uint64_t limit(uint64_t count) { return count; }
    static void descend() {}
    static void ascend() {}
    [[nodiscard]] std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    std::vector<std::byte> m_bytes;
};

/// Gives zeros beyond the end, and says so.
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
    /// A count of things that take a byte each at least: no more than there are bytes.
    uint64_t limit(uint64_t count) {
        m_failed |= count > m_bytes.size();
        return m_failed ? 0 : count;
    }
    /// Around what may hold more of its kind: fails, and gives nothing more, where that goes deeper
    /// than any shader's types.
    void descend() {
        if (++m_depth > kMostDepth) {
            m_failed = true;
            m_bytes = {};
        }
    }
    void ascend() { --m_depth; }
    [[nodiscard]] bool failed() const { return m_failed; }
    [[nodiscard]] bool complete() const { return !m_failed && m_bytes.empty(); }

private:
    static constexpr int kMostDepth = 256;

    std::span<const std::byte> m_bytes;
    int m_depth = 0;
    bool m_failed = false;
};

/// transfer(archive, value) writes the value or reads it, so that the two cannot differ. Structs
/// name their members where they are transferred.

template <class Archive, class T>
    requires((std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || std::is_enum_v<T>)
void transfer(Archive& archive, T& value) {
    archive.bytes(&value, sizeof value);
}

/// Any byte makes a bool.
template <class Archive>
void transfer(Archive& archive, bool& value) {
    uint8_t byte = value ? 1 : 0;
    archive.bytes(&byte, sizeof byte);
    value = byte != 0;
}

template <class Archive, class... Members>
void transferAll(Archive& archive, Members&... members) {
    (transfer(archive, members), ...);
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

/// Element by element, so that damaged sizes cost no more memory than there are bytes for.
template <class Archive, class T>
void transfer(Archive& archive, std::vector<T>& values) {
    const uint64_t size = transferSize(archive, values.size());
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::byte>) {
        values.resize(archive.limit(size * sizeof(T)) / sizeof(T));
        archive.bytes(values.data(), values.size() * sizeof(T));
    } else if constexpr (Archive::kReads) {
        values.clear();
        for (uint64_t i = 0; i < size && !archive.failed(); ++i) {
            transfer(archive, values.emplace_back());
        }
    } else {
        for (T& value : values) {
            transfer(archive, value);
        }
    }
}

template <class Archive, class T, size_t N>
void transfer(Archive& archive, std::array<T, N>& values) {
    for (T& value : values) {
        transfer(archive, value);
    }
}

template <class Archive, class A, class B>
void transfer(Archive& archive, std::pair<A, B>& values) {
    transferAll(archive, values.first, values.second);
}

template <class Archive>
void transfer(Archive& archive, std::set<std::string>& values) {
    std::vector<std::string> list(values.begin(), values.end());
    transfer(archive, list);
    values = {list.begin(), list.end()};
}

template <class Archive, class T>
void transfer(Archive& archive, std::map<std::string, T>& values) {
    std::vector<std::pair<std::string, T>> list(values.begin(), values.end());
    transfer(archive, list);
    values = {list.begin(), list.end()};
}

} // namespace glsl
