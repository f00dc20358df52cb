-- SPDX-FileCopyrightText: The Glissade authors
-- SPDX-License-Identifier: MIT
-- Shapes on a canvas with four samples, which a shader bends into the window, and text; counted as compare_programs wants it.
local warm, seconds = tonumber(os.getenv("FRAMES_WARM")), tonumber(os.getenv("FRAMES_SECONDS"))
local canvas, shader, loaded, began, first
local frame = 0

function love.load()
    canvas = love.graphics.newCanvas(512, 512, { msaa = 4 })
    shader = love.graphics.newShader([[
        extern number time;
        vec4 effect(vec4 color, Image image, vec2 at, vec2 screen) {
            return Texel(image, at + 0.02 * vec2(sin(20.0 * at.y + time), 0.0)) * color;
        }
    ]])
    local name, version, _, device = love.graphics.getRendererInfo()
    print("renderer: " .. device .. " · " .. name .. " " .. version)
    loaded = love.timer.getTime()
end

function love.draw()
    love.graphics.setCanvas(canvas)
    love.graphics.clear(0.1, 0.1, 0.2)
    for i = 1, 60 do
        local angle = i * 2.4 + frame * 0.01
        local x, y = 256 + 3.6 * i * math.cos(angle), 256 + 3.6 * i * math.sin(angle)
        love.graphics.setColor(0.3 + 0.7 * (i % 3) / 2, 0.3 + 0.7 * (i % 5) / 4, 0.3 + 0.7 * (i % 7) / 6, 0.8)
        if i % 2 == 0 then
            love.graphics.circle("fill", x, y, 24)
        else
            love.graphics.polygon("fill", x, y - 28, x + 24, y + 20, x - 24, y + 20)
        end
    end
    love.graphics.setCanvas()
    love.graphics.setColor(1, 1, 1)
    shader:send("time", frame * 0.05)
    love.graphics.setShader(shader)
    love.graphics.draw(canvas, 144, 60)
    love.graphics.setShader()
    love.graphics.print("Frame " .. frame, 40, 30)
    frame = frame + 1
    local now = love.timer.getTime()
    if not began and now - loaded >= warm then
        first, began = frame, now
    elseif began and now - began >= seconds then
        print(string.format("%d frames in %.3f seconds", frame - first, now - began))
        io.stdout:flush()
        love.event.quit()
    end
end
