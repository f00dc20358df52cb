// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/fixed_programs.h"

#include "base/log.h"
#include "gl/objects/shader.h"
#include "glsl/fixed/programs.h"
#include "report/object_name.h"
#include "report/stalls.h"

#include <exception>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace gl {

namespace {

/// Of a general program nothing but its units and the shading model.
glsl::FixedFunctionKey generalKey(int units, uint32_t flags) {
    glsl::FixedFunctionKey key;
    key.fragmentFlags() = flags & glsl::FixedFunctionKey::kFlat;
    key.vertex[0] = uint32_t(units);
    return key;
}

std::mutex& registryMutex() {
    static auto& mutex = *new std::mutex;
    return mutex;
}

std::map<const DeviceBackend*, std::weak_ptr<FixedPrograms>>& registry() {
    static auto& devices = *new std::map<const DeviceBackend*, std::weak_ptr<FixedPrograms>>;
    return devices;
}

} // namespace

std::shared_ptr<FixedPrograms> FixedPrograms::of(const std::shared_ptr<DeviceBackend>& device) {
    const std::lock_guard lock(registryMutex());
    std::weak_ptr<FixedPrograms>& known = registry()[device.get()];
    std::shared_ptr<FixedPrograms> programs = known.lock();
    if (!programs) {
        std::erase_if(registry(), [&](const auto& pair) {
            return pair.first != device.get() && pair.second.expired();
        });
        programs = std::make_shared<FixedPrograms>(device, device->caps().nativeDepthRange);
        known = programs;
    }
    return programs;
}

FixedPrograms::FixedPrograms(std::weak_ptr<DeviceBackend> device, bool nativeDepthRange)
    : m_device(std::move(device)),
      m_nativeDepthRange(nativeDepthRange),
      m_any(glsl::fixedProgram(-1, nativeDepthRange)) {}

FixedPrograms::~FixedPrograms() {
    m_isClosing = true;
    for (auto& [key, entry] : m_general) {
        entry.job.wait();
    }
    for (auto& [key, special] : m_special) {
        special.m_entry.job.wait();
    }
}

/// On any thread.
void FixedPrograms::make(Entry& entry, const glsl::FixedFunctionKey& key, bool isGeneral) {
    const std::shared_ptr<DeviceBackend> device = m_device.lock();
    if (!device || m_isClosing) {
        return;
    }
    Program program;
    const int units = isGeneral ? int(key.vertex[0]) : glsl::generalUnits(key);
    program.linked = glsl::fixedProgram(units, m_nativeDepthRange);
    if (!isGeneral) { // The least code that knows the key.
        program.linked = glsl::specialize(*program.linked, glsl::KnownFixedWords::all(key));
    }
    if ((key.fragmentFlags() & glsl::FixedFunctionKey::kFlat) != 0) {
        program.linked = glsl::flattenColors(*program.linked);
    }
    const auto name = std::make_shared<const report::ObjectName>(
        isGeneral ? "the general program of fixed function" : "a program of fixed function");
    const report::Subject subject(*name);
    std::string log;
    program.backend = device->createProgram(program.linked, log);
    if (program.backend) {
        program.backend->name = name;
    } else {
        base::logWarnOnce(
            base::Log::Shaders, "a program of fixed function could not be made: {}", log);
    }
    entry.program = std::move(program);
}

/// With the mutex, if nobody has.
void FixedPrograms::begin(Entry& entry,
                          const glsl::FixedFunctionKey& key,
                          bool isGeneral,
                          base::Priority priority) {
    if (std::exchange(entry.hasBegun, true)) {
        return;
    }
    // The destructor waits for it.
    entry.job = compileQueue().submit(priority, [this, &entry, key, isGeneral] {
        try {
            make(entry, key, isGeneral);
        } catch (const std::exception&) {
            entry.program = {}; // Memory ran out.
        }
        entry.made.store(true, std::memory_order_release);
    });
}

