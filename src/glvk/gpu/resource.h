// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace glvk {

class Gpu;

/// What commands use and must outlive them. Counted: the GL object holds one reference, each batch
/// that uses it another until the device is done with the batch. So a count of one means idle.
class Resource {
public:
    explicit Resource(Gpu& gpu) : m_gpu(gpu) {}
    Resource(const Resource&) = delete;
    Resource& operator=(const Resource&) = delete;
    virtual ~Resource() = default;

    void retain() { m_count.fetch_add(1, std::memory_order_relaxed); }
    void release() {
        if (m_count.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            retire();
        }
    }
    /// Nobody but one owner holds it: no batch in flight or being recorded uses it.
    bool idle() const { return m_count.load(std::memory_order_acquire) == 1; }

    Gpu& gpu() const { return m_gpu; }
    /// The dma-buf of memory that others use too (docs/dma-buf.md#who-waits). -1: nobody does.
    virtual int sharedMemory() const { return -1; }
    /// The device's memory that it keeps from being used again; what is small may say none.
    virtual uint64_t memory_B() const { return 0; }

    /// The batch (by id) that retained it last: saves retaining twice.
    std::atomic<uint64_t> batch{0};
    /// The batch whose main commands used it last.
    uint64_t mainBatch = 0;

    /// Hazard bookkeeping of the recorder that used it last (record/recorder.h): the epochs, unique
    /// over all recorders, in which it was written and read.
    uint64_t writeEpoch = 0;
    uint64_t readEpoch = 0;
    /// The same for the batch's upload commands.
    uint64_t uploadEpoch = 0;
    /// Something of an image is not wanted any more (Image::drop()); any write ends that.
    bool dropped = false;
    /// The recorder (by id) that used it last, and whether several ever did: the numbers above are
    /// then no evidence that it was not used, for each recorder writes over the others'.
    uint64_t recorder = 0;
    bool manyRecorders = false;

protected:
    /// Nobody holds it any more.
    virtual void retire() { delete this; }
    /// As if it had never been used. Only for its one owner.
    void forgetUses() {
        batch.store(0, std::memory_order_relaxed);
        mainBatch = 0;
        writeEpoch = 0;
        readEpoch = 0;
        uploadEpoch = 0;
        dropped = false;
        recorder = 0;
        manyRecorders = false;
    }

    Gpu& m_gpu;

private:
    std::atomic<uint32_t> m_count{0};
};

template <class T>
class ResourceRef {
public:
    ResourceRef() = default;
    explicit ResourceRef(T* resource) : m_resource(resource) {
        if (m_resource) {
            m_resource->retain();
        }
    }
    ResourceRef(const ResourceRef& other) : ResourceRef(other.m_resource) {}
    ResourceRef(ResourceRef&& other) noexcept
        : m_resource(std::exchange(other.m_resource, nullptr)) {}
    template <class U>
    ResourceRef(const ResourceRef<U>& other) : ResourceRef(other.get()) {}
    ResourceRef& operator=(ResourceRef other) noexcept {
        std::swap(m_resource, other.m_resource);
        return *this;
    }
    ~ResourceRef() {
        if (m_resource) {
            m_resource->release();
        }
    }
    T* get() const { return m_resource; }
    T* operator->() const { return m_resource; }
    T& operator*() const { return *m_resource; }
    explicit operator bool() const { return m_resource != nullptr; }

private:
    T* m_resource = nullptr;
};

} // namespace glvk
