// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/program_binary.h"

#include "base/digest.h"
#include "base/hash.h"
#include "base/library_id.h"
#include "glsl/link/program_file.h"

#include <cstring>
#include <string>

namespace gl {

namespace {

/// In front of what glsl::writeProgram() gives.
struct Header {
    std::array<char, 8> magic{'g', 'l', 'i', 's', 's', 'p', 'r', '2'};
    base::Digest maker; ///< Of the build and the device.
    base::Checksum checksum;
    uint64_t size_B = 0; ///< Of what follows.
};
static_assert(std::has_unique_object_representations_v<Header>);

base::Digest makerOf(std::string_view identity) {
    std::string maker = GLISSADE_VERSION "\n";
    const std::vector<std::byte>& library = base::libraryId();
    maker.append(reinterpret_cast<const char*>(library.data()), library.size());
    maker += identity;
    return base::digestOf(maker);
}

} // namespace

std::vector<std::byte> sealProgramBinary(std::span<const std::byte> content,
                                         std::string_view identity) {
    Header header;
    header.maker = makerOf(identity);
    header.checksum = base::checksumOf(content);
    header.size_B = content.size();
    std::vector<std::byte> bytes(sizeof header + content.size());
    std::memcpy(bytes.data(), &header, sizeof header);
    if (!content.empty()) {
        std::memcpy(bytes.data() + sizeof header, content.data(), content.size());
    }
    return bytes;
}

std::vector<std::byte> writeProgramBinary(const glsl::LinkedProgram& program,
                                          std::string_view identity) {
    return sealProgramBinary(glsl::writeProgram(program), identity);
}

std::shared_ptr<const glsl::LinkedProgram> readProgramBinary(std::span<const std::byte> bytes,
                                                             std::string_view identity,
                                                             const glsl::Limits& limits) {
    Header header;
    if (bytes.size() < sizeof header) {
        return nullptr;
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    // Bytes after the content do no harm: applications may keep binaries in larger pieces.
    const std::span<const std::byte> rest = bytes.subspan(sizeof header);
    if (header.magic != Header{}.magic || !(header.maker == makerOf(identity)) ||
        header.size_B > rest.size()) {
        return nullptr;
    }
    const std::span<const std::byte> content = rest.first(size_t(header.size_B));
    return base::checksumOf(content) == header.checksum ? glsl::readProgram(content, limits)
                                                        : nullptr;
}

} // namespace gl
