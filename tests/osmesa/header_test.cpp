// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// That ours declares what Mesa's does: a name that differs does not compile.
#if __has_include(<GL/osmesa.h>)
#include <GL/osmesa.h>
#endif

#include "osmesa/osmesa.h"

#include <gtest/gtest.h>

namespace {

TEST(Header, AgreesWithMesas) {
#ifndef OSMESA_MAJOR_VERSION
    GTEST_SKIP() << "GL/osmesa.h is not installed (Debian package: libosmesa6-dev)";
#endif
}

} // namespace