FixedPrograms::Entry&
FixedPrograms::beginGeneral(int units, uint32_t flags, base::Priority priority) {
    const glsl::FixedFunctionKey key = generalKey(units, flags);
    const std::lock_guard lock(m_mutex);
    Entry& entry = m_general[key];
    begin(entry, key, true, priority);
    return entry;
}

/// Null: nobody has begun it.
FixedPrograms::Entry* FixedPrograms::findGeneral(int units, uint32_t flags) {
    const std::lock_guard lock(m_mutex);
    const auto known = m_general.find(generalKey(units, flags));
    return known != m_general.end() ? &known->second : nullptr;
}

bool FixedPrograms::Entry::isReady() const {
    return made.load(std::memory_order_acquire) && program.backend && program.backend->ready();
}

void FixedPrograms::prepare() {
    for (const int units : {0, 1}) {
        beginGeneral(units, 0, base::Priority::High);
    }
    // These draw what the others were not made for yet.
    for (const uint32_t flags : {0u, glsl::FixedFunctionKey::kFlat}) {
        beginGeneral(kUsualUnits, flags, base::Priority::Normal);
    }
}

void FixedPrograms::prepareAllUnits() {
    if (!m_preparesAllUnits.load(std::memory_order_relaxed) && !m_preparesAllUnits.exchange(true)) {
        for (const uint32_t flags : {0u, glsl::FixedFunctionKey::kFlat}) {
            beginGeneral(glsl::kFixedUnits, flags, base::Priority::Low);
        }
    }
}

/// Larger ones than need be draw as well; the least is begun where there is none of them.
const FixedPrograms::Program* FixedPrograms::general(const glsl::FixedFunctionKey& key) {
    const uint32_t flags = key.fragmentFlags();
    std::optional<int> leastUnits;
    for (const int units : {0, 1, kUsualUnits, glsl::kFixedUnits}) {
        if (glsl::isDrawnGenerally(key, units)) {
            leastUnits = leastUnits.value_or(units);
            const Entry* const entry = findGeneral(units, flags);
            if (entry && entry->isReady()) {
                return &entry->program;
            }
        }
    }
    if (!leastUnits) {
        return nullptr;
    }
    Entry* const least = &beginGeneral(*leastUnits, flags, base::Priority::High);
    if (!least->made.load(std::memory_order_acquire)) {
        report::StallTimer timer(report::StallKind::Programs);
        least->job.wait();
        timer.stop([] { return std::string("a general program of fixed function was made"); });
    }
    return least->program.backend ? &least->program : nullptr;
}

FixedPrograms::Special& FixedPrograms::special(const glsl::FixedFunctionKey& key) {
    const std::lock_guard lock(m_mutex);
    return m_special.try_emplace(key, key).first->second;
}

const FixedPrograms::Program* FixedPrograms::drawn(Special& special) {
    if (special.m_entry.isReady()) {
        return &special.m_entry.program;
    }
    const uint32_t draws = special.m_draws.fetch_add(1, std::memory_order_relaxed) + 1;
    if (draws > kDrawsThatPay) {
        return nullptr; // It is being made.
    }
    const auto now = Clock::now();
    if (draws == 1) {
        special.m_firstDraw = now;
    } else if (draws == kDrawsThatPay || now - special.m_firstDraw.load() >= kTimeThatPays) {
        special.m_draws.store(kDrawsThatPay, std::memory_order_relaxed);
        const std::lock_guard lock(m_mutex);
        begin(special.m_entry, special.m_key, false, base::Priority::Low);
    }
    return nullptr;
}

const FixedPrograms::Program* FixedPrograms::specialNow(const glsl::FixedFunctionKey& key) {
    Entry& entry = special(key).m_entry;
    {
        const std::lock_guard lock(m_mutex);
        begin(entry, key, false, base::Priority::High);
    }
    if (!entry.made.load(std::memory_order_acquire)) {
        report::StallTimer timer(report::StallKind::Programs);
        entry.job.wait();
        timer.stop([] {
            return std::string("a state of fixed function that has no general program: textures "
                               "that compare, or rectangles on more than four units");
        });
    }
    return entry.program.backend ? &entry.program : nullptr;
}

} // namespace gl
