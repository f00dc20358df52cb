// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/abi/interruption.h"

#include "cpu/jit/poll.h"
#include "cpu/shader/shader_translator.h"

#include <llvm/IR/Constants.h>

/// How a shader ends that was told to (docs/watchdog.md).
namespace cpu::shader {

/// What the loops of the finished function need, before it is cut at barriers.
void ShaderTranslator::interruptLoops() {
    const llvm::IRBuilder<>::InsertPointGuard guard(m_ir);
    jit::pollLoops(
        *m_function,
        [this](llvm::BasicBlock& entry) {
            m_ir.SetInsertPoint(entry.getTerminator());
            m_interruption = field(m_worker, offsetof(WorkerData, interruption), m_ir.getPtrTy());
            return m_ir.CreateConstGEP1_64(
                m_ir.getInt8Ty(), m_interruption, offsetof(Interruption, wanted));
        },
        [this](llvm::BasicBlock& end) {
            m_ir.SetInsertPoint(&end);
            leaveInterrupted();
        });
}

/// Nothing of what the function would have made is looked at, so it need not be made: but for what
/// tells how much there is.
void ShaderTranslator::leaveInterrupted() {
    const auto at = [this](llvm::Value* base, size_t offset_B) {
        return m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), base, offset_B);
    };
    m_ir.CreateStore(m_ir.getInt32(uint32_t(m_stage) + 1),
                     at(m_interruption, offsetof(Interruption, stage)),
                     /*isVolatile*/ true);
    switch (m_stage) {
    case spirv::Stage::Fragment:
        m_ir.CreateStore(m_ir.getInt32(0), activeAddress());
        break;
    case spirv::Stage::Geometry:
        m_ir.CreateAlignedStore(llvm::Constant::getNullValue(intLanes()),
                                at(m_stageData, offsetof(GeometryLanes, counts)),
                                llvm::Align(4));
        break;
    default:
        break;
    }
    // With barriers: no invocation is left to be resumed.
    if (m_function->getReturnType()->isVoidTy()) {
        m_ir.CreateRetVoid();
    } else {
        m_ir.CreateRet(m_ir.getInt32(0));
    }
}

} // namespace cpu::shader
