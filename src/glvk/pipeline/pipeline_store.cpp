// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/pipeline_store.h"

#include "base/log.h"
#include "base/options.h"
#include "glvk/backend/device.h"
#include "glvk/pipeline/pipeline_guesses.h"
#include "glvk/pipeline/pipeline_lookup.h"
#include "glvk/pipeline/program.h"
#include "glvk/pipeline/shader_code.h"
#include "glvk/pipeline/shader_objects.h"
#include "report/stalls.h"
#include "store/store.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace glvk {

namespace {

/// Threads that build: the application and the device want cores as well.
unsigned builderCount() {
    return std::clamp(std::thread::hardware_concurrency() / 2, 1u, 8u);
}

int64_t now_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// The disk key: a VkPipelineCache belongs to one driver build on one device.
std::array<uint8_t, 40> diskKey(const Device& device) {
    std::array<uint8_t, 40> bytes{};
    const VkPhysicalDeviceProperties& p = device.properties();
    std::memcpy(bytes.data(), p.pipelineCacheUUID, VK_UUID_SIZE);
    std::memcpy(bytes.data() + 16, &p.vendorID, 4);
    std::memcpy(bytes.data() + 20, &p.deviceID, 4);
    std::memcpy(bytes.data() + 24, &p.driverVersion, 4);
    std::memcpy(bytes.data() + 28, "pipelines", 9);
    return bytes;
}

/// Whether a cache of this device's and driver's begins like this. Drivers look as well, most of
/// them.
bool isCacheOf(const Device& device, std::span<const std::byte> data) {
    VkPipelineCacheHeaderVersionOne header{};
    if (data.size() < sizeof header) {
        return false;
    }
    std::memcpy(&header, data.data(), sizeof header);
    const VkPhysicalDeviceProperties& p = device.properties();
    return header.headerSize >= sizeof header && header.headerSize <= data.size() &&
           header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE &&
           header.vendorID == p.vendorID && header.deviceID == p.deviceID &&
           std::memcmp(header.pipelineCacheUUID, p.pipelineCacheUUID, VK_UUID_SIZE) == 0;
}

/// Programs that only capture, or that lack a stage by mistake, are built whole.
bool isLinkable(const Program& program) {
    return program.has(ShaderStage::Vertex) && program.has(ShaderStage::Fragment);
}

} // namespace

PipelineStore::PipelineStore(Device& device) : m_device(device) {
    m_typical.colorCount = 1;
    if (base::options().diskCache) {
        m_store = std::make_unique<store::Store>();
        m_saver = std::make_unique<base::WorkQueue>("glissade-save", 1);
    }
    {
        report::StallTimer timer(report::StallKind::Pipelines);
        load();
        timer.stop([] { return std::string("the cache of pipelines was read from disk"); });
    }
    const Features& features = m_device.features();
    if (features.usesLibraries() || features.usesShaderObjects()) {
        m_builder = std::make_unique<base::WorkQueue>("glissade-pipe", builderCount());
    }
    if (features.usesLibraries()) {
        m_libraries = std::make_unique<PipelineLibraries>(m_device, *this, *m_builder);
    }
    if (features.usesShaderObjects()) {
        m_objects = std::make_unique<ShaderObjects>(m_device, m_store.get(), m_saver.get());
    }
    if (features.strategy.pipelines == PipelineWay::Whole) {
        m_guesses = std::make_unique<PipelineGuesses>(
            m_device, *this, builderCount(), PipelineGuesses::Limits());
    }
}

void PipelineStore::stop() {
    m_builder.reset();
    if (m_guesses) {
        m_guesses->stop();
    }
}

PipelineStore::~PipelineStore() {
    stop();
    m_libraries.reset();
    m_guesses.reset();
    if (m_saver) {
        m_saver->drain(); // Shader objects that were not written yet.
    }
    m_saver.reset();
    save();
    m_device.vk().vkDestroyPipelineCache(m_device.handle(), m_cache, nullptr);
}

void PipelineStore::load() {
    std::vector<std::byte> data;
    if (m_store) {
        const auto key = diskKey(m_device);
        auto stored = m_store->get(base::hash128(key.data(), key.size()));
        if (stored && isCacheOf(m_device, *stored)) {
            data = std::move(*stored);
        } else if (stored) {
            base::logInfo("The pipelines on disk are not of this driver; they will be replaced.");
        }
    }
    VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    info.initialDataSize = data.size();
    info.pInitialData = data.data();
    const VolkDeviceTable& vk = m_device.vk();
    if (vk.vkCreatePipelineCache(m_device.handle(), &info, nullptr, &m_cache) != VK_SUCCESS) {
        info.initialDataSize = 0;
        if (vk.vkCreatePipelineCache(m_device.handle(), &info, nullptr, &m_cache) != VK_SUCCESS) {
            m_cache = VK_NULL_HANDLE; // Allowed: pipelines are then built without one.
        }
    }
}

