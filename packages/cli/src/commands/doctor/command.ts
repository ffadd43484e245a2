import { Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { keyOptions, venueOptions } from "../../venue/venue-options.js";

export const doctor: CommandDescription = {
  name: "doctor",
  group: "tools",
  summary: "look for what is wrong with this computer, the way to the venue, and the key",
  details:
    "It looks at runtime, versions, ports, disk, who can read the keys, names, proxy, certificates, both addresses and others that the venue lists, clocks, latency, how the depth channel counts, and the key (with one signed read). It changes nothing. It ends with 1 when something is wrong.",
  options: () => [
    ...venueOptions(),
    ...keyOptions(),
    new Option("--pair <pair>", "whose depth channel is looked at; by default the first of the venue's"),
    new Option("--port <numbers...>", "ports that must be free; by default it tells of 8090 and 8080"),
  ],
  examples: [
    { line: "doctor", does: "everything, at the usual venue" },
    { line: "doctor --json", does: "the same, a line a check" },
  ],
  load: () => import("./run.js"),
};
