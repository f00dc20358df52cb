-- SPDX-FileCopyrightText: The Glissade authors
-- SPDX-License-Identifier: MIT
-- Shapes, text, a canvas with antialiasing and a shader.
local canvas, shader

function love.load()
    canvas = love.graphics.newCanvas(256, 256, { msaa = 4 })
    shader = love.graphics.newShader([[
        extern number time;
        vec4 effect(vec4 color, Image image, vec2 at, vec2 screen) {
            return Texel(image, at + 0.02 * vec2(sin(20.0 * at.y + time), 0.0)) * color;
        }
    ]])
end

function love.draw()
    love.graphics.setCanvas(canvas)
    love.graphics.clear(0.1, 0.1, 0.2)
    love.graphics.setColor(0.9, 0.6, 0.1)
    love.graphics.circle("fill", 128, 128, 90)
    love.graphics.setColor(0.1, 0.7, 0.9)
    love.graphics.polygon("fill", 128, 60, 200, 180, 56, 180)
    love.graphics.setCanvas()
    love.graphics.setColor(1, 1, 1)
    shader:send("time", 1.5)
    love.graphics.setShader(shader)
    love.graphics.draw(canvas, 40, 60)
    love.graphics.setShader()
    love.graphics.print(love.graphics.getRendererInfo(), 40, 30)
end
