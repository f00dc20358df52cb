// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Damaged entries of the cache on disk. A file that is not what was written is not there; a value
// that is not what its maker wrote, behind a checksum that is right, is read by its reader and
// refused, or gives a shader whose code is valid. Archives from elsewhere, as they are and with
// checksums made right. An input is a byte that says which, and the file, the value or the archive.

#include "damage.h"
#include "target.h"

#include "glsl/compile/shader_file.h"
#include "glsl/interface/interface.h"
#include "spirv/text.h"
#include "store/archive.h"
#include "store/store.h"
#include "store/temporary_directory.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace fuzz {

namespace {

enum class Part : uint8_t { File, Vertex, Fragment, Archive, SealedArchive, Count };

constexpr const char* kVertex =
    "#version 300 es\n"
    "in vec4 position; in mat3 turn; uniform vec4 list[7]; uniform mat4 matrix; uniform int at;\n"
    "layout(std140) uniform Block { vec4 a[9]; mat3 b; } block; out vec4 color; flat out ivec2 i;\n"
    "struct S { float f; vec3 v[2]; }; uniform S s[3]; uniform sampler2D image;\n"
    "void main() { color = list[at] + block.a[at & 7] + vec4(s[1].v[0], s[2].f);\n"
    "i = ivec2(gl_VertexID); gl_Position = matrix * position + vec4(turn * block.b[1], 0.0)\n"
    "+ textureLod(image, position.xy, 0.0); }";
constexpr const char* kFragment =
    "#version 300 es\n"
    "precision highp float; precision highp int; in vec4 color; flat in ivec2 i;\n"
    "uniform sampler2D images[3]; uniform highp usamplerCube numbers; uniform vec4 list[7];\n"
    "layout(location = 0) out vec4 a; layout(location = 1) out uvec4 b;\n"
    "void main() { if (color.x > 2.0) discard; a = texture(images[1], color.xy) * list[i.x & 3];\n"
    "b = texture(numbers, color.xyz); }";

glsl::CompileOptions optionsOf(Part part) {
    glsl::CompileOptions options;
    options.stage = part == Part::Vertex ? glsl::Stage::Vertex : glsl::Stage::Fragment;
    options.api = glsl::Api::ES;
    options.maxVersion = 300;
    return options;
}

/// Compiled once.
std::shared_ptr<const glsl::CompiledShader> good(Part part) {
    const auto make = [](Part part) {
        return glsl::compile(optionsOf(part), part == Part::Vertex ? kVertex : kFragment);
    };
    static const std::shared_ptr<const glsl::CompiledShader> shaders[] = {make(Part::Vertex),
                                                                          make(Part::Fragment)};
    return shaders[part == Part::Fragment];
}

/// A store that has one entry.
class OneEntry {
public:
    OneEntry() : m_store(m_directory.path(), store::kDefaultMaxSize_B) {}

    void put(std::span<const std::byte> value) { m_store.put(m_key, value); }
    std::optional<Bytes> get() const { return m_store.get(m_key); }
    /// Where put() left it. Empty: there is none.
    std::filesystem::path path() const {
        for (const auto& entry : std::filesystem::directory_iterator(m_directory.path())) {
            if (entry.path().extension() == ".entry") {
                return entry.path();
            }
        }
        return {};
    }

private:
    const store::TemporaryDirectory m_directory;
    store::Store m_store;
    const store::Key m_key = store::KeyBuilder("fuzz").finish();
};

Bytes valueOfFiles() {
    return glsl::writeShader(*good(Part::Fragment));
}

Bytes readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    Bytes bytes(content.size());
    std::ranges::transform(content, bytes.begin(), [](char c) { return std::byte(c); });
    return bytes;
}

Bytes inputOf(Part part, const Bytes& bytes) {
    Bytes input{std::byte(part)};
    input.insert(input.end(), bytes.begin(), bytes.end());
    return input;
}

Bytes goodArchive() {
    Bytes bytes;
    store::ArchiveWriter writer([&](std::span<const std::byte> more) {
        bytes.insert(bytes.end(), more.begin(), more.end());
        return true;
    });
    for (uint64_t i = 0; i < 3; ++i) {
        store::Entry entry;
        entry.head.key = store::KeyBuilder("fuzz-archive").addValue(i).finish();
        entry.head.kind = store::Kind(1 + i);
        entry.origin = {base::digestOf("somewhere"), std::string(i * 9, 'd')};
        entry.value = Bytes(i * 100, std::byte(i));
        writer.add(entry);
    }
    if (!writer.finish()) {
        fail("an archive could not be written");
    }
    return bytes;
}

