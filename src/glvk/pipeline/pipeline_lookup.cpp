// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/pipeline_lookup.h"

#include "glvk/pipeline/key_words.h"
#include "glvk/pipeline/pipeline_store.h"
#include "glvk/pipeline/program.h"
#include "glvk/record/recorder.h"
#include "report/record.h"
#include "report/stalls.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace glvk {

PipelineLookup::PipelineLookup(PipelineStore& store) : m_store(store) {
    m_store.watch(m_dead);
}

PipelineLookup::~PipelineLookup() {
    m_store.unwatch(m_dead);
    settleCounts();
}

/// Draws count without atomic operations, and the process hears of it now and then.
void PipelineLookup::settleCounts() {
    using report::Figure;
    const auto settle = [](Figure figure, uint64_t now, uint64_t before) {
        report::g_counters.add(figure, now - before);
    };
    settle(Figure::PipelinesUnchanged, m_counts.same, m_settled.same);
    settle(Figure::PipelinesByTransition, m_counts.transitions, m_settled.transitions);
    settle(Figure::PipelinesByHash, m_counts.known, m_settled.known);
    settle(Figure::PipelinesGuessed, m_counts.guessed, m_settled.guessed);
    settle(Figure::PipelinesBuilt, m_counts.built, m_settled.built);
    settle(Figure::PipelinesOptimized, m_counts.optimized, m_settled.optimized);
    m_settled = m_counts;
}

std::vector<uint64_t> PipelineLookup::purge(Recorder& recorder) {
    settleCounts();
    std::vector<uint64_t> dead = m_dead.take();
    if (dead.empty()) {
        return dead;
    }
    std::sort(dead.begin(), dead.end());
    const auto died = [&](const PipelineEntry& entry) {
        return std::binary_search(dead.begin(), dead.end(), entry.key.program);
    };
    for (const auto& [key, entry] : m_entries) { // First: they point into what goes.
        entry->transitions.removeIf(died);
    }
    std::erase_if(m_entries, [&](const auto& pair) {
        if (!died(*pair.second)) {
            return false;
        }
        recorder.retain(*pair.second->pipeline);
        return true;
    });
    m_current = nullptr;
    return dead;
}

void PipelineLookup::adoptOptimized(Recorder& recorder) {
    for (auto& [key, pipeline] : m_optimized->take()) {
        const auto found = m_entries.find(key);
        if (found != m_entries.end()) { // Else its program died.
            recorder.retain(*found->second->pipeline);
            found->second->pipeline = std::move(pipeline);
            ++m_counts.optimized;
        }
    }
}

const Pipeline*
PipelineLookup::get(const PipelineKey& key, KeyWords changed, const Program& program) {
    PipelineEntry* const before = m_current;
    if (!before) {
        m_current = findOrBuild(key, program);
        return m_current ? m_current->pipeline.get() : nullptr;
    }
    changed = key.differing(before->key, changed);
    if (!changed) {
        ++m_counts.same;
        return before->pipeline.get();
    }
    if (PipelineEntry* const next = before->transitions.find(key, changed)) {
        ++m_counts.transitions;
        m_current = next;
        return next->pipeline.get();
    }
    PipelineEntry* const next = findOrBuild(key, program);
    if (!next) {
        return nullptr;
    }
    before->transitions.add(*next, changed);
    m_current = next;
    return next->pipeline.get();
}

/// In which the key differs from what comes nearest of what the program was drawn with.
std::string PipelineLookup::whatIsNew(const PipelineKey& key) const {
    const PipelineKey* nearest = nullptr;
    int least = 0;
    bool formatsSeen = false;
    for (const auto& [known, entry] : m_entries) {
        if (known == key) {
            continue; // That is the one which is being built.
        }
        formatsSeen |= known.colorFormat == key.colorFormat;
        const int steps = known.program == key.program ? distance(known, key) : 0;
        if (known.program == key.program && (!nearest || steps < least)) {
            nearest = &known;
            least = steps;
        }
    }
    if (!nearest) {
        // Where targets are set by command the key has none.
        const std::string targets = describeTargets(key);
        return targets.empty() ? "its first draw" : fmt::format("its first draw, to {}", targets);
    }
    const bool formatsNew = !formatsSeen && key.colorFormat != nearest->colorFormat;
    return fmt::format("new: {}{}",
                       describeChange(key, *nearest),
                       formatsNew ? ", which nothing was drawn to before" : "");
}

PipelineEntry* PipelineLookup::findOrBuild(const PipelineKey& key, const Program& program) {
    std::unique_ptr<PipelineEntry>& slot = m_entries[key];
    if (slot) {
        ++m_counts.known;
        return slot.get();
    }
    report::StallTimer timer(report::StallKind::Pipelines);
    std::string how;
    auto entry = std::make_unique<PipelineEntry>();
    entry->key = key;
    entry->pipeline = m_store.maker().takeGuess(key, program, how);
    const bool guessed = bool(entry->pipeline);
    if (!guessed) {
        entry->pipeline = m_store.maker().build(key, program, m_optimized, how);
    }
    if (!entry->pipeline) {
        m_entries.erase(key);
        return nullptr;
    }
    timer.stop([&] {
        return fmt::format(
            "a pipeline for {} was {}; {}", program.nameForPeople(), how, whatIsNew(key));
    });
    ++(guessed ? m_counts.guessed : m_counts.built);
    report::recordEvent(report::EventKind::Answer,
                        uint8_t(guessed ? report::AnswerFrom::Guess : report::AnswerFrom::Nobody),
                        0,
                        "pipeline");
    slot = std::move(entry);
    return slot.get();
}

} // namespace glvk
