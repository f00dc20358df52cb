// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/gpu.h"
#include "glvk/image/dma_bufs.h"
#include "glvk/image/placeholders.h"
#include "glvk/image/sampler_cache.h"
#include "glvk/interface/instance.h"
#include "glvk/pipeline/clamp_preparation.h"
#include "glvk/pipeline/layout_cache.h"
#include "glvk/pipeline/pipeline_store.h"
#include "glvk/pipeline/program.h"
#include "glvk/transfer/meta.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace glvk {

/// An open device: the Gpu, and everything contexts share that is made with it: samplers, layouts,
/// pipelines, the driver's own draws. Thread-safe.
class Device final : public Gpu, public DeviceFactory, public ProgramHost {
public:
    /// Null with a sentence in `error`.
    static std::shared_ptr<Device>
    create(const PhysicalGpu& found, bool presentation, std::string& error);
    ~Device() override;

    SamplerCache& samplers() { return *m_samplers; }
    Placeholders& placeholders() { return *m_placeholders; }
    PipelineStore& pipelines() { return *m_pipelines; }
    MetaPipelines& meta() { return *m_meta; }
    std::shared_ptr<Device> shared_from_this() {
        return std::static_pointer_cast<Device>(Gpu::shared_from_this());
    }

    // ProgramHost
    Gpu& gpu() override { return *this; }
    LayoutCache& layouts() override { return *m_layouts; }
    CodeUser& codeUser() override { return *m_pipelines; }
    void noteLinked(const Program& program) override;
    bool prepared(const Program& program) override;
    void noteDying(const Program& program) override;

    // ClosedAtExit
    void closeForExit() override;

    // gl::DeviceBackend, DeviceFactory
    const gl::Caps& caps() const override { return m_caps; }
    gl::FormatCaps formatCaps(const format::InternalFormat& internalFormat,
                              gl::TextureType type) const override {
        return Gpu::formatCaps(internalFormat, type);
    }
    std::array<float, 2> samplePosition(int32_t samples, int32_t index) const override;
    std::unique_ptr<gl::ContextBackend> createContext(bool robustAccess) override;
    void noteCoordinateClamps() override;
    std::unique_ptr<gl::ProgramBackend>
    createProgram(std::shared_ptr<const glsl::LinkedProgram> program, std::string& log) override;
    std::unique_ptr<Surface> createOffscreenSurface(const SurfaceFormat& format,
                                                    int32_t width_px,
                                                    int32_t height_px) override;
    std::unique_ptr<Surface> createWindowSurface(const SurfaceFormat& format,
                                                 const NativeWindow& window,
                                                 std::string& error) override;
    bool canPresent(const NativeWindow& window) const override;
    DmaBufs* dmaBufs() override { return m_dmaBufs.get(); }
    const DeviceDescription& description() const override { return Gpu::description(); }
    bool lost() const override { return Gpu::lost(); }
    std::vector<std::string> strategies() const override;

private:
    Device() = default;
    void makeCaches();
    void makePlaceholders(const Program& program);
    void onFirstMultisampled() override;

    gl::Caps m_caps;
    std::unique_ptr<SamplerCache> m_samplers;
    std::unique_ptr<Placeholders> m_placeholders;
    std::unique_ptr<LayoutCache> m_layouts;
    std::unique_ptr<PipelineStore> m_pipelines;
    std::unique_ptr<ClampPreparation> m_clamps;
    std::unique_ptr<MetaPipelines> m_meta;
    std::stop_source m_measuring; ///< What is measured in the background ends with the device.
    std::unique_ptr<DeviceDmaBufs> m_dmaBufs;
};

} // namespace glvk
