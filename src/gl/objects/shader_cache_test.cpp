// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/shader_cache.h"

#include "base/hash.h"
#include "base/testing/xxh3_collision.h"
#include "glsl/compile/shader_file.h"
#include "store/temporary_directory.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace gl {
namespace {

const glsl::CompileOptions kOptions{.stage = glsl::Stage::Fragment};
constexpr const char* kSource = "void main() { gl_FragColor = vec4(1.0); }";

class ShaderCacheTest : public testing::Test {
protected:
    std::shared_ptr<const glsl::CompiledShader>
    compile(ShaderCache& cache, const glsl::CompileOptions& options, const char* source) {
        return cache.compile(options, source, [&](std::function<void()> work) {
            ++m_kept;
            work();
        });
    }

    store::TemporaryDirectory m_directory;
    int m_kept = 0; ///< Compiled, and written to the disk.
};

TEST_F(ShaderCacheTest, AnotherRunFindsTheShader) {
    ShaderCache first(m_directory.path());
    EXPECT_FALSE(first.knowsProgram(glsl::Api::ES));
    EXPECT_TRUE(compile(first, kOptions, kSource)->ok());
    EXPECT_EQ(m_kept, 1);
    ShaderCache second(m_directory.path());
    EXPECT_TRUE(second.knowsProgram(glsl::Api::ES));
    EXPECT_FALSE(second.knowsProgram(glsl::Api::Desktop));
    EXPECT_TRUE(compile(second, kOptions, kSource)->ok());
    EXPECT_EQ(m_kept, 1);
}

TEST_F(ShaderCacheTest, OptionsAreOthersShaders) {
    ShaderCache cache(m_directory.path());
    compile(cache, kOptions, kSource);
    glsl::CompileOptions derivatives = kOptions;
    derivatives.extensions.oesStandardDerivatives = true;
    compile(cache, derivatives, kSource);
    EXPECT_EQ(m_kept, 2);
    glsl::CompileOptions few = kOptions;
    few.limits.maxVaryingVectors = 8;
    compile(cache, few, kSource);
    EXPECT_EQ(m_kept, 3);
    compile(cache, kOptions, kSource);
    EXPECT_EQ(m_kept, 3);
}

/// A page of a browser makes one text for itself, and another that would then be drawn with.
TEST_F(ShaderCacheTest, TextsThatCollideInXxh3AreDifferentShaders) {
    const auto [red, green] = base::testing::CollidingTexts()
                                  .add("precision mediump float; void main() { float red =\n")
                                  .add("1.//", "0.//")
                                  .add("\n; float green =\n")
                                  .add("0.//", "1.//")
                                  .add("\n; gl_FragColor = vec4(red, green, 0.0, 1.0); }\n")
                                  .finish();
    ASSERT_NE(red, green);
    ASSERT_EQ(base::hashText(red), base::hashText(green));
    {
        ShaderCache cache(m_directory.path());
        ASSERT_TRUE(compile(cache, kOptions, red.c_str())->ok());
    }
    ShaderCache cache(m_directory.path());
    const auto shader = compile(cache, kOptions, green.c_str());
    EXPECT_EQ(2, m_kept);
    EXPECT_EQ(glsl::writeShader(*glsl::compile(kOptions, green)), glsl::writeShader(*shader));
}

/// A program may end before the background gets to it.
TEST_F(ShaderCacheTest, FinishingWritesWhatNobodyHasWritten) {
    std::vector<std::function<void()>> works;
    const auto never = [&](std::function<void()> work) { works.push_back(std::move(work)); };
    const std::string other = std::string(kSource) + "\n";
    ShaderCache first(m_directory.path());
    first.compile(kOptions, kSource, never);
    first.compile(kOptions, other, never);
    EXPECT_FALSE(first.knowsProgram(glsl::Api::ES));
    first.finish();
    EXPECT_TRUE(first.knowsProgram(glsl::Api::ES));
    ShaderCache second(m_directory.path());
    compile(second, kOptions, kSource);
    compile(second, kOptions, other.c_str());
    EXPECT_EQ(m_kept, 0);
    for (const auto& work : works) {
        work(); // Nothing is left to do.
    }
}

/// Each time one of two threads writes, and the other one reads.
TEST_F(ShaderCacheTest, FinishingWaitsForThoseWhoWrite) {
    ShaderCache first(m_directory.path());
    for (size_t i = 0; i < 100; ++i) {
        const std::string source = kSource + std::string(i, '\n');
        std::atomic<bool> writes = false;
        std::jthread writer;
        first.compile(kOptions, source, [&](std::function<void()> work) {
            writer = std::jthread([&writes, work = std::move(work)] {
                writes = true;
                work();
            });
        });
        while (!writes) {
        }
        first.finish();
        ShaderCache second(m_directory.path());
        compile(second, kOptions, source.c_str());
        ASSERT_EQ(m_kept, 0);
    }
}

TEST_F(ShaderCacheTest, ErrorsAreNotKept) {
    ShaderCache cache(m_directory.path());
    EXPECT_FALSE(compile(cache, kOptions, "void main() { x = 1.0; }")->ok());
    EXPECT_EQ(m_kept, 0);
}

} // namespace
} // namespace gl
