// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/stage/stage_file.h"

#include "base/hash.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace cpu::stage {

namespace {

constexpr char kMagic[8] = {'G', 'L', 'I', 'S', 'C', 'P', 'U', '3'};
/// Beyond what the device's limits allow for a workgroup.
constexpr uint32_t kMostMemory_B = 1u << 30;
constexpr uint32_t kVaryingSlots = 4 * kMaxLocations;
/// A slot is captured once.
constexpr uint32_t kMostCaptures = kMaxVertexSlots;

/// Followed by what is known of the stage, the sites' ops, 32 bits each, and the object.
struct Header {
    char magic[8];
    base::Checksum checksum; ///< Of all that follows it.
    uint32_t abiVersion;
    uint32_t stage;
    uint32_t siteCount;
    uint32_t frames_B;
    uint64_t copied;
    uint64_t object_B;
};
static_assert(sizeof(Header) == 56);
constexpr size_t kChecked_B = offsetof(Header, abiVersion);

/// The interfaces of the stages, as they lie in files: without holes.
struct ComputeFacts {
    static constexpr uint32_t kStage = 0;
    std::array<uint32_t, 3> workgroupSize;
    uint32_t workgroupMemory_B;
};
struct OutputFacts {
    uint32_t slotCount;
    uint32_t captureCount;
    std::array<uint32_t, shader::kMaxCaptureBuffers> captureStrides_B;
    uint8_t writesPointSize;
    uint8_t writesLayer;
    uint8_t writesViewportIndex;
    uint8_t writesPrimitiveId;
    uint8_t clipDistances;
    uint8_t cullDistances;
    uint8_t writesMemory;
    uint8_t pad;
    std::array<uint8_t, kMaxLocations> varyingComponents;
    std::array<shader::Capture, kMostCaptures> captures;
};
struct CellFacts {
    uint32_t vertexCount, patchCount;
    uint32_t size_B;
    std::array<shader::Cell, shader::kMaxCells> vertices, patch;
};
struct ModeFacts {
    TessellationModes::Domain domain;
    TessellationModes::Spacing spacing;
    TessellationModes::Order order;
    uint8_t points;
    uint32_t outputVertices;
};
struct VertexFacts {
    static constexpr uint32_t kStage = 1;
    uint32_t attributesUsed;
    OutputFacts outputs;
};
struct ControlFacts {
    static constexpr uint32_t kStage = 3;
    ModeFacts modes;
    uint32_t writesMemory;
    CellFacts inputs, outputs;
};
struct EvaluationFacts {
    static constexpr uint32_t kStage = 4;
    ModeFacts modes;
    CellFacts inputs;
    OutputFacts outputs;
};
struct GeometryFacts {
    static constexpr uint32_t kStage = 5;
    uint32_t inputVertices;
    uint32_t outputCorners;
    uint32_t maxVertices;
    uint32_t invocations;
    CellFacts inputs;
    OutputFacts outputs;
};
struct FragmentFacts {
    static constexpr uint32_t kStage = 2;
    uint32_t varyingCount;
    uint8_t colorsWritten;
    uint8_t writesSecondColor;
    uint8_t writesDepth;
    uint8_t writesStencil;
    uint8_t writesSampleMask;
    uint8_t readsPointCoord;
    uint8_t readsClipDistance;
    uint8_t discards;
    uint8_t writesMemory;
    uint8_t earlyTests;
    uint8_t perSample;
    uint8_t readsInputAttachments;
    std::array<Interpolation, kVaryingSlots> varyings;
};
static_assert(std::has_unique_object_representations_v<ComputeFacts> &&
              std::has_unique_object_representations_v<VertexFacts> &&
              std::has_unique_object_representations_v<ControlFacts> &&
              std::has_unique_object_representations_v<EvaluationFacts> &&
              std::has_unique_object_representations_v<GeometryFacts> &&
              std::has_unique_object_representations_v<FragmentFacts>);

ComputeFacts factsOf(const shader::ComputeImage& image) {
    return {image.workgroupSize, image.workgroupMemory_B};
}

OutputFacts outputFactsOf(const shader::VertexOutputImage& image) {
    OutputFacts facts = {image.slotCount,
                         uint32_t(std::min<size_t>(image.captures.size(), kMostCaptures)),
                         image.captureStrides_B,
                         image.writesPointSize,
                         image.writesLayer,
                         image.writesViewportIndex,
                         image.writesPrimitiveId,
                         image.clipDistances,
                         image.cullDistances,
                         image.writesMemory,
                         {},
                         image.varyingComponents,
                         {}};
    std::copy_n(image.captures.begin(), facts.captureCount, facts.captures.begin());
    return facts;
}

CellFacts cellFactsOf(const shader::Cells& cells) {
    CellFacts facts = {uint32_t(std::min<size_t>(cells.vertices.size(), shader::kMaxCells)),
                       uint32_t(std::min<size_t>(cells.patch.size(), shader::kMaxCells)),
                       cells.size_B,
                       {},
                       {}};
    std::copy_n(cells.vertices.begin(), facts.vertexCount, facts.vertices.begin());
    std::copy_n(cells.patch.begin(), facts.patchCount, facts.patch.begin());
    return facts;
}

ModeFacts modeFactsOf(const TessellationModes& modes) {
    return {modes.domain, modes.spacing, modes.order, modes.points, modes.outputVertices};
}

VertexFacts factsOf(const shader::VertexImage& image) {
    return {image.attributesUsed, outputFactsOf(image)};
}

ControlFacts factsOf(const shader::ControlImage& image) {
    return {modeFactsOf(image.modes),
            image.writesMemory,
            cellFactsOf(image.inputs),
            cellFactsOf(image.outputs)};
}

EvaluationFacts factsOf(const shader::EvaluationImage& image) {
    return {modeFactsOf(image.modes), cellFactsOf(image.inputs), outputFactsOf(image)};
}

GeometryFacts factsOf(const shader::GeometryImage& image) {
    return {image.inputVertices,
            image.outputCorners,
            image.maxVertices,
            image.invocations,
            cellFactsOf(image.inputs),
            outputFactsOf(image)};
}

FragmentFacts factsOf(const shader::FragmentImage& image) {
    FragmentFacts facts = {uint32_t(std::min<size_t>(image.varyings.size(), kVaryingSlots)),
                           image.colorsWritten,
                           image.writesSecondColor,
                           image.writesDepth,
                           image.writesStencil,
                           image.writesSampleMask,
                           image.readsPointCoord,
                           image.readsClipDistance,
                           image.discards,
                           image.writesMemory,
                           image.earlyTests,
                           image.perSample,
                           image.readsInputAttachments,
                           {}};
    for (uint32_t n = 0; n < facts.varyingCount; ++n) {
        facts.varyings[n] = image.varyings[n];
    }
    return facts;
}

bool take(const ComputeFacts& facts, shader::ComputeImage& image) {
    image.workgroupSize = facts.workgroupSize;
    image.workgroupMemory_B = facts.workgroupMemory_B;
    return facts.workgroupMemory_B <= kMostMemory_B;
}

bool take(const OutputFacts& facts, shader::VertexOutputImage& image) {
    const auto isKnown = [&](const shader::Capture& capture) {
        return capture.slot < kMaxVertexSlots && capture.buffer < shader::kMaxCaptureBuffers &&
               capture.stream < kMaxStreams;
    };
    if (facts.captureCount > kMostCaptures || !std::ranges::all_of(facts.captures, isKnown) ||
        facts.slotCount < kFirstVaryingSlot || facts.slotCount > kMaxVertexSlots ||
        facts.clipDistances + facts.cullDistances > int(kMaxClipDistances)) {
        return false;
    }
    image.slotCount = facts.slotCount;
    image.writesPointSize = facts.writesPointSize;
    image.writesLayer = facts.writesLayer;
    image.writesViewportIndex = facts.writesViewportIndex;
    image.writesPrimitiveId = facts.writesPrimitiveId;
    image.clipDistances = facts.clipDistances;
    image.cullDistances = facts.cullDistances;
    image.writesMemory = facts.writesMemory;
    image.varyingComponents = facts.varyingComponents;
    image.captures.assign(facts.captures.begin(), facts.captures.begin() + facts.captureCount);
    image.captureStrides_B = facts.captureStrides_B;
    return true;
}

bool take(const CellFacts& facts, shader::Cells& cells) {
    const auto isInside = [&](const shader::Cell& cell) {
        const uint64_t last = cell.vertexCount > 0 ? cell.vertexCount - 1 : 0;
        return cell.offset_B + last * cell.vertex_B + uint64_t(cell.lane_B) * (kMaxLanes - 1) <
               kMostMemory_B;
    };
    if (facts.vertexCount > shader::kMaxCells || facts.patchCount > shader::kMaxCells ||
        facts.size_B > kMostMemory_B || !std::ranges::all_of(facts.vertices, isInside) ||
        !std::ranges::all_of(facts.patch, isInside)) {
        return false;
    }
    cells.size_B = facts.size_B;
    cells.vertices.assign(facts.vertices.begin(), facts.vertices.begin() + facts.vertexCount);
    cells.patch.assign(facts.patch.begin(), facts.patch.begin() + facts.patchCount);
    return true;
}

bool take(const ModeFacts& facts, TessellationModes& modes) {
    using Modes = TessellationModes;
    modes = {facts.domain, facts.spacing, facts.order, facts.points != 0, facts.outputVertices};
    return facts.domain <= Modes::Domain::Isolines &&
           facts.spacing <= Modes::Spacing::FractionalOdd &&
           facts.order <= Modes::Order::CounterClockwise &&
           facts.outputVertices <= kMaxPatchVertices;
}

bool take(const VertexFacts& facts, shader::VertexImage& image) {
    image.attributesUsed = facts.attributesUsed;
    return take(facts.outputs, image);
}

bool take(const ControlFacts& facts, shader::ControlImage& image) {
    image.writesMemory = facts.writesMemory;
    return take(facts.modes, image.modes) && take(facts.inputs, image.inputs) &&
           take(facts.outputs, image.outputs);
}

bool take(const EvaluationFacts& facts, shader::EvaluationImage& image) {
    return take(facts.modes, image.modes) && take(facts.inputs, image.inputs) &&
           take(facts.outputs, image);
}

bool take(const GeometryFacts& facts, shader::GeometryImage& image) {
    image.inputVertices = uint8_t(facts.inputVertices);
    image.outputCorners = uint8_t(facts.outputCorners);
    image.maxVertices = facts.maxVertices;
    image.invocations = facts.invocations;
    return facts.inputVertices <= 6 && facts.outputCorners >= 1 && facts.outputCorners <= 3 &&
           facts.maxVertices <= kMaxGeometryVertices && facts.invocations >= 1 &&
           facts.invocations <= kMaxGeometryInvocations && take(facts.inputs, image.inputs) &&
           take(facts.outputs, image);
}

bool take(const FragmentFacts& facts, shader::FragmentImage& image) {
    const auto isKnown = [](Interpolation interpolation) {
        return interpolation <= Interpolation::Flat;
    };
    if (facts.varyingCount > kVaryingSlots || !std::ranges::all_of(facts.varyings, isKnown)) {
        return false;
    }
    image.varyings.assign(facts.varyings.begin(), facts.varyings.begin() + facts.varyingCount);
    image.colorsWritten = facts.colorsWritten;
    image.writesSecondColor = facts.writesSecondColor;
    image.writesDepth = facts.writesDepth;
    image.writesStencil = facts.writesStencil;
    image.writesSampleMask = facts.writesSampleMask;
    image.readsPointCoord = facts.readsPointCoord;
    image.readsClipDistance = facts.readsClipDistance;
    image.discards = facts.discards;
    image.writesMemory = facts.writesMemory;
    image.earlyTests = facts.earlyTests;
    image.perSample = facts.perSample;
    image.readsInputAttachments = facts.readsInputAttachments;
    return true;
}

} // namespace