void PipelineStore::save() {
    if (!m_store || !m_cache || m_unsaved.exchange(0) == 0) {
        return;
    }
    size_t size = 0;
    const VolkDeviceTable& vk = m_device.vk();
    vk.vkGetPipelineCacheData(m_device.handle(), m_cache, &size, nullptr);
    std::vector<std::byte> data(size);
    if (vk.vkGetPipelineCacheData(m_device.handle(), m_cache, &size, data.data()) != VK_SUCCESS) {
        return;
    }
    data.resize(size);
    const auto key = diskKey(m_device);
    m_store->put(base::hash128(key.data(), key.size()), data);
}

void PipelineStore::saveNow() {
    if (m_saver) {
        m_saver->drain();
    }
    save();
}

void PipelineStore::saveSometimes() {
    constexpr int64_t kInterval_ms = 2000;
    if (!m_saver || m_unsaved.load(std::memory_order_relaxed) == 0) {
        return;
    }
    int64_t last = m_lastSave_ms.load();
    const int64_t now = now_ms();
    if (now - last >= kInterval_ms && m_lastSave_ms.compare_exchange_strong(last, now)) {
        m_saver->submit(base::Priority::Low, [this] { save(); });
    }
}

/// The state that draws with a new program will most likely have: that of the last new pipeline.
PipelineKey PipelineStore::typicalKey(const Program& program) {
    PipelineKey key;
    {
        const std::lock_guard lock(m_typicalMutex);
        key = m_typical;
    }
    key = program.fit(key);
    if (m_objects && !program.broadcasts()) {
        key.colorCount = 0;
    }
    return key;
}

void PipelineStore::prepare(const Program& program) {
    if (m_objects) {
        prepareObjects(program);
    }
    if (m_guesses) {
        m_guesses->prepare(program);
    }
    if (!m_libraries) {
        return;
    }
    const PipelineKey key = typicalKey(program);
    PipelineStages stages;
    if (!program.stages(key, stages)) {
        return; // Draws will say so.
    }
    prepareLibraries(key, stages, partsOf(program));
}

void PipelineStore::prepareLater(const Program& program) {
    if (!m_libraries) {
        prepare(program); // No shaders are made there.
        return;
    }
    std::array<Wanted, kShaderStages> wanted;
    const PipelineKey key = typicalKey(program);
    for (size_t i = 0; i < kShaderStages; ++i) {
        Program::StageCode stage = program.stageCode(ShaderStage(i), key);
        wanted[i] = {stage.code, stage.variant, stage.layouts};
    }
    PipelineStages stages;
    program.describe(stages);
    m_builder->submit(
        base::Priority::Low, [this, key, stages, wanted, parts = partsOf(program)]() mutable {
            std::array<std::shared_ptr<const ShaderCode>, kShaderStages> kept;
            for (size_t i = 0; i < kShaderStages; ++i) {
                kept[i] = wanted[i].code.lock();
                stages.modules[i] = kept[i] ? kept[i]->module(wanted[i].variant) : VkShaderModule();
            }
            prepareLibraries(key, stages, std::move(parts));
        });
}

/// What is linked to be mixed with others has some of the stages.
std::vector<PipelineStore::Part> PipelineStore::partsOf(const Program& program) {
    std::vector<Part> parts;
    for (const auto& [stage, part] : {std::pair{ShaderStage::Vertex, PipelinePart::PreRaster},
                                      std::pair{ShaderStage::Fragment, PipelinePart::Fragment}}) {
        if (program.has(stage)) {
            parts.push_back({part, program.libraryLayout(part), program.owners(part)});
        }
    }
    return parts;
}

void PipelineStore::prepareLibraries(const PipelineKey& key,
                                     PipelineStages stages,
                                     std::vector<Part> parts) {
    for (Part& part : parts) {
        stages.layout = part.layout;
        m_libraries->prepare(part.part, key, stages, std::move(part.owners));
    }
}

