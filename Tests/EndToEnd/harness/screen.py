# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys and pictures of the session's screen."""
import subprocess
import time


def run(*command):
    return subprocess.run(command, check=True, text=True, capture_output=True).stdout


def press(*keys):
    """Presses keys, each by its X name and with its modifiers: "Return", "ctrl+w"."""
    run("xdotool", "key", "--delay", "12", *keys)


def type_text(text, delay=6):
    """Types text as a person does, key by key, `delay` milliseconds apart."""
    run("xdotool", "type", "--delay", str(delay), "--", text)


def type_lines(lines, delay=6):
    """Begins to type lines, each with Return behind it; returns what does it, to be waited for.

    `xdotool type` makes of a line's end a key that is on no keyboard.
    """
    typist = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, text=True)
    typist.stdin.write("".join(
        f'type --delay {delay} "{line}"\nkey --delay {delay} Return\n' for line in lines))
    typist.stdin.close()
    return typist


def stop_typing(typist, lines):
    """Ends what `type_lines` has begun, wherever it is.

    A key that is down then would stay down, and the next press of it would be none.
    """
    typist.kill()
    typist.wait()
    keys = {{" ": "space"}.get(letter, letter) for letter in "".join(lines)} | {"Return"}
    subprocess.run(["xdotool", "keyup", *sorted(keys)], check=True)


def frame():
    """Lets a few frames go by, for what has no sign by which it could be awaited."""
    time.sleep(0.05)


def windows(pid):
    """The X windows of a process that are to be seen."""
    while True:
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--pid", str(pid)], text=True,
            capture_output=True)
        # A window that goes while they are walked through ends the walk, with an X error.
        if "BadWindow" not in found.stderr:
            return found.stdout.split()


def active_window():
    found = subprocess.run(["xdotool", "getactivewindow"], text=True, capture_output=True)
    return found.stdout.strip()


def activate(window):
    """Gives a window the keyboard, unless it has closed meanwhile."""
    subprocess.run(["xdotool", "windowactivate", window], capture_output=True)


def size(window):
    """Width and height of a window."""
    lines = run("xdotool", "getwindowgeometry", "--shell", window).splitlines()
    values = dict(line.split("=") for line in lines)
    return int(values["WIDTH"]), int(values["HEIGHT"])


def resize(window, width, height):
    run("xdotool", "windowsize", "--sync", window, str(width), str(height))


def picture(path, window="root"):
    """Writes a picture of the screen or of one window."""
    run("import", "-silent", "-window", window, str(path))


def pixels(window):
    """What a window shows, to be compared."""
    return subprocess.run(
        ["import", "-silent", "-window", window, "rgb:-"], check=True, capture_output=True).stdout


def brightness(path):
    """The mean brightness of a picture, 0 … 1."""
    return float(run("identify", "-format", "%[fx:mean]", str(path)))
