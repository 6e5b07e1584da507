-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes reports with a block (XEP-0377), and writes down what they say, one a line: who, why, how
-- many messages it names, and the words.
local path = module:get_option_string("reports")

module:add_feature("urn:xmpp:reporting:1")

module:hook("iq-set/self/urn:xmpp:blocking:block", function(event)
	for item in event.stanza.tags[1]:childtags("item") do
		local report = item:get_child("report", "urn:xmpp:reporting:1")
		if report then
			local messages = 0
			for _ in report:childtags("stanza-id", "urn:xmpp:sid:0") do messages = messages + 1 end
			local file = io.open(path, "a")
			file:write(item.attr.jid, " ", report.attr.reason, " ", messages, " ",
				report:get_child_text("text") or "", "\n")
			file:close()
		end
	end
end, 100)