template <class Image>
std::vector<std::byte> writeStage(const Image& image) {
    const auto facts = factsOf(image);
    Header header{};
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    header.abiVersion = kAbiVersion;
    header.stage = facts.kStage;
    header.siteCount = uint32_t(image.sites.size());
    header.frames_B = image.frames_B;
    header.copied = image.copied;
    header.object_B = image.object.size();

    const size_t sites_B = image.sites.size() * sizeof(uint32_t);
    std::vector<std::byte> bytes(sizeof header + sizeof facts + sites_B + image.object.size());
    size_t end_B = 0;
    const auto append = [&](const void* from, size_t size_B) {
        std::memcpy(bytes.data() + end_B, from, size_B);
        end_B += size_B;
    };
    append(&header, sizeof header);
    append(&facts, sizeof facts);
    for (const shader::SampleSite& site : image.sites) {
        append(&site.op.bits, sizeof site.op.bits);
    }
    if (!image.object.empty()) {
        append(image.object.data(), image.object.size());
    }
    header.checksum = base::checksumOf(std::span<const std::byte>(bytes).subspan(kChecked_B));
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
}

template <class Image>
std::optional<Image> readStage(std::span<const std::byte> bytes) {
    Image image;
    auto facts = factsOf(image);
    Header header;
    if (bytes.size() < sizeof header + sizeof facts) {
        return std::nullopt;
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    const uint64_t left_B = bytes.size() - sizeof header - sizeof facts;
    const uint64_t sites_B = uint64_t(header.siteCount) * sizeof(uint32_t);
    if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0 || header.abiVersion != kAbiVersion ||
        header.stage != facts.kStage || sites_B > left_B || header.object_B != left_B - sites_B ||
        header.frames_B > kMostMemory_B || header.copied > 1 ||
        header.checksum != base::checksumOf(bytes.subspan(kChecked_B))) {
        return std::nullopt;
    }
    std::memcpy(&facts, &bytes[sizeof header], sizeof facts);
    if (!take(facts, image)) {
        return std::nullopt;
    }
    image.frames_B = header.frames_B;
    image.copied = header.copied;
    auto rest = bytes.subspan(sizeof header + sizeof facts);
    image.sites.resize(header.siteCount);
    for (shader::SampleSite& site : image.sites) {
        std::memcpy(&site.op.bits, rest.data(), sizeof(uint32_t));
        rest = rest.subspan(sizeof(uint32_t));
    }
    image.object.assign(rest.begin(), rest.end());
    return image;
}

