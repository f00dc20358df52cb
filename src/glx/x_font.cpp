// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/x_font.h"

#include "base/xcb_reply.h"
#include "glx/current_commands.h"
#include "window/gl_commands.h"

#include <algorithm>
#include <span>
#include <vector>

namespace glx {

namespace {

/// GL's commands that make a list of a bitmap.
struct ListCommands {
    void (*newList)(GLuint, GLenum) = nullptr;
    void (*endList)() = nullptr;
    void (*bitmap)(GLsizei, GLsizei, GLfloat, GLfloat, GLfloat, GLfloat, const GLubyte*) = nullptr;

    ListCommands() {
        find(newList, "glNewList");
        find(endList, "glEndList");
        find(bitmap, "glBitmap");
    }

private:
    template <class Command>
    void find(Command& command, std::string_view name) {
        command = reinterpret_cast<Command>(window::glCommand(name));
    }
};

/// A pixmap of one bit a pixel and what draws to it, for as long as it lives.
class Canvas {
public:
    Canvas(xcb_connection_t* connection, xcb_window_t root, xcb_font_t font, int width, int height)
        : m_connection(connection),
          m_pixmap(xcb_generate_id(connection)),
          m_context(xcb_generate_id(connection)),
          m_width_px(uint16_t(width)),
          m_height_px(uint16_t(height)) {
        xcb_create_pixmap(m_connection, 1, m_pixmap, root, m_width_px, m_height_px);
        const uint32_t values[] = {0, 0, font};
        xcb_create_gc(m_connection,
                      m_context,
                      m_pixmap,
                      XCB_GC_FOREGROUND | XCB_GC_BACKGROUND | XCB_GC_FONT,
                      values);
    }
    ~Canvas() {
        xcb_free_gc(m_connection, m_context);
        xcb_free_pixmap(m_connection, m_pixmap);
    }
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    /// Rows of whole bytes, the bottom row first, the highest bit leftmost: as glBitmap reads them
    /// with an alignment of one byte. `x`, `y`: the glyph's origin. Empty: it cannot be drawn.
    std::vector<GLubyte> draw(uint16_t glyph, int x, int y) {
        const xcb_rectangle_t all{0, 0, m_width_px, m_height_px};
        setForeground(0);
        xcb_poly_fill_rectangle(m_connection, m_pixmap, m_context, 1, &all);
        setForeground(1);
        const xcb_char2b_t text{uint8_t(glyph >> 8), uint8_t(glyph & 0xff)};
        xcb_image_text_16(m_connection, 1, m_pixmap, m_context, int16_t(x), int16_t(y), &text);
        const auto image = base::xcbReply(xcb_get_image_reply,
                                          m_connection,
                                          xcb_get_image(m_connection,
                                                        XCB_IMAGE_FORMAT_XY_PIXMAP,
                                                        m_pixmap,
                                                        0,
                                                        0,
                                                        m_width_px,
                                                        m_height_px,
                                                        1));
        return image ? rowsOf(*image) : std::vector<GLubyte>();
    }

private:
    void setForeground(uint32_t value) {
        xcb_change_gc(m_connection, m_context, XCB_GC_FOREGROUND, &value);
    }

    std::vector<GLubyte> rowsOf(const xcb_get_image_reply_t& image) const {
        const xcb_setup_t& setup = *xcb_get_setup(m_connection);
        const size_t pad = setup.bitmap_format_scanline_pad;
        const size_t pitch_B = (m_width_px + pad - 1) / pad * pad / 8;
        const size_t row_B = (size_t(m_width_px) + 7) / 8;
        const std::span<const uint8_t> data(xcb_get_image_data(&image),
                                            size_t(xcb_get_image_data_length(&image)));
        if (data.size() < pitch_B * m_height_px) {
            return {};
        }
        const bool lsbFirst = setup.bitmap_format_bit_order == XCB_IMAGE_ORDER_LSB_FIRST;
        std::vector<GLubyte> rows(row_B * m_height_px);
        for (size_t y = 0; y < m_height_px; ++y) {
            const auto from = data.subspan((m_height_px - 1 - y) * pitch_B, row_B);
            std::ranges::transform(from, rows.begin() + ptrdiff_t(y * row_B), [&](uint8_t byte) {
                return lsbFirst ? reversed(byte) : byte;
            });
        }
        return rows;
    }

