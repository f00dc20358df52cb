// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Damaged SPIR-V: a module that parses answers whatever it is asked, and passes over what is valid
// leave a module. An input is a module's words.

#include "spirv_samples.h"
#include "target.h"

#include "spirv/location_types.h"
#include "spirv/module.h"
#include "spirv/testing/passes.h"
#include "spirv/text.h"

namespace fuzz {

namespace {

/// All that a module answers, of ids that there are and of some that there are not.
void ask(const spirv::Module& module) {
    const auto askOf = [&](spirv::Id id) {
        (void)module.definition(id);
        (void)module.name(id);
        (void)module.memberName(id, 0);
        (void)module.decoration(id, spv::DecorationLocation);
        (void)module.memberDecoration(id, 0, spv::DecorationOffset);
        (void)module.isAccessed(id);
        (void)module.constant(id);
        (void)module.arrayLength(id);
        (void)module.innermostType(id);
        (void)module.locations(id);
    };
    module.forEach([&](const spirv::Instruction& inst) {
        (void)spirv::resultTypeOf(inst);
        (void)spirv::isInterpolation(inst);
        askOf(spirv::resultOf(inst));
        askOf(spirv::Id{inst[1]});
    });
    for (const spirv::Variable& variable : module.globals()) {
        (void)module.isBlock(variable);
        (void)module.isBuiltIn(variable);
        (void)module.isLoaded(variable.id);
    }
    (void)module.findBuiltIn(spv::StorageClassOutput, spv::BuiltInPosition);
    const spirv::LocationTypes inputs(module, spv::StorageClassInput);
    const spirv::LocationTypes outputs(module, spv::StorageClassOutput);
    (void)spirv::LocationTypes::inputsAt(module, outputs.missing(inputs, false), false);
}

bool run(std::span<const std::byte> input) {
    const std::vector<uint32_t> words = wordsOf(input);
    const auto module = spirv::Module::parse(words);
    if (module) {
        ask(*module);
    }
    if (!spirv::validate(words).empty() && !spirv::validateUnlinked(words).empty()) {
        return false;
    }
    if (!module) {
        fail("a valid module does not parse");
    }
    // Sets, bindings, locations, counts: numbers of everything, as long as they are small.
    const int64_t numbers[] = {0, 1, 16, 3, 4, 5, 6, 7};
    for (const spirv::Pass& pass : spirv::passes()) {
        if (pass.name == "pack-interface" || pass.name == "demote-interface") {
            continue; // want ids of variables: linking's own choice
        }
        if (pass.least > std::size(numbers)) {
            fail("too few numbers for " + std::string(pass.name));
        }
        const std::vector<uint32_t> out = pass.run(words, std::span(numbers).first(pass.least));
        if (!out.empty() && !spirv::Module::parse(out)) {
            fail("no module after " + std::string(pass.name));
        }
    }
    return true;
}

} // namespace

const Target kTarget = {.seeds = moduleSeeds, .damage = damageModuleBytes, .run = run};

} // namespace fuzz
