// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Frames of a page, counted for `seconds` of its address after `warm` seconds that are not. A pixel of each is read: a browser
// that is told not to keep the display's pace else asks for frames that nobody has drawn yet.
import { report } from "./report.js";

const words = new URLSearchParams(location.search);
const seconds = Number(words.get("seconds")), warm = Number(words.get("warm"));
export const measured = seconds > 0;

// `draw` gets the frame's number, so that each driver draws the same pictures, however long they take.
export function measure(gl, errors, draw) {
    const pixel = new Uint8Array(4);
    let frame = 0, first = 0, began = 0;
    const loaded = performance.now();
    function next() {
        const now = performance.now();
        if (!began && now - loaded >= 1000 * warm) {
            [first, began] = [frame, now];
        }
        if (began && now - began >= 1000 * seconds) {
            for (let code; (code = gl.getError());) {
                errors.push(`GL error 0x${code.toString(16)}`);
            }
            report(gl, errors, { frames: frame - first, seconds: (now - began) / 1000,
                attributes: gl.getContextAttributes() });
            return;
        }
        draw(frame++);
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
        requestAnimationFrame(next);
    }
    requestAnimationFrame(next);
}
