// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gl {

enum class Api : uint8_t { ES, Desktop };

/// What a context is. Which commands, names and formats it knows follows from this.
struct ApiVersion {
    Api api = Api::ES;
    /// What was made, not what was asked for: 10 · major + minor.
    int number = 20;
    /// The version whose features it has. Desktop contexts that are not core have those of the
    /// highest core version, as extensions; those of OpenGL ES 1.1 have those of OpenGL ES 2.0 that
    /// they have commands and names for.
    int features = 20;
    /// OpenGL without what version 3.1 removed: the core profile, or 3.1 without
    /// GL_ARB_compatibility.
    bool core = false;

    bool isES() const { return api == Api::ES; }
    bool isES1() const { return isES() && number < 20; }
    /// Has what OpenGL ES 2.0 and the core profile removed.
    bool hasFixedFunction() const { return isES() ? isES1() : !core; }
    /// Has the features of this version: `es` of OpenGL ES, `desktop` of OpenGL; 0: never.
    bool atLeast(int es, int desktop) const {
        const int needed = isES() ? es : desktop;
        return needed != 0 && features >= needed;
    }
};

/// The first versions that know a name, as ApiVersion::atLeast() takes them; 0: never. Of OpenGL ES
/// 1.1 the registry knows: isES1Name().
struct Since {
    uint8_t es;
    uint8_t desktop;
    enum class Profile : uint8_t {
        Any,
        Legacy, ///< Removed by the core profile and by OpenGL ES 2.0.
        Core,   ///< Of OpenGL only there: it needs GLSL 1.50.
    } profile = Profile::Any;
    bool in(const ApiVersion& version) const {
        return version.atLeast(es, desktop) &&
               (profile == Profile::Any ||
                version.hasFixedFunction() == (profile == Profile::Legacy));
    }
};
inline constexpr Since kBoth{20, 10};
inline constexpr Since kES{20, 0};
inline constexpr Since kGL{0, 10};
inline constexpr Since kLegacy{0, 10, Since::Profile::Legacy};
inline constexpr Since kThree{30, 30}; ///< ES 3.0 and OpenGL 3.0.

} // namespace gl
