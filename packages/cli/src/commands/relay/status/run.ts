import type { RunCommand } from "../../../program/command.js";
import { askStatuses, noRelay } from "../../../relay/ask-relays.js";
import type { BusFlags } from "../../../relay/bus-options.js";
import { openBus } from "../../../relay/open-bus.js";
import { overviewOf } from "./relay-overview.js";
import { slowReaders } from "./slow-readers.js";
import { statusWords } from "./status-words.js";

/** What the command line says. */
export interface StatusFlags extends BusFlags {
  readonly monitor?: string;
}

/** Shows who takes part, and what they own. */
export const run: RunCommand<StatusFlags> = async ({ options }, context) => {
  const { monitor, venueName } = options;
  const opened = await openBus(options, context, "depthwire relay status", { isQuiet: true });
  try {
    const instances = await askStatuses(opened);
    if (instances.length === 0) {
      throw noRelay(opened, venueName);
    }
    const overview = overviewOf(instances);
    const slow = monitor === undefined ? undefined : await slowReaders(monitor);
    context.output.result(
      { venueName, bus: opened.address, ...overview, slowReaders: slow },
      statusWords(overview, slow, context.screen.size().columns),
    );
  } finally {
    await opened.bus.close();
  }
};
