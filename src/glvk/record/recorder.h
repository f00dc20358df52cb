// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/resource.h"
#include "glvk/gpu/vulkan.h"
#include "glvk/record/draw_run.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace glvk {

class Gpu;

/// Where a batch is: shared with fences, which may outlive the context.
class BatchStatus {
public:
    /// Place on the device's timeline, 0 while the batch is not submitted.
    uint64_t value();
    /// Waits until the batch is submitted; false on timeout.
    bool waitSubmitted(uint64_t timeout_ns);
    void setValue(uint64_t value);

private:
    std::mutex m_mutex;
    std::condition_variable m_condition;
    uint64_t m_value = 0;
};

/// Told before rendering ends: what has to end in the rendering it began in does so now.
class RenderingListener {
public:
    virtual void beforeRenderingEnds() = 0;

protected:
    ~RenderingListener() = default;
};

/// Records one context's commands into batches and submits them. A batch is two command buffers:
/// `upload`, for transfers into resources that the batch has not used yet, and `main`, in API
/// order; upload runs first. See docs/recording.md and docs/synchronisation.md.
class Recorder {
public:
    /// How far a context runs ahead of the device. Batches of few draws that move nothing hold
    /// next to no memory: so many of them count as one. Much memory that no batch used before
    /// counts as more of them: what is deleted while it is in use stays.
    static constexpr size_t kMaxBatchesInFlight = 16;
    static constexpr size_t kSmallBatches = 16;
    static constexpr uint64_t kSmallBatch_B = 4 << 20;

    explicit Recorder(Gpu& gpu);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    size_t batchesInFlight() const { return m_inFlight.size(); }
    Gpu& gpu() const { return m_gpu; }
    /// Its number on the device.
    uint64_t id() const { return m_id; }

    /// The batch's number; it changes with every submission. 0: nothing is being recorded.
    uint64_t batch() const { return m_batchId; }
    /// The main command buffer; begins a batch where none is open.
    VkCommandBuffer commands() {
        if (!m_current) {
            beginBatch();
        }
        if (!m_run.empty()) {
            m_run.record(m_current->main);
        }
        return m_current->main;
    }
    /// Keeps `resource` until the device is done with the current batch.
    void retain(Resource& resource) {
        commands();
        if (resource.batch.load(std::memory_order_relaxed) != m_batchId) {
            keep(resource);
        }
    }

    // Hazards. Before a command of the main buffer touches resources it says so, all at once; where
    // something of the same barrier epoch conflicts, rendering ends and a barrier is recorded.
    void use(std::span<Resource* const> reads, std::span<Resource* const> writes);
    void read(Resource& resource) {
        Resource* const list[] = {&resource};
        use(list, {});
    }
    void write(Resource& resource) {
        Resource* const list[] = {&resource};
        use({}, list);
    }
    void copy(Resource& from, Resource& to) {
        Resource* const reads[] = {&from};
        Resource* const writes[] = {&to};
        use(reads, writes);
        m_moves = true;
    }
    /// A part of a resource to another of it.
    void copyWithin(Resource& resource) {
        write(resource);
        m_moves = true;
    }
    /// Changes with every barrier: what was used before has to say so again.
    uint64_t epoch() const { return m_epoch; }
    /// After commands that wrote what the host reads once finish() returned. Ends rendering.
    void makeVisibleToHost();
    /// The batch writes to memory that the host may be looking at: its end makes them visible.
    void noteDeviceWrites() { m_deviceWrites = true; }
    /// Chooses the buffer for a transfer that writes `resource`: upload where the batch's main
    /// commands have not used it, else main, outside of rendering.
    VkCommandBuffer transferInto(Resource& resource);
    /// Commands that run before everything in the batch's main commands, outside of rendering.
    VkCommandBuffer uploadCommands();

    // Rendering (dynamic rendering's begin and end).
    bool rendering() const { return m_rendering; }
    void beginRendering(const VkRenderingInfo& info);
    void endRendering();
    void setListener(RenderingListener* listener) { m_listener = listener; }
    /// Before a pipeline is bound, and before the rendering that is for it: ends rendering where
    /// the device wants one provoking vertex for all of a rendering's pipelines, and it had the
    /// other.
    void provoke(bool first) {
        if (m_provokesFirst != first) {
            m_provokesFirst = first;
            noteProvoking();
        }
    }
    /// Whether draws may become one command, which is so unless somebody says otherwise.
    void joinDraws(bool joins) { m_run.join(joins); }
    /// Draws, while rendering(): held back until something else is recorded.
    void draw(uint32_t firstVertex, uint32_t vertices, uint32_t instances, uint32_t firstInstance) {
        m_run.draw(m_current->main, firstVertex, vertices, instances, firstInstance);
    }
    void drawIndexed(const VkMultiDrawIndexedInfoEXT& indices,
                     uint32_t instances,
                     uint32_t firstInstance) {
        m_run.drawIndexed(m_current->main, indices, instances, firstInstance);
    }
    /// Counts towards the size at which a batch is submitted by itself.
    void countDraw() { ++m_draws; }
    /// A buffer took other storage of so many bytes because this batch, or one before it, uses what
    /// it had. Batches with many of those are submitted sooner, for what the device is done with
    /// can be used again: else there would be as many storages as draws, and as many descriptor
    /// sets.
    void countReplaced(size_t size_B) {
        m_weight += kReplaced_draws + uint32_t(std::min(size_B, kMostWeighed_B) / kDraw_B);
    }
    bool large() const { return m_draws + m_weight >= kLargeBatch_draws; }

