# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys of the window: going to conversations, zoom, and what is remembered."""
from harness import EndToEndCase, screen, wait_until
from harness.windows import CHAT, Tour, activate, at_rest, call, row_list


class Window(EndToEndCase):
    def with_sample(self):
        Tour(self).with_sample()
        return self.start().ready()

    def shows(self, martlet, title):
        wait_until(
            lambda: screen.run("xdotool", "getwindowname", martlet.window).strip() == title,
            f"“{title}” in the window")

    def titles(self, martlet):
        """From top to bottom; in the tree rows stand in the order in which they were made."""
        rows = sorted(row_list(martlet), key=lambda row: row.extents[1])
        return [row.name.split(",")[0] for row in rows]

    def test_keys_go_to_conversations(self):
        martlet = self.with_sample()
        self.shows(martlet, "Notes to Self")
        titles = self.titles(martlet)
        self.assertEqual(len(titles), 7)
        window = martlet.window
        screen.press("alt+3")
        self.shows(martlet, titles[2])
        screen.press("alt+Down")
        self.shows(martlet, titles[3])
        screen.press("ctrl+Page_Up")
        self.shows(martlet, titles[2])
        screen.press("alt+9")
        self.shows(martlet, titles[2])
        screen.press("ctrl+k")
        wait_until(lambda: len(screen.windows(martlet.pid)) == 2, "the switcher")
        switcher = (set(screen.windows(martlet.pid)) - {window}).pop()
        wait_until(lambda: screen.active_window() == switcher, "the keyboard in it")
        screen.type_text("knj")
        at_rest(switcher)
        self.picture("switcher")
        screen.press("Return")
        wait_until(lambda: len(screen.windows(martlet.pid)) == 1, "the switcher to close")
        self.shows(martlet, "Kenji")
        martlet.ready()

    def test_the_list_is_walked_and_its_menu_pins(self):
        martlet = self.with_sample()
        screen.press("F6")
        wait_until(lambda: (now := martlet.focused) and now.name == "Conversations",
                   "the focus in the list")
        titles = self.titles(martlet)
        screen.press("Home")
        for title in titles[:3]:
            self.shows(martlet, title)
            screen.press("Down")
        screen.press("End")
        self.shows(martlet, titles[-1])
        self.assertEqual(martlet.focused.name, "Conversations", "keys go on in the list")
        screen.press("Menu")
        wait_until(lambda: (now := martlet.focused) and now.role == "menu item", "the menu")
        self.picture("menu of a conversation")
        screen.press("Return")
        wait_until(lambda: (titles[-1],) in self.place.query(
            "SELECT title FROM conversation WHERE is_pinned"), f"{titles[-1]} to be pinned")
        wait_until(lambda: titles[-1] in self.titles(martlet)[:2], "it to stand at the top")
        wait_until(lambda: (now := martlet.focused) and now.name == "Conversations",
                   "the focus to come back from the menu")
        screen.press("Return")
        wait_until(lambda: martlet.field.is_focused, "Return to lead to the field")

    def test_the_text_grows_with_ctrl_plus_and_stays_so(self):
        martlet = self.with_sample()
        screen.press("alt+3")
        self.shows(martlet, CHAT)
        spoken = "They said, Nine it is"

        def height(martlet):
            martlet.wait_for_bubble(spoken)
            at_rest(martlet.window)
            return martlet.root.find(name=spoken).extents[3]
        normal = height(martlet)
        screen.press("ctrl+plus", "ctrl+plus", "ctrl+plus")
        wait_until(lambda: height(martlet) > normal, "larger text")
        large = height(martlet)
        self.picture("larger")
        self.assertEqual(martlet.quit(), 0)
        martlet = self.start().ready()
        self.assertEqual(height(martlet), large)
        screen.press("ctrl+0")
        wait_until(lambda: height(martlet) == normal, "text at its size")

    def test_a_narrow_window_opens_with_the_pane_it_was_left_with(self):
        martlet = self.with_sample()
        screen.resize(martlet.window, 360, 640)
        wait_until(lambda: screen.size(martlet.window)[0] == 360, "a narrow window")
        at_rest(martlet.window)
        activate("win", "back")
        at_rest(martlet.window)
        before = screen.pixels(martlet.window)
        self.assertEqual(martlet.quit(), 0)
        martlet = self.start()
        wait_until(lambda: screen.size(martlet.window)[0] == 360, "a narrow window again")
        wait_until(lambda: screen.pixels(martlet.window) == before, "the list as it was")
        self.picture("list again")
        call("/im/martlet/Martlet", "Activate", "show-conversation", "[<'1'>]", "{}")
        wait_until(lambda: screen.pixels(martlet.window) != before, "the conversation")
