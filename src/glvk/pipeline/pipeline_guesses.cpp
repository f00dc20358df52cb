// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/pipeline_guesses.h"

#include "glvk/gpu/gpu.h"
#include "glvk/pipeline/pipeline_cache.h"
#include "glvk/pipeline/pipeline_info.h"

#include <algorithm>
#include <utility>

namespace glvk {

namespace {

constexpr size_t kStates = 8; ///< That are remembered.
constexpr size_t kArrays = 16;
constexpr float kFading = 0.875F; ///< A state that had 8 of the last pipelines equals the last.

/// Programs that only capture, or lack a stage, are made to be mixed or are rare.
bool isWorthGuessing(const Program& program) {
    return program.has(spirv::Stage::Vertex) && program.has(spirv::Stage::Fragment);
}

void copyArrays(PipelineKey& to, const PipelineKey& from) {
    to.attributeFormat = from.attributeFormat;
    to.divisor = from.divisor;
    to.stride_B = from.stride_B;
}

} // namespace

PipelineGuesses::PipelineGuesses(Gpu& gpu,
                                 PipelineCache& cache,
                                 unsigned threads,
                                 const Limits& limits)
    : m_gpu(gpu), m_cache(cache), m_limits(limits), m_queue("glissade-guess", threads) {
    if (!gpu.features().strategy.dynamicVertexInput) {
        m_formats.emplace(gpu);
    }
}

PipelineGuesses::~PipelineGuesses() {
    stop();
}

void PipelineGuesses::stop() {
    m_queue.close();
}

void PipelineGuesses::drain() {
    m_queue.drain();
}

void PipelineGuesses::prepare(const Program& program) {
    if (!isWorthGuessing(program)) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    if (m_waiting.size() >= m_limits.waiting) {
        return;
    }
    m_waiting.push_back(&program);
    if (!m_states.empty()) { // Else the first pipeline starts them all.
        m_queue.submit(base::Priority::Low, [this] { guessNext(); });
    }
}

bool PipelineGuesses::prepared(const Program& program) {
    if (!isWorthGuessing(program)) {
        return true;
    }
    {
        const std::lock_guard lock(m_mutex);
        if (m_drawn.contains(program.id())) {
            return true;
        }
        if (std::ranges::find(m_waiting, &program) != m_waiting.end()) {
            return false;
        }
        bool isGuessed = false;
        for (const auto& [key, entry] : m_entries) {
            if (key.program == program.id()) {
                if (!entry->done) {
                    return false;
                }
                isGuessed = true;
            }
        }
        if (isGuessed) {
            return true;
        }
    }
    prepare(program); // There was no room for it, or not for long.
    return false;
}

void PipelineGuesses::forget(uint64_t program) {
    decltype(m_entries)::node_type dead; // Destroyed without the lock, and one by one.
    std::unique_lock lock(m_mutex);
    m_drawn.erase(program);
    std::erase_if(m_waiting, [&](const Program* p) { return p->id() == program; });
    const auto dies = [&](const auto& pair) { return pair.first.program == program; };
    for (auto at = std::ranges::find_if(m_entries, dies); at != m_entries.end();
         at = std::ranges::find_if(m_entries, dies)) {
        dead = m_entries.extract(at);
        lock.unlock();
        dead = {};
        lock.lock();
    }
}

/// What arrays and the program decide is left out, as far as it is known for every program.
void PipelineGuesses::note(const PipelineKey& key, const Program& program) {
    PipelineKey state = key;
    state.program = 0;
    copyArrays(state, {});
    if (program.has(spirv::Stage::TessEvaluation) || program.has(spirv::Stage::Geometry)) {
        state.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    }
    const bool isFirst = m_states.empty();
    for (State& s : m_states) {
        s.weight *= kFading;
    }
    auto found = std::find_if(
        m_states.begin(), m_states.end(), [&](const State& s) { return s.key == state; });
    if (found == m_states.end()) {
        if (m_states.size() == kStates) {
            m_states.pop_back();
        }
        found = m_states.insert(m_states.end(), State{state, 0});
    }
    found->weight += 1;
    std::stable_sort(m_states.begin(), m_states.end(), [](const State& a, const State& b) {
        return a.weight > b.weight;
    });
    if (m_formats) {
        std::erase_if(m_arrays,
                      [&](const Arrays& a) { return a.attributes == program.attributes(); });
        Arrays& arrays = m_arrays.emplace_front(Arrays{program.attributes(), {}});
        copyArrays(arrays.key, key);
        if (m_arrays.size() > kArrays) {
            m_arrays.pop_back();
        }
    }
    for (size_t i = 0; isFirst && i < m_waiting.size(); ++i) {
        m_queue.submit(base::Priority::Low, [this] { guessNext(); });
    }
}

void PipelineGuesses::setArrays(PipelineKey& key, const Program& program) const {
    if (!m_formats) {
        return;
    }
    const Program::Attributes& attributes = program.attributes();
    for (const Arrays& arrays : m_arrays) {
        if (arrays.attributes == attributes) {
            copyArrays(key, arrays.key);
            return;
        }
    }
    for (size_t i = 0; i < attributes.size(); ++i) { // Tight arrays of what the shader reads.
        if (attributes[i].components == 0) {
            continue;
        }
        gl::VertexAttrib array;
        array.size = attributes[i].components;
        array.integer = attributes[i].kind != AttributeClass::Float;
        array.type = attributes[i].kind == AttributeClass::Int    ? GL_INT
                     : attributes[i].kind == AttributeClass::Uint ? GL_UNSIGNED_INT
                                                                  : GL_FLOAT;
        key.attributeFormat[i] = attributes[i].kind == AttributeClass::Double
                                     ? VertexFormats::constant(AttributeClass::Double)
                                     : m_formats->fetch(array, attributes[i].kind).format;
        if (!m_gpu.features().extendedDynamicState) {
            key.stride_B[i] = vertexFormat(key.attributeFormat[i]).size_B;
        }
    }
}

/// Nothing: it is being built already, or was.
std::optional<PipelineGuesses::Job> PipelineGuesses::jobOf(const PipelineKey& key,
                                                           const Program& program) {
    EntryRef& entry = m_entries[key];
    if (entry) {
        return std::nullopt;
    }
    entry = std::make_shared<Entry>();
    m_order.push_back(key);
    Job job{key, {}, {}, entry};
    program.describe(job.stages);
    for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
        job.code[i] = program.stageCode(spirv::Stage(i), key);
    }
    return job;
}

