/* SPDX-License-Identifier: MIT */
#pragma once
#include <gio/gio.h>
#include <glib-unix.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
