// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "report/record.h"

#include "base/fork.h"
#include "base/log.h"
#include "base/options.h"
#include "base/whole_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <mutex>
#include <new>
#include <time.h>

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace report {

namespace detail {
constinit std::atomic<Record*> g_record = nullptr;
constinit std::atomic<bool> g_asked = false;
} // namespace detail

namespace {

/// Of a process's events, some 400,000. Taken from the disk at once: a mapped file that finds the
/// disk full ends the process.
constexpr uint64_t kFile_B = uint64_t(32) << 20;
constexpr uint64_t kFirstEvent_B =
    (sizeof(RecordHeader) + kEventAlignment_B - 1) / kEventAlignment_B * kEventAlignment_B;

constinit thread_local uint32_t t_thread = 0; ///< As the kernel has it; 0: not told of yet.

uint64_t clock_ns(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return uint64_t(time.tv_sec) * 1'000'000'000 + uint64_t(time.tv_nsec);
}

std::string ownLibrary() {
    Dl_info info;
    return dladdr(reinterpret_cast<void*>(&ownLibrary), &info) && info.dli_fname ? info.dli_fname
                                                                                 : "";
}

/// A line for each thing that is known of the process, in which no value breaks its line.
std::string describeProcess() {
    std::array<char, 4096> program{};
    const ssize_t length = readlink("/proc/self/exe", program.data(), program.size());
    std::string command = base::wholeFile("/proc/self/cmdline");
    command.erase(std::min(command.find_last_not_of('\0') + 1, command.size()));
    std::ranges::replace(command, '\0', ' ');
    std::ranges::replace(command, '\n', ' ');
    command.resize(std::min<size_t>(command.size(), kMostText_B / 2));
    return fmt::format("pid={}\nprogram={}\ncommand={}\nlibrary={}\nversion={}\noptions={}",
                       getpid(),
                       std::string_view(program.data(), size_t(std::max<ssize_t>(length, 0))),
                       command,
                       ownLibrary(),
                       GLISSADE_VERSION,
                       base::changedOptions(base::options()));
}

/// A new file of this process's in the directory; -1 and errno: there is none.
int createFile(const std::string& directory) {
    constexpr int kMostFiles = 64; // Libraries of one process that record.
    for (int i = 0; i < kMostFiles; ++i) {
        const std::string name = fmt::format("{}/{}-{}{}", directory, getpid(), i, kRecordSuffix);
        const int file = open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file >= 0 || errno != EEXIST) {
            return file;
        }
    }
    return -1;
}

} // namespace

uint64_t now_ns() {
    return clock_ns(CLOCK_MONOTONIC);
}

std::unique_ptr<Record> Record::create(const std::string& directory) {
    const auto fail = [&] {
        base::logWarn(
            base::Log::General, "nothing is recorded: {}: {}", directory, std::strerror(errno));
        return nullptr;
    };
    const int file = createFile(directory);
    if (file < 0) {
        return fail();
    }
    const int noRoom = posix_fallocate(file, 0, off_t(kFile_B));
    void* const mapped =
        noRoom ? MAP_FAILED : mmap(nullptr, kFile_B, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    errno = noRoom ? noRoom : errno;
    close(file);
    if (mapped == MAP_FAILED) {
        return fail();
    }
    auto record = std::make_unique<Record>(static_cast<char*>(mapped), kFile_B);
    auto* const header = new (mapped) RecordHeader{.magic = kRecordMagic,
                                                   .start_ns = now_ns(),
                                                   .startOfDay_ns = clock_ns(CLOCK_REALTIME),
                                                   .end_B = kFirstEvent_B,
                                                   .lost = 0};
    record->add(EventKind::Process, 0, header->start_ns, 0, 0, describeProcess());
    return record;
}

Record::~Record() {
    munmap(m_file, m_size_B);
}

void Record::add(EventKind kind,
                 uint8_t detail,
                 uint64_t start_ns,
                 uint64_t duration_ns,
                 uint64_t value,
                 std::string_view text) noexcept {
    if (t_thread == 0 && kind != EventKind::Process) [[unlikely]] {
        addThread();
    }
    put({.size_B = 0,
         .kind = kind,
         .detail = detail,
         .text_B = 0,
         .thread = t_thread,
         .reserved = 0,
         .start_ns = start_ns,
         .duration_ns = duration_ns,
         .value = value},
        text);
}

void Record::addThread() noexcept {
    t_thread = uint32_t(gettid());
    char name[16] = {};
    pthread_getname_np(pthread_self(), name, sizeof name);
    add(EventKind::Thread, 0, now_ns(), 0, 0, name);
}

void Record::put(EventHeader event, std::string_view text) noexcept {
    text = text.substr(0, kMostText_B);
    const uint64_t size_B = (sizeof event + text.size() + kEventAlignment_B - 1) /
                            kEventAlignment_B * kEventAlignment_B;
    const uint64_t at = header().end_B.fetch_add(size_B, std::memory_order_relaxed);
    if (at + size_B > m_size_B) {
        header().end_B.fetch_sub(size_B, std::memory_order_relaxed);
        header().lost.fetch_add(1, std::memory_order_relaxed);
        return;
    }
    event.text_B = uint16_t(text.size());
    std::memcpy(m_file + at, &event, sizeof event);
    std::memcpy(m_file + at + sizeof event, text.data(), text.size());
    // Nobody reads before the process has ended; the order matters to one that is killed in here.
    auto& size = *reinterpret_cast<uint32_t*>(m_file + at + offsetof(EventHeader, size_B));
    std::atomic_ref(size).store(uint32_t(size_B), std::memory_order_release);
}

Record* detail::openRecord() noexcept {
    // Others record nothing until it is open.
    if (g_asked.exchange(true)) {
        return g_record.load(std::memory_order_acquire);
    }
    try {
        const std::string& directory = base::options().record;
        if (directory.empty()) {
            return nullptr;
        }
        g_record.store(Record::create(directory).release(), std::memory_order_release);
        static std::once_flag once;
        std::call_once(once, [] {
            base::afterFork([] { // A child has a record of its own.
                g_record.store(nullptr, std::memory_order_relaxed);
                g_asked.store(false, std::memory_order_relaxed);
                t_thread = 0;
            });
        });
    } catch (const std::bad_alloc&) {
        // Nothing is recorded.
    }
    return g_record.load(std::memory_order_acquire);
}

void tellFigures() noexcept {
    try {
        fmt::memory_buffer lines;
        for (size_t i = 0; i < size_t(Figure::Count); ++i) {
            if (const uint64_t count = g_counters.figures[i].load(std::memory_order_relaxed)) {
                fmt::format_to(std::back_inserter(lines), "{}={}\n", figureName(Figure(i)), count);
            }
        }
        if (lines.size() == 0) {
            return;
        }
        std::string text(lines.data(), lines.size() - 1);
        recordEvent(EventKind::Figures, 0, 0, text);
        for (size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at)) {
            text.replace(at, 1, ", ");
        }
        base::logDebug(base::Log::General, "counted by now: {}", text);
    } catch (const std::bad_alloc&) {
        // Nobody hears of them.
    }
}

} // namespace report
