import { Option } from "commander";
import type { CommandDescription } from "../../../program/command.js";
import { busOptions } from "../../../relay/bus-options.js";
import { etcdOptions } from "../../../relay/etcd-options.js";
import { callVenueOptions } from "../../../venue/venue-options.js";
import { relayRoles } from "../config/role-names.js";
import type { RelayDoctorFlags } from "./flags.js";

export const relayDoctor: CommandDescription<RelayDoctorFlags> = {
  name: "relay doctor",
  group: "machines",
  summary: "look for what is wrong with a relay's nats-server, its store of leases, and what a key may do there",
  details:
    "It looks at the way to the server and its encryption, the server's version, what the key may do, how many servers keep the leases, whether their store gives one lease to one holder (tried for real: six at once, 50 rounds), leases and plans that nobody understands, and this computer's clock against the venue's. It writes to a lease that stands for nothing, and makes their store where there is none; nothing else changes. It ends with 1 when something is wrong.",
  options: () => [
    new Option("--role <role>", "what the key is for: it must be allowed that, and no more").choices(relayRoles),
    ...etcdOptions(),
    ...busOptions(),
    ...callVenueOptions(),
  ],
  examples: [
    { line: "relay doctor", does: "everything, at the usual server" },
    { line: "relay doctor --json", does: "the same, a line a check" },
  ],
  load: () => import("./run.js"),
};
