# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT
"""A lit and partly transparent scene of VTK's: in a window, or as PNG into the file that is named."""

import sys

from vtkmodules.all import (vtkActor, vtkConeSource, vtkPNGWriter, vtkPolyDataMapper, vtkRenderer, vtkRenderWindow,
                            vtkRenderWindowInteractor, vtkSphereSource, vtkWindowToImageFilter)

renderer = vtkRenderer()
renderer.SetBackground(0.2, 0.3, 0.4)
for index in range(12):
    source = vtkSphereSource() if index % 2 else vtkConeSource()
    if index % 2:
        source.SetThetaResolution(32)
        source.SetPhiResolution(32)
    source.SetCenter(index % 4 * 1.2, index // 4 * 1.2, 0)
    mapper = vtkPolyDataMapper()
    mapper.SetInputConnection(source.GetOutputPort())
    actor = vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(index / 12, 0.6, 1 - index / 12)
    actor.GetProperty().SetOpacity(0.5 if index % 3 == 0 else 1)
    actor.GetProperty().SetSpecular(0.6)
    actor.GetProperty().SetSpecularPower(30)
    renderer.AddActor(actor)
window = vtkRenderWindow()
window.SetSize(640, 480)
window.AddRenderer(renderer)
if len(sys.argv) > 1:
    window.SetOffScreenRendering(1)
    window.Render()
    image = vtkWindowToImageFilter()
    image.SetInput(window)
    writer = vtkPNGWriter()
    writer.SetFileName(sys.argv[1])
    writer.SetInputConnection(image.GetOutputPort())
    writer.Write()
else:
    interactor = vtkRenderWindowInteractor()
    interactor.SetRenderWindow(window)
    window.Render()
    interactor.Start()
