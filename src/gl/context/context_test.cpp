// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/context.h"

#include "gl/context/call_scope.h"
#include "gl/testing/context_fixture.h"
#include "report/stalls.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>

namespace gl::testing {
namespace {

using ContextCreateTest = CoreTest;

TEST_F(ContextCreateTest, RefusesVersionsItDoesNotHave) {
    const auto refused = [&](Api api, int major, int minor) {
        ContextAttributes attributes;
        attributes.api = api;
        attributes.major = major;
        attributes.minor = minor;
        std::string error;
        const bool none = !Context::create(device, attributes, nullptr, error);
        return none && !error.empty();
    };
    EXPECT_TRUE(refused(Api::ES, 3, 0));
    EXPECT_TRUE(refused(Api::Desktop, 3, 2));
    EXPECT_FALSE(refused(Api::ES, 1, 1));
    EXPECT_FALSE(refused(Api::ES, 2, 0));
    EXPECT_FALSE(refused(Api::Desktop, 1, 0));
    EXPECT_FALSE(refused(Api::Desktop, 2, 1));
}

TEST_F(ContextCreateTest, HasTheCompatibilityProfileUnlessCoreIsAskedFor) {
    device->offerEverything();
    struct Row {
        int major, minor;
        bool forwardCompatible, coreProfile;
        int version;
        bool core;
    };
    for (const Row& row : {Row{1, 0, false, false, 41, false},
                           Row{2, 1, false, false, 41, false},
                           Row{3, 0, false, false, 41, false},
                           Row{3, 0, true, false, 41, true},
                           Row{3, 1, false, false, 41, true},
                           Row{3, 2, false, true, 41, true}}) {
        ContextAttributes attributes;
        attributes.api = Api::Desktop;
        attributes.major = row.major;
        attributes.minor = row.minor;
        attributes.forwardCompatible = row.forwardCompatible;
        attributes.coreProfile = row.coreProfile;
        std::string error;
        const auto made = Context::create(device, attributes, nullptr, error);
        ASSERT_TRUE(made) << error;
        EXPECT_EQ(made->version(), row.version);
        EXPECT_EQ(made->isCore(), row.core);
        const auto& names = made->extensions().names;
        const bool compatibility =
            std::find(names.begin(), names.end(), std::string_view("GL_ARB_compatibility")) !=
            names.end();
        EXPECT_EQ(compatibility, !row.core) << row.major << "." << row.minor;
    }
}

TEST_F(ContextCreateTest, Core31IsWithoutCompatibility) {
    device->offerEverything();
    device->fakeCaps.geometryShader = false;
    ContextAttributes attributes;
    attributes.api = Api::Desktop;
    attributes.major = 3;
    attributes.minor = 1;
    std::string error;
    const auto core = Context::create(device, attributes, nullptr, error);
    ASSERT_TRUE(core) << error;
    EXPECT_EQ(core->version(), 31);
    EXPECT_TRUE(core->isCore());
    EXPECT_EQ(core->getString(GL_EXTENSIONS), nullptr);
    EXPECT_EQ(core->getError(), GLenum(GL_INVALID_ENUM));
}

TEST_F(ContextCreateTest, FirstSurfaceSizesViewportAndScissor) {
    GLint box[4];
    gl->getIntegerv(GL_VIEWPORT, box);
    EXPECT_EQ(box[2], 64);
    EXPECT_EQ(box[3], 48);
    FakeSurface other;
    other.width = 7;
    gl->bindSurfaces(&other, &other);
    gl->getIntegerv(GL_SCISSOR_BOX, box);
    EXPECT_EQ(box[2], 64);
}

TEST_F(ContextCreateTest, FramesBeginWithTheFirstUseOfTheSurface) {
    gl->dirty().clearAll();
    surface.nextWidth = 7;
    gl->viewport(0, 0, 7, 48);
    EXPECT_EQ(surface.width, 64);
    gl->clear(GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(surface.width, 7);
    EXPECT_TRUE(gl->dirty().test(Dirty::Framebuffer));
    surface.nextWidth = 8;
    uint8_t pixel[4];
    gl->readPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    EXPECT_EQ(surface.width, 8);
}

/// After a swap: the draw looks at the framebuffer although nothing was bound since the last one.
TEST_F(ContextCreateTest, FramesBeginWithADraw) {
    gl->clear(GL_COLOR_BUFFER_BIT);
    gl->drawArrays(GL_POINTS, 0, 1);
    surface.nextWidth = 7;
    gl->surfaceChanged();
    gl->drawArrays(GL_POINTS, 0, 1);
    EXPECT_EQ(surface.width, 7);
}

TEST_F(ContextCreateTest, SeparateReadSurface) {
    FakeSurface read;
    gl->bindSurfaces(&surface, &read);
    EXPECT_EQ(gl->state().drawFramebuffer->surface(), &surface);
    EXPECT_EQ(gl->state().readFramebuffer->surface(), &read);
    gl->bindSurfaces(&surface, &surface);
    EXPECT_EQ(gl->state().readFramebuffer->surface(), &surface);
}

TEST_F(ContextCreateTest, SurfacelessDrawsAreErrors) {
    gl->bindSurfaces(nullptr, nullptr);
    gl->clear(GL_COLOR_BUFFER_BIT);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_FRAMEBUFFER_OPERATION));
    EXPECT_EQ(device->log.clears, 0);
}

using ShareTest = CoreTest;

TEST_F(ShareTest, ObjectsAreSharedContainersAreNot) {
    auto other = make(Api::ES, false, gl.get());
    GLuint buffer = 0;
    gl->genBuffers(1, &buffer);
    gl->bindBuffer(GL_ARRAY_BUFFER, buffer);
    EXPECT_TRUE(other->isBuffer(buffer));
    GLuint array = 0;
    gl->genVertexArrays(1, &array);
    gl->bindVertexArray(array);
    EXPECT_FALSE(other->isVertexArray(array));
}

TEST_F(ShareTest, DeletedBufferLivesWhileAnotherContextBindsIt) {
    auto other = make(Api::ES, false, gl.get());
    GLuint buffer = 0;
    gl->genBuffers(1, &buffer);
    gl->bindBuffer(GL_ARRAY_BUFFER, buffer);
    other->bindBuffer(GL_ARRAY_BUFFER, buffer);
    gl->deleteBuffers(1, &buffer);
    EXPECT_FALSE(gl->objects().arrayBuffer);
    ASSERT_TRUE(other->objects().arrayBuffer);
    other->bufferData(GL_ARRAY_BUFFER, 16, nullptr, GL_STATIC_DRAW);
    EXPECT_EQ(other->getError(), GLenum(GL_NO_ERROR));
}

TEST_F(ShareTest, StorageChangesReachOtherContextsAtTheirNextDraw) {
    useSimpleProgram();
    GLuint buffer = 0;
    gl->genBuffers(1, &buffer);
    gl->bindBuffer(GL_ARRAY_BUFFER, buffer);
    gl->bufferData(GL_ARRAY_BUFFER, 64, nullptr, GL_STATIC_DRAW);
    gl->vertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
    gl->enableVertexAttribArray(0);
    auto other = make(Api::ES, false, gl.get());
    gl->drawArrays(GL_POINTS, 0, 4);
    EXPECT_FALSE(gl->dirty().test(Dirty::VertexBuffers));
    other->bindBuffer(GL_ARRAY_BUFFER, buffer);
    other->bufferData(GL_ARRAY_BUFFER, 32, nullptr, GL_STATIC_DRAW);
    other->mapBuffer(GL_ARRAY_BUFFER, GL_WRITE_ONLY);
    const int before = device->log.draws;
    gl->drawArrays(GL_POINTS, 0, 4);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_OPERATION)); // Mapped over there.
    EXPECT_EQ(device->log.draws, before);
    other->unmapBuffer(GL_ARRAY_BUFFER);
    gl->drawArrays(GL_POINTS, 0, 4);
    EXPECT_EQ(device->log.draws, before + 1);
}

TEST_F(ShareTest, LastContextTakesTheObjectsAlong) {
    auto other = make(Api::ES, false, gl.get());
    GLuint buffer = 0;
    gl->genBuffers(1, &buffer);
    gl->bindBuffer(GL_ARRAY_BUFFER, buffer);
    Context::setCurrent(nullptr);
    gl.reset();
    EXPECT_TRUE(other->isBuffer(buffer));
}

TEST_F(ShareTest, WaitsForCallsOfOtherThreadsAreStalls) {
    using report::stalls;
    const auto other = make(Api::ES, false, gl.get());
    stalls().setLeast(std::chrono::microseconds(0));
    const uint64_t before = stalls().count();
    while (stalls().count() == before) { // Until the thread was there in time to meet the call.
        std::thread thread;
        {
            const CallScope call(gl.get());
            thread = std::thread([&] { const CallScope blocked(other.get()); });
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        thread.join();
    }
    stalls().setLeast(report::Stalls::kLeast);
    EXPECT_EQ(report::StallKind::Threads, stalls().recent().back().kind);
    EXPECT_EQ("another thread was in a call of the share group", stalls().recent().back().cause);
}

} // namespace
} // namespace gl::testing
