# SPDX-License-Identifier: GPL-3.0-or-later
"""The field as screen readers get it."""
from gi.repository import Atspi

from harness import EndToEndCase, wait_until
from harness import screen
from harness.tree import STATE


class Spoken(EndToEndCase):
    def test_field_is_named_described_and_read(self):
        field = self.start().ready().field
        self.assertEqual((field.role, field.name), ("text", "Message"))
        self.assertIn("5 lines", field.description)
        for state in (STATE.EDITABLE, STATE.FOCUSABLE, STATE.FOCUSED, STATE.MULTI_LINE):
            self.assertTrue(field.has(state), state)
        screen.type_text("two words")
        wait_until(lambda: field.text == "two words", "the text")
        self.assertEqual(Atspi.Text.get_caret_offset(field.accessible), 9)
        screen.press("shift+ctrl+Left")
        wait_until(lambda: Atspi.Text.get_n_selections(field.accessible) == 1, "a selection")
        selected = Atspi.Text.get_selection(field.accessible, 0)
        self.assertEqual((selected.start_offset, selected.end_offset), (4, 9))

    def test_button_tells_what_it_does_and_whether_it_can(self):
        martlet = self.start().ready()
        button = martlet.send_button
        self.assertEqual(button.role, "push button")
        self.assertTrue(button.description)
        self.assertFalse(button.has(STATE.ENABLED) and button.is_sensitive)
        screen.type_text("x")
        wait_until(lambda: button.is_sensitive, "the button's state")

    def test_arrow_is_drawn_in_the_colour_that_is_read_on_its_tint(self):
        martlet = self.start().ready()
        screen.type_text("x")
        wait_until(lambda: martlet.send_button.is_sensitive, "the button's state")
        x, y, width, height = martlet.send_button.extents
        path = str(self.picture("sensitive", martlet.window))
        # White on blue: the darkest channel of any pixel is the red one of the blue.
        darkest = wait_until(
            lambda: float(screen.run(
                "convert", path, "-crop", f"{width - 16}x{height - 16}+{x + 8}+{y + 8}",
                "-format", "%[fx:minima]", "info:")), "no black arrow")
        self.assertGreater(darkest, 0.1)
