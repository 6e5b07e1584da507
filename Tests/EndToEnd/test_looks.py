# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of the window, and what can be said of them in numbers."""
import re

from harness import EndToEndCase, wait_until
from harness import screen
from harness.windows import row_list


class Looks(EndToEndCase):
    def still(self, martlet, step, unlike=None):
        """A picture of the window when it has come to rest, and looks other than `unlike`."""
        def at_rest():
            first, second = (
                screen.pixels(martlet.window), screen.frame() or screen.pixels(martlet.window))
            return first == second and first != unlike and first
        pixels = wait_until(at_rest, f"the window to change and come to rest: {step}")
        return screen.brightness(self.picture(step, martlet.window)), pixels

    def test_follows_the_desktop_while_running(self):
        portal = self.portal(color_scheme=2)
        martlet = self.start().ready()
        martlet.say("By day and by night")
        light, day = self.still(martlet, "light")
        self.assertGreater(light, 0.7)
        portal.set("color-scheme", 1)
        dark, night = self.still(martlet, "dark", unlike=day)
        self.assertLess(dark, 0.35)
        portal.set("color-scheme", 2)
        again, _ = self.still(martlet, "light again", unlike=night)
        self.assertGreater(again, 0.7)

    def test_dark_from_the_first_frame(self):
        self.portal(color_scheme=1)
        self.start().ready().quit()
        martlet = self.start()
        window = martlet.window
        self.assertLess(screen.brightness(self.picture("first", window)), 0.5)

    def test_demo_in_all_styles(self):
        portal = self.portal(color_scheme=2)
        martlet = self.start("--demo").ready()
        wait_until(lambda: len(martlet.bubbles) >= 3, "a conversation")
        screen.type_text("A line that is being written")
        shown = None
        for scheme, contrast, step in (
            (2, 0, "light"), (2, 1, "light high contrast"), (1, 1, "dark high contrast"),
            (1, 0, "dark"),
        ):
            portal.set("contrast", contrast)
            portal.set("color-scheme", scheme)
            brightness, shown = self.still(martlet, step, unlike=shown)
            self.assertEqual(brightness < 0.5, scheme == 1, step)
        portal.set("accent-color", 0.57, 0.25, 0.67)
        _, shown = self.still(martlet, "dark purple", unlike=shown)
        portal.set("color-scheme", 2)
        _, shown = self.still(martlet, "light purple", unlike=shown)
        screen.resize(martlet.window, 360, 640)
        wait_until(lambda: screen.size(martlet.window)[0] == 360, "a narrow window")
        self.still(martlet, "narrow", unlike=shown)

    def test_large_text_has_room(self):
        settings = self.place.config / "gtk-4.0/settings.ini"
        heights = []
        for size in (11, 20):
            settings.write_text(re.sub(r"(font-name=.*) \d+", rf"\1 {size}", settings.read_text()))
            martlet = self.start("--demo").ready()
            wait_until(lambda: len(row_list(martlet)) >= 3, "the list")
            self.still(martlet, f"text of {size}")
            row = max(row.extents[3] for row in row_list(martlet))
            heights.append((row, martlet.field.extents[3]))
            self.assertEqual(martlet.quit(), 0)
        for normal, large in zip(*heights):
            self.assertGreater(large, 1.4 * normal)

    def test_at_twice_the_size(self):
        martlet = self.start("--demo", GDK_SCALE="2").ready()
        wait_until(lambda: martlet.bubbles, "a conversation")
        self.still(martlet, "twice")

    def test_in_spanish(self):
        martlet = self.start(program=self.installed(), LANGUAGE="es")
        martlet.find(role="text", name="Mensaje")
        martlet.find(name="Enviar mensaje")
        self.still(martlet, "spanish")
