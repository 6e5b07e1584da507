# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of the window, and what can be said of them in numbers."""
from harness import EndToEndCase, wait_until
from harness import screen


class Looks(EndToEndCase):
    def brightness(self, martlet, step):
        return screen.colours(self.picture(step, martlet.window))[1]

    def test_follows_the_desktop_while_running(self):
        portal = self.portal(color_scheme=2)
        martlet = self.start().ready()
        martlet.say("By day and by night")
        light = self.brightness(martlet, "light")
        self.assertGreater(light, 0.7)
        portal.set("color-scheme", 1)
        wait_until(lambda: self.brightness(martlet, "dark") < 0.35, "the dark style")
        portal.set("color-scheme", 2)
        wait_until(lambda: self.brightness(martlet, "light-again") > 0.7, "the light style")

    def test_dark_from_the_first_frame(self):
        self.portal(color_scheme=1)
        self.start().ready().quit()
        martlet = self.start()
        window = martlet.window
        self.assertLess(screen.colours(self.picture("first", window))[1], 0.5)

    def test_demo_in_all_styles(self):
        portal = self.portal(color_scheme=2)
        martlet = self.start("--demo").ready()
        wait_until(lambda: len(martlet.bubbles) >= 3, "a conversation")
        screen.type_text("A line that is being written")
        for scheme, name in ((2, "light"), (1, "dark")):
            portal.set("color-scheme", scheme)
            portal.set("contrast", 0)
            wait_until(lambda: (self.brightness(martlet, "settling") < 0.4) == (scheme == 1), name)
            self.picture(name, martlet.window)
            portal.set("contrast", 1)
            self.picture(f"{name} high contrast", martlet.window)
        portal.set("contrast", 0)
        portal.set("color-scheme", 2)
        portal.set("accent-color", 0.57, 0.25, 0.67)
        self.picture("purple accent", martlet.window)
        screen.resize(martlet.window, 360, 640)
        wait_until(lambda: screen.size(martlet.window)[0] == 360, "a narrow window")
        self.picture("narrow", martlet.window)

    def test_at_twice_the_size(self):
        martlet = self.start("--demo", GDK_SCALE="2").ready()
        wait_until(lambda: martlet.bubbles, "a conversation")
        self.picture("twice", martlet.window)
