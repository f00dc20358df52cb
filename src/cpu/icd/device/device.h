// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/work_queue.h"
#include "cpu/exec/monitor.h"
#include "cpu/exec/workers.h"
#include "cpu/icd/api/command_table.h"
#include "cpu/icd/device/background.h"
#include "cpu/icd/device/queue.h"
#include "cpu/icd/object.h"
#include "cpu/stage/stage_routines.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace cpu::icd {

class PhysicalDevice;

class Device : public Dispatchable {
public:
    Device(PhysicalDevice& physicalDevice, ExtensionSet extensions);
    ~Device();

    PhysicalDevice& physicalDevice() const { return m_physicalDevice; }
    bool has(Extension extension) const { return m_extensions[size_t(extension)]; }
    const ExtensionSet& extensions() const { return m_extensions; }
    exec::Monitor& monitor() { return m_monitor; }
    exec::Workers& workers() { return m_workers; }
    /// Null: the application asked for none.
    Queue* queue() { return m_queue.get(); }
    void createQueue();
    /// Threads that compile pipelines.
    base::WorkQueue& compileQueue() { return m_compileQueue; }

    store::Store& store() { return m_background->store(); }
    sample::RoutineCache& routines() { return m_background->routines(); }
    routine::KeyedRoutines& keyedRoutines() { return m_background->keyedRoutines(); }
    stage::StageRoutines& stageRoutines() { return m_stageRoutines; }

    /// For the queue.
    exec::Host host();

    /// True once a submission could not be carried out.
    bool lost() const { return m_lost; }
    /// Why it is lost, for people; empty while it is not.
    std::string fault() {
        return m_monitor.inspect([&] { return m_fault; });
    }

private:
    PhysicalDevice& m_physicalDevice;
    ExtensionSet m_extensions;
    std::atomic<bool> m_lost{false};
    std::string m_fault;
    Interruption m_interruption;
    exec::Monitor m_monitor;
    exec::Workers m_workers;
    std::unique_ptr<Background> m_background;
    stage::StageRoutines m_stageRoutines;
    base::WorkQueue m_compileQueue;
    std::unique_ptr<Queue> m_queue; ///< Last: its thread uses the rest.
};
GLISSADE_CPU_OBJECT(VkDevice, Device)

} // namespace cpu::icd
