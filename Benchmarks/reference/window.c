// SPDX-License-Identifier: MIT
//
// The floor: what Martlet's window would cost as a plain C program, with nothing behind it. A header
// bar, a scrolled column of bubbles, a formatting bar, a text view and two buttons, with the same texts and the same
// look. `martlet-bench startup` starts it and Martlet in turn.
//
// window [--bubbles N]
#include <gtk/gtk.h>

static int bubble_count = 20;

static const char *style =
  ".bubble { border-radius: 18px; padding: 8px 12px; background-color: #1c71d8; color: white; }"
  ".entry { border-radius: 20px; border: 1px solid alpha(currentColor, 0.2); padding: 8px 14px; }"
  ".entry textview, .entry text { background: none; }"
  ".send { border-radius: 17px; min-width: 34px; min-height: 34px; padding: 0; }";

static GtkWidget *
make_bubble (int number)
{
  // Every third one takes several lines.
  g_autofree char *text = g_strdup_printf (
    number % 3 ? "Message number %d" :
    "Message number %d is one of the longer ones: it says what there is to say, and then it says "
    "it again in other words, so that it takes more than a line.", number);
  GtkWidget *label = gtk_label_new (text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), 3);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "bubble");
  gtk_widget_set_halign (label, GTK_ALIGN_END);
  return label;
}

static GtkWidget *
make_list (void)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_set_margin_start (column, 12);
  gtk_widget_set_margin_end (column, 12);
  gtk_widget_set_valign (column, GTK_ALIGN_END);
  for (int number = 0; number < bubble_count; number++)
    gtk_box_append (GTK_BOX (column), make_bubble (number));
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), column);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

static GtkWidget *
make_bar (GtkWidget **field)
{
  *field = gtk_text_view_new ();
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (*field), GTK_WRAP_WORD_CHAR);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (
    GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), *field);
  gtk_widget_add_css_class (scrolled, "entry");
  gtk_widget_set_hexpand (scrolled, TRUE);

  GtkWidget *button = gtk_button_new_from_icon_name ("go-up-symbolic");
  gtk_widget_add_css_class (button, "send");
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_widget_set_valign (button, GTK_ALIGN_END);
  gtk_widget_set_sensitive (button, FALSE);

  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_set_margin_start (bar, 12);
  gtk_widget_set_margin_end (bar, 12);
  gtk_widget_set_margin_top (bar, 8);
  gtk_widget_set_margin_bottom (bar, 8);
  GtkWidget *attach = gtk_button_new_from_icon_name ("list-add-symbolic");
  gtk_button_set_has_frame (GTK_BUTTON (attach), FALSE);
  gtk_widget_set_valign (attach, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (bar), attach);
  gtk_box_append (GTK_BOX (bar), scrolled);
  gtk_box_append (GTK_BOX (bar), button);
  return bar;
}

static GtkWidget *
make_toolbar (void)
{
  static const char *icons[] = {
    "format-text-bold-symbolic", "format-text-italic-symbolic",
    "format-text-strikethrough-symbolic", "utilities-terminal-symbolic",
    "format-justify-left-symbolic", "text-x-generic-symbolic", "face-smile-symbolic",
    "input-keyboard-symbolic",
  };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_add_css_class (bar, "toolbar");
  for (guint index = 0; index < G_N_ELEMENTS (icons); index++)
    {
      GtkWidget *button = gtk_toggle_button_new ();
      gtk_button_set_icon_name (GTK_BUTTON (button), icons[index]);
      gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
      gtk_widget_set_hexpand (button, TRUE);
      gtk_box_append (GTK_BOX (bar), button);
    }
  return bar;
}

static void
activate (GtkApplication *application, gpointer data)
{
  GtkCssProvider *provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_data (provider, style, -1);
  gtk_style_context_add_provider_for_display (
    gdk_display_get_default (), GTK_STYLE_PROVIDER (provider),
    GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref (provider);

  GtkWidget *window = gtk_application_window_new (application);
  gtk_window_set_title (GTK_WINDOW (window), "Notes to Self");
  gtk_window_set_default_size (GTK_WINDOW (window), 760, 720);
  GtkWidget *header = gtk_header_bar_new ();
  GtkWidget *menu = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "open-menu-symbolic");
  gtk_header_bar_pack_end (GTK_HEADER_BAR (header), menu);
  gtk_window_set_titlebar (GTK_WINDOW (window), header);

  GtkWidget *field;
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (column), make_list ());
  gtk_box_append (GTK_BOX (column), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_box_append (GTK_BOX (column), make_toolbar ());
  gtk_box_append (GTK_BOX (column), make_bar (&field));
  gtk_window_set_child (GTK_WINDOW (window), column);
  gtk_widget_grab_focus (field);
  gtk_window_present (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  if (argc == 3 && g_str_equal (argv[1], "--bubbles"))
    bubble_count = atoi (argv[2]);
  GtkApplication *application =
    gtk_application_new ("im.martlet.Reference", G_APPLICATION_NON_UNIQUE);
  g_signal_connect (application, "activate", G_CALLBACK (activate), NULL);
  int status = g_application_run (G_APPLICATION (application), 1, argv);
  g_object_unref (application);
  return status;
}