std::vector<PipelineGuesses::Job> PipelineGuesses::nextProgram() {
    std::vector<Job> jobs;
    std::vector<EntryRef> dropped; // Destroyed without the lock.
    const std::lock_guard lock(m_mutex);
    if (m_waiting.empty()) {
        return jobs;
    }
    const Program& program = *m_waiting.front(); // forget() takes the lock: it lives.
    m_waiting.pop_front();
    for (const State& state : m_states) {
        PipelineKey key = program.fit(state.key);
        key.program = program.id();
        setArrays(key, program);
        if (auto job = jobOf(key, program)) {
            jobs.push_back(std::move(*job));
        }
        if (jobs.size() == m_limits.perProgram) {
            break;
        }
    }
    while (m_order.size() > m_limits.kept) {
        const auto oldest = m_entries.find(m_order.front());
        if (oldest != m_entries.end()) {
            dropped.push_back(std::move(oldest->second));
            m_entries.erase(oldest);
        }
        m_order.pop_front();
    }
    return jobs;
}

void PipelineGuesses::build(Job& job) {
    for (size_t i = 0; i < spirv::kGraphicsStageCount; ++i) {
        const Program::StageCode& stage = job.code[i];
        if (stage.code && !(job.stages.modules[i] = stage.code->module(stage.variant))) {
            return;
        }
    }
    const PipelineInfo info(m_gpu, job.key, job.stages, kAllPipelineParts);
    if (const VkPipeline pipeline = m_cache.create(info.info(), Demand::Guess)) {
        job.entry->pipeline = ResourceRef(new Pipeline(m_gpu, pipeline, {}));
    }
}

void PipelineGuesses::guessNext() {
    for (Job& job : nextProgram()) {
        const bool isForgotten = job.entry.use_count() == 1; // Its program died.
        if (!isForgotten && !job.entry->claimed.test_and_set()) {
            build(job);
            job.entry->done = true;
            job.entry->done.notify_all();
        }
    }
}

ResourceRef<Pipeline>
PipelineGuesses::take(const PipelineKey& key, const Program& program, std::string& how) {
    EntryRef entry;
    {
        const std::lock_guard lock(m_mutex);
        note(key, program);
        std::erase(m_waiting, &program); // It is too late.
        m_drawn.insert(program.id());
        const auto found = m_entries.find(key);
        if (found == m_entries.end()) {
            return {};
        }
        entry = std::move(found->second);
        m_entries.erase(found);
    }
    if (!entry->claimed.test_and_set()) {
        return {}; // As if nobody had thought of it.
    }
    how = "built ahead of the draw";
    if (!entry->done) {
        how = "waited for, which was being built ahead of the draw";
        entry->done.wait(false);
    }
    return std::move(entry->pipeline);
}

} // namespace glvk
