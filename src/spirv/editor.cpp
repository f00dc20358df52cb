// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/editor.h"

#include "spirv/extender.h"

namespace spirv {

namespace {

bool isDebug(spv::Op op) {
    switch (op) {
    case spv::OpName:
    case spv::OpMemberName:
    case spv::OpSource:
    case spv::OpSourceContinued:
    case spv::OpSourceExtension:
    case spv::OpString:
    case spv::OpLine:
    case spv::OpNoLine:
    case spv::OpModuleProcessed:
        return true;
    default:
        return false;
    }
}

bool hasLiteral(spv::Decoration kind) {
    switch (kind) {
    case spv::DecorationFlat:
    case spv::DecorationNoPerspective:
    case spv::DecorationCentroid:
    case spv::DecorationSample:
    case spv::DecorationInvariant:
    case spv::DecorationPatch:
        return false;
    default:
        return true;
    }
}

// Annotations go after everything of the preamble (SPIR-V 2.4, logical layout) and before types.
bool isBeforeAnnotations(spv::Op op) {
    switch (op) {
    case spv::OpCapability:
    case spv::OpExtension:
    case spv::OpExtInstImport:
    case spv::OpMemoryModel:
    case spv::OpEntryPoint:
    case spv::OpExecutionMode:
    case spv::OpExecutionModeId:
        return true;
    default:
        return isDebug(op);
    }
}

} // namespace

void Editor::decorate(Id id, spv::Decoration kind, uint32_t value) {
    dropDecoration(id, kind);
    m_added.push_back({id, -1, kind, value});
}

void Editor::dropDecoration(Id id, spv::Decoration kind) {
    m_dropped.insert({id.value, -1, kind});
}

void Editor::decorateMember(Id type, uint32_t member, spv::Decoration kind, uint32_t value) {
    dropMemberDecoration(type, member, kind);
    m_added.push_back({type, int(member), kind, value});
}

void Editor::dropMemberDecoration(Id type, uint32_t member, spv::Decoration kind) {
    m_dropped.insert({type.value, int(member), kind});
}

std::vector<uint32_t> Editor::finish() const {
    const std::span<const uint32_t> words = m_module.words();
    std::vector<uint32_t> out(words.begin(), words.begin() + kHeaderWords);
    out.reserve(words.size() + m_added.size() * 4);
    bool added = false;
    m_module.forEach([&](const Instruction& inst) {
        if (!added && !isBeforeAnnotations(inst.op())) {
            for (const Decoration& d : m_added) {
                std::vector<uint32_t> operands = {d.target.value, uint32_t(d.kind)};
                if (d.member >= 0) {
                    operands.insert(operands.begin() + 1, uint32_t(d.member));
                }
                if (hasLiteral(d.kind)) {
                    operands.push_back(d.value);
                }
                append(out, d.member >= 0 ? spv::OpMemberDecorate : spv::OpDecorate, operands);
            }
            added = true;
        }
        if (m_dropDebug && isDebug(inst.op())) {
            return;
        }
        if (inst.op() == spv::OpDecorate &&
            m_dropped.contains({inst[1], -1, spv::Decoration(inst[2])})) {
            return;
        }
        if (inst.op() == spv::OpMemberDecorate &&
            m_dropped.contains({inst[1], int(inst[2]), spv::Decoration(inst[3])})) {
            return;
        }
        out.insert(out.end(), inst.words.begin(), inst.words.end());
    });
    return out;
}

} // namespace spirv
