import { Option } from "commander";

/** Where commands look for a venue. */
export const venueVariable = "DEPTHWIRE_VENUE";

/** Where the sandbox listens, as long as nobody asks for another port. */
export const usualVenue = "http://127.0.0.1:8090";

/** What the command line says about the venue. */
export interface VenueFlags {
  readonly venue?: string;
  readonly push?: string;
  readonly serviceName: string;
  readonly protocol: "prefix" | "channel";
}

/** Options of every command that talks to a venue. */
export function venueOptions(): readonly Option[] {
  return [
    new Option(
      "--venue <url>",
      `base address of the service's REST interface; ${venueVariable}, or ${usualVenue}, by default`,
    ),
    new Option("--push <url>", "its push address; by default the path /cbu beside it"),
    ...dialectOptions(),
  ];
}

/** How frames and channels are written: the venue's affair, and so that of everybody who gets its frames. */
export function dialectOptions(): readonly Option[] {
  return [
    new Option("--service-name <name>", "the deployment's name in header and channel names").default("svc"),
    new Option("--protocol <name>", "what the push address speaks").choices(["prefix", "channel"]).default("prefix"),
  ];
}

/** Calls need no push address; the options are taken, so that one set of words names a venue for every command. */
const unneeded: ReadonlySet<string | undefined> = new Set(["--push", "--protocol"]);

/** Options of every command that only calls. */
export function callVenueOptions(): readonly Option[] {
  return venueOptions().map((option) => (unneeded.has(option.long) ? option.hideHelp() : option));
}

/** What the command line says about the key. */
export interface KeyFlags {
  readonly credential?: string;
  readonly account?: string;
  readonly folder?: string;
  readonly passphraseFile?: string;
}

/** Options of every command that signs. */
export function keyOptions(): readonly Option[] {
  return [
    new Option("--account <name>", "whose key of those that are kept; see depthwire key list"),
    new Option("--credential <file>", "a file with apiKey and apiSecret as JSON, of mode 0600, in place of a kept key"),
    new Option("--folder <directory>", "where keys are kept; .depthwire in the home directory by default"),
    new Option("--passphrase-file <file>", "what the kept key is sealed with; of mode 0600"),
  ];
}
