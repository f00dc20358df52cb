// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/routine_tree.h"

#include "cpu/jit/kernel_code.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>

#include <map>
#include <numeric>
#include <utility>

namespace cpu::jit {
namespace {

using State = std::vector<ArgumentPattern>;
/// States by their index.
using Group = std::vector<uint32_t>;

class RoutineTree {
public:
    explicit RoutineTree(std::span<const State> states)
        : m_states(states), m_routines(states.size()) {}

    base::Result<std::vector<llvm::Constant*>> grow(const KernelCode& kernel,
                                                    llvm::Module& module) {
        Group all(m_states.size());
        std::iota(all.begin(), all.end(), 0);
        const auto trunk = kernel.copyInto(module, sharedBits(all));
        if (!trunk) {
            return trunk.error();
        }
        divide(**trunk, all);
        return std::move(m_routines);
    }

private:
    /// The bits that all of the states fix, and to the same value.
    State sharedBits(const Group& group) const {
        State shared = m_states[group.front()];
        for (const uint32_t index : group) {
            for (size_t i = 0; i < shared.size(); ++i) {
                const ArgumentPattern& other = m_states[index][i];
                shared[i].mask &= other.mask & ~(shared[i].value ^ other.value);
                shared[i].value &= shared[i].mask;
            }
        }
        return shared;
    }

    /// By the lowest byte of the first argument that not all of them have the same pattern of: one
    /// group if they are equal.
    std::vector<Group> parts(const Group& group) const {
        std::map<std::pair<uint8_t, uint8_t>, Group> byPattern;
        for (size_t i = 0; i < m_states[group.front()].size(); ++i) {
            for (uint32_t bit = 0; bit < 64; bit += 8) {
                byPattern.clear();
                for (const uint32_t index : group) {
                    const ArgumentPattern& pattern = m_states[index][i];
                    byPattern[{uint8_t(pattern.mask >> bit), uint8_t(pattern.value >> bit)}]
                        .push_back(index);
                }
                if (byPattern.size() > 1) {
                    break;
                }
            }
            if (byPattern.size() > 1) {
                break;
            }
        }
        std::vector<Group> parts;
        for (auto& [pattern, part] : byPattern) {
            parts.push_back(std::move(part));
        }
        return parts;
    }

    /// `routine` serves the whole group, and remains only if that has nothing to divide.
    void divide(llvm::Function& routine, const Group& group) {
        const std::vector<Group> groups = parts(group);
        if (groups.size() < 2) {
            for (const uint32_t index : group) {
                m_routines[index] = &routine;
            }
            return;
        }
        for (const Group& part : groups) {
            divide(*narrowed(routine, sharedBits(part)), part);
        }
        routine.eraseFromParent();
    }

    std::span<const State> m_states;
    std::vector<llvm::Constant*> m_routines;
};

} // namespace

base::Result<std::vector<llvm::Constant*>>
copyForEach(const KernelCode& kernel,
            llvm::Module& module,
            std::span<const std::vector<ArgumentPattern>> states) {
    return RoutineTree(states).grow(kernel, module);
}

} // namespace cpu::jit
