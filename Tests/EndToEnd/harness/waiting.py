# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting for what comes later than the call that asked for it."""
import time

# Nothing takes this long; it only ends a test whose program hangs.
PATIENCE = 30.0  # seconds


def wait_until(condition, what, patience=PATIENCE):
    """The first true value of `condition()`; fails, naming `what`, when there is none."""
    deadline = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {patience:.0f} s in vain for {what}")
        time.sleep(0.01)