void PipelineStore::prepareObject(base::Priority priority, Wanted wanted) {
    m_builder->submit(priority, [wanted = std::move(wanted)] {
        if (const auto code = wanted.code.lock()) {
            bool waited = false;
            code->object(wanted.variant, wanted.layouts, waited);
        }
    });
}

void PipelineStore::prepareObjects(const Program& program) {
    const PipelineKey key = typicalKey(program);
    for (size_t i = 0; i < kShaderStages; ++i) {
        const Program::StageCode stage = program.stageCode(ShaderStage(i), key);
        if (!stage.code) {
            continue;
        }
        Wanted wanted{stage.code, stage.variant, stage.layouts};
        prepareObject(base::Priority::Normal, wanted);
        if (ShaderStage(i) == ShaderStage::Fragment && m_device.features().core.sampleRateShading) {
            wanted.variant.shadesSamples = true;
            const std::lock_guard lock(m_singleMutex);
            if (m_multisampled) {
                prepareObject(base::Priority::Low, std::move(wanted));
            } else {
                if (m_single.size() % 64 == 0) {
                    std::erase_if(m_single, [](const Wanted& w) { return w.code.expired(); });
                }
                m_single.push_back(std::move(wanted));
            }
        } else if (stage.code->facts().openEnd && !program.has(ShaderStage::Fragment)) {
            // Made to be mixed: whether another stage follows is not known.
            wanted.variant.notLast = !wanted.variant.notLast;
            prepareObject(base::Priority::Normal, std::move(wanted));
        }
    }
}

/// A shader for each sample is other code, and programs that draw to several samples do not say at
/// link time that they will ask for it.
void PipelineStore::prepareSampleShading() {
    const std::lock_guard lock(m_singleMutex);
    m_multisampled = true;
    for (Wanted& wanted : std::exchange(m_single, {})) {
        prepareObject(base::Priority::Low, std::move(wanted));
    }
}

/// Null: some stage could not be compiled.
ResourceRef<Pipeline>
PipelineStore::objectsOf(const PipelineKey& key, const Program& program, std::string& how) {
    constexpr const char* kNames[] = {
        "vertex", "fragment", "tessellation control", "tessellation evaluation", "geometry"};
    how = "put together of shader objects";
    const char* separator = ", after waiting for stages: ";
    Pipeline::Shaders shaders{};
    Pipeline::Code code;
    for (size_t i = 0; i < kShaderStages; ++i) {
        Program::StageCode stage = program.stageCode(ShaderStage(i), key);
        if (!stage.code) {
            continue;
        }
        bool waited = false;
        shaders[i] = stage.code->object(stage.variant, stage.layouts, waited);
        if (!shaders[i]) {
            return {};
        }
        if (waited) {
            how += separator;
            how += kNames[i];
            separator = " and ";
        }
        code[i] = std::move(stage.code);
    }
    return ResourceRef(new Pipeline(m_device, shaders, std::move(code)));
}

void PipelineStore::finishPreparing() {
    if (m_builder) {
        m_builder->drain();
    }
    if (m_guesses) {
        m_guesses->drain();
    }
}

void PipelineStore::forget(std::span<const VkShaderModule> modules) {
    if (m_libraries) {
        m_libraries->forget(modules);
    }
}

ResourceRef<Pipeline>
PipelineStore::takeGuess(const PipelineKey& key, const Program& program, std::string& how) {
    return m_guesses ? m_guesses->take(key, program, how) : ResourceRef<Pipeline>();
}

ResourceRef<Pipeline> PipelineStore::build(const PipelineKey& key,
                                           const Program& program,
                                           const std::shared_ptr<OptimizedPipelines>& optimized,
                                           std::string& how) {
    {
        const std::lock_guard lock(m_typicalMutex);
        m_typical = key;
    }
    if (m_objects) {
        return objectsOf(key, program, how);
    }
    PipelineStages stages;
    if (!program.stages(key, stages)) {
        return {};
    }
    if (m_libraries && isLinkable(program)) {
        if (auto pipeline = link(key, program, stages, optimized, how)) {
            return pipeline;
        }
    }
    how = "built whole";
    return makePipeline(PipelineInfo(m_device, key, stages, kAllPipelineParts).info(), {});
}

ResourceRef<Pipeline> PipelineStore::makePipeline(const VkGraphicsPipelineCreateInfo& info,
                                                  const LinkedParts& parts) {
    const VkPipeline pipeline = create(info);
    return pipeline ? ResourceRef(new Pipeline(m_device, pipeline, parts))
                    : ResourceRef<Pipeline>();
}

