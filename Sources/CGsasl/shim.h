/* SPDX-License-Identifier: MIT */
#pragma once
#include <gsasl.h>
