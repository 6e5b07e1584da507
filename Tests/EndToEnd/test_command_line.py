# SPDX-License-Identifier: GPL-3.0-or-later
"""What Martlet says where there is no window."""
import re

from harness import EndToEndCase


class CommandLine(EndToEndCase):
    def test_version(self):
        status, output, errors = self.run_to_end("--version")
        self.assertEqual((status, errors), (0, ""))
        self.assertRegex(output, r"^Martlet \d+\.\d+\.\d+\n$")

    def test_help_names_every_option(self):
        status, output, errors = self.run_to_end("--help")
        self.assertEqual((status, errors), (0, ""))
        for option in ("--demo", "--version", "--help"):
            self.assertIn(option, output)

    def test_version_and_help_need_no_display(self):
        for option in ("--version", "--help"):
            status, _, errors = self.run_to_end(option, DISPLAY="", WAYLAND_DISPLAY="")
            self.assertEqual((status, errors), (0, ""))

    def test_unknown_option_is_refused(self):
        for option in ("--demmo", "-x", "word"):
            status, output, errors = self.run_to_end(option)
            self.assertEqual((status, output), (2, ""))
            self.assertIn(option, errors)
            self.assertIn("--help", errors)

    def test_no_display_is_a_sentence_and_status_1(self):
        status, output, errors = self.run_to_end(DISPLAY="", WAYLAND_DISPLAY="")
        self.assertEqual((status, output), (1, ""))
        self.assertRegex(errors, re.compile("display", re.I))
        self.assertEqual(len(errors.strip().splitlines()), 1, errors)