VkPipeline PipelineStore::create(const VkGraphicsPipelineCreateInfo& info, bool isGuess) {
    VkPipeline pipeline = VK_NULL_HANDLE;
    const VkResult result = m_device.vk().vkCreateGraphicsPipelines(
        m_device.handle(), m_cache, 1, &info, nullptr, &pipeline);
    if (result != VK_SUCCESS && isGuess) {
        return VK_NULL_HANDLE; // A draw will try again, if it was right.
    }
    if (result != VK_SUCCESS) {
        base::logError("a pipeline could not be built ({})", resultName(result));
        m_device.noteResult(result);
        return VK_NULL_HANDLE;
    }
    m_unsaved.fetch_add(1, std::memory_order_relaxed);
    return pipeline;
}

/// Null: some part could not be compiled.
ResourceRef<Pipeline> PipelineStore::link(const PipelineKey& key,
                                          const Program& program,
                                          PipelineStages stages,
                                          const std::shared_ptr<OptimizedPipelines>& optimized,
                                          std::string& how) {
    constexpr const char* kNames[] = {
        "vertex input", "stages before rasterization", "fragments", "output"};
    const VkPipelineLayout layout = stages.layout;
    LinkedParts parts;
    how = "linked";
    const char* separator = ", after waiting for ";
    for (size_t i = 0; i < kPipelineParts; ++i) {
        const auto part = PipelinePart(i);
        bool waited = false;
        stages.layout = program.libraryLayout(part);
        parts[i] = m_libraries->get(part, key, stages, waited);
        if (!parts[i]) {
            return {};
        }
        if (waited) {
            how += separator;
            how += kNames[i];
            separator = " and ";
        }
    }
    auto pipeline = linkParts(parts, layout, 0);
    if (pipeline && optimized && !base::options().invariant) {
        optimizeLater(key, parts, layout, optimized);
    }
    return pipeline;
}

/// Links again with more time. What waits for its turn keeps nothing alive: contexts and programs
/// may come and go faster than this is done for them.
void PipelineStore::optimizeLater(const PipelineKey& key,
                                  const LinkedParts& parts,
                                  VkPipelineLayout layout,
                                  const std::weak_ptr<OptimizedPipelines>& optimized) {
    std::array<std::weak_ptr<const PipelineLibrary>, kPipelineParts> waiting;
    std::copy(parts.begin(), parts.end(), waiting.begin());
    m_builder->submit(base::Priority::Low, [this, key, waiting, layout, optimized] {
        const auto context = optimized.lock();
        LinkedParts parts;
        for (size_t i = 0; i < kPipelineParts; ++i) {
            parts[i] = waiting[i].lock();
            if (!context || !parts[i]) {
                return; // Nobody would draw with it.
            }
        }
        if (auto better =
                linkParts(parts, layout, VK_PIPELINE_CREATE_LINK_TIME_OPTIMIZATION_BIT_EXT)) {
            context->add(key, std::move(better));
        }
    });
}

ResourceRef<Pipeline> PipelineStore::linkParts(const LinkedParts& parts,
                                               VkPipelineLayout layout,
                                               VkPipelineCreateFlags flags) {
    VkPipeline handles[kPipelineParts];
    for (size_t i = 0; i < kPipelineParts; ++i) {
        handles[i] = parts[i]->handle;
    }
    VkPipelineLibraryCreateInfoKHR libraries{VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR};
    libraries.libraryCount = kPipelineParts;
    libraries.pLibraries = handles;
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &libraries};
    info.flags = flags | m_device.features().descriptors.pipelineFlags();
    info.layout = layout;
    return makePipeline(info, parts);
}

void PipelineStore::noteDeadProgram(uint64_t program) {
    if (m_guesses) {
        m_guesses->forget(program);
    }
    const std::lock_guard lock(m_watchersMutex);
    for (DeadPrograms* dead : m_watchers) {
        dead->note(program);
    }
}

void PipelineStore::watch(DeadPrograms& dead) {
    const std::lock_guard lock(m_watchersMutex);
    m_watchers.push_back(&dead);
}

void PipelineStore::unwatch(DeadPrograms& dead) {
    const std::lock_guard lock(m_watchersMutex);
    std::erase(m_watchers, &dead);
}

Pipeline::~Pipeline() {
    if (handle) {
        m_device.vk().vkDestroyPipeline(m_device.handle(), handle, nullptr);
    }
}

} // namespace glvk
