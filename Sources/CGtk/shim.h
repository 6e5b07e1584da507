/* SPDX-License-Identifier: MIT */
#pragma once
#include <gtk/gtk.h>
#include <glib-unix.h>
#include <libintl.h>

/* The main dispatch queue for foreign run loops: an eventfd, and the function that drains it.
 * Exported by libdispatch for exactly this use, declared in none of its public headers. */
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

/* Where Swift's runtime looks before it gives a job that belongs to no actor to its global executor
 * (swift/include/swift/Runtime/ConcurrencyHooks.def; exported for exactly this use). */
extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(
    void *job, __attribute__((swiftcall)) void (*original)(void *job));

static inline GThreadPool **martlet_job_pool(void) {
  static GThreadPool *pool;
  return &pool;
}
static inline __attribute__((swiftcall)) void martlet_enqueue_job(
    void *job, __attribute__((swiftcall)) void (*original)(void *job)) {
  g_thread_pool_push(*martlet_job_pool(), job, NULL);
}
/* From now on such jobs are `run` by a pool of `count` threads. For once, before the first job. */
static inline void martlet_run_jobs(GFunc run, gint count) {
  *martlet_job_pool() = g_thread_pool_new(run, NULL, count, TRUE, NULL);
  swift_task_enqueueGlobal_hook = martlet_enqueue_job;
}

/* Macros that the importer does not see. */
static inline GType martlet_instance_type(gconstpointer instance) {
  return G_TYPE_FROM_INSTANCE(instance);
}
static inline gboolean martlet_instance_is(gconstpointer instance, GType type) {
  return G_TYPE_CHECK_INSTANCE_TYPE(instance, type);
}
static inline GType martlet_value_type(const GValue *value) { return G_VALUE_TYPE(value); }
/* Types of variants: g_variant_type_checked_() hands back the text it was given, which a Swift
 * literal does not outlive. */
static inline const GVariantType *martlet_variant_type_string(void) { return G_VARIANT_TYPE_STRING; }
static inline const GVariantType *martlet_variant_type_vardict_entry(void) {
  return G_VARIANT_TYPE ("{sv}");
}
static inline GType martlet_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType martlet_type_int(void) { return G_TYPE_INT; }
static inline GType martlet_type_uint(void) { return G_TYPE_UINT; }
static inline GType martlet_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType martlet_type_string(void) { return G_TYPE_STRING; }
static inline GType martlet_type_object(void) { return G_TYPE_OBJECT; }

/* Emits a signal without arguments. */
static inline void martlet_emit(gpointer instance, const char *signal) {
  g_signal_emit_by_name(instance, signal);
}

static inline void martlet_emit_text(gpointer instance, const char *signal, const char *text) {
  g_signal_emit_by_name(instance, signal, text);
}
static inline void martlet_move_caret(GtkTextView *view, int steps) {
  g_signal_emit_by_name(view, "move-cursor", GTK_MOVEMENT_VISUAL_POSITIONS, steps, FALSE);
}
static inline void martlet_delete_forward(GtkTextView *view) {
  g_signal_emit_by_name(view, "delete-from-cursor", GTK_DELETE_CHARS, 1);
}

/* Variadic: the form with a GValue takes an int in 4.8, though gtk_accessible_state_init_value makes
 * it an enum. */
static inline void martlet_accessible_set_pressed(GtkAccessible *self, gboolean pressed) {
  gtk_accessible_update_state(self, GTK_ACCESSIBLE_STATE_PRESSED,
                              pressed ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE,
                              -1);
}
