// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/layouts.h"

namespace glsl {

void noteLayouts(const spirv::Module& module,
                 Stage stage,
                 GeometryFacts& geometry,
                 TessellationFacts& tessellation) {
    if (stage == Stage::TessEvaluation) {
        tessellation.spacing = kGlEqual;
        tessellation.vertexOrder = kGlCcw;
    }
    const bool isGeometry = stage == Stage::Geometry;
    module.forEach([&](const spirv::Instruction& inst) {
        if (inst.op() != spv::OpExecutionMode) {
            return;
        }
        const auto input = [&](uint32_t primitive) {
            (isGeometry ? geometry.inputPrimitive : tessellation.mode) = primitive;
        };
        switch (inst[2]) {
        case spv::ExecutionModeInputPoints:
            return input(kGlPoints);
        case spv::ExecutionModeInputLines:
            return input(kGlLines);
        case spv::ExecutionModeInputLinesAdjacency:
            return input(kGlLinesAdjacency);
        case spv::ExecutionModeTriangles:
            return input(kGlTriangles);
        case spv::ExecutionModeInputTrianglesAdjacency:
            return input(kGlTrianglesAdjacency);
        case spv::ExecutionModeQuads:
            return input(kGlQuads);
        case spv::ExecutionModeIsolines:
            return input(kGlIsolines);
        case spv::ExecutionModeOutputPoints:
            geometry.outputPrimitive = kGlPoints;
            return;
        case spv::ExecutionModeOutputLineStrip:
            geometry.outputPrimitive = kGlLineStrip;
            return;
        case spv::ExecutionModeOutputTriangleStrip:
            geometry.outputPrimitive = kGlTriangleStrip;
            return;
        case spv::ExecutionModeOutputVertices:
            (isGeometry ? geometry.maxVertices : tessellation.patchVertices) = int(inst[3]);
            return;
        case spv::ExecutionModeInvocations:
            geometry.invocations = int(inst[3]);
            return;
        case spv::ExecutionModeSpacingFractionalEven:
            tessellation.spacing = kGlFractionalEven;
            return;
        case spv::ExecutionModeSpacingFractionalOdd:
            tessellation.spacing = kGlFractionalOdd;
            return;
        case spv::ExecutionModeVertexOrderCw:
            tessellation.vertexOrder = kGlCw;
            return;
        case spv::ExecutionModePointMode:
            tessellation.pointMode = true;
            return;
        default:
            return;
        }
    });
}

} // namespace glsl
