// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/pipeline_speed.h"

#include "base/log.h"
#include "glvk/gpu/device_entry.h"
#include "glvk/gpu/plain_state.h"
#include "store/store.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

namespace glvk {

namespace {

// clang-format off
constexpr uint32_t kVertex[] =
#include "shaders/measured.vert.inc"
    ;
constexpr uint32_t kFragment[] =
#include "shaders/measured.frag.inc"
    ;
// clang-format on

/// Of each kind; as many pairs are linked, and as many others built whole, or fewer that take long.
constexpr uint32_t kStages = 2;

constexpr VkGraphicsPipelineLibraryFlagsEXT kParts[] = {
    VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT,
    VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT,
    VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT,
    VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT,
};

store::Key keyOf(const VkPhysicalDeviceProperties& properties) {
    const WantedLayers layers;
    return deviceKey("pipeline-speed-2", properties)
        .addValue(uint8_t(layers.validation))
        .add(layers.instance)
        .add(layers.loader)
        .finish();
}

/// A device with libraries and what pipelines need, until the end of the measurement.
class Measurement {
public:
    ~Measurement();
    /// False: it cannot be made here.
    bool open(VkPhysicalDevice physical);
    std::optional<PipelineSpeed> run(const std::stop_token& stop);

private:
    bool makeModule(std::span<const uint32_t> words, VkShaderModule& module);
    bool makeRenderPass();
    /// Of the parts, or of all where there are none; `vertex` and `fragment` number the stages.
    VkPipeline make(VkGraphicsPipelineLibraryFlagsEXT parts, uint32_t vertex, uint32_t fragment);
    VkPipeline link(std::span<const VkPipeline> libraries);
    VkPipeline create(const VkGraphicsPipelineCreateInfo& info);

