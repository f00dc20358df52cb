// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "sandbox.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace process {

namespace {

constexpr uint32_t kRefused[] = {__NR_open,
                                 __NR_openat,
                                 __NR_openat2,
                                 __NR_creat,
                                 __NR_open_by_handle_at,
                                 __NR_execve,
                                 __NR_execveat,
                                 __NR_socket,
                                 __NR_connect};

sock_filter load(size_t offset_B) {
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, uint32_t(offset_B));
}

sock_filter answer(uint32_t action) {
    return BPF_STMT(BPF_RET | BPF_K, action);
}

/// The next instruction if equal, else the one after it.
sock_filter ifEqual(uint32_t value) {
    return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
}

} // namespace

bool giveUpFiles() {
    std::vector<sock_filter> program = {
        load(offsetof(seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
        answer(SECCOMP_RET_KILL_PROCESS),
        load(offsetof(seccomp_data, nr))};
    for (const uint32_t call : kRefused) {
        program.push_back(ifEqual(call));
        program.push_back(answer(SECCOMP_RET_ERRNO | EACCES));
    }
    program.push_back(answer(SECCOMP_RET_ALLOW));
    const sock_fprog filter{.len = static_cast<unsigned short>(program.size()),
                            .filter = program.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0;
}

} // namespace process
