// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GL state as assembly programs name it, and as the compatibility profile's GLSL has it (tables X.3
// of ARB_vertex_program, X.2 of ARB_fragment_program).
#include "glsl/assembly/state_bindings.h"

#include <array>
#include <string_view>

namespace glsl::assembly {

namespace {

Parameter stateVector(std::string expression) {
    return {.source = Parameter::Source::State, .state = std::move(expression)};
}

std::string element(std::string_view array, int index) {
    return std::string(array) + "[" + std::to_string(index) + "]";
}

class StateReader {
public:
    StateReader(Scanner& scanner, const Limits& limits, bool isVertex)
        : m_scanner(scanner), m_limits(limits), m_isVertex(isVertex) {}

    std::vector<Parameter> read(Vectors vectors) {
        m_scanner.expect('.');
        const size_t at = m_scanner.position();
        const std::string_view item = m_scanner.word();
        if (item == "matrix") {
            return matrix(vectors);
        }
        return {stateVector(vector(item, at))};
    }

private:
    std::string vector(std::string_view item, size_t at) {
        if (item == "material") {
            return material();
        }
        if (item == "light") {
            return light();
        }
        if (item == "lightmodel") {
            return lightModel();
        }
        if (item == "lightprod") {
            return lightProduct();
        }
        if (item == "fog") {
            return fog();
        }
        if (item == "texgen" && m_isVertex) {
            return texGen();
        }
        if (item == "clip" && m_isVertex) {
            return clipPlane();
        }
        if (item == "point" && m_isVertex) {
            return point();
        }
        if (item == "texenv" && !m_isVertex) {
            return texEnv();
        }
        if (item == "depth" && !m_isVertex) {
            return depthRange();
        }
        m_scanner.failAt(at, "this is not state that can be bound");
        return {};
    }

    /// The word after a point.
    std::string_view member() {
        m_scanner.expect('.');
        m_memberAt = m_scanner.position();
        return m_scanner.word();
    }

    std::string unknown() {
        m_scanner.failAt(m_memberAt, "the state has no such property");
        return {};
    }

    /// Takes ".front" or ".back" if that is next, then a property.
    std::string_view faceProperty(std::string_view& face) {
        face = "Front";
        std::string_view property = member();
        if (property == "front" || property == "back") {
            face = property == "back" ? "Back" : face;
            property = member();
        }
        return property;
    }

    std::string material() {
        std::string_view face;
        const std::string_view property = faceProperty(face);
        const std::string name = "gl_" + std::string(face) + "Material.";
        if (property == "shininess") {
            return "vec4(" + name + "shininess, 0.0, 0.0, 1.0)";
        }
        return isColor(property) || property == "emission" ? name + std::string(property)
                                                           : unknown();
    }

    static bool isColor(std::string_view property) {
        return property == "ambient" || property == "diffuse" || property == "specular";
    }

    std::string light() {
        const std::string name =
            element("gl_LightSource", readIndex(m_scanner, m_limits.lights)) + ".";
        const std::string_view property = member();
        if (isColor(property) || property == "position") {
            return name + std::string(property);
        }
        if (property == "attenuation") {
            return "vec4(" + name + "constantAttenuation, " + name + "linearAttenuation, " + name +
                   "quadraticAttenuation, " + name + "spotExponent)";
        }
        if (property == "half") {
            return "vec4(" + name + "halfVector.xyz, 1.0)";
        }
        if (property == "spot" && member() == "direction") {
            return "vec4(" + name + "spotDirection, " + name + "spotCosCutoff)";
        }
        return unknown();
    }

    std::string lightModel() {
        std::string_view face;
        const std::string_view property = faceProperty(face);
        if (property == "scenecolor") {
            const std::string name = "gl_" + std::string(face);
            return "vec4(" + name + "LightModelProduct.sceneColor.rgb, " + name +
                   "Material.diffuse.a)";
        }
        return property == "ambient" ? "gl_LightModel.ambient" : unknown();
    }

    std::string lightProduct() {
        const int index = readIndex(m_scanner, m_limits.lights);
        std::string_view face;
        const std::string_view property = faceProperty(face);
        if (!isColor(property)) {
            return unknown();
        }
        const std::string name = "gl_" + std::string(face);
        return "vec4(" + element(name + "LightProduct", index) + "." + std::string(property) +
               ".rgb, " + name + "Material." + std::string(property) + ".a)";
    }

    std::string fog() {
        const std::string_view property = member();
        if (property == "params") {
            return "vec4(gl_Fog.density, gl_Fog.start, gl_Fog.end, gl_Fog.scale)";
        }
        return property == "color" ? "gl_Fog.color" : unknown();
    }

    std::string texGen() {
        const int unit = readOptionalIndex(m_scanner, m_limits.textureCoords);
        const std::string_view kind = member();
        if (kind != "eye" && kind != "object") {
            return unknown();
        }
        const std::string_view coordinate = member();
        if (coordinate.size() != 1 ||
            std::string_view("strq").find(coordinate) == std::string_view::npos) {
            return unknown();
        }
        const char upper = char(coordinate[0] - 'a' + 'A');
        return element((kind == "eye" ? "gl_EyePlane" : "gl_ObjectPlane") + std::string(1, upper),
                       unit);
    }

