// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/sample/sample_key.h"

namespace cpu::sample {
namespace {

constexpr Address kAnyAddress = Address::Repeat;

} // namespace

SampleKey sampleKey(uint64_t ids, SampleOp op) {
    const ViewId view = {uint32_t(ids)};
    const SamplerId sampler = {uint32_t(ids >> 32)};
    const SampleMethod method = op.method();
    if (method == SampleMethod::Fetch) {
        return {view.bits & ~(ViewId::kLevels | ViewId::kQuickGathers), 0, op.bits};
    }
    if (view.bits == 0 || sampler.bits == 0) {
        return {0, 0, op.bits}; // Nothing is bound, as far as a sample goes.
    }
    const ViewType type = view.type();
    const uint32_t axes = axesOf(type);
    const bool gathers = method == SampleMethod::Gather;
    const bool compares = op.depthReference() && sampler.compares();
    // Without derivatives there is no footprint.
    const bool anisotropic =
        sampler.anisotropic() && axes == 2 && !gathers && method != SampleMethod::Lod;
    // Where no level is chosen, the question may as well bring a LOD.
    const bool base = !gathers && method != SampleMethod::QueryLod &&
                      sampler.magLinear() == sampler.minLinear() &&
                      (view.oneLevel() || (sampler.baseLevel() && !view.minLod()));
    if (base && !anisotropic) {
        op = SampleOp::make(
            SampleMethod::Lod, op.depthReference(), false, op.offset(), false, 0, false, false);
    }
    // Gathers take the linear filter's texels whatever the filter is.
    const SamplerId used =
        SamplerId::make(!gathers && sampler.magLinear(),
                        !gathers && sampler.minLinear(),
                        !gathers && sampler.mipLinear(),
                        sampler.address(0),
                        axes > 1 ? sampler.address(1) : kAnyAddress,
                        axes > 2 ? sampler.address(2) : kAnyAddress,
                        anisotropic,
                        compares,
                        sampler.compare(),
                        gathers ? Reduction::WeightedAverage : sampler.reduction(),
                        sampler.unnormalized(),
                        isCube(type) && sampler.seamlessCube());
    return {view.withLevels(base ? 1 : 0, 0).bits, used.bits, op.bits};
}

} // namespace cpu::sample
