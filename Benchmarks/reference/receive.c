/* SPDX-License-Identifier: MIT
 *
 * receive PORT USER PAGE: signs in at 127.0.0.1 (direct TLS, PLAIN, the password USER-pw), reads the
 * archive (XEP-0313) page by page from its end to its beginning, and does nothing but count: what a
 * client cannot do without. Prints the messages, the bytes, its CPU time and the time it took.
 */
#include <expat.h>
#include <gio/gio.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

typedef struct {
  GInputStream *input;
  GOutputStream *output;
  XML_Parser parser;
  int depth;
  /* Children of the stream so far, and what was found in them. */
  long stanzas, results, bytes;
  gboolean fin, page_read, complete;
  GString *first;
  gboolean in_first;
} Stream;

static void begin(void *data, const char *name, const char **attributes) {
  Stream *stream = data;
  stream->depth++;
  if (g_str_has_suffix(name, "mam:2|result")) stream->results++;
  if (g_str_has_suffix(name, "mam:2|fin")) {
    stream->fin = TRUE;
    for (; *attributes; attributes += 2)
      if (!strcmp(attributes[0], "complete")) stream->complete = !strcmp(attributes[1], "true");
  }
  if (g_str_has_suffix(name, "rsm|first")) {
    stream->in_first = TRUE;
    g_string_truncate(stream->first, 0);
  }
}

static void end(void *data, const char *name) {
  Stream *stream = data;
  stream->in_first = FALSE;
  if (--stream->depth > 1) return;
  stream->stanzas++;
  /* What a page says of itself is whole only at the end of its stanza. */
  stream->page_read = stream->fin;
}

static void text(void *data, const char *bytes, int count) {
  Stream *stream = data;
  if (stream->in_first) g_string_append_len(stream->first, bytes, count);
}

static void say(Stream *stream, const char *xml) {
  GError *error = NULL;
  if (!g_output_stream_write_all(stream->output, xml, strlen(xml), NULL, NULL, &error))
    g_error("%s", error->message);
}

static void listen_until(Stream *stream, long stanzas, gboolean fin) {
  char buffer[32768];
  while (fin ? !stream->page_read : stream->stanzas < stanzas) {
    GError *error = NULL;
    gssize count = g_input_stream_read(stream->input, buffer, sizeof buffer, NULL, &error);
    if (count <= 0) g_error("%s", error ? error->message : "the server hung up");
    stream->bytes += count;
    if (XML_Parse(stream->parser, buffer, (int)count, 0) != XML_STATUS_OK) g_error("not XML");
  }
}

static void open_stream(Stream *stream) {
  if (stream->parser) XML_ParserFree(stream->parser);
  stream->parser = XML_ParserCreateNS("UTF-8", '|');
  XML_SetReparseDeferralEnabled(stream->parser, XML_FALSE);
  XML_SetUserData(stream->parser, stream);
  XML_SetElementHandler(stream->parser, begin, end);
  XML_SetCharacterDataHandler(stream->parser, text);
  stream->depth = 0;
  stream->stanzas = 0;
  say(stream, "<?xml version='1.0'?><stream:stream to='localhost' version='1.0' "
              "xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>");
  listen_until(stream, 1, FALSE);
}

static gboolean accept_any(GTlsConnection *tls, GTlsCertificate *certificate,
                           GTlsCertificateFlags flags, gpointer data) {
  return TRUE;  /* it is the benchmark's own server */
}

static void on_event(GSocketClient *client, GSocketClientEvent event, GSocketConnectable *to,
                     GIOStream *connection, gpointer data) {
  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKING)
    g_signal_connect(connection, "accept-certificate", G_CALLBACK(accept_any), NULL);
}

static double seconds(struct timeval time) { return time.tv_sec + time.tv_usec / 1e6; }

int main(int argc, char **argv) {
  if (argc != 4) return fprintf(stderr, "usage: receive PORT USER PAGE\n"), 2;
  const char *user = argv[2];
  gint64 begun = g_get_monotonic_time();
  GError *error = NULL;
  GSocketClient *client = g_socket_client_new();
  g_socket_client_set_tls(client, TRUE);
  g_signal_connect(client, "event", G_CALLBACK(on_event), NULL);
  GSocketConnection *connection =
      g_socket_client_connect_to_host(client, "localhost", (guint16)atoi(argv[1]), NULL, &error);
  if (!connection) g_error("%s", error->message);
  Stream stream = {.input = g_io_stream_get_input_stream(G_IO_STREAM(connection)),
                   .output = g_io_stream_get_output_stream(G_IO_STREAM(connection)),
                   .first = g_string_new(NULL)};
  open_stream(&stream);
  GString *plain = g_string_new(NULL);
  g_string_append_c(plain, 0);
  g_string_append(plain, user);
  g_string_append_c(plain, 0);
  g_string_append_printf(plain, "%s-pw", user);
  g_autofree char *encoded = g_base64_encode((guchar *)plain->str, plain->len);
  g_autofree char *auth = g_strdup_printf(
      "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>%s</auth>", encoded);
  say(&stream, auth);
  listen_until(&stream, 2, FALSE);
  open_stream(&stream);
  say(&stream, "<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>");
  listen_until(&stream, 2, FALSE);
  while (!stream.complete) {
    stream.fin = stream.page_read = FALSE;
    g_autofree char *query = g_strdup_printf(
        "<iq type='set' id='q'><query xmlns='urn:xmpp:mam:2' queryid='q'>"
        "<set xmlns='http://jabber.org/protocol/rsm'><max>%s</max><before>%s</before></set>"
        "</query></iq>", argv[3], stream.first->str);
    say(&stream, query);
    listen_until(&stream, 0, TRUE);
  }
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("%ld %ld %.6f %.6f\n", stream.results, stream.bytes,
         seconds(usage.ru_utime) + seconds(usage.ru_stime),
         (g_get_monotonic_time() - begun) / 1e6);
  say(&stream, "</stream:stream>");
  return 0;
}
