-- SPDX-License-Identifier: GPL-3.0-or-later
-- Writes down, one word a line, what clients say about whether somebody looks (XEP-0352).
local path = module:get_option_string("heard_activity")

local function note(event)
	local file = path and io.open(path, "a")
	if not file then return end
	file:write(event.stanza.name, "\n")
	file:close()
end

module:hook("stanza/urn:xmpp:csi:0:active", note, 100)
module:hook("stanza/urn:xmpp:csi:0:inactive", note, 100)
