// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
difference() {
    cube(20, center = true);
    sphere(13, $fn = 48);
}
color("orange") translate([25, 0, 0]) cylinder(h = 20, r1 = 8, r2 = 3, center = true, $fn = 32);
