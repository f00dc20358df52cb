-- SPDX-FileCopyrightText: The Glissade authors
-- SPDX-License-Identifier: MIT
function love.conf(t)
    t.window.title = "Frames"
    t.window.width, t.window.height, t.window.vsync = 800, 600, 0
    t.modules.audio, t.modules.joystick, t.modules.physics = false, false, false
end
