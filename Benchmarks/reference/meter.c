// SPDX-License-Identifier: MIT
//
// Measures a program from outside, through the X server: XTest presses keys, XDamage tells when
// something was painted. One JSON object on standard output.
//
// meter start [--idle SECONDS] [--quiet SECONDS] -- COMMAND…
//   Starts a program. From its start: milliseconds until its window is mapped (map_ms) and until the
//   window shows content (paint_ms). Then, after `quiet` seconds: its memory in kB (pss_kb,
//   private_kb), and over `idle` seconds without the focus: its CPU time (idle_cpu_ms) and how often
//   its threads went to sleep again (idle_wakeups). Ends the program.
// meter keys [--count N] [--gap MILLISECONDS] [--key NAME]
//   Presses a key again and again in the window with the focus: microseconds from each press to the
//   first damage (paint_us, an array).
#define _GNU_SOURCE
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/Xdamage.h>
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static Display *display;
static Window root;
static int damage_event;

static int64_t
now (void)  // nanoseconds
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static const int64_t millisecond = 1000000, second = 1000000000;

static void
fail (const char *sentence)
{
  fprintf (stderr, "meter: %s\n", sentence);
  exit (1);
}

// Windows come and go while they are looked at.
static int
ignore_error (Display *_, XErrorEvent *__)
{
  return 0;
}

static void
connect_display (void)
{
  int error, major, minor;
  display = XOpenDisplay (NULL);
  if (!display)
    fail ("there is no display");
  XSetErrorHandler (ignore_error);
  root = DefaultRootWindow (display);
  if (!XDamageQueryExtension (display, &damage_event, &error)
      || !XTestQueryExtension (display, &error, &error, &major, &minor))
    fail ("the X server lacks DAMAGE or XTEST");
}

// The next event, or false when none came until `deadline`.
static bool
next_event (XEvent *event, int64_t deadline)
{
  while (!XPending (display))
    {
      int64_t left = deadline - now ();
      if (left <= 0)
        return false;
      struct pollfd file = { ConnectionNumber (display), POLLIN, 0 };
      struct timespec wait = { left / second, left % second };
      ppoll (&file, 1, &wait, NULL);
    }
  XNextEvent (display, event);
  return true;
}

static bool
is_damage (const XEvent *event)
{
  return event->type == damage_event + XDamageNotify;
}

// -- processes ------------------------------------------------------------------------------------

static int64_t
cpu_time (pid_t process)  // nanoseconds
{
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid (process, &clock) || clock_gettime (clock, &time))
    return 0;
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// The sum of the numbers behind `key` in a file of /proc.
static long
sum_of (const char *path, const char *key)
{
  char line[256];
  long sum = 0, value;
  size_t length = strlen (key);
  FILE *file = fopen (path, "r");
  if (!file)
    return 0;
  while (fgets (line, sizeof line, file))
    if (!strncmp (line, key, length) && sscanf (line + length, " %ld", &value) == 1)
      sum += value;
  fclose (file);
  return sum;
}

// How often each thread of a process has gone to sleep of its own will.
struct sleeps
{
  int count;
  struct { int thread; long sleeps; } of[256];
};

static struct sleeps
sleeps (pid_t process)
{
  char path[64], status[400];
  struct sleeps all = { 0 };
  snprintf (path, sizeof path, "/proc/%d/task", process);
  DIR *folder = opendir (path);
  struct dirent *entry;
  while (folder && all.count < 256 && (entry = readdir (folder)))
    {
      if (entry->d_name[0] == '.')
        continue;
      snprintf (status, sizeof status, "%s/%s/status", path, entry->d_name);
      all.of[all.count].thread = atoi (entry->d_name);
      all.of[all.count++].sleeps = sum_of (status, "voluntary_ctxt_switches:");
    }
  if (folder)
    closedir (folder);
  return all;
}

static long
sleeps_of (const struct sleeps *all, int thread, long otherwise)
{
  for (int i = 0; i < all->count; i++)
    if (all->of[i].thread == thread)
      return all->of[i].sleeps;
  return otherwise;
}

// How often the threads of a process woke between two moments. One that ended woke for that.
static long
wakeups (const struct sleeps *before, const struct sleeps *after)
{
  long sum = 0;
  for (int i = 0; i < after->count; i++)
    sum += after->of[i].sleeps - sleeps_of (before, after->of[i].thread, 0);
  for (int i = 0; i < before->count; i++)
    sum += sleeps_of (after, before->of[i].thread, -1) < 0;
  return sum;
}

// -- start ----------------------------------------------------------------------------------------

// Whether a part of the screen shows more than a background: text has many shades.
static bool
has_content (int x, int y, int width, int height)
{
  enum { shades = 12 };
  unsigned long seen[shades];
  int count = 0;
  if (x < 0) x = 0;
  if (y < 0) y = 0;
  if (x + width > DisplayWidth (display, 0)) width = DisplayWidth (display, 0) - x;
  if (y + height > DisplayHeight (display, 0)) height = DisplayHeight (display, 0) - y;
  XImage *image = XGetImage (display, root, x, y, width, height, AllPlanes, ZPixmap);
  if (!image)
    return false;
  for (int row = 0; row < height && count < shades; row += 2)
    {
      const uint32_t *pixels = (const uint32_t *) (image->data + row * image->bytes_per_line);
      for (int column = 0; column < width && count < shades; column += 2)
        {
          unsigned long shade = pixels[column] & 0xf8f8f8;
          int known = 0;
          while (known < count && seen[known] != shade)
            known++;
          if (known == count)
            seen[count++] = shade;
        }
    }
  XDestroyImage (image);
  return count >= shades;
}

