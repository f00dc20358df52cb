// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/module/flow.h"

#include <fmt/format.h>

#include <algorithm>

namespace cpu::shader {
namespace {

/// A guard costs a test and a branch; what is cheaper than that runs for no lane as well.
constexpr uint32_t kGuardWeight = 12;

std::vector<Id> targets(const Module::Block& block) {
    const Instruction& i = *block.terminator;
    std::vector<Id> labels;
    switch (i.op) {
    case spv::OpBranch:
        labels.push_back(i[0]);
        break;
    case spv::OpBranchConditional:
        labels = {i[1], i[2]};
        break;
    case spv::OpSwitch:
        // Literals have one word here: selectors of 64 bits are refused where they are translated.
        labels.push_back(i[1]);
        for (size_t n = 3; n < i.count(); n += 2) {
            labels.push_back(i[n]);
        }
        break;
    default:
        break;
    }
    return labels;
}

} // namespace

bool isLazy(const Module& module, const Instruction& i) {
    switch (i.op) {
    case spv::OpAccessChain:
    case spv::OpInBoundsAccessChain:
    case spv::OpImageTexelPointer:
    case spv::OpSampledImage:
    case spv::OpImage:
        return true;
    case spv::OpLoad:
    case spv::OpCopyObject: {
        const Instruction* type = module.find(i.resultType);
        return type && (type->op == spv::OpTypeImage || type->op == spv::OpTypeSampler ||
                        type->op == spv::OpTypeSampledImage ||
                        (i.op == spv::OpCopyObject && type->op == spv::OpTypePointer));
    }
    default:
        return false;
    }
}

Flow::Flow(const Module& module, const Module::Function& function)
    : m_module(module), m_function(function) {
    if (function.blocks.empty()) {
        refuse(*function.definition, "has no body");
    }
    order();
    connect();
    findLoops();
    findDominators();
    findScopes();
    findMasks();
    findEscapes();
}

/// Reverse post-order of a walk that takes merge block and continue target first: constructs come
/// in one piece, before their merge block, and continue constructs last in their loop.
void Flow::order() {
    std::unordered_map<Id, const Module::Block*> byLabel;
    for (const Module::Block& block : m_function.blocks) {
        byLabel[block.label] = &block;
    }
    struct Visit {
        const Module::Block* block;
        std::vector<Id> next;
        size_t done = 0;
    };
    const auto visit = [](const Module::Block* block) {
        Visit v{block, {}};
        for (const Id label : {block->merge, block->continueTarget}) {
            if (label) {
                v.next.push_back(label);
            }
        }
        const std::vector<Id> labels = targets(*block);
        v.next.insert(v.next.end(), labels.rbegin(), labels.rend());
        return v;
    };
    std::vector<const Module::Block*> finished;
    std::unordered_map<Id, bool> seen;
    std::vector<Visit> stack{visit(&m_function.blocks.front())};
    seen[m_function.blocks.front().label] = true;
    while (!stack.empty()) {
        Visit& top = stack.back();
        if (top.done == top.next.size()) {
            finished.push_back(top.block);
            stack.pop_back();
            continue;
        }
        const Id label = top.next[top.done++];
        const auto block = byLabel.find(label);
        if (block == byLabel.end()) {
            throw Refused(fmt::format("%{} is not a block of its function", label));
        }
        if (!seen[label]) {
            seen[label] = true;
            stack.push_back(visit(block->second));
        }
    }
    std::reverse(finished.begin(), finished.end());
    for (const Module::Block* block : finished) {
        m_positions[block->label] = uint32_t(m_blocks.size());
        m_blocks.push_back({block});
    }
}

void Flow::connect() {
    for (uint32_t at = 0; at < m_blocks.size(); ++at) {
        Block& block = m_blocks[at];
        for (const Id label : targets(*block.source)) {
            const uint32_t to = position(label);
            if (std::ranges::find(block.successors, to) == block.successors.end()) {
                block.successors.push_back(to);
            }
        }
    }
    m_blocks[0].reachable = true;
    for (uint32_t at = 0; at < m_blocks.size(); ++at) {
        if (!m_blocks[at].reachable) {
            continue;
        }
        for (const uint32_t to : m_blocks[at].successors) {
            m_blocks[to].reachable = true;
            m_blocks[to].predecessors.push_back(at);
            if (to <= at && m_blocks[to].source->continueTarget == 0) {
                refuse(*m_blocks[at].source->terminator, "jumps back to what is no loop header");
            }
        }
    }
}

void Flow::findLoops() {
    m_loopEnd.assign(m_blocks.size(), 0);
    for (uint32_t at = 0; at < m_blocks.size(); ++at) {
        const Module::Block& block = *m_blocks[at].source;
        if (block.continueTarget == 0) {
            continue;
        }
        m_loopEnd[at] = position(block.merge);
        m_blocks[at].loopHeader = true;
        if (m_loopEnd[at] <= at) {
            refuse(*block.terminator, "its loop does not end after its header");
        }
        if (!m_blocks[at].reachable) {
            m_loopEnd[at] = 0;
            m_blocks[at].loopHeader = false;
        }
    }
    for (uint32_t header = 0; header < m_blocks.size(); ++header) {
        const uint32_t end = m_loopEnd[header];
        for (uint32_t at = header; at < end; ++at) {
            for (const uint32_t from : m_blocks[at].predecessors) {
                if (at != header && (from < header || from >= end)) {
                    refuse(*m_blocks[from].source->terminator, "jumps into a loop");
                }
                if (at == header && from >= end) {
                    refuse(*m_blocks[from].source->terminator, "continues a loop it has left");
                }
            }
        }
    }
}

void Flow::findDominators() {
    const uint32_t count = uint32_t(m_blocks.size());
    for (uint32_t at = 1; at < count; ++at) {
        uint32_t dominator = kNone;
        for (uint32_t from : m_blocks[at].predecessors) {
            if (from >= at) {
                continue; // Back edges change nothing.
            }
            while (dominator != kNone && from != dominator) {
                uint32_t& later = from > dominator ? from : dominator;
                later = m_blocks[later].dominator;
            }
            dominator = from;
        }
        m_blocks[at].dominator = dominator;
    }
    // The other way round, where lanes that go round a loop end up behind it.
    m_postdominator.assign(count + 1, count);
    for (uint32_t at = count; at-- > 0;) {
        uint32_t found = kNone;
        for (uint32_t to : m_blocks[at].successors) {
            if (to <= at) {
                to = m_loopEnd[to] > at ? m_loopEnd[to] : count;
            }
            while (found != kNone && to != found) {
                uint32_t& earlier = to < found ? to : found;
                earlier = m_postdominator[earlier];
            }
            found = to;
        }
        m_postdominator[at] = found == kNone ? count : found;
    }
}

bool Flow::dominates(uint32_t a, uint32_t b) const {
    while (b != kNone && b > a) {
        b = m_blocks[b].dominator;
    }
    return a == b;
}

bool Flow::postdominates(uint32_t a, uint32_t b) const {
    while (b < a) {
        b = m_postdominator[b];
    }
    return a == b;
}

uint32_t Flow::weight(uint32_t begin, uint32_t end) const {
    uint32_t weight = 0;
    for (uint32_t at = begin; at < end; ++at) {
        if (m_blocks[at].loopHeader) {
            weight += kGuardWeight;
        }
        for (const Instruction& i : m_blocks[at].source->body) {
            switch (i.op) {
            case spv::OpFunctionCall:
                weight += kGuardWeight;
                break;
            case spv::OpExtInst:
            case spv::OpFDiv:
            case spv::OpUDiv:
            case spv::OpSDiv:
                weight += 4;
                break;
            case spv::OpCopyMemory:
            case spv::OpImageQuerySizeLod:
            case spv::OpImageQuerySize:
            case spv::OpImageQueryLod:
            case spv::OpImageQueryLevels:
            case spv::OpImageQuerySamples:
            case spv::OpAtomicFAddEXT:
            case spv::OpAtomicFMinEXT:
            case spv::OpAtomicFMaxEXT:
                weight += kGuardWeight; // What no lane asks of may be no more.
                break;
            case spv::OpLoad:
            case spv::OpStore: {
                const Instruction* pointer = m_module.find(i[0]);
                const bool local = pointer && pointer->op == spv::OpVariable;
                weight += local ? 1 : 4;
                break;
            }
            default:
                weight += (i.op >= spv::OpImageSampleImplicitLod && i.op <= spv::OpImageWrite) ||
                                  (i.op >= spv::OpAtomicLoad && i.op <= spv::OpAtomicXor)
                              ? kGuardWeight
                              : 1;
                break;
            }
        }
    }
    return weight;
}

void Flow::findScopes() {
    m_scopes.push_back(
        {.parent = kNone, .begin = 0, .end = uint32_t(m_blocks.size()), .loop = false});
    uint32_t open = 0;
    for (uint32_t at = 0; at < m_blocks.size(); ++at) {
        while (m_scopes[open].end <= at) {
            open = m_scopes[open].parent;
        }
        Block& block = m_blocks[at];
        const auto push = [&](const Scope& scope) {
            m_scopes.push_back(scope);
            open = uint32_t(m_scopes.size() - 1);
        };
        const uint32_t dominator = block.dominator;
        if (block.reachable && dominator != kNone && m_blocks[dominator].successors.size() > 1 &&
            (block.loopHeader || !postdominates(at, dominator))) {
            uint32_t end = at + 1;
            while (end < m_scopes[open].end && (dominates(at, end) || !m_blocks[end].reachable)) {
                ++end;
            }
            for (uint32_t inner = at; inner < end; ++inner) {
                if (m_loopEnd[inner] > end) {
                    end = inner;
                }
            }
            if (end > at && weight(at, end) >= kGuardWeight) {
                push({.parent = open, .begin = at, .end = end, .loop = false});
            }
        }
        if (block.loopHeader) {
            if (m_loopEnd[at] > m_scopes[open].end) {
                refuse(*block.source->terminator, "its loop overlaps another construct");
            }
            push({.parent = open, .begin = at, .end = m_loopEnd[at], .loop = true});
        }
        block.scope = open;
        uint32_t loop = open;
        while (loop != 0 && !m_scopes[loop].loop) {
            loop = m_scopes[loop].parent;
        }
        block.loop = loop;
    }
}

void Flow::findMasks() {
    for (uint32_t at = 1; at < m_blocks.size(); ++at) {
        Block& block = m_blocks[at];
        const uint32_t dominator = block.dominator;
        if (!block.reachable || block.loopHeader || dominator == kNone) {
            continue;
        }
        const Block& before = m_blocks[dominator];
        if (before.loop == block.loop && postdominates(at, dominator) &&
            within(block.scope, before.scope)) {
            block.maskOf = dominator;
        }
    }
    for (const Scope& scope : m_scopes) {
        if (!scope.loop || scope.end >= m_blocks.size()) {
            continue;
        }
        Block& merge = m_blocks[scope.end];
        uint32_t outer = scope.parent;
        while (outer != 0 && !m_scopes[outer].loop) {
            outer = m_scopes[outer].parent;
        }
        if (merge.reachable && !merge.loopHeader && merge.maskOf == kNone && merge.loop == outer &&
            postdominates(scope.end, scope.begin) && within(merge.scope, scope.parent) &&
            dominates(scope.begin, scope.end)) {
            merge.maskBefore = scope.begin;
        }
    }
}

void Flow::findEscapes() {
    for (uint32_t at = 0; at < m_blocks.size(); ++at) {
        for (const Instruction& i : m_blocks[at].source->body) {
            if (i.result) {
                m_definedAt[i.result] = at;
            }
        }
    }
    for (uint32_t at = 0; at < m_blocks.size(); ++at) {
        if (!m_blocks[at].reachable) {
            continue;
        }
        for (const Instruction& i : m_blocks[at].source->body) {
            if (i.op == spv::OpPhi) {
                for (size_t n = 0; n + 1 < i.count(); n += 2) {
                    use(i[n], position(i[n + 1]), 0);
                }
                continue;
            }
            if (isLazy(m_module, i)) {
                continue;
            }
            // Literals count as uses too where they look like ids: it costs a little, no more.
            for (size_t n = 0; n < i.count(); ++n) {
                use(i[n], at, 0);
            }
        }
        const Instruction& end = *m_blocks[at].source->terminator;
        for (size_t n = 0; n < end.count(); ++n) {
            use(end[n], at, 0);
        }
    }
}

void Flow::use(Id value, uint32_t position, uint32_t depth) {
    const auto defined = m_definedAt.find(value);
    if (defined == m_definedAt.end()) {
        return;
    }
    const Instruction& definition = m_module.definition(value);
    if (isLazy(m_module, definition)) {
        if (depth > 64) {
            refuse(definition, "is nested too deeply");
        }
        for (size_t n = 0; n < definition.count(); ++n) {
            use(definition[n], position, depth + 1);
        }
        return;
    }
    bool escapes = false;
    bool masked = false;
    for (uint32_t scope = m_blocks[defined->second].scope; !within(m_blocks[position].scope, scope);
         scope = m_scopes[scope].parent) {
        escapes = true;
        masked |= m_scopes[scope].loop;
    }
    if (escapes) {
        m_escapes[value].masked |= masked;
    }
}

uint32_t Flow::position(Id label) const {
    const auto found = m_positions.find(label);
    if (found == m_positions.end()) {
        throw Refused(fmt::format("%{} is not a block that is reached", label));
    }
    return found->second;
}

const Flow::Escape* Flow::escape(Id value) const {
    const auto found = m_escapes.find(value);
    return found == m_escapes.end() ? nullptr : &found->second;
}

bool Flow::within(uint32_t scope, uint32_t ancestor) const {
    while (scope != kNone && scope > ancestor) {
        scope = m_scopes[scope].parent;
    }
    return scope == ancestor;
}

} // namespace cpu::shader
