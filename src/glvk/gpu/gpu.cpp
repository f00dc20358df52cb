// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/gpu.h"

#include "base/log.h"
#include "base/options.h"
#include "gl/objects/framebuffer.h"
#include "glvk/gpu/device_entry.h"
#include "glvk/gpu/exit.h"
#include "report/record.h"
#include "report/stalls.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <fmt/format.h>
#include <thread>

namespace glvk {

namespace {

VkResult VKAPI_CALL deadFunction() {
    return VK_ERROR_DEVICE_LOST;
}

/// Functions that moved into core keep their extension spelling on older drivers.
void aliasCoreFunctions(VolkDeviceTable& vk) {
    const auto alias = [](auto& core, auto extension) {
        if (!core) {
            core = extension;
        }
    };
    alias(vk.vkGetBufferDeviceAddress, vk.vkGetBufferDeviceAddressKHR);
    alias(vk.vkCmdBeginRendering, vk.vkCmdBeginRenderingKHR);
    alias(vk.vkCmdEndRendering, vk.vkCmdEndRenderingKHR);
    alias(vk.vkWaitSemaphores, vk.vkWaitSemaphoresKHR);
    alias(vk.vkGetSemaphoreCounterValue, vk.vkGetSemaphoreCounterValueKHR);
    alias(vk.vkCmdBindVertexBuffers2, vk.vkCmdBindVertexBuffers2EXT);
    alias(vk.vkCmdSetCullMode, vk.vkCmdSetCullModeEXT);
    alias(vk.vkCmdSetFrontFace, vk.vkCmdSetFrontFaceEXT);
    alias(vk.vkCmdSetPrimitiveTopology, vk.vkCmdSetPrimitiveTopologyEXT);
    alias(vk.vkCmdSetDepthTestEnable, vk.vkCmdSetDepthTestEnableEXT);
    alias(vk.vkCmdSetDepthWriteEnable, vk.vkCmdSetDepthWriteEnableEXT);
    alias(vk.vkCmdSetDepthCompareOp, vk.vkCmdSetDepthCompareOpEXT);
    alias(vk.vkCmdSetStencilTestEnable, vk.vkCmdSetStencilTestEnableEXT);
    alias(vk.vkCmdSetStencilOp, vk.vkCmdSetStencilOpEXT);
    alias(vk.vkCmdSetDepthBiasEnable, vk.vkCmdSetDepthBiasEnableEXT);
    alias(vk.vkCmdSetPrimitiveRestartEnable, vk.vkCmdSetPrimitiveRestartEnableEXT);
    alias(vk.vkCmdSetRasterizerDiscardEnable, vk.vkCmdSetRasterizerDiscardEnableEXT);
    alias(vk.vkCmdSetViewportWithCount, vk.vkCmdSetViewportWithCountEXT);
    alias(vk.vkCmdSetScissorWithCount, vk.vkCmdSetScissorWithCountEXT);
}

int graphicsQueueFamily(VkPhysicalDevice physical) {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
    for (uint32_t i = 0; i < count; ++i) {
        if (families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) {
            return int(i);
        }
    }
    return -1;
}

/// A GPU's is measured in the background, for the next time: what it says of itself is no worse a
/// guess, and it may take long. Processors link as fast as they like, and compile soon.
std::optional<PipelineSpeed>
speedOf(VkPhysicalDevice physical, const VkPhysicalDeviceProperties& properties, bool onProcessor) {
    const auto known = knownPipelineSpeed(properties);
    return known || !onProcessor ? known : measurePipelineSpeed(physical);
}

} // namespace

bool Gpu::open(const PhysicalGpu& found, bool presentation, std::string& error) {
    m_instance = found.owner;
    m_vulkanInstance = found.instance;
    m_physical = found.device;
    m_description = found.description;
    vkGetPhysicalDeviceProperties(m_physical, &m_properties);
    // Layers take more than drivers do: what is measured below them tells nothing.
    const bool choosesDescriptors =
        base::options().descriptors == base::Descriptors::Auto && !WantedLayers().any();
    Measured measured;
    if (choosesDescriptors) {
        measured.descriptors = knownDescriptorSpeed(m_properties);
    }
    FeatureSelection selection =
        selectFeatures(m_physical, presentation, found.extensions, measured);
    if (selection.missing.empty() && selection.features.strategy.dependsOnSpeed) {
        measured.pipelines =
            speedOf(m_physical, m_properties, selection.features.strategy.onProcessor);
        if (measured.pipelines) {
            selection = selectFeatures(m_physical, presentation, selection.available, measured);
        }
    }
    if (!selection.missing.empty()) {
        error = selection.missing;
        return false;
    }
    m_features = selection.features;
    const DescriptorAbilities& ways = m_features.descriptorAbilities;
    m_unmeasured = {.pipelines = m_features.strategy.dependsOnSpeed && !measured.pipelines,
                    .descriptors = choosesDescriptors && (ways.push || ways.buffer) &&
                                   !m_features.setsCostLeast && !measured.descriptors};
    const int family = graphicsQueueFamily(m_physical);
    if (family < 0) {
        error = fmt::format("{} has no graphics queue", m_description.name);
        return false;
    }
    m_queueFamily = uint32_t(family);
    if (const VkResult result = createDevice(m_physical, selection, m_queueFamily, &m_device);
        result != VK_SUCCESS) {
        error = fmt::format("{} could not be opened ({})", m_description.name, resultName(result));
        m_device = VK_NULL_HANDLE;
        return false;
    }
    volkLoadDeviceTable(&m_vk, m_device);
    aliasCoreFunctions(m_vk);
    loadNewerCommands();
    m_vk.vkGetDeviceQueue(m_device, m_queueFamily, 0, &m_queue);
    m_limits = m_properties.limits;
    if (m_properties.apiVersion >= VK_API_VERSION_1_2) {
        // Layouts are held to both limits, whatever their flags; some devices have this one lower.
        VkPhysicalDeviceDescriptorIndexingProperties indexing{
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_PROPERTIES};
        VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                               &indexing};
        vkGetPhysicalDeviceProperties2(m_physical, &properties);
        uint32_t& limit = m_limits.maxDescriptorSetUniformBuffersDynamic;
        const uint32_t other = indexing.maxDescriptorSetUpdateAfterBindUniformBuffersDynamic;
        limit = other ? std::min(limit, other) : limit;
    }

    VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    VkSemaphoreCreateInfo semaphore{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type};
    if (m_vk.vkCreateSemaphore(m_device, &semaphore, nullptr, &m_timeline) != VK_SUCCESS) {
        error = fmt::format("{} could not make a timeline semaphore", m_description.name);
        return false;
    }
    m_memory =
        std::make_unique<MemoryAllocator>(m_physical,
                                          m_device,
                                          m_vk,
                                          base::options().noHostVisibleDeviceMemory,
                                          m_features.descriptors.way == DescriptorWay::Buffer);
    fillFormats();
    if (m_features.dmaBufs) {
        m_dmaBufFormats = std::make_unique<DmaBufFormats>(m_physical);
    }
    m_firstLayouts = std::make_unique<FirstLayouts>(
        m_device,
        m_vk,
        m_queueFamily,
        m_features.foreignQueueFamily ? VK_QUEUE_FAMILY_FOREIGN_EXT : VK_QUEUE_FAMILY_EXTERNAL);
    readTimestampBits();
    readFeedbackLimits();
    return true;
}

Gpu::~Gpu() {
    if (!m_device) {
        return;
    }
    m_firstLayouts.reset();
    m_spareBuffers.close();
    m_memory.reset();
    m_vk.vkDestroySemaphore(m_device, m_timeline, nullptr);
    m_vk.vkDestroyDevice(m_device, nullptr);
}

void Gpu::loadNewerCommands() {
    const auto load = [&](auto& command, const char* name) {
        command = reinterpret_cast<std::remove_reference_t<decltype(command)>>(
            vkGetDeviceProcAddr(m_device, name));
    };
    if (m_features.usesShaderObjects()) {
        load(m_shaderCommands.create, "vkCreateShadersEXT");
        load(m_shaderCommands.destroy, "vkDestroyShaderEXT");
        load(m_shaderCommands.getBinary, "vkGetShaderBinaryDataEXT");
        load(m_shaderCommands.bind, "vkCmdBindShadersEXT");
    }
    if (m_features.restartIndex) {
        load(m_restartCommands.setIndex, "vkCmdSetPrimitiveRestartIndexEXT");
    }
}

bool Gpu::has(spirv::Stage stage) const {
    switch (stage) {
    case spirv::Stage::TessControl:
    case spirv::Stage::TessEvaluation:
        return m_features.core.tessellationShader;
    case spirv::Stage::Geometry:
        return m_features.core.geometryShader;
    default:
        return true;
    }
}

void Gpu::readFeedbackLimits() {
    if (m_features.transformFeedback) {
        VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                               &m_feedbackLimits};
        vkGetPhysicalDeviceProperties2(m_physical, &properties);
        m_feedbackLimits.pNext = nullptr;
    }
}

