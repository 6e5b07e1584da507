/* SPDX-License-Identifier: MIT */
#pragma once
#include <libsoup/soup.h>
