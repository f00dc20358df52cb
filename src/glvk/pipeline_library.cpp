// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline_library.h"

#include "base/log.h"
#include "glvk/device.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace glvk {

PipelineLibrary::~PipelineLibrary() {
    m_device.vk().vkDestroyPipeline(m_device.handle(), handle, nullptr);
}

PipelineLibraries::PipelineLibraries(Device& device, base::WorkQueue& queue, VkPipelineCache cache)
    : m_device(device), m_queue(queue), m_cache(cache) {}

PipelineLibraries::~PipelineLibraries() = default;

PipelineLibraries::Key PipelineLibraries::keyOf(PipelinePart part, const PartState& state) {
    Key key;
    key.part = part;
    key.state = state.key;
    key.modules = state.stages.modules;
    key.layout = state.stages.layout;
    key.viewportCount = state.stages.viewportCount;
    key.secondHalves = state.stages.secondHalves;
    return key;
}

PipelineLibraries::EntryRef PipelineLibraries::entryOf(const Key& key, bool& isNew) {
    const std::lock_guard lock(m_mutex);
    EntryRef& entry = m_entries[key];
    isNew = !entry;
    if (isNew) {
        entry = std::make_shared<Entry>();
    }
    return entry;
}

void PipelineLibraries::build(const Key& key, Entry& entry) {
    std::call_once(entry.once, [&] {
        PipelineStages stages;
        stages.modules = key.modules;
        stages.layout = key.layout;
        stages.viewportCount = key.viewportCount;
        stages.secondHalves = key.secondHalves;
        const PipelineInfo info(m_device, key.state, stages, 1u << uint32_t(key.part));
        VkPipeline pipeline = VK_NULL_HANDLE;
        const VkResult result = m_device.vk().vkCreateGraphicsPipelines(
            m_device.handle(), m_cache, 1, &info.info(), nullptr, &pipeline);
        if (result == VK_SUCCESS) {
            entry.library = std::make_shared<const PipelineLibrary>(m_device, pipeline);
        } else {
            base::logError("a pipeline library could not be built ({})", resultName(result));
            m_device.noteResult(result);
        }
        entry.done = true;
    });
}

void PipelineLibraries::prepare(PipelinePart part,
                                const PipelineKey& key,
                                const PipelineStages& stages) {
    const Key wanted = keyOf(part, stateOfPart(part, m_device, key, stages));
    bool isNew = false;
    const EntryRef entry = entryOf(wanted, isNew);
    if (isNew) {
        m_queue.submit(base::Priority::Normal, [this, wanted, entry] { build(wanted, *entry); });
    }
}

PipelineLibraryRef PipelineLibraries::get(PipelinePart part,
                                          const PipelineKey& key,
                                          const PipelineStages& stages,
                                          bool& waited) {
    const Key wanted = keyOf(part, stateOfPart(part, m_device, key, stages));
    bool isNew = false;
    const EntryRef entry = entryOf(wanted, isNew);
    waited = !entry->done;
    build(wanted, *entry);
    if (!entry->library) { // The next one may try again.
        const std::lock_guard lock(m_mutex);
        const auto found = m_entries.find(wanted);
        if (found != m_entries.end() && found->second == entry) {
            m_entries.erase(found);
        }
    }
    return entry->library;
}

void PipelineLibraries::forget(std::span<const VkShaderModule> modules) {
    std::vector<std::pair<Key, EntryRef>> dead;
    {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_entries, [&](auto& pair) {
            const auto& own = pair.first.modules;
            if (std::find_first_of(
                    own.begin(),
                    own.end(),
                    modules.begin(),
                    modules.end(),
                    [](VkShaderModule a, VkShaderModule b) { return a && a == b; }) == own.end()) {
                return false;
            }
            dead.emplace_back(pair.first, std::move(pair.second));
            return true;
        });
    }
    for (const auto& [key, entry] : dead) {
        // A job may be compiling it, or about to: it must not find the modules gone.
        std::call_once(entry->once, [] {});
    }
}

} // namespace glvk
