// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include <spirv/unified1/spirv.hpp>

/// What SPIR-V is read into.
namespace cpu::shader {

/// Thrown inside of the compiler alone, for SPIR-V that is refused; compile() turns it into
/// an error. No other exception leaves a file.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

using Word = uint32_t;
using Id = uint32_t;

struct Instruction {
    spv::Op op;
    std::span<const Word> operands; ///< Without the first word; result type and id included.
    Id resultType;                  ///< 0: none
    Id result;                      ///< 0: none
    uint32_t firstOperand; ///< Index in `operands` of the first one after result type and id.
    Word operator[](size_t i) const; ///< The i-th after them; throws Refused beyond the end.
    size_t count() const { return operands.size() - firstOperand; }
};

enum class ScalarKind : uint8_t { Void, Bool, Int, Uint, Float };

struct Type {
    enum class Kind : uint8_t {
        Void,
        Scalar,
        Vector,
        Matrix,
        Array,
        RuntimeArray,
        Struct,
        Pointer,
        Function,
        Image,
        Sampler,
        SampledImage,
    };
    Kind kind;
    ScalarKind scalar; ///< Of scalars, vectors and matrices.
    uint32_t width;    ///< Bits of the scalar.
    uint32_t count;    ///< Components, columns, elements or members.
    Id element;        ///< Component, column or element type; pointee; sampled image: its image.
                       ///< Of images the sampled type.
    std::vector<Id> members;
    spv::StorageClass storage; ///< Of pointers.
    uint32_t scalars;          ///< How many scalars the type flattens to.
    // Images.
    spv::Dim dim;
    bool depth, arrayed, multisampled;
    uint32_t sampled; ///< 1 sampled, 2 storage
    spv::ImageFormat format;
};

} // namespace cpu::shader
