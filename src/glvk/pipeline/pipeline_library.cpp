// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/pipeline_library.h"

#include "glvk/gpu/gpu.h"
#include "glvk/pipeline/pipeline_cache.h"
#include "report/stalls.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace glvk {

PipelineLibrary::~PipelineLibrary() {
    m_gpu.vk().vkDestroyPipeline(m_gpu.handle(), handle, nullptr);
}

PipelineLibraries::PipelineLibraries(Gpu& gpu, PipelineCache& cache, base::WorkQueue& queue)
    : m_gpu(gpu), m_cache(cache), m_queue(queue) {}

PipelineLibraries::~PipelineLibraries() = default;

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
        entry.begun = true;
        const PipelineInfo info(m_gpu, key.state.key, key.state.stages, 1u << uint32_t(key.part));
        if (const VkPipeline pipeline = m_cache.create(info.info())) {
            entry.library = std::make_shared<const PipelineLibrary>(m_gpu, pipeline);
        }
        entry.done = true;
    });
}

void PipelineLibraries::prepare(PipelinePart part,
                                const PipelineKey& key,
                                const PipelineStages& stages,
                                Owners owners) {
    const Key wanted{part, {}, stateOfPart(part, m_gpu, key, stages)};
    bool isNew = false;
    const EntryRef entry = entryOf(wanted, isNew);
    if (isNew) {
        m_queue.submit(base::Priority::Normal, [this, wanted, entry, owners = std::move(owners)] {
            // So whoever deletes a program need not wait for this.
            std::vector<std::shared_ptr<const void>> alive;
            for (const auto& owner : owners) {
                alive.push_back(owner.lock());
                if (!alive.back()) {
                    return;
                }
            }
            build(wanted, *entry);
        });
    }
}

PipelineLibraryRef PipelineLibraries::get(PipelinePart part,
                                          const PipelineKey& key,
                                          const PipelineStages& stages,
                                          bool& waited) {
    const Key wanted{part, {}, stateOfPart(part, m_gpu, key, stages)};
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
            const auto& own = pair.first.state.stages.modules;
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
        if (entry->begun && !entry->done) {
            report::StallTimer timer(report::StallKind::Pipelines);
            std::call_once(entry->once, [] {});
            timer.stop([] { return std::string("a shader died while it was being compiled"); });
        } else {
            std::call_once(entry->once, [] {});
        }
    }
}

} // namespace glvk