    VkDevice m_device = VK_NULL_HANDLE;
    VolkDeviceTable m_vk{};
    VkShaderModule m_vertex = VK_NULL_HANDLE;
    VkShaderModule m_fragment = VK_NULL_HANDLE;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkRenderPass m_pass = VK_NULL_HANDLE;
    std::vector<VkPipeline> m_pipelines;
};

Measurement::~Measurement() {
    if (!m_device) {
        return;
    }
    for (const VkPipeline pipeline : m_pipelines) {
        m_vk.vkDestroyPipeline(m_device, pipeline, nullptr);
    }
    m_vk.vkDestroyRenderPass(m_device, m_pass, nullptr);
    m_vk.vkDestroyPipelineLayout(m_device, m_layout, nullptr);
    m_vk.vkDestroyShaderModule(m_device, m_fragment, nullptr);
    m_vk.vkDestroyShaderModule(m_device, m_vertex, nullptr);
    m_vk.vkDestroyDevice(m_device, nullptr);
}

bool Measurement::open(VkPhysicalDevice physical) {
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueCount = 1; // Of the first family: nothing is submitted.
    queue.pQueuePriorities = &priority;
    VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT libraries{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_FEATURES_EXT};
    libraries.graphicsPipelineLibrary = VK_TRUE;
    const char* const extensions[] = {VK_KHR_PIPELINE_LIBRARY_EXTENSION_NAME,
                                      VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME};
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &libraries};
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = uint32_t(std::size(extensions));
    info.ppEnabledExtensionNames = extensions;
    if (vkCreateDevice(physical, &info, nullptr, &m_device) != VK_SUCCESS) {
        m_device = VK_NULL_HANDLE; // It has no libraries.
        return false;
    }
    volkLoadDeviceTable(&m_vk, m_device);
    VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layout.flags = VK_PIPELINE_LAYOUT_CREATE_INDEPENDENT_SETS_BIT_EXT;
    return m_vk.vkCreatePipelineLayout(m_device, &layout, nullptr, &m_layout) == VK_SUCCESS &&
           makeModule(kVertex, m_vertex) && makeModule(kFragment, m_fragment) && makeRenderPass();
}

bool Measurement::makeModule(std::span<const uint32_t> words, VkShaderModule& module) {
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = words.size_bytes();
    info.pCode = words.data();
    return m_vk.vkCreateShaderModule(m_device, &info, nullptr, &module) == VK_SUCCESS;
}

bool Measurement::makeRenderPass() {
    VkAttachmentDescription color{};
    color.format = VK_FORMAT_R8G8B8A8_UNORM;
    color.samples = VK_SAMPLE_COUNT_1_BIT;
    color.loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    color.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    color.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    color.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
    const VkAttachmentReference reference{0, VK_IMAGE_LAYOUT_GENERAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &reference;
    VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    info.attachmentCount = 1;
    info.pAttachments = &color;
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    return m_vk.vkCreateRenderPass(m_device, &info, nullptr, &m_pass) == VK_SUCCESS;
}

VkPipeline Measurement::create(const VkGraphicsPipelineCreateInfo& info) {
    VkPipeline pipeline = VK_NULL_HANDLE;
    if (m_vk.vkCreateGraphicsPipelines(m_device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline) !=
        VK_SUCCESS) {
        return VK_NULL_HANDLE;
    }
    m_pipelines.push_back(pipeline);
    return pipeline;
}

VkPipeline
Measurement::make(VkGraphicsPipelineLibraryFlagsEXT parts, uint32_t vertex, uint32_t fragment) {
    // Old validation layers read them again when libraries are linked.
    static constexpr VkSpecializationMapEntry kEntry{0, 0, sizeof(uint32_t)};
    static constexpr uint32_t kNumbers[kStages] = {0, 1};
    const VkSpecializationInfo numbers[] = {{1, &kEntry, sizeof(uint32_t), &kNumbers[vertex]},
                                            {1, &kEntry, sizeof(uint32_t), &kNumbers[fragment]}};
    const auto stage = [&](VkShaderStageFlagBits bit, VkShaderModule module, size_t number) {
        VkPipelineShaderStageCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
        info.stage = bit;
        info.module = module;
        info.pName = "main";
        info.pSpecializationInfo = &numbers[number];
        return info;
    };
    const VkPipelineShaderStageCreateInfo both[] = {
        stage(VK_SHADER_STAGE_VERTEX_BIT, m_vertex, 0),
        stage(VK_SHADER_STAGE_FRAGMENT_BIT, m_fragment, 1)};
    const bool whole = parts == 0;
    const bool before =
        whole || parts & VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT;
    const bool after = whole || parts & VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT;
    VkGraphicsPipelineLibraryCreateInfoEXT library{
        VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT, nullptr, parts};
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    info.pNext = whole ? nullptr : &library;
    info.flags = whole ? 0 : VK_PIPELINE_CREATE_LIBRARY_BIT_KHR;
    info.stageCount = uint32_t(before) + uint32_t(after);
    info.pStages = before ? both : both + 1;
    const PlainState state(16);
    state.fill(info);
    info.layout = m_layout;
    info.renderPass = m_pass;
    return create(info);
}

VkPipeline Measurement::link(std::span<const VkPipeline> libraries) {
    VkPipelineLibraryCreateInfoKHR linked{VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR};
    linked.libraryCount = uint32_t(libraries.size());
    linked.pLibraries = libraries.data();
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &linked};
    info.layout = m_layout;
    return create(info);
}

std::optional<PipelineSpeed> Measurement::run(const std::stop_token& stop) {
    using Clock = std::chrono::steady_clock;
    const VkPipeline input = make(kParts[0], 0, 0);
    const VkPipeline output = make(kParts[3], 0, 0);
    std::array<VkPipeline, kStages> vertices{};
    std::array<VkPipeline, kStages> fragments{};
    for (uint32_t i = 0; i < kStages; ++i) {
        vertices[i] = make(kParts[1], i, i);
        fragments[i] = make(kParts[2], i, i);
        if (stop.stop_requested() || !input || !output || !vertices[i] || !fragments[i]) {
            return {};
        }
    }
    const auto timed = [](float& least_us, auto&& make) {
        const Clock::time_point begin = Clock::now();
        const bool made = make();
        const std::chrono::duration<float, std::micro> took = Clock::now() - begin;
        least_us = std::min(least_us, took.count());
        return made;
    };
    constexpr float kLong_us = 5000; // Nothing that disturbs makes that of a short time.
    constexpr float kNever_us = std::numeric_limits<float>::infinity();
    PipelineSpeed speed{kNever_us, kNever_us};
    for (uint32_t i = 0; i < kStages; ++i) {
        const VkPipeline libraries[] = {input, vertices[i], fragments[i], output};
        const uint32_t other = (i + 1) % kStages;
        if (stop.stop_requested() ||
            !timed(speed.linked_us, [&] { return link(libraries) != VK_NULL_HANDLE; })) {
            return {};
        }
        const bool known = i > 0 && speed.whole_us > kLong_us;
        if (!known && !timed(speed.whole_us, [&] { return make(0, i, other) != VK_NULL_HANDLE; })) {
            return {};
        }
    }
    return speed;
}

} // namespace

std::optional<PipelineSpeed> knownPipelineSpeed(const VkPhysicalDeviceProperties& properties) {
    const store::Store store(deviceOrigin(properties));
    const auto bytes = store.get(keyOf(properties), store::Kind::Measurement);
    PipelineSpeed speed;
    if (!bytes || bytes->size() != sizeof speed) {
        return {};
    }
    std::memcpy(&speed, bytes->data(), sizeof speed);
    const auto possible = [](float time_us) { return std::isfinite(time_us) && time_us >= 0; };
    return possible(speed.whole_us) && possible(speed.linked_us) ? std::optional(speed)
                                                                 : std::nullopt;
}

std::optional<PipelineSpeed> measurePipelineSpeed(VkPhysicalDevice physical, std::stop_token stop) {
    const auto begin = std::chrono::steady_clock::now();
    std::optional<PipelineSpeed> speed;
    if (!stop.stop_requested()) {
        Measurement measurement;
        speed = measurement.open(physical) ? measurement.run(stop) : std::nullopt;
    }
    if (!speed) {
        return {};
    }
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(physical, &properties);
    base::logInfo(
        base::Log::Device,
        "{}: pipelines of known stages are linked in {:.0f} µs, built whole in {:.0f} µs; "
        "measuring took {:.1f} ms",
        properties.deviceName,
        speed->linked_us,
        speed->whole_us,
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
            .count());
    store::Store(deviceOrigin(properties))
        .put(keyOf(properties), std::as_bytes(std::span(&*speed, 1)), store::Kind::Measurement);
    return speed;
}

} // namespace glvk
