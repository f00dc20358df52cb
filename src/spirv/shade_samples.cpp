// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/shade_samples.h"

#include "spirv/extender.h"

namespace spirv {

std::vector<uint32_t> ShadeSamples::run(std::span<const uint32_t> words) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> parsed = Module::parse(same);
    if (!parsed || parsed->entryPoint().model != spv::ExecutionModelFragment) {
        return same;
    }
    const Module& module = *parsed;
    Extender extender(module);
    extender.capability(spv::CapabilitySampleRateShading);
    for (const Variable& v : module.globals()) {
        // One sample is all that is covered, so its centroid is the sample.
        if (v.storage == spv::StorageClassInput && !module.isBuiltIn(v) &&
            !module.decoration(v.id, spv::DecorationFlat) &&
            !module.decoration(v.id, spv::DecorationCentroid) &&
            !module.decoration(v.id, spv::DecorationSample)) {
            extender.decorate(v.id, spv::DecorationSample);
        }
    }
    const Id number = extender.type(spv::OpTypeInt, {32, 1});
    Id sample = module.findBuiltIn(spv::StorageClassInput, spv::BuiltInSampleId).variable;
    if (!sample) {
        sample = extender.interfaceVariable(spv::StorageClassInput, number);
        extender.decorate(sample, spv::DecorationBuiltIn, spv::BuiltInSampleId);
        extender.decorate(sample, spv::DecorationFlat);
    }
    const auto read = [&](std::vector<uint32_t>& out, uint32_t) {
        append(out, spv::OpLoad, {number.value, extender.newId(), sample.value});
    };
    return extender.finish({read, nullptr});
}

} // namespace spirv
