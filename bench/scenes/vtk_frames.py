# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""A viewer of VTK's: a scanned surface of spheres with colours, axes and text, in a window. With --peel half of it is translucent and
peeled by depth."""

import re
import sys

from counting import count
from vtkmodules.vtkFiltersSources import vtkSphereSource, vtkSuperquadricSource
from vtkmodules.vtkFiltersCore import vtkElevationFilter
from vtkmodules.vtkRenderingAnnotation import vtkCubeAxesActor
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper, vtkRenderer, vtkRenderWindow
import vtkmodules.vtkRenderingFreeType  # noqa: F401
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401

peel = "--peel" in sys.argv
renderer = vtkRenderer()
renderer.SetBackground(0.1, 0.2, 0.4)
for i in range(27):
    source = vtkSphereSource() if i % 2 else vtkSuperquadricSource()
    if i % 2:
        source.SetThetaResolution(48)
        source.SetPhiResolution(48)
    else:
        source.SetThetaResolution(40)
        source.SetPhiResolution(40)
    heights = vtkElevationFilter()
    heights.SetInputConnection(source.GetOutputPort())
    mapper = vtkPolyDataMapper()
    mapper.SetInputConnection(heights.GetOutputPort())
    actor = vtkActor()
    actor.SetMapper(mapper)
    actor.SetPosition(i % 3 * 1.1, i // 3 % 3 * 1.1, i // 9 * 1.1)
    actor.GetProperty().SetSpecular(0.6)
    actor.GetProperty().SetSpecularPower(30)
    if peel and i % 3 != 1:
        actor.GetProperty().SetOpacity(0.4)
    renderer.AddActor(actor)
axes = vtkCubeAxesActor()
axes.SetBounds(renderer.ComputeVisiblePropBounds())
axes.SetCamera(renderer.GetActiveCamera())
renderer.AddActor(axes)
window = vtkRenderWindow()
window.SetSize(800, 600)
window.AddRenderer(renderer)
if peel:
    window.SetAlphaBitPlanes(1)
    window.SetMultiSamples(0)
    renderer.SetUseDepthPeeling(1)
    renderer.SetMaximumNumberOfPeels(4)
    renderer.SetOcclusionRatio(0)
window.Render()
renderer.ResetCamera()


def draw(_):
    renderer.GetActiveCamera().Azimuth(1)
    renderer.ResetCameraClippingRange()
    window.Render()


if peel and (draw(0) or not renderer.GetLastRenderingUsedDepthPeeling()):
    sys.exit("there was no depth peeling")
count(re.search(r"renderer string: *(.*)", window.ReportCapabilities()).group(1), draw)
