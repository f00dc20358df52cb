// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/backend/context.h"

#include "base/log.h"
#include "glvk/backend/device.h"
#include "glvk/image/buffer.h"
#include "glvk/image/renderbuffer.h"
#include "glvk/image/texture.h"
#include "glvk/pipeline/program.h"
#include "glvk/record/query.h"
#include "report/stalls.h"

#include <chrono>
#include <new>
#include <utility>

namespace glvk {

namespace {

/// A place in a context's command order.
class Fence final : public gl::FenceBackend {
public:
    Fence(std::shared_ptr<Device> device, std::shared_ptr<BatchStatus> batch)
        : m_device(std::move(device)), m_batch(std::move(batch)) {}

    bool wait(uint64_t timeout_ns) override {
        const auto start = std::chrono::steady_clock::now();
        if (m_batch->value() == 0 && !waitSubmitted(timeout_ns)) {
            return false;
        }
        if (timeout_ns != UINT64_MAX) {
            const uint64_t spent_ns = uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                                   std::chrono::steady_clock::now() - start)
                                                   .count());
            timeout_ns -= std::min(spent_ns, timeout_ns);
        }
        return m_device->waitFor(m_batch->value(), timeout_ns, "a fence") != VK_TIMEOUT;
    }
    bool signalled() override {
        const uint64_t value = m_batch->value();
        return value != 0 && m_device->reached(value);
    }

private:
    bool waitSubmitted(uint64_t timeout_ns) {
        report::StallTimer timer(report::StallKind::Threads);
        const bool submitted = m_batch->waitSubmitted(timeout_ns);
        timer.stop([] { return std::string("a fence was waited for before its context flushed"); });
        return submitted;
    }

    std::shared_ptr<Device> m_device;
    std::shared_ptr<BatchStatus> m_batch;
};

} // namespace

Context::Context(std::shared_ptr<Device> device, bool robustAccess)
    : CallingContext(device, robustAccess),
      m_device(std::move(device)),
      m_draws({.context = *this,
               .programs = m_device,
               .pipelines = m_device->pipelines(),
               .samplers = m_device->samplers(),
               .placeholders = m_device->placeholders()}),
      m_clearer(*this, m_draws, m_device->meta()),
      m_blitter(*this, m_draws, m_device->meta()),
      m_reader(*this),
      m_writer(*this) {}

Context::~Context() {
    try {
        recorder().finish("the end of a context");
        if (const std::string stalls = report::stalls().summary(); !stalls.empty()) {
            base::logInfo(base::Log::Waits, "threads of this process waited so far: {}", stalls);
        }
    } catch (const std::bad_alloc&) {
        base::logError(base::Log::Device,
                       "what a context recorded last may be lost: out of memory");
    }
}

void Context::saveSometimes() {
    m_device->pipelines().cache().saveSometimes();
}

std::unique_ptr<Context> Context::create(std::shared_ptr<Device> device, bool robustAccess) {
    return std::unique_ptr<Context>(new Context(std::move(device), robustAccess));
}

std::unique_ptr<gl::BufferBackend> Context::createBuffer() {
    return std::make_unique<Buffer>(*m_device);
}

std::unique_ptr<gl::TextureBackend> Context::createTexture(gl::TextureType type) {
    return std::make_unique<Texture>(*m_device, type);
}

std::unique_ptr<gl::RenderbufferBackend> Context::createRenderbuffer() {
    return std::make_unique<Renderbuffer>(*m_device);
}

std::unique_ptr<gl::QueryBackend> Context::createQuery(gl::QueryKind kind) {
    return std::make_unique<Query>(*m_device, kind);
}

std::unique_ptr<gl::FeedbackBackend> Context::createFeedback() {
    return std::make_unique<Feedback>(*m_device);
}

void Context::beginQuery(gl::QueryBackend& query, uint32_t stream) {
    m_draws.beginQuery(static_cast<Query&>(query), stream);
}

void Context::endQuery(gl::QueryBackend& query) {
    m_draws.queries().end(static_cast<Query&>(query));
}

void Context::queryCounter(gl::QueryBackend& query) {
    m_draws.queries().counter(static_cast<Query&>(query));
}

int64_t Context::timestamp_ns() {
    if (const std::optional<uint64_t> now = m_device->timestamp_ns()) {
        return int64_t(*now);
    }
    Query query(*m_device, gl::QueryKind::Timestamp);
    m_draws.queries().counter(query);
    if (!query.ready(*this)) {
        query.wait();
    }
    return int64_t(query.result());
}

std::unique_ptr<gl::ProgramBackend>
Context::createProgram(std::shared_ptr<const glsl::LinkedProgram> program, std::string& log) {
    return Program::create(m_device, std::move(program), log);
}

void Context::flush() {
    recorder().submit();
    saveSometimes();
}

void Context::finish() {
    recorder().finish("glFinish");
}

std::unique_ptr<gl::FenceBackend> Context::insertFence() {
    return std::make_unique<Fence>(m_device, recorder().status());
}

void Context::waitFence(gl::FenceBackend&) {
    // One queue runs everything in order of submission, and a fence that may be waited for was
    // flushed: what this context submits from now on comes after it.
    recorder().submit();
}

gl::ResetStatus Context::resetStatus() {
    if (!m_device->lost()) {
        return gl::ResetStatus::None;
    }
    const uint64_t culprit = m_device->culprit();
    return culprit == 0                 ? gl::ResetStatus::Unknown
           : culprit == recorder().id() ? gl::ResetStatus::Guilty
                                        : gl::ResetStatus::Innocent;
}

std::unique_ptr<gl::ContextBackend> Device::createContext(bool robustAccess) {
    return Context::create(shared_from_this(), robustAccess);
}

} // namespace glvk
