// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#ifdef __SANITIZE_ADDRESS__
/// For programs that load and unload drivers. Leaks are counted at the end, and what only the
/// static variables of unloaded drivers and layers knew would be among them: here libraries stay.
extern "C" [[gnu::visibility("default")]] int dlclose(void*) {
    return 0;
}
#endif
