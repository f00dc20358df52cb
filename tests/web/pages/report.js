// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Tells the server what happened, and what else there is to tell; the test waits for it before it looks at the picture.
export async function report(gl, errors, more = {}) {
    const info = gl && gl.getExtension("WEBGL_debug_renderer_info");
    await fetch("/report", {
        method: "POST",
        body: JSON.stringify({
            version: gl ? gl.getParameter(gl.VERSION) : "none",
            renderer: info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : "unknown",
            extensions: gl ? gl.getSupportedExtensions() : [],
            errors,
            ...more,
        }),
    });
}

addEventListener("error", (event) => report(null, [event.message]));
addEventListener("unhandledrejection", (event) => report(null, [String(event.reason)]));
