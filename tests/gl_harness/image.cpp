// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "image.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace harness {

bool near(const Rgba& a, const Rgba& b, int tolerance) {
    return std::abs(a.r - b.r) <= tolerance && std::abs(a.g - b.g) <= tolerance &&
           std::abs(a.b - b.b) <= tolerance && std::abs(a.a - b.a) <= tolerance;
}

Image Image::read(int x, int y, int width, int height) {
    Image image(width, height);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.bytes());
    return image;
}

Rgba Image::at(int x, int y) const {
    const uint8_t* p = &m_bytes[(size_t(y) * size_t(m_width) + size_t(x)) * 4];
    return {p[0], p[1], p[2], p[3]};
}

void Image::set(int x, int y, const Rgba& color) {
    uint8_t* p = &m_bytes[(size_t(y) * size_t(m_width) + size_t(x)) * 4];
    p[0] = uint8_t(color.r);
    p[1] = uint8_t(color.g);
    p[2] = uint8_t(color.b);
    p[3] = uint8_t(color.a);
}

bool Image::writePpm(const std::string& path) const {
    std::ofstream file(path, std::ios::binary);
    file << "P6\n" << m_width << ' ' << m_height << "\n255\n";
    for (int y = m_height - 1; y >= 0; --y) {
        for (int x = 0; x < m_width; ++x) {
            file.write(reinterpret_cast<const char*>(
                           &m_bytes[(size_t(y) * size_t(m_width) + size_t(x)) * 4]),
                       3);
        }
    }
    return bool(file);
}

void expectImage(const Image& image,
                 const std::function<Rgba(int x, int y)>& expected,
                 int tolerance) {
    int wrong = 0;
    int firstX = 0;
    int firstY = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (!near(image.at(x, y), expected(x, y), tolerance)) {
                if (wrong++ == 0) {
                    firstX = x;
                    firstY = y;
                }
            }
        }
    }
    if (wrong == 0) {
        return;
    }
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    const char* folder = std::getenv("GLISSADE_TEST_DUMP");
    std::string path = folder ? std::string(folder) + "/" : "";
    path += std::string(info->test_suite_name()) + "." + info->name() + ".ppm";
    for (char& letter : path) {
        letter = letter == ' ' ? '_' : letter;
    }
    for (size_t i = folder ? std::string(folder).size() + 1 : 0; i < path.size(); ++i) {
        path[i] = path[i] == '/' ? '-' : path[i];
    }
    image.writePpm(path);
    ADD_FAILURE() << wrong << " of " << image.width() * image.height()
                  << " pixels differ; first at (" << firstX << ", " << firstY << "): is "
                  << image.at(firstX, firstY) << ", should be " << expected(firstX, firstY) << " ± "
                  << tolerance << "; picture in " << path;
}

void expectColor(const Image& image, const Rgba& color, int tolerance) {
    expectImage(image, [&](int, int) { return color; }, tolerance);
}

} // namespace harness
