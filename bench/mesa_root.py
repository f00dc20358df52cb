# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""Programs on the Mesa of another system, which lies below a directory of this one (scripts/mesa_root makes one with Debian's
newest). Its drivers are called `root-llvmpipe`, `root-zink` and `root-lavapipe`; `root-glissade` is Glissade over its lavapipe.

Each program runs in a mount namespace of its own, by unshare(1) and chroot(8), which take root's rights: in it, what programs
need of this system has the same path, and nothing is left mounted."""

import atexit
import os
import platform
import shutil
import subprocess
import tempfile

import peers

PREFIX = "root-"
DRIVERS = ("llvmpipe", "zink", "lavapipe")
GL_DRIVERS = ("root-glissade", "root-zink", "root-llvmpipe")
LIBRARIES = ("lib/x86_64-linux-gnu", "usr/lib/x86_64-linux-gnu", "lib64", "usr/lib64", "usr/lib", "lib")
# The directories of a system where its programs are. An overlay of the whole system would be one of a directory and what is in it.
OVERLAID = ("usr", "etc", "var")
# The root, where libraries are that it lacks, what of this system shows through it, how many directories follow and which, and the program's words.
ENTER = """set -e
root=$1 libraries=$2 overlaid=$3 count=$4; shift 4
for directory in $overlaid; do
    mount -t overlay -o "ro,lowerdir=$root/$directory:/$directory" overlay "$root/$directory"
done
while [ "$count" -gt 0 ]; do
    mkdir -p "$root$1"
    mount --rbind "$1" "$root$1"
    shift; count=$((count - 1))
done
exec chroot "$root" /usr/bin/env "LD_LIBRARY_PATH=$libraries" "$@"
"""


def add_argument(parser):
    parser.add_argument("--mesa-root", metavar="DIR", help="a root directory with another Mesa (scripts/mesa_root makes one), whose drivers "
                        "run as well: root-llvmpipe beside llvmpipe, and so on; takes root's rights")


def of(options, shared=(), whole=False):
    """The root that the options name, or none; ends the program where that cannot be used."""
    if not options.mesa_root:
        return None
    root = Root(options.mesa_root, shared, whole)
    problem = root.problem()
    if problem:
        raise SystemExit(problem)
    return root


def with_roots(drivers, root):
    """Those drivers, and beside Mesa's those of the root that are not named already."""
    more = [PREFIX + driver for driver in drivers if driver in DRIVERS] if root else []
    return list(drivers) + [driver for driver in more if driver not in drivers]


def is_of_root(driver):
    return driver.startswith(PREFIX)


def command(driver, root, words):
    """In the root for a driver of its."""
    return root.command(words) if is_of_root(driver) else words


def device(driver, root, manifest):
    """As a driver sees it: those of the root have its lavapipe in place of this system's."""
    return root.device(manifest) if is_of_root(driver) else manifest


def kind(driver):
    """Without telling whose."""
    return driver.removeprefix(PREFIX)


class Root:
    """`shared` are directories of this system, beside those for temporary files and devices. Whole: all programs of this system are
    there, with their files; where both have one, it is the root's, its C library for one."""

    def __init__(self, directory, shared=(), whole=False):
        self.whole = whole
        self.directory = os.path.abspath(directory)
        self.name = os.path.basename(self.directory) or self.directory  # In tables.
        paths = ["/proc", "/sys", "/dev", tempfile.gettempdir(), *map(os.path.abspath, shared)]
        self.shared = [path for path in dict.fromkeys(paths) if os.path.isdir(path)]
        self.libraries = None  # The directory of copies of those that it lacks, once there is one.
        self.taken = set()

    def problem(self):
        """Why programs cannot run on its Mesa; None: they can."""
        if not os.path.exists(self.directory + peers.MESA_VENDOR):
            return f"there is no Mesa in {self.directory}: its packages libegl-mesa0 and mesa-vulkan-drivers"
        if os.geteuid() != 0:
            return "running programs of another root takes root's rights"
        if not shutil.which("unshare"):
            return "unshare is not installed (Debian package: util-linux)"
        return None

    def manifest(self):
        """Its lavapipe's, as it is seen there; None: it has none."""
        directory = "/usr/share/vulkan/icd.d"
        names = [f"lvp_icd.{platform.machine()}.json", "lvp_icd.json"]
        return next((f"{directory}/{name}" for name in names if os.path.exists(f"{self.directory}{directory}/{name}")), None)

    def device(self, manifest):
        """For what is to run in the root: its own lavapipe in place of this system's."""
        return self.manifest() or "" if manifest == peers.LAVAPIPE else manifest

    def has(self, library):
        return any(os.path.exists(os.path.join(self.directory, folder, library)) for folder in LIBRARIES)

    def take(self, path):
        """Has copies made of the libraries that a program or library of a shared directory needs and the root lacks."""
        path = os.path.realpath(path)
        if self.whole or path in self.taken:
            return
        self.taken.add(path)
        if not any(path.startswith(directory + "/") for directory in self.shared) or not os.path.isfile(path):
            return
        with open(path, "rb") as file:
            if file.read(4) != b"\x7fELF":
                return
        if self.libraries is None:
            self.libraries = tempfile.mkdtemp(prefix="glissade-root-")
            os.chmod(self.libraries, 0o755)
            atexit.register(shutil.rmtree, self.libraries, ignore_errors=True)
        listed = subprocess.run(["ldd", path], capture_output=True, text=True, check=False).stdout
        for line in listed.splitlines():
            name, _, rest = line.strip().partition(" => ")
            found = rest.split(" ")[0]
            if found.startswith("/") and not self.has(name) and not any(found.startswith(d + "/") for d in self.shared):
                shutil.copy(found, os.path.join(self.libraries, name))

    def take_all(self, directory):
        """Of all libraries in it, for those that programs load while they run."""
        for folder, _, names in os.walk(directory):
            for name in names:
                if ".so" in name:
                    self.take(os.path.join(folder, name))

    def command(self, words):
        """Those that run the words in the root; the process is the program's in the end."""
        for word in words:
            if word.startswith("/"):
                self.take(word)
        return ["unshare", "--mount", "--propagation", "private", "sh", "-c", ENTER, "sh", self.directory, self.libraries or "",
                " ".join(OVERLAID) if self.whole else "", str(len(self.shared)), *self.shared, *words]