std::array<float, 2> Gpu::lineWidthRange_px() const {
    if (!m_features.core.wideLines) {
        return {1, 1};
    }
    return {std::max(1.0f, m_limits.lineWidthRange[0]), m_limits.lineWidthRange[1]};
}

void Gpu::readTimestampBits() {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(m_physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(m_physical, &count, families.data());
    m_timestampBits = int32_t(families[m_queueFamily].timestampValidBits);
}

std::optional<uint64_t> Gpu::timestamp_ns() {
    if (!m_features.calibratedTimestamps) {
        return std::nullopt;
    }
    VkCalibratedTimestampInfoEXT info{VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT};
    info.timeDomain = VK_TIME_DOMAIN_DEVICE_EXT;
    uint64_t ticks = 0;
    uint64_t deviation_ns = 0;
    if (m_vk.vkGetCalibratedTimestampsEXT(m_device, 1, &info, &ticks, &deviation_ns) !=
        VK_SUCCESS) {
        return std::nullopt;
    }
    return nanoseconds(ticks);
}

uint64_t Gpu::nanoseconds(uint64_t ticks) const {
    const int32_t bits = m_timestampBits;
    ticks &= bits >= 64 ? UINT64_MAX : (uint64_t(1) << bits) - 1;
    const float period_ns = m_limits.timestampPeriod;
    return period_ns == 1 ? ticks : uint64_t(double(ticks) * double(period_ns));
}

void Gpu::fillFormats() {
    for (size_t i = 1; i < m_formatFeatures.size(); ++i) {
        VkFormatProperties properties{};
        vkGetPhysicalDeviceFormatProperties(m_physical, vkFormat(format::Id(i)), &properties);
        m_formatFeatures[i] = properties.optimalTilingFeatures;
        if (base::options().noLinearDepth && format::layout(format::Id(i)).hasDepth()) {
            m_formatFeatures[i] &=
                ~VkFormatFeatureFlags(VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
        }
    }
}

format::Id Gpu::storageFor(const format::InternalFormat& internalFormat) const {
    // What can be drawn to comes first; formats that GL does not ask that of may do without.
    const bool sampledOnly = internalFormat.compressed ||
                             internalFormat.numeric == format::Numeric::Snorm ||
                             internalFormat.name == GL_RGB9_E5;
    for (const bool attachable : {true, false}) {
        if (!attachable && !sampledOnly) {
            break;
        }
        for (const format::Id id : internalFormat.candidates) {
            if (id == format::Id::None) {
                break;
            }
            const VkFormatFeatureFlags features = formatFeatures(id);
            VkFormatFeatureFlags needed = VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
            if (format::layout(id).isColor()) {
                needed = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
                if (attachable && !internalFormat.compressed) {
                    needed |= VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT;
                }
            }
            if ((features & needed) == needed) {
                return id;
            }
        }
    }
    return format::Id::None;
}

bool Gpu::vertexFormatSupported(VkFormat format) const {
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(m_physical, format, &properties);
    return properties.bufferFeatures & VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT;
}

gl::FormatCaps Gpu::formatCaps(const format::InternalFormat& internalFormat,
                               gl::TextureType type) const {
    gl::FormatCaps caps;
    caps.storage = storageFor(internalFormat);
    if (caps.storage == format::Id::None) {
        return caps;
    }
    const VkFormatFeatureFlags features = formatFeatures(caps.storage);
    const bool color = format::layout(caps.storage).isColor();
    caps.sampled = features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
    caps.filterable = features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    // Integers are sampled with nearest filters whatever the reduction.
    caps.reducible = m_features.filterMinmax && caps.filterable &&
                     (features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_MINMAX_BIT);
    caps.renderable = features & (color ? VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT
                                        : VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT);
    caps.blendable = features & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT;
    if (caps.renderable) {
        VkImageFormatProperties properties{};
        const VkImageUsageFlags usage = color ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                                              : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
        if (vkGetPhysicalDeviceImageFormatProperties(m_physical,
                                                     vkFormat(caps.storage),
                                                     VK_IMAGE_TYPE_2D,
                                                     VK_IMAGE_TILING_OPTIMAL,
                                                     usage,
                                                     0,
                                                     &properties) == VK_SUCCESS) {
            caps.sampleCounts = 1;
            for (uint32_t n = 2; n <= 16; n *= 2) {
                if (properties.sampleCounts & n) {
                    caps.sampleCounts |= 1u << n;
                }
            }
        }
    }
    return caps;
}

void Gpu::initialise(ResourceRef<Resource> keep, VkImage image, const FirstContents& contents) {
    m_firstLayouts->add(std::move(keep), image, contents);
}

std::unique_lock<std::mutex> Gpu::lockQueue() {
    std::unique_lock lock(m_queueMutex, std::try_to_lock);
    if (!lock) {
        report::StallTimer timer(report::StallKind::Threads);
        lock.lock();
        timer.stop([] {
            return std::string("another thread was submitting to the device, or presenting");
        });
    }
    return lock;
}

void Gpu::collect() {
    const auto lock = lockQueue();
    m_firstLayouts->collect([this](uint64_t place) { return reached(place); });
}

VkResult Gpu::submit(const Submission& submission, uint64_t& value) {
    const auto lock = lockQueue();
    if (lost()) {
        return VK_ERROR_DEVICE_LOST;
    }
    const auto isReached = [this](uint64_t place) { return reached(place); };
    m_firstLayouts->collect(isReached);
    value = m_submitted + 1;
    const FirstLayouts::Recorded first = m_firstLayouts->record(isReached);
    if (first.result != VK_SUCCESS) {
        noteResult(first.result);
        return first.result;
    }
    std::array<VkCommandBuffer, 3> commands{first.commands};
    const size_t ahead = first.commands ? 1 : 0;
    assert(submission.commands.size() <= commands.size() - 1);
    std::ranges::copy(submission.commands, commands.begin() + ptrdiff_t(ahead));

    const VkSemaphore signals[2] = {m_timeline, submission.signal};
    const uint64_t signalValues[2] = {value, 0};
    const uint64_t waitValue = 0;
    VkTimelineSemaphoreSubmitInfo timeline{VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
    timeline.waitSemaphoreValueCount = submission.wait ? 1 : 0;
    timeline.pWaitSemaphoreValues = &waitValue;
    timeline.signalSemaphoreValueCount = submission.signal ? 2 : 1;
    timeline.pSignalSemaphoreValues = signalValues;
    const VkPipelineStageFlags waitStage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO, &timeline};
    info.waitSemaphoreCount = submission.wait ? 1 : 0;
    info.pWaitSemaphores = &submission.wait;
    info.pWaitDstStageMask = &waitStage;
    info.commandBufferCount = uint32_t(ahead + submission.commands.size());
    info.pCommandBuffers = commands.data();
    info.signalSemaphoreCount = submission.signal ? 2 : 1;
    info.pSignalSemaphores = signals;
    {
        const std::lock_guard pending(m_pendingMutex);
        while (!m_pending.empty() && m_pending.front().value <= m_reached) {
            m_pending.pop_front();
        }
        m_pending.push_back({value, submission.recorder});
    }
    const VkResult result = m_vk.vkQueueSubmit(m_queue, 1, &info, VK_NULL_HANDLE);
    noteResult(result);
    static std::once_flag armed;
    std::call_once(armed, armExitHandler);
    if (result == VK_SUCCESS) {
        m_firstLayouts->submitted(value);
        m_submitted = value;
    } else if (const std::lock_guard pending(m_pendingMutex); !m_pending.empty()) {
        m_pending.pop_back();
    }
    return result;
}

bool Gpu::reached(uint64_t value) {
    if (value == kNeverSubmitted) {
        return true;
    }
    if (value <= m_reached.load(std::memory_order_acquire)) {
        return true;
    }
    uint64_t now = 0;
    const VkResult result = m_vk.vkGetSemaphoreCounterValue(m_device, m_timeline, &now);
    noteResult(result);
    if (result != VK_SUCCESS) {
        return lost(); // Nothing will ever finish: let owners release.
    }
    uint64_t known = m_reached.load(std::memory_order_relaxed);
    while (known < now && !m_reached.compare_exchange_weak(known, now)) {
    }
    return value <= now;
}

VkResult Gpu::waitFor(uint64_t value, uint64_t timeout_ns, const char* purpose) {
    if (value == kNeverSubmitted) {
        return VK_ERROR_DEVICE_LOST;
    }
    if (reached(value)) {
        return lost() ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
    }
    VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
    info.semaphoreCount = 1;
    info.pSemaphores = &m_timeline;
    info.pValues = &value;
    report::StallTimer timer(report::StallKind::Device);
    const VkResult result = waitWhileItMoves(info, timeout_ns);
    timer.stop([&] { return fmt::format("waited for the device: {}", purpose); });
    noteResult(result);
    return isOutOfMemory(result) ? pollFor(value, timeout_ns) : result;
}

/// Waits where Vulkan has no memory to wait with: what comes after a wait relies on it.
VkResult Gpu::pollFor(uint64_t value, uint64_t timeout_ns) {
    const auto start = std::chrono::steady_clock::now();
    uint64_t now = 0;
    while (m_vk.vkGetSemaphoreCounterValue(m_device, m_timeline, &now) == VK_SUCCESS) {
        if (value <= now) {
            return VK_SUCCESS;
        }
        const std::chrono::nanoseconds spent = std::chrono::steady_clock::now() - start;
        if (uint64_t(spent.count()) >= timeout_ns) {
            return VK_TIMEOUT;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    noteResult(VK_ERROR_DEVICE_LOST); // Nobody can tell what it does.
    return VK_ERROR_DEVICE_LOST;
}

/// Waits on for as long as now and then a submission is done.
VkResult Gpu::waitWhileItMoves(VkSemaphoreWaitInfo info, uint64_t timeout_ns) {
    const auto patience_ns = uint64_t(base::options().deviceWait * 1e9);
    while (patience_ns > 0 && timeout_ns > patience_ns) {
        const uint64_t before = m_reached.load(std::memory_order_acquire);
        const VkResult result = m_vk.vkWaitSemaphores(m_device, &info, patience_ns);
        if (result != VK_TIMEOUT) {
            return result;
        }
        timeout_ns -= timeout_ns == UINT64_MAX ? 0 : patience_ns;
        if (!reached(*info.pValues) && m_reached.load(std::memory_order_acquire) == before) {
            abandon();
            return VK_ERROR_DEVICE_LOST;
        }
    }
    return m_vk.vkWaitSemaphores(m_device, &info, timeout_ns);
}

VkResult Gpu::present(const VkPresentInfoKHR& info) {
    const auto lock = lockQueue();
    const report::Span span;
    const VkResult result = m_vk.vkQueuePresentKHR(m_queue, &info);
    span.stop(report::EventKind::Present, 0, 0, [] { return ""; });
    noteResult(result);
    return result;
}

void Gpu::waitIdle() {
    uint64_t last = 0;
    {
        const auto lock = lockQueue();
        last = m_submitted;
    }
    constexpr const char* kPurpose = "all of its work";
    if (waitFor(last, UINT64_MAX, kPurpose) != VK_SUCCESS) {
        return;
    }
    const auto lock = lockQueue();
    report::StallTimer timer(report::StallKind::Device);
    noteResult(m_vk.vkQueueWaitIdle(m_queue)); // Presents are not on the timeline.
    timer.stop([&] { return fmt::format("waited for the device: {}", kPurpose); });
}

void Gpu::lose(const char* why) {
    const std::lock_guard lock(m_pendingMutex);
    if (lost()) {
        return;
    }
    m_culprit.store(findCulprit(), std::memory_order_relaxed);
    m_lost.store(true, std::memory_order_release);
    m_pending.clear();
    report::recordEvent(report::EventKind::Fault, 0, 0, why);
    base::logError(base::Log::Device, "the Vulkan device {} is lost: {}", m_description.name, why);
}

/// What a device works with that does not end cannot be given back: it stays as it is.
void Gpu::abandon() {
    lose("it did not answer (option device-wait)");
    closeFunctions();
    static std::mutex s_mutex;
    static auto& s_kept = *new std::vector<std::shared_ptr<Instance>>;
    const std::lock_guard lock(s_mutex);
    s_kept.push_back(m_instance);
}

/// Who submitted the first of what is not done: the queue goes in order.
uint64_t Gpu::findCulprit() {
    if (m_pending.empty()) {
        return 0;
    }
    uint64_t done = m_reached.load(std::memory_order_acquire);
    // A lost device need not tell, but may; or says that everything is done.
    uint64_t told = done;
    m_vk.vkGetSemaphoreCounterValue(m_device, m_timeline, &told);
    if (told > done && told < m_pending.back().value) {
        done = told;
    }
    const auto first = std::ranges::find_if(
        m_pending, [&](const Pending& pending) { return pending.value > done; });
    return first == m_pending.end() ? 0 : first->recorder;
}

void Gpu::closeForExit() {
    m_lost = true;
    closeFunctions();
}

void Gpu::closeFunctions() {
    // All functions of the tables take their arguments in registers or from the caller's stack, so
    // one that ignores them can stand for each.
    const auto kill = [](auto& table) {
        auto* const entries = reinterpret_cast<PFN_vkVoidFunction*>(&table);
        for (size_t i = 0; i < sizeof table / sizeof *entries; ++i) {
            if (entries[i]) {
                entries[i] = reinterpret_cast<PFN_vkVoidFunction>(deadFunction);
            }
        }
    };
    kill(m_vk);
    kill(m_shaderCommands);
    kill(m_restartCommands);
}

} // namespace glvk
