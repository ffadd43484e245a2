import type { Accelerator } from "../accelerator.js";
import type { KeptToken } from "../guard/token.js";

/** What was started. */
export interface Started {
  readonly accelerator: Accelerator;
  /** Undefined after `--no-token`. */
  readonly token: KeptToken | undefined;
  /** What it stands before, for people. */
  readonly venue: string;
  readonly access: "read-only" | "trade";
  /** Where everything is recorded, and whether a recording was there before; undefined without `--record`. */
  readonly recording: { readonly directory: string; readonly goesOn: boolean } | undefined;
  /** A pair that it certainly has, to try it out with; undefined where none is known. */
  readonly pair: string | undefined;
}

/** What a person wants to know of an accelerator that is open. The token itself is shown once, when it was made. */
export function describe({ accelerator, token, venue, access, recording, pair }: Started): string {
  const { url, account, replay } = accelerator;
  const shown =
    token?.isNew === true ? `${token.token}   (shown once; kept in ${token.file})` : `in ${token?.file ?? ""}`;
  const header = token === undefined ? "" : ` -H "x-depthwire-token: $(cat ${token.file})"`;
  const trading = account === undefined ? "no key: public reads alone" : access;
  const read = pair === undefined ? "v3.1/cquery/buValue" : `book/${pair}?levels=3`;
  const what =
    replay === undefined
      ? `open before ${venue} (${trading})`
      : `replaying ${venue} at speed ${replay().speed}: no key is loaded, nobody is asked; there is no account, and nothing is traded`;
  return [
    `The accelerator is ${what}. Ctrl-C ends it.`,
    "",
    `  address     ${url}`,
    `  dashboard   ${accelerator.pageAddress()}${token === undefined ? "" : "   (opens once, within ten minutes)"}`,
    token === undefined
      ? "  token       none is wanted: every user of this computer may read the account and trade; nobody may withdraw"
      : `  token       ${shown}`,
    ...(recording === undefined ? [] : [`  recording   ${told(recording)}`]),
    "",
    "What to try next:",
    "",
    `  curl${header} ${url}/health`,
    `  curl${header} "${url}/${replay === undefined ? read : "events"}"`,
    `  curl${header} ${url}/`,
    "",
  ].join("\n");
}

function told({ directory, goesOn }: NonNullable<Started["recording"]>): string {
  return `in ${directory}${goesOn ? ", behind the recording that is there" : ""}`;
}

/** The same for a program, in one line. */
export function describeAsJson({ accelerator, token, venue, access }: Started): string {
  const { url, port } = accelerator;
  const page = accelerator.pageAddress();
  return `${JSON.stringify({ url, port, page, tokenFile: token?.file, venue, access })}\n`;
}