    std::string clipPlane() {
        const int plane = readIndex(m_scanner, m_limits.clipPlanes);
        return member() == "plane" ? element("gl_ClipPlane", plane) : unknown();
    }

    std::string point() {
        const std::string_view property = member();
        if (property == "size") {
            return "vec4(gl_Point.size, gl_Point.sizeMin, gl_Point.sizeMax, "
                   "gl_Point.fadeThresholdSize)";
        }
        return property == "attenuation" ? "vec4(gl_Point.distanceConstantAttenuation, "
                                           "gl_Point.distanceLinearAttenuation, "
                                           "gl_Point.distanceQuadraticAttenuation, 1.0)"
                                         : unknown();
    }

    std::string texEnv() {
        const int unit = readOptionalIndex(m_scanner, m_limits.environmentUnits);
        return member() == "color" ? element("gl_TextureEnvColor", unit) : unknown();
    }

    std::string depthRange() {
        return member() == "range"
                   ? "vec4(gl_DepthRange.near, gl_DepthRange.far, gl_DepthRange.diff, 1.0)"
                   : unknown();
    }

    std::vector<Parameter> matrix(Vectors vectors) {
        const std::string_view name = member();
        std::string array; // What GLSL calls it; empty: it does not know it.
        std::string index;
        int number = 0;
        if (name == "modelview") {
            readOptionalIndex(m_scanner, 1); // There is no vertex blending.
            array = "gl_ModelViewMatrix";
        } else if (name == "projection") {
            array = "gl_ProjectionMatrix";
        } else if (name == "mvp") {
            array = "gl_ModelViewProjectionMatrix";
        } else if (name == "texture") {
            array = "gl_TextureMatrix";
            index = element("", readOptionalIndex(m_scanner, m_limits.textureCoords));
        } else if (name == "program") {
            number = readIndex(m_scanner, m_limits.matrices);
        } else {
            unknown();
            return {};
        }
        bool isInverse = false;
        bool isTransposed = false;
        const Range rows = readRows(vectors, isInverse, isTransposed);
        std::vector<Parameter> result;
        for (int row = rows.first; row <= rows.last && !m_scanner.failed(); ++row) {
            if (array.empty()) {
                result.push_back({.source = Parameter::Source::ProgramMatrix,
                                  .index = number,
                                  .row = row,
                                  .isInverse = isInverse,
                                  .isTransposed = isTransposed});
            } else {
                // GLSL has columns: a row is that of the transpose.
                result.push_back(stateVector(array + (isInverse ? "Inverse" : "") +
                                             (isTransposed ? "" : "Transpose") + index +
                                             element("", row)));
            }
        }
        return result;
    }

    /// What may follow a matrix's name.
    Range readRows(Vectors vectors, bool& isInverse, bool& isTransposed) {
        bool hasModifier = false;
        while (m_scanner.accept('.')) {
            const size_t at = m_scanner.position();
            const std::string_view word = m_scanner.word();
            if (word == "row") {
                return readRange(m_scanner, 4, vectors);
            }
            isInverse = word == "inverse" || word == "invtrans";
            isTransposed = word == "transpose" || word == "invtrans";
            if (hasModifier || (!isInverse && !isTransposed)) {
                m_scanner.failAt(at, "this cannot be made of a matrix");
            }
            hasModifier = true;
        }
        if (vectors == Vectors::One) {
            m_scanner.fail("a row of the matrix has to be chosen");
        }
        return {0, 3};
    }

    Scanner& m_scanner;
    const Limits& m_limits;
    const bool m_isVertex;
    size_t m_memberAt = 0;
};

int readBelow(Scanner& scanner, int count) {
    const size_t at = scanner.position();
    const std::optional<unsigned> index = scanner.integer();
    if (!index) {
        scanner.fail("an index is missing");
        return 0;
    }
    if (*index >= unsigned(count)) {
        scanner.failAt(at, "the index is not below " + std::to_string(count));
        return 0;
    }
    return int(*index);
}

} // namespace

int readIndex(Scanner& scanner, int count) {
    scanner.expect('[');
    const int index = readBelow(scanner, count);
    scanner.expect(']');
    return index;
}

int readOptionalIndex(Scanner& scanner, int count) {
    if (!scanner.accept('[')) {
        return 0;
    }
    const int index = readBelow(scanner, count);
    scanner.expect(']');
    return index;
}

Range readRange(Scanner& scanner, int count, Vectors vectors) {
    scanner.expect('[');
    Range range;
    range.first = range.last = readBelow(scanner, count);
    if (vectors == Vectors::Some && scanner.acceptRange()) {
        const size_t at = scanner.position();
        range.last = readBelow(scanner, count);
        if (range.last < range.first) {
            scanner.failAt(at, "the range ends before it begins");
        }
    }
    scanner.expect(']');
    return range;
}

std::vector<Parameter>
readStateBinding(Scanner& scanner, const Limits& limits, bool isVertex, Vectors vectors) {
    return StateReader(scanner, limits, isVertex).read(vectors);
}

} // namespace glsl::assembly