static pid_t
launch (char **command)
{
  pid_t process = fork ();
  if (process == 0)
    {
      close (ConnectionNumber (display));
      freopen ("/dev/null", "r", stdin);
      freopen ("/dev/null", "w", stdout);
      execvp (command[0], command);
      perror (command[0]);
      _exit (127);
    }
  return process;
}

static int
measure_start (double quiet, double idle, char **command)
{
  XSelectInput (display, root, SubstructureNotifyMask);
  XDamageCreate (display, root, XDamageReportRawRectangles);
  XSync (display, True);

  int64_t began = now (), mapped = 0, painted = 0;
  pid_t process = launch (command);
  XWindowAttributes place;
  Window window = None;
  XEvent event;
  while (!painted)
    {
      if (now () - began > 60 * second)
        fail ("no window with content within a minute");
      if (waitpid (process, NULL, WNOHANG) == process)
        fail ("the program ended before it had a window");
      if (!next_event (&event, now () + 50 * millisecond))
        continue;
      int64_t moment = now ();
      // The first window that is one: not the one-pixel helpers that toolkits make.
      if (event.type == MapNotify && !mapped
          && XGetWindowAttributes (display, event.xmap.window, &place)
          && place.width >= 200 && place.height >= 150)
        {
          mapped = moment;
          window = event.xmap.window;
        }
      else if (event.type == ConfigureNotify && event.xconfigure.window == window)
        XGetWindowAttributes (display, window, &place);
      else if (mapped && is_damage (&event)
               && has_content (place.x, place.y, place.width, place.height))
        painted = moment;
    }

  // No focus for anybody, then time to come to rest.
  XSetInputFocus (display, None, RevertToNone, CurrentTime);
  XSync (display, False);
  usleep ((useconds_t) (quiet * 1e6));
  char path[64];
  snprintf (path, sizeof path, "/proc/%d/smaps_rollup", process);
  long pss = sum_of (path, "Pss:");
  long private = sum_of (path, "Private_Clean:") + sum_of (path, "Private_Dirty:");
  printf ("{\"map_ms\":%.1f,\"paint_ms\":%.1f,\"pss_kb\":%ld,\"private_kb\":%ld",
          (mapped - began) / 1e6, (painted - began) / 1e6, pss, private);
  if (idle > 0)
    {
      struct sleeps before = sleeps (process);
      int64_t spent = cpu_time (process);
      usleep ((useconds_t) (idle * 1e6));
      struct sleeps after = sleeps (process);
      printf (",\"idle_cpu_ms\":%.3f,\"idle_wakeups\":%ld",
              (cpu_time (process) - spent) / 1e6, wakeups (&before, &after));
    }
  if (waitpid (process, NULL, WNOHANG) == process)
    fail ("the program ended while it was measured");
  printf ("}\n");
  kill (process, SIGKILL);
  waitpid (process, NULL, 0);
  return 0;
}

// -- keys -----------------------------------------------------------------------------------------

// GTK gives the focus to a helper of one pixel: the window is above it.
static Window
focused_window (void)
{
  Window window, top, parent, *children;
  int revert;
  unsigned count;
  XWindowAttributes place;
  XGetInputFocus (display, &window, &revert);
  while (window > PointerRoot && XGetWindowAttributes (display, window, &place)
         && place.width < 20 && XQueryTree (display, window, &top, &parent, &children, &count))
    {
      XFree (children);
      window = parent;
    }
  if (window <= PointerRoot)
    fail ("no window has the focus");
  return window;
}

static int
measure_keys (int count, double gap, const char *name)
{
  KeyCode key = XKeysymToKeycode (display, XStringToKeysym (name));
  if (!key)
    fail ("no such key");
  XDamageCreate (display, focused_window (), XDamageReportRawRectangles);
  XEvent event;
  printf ("{\"paint_us\":[");
  for (int press = 0; press < count; press++)
    {
      while (next_event (&event, now () + (int64_t) (gap * millisecond)))
        ;
      // Before the request leaves: the X server and the program may run before this does again, and
      // what they had done by then went unmeasured: half of a press, in one of ten.
      int64_t pressed = now (), painted = 0;
      XTestFakeKeyEvent (display, key, True, CurrentTime);
      XFlush (display);
      while (!painted && next_event (&event, pressed + second))
        if (is_damage (&event))
          painted = now ();
      XTestFakeKeyEvent (display, key, False, CurrentTime);
      XFlush (display);
      printf ("%s%.0f", press ? "," : "", painted ? (painted - pressed) / 1e3 : -1.0);
    }
  // A key whose release gets lost as this program ends would repeat itself for ever.
  XSync (display, False);
  printf ("]}\n");
  return 0;
}

int
main (int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "";
  double quiet = 1, idle = 0, gap = 60;
  int count = 100, index = 2;
  const char *key = "a";
  for (; index + 1 < argc && strcmp (argv[index], "--"); index += 2)
    {
      const char *option = argv[index], *value = argv[index + 1];
      if (!strcmp (option, "--quiet")) quiet = atof (value);
      else if (!strcmp (option, "--idle")) idle = atof (value);
      else if (!strcmp (option, "--count")) count = atoi (value);
      else if (!strcmp (option, "--gap")) gap = atof (value);
      else if (!strcmp (option, "--key")) key = value;
      else fail ("unknown option; see the head of meter.c");
    }
  connect_display ();
  if (!strcmp (mode, "start") && index + 1 < argc)
    return measure_start (quiet, idle, argv + index + 1);
  if (!strcmp (mode, "keys"))
    return measure_keys (count, gap, key);
  fail ("usage: meter start [OPTION…] -- COMMAND…, or meter keys [OPTION…]");
}
