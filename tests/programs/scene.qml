// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
import QtQuick 2.15

Rectangle {
    width: 400
    height: 300
    gradient: Gradient {
        GradientStop { position: 0; color: "#204060" }
        GradientStop { position: 1; color: "#a05020" }
    }
    Repeater {
        model: 12
        Rectangle {
            x: 180 + 110 * Math.cos(index * Math.PI / 6)
            y: 130 + 110 * Math.sin(index * Math.PI / 6)
            width: 40
            height: 40
            radius: index
            rotation: index * 30
            opacity: 0.4 + index / 20
            color: Qt.hsla(index / 12, 0.8, 0.6, 1)
            antialiasing: true
        }
    }
    Text {
        anchors.centerIn: parent
        text: "Qt Quick"
        color: "white"
        font.pixelSize: 32
    }
}
