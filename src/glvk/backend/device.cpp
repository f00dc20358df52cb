// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/backend/device.h"

#include "base/log.h"
#include "base/options.h"
#include "gl/objects/shader.h"
#include "gl/rules/versions.h"
#include "glvk/backend/caps.h"
#include "report/record.h"

#include <fmt/format.h>
#include <sys/sysmacros.h>
#include <utility>

namespace glvk {

std::shared_ptr<Device>
Device::create(const PhysicalGpu& found, bool presentation, std::string& error) {
    std::shared_ptr<Device> device(new Device);
    if (!device->open(found, presentation, error)) {
        return nullptr;
    }
    device->makeCaches();
    return device;
}

void Device::makeCaches() {
    m_caps = capsOf(*this);
    m_samplers = std::make_unique<SamplerCache>(*this, size_t(base::options().maxSamplers));
    m_placeholders = std::make_unique<Placeholders>(*this);
    m_layouts = std::make_unique<LayoutCache>(*this);
    m_pipelines = std::make_unique<PipelineStore>(*this);
    m_clamps = std::make_unique<ClampPreparation>(m_pipelines->maker());
    m_meta = std::make_unique<MetaPipelines>(*this, m_pipelines->cache().handle());
    if (dmaBufFormats()) {
        m_dmaBufs = std::make_unique<DeviceDmaBufs>(*this);
    }
    if (base::WorkQueue* const later = m_pipelines->cache().saver()) {
        if (unmeasured().pipelines) {
            later->submit(base::Priority::Low,
                          [device = physical(), stop = m_measuring.get_token()] {
                              measurePipelineSpeed(device, stop);
                          });
        }
        if (unmeasured().descriptors) {
            later->submit(
                base::Priority::Low,
                [device = physical(),
                 has = features().descriptorAbilities,
                 stop = m_measuring.get_token()] { measureDescriptorSpeed(device, has, stop); });
        }
    }
    closeAtExit(*this);
    report::recordEvent(report::EventKind::Device,
                        0,
                        0,
                        fmt::format("{} ({})", description().name, description().driver));
    for (const std::string& line : strategies()) {
        base::logInfo(base::Log::Device, "{}: {}", description().name, line);
    }
}

Device::~Device() {
    if (!m_pipelines) {
        return; // It was not opened.
    }
    m_measuring.request_stop();
    forgetAtExit(*this);
    waitIdle();
    m_placeholders.reset();
    m_meta.reset();
    m_pipelines->maker().stop(); // While what its jobs hold can still find it.
    m_clamps.reset();
    m_pipelines.reset();
    m_layouts.reset();
    m_samplers.reset();
    gl::keepCompiledShaders(); // As the pipelines were: programs may end without exit handlers.
    report::tellFigures();
}

namespace {

std::string describeDmaBufs(const Features& features, const DmaBufFormats* formats) {
    if (formats == nullptr) {
        return fmt::format("none (the driver lacks {})", features.dmaBufsLack);
    }
    const bool imports = formats->importsAny();
    const bool exports = formats->exportsAny();
    return imports && exports ? "imported and exported"
           : imports          ? "imported, not exported (the driver exports none)"
           : exports          ? "exported, not imported (the driver imports none)"
                              : "none (the driver shares images of no format)";
}

std::string describeNode(const DrmNode& node) {
    return !node.path.empty() ? node.path
           : node.number != 0 ? fmt::format("{}:{}, which is not in /dev/dri",
                                            major(node.number),
                                            minor(node.number))
                              : "no node";
}

/// What displays of GBM can be for.
std::string describeNodes(const Features& features, const DeviceDescription& description) {
    if (!features.drmProperties) {
        return "none is known as its own (the driver lacks VK_EXT_physical_device_drm)";
    }
    return fmt::format("{} for screens, {} for drawing",
                       describeNode(description.primaryNode),
                       describeNode(description.renderNode));
}

} // namespace

std::vector<std::string> Device::strategies() const {
    const Features& f = features();
    const gl::Versions versions = gl::supportedVersions(m_caps);
    const auto dotted = [](int version) {
        return version ? fmt::format("{}.{}", version / 10, version % 10) : "none";
    };
    std::string missing;
    for (const gl::VersionGap& gap : gl::versionGaps(m_caps)) {
        missing += fmt::format("{}{} (OpenGL {}{})",
                               missing.empty() ? "; without " : ", ",
                               gap.needs,
                               gap.es ? "ES " : "",
                               dotted(gap.version));
    }
    return {
        fmt::format("versions: OpenGL ES {}, OpenGL {}, core profile {}{}",
                    dotted(versions.es),
                    dotted(versions.legacy),
                    dotted(versions.core),
                    missing),
        fmt::format("clip space: {}",
                    f.depthClipControl ? "native -w…w (VK_EXT_depth_clip_control)"
                                       : "z = (z + w) / 2 appended to vertex shaders"),
        fmt::format("dynamic state: {}{}{}{}",
                    f.extendedDynamicState ? "1 " : "",
                    f.extendedDynamicState2 ? "2 " : "",
                    f.dynamicBlend || f.dynamicPolygonMode ? "3 " : "",
                    f.extendedDynamicState ? "" : "core only"),
        fmt::format("pipelines: {} ({})", wayName(f.strategy), f.strategy.whyPipelines),
        fmt::format("vertex formats: {} ({})",
                    f.strategy.dynamicVertexInput ? "set by command" : "in pipelines",
                    f.strategy.whyVertexInput),
        fmt::format("descriptors: {}", f.descriptors.description()),
        "layouts: every image in VK_IMAGE_LAYOUT_GENERAL",
        fmt::format("8-bit indices: {}", f.indexTypeUint8 ? "native" : "widened to 16 bits"),
        fmt::format("restart index: {}",
                    f.restartIndex ? "any (VK_EXT_primitive_restart_index)"
                                   : "the highest; indices with another are rewritten"),
        fmt::format("unchanged draws: {}",
                    f.maxMultiDraws ? "merged (VK_EXT_multi_draw)" : "one command each"),
        fmt::format("dma-bufs: {}", describeDmaBufs(f, dmaBufFormats())),
        fmt::format("DRM nodes: {}", describeNodes(f, description())),
        fmt::format("lines: {}",
                    f.lineRasterization ? "Bresenham (VK_EXT_line_rasterization)" : "the default"),
    };
}

void Device::noteCoordinateClamps() {
    m_clamps->want();
}

std::unique_ptr<gl::ProgramBackend>
Device::createProgram(std::shared_ptr<const glsl::LinkedProgram> program, std::string& log) {
    const bool isFixedFunction = program->isFixedFunction;
    auto made = Program::create(shared_from_this(), std::move(program), log);
    if (made && isFixedFunction) {
        makePlaceholders(*made);
    }
    return made;
}

/// Fixed function has a sampler for each kind of texture, draws have textures for few of them: the
/// first should make no images.
void Device::makePlaceholders(const Program& program) {
    for (const Program::Set& set : program.sets()) {
        for (const Program::SampledSlot& slot : set.slots) {
            m_placeholders->blackTexture(slot.type, slot.kind);
        }
    }
}

void Device::noteLinked(const Program& program) {
    m_pipelines->maker().prepare(program);
    m_clamps->add(program);
}

bool Device::prepared(const Program& program) {
    return m_pipelines->maker().prepared(program);
}

void Device::noteDying(const Program& program) {
    if (program.isLinked()) {
        m_clamps->remove(program);
    }
    m_pipelines->noteDeadProgram(program.id());
}

void Device::onFirstMultisampled() {
    m_pipelines->maker().noteMultisampled();
}

void Device::closeForExit() {
    waitIdle();
    m_pipelines->maker().stop(); // The driver's own exit handlers come next: nobody may be in it.
    m_pipelines->cache().saveNow();
    report::tellFigures();
    Gpu::closeForExit();
}

} // namespace glvk
