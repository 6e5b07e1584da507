-- SPDX-License-Identifier: GPL-3.0-or-later
-- Swallows requests to the archive for as long as there is a file "silent" beside the data, as a
-- server does whose disk is too slow. What it swallows it counts in that file.
local path = module:get_option_string("silent_archive")

module:hook("iq-set/self/urn:xmpp:mam:2:query", function()
  local file = path and io.open(path, "r+")
  if not file then return end
  local count = tonumber(file:read("a")) or 0
  file:seek("set", 0)
  file:write(tostring(count + 1))
  file:close()
  return true
end, 100)
