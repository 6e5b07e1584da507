// SPDX-License-Identifier: MIT
//
// A window with a bare text view, for the price of a key press in GTK itself.
//
// textview [CHARACTERS]     begins with so many characters in it
#include <gtk/gtk.h>
#include <stdlib.h>

static int characters;

static void
activate (GtkApplication *application)
{
  GtkWidget *window = gtk_application_window_new (application);
  gtk_window_set_default_size (GTK_WINDOW (window), 480, 640);
  GtkWidget *text = gtk_text_view_new ();
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (text), GTK_WRAP_WORD_CHAR);
  GString *content = g_string_new (NULL);
  while ((int) content->len < characters)
    g_string_append (content, "some words ");
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (text));
  gtk_text_buffer_set_text (buffer, content->str, -1);
  g_string_free (content, TRUE);
  GtkTextIter end;
  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_place_cursor (buffer, &end);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), text);
  gtk_window_set_child (GTK_WINDOW (window), scrolled);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_grab_focus (text);
  gtk_text_view_scroll_mark_onscreen (GTK_TEXT_VIEW (text), gtk_text_buffer_get_insert (buffer));
}

int
main (int argc, char **argv)
{
  characters = argc > 1 ? atoi (argv[1]) : 0;
  GtkApplication *application
      = gtk_application_new ("im.martlet.TextView", G_APPLICATION_NON_UNIQUE);
  g_signal_connect (application, "activate", G_CALLBACK (activate), NULL);
  int status = g_application_run (G_APPLICATION (application), 1, argv);
  g_object_unref (application);
  return status;
}
