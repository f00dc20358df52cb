# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT

# What `cmake --install` puts where, and the Debian package. Installed below /usr, the vendor file is
# where GLVND looks, which makes Glissade available to every EGL program of the system. GLX stays as it
# is until somebody says `glissade default on`.

install(TARGETS glissade RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES ${CMAKE_SOURCE_DIR}/tools/report/uplot/LICENSE
        DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright.uplot)
install(FILES ${CMAKE_SOURCE_DIR}/tools/man/glissade.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
# `man glissade-run` is the same page.
foreach(command run why info options default bench cache)
    file(WRITE ${CMAKE_BINARY_DIR}/install/man1/glissade-${command}.1 ".so man1/glissade.1\n")
endforeach()
install(DIRECTORY ${CMAKE_BINARY_DIR}/install/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${CMAKE_SOURCE_DIR}/tools/man/glissade.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME glissade)

if(TARGET glissade_gl_driver)
    install(TARGETS glissade_gl_driver
            LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_SKIP)
    install(FILES ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/libGLX_glissade.so.0
            DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(TARGETS glissade_glx_stand_in LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
    # The file of the build tree names a full path; this one leaves it to the dynamic linker.
    install(FILES ${CMAKE_BINARY_DIR}/install/egl_vendor.d/40_glissade.json
            DESTINATION ${CMAKE_INSTALL_DATADIR}/glvnd/egl_vendor.d)
endif()

# In a folder of its own: the system's libOSMesa.so.8 stays what programs find unless they are told.
if(TARGET glissade_osmesa_library)
    install(TARGETS glissade_osmesa_library
            LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/glissade NAMELINK_SKIP)
    install(FILES ${GLISSADE_OSMESA_LINKS} DESTINATION ${CMAKE_INSTALL_LIBDIR}/glissade)
endif()

if(TARGET glissade_cpu_icd)
    install(TARGETS glissade_cpu_icd glissade_cpu_compiler
            LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_SKIP)
    install(FILES ${CMAKE_BINARY_DIR}/install/vulkan/icd.d/glissade_cpu.json
            DESTINATION ${CMAKE_INSTALL_DATADIR}/vulkan/icd.d)
endif()

# `glissade bench` finds the programs beside its script.
if(GLISSADE_BENCH_PROGRAMS)
    set(bench_directory ${CMAKE_INSTALL_LIBDIR}/glissade/bench)
    install(TARGETS ${GLISSADE_BENCH_PROGRAMS} RUNTIME DESTINATION ${bench_directory})
    set(bench ${CMAKE_SOURCE_DIR}/bench)
    install(FILES ${bench}/bench.py ${bench}/mesa_root.py ${bench}/peers.py ${bench}/picture.py ${bench}/programs.py
                  ${CMAKE_SOURCE_DIR}/scripts/lavapipe.py
            DESTINATION ${bench_directory})
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME glissade)
set(CPACK_PACKAGE_VENDOR "The Glissade authors")
set(CPACK_PACKAGE_CONTACT "The Glissade authors <glissade@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_DESCRIPTION
    "An EGL vendor library that implements OpenGL and OpenGL ES on any Vulkan\ndevice, with or without a GPU, an OSMesa library for programs without windows,\na Vulkan driver that runs on the processor, and a program that runs others on them.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded at run time, so that no linker records them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libegl1, libvulkan1")
# Drivers of GPUs.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS mesa-vulkan-drivers)
# For `glissade bench`: itself, drivers to compare with, and glmark2 with a screen.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3, libegl-mesa0, libgl1-mesa-dri, glmark2-es2-x11, xvfb")
# Undoes `glissade default on`.
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/cmake/debian/prerm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
