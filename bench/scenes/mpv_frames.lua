-- SPDX-FileCopyrightText: The Glissade authors
-- SPDX-License-Identifier: MIT
-- Counts the frames of a clip that mpv plays again and again, as compare_programs wants it.
local warm, seconds = tonumber(os.getenv("FRAMES_WARM")), tonumber(os.getenv("FRAMES_SECONDS"))
local clip = tonumber(os.getenv("FRAMES_OF_CLIP"))
local shown, last = 0, 0
local loaded, began, first

mp.add_periodic_timer(0.02, function()
    local now, frame = mp.get_time(), mp.get_property_number("estimated-frame-number")
    if not frame or mp.get_property_bool("seeking") then
        return
    end
    shown = shown + frame - last + (frame < last and clip or 0)
    last = frame
    loaded = loaded or now
    if not began and now - loaded >= warm then
        first, began = shown, now
    elseif began and now - began >= seconds then
        print(string.format("%d frames in %.3f seconds", shown - first, now - began))
        mp.command("quit")
    end
end)
