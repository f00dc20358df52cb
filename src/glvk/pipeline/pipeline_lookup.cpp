// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/pipeline_lookup.h"

#include "base/bits.h"
#include "base/log.h"
#include "glvk/pipeline/pipeline_store.h"
#include "glvk/record/recorder.h"
#include "report/record.h"
#include "report/stalls.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace glvk {

namespace {

/// For people.
std::string describeWords(KeyWords words) {
    std::string text;
    for (const auto& [fields, name] : {
             std::pair{PipelineKey::wordsOf(0, 8), "program"},
             std::pair{PipelineKey::wordsOf(8, 8), "primitives and rasterization"},
             std::pair{PipelineKey::wordsOf(16, 8), "depth, stencil and sample shading"},
             std::pair{PipelineKey::wordsOf(24, 8), "samples and logic operation"},
             std::pair{PipelineKey::wordsOf(offsetof(PipelineKey, depthFormat), 16),
                       "formats of the framebuffer"},
             std::pair{PipelineKey::wordsOf(offsetof(PipelineKey, writeMask), 8), "write masks"},
             std::pair{PipelineKey::wordsOf(offsetof(PipelineKey, blend), 32), "blending"},
             std::pair{PipelineKey::kArrayWords, "vertex format"},
         }) {
        if (words & fields) {
            text += text.empty() ? "" : ", ";
            text += name;
        }
    }
    return text;
}

} // namespace

PipelineLookup::PipelineLookup(PipelineStore& store) : m_store(store) {
    m_store.watch(m_dead);
}

PipelineLookup::~PipelineLookup() {
    m_store.unwatch(m_dead);
    base::logDebug(base::Log::Pipelines,
                   "{} built, {} guessed, {} optimized, {} found by hash, {} by "
                   "transition, {} unchanged",
                   m_counts.built,
                   m_counts.guessed,
                   m_counts.optimized,
                   m_counts.known,
                   m_counts.transitions,
                   m_counts.same);
}

std::vector<uint64_t> PipelineLookup::purge(Recorder& recorder) {
    std::vector<uint64_t> dead = m_dead.take();
    if (dead.empty()) {
        return dead;
    }
    std::sort(dead.begin(), dead.end());
    const auto died = [&](const PipelineEntry& entry) {
        return std::binary_search(dead.begin(), dead.end(), entry.key.program);
    };
    if (m_current) {
        m_lastKey = m_current->key;
    }
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
        m_current = findOrBuild(key, key.differing(m_lastKey, PipelineKey::kAllWords), program);
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
    PipelineEntry* const next = findOrBuild(key, changed, program);
    if (!next) {
        return nullptr;
    }
    before->transitions.add(*next, changed);
    m_current = next;
    return next->pipeline.get();
}

PipelineEntry*
PipelineLookup::findOrBuild(const PipelineKey& key, KeyWords changed, const Program& program) {
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
        return fmt::format("a pipeline for program {} was {}; new: {}",
                           key.program,
                           how,
                           m_lastKey.program || m_current ? describeWords(changed) : "everything");
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
