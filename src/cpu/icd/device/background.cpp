// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/device/background.h"

#include "base/leave_behind.h"
#include "base/log.h"
#include "base/options.h"
#include "cpu/icd/physical/identity.h"

#include <exception>

namespace cpu::icd {

namespace {

routine::TierZero tierZero() {
    return base::options().cpuTier == base::CpuTier::Generic ? routine::TierZero::Kernel
                                                             : routine::TierZero::Prebuilt;
}

store::Origin origin() {
    const Identity& who = identity();
    return store::originOfDevice(who.deviceName,
                                 {.vendor = kVendorId,
                                  .device = kDeviceId,
                                  .driverVersion = kDriverVersion,
                                  .pipelineCacheUuid = who.pipelineCacheUuid});
}

} // namespace

Background::Background(uint32_t workerCount)
    : m_store(origin()),
      m_routines(sample::RoutineCacheConfig::fromOptions(base::options(), workerCount),
                 routine::kernelBuilder(processLevel(), tierZero(), &m_store)),
      m_keyedRoutines(m_routines.threads(),
                      m_routines.tier(),
                      size_t(base::options().cpuRoutines),
                      routine::keyedKernelBuilder(processLevel(), tierZero(), &m_store)) {}

void Background::leave(std::unique_ptr<Background> background) {
    const bool keyed = background->m_keyedRoutines.quit();
    const bool sampling = background->m_routines.quit();
    if (!keyed && !sampling) {
        return;
    }
    base::logDebug(base::Log::Device, "the device goes before what it builds");
    background->m_routines.threads().dontHurry();
    Background* const left = background.release();
    try {
        base::leaveBehind([left] { delete left; });
    } catch (const std::exception& failure) {
        base::logWarn(base::Log::Device, "a device waits for what it builds: {}", failure.what());
        delete left;
    }
}

} // namespace cpu::icd