    /// Submits what was recorded (nothing: does nothing). False: the device is lost. Throws
    /// std::bad_alloc where what was recorded is given up because the device has no memory for it:
    /// what it was to write is then undefined (OpenGL 4.6 section 2.3.1), and recording goes on.
    bool submit(VkSemaphore wait = VK_NULL_HANDLE, VkSemaphore signal = VK_NULL_HANDLE);
    /// Submits and waits until the device is done. `purpose`: what the application waits for, for
    /// people.
    bool finish(const char* purpose = "everything recorded so far");
    /// Status of the open batch, or of the last one where none is open.
    std::shared_ptr<BatchStatus> status();
    /// Lets go of what completed batches kept.
    void collect();
    /// Grows when state recorded in the command buffer is lost: a new batch was begun.
    uint64_t generation() const { return m_generation; }

private:
    static constexpr uint32_t kLargeBatch_draws = 20000;
    /// What a replaced storage weighs, in draws: something by itself, and something for its bytes.
    static constexpr uint32_t kReplaced_draws = 20;
    static constexpr size_t kDraw_B = 256;
    static constexpr size_t kMostWeighed_B = 16 * 1024;
    static constexpr uint32_t kSmallBatch_draws = 64;
    /// Memory that no batch used before weighs one for so much: 320 MiB make a large batch.
    static constexpr uint64_t kNewDraw_B = 16 * 1024;
    static constexpr uint32_t kFirstUse_places = 4;

    struct Batch {
        VkCommandPool pool = VK_NULL_HANDLE;
        VkCommandBuffer main = VK_NULL_HANDLE;
        VkCommandBuffer upload = VK_NULL_HANDLE;
        bool uploadUsed = false;
        bool large = false;
        uint16_t places = kSmallBatches; ///< Among those in flight; a small one takes one.
        bool stays = false;              ///< Its commands may not be given back (DriverFacts).
        uint64_t value = 0;
        std::shared_ptr<BatchStatus> status;
        std::vector<ResourceRef<Resource>> kept;
    };

    void beginBatch();
    void waitForDevice();
    uint16_t places() const;
    void noteProvoking();
    /// Throws std::bad_alloc.
    std::unique_ptr<Batch> newBatch();
    std::unique_ptr<Batch> freeBatch();
    /// Waits until others are done with memory that the batch uses as well. False: it uses none.
    bool awaitOthers() const;
    VkResult endCommands();
    VkResult queue(VkSemaphore wait, VkSemaphore signal);
    void destroy(Batch& batch) noexcept;
    void keep(Resource& resource);
    void barrier(VkCommandBuffer commands);

    void noteUse(Resource& resource) {
        retain(resource);
        if (resource.recorder != m_id) {
            resource.manyRecorders |= resource.recorder != 0;
            resource.recorder = m_id;
        }
    }

    Gpu& m_gpu;
    const uint64_t m_id;
    std::unique_ptr<Batch> m_current;
    // Both have room for all batches there are, so that moving a batch cannot fail.
    std::vector<std::unique_ptr<Batch>> m_inFlight; ///< The oldest first.
    std::vector<std::unique_ptr<Batch>> m_free;
    std::shared_ptr<BatchStatus> m_lastStatus;
    uint64_t m_batchId = 0;
    uint64_t m_epoch = 0;
    uint64_t m_uploadEpoch = 0;
    uint64_t m_generation = 0;
    DrawRun m_run;
    uint32_t m_draws = 0;
    uint32_t m_weight = 0; ///< … and what else makes it large.
    bool m_rendering = false;
    bool m_deviceWrites = false;
    bool m_moves = false;         ///< The batch copies something.
    uint32_t m_firstUses = 0;     ///< Of resources that no batch used before.
    uint64_t m_new_B = 0;         ///< … and their memory.
    bool m_provokesFirst = false; ///< The last pipeline's provoking vertex.
    RenderingListener* m_listener = nullptr;
};

} // namespace glvk
