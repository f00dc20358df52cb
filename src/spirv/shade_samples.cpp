// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "spirv/shade_samples.h"

#include "spirv/editor.h"

namespace spirv {

std::vector<uint32_t> ShadeSamples::run(std::span<const uint32_t> words) {
    std::vector<uint32_t> same(words.begin(), words.end());
    const std::optional<Module> parsed = Module::parse(same);
    if (!parsed || parsed->entryPoint().model != spv::ExecutionModelFragment) {
        return same;
    }
    const Module& module = *parsed;
    Editor editor(module);
    editor.capability(spv::CapabilitySampleRateShading);
    for (const Variable& v : module.globals()) {
        // One sample is all that is covered, so its centroid is the sample.
        if (v.storage == spv::StorageClassInput && !module.isBuiltIn(v) &&
            !module.decoration(v.id, spv::DecorationFlat) &&
            !module.decoration(v.id, spv::DecorationCentroid) &&
            !module.decoration(v.id, spv::DecorationSample)) {
            editor.decorate(v.id, spv::DecorationSample);
        }
    }
    const Id number = editor.type(spv::OpTypeInt, {32, 1});
    Id sample = module.findBuiltIn(spv::StorageClassInput, spv::BuiltInSampleId).variable;
    if (!sample) {
        sample = editor.interfaceVariable(spv::StorageClassInput, number);
        editor.decorate(sample, spv::DecorationBuiltIn, spv::BuiltInSampleId);
        editor.decorate(sample, spv::DecorationFlat);
    }
    const auto read = [&](std::vector<uint32_t>& out, uint32_t) {
        append(out, spv::OpLoad, {number.value, editor.newId(), sample.value});
    };
    return editor.finish({read, nullptr});
}

} // namespace spirv