std::vector<Bytes> seeds() {
    OneEntry entry;
    entry.put(valueOfFiles());
    return {inputOf(Part::Archive, goodArchive()),
            inputOf(Part::SealedArchive, goodArchive()),
            inputOf(Part::File, readFile(entry.path())),
            inputOf(Part::Vertex, glsl::writeShader(*good(Part::Vertex))),
            inputOf(Part::Fragment, glsl::writeShader(*good(Part::Fragment)))};
}

bool runFile(OneEntry& entry, std::span<const std::byte> bytes) {
    static const Bytes whole = valueOfFiles();
    entry.put(whole);
    {
        // In its place, as what damages files has it: owner and mode stay.
        std::ofstream file(entry.path(), std::ios::binary | std::ios::trunc);
        file.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
    }
    const std::optional<Bytes> found = entry.get();
    if (found && *found != whole) {
        fail("a damaged file was believed");
    }
    return found.has_value();
}

bool runShader(OneEntry& entry, Part part, std::span<const std::byte> bytes) {
    entry.put(bytes);
    const std::optional<Bytes> found = entry.get();
    if (!found || !std::ranges::equal(*found, bytes)) {
        fail("what was kept is not what is found");
    }
    const auto shader = glsl::readShader(optionsOf(part), *found);
    if (!shader || !shader->ok()) {
        return false;
    }
    const std::vector<uint32_t>& code = shader->interface().spirv;
    if (!code.empty() && !spirv::validateUnlinked(code).empty()) {
        fail("code that is not valid was taken");
    }
    return true;
}

/// Makes the checksums of its entries those of what it holds, as far as it can be followed.
Bytes sealed(std::span<const std::byte> archive) {
    constexpr size_t kStart_B = 16;
    Bytes bytes(archive.begin(), archive.end());
    size_t at = kStart_B;
    while (at + store::kHeadSize_B <= bytes.size()) {
        store::HeadBytes raw;
        std::copy_n(bytes.begin() + ptrdiff_t(at), raw.size(), raw.begin());
        const std::optional<store::Head> head = store::parseHead(raw);
        if (!head || head->entry_B() > bytes.size() - at) {
            break;
        }
        const auto body = std::span(bytes).subspan(at + raw.size(), head->body_B());
        std::ranges::copy(
            store::writeHead(
                head->key, head->kind, body.first(head->value_B), body.subspan(head->value_B)),
            bytes.begin() + ptrdiff_t(at));
        at += head->entry_B();
    }
    return bytes;
}

/// Whatever is taken of it is found as it was in it.
bool runArchive(std::span<const std::byte> archive) {
    static const store::TemporaryDirectory directory;
    store::Store cache(directory.path(), store::kDefaultMaxSize_B);
    size_t left_B = archive.size();
    store::ArchiveReader reader([&](std::span<std::byte> to) {
        const size_t size_B = std::min(to.size(), left_B);
        std::ranges::copy(archive.last(left_B).first(size_B), to.begin());
        left_B -= size_B;
        return size_B;
    });
    while (true) {
        const auto next = reader.next();
        if (!next || !*next) {
            cache.clear();
            return next.ok();
        }
        const store::Entry& entry = (*next)->entry;
        if ((*next)->damaged) {
            continue;
        }
        if (entry.value.size() != entry.head.value_B ||
            entry.origin.name.size() > store::Origin::kLongestName_B + sizeof(base::Digest)) {
            fail("an entry of an archive is not of its head's size");
        }
        if (cache.import(entry) && cache.get(entry.head.key, entry.head.kind) != entry.value) {
            fail("what was imported is not what is found");
        }
    }
}

Bytes damage(Bytes input, const Bytes& other, Random& random) {
    if (input.empty()) {
        return other;
    }
    const std::byte part = input.front();
    Bytes changed = damageBytes({input.begin() + 1, input.end()}, other, random);
    changed.insert(changed.begin(), part);
    return changed;
}

bool run(std::span<const std::byte> input) {
    static OneEntry entry;
    if (input.empty() || uint8_t(input.front()) >= uint8_t(Part::Count)) {
        return false;
    }
    const auto part = Part(input.front());
    const auto rest = input.subspan(1);
    switch (part) {
    case Part::File:
        return runFile(entry, rest);
    case Part::Archive:
        return runArchive(rest);
    case Part::SealedArchive:
        return runArchive(sealed(rest));
    default:
        return runShader(entry, part, rest);
    }
}

} // namespace

const Target kTarget{seeds, damage, run};

} // namespace fuzz