template std::vector<std::byte> writeStage(const shader::ComputeImage&);
template std::vector<std::byte> writeStage(const shader::VertexImage&);
template std::vector<std::byte> writeStage(const shader::ControlImage&);
template std::vector<std::byte> writeStage(const shader::EvaluationImage&);
template std::vector<std::byte> writeStage(const shader::GeometryImage&);
template std::vector<std::byte> writeStage(const shader::FragmentImage&);
template std::optional<shader::ComputeImage> readStage(std::span<const std::byte>);
template std::optional<shader::VertexImage> readStage(std::span<const std::byte>);
template std::optional<shader::ControlImage> readStage(std::span<const std::byte>);
template std::optional<shader::EvaluationImage> readStage(std::span<const std::byte>);
template std::optional<shader::GeometryImage> readStage(std::span<const std::byte>);
template std::optional<shader::FragmentImage> readStage(std::span<const std::byte>);

namespace {

template <class Image>
std::optional<AnyImage> readShared(std::span<const std::byte> bytes) {
    std::optional<Image> image = readStage<Image>(bytes);
    return image ? std::optional<AnyImage>(std::make_shared<const Image>(std::move(*image)))
                 : std::nullopt;
}

} // namespace

std::optional<AnyImage> readAnyStage(std::span<const std::byte> bytes) {
    Header header;
    if (bytes.size() < sizeof header) {
        return std::nullopt;
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    switch (header.stage) {
    case ComputeFacts::kStage:
        return readShared<shader::ComputeImage>(bytes);
    case VertexFacts::kStage:
        return readShared<shader::VertexImage>(bytes);
    case ControlFacts::kStage:
        return readShared<shader::ControlImage>(bytes);
    case EvaluationFacts::kStage:
        return readShared<shader::EvaluationImage>(bytes);
    case GeometryFacts::kStage:
        return readShared<shader::GeometryImage>(bytes);
    case FragmentFacts::kStage:
        return readShared<shader::FragmentImage>(bytes);
    default:
        return std::nullopt;
    }
}

} // namespace cpu::stage
