/* SPDX-License-Identifier: MIT */
#pragma once
#include <libsecret/secret.h>
