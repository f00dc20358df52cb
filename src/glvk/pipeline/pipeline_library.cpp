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
    const auto found = m_entries.find(key);
    isNew = found == m_entries.end();
    return isNew ? m_entries.emplace(key, std::make_shared<Entry>()).first->second : found->second;
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

bool PipelineLibraries::prepare(PipelinePart part,
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
    return entry->done;
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

/// One by one, for programs die where nothing may fail: a list of them would need memory.
void PipelineLibraries::forget(std::span<const VkShaderModule> modules) {
    const auto dies = [&](const auto& pair) {
        const auto& own = pair.first.state.stages.modules;
        return std::find_first_of(own.begin(),
                                  own.end(),
                                  modules.begin(),
                                  modules.end(),
                                  [](VkShaderModule a, VkShaderModule b) { return a && a == b; }) !=
               own.end();
    };
    for (;;) {
        decltype(m_entries)::node_type dead;
        {
            const std::lock_guard lock(m_mutex);
            const auto found = std::ranges::find_if(m_entries, dies);
            if (found == m_entries.end()) {
                return;
            }
            dead = m_entries.extract(found);
        }
        awaitBuild(*dead.mapped());
    }
}

/// A job may be compiling it, or about to: it must not find the modules gone.
void PipelineLibraries::awaitBuild(Entry& entry) {
    if (entry.begun && !entry.done) {
        report::StallTimer timer(report::StallKind::Pipelines);
        std::call_once(entry.once, [] {});
        timer.stop([] { return std::string("a shader died while it was being compiled"); });
    } else {
        std::call_once(entry.once, [] {});
    }
}

} // namespace glvk
