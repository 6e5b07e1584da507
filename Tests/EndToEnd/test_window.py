# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys of the window: going to conversations, zoom, and what is remembered."""
import configparser

from harness import EndToEndCase, screen, wait_until
from harness.pixels import Picture
from harness.tree import STATE
from harness.windows import CHAT, Tour, activate, at_rest, call, offset, row_list


class Window(EndToEndCase):
    def with_sample(self):
        Tour(self).with_sample()
        return self.start().ready()

    def shows(self, martlet, title):
        wait_until(
            lambda: screen.run("xdotool", "getwindowname", martlet.window).strip() == title,
            f"“{title}” in the window")

    def on_a_phone(self):
        """As wide as one pane, with a conversation."""
        martlet = self.with_sample()
        Tour(self).open_chat(martlet)
        screen.resize(martlet.window, 360, 640)
        wait_until(lambda: screen.size(martlet.window)[0] == 360, "a narrow window")
        return martlet

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
        screen.type_text("zzz")
        martlet.find(name="No conversation of this name")
        screen.press("ctrl+a")
        screen.type_text("knj")
        at_rest(switcher)
        self.picture("switcher")
        screen.press("Return")
        wait_until(lambda: len(screen.windows(martlet.pid)) == 1, "the switcher to close")
        self.shows(martlet, "Kenji")
        martlet.ready()

    def test_a_note_is_one_action_away(self):
        """What the launcher of a desktop offers beside the program (data/im.martlet.Martlet.desktop)."""
        martlet = self.with_sample()
        screen.press("alt+3")
        self.shows(martlet, CHAT)
        activate("app", "new-note")
        self.shows(martlet, "Notes to Self")
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
        wait_until(lambda: any(row.name.startswith(titles[-1]) and "pinned" in row.name
                               for row in row_list(martlet)), "it to be called pinned")
        wait_until(lambda: (now := martlet.focused) and now.name == "Conversations",
                   "the focus to come back from the menu")
        screen.press("Return")
        wait_until(lambda: martlet.field.is_focused, "Return to lead to the field")

    def test_regions_of_a_phone_are_those_that_can_be_seen(self):
        martlet = self.on_a_phone()
        activate("win", "back")
        wait_until(lambda: (now := martlet.focused) and now.name == "Conversations",
                   "the focus in the list")
        for _ in range(3):
            screen.press("F6")
            screen.frame()
            self.assertEqual(martlet.focused.name, "Conversations")
        screen.press("Return")
        wait_until(lambda: martlet.field.is_focused, "the conversation")
        screen.press("F6")
        wait_until(lambda: (now := martlet.focused) and now.name != "Conversations"
                   and not martlet.field.is_focused, "the messages")
        screen.press("F6")
        wait_until(lambda: martlet.field.is_focused, "the field")

    def test_a_shortcut_that_takes_keys_says_from_which(self):
        martlet = self.with_sample()
        main = martlet.window
        screen.press("ctrl+question")
        martlet.find(name="Click a shortcut to change its keys.")
        wait_until(lambda: screen.active_window() not in (main, ""), "the shortcuts in front")
        screen.press("Tab")
        wait_until(lambda: martlet.focused.name == "New conversation: Ctrl+N", "the second row")
        screen.press("Return")
        martlet.find(name="New keys…")
        screen.press("ctrl+k")
        martlet.find(name="Ctrl+K was taken from “Go to a conversation”.")
        martlet.find(name="Go to a conversation: none")
        self.picture("taken")
        wait_until(lambda: martlet.focused.name == "New conversation: Ctrl+K", "the focus to stay")
        screen.press("Escape")
        wait_until(lambda: screen.windows(martlet.pid) == [main], "the shortcuts to close")
        screen.press("ctrl+k")
        martlet.find(start="Nobody is here yet")

    def test_the_menu_of_a_conversation_has_room_for_all_of_it(self):
        martlet = self.with_sample()
        Tour(self).open_chat(martlet)
        screen.press("F6")
        wait_until(lambda: (now := martlet.focused) and now.name == "Conversations",
                   "the focus in the list")
        screen.press("Menu")
        last = martlet.find("menu item", "Delete…")
        at_rest(martlet.window)
        self.picture("menu of a conversation")
        menu = next(node for node in martlet.root.everything()
                    if node.role == "menu" and node.find("menu item", "Delete…"))
        _, top, _, height = last.extents
        _, menu_top, _, menu_height = menu.extents
        self.assertLessEqual(top + height, menu_top + menu_height)

    def test_rows_that_are_partly_in_view_stand_over_nothing(self):
        martlet = self.with_sample()
        window = martlet.window
        screen.resize(window, 760, 320)
        wait_until(lambda: screen.size(window) == (760, 320), "a low window")
        screen.run("xdotool", "mousemove", "--window", window, "100", "200")
        at_rest(window)
        list_top = martlet.find("list", "Conversations").extents[1]
        self.assertGreater(list_top, 20)

        def header():
            return Picture(window, screen.size(window)).part(0, 0, 280, list_top)
        before = header()
        screen.run("xdotool", "click", "5")
        wait_until(lambda: min(row.extents[1] for row in row_list(martlet)) < list_top,
                   "a row to be partly in view")
        at_rest(window)
        self.picture("scrolled")
        self.assertTrue(header() == before, "the header is covered")

    def test_a_dialog_is_no_wider_than_the_window_below(self):
        martlet = self.on_a_phone()
        main = martlet.window
        activate("win", "contact")
        wait_until(lambda: screen.active_window() not in (main, ""), "the dialog")
        self.assertLessEqual(screen.size(screen.active_window())[0], 360)

    def test_what_can_only_be_read_has_no_caret(self):
        martlet = self.with_sample()
        main = martlet.window
        activate("app", "about")
        wait_until(lambda: screen.active_window() not in (main, ""), "the window about Martlet")
        dialog = screen.active_window()
        at_rest(dialog)
        self.assertNotIn("label", [now.role for now in martlet.root.everything() if now.is_focused])
        screen.press("Escape")
        wait_until(lambda: screen.windows(martlet.pid) == [main], "it to close")

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

    def remembered(self, **values):
        """Waits until the file of the window's state says so."""
        def says():
            file = configparser.ConfigParser()
            file.read(self.place.state / "state.ini")
            return all(file.get("window", key.replace("_", "-"), fallback=None) == value
                       for key, value in values.items())
        wait_until(says, f"{values} to be on disk")

    def test_the_edge_of_the_list_is_dragged(self):
        martlet = self.with_sample()
        window = martlet.window
        screen.resize(window, 1000, 600)
        wait_until(lambda: screen.size(window) == (1000, 600), "a wide window")
        at_rest(window)
        martlet.find("list", "Conversations")
        left, top = offset(martlet, window)

        def width():
            return martlet.root.find("list", "Conversations").extents[2]

        def drag(by, to):
            x, y = left + width(), top + 300
            move = ("xdotool", "mousemove", "--window", window)
            screen.run(*move, str(x), str(y), "mousedown", "1")
            for step in range(1, 11):
                screen.run(*move, str(x + by * step // 10), str(y))
                screen.frame()
            screen.run("xdotool", "mouseup", "1")
            wait_until(lambda: width() == to, f"a list of {to} pixels, not {width()}")
            self.remembered(sidebar_width=str(to + beside))
        # What of the pane is not the list.
        beside = 300 - width()
        drag(60, 360 - beside)
        self.picture("wider")
        drag(-100, 260 - beside)
        drag(-200, 220 - beside)
        drag(400, 420 - beside)
        self.assertEqual(martlet.quit(), 0)
        martlet = self.start().ready()
        screen.resize(martlet.window, 1000, 600)
        wait_until(lambda: width() == 420 - beside, "the list as it was")

    def test_the_menu_of_a_phone_opens_from_what_is_shown(self):
        martlet = self.on_a_phone()
        window = martlet.window
        at_rest(window)
        for pane in ("conversation", "list"):
            screen.press("F10")
            wait_until(lambda: (now := martlet.focused) and now.role == "menu item", "the menu")
            # A button is two nodes in the tree; those of the list come first.
            buttons = [node for node in martlet.root.everything() if node.name == "Main menu"]
            place = [node.has(STATE.EXPANDED) for node in buttons].index(True)
            self.assertEqual("list" if place < len(buttons) // 2 else "conversation", pane)
            button = buttons[place]
            self.assertGreater(button.extents[0], 180, "at the end of the header bar")
            self.assertGreater(button.extents[2], 20)
            self.picture(f"menu over the {pane}")
            screen.press("Escape")
            wait_until(lambda: (now := martlet.focused) and now.role != "menu item", "no menu")
            activate("win", "back")
            at_rest(window)

    def test_a_kill_leaves_the_window_as_it_was(self):
        martlet = self.with_sample()
        [(number,)] = self.place.query("SELECT id FROM conversation WHERE title = ?", CHAT)
        screen.press("alt+3", "ctrl+plus")
        self.shows(martlet, CHAT)
        screen.resize(martlet.window, 701, 533)
        self.remembered(width="701", height="533", conversation=str(number), zoom="110")
        martlet.kill()
        martlet = self.start().ready()
        self.shows(martlet, CHAT)
        wait_until(lambda: screen.size(martlet.window) == (701, 533), "the window at its size")
        screen.resize(martlet.window, 360, 533)
        activate("win", "back")
        self.remembered(width="360", shows_content="0")
        martlet.kill()
        martlet = self.start()
        wait_until(lambda: screen.size(martlet.window)[0] == 360, "a narrow window again")
        self.assertNotIn("Message", [node.name for node in martlet.root.everything()
                                     if node.role == "text" and node.extents[2] > 0])
        self.picture("list after a kill")

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
