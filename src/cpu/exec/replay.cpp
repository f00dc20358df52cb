// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/replay.h"

#include "base/log.h"
#include "cpu/exec/draw_engine.h"
#include "cpu/sample/routine_cache.h"

#include <algorithm>
#include <cstdlib>

namespace cpu::exec {

namespace {

constexpr size_t kAlign_B = 64;

size_t alignUp(size_t size_B) {
    return (size_B + kAlign_B - 1) & ~(kAlign_B - 1);
}

} // namespace

void Scratch::Free::operator()(uint8_t* memory) const {
    std::free(memory);
}

uint8_t* Scratch::reserve(size_t size_B) {
    if (size_B > m_size_B || !m_memory) {
        // Grows by doubling, so that commands of rising size do not allocate each time.
        const size_t wanted_B = alignUp(std::max({size_B, 2 * m_size_B, size_t(4096)}));
        m_memory.reset();
        m_memory.reset(static_cast<uint8_t*>(std::aligned_alloc(kAlign_B, wanted_B)));
        m_size_B = m_memory ? wanted_B : 0;
    }
    return m_memory.get();
}

Replay::Replay(const Host& host)
    : m_host(host),
      m_workerData(host.workers.count()),
      m_workgroupMemory(host.workers.count()),
      m_frames(host.workers.count()) {
    for (uint32_t i = 0; i < host.workers.count(); ++i) {
        m_workerData[i].worker = i;
        m_workerData[i].cache = &host.routines;
        m_workerData[i].interruption = &host.interruption;
    }
}

Replay::~Replay() = default;

DrawEngine& Replay::drawEngine() {
    if (!m_drawEngine) {
        m_drawEngine = std::make_unique<DrawEngine>(
            m_host.workers, processLevel(), m_host.keyedRoutines, m_workerData.data(), counters);
    }
    return *m_drawEngine;
}

void Replay::finishDraws() {
    if (m_drawEngine && !m_drawEngine->finish()) {
        fail("out of memory for draws");
    }
    counters.settle(m_host.monitor);
}

void Replay::settleCounters() {
    if (!m_drawEngine || m_drawEngine->empty()) {
        counters.settle(m_host.monitor);
    }
}

void Replay::beginCommandBuffer() {
    beginSecondary();
    graphics.framebuffer = {};
    counters = {};
    feedback = {};
    skips = false;
}

void Replay::beginSecondary() {
    compute = {};
    drawing = {};
    computeStage = {};
    stages = {};
    looseState = {};
    const Framebuffer instance = graphics.framebuffer;
    graphics = {};
    graphics.framebuffer = instance;
    drawChanges = kEverythingChanged;
}

bool Replay::prepareWorkers(size_t workgroupMemory_B, size_t frames_B) {
    for (uint32_t i = 0; i < m_host.workers.count(); ++i) {
        m_workerData[i].workgroupMemory = m_workgroupMemory[i].reserve(workgroupMemory_B);
        m_workerData[i].frames = m_frames[i].reserve(frames_B);
        if (!m_workerData[i].workgroupMemory || !m_workerData[i].frames) {
            return false;
        }
    }
    return true;
}

void Replay::fail(const char* reason) {
    if (!failed()) {
        base::logError(base::Log::Device, "the CPU device is lost: {}", reason);
        m_failure = reason;
    }
}

} // namespace cpu::exec
