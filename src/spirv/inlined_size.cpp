// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/inlined_size.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace spirv {

namespace {

struct Function {
    InlinedSize size;            ///< with what has been added of the functions that it calls
    std::vector<uint32_t> calls; ///< callees, as often as they are called
    size_t added = 0;            ///< calls
};

using Functions = std::unordered_map<uint32_t, Function>;

Functions functionsOf(const Module& module) {
    Functions functions;
    Function* current = nullptr;
    module.forEach([&](const Instruction& inst) {
        if (inst.op() == spv::OpFunction) {
            current = &functions[inst[2]];
        }
        if (current != nullptr) {
            ++current->size.instructions;
            if (inst.op() == spv::OpFunctionCall) {
                current->calls.push_back(inst[3]);
            }
        }
    });
    return functions;
}

void add(InlinedSize& to, const InlinedSize& callee) {
    to.instructions = std::min(to.instructions + callee.instructions, InlinedSize::kMost);
    to.calls = std::min(to.calls + callee.calls + 1, InlinedSize::kMost);
}

} // namespace

InlinedSize inlinedSize(const Module& module) {
    Functions functions = functionsOf(module);
    const auto entry = functions.find(module.entryPoint().function.value);
    if (entry == functions.end()) {
        return {};
    }
    // Callees come before callers; a stack of our own, for chains of calls may be long. A function
    // that is on it already, which validation refuses, adds what is known of it.
    std::vector<Function*> stack = {&entry->second};
    while (!stack.empty()) {
        Function& caller = *stack.back();
        if (caller.added == caller.calls.size()) {
            stack.pop_back();
            continue;
        }
        const auto callee = functions.find(caller.calls[caller.added]);
        const bool known = callee == functions.end() ||
                           callee->second.added == callee->second.calls.size() ||
                           std::ranges::find(stack, &callee->second) != stack.end();
        if (!known) {
            stack.push_back(&callee->second);
            continue;
        }
        if (callee != functions.end()) {
            add(caller.size, callee->second.size);
        }
        ++caller.added;
    }
    return entry->second.size;
}

} // namespace spirv