    static uint8_t reversed(uint8_t byte) {
        uint8_t result = 0;
        for (int bit = 0; bit < 8; ++bit) {
            result = uint8_t(result | (byte >> bit & 1) << (7 - bit));
        }
        return result;
    }

    xcb_connection_t* m_connection;
    xcb_pixmap_t m_pixmap;
    xcb_gcontext_t m_context;
    uint16_t m_width_px, m_height_px;
};

/// The size of one glyph. Null: the font has none.
const xcb_charinfo_t* sizeOf(const xcb_query_font_reply_t& font, int glyph) {
    const int row = glyph >> 8;
    const int column = glyph & 0xff;
    const bool oneRow = font.min_byte1 == 0 && font.max_byte1 == 0;
    const int columns = font.max_char_or_byte2 - font.min_char_or_byte2 + 1;
    const int index = oneRow ? glyph - font.min_char_or_byte2
                             : (row - font.min_byte1) * columns + column - font.min_char_or_byte2;
    const bool inside = oneRow ? index >= 0 && index < columns
                               : row >= font.min_byte1 && row <= font.max_byte1 &&
                                     column >= font.min_char_or_byte2 &&
                                     column <= font.max_char_or_byte2;
    if (!inside) {
        return nullptr;
    }
    // All glyphs of a font without sizes have the largest one.
    return index < xcb_query_font_char_infos_length(&font)
               ? &xcb_query_font_char_infos(&font)[index]
               : &font.max_bounds;
}

/// Nothing of what the application set for uploads counts for the lists.
class BytewiseUnpack {
public:
    explicit BytewiseUnpack(gl::Context& context)
        : m_client(context.client()), m_saved(m_client.unpack) {
        m_client.unpack = {};
        m_client.unpack.alignment_B = 1;
    }
    ~BytewiseUnpack() { m_client.unpack = m_saved; }
    BytewiseUnpack(const BytewiseUnpack&) = delete;
    BytewiseUnpack& operator=(const BytewiseUnpack&) = delete;

private:
    gl::ClientState& m_client;
    format::PixelLayout m_saved;
};

void makeList(const ListCommands& commands,
              Display& display,
              XID font,
              const xcb_charinfo_t* size,
              int glyph,
              int list) {
    const int width_px = size != nullptr ? size->right_side_bearing - size->left_side_bearing : 0;
    const int height_px = size != nullptr ? size->ascent + size->descent : 0;
    std::vector<GLubyte> rows;
    if (width_px > 0 && height_px > 0) {
        Canvas canvas(display.connection(),
                      xcb_window_t(RootWindow(display.native(), 0)),
                      xcb_font_t(font),
                      width_px,
                      height_px);
        rows = canvas.draw(uint16_t(glyph), -size->left_side_bearing, size->ascent);
    }
    commands.newList(GLuint(list), GL_COMPILE);
    if (size != nullptr) {
        const bool drawn = !rows.empty();
        commands.bitmap(drawn ? width_px : 0,
                        drawn ? height_px : 0,
                        GLfloat(-size->left_side_bearing),
                        GLfloat(size->descent),
                        GLfloat(size->character_width),
                        0,
                        drawn ? rows.data() : nullptr);
    }
    commands.endList();
}

} // namespace

void useXFont(XID font, int first, int count, int listBase) {
    const std::shared_ptr<Display> display = currentDisplay();
    if (!display) {
        return;
    }
    const auto description =
        base::xcbReply(xcb_query_font_reply,
                       display->connection(),
                       xcb_query_font(display->connection(), xcb_fontable_t(font)));
    if (!description) {
        return display->report(xFailure(BadFont, font), X_GLXUseXFont);
    }
    const ListCommands commands;
    const BytewiseUnpack unpack(*gl::Context::bound());
    for (int i = 0; i < count; ++i) {
        makeList(
            commands, *display, font, sizeOf(*description, first + i), first + i, listBase + i);
    }
}

} // namespace glx
