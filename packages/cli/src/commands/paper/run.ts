import { usualCredentialFile } from "@depthwire/sandbox/internal";
import { runSandboxProgram } from "@depthwire/sandbox/program";
import type { RunCommand } from "../../program/command.js";
import type { ExitCode } from "../../program/exit-codes.js";
import { openVenue } from "../../venue/open-venue.js";
import { venueAddressOf } from "../../venue/venue-address.js";
import type { VenueFlags } from "../../venue/venue-options.js";
import { liveMarket } from "./live-market.js";

/** What the command line said. */
export interface PaperFlags extends VenueFlags {
  readonly pairs: readonly string[];
  readonly json?: true;
}

/** Starts a sandbox whose markets are those of another venue. */
export const run: RunCommand<PaperFlags> = async ({ options, arguments: [words] }, context) => {
  const { pairs, json } = options;
  const { rest } = venueAddressOf(options, context);
  const venue = openVenue(options, context, { expectedPairs: pairs.length });
  const unusable = new Set<string>();
  const feed = liveMarket(venue, pairs, {
    status: (pair, status, reason) =>
      context.output.note(
        status === "live"
          ? `${pair} is live at ${rest}`
          : `${pair} is ${status} at ${rest} (${reason ?? "no reason given"})`,
      ),
    unusable: (pair, error) => {
      if (!unusable.has(pair)) {
        unusable.add(pair);
        context.output.note(
          `${pair}: ${error instanceof Error ? error.message : String(error)}; such messages are dropped`,
        );
      }
    },
  });
  const passed = [...((words ?? []) as readonly string[]), "--pairs", pairs.join(",")];
  const introduction = `Paper trading on the market of ${rest}: its prices, play money; nothing is sent there.\n\n`;
  try {
    return (await runSandboxProgram(json === true ? [...passed, "--json"] : passed, {
      name: "depthwire paper",
      credentialFile: usualCredentialFile,
      told: context.signal,
      feed,
      introduction,
      onEnd: () => venue.close(),
    })) as ExitCode;
  } finally {
    await venue.close();
  }
};
