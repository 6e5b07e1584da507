# SPDX-License-Identifier: GPL-3.0-or-later
"""What the end-to-end tests are written with."""
from .case import EndToEndCase
from .waiting import wait_until

__all__ = ["EndToEndCase", "wait_until"]
