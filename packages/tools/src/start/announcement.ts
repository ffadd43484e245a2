import { pageOrigin } from "./page-origin.js";

/** What there is to say when everything has started. */
export interface Started {
  readonly restUrl: string;
  readonly pushUrl: string;
  /** Where the dashboard opens. */
  readonly pageUrl: string;
  readonly pair: string;
  readonly credentialFile: string;
  /** The port that was meant, when another one had to be taken. */
  readonly missedPort: number | undefined;
}

/** Says where everything is and what to try next. */
export function announcement({ restUrl, pushUrl, pageUrl, pair, credentialFile, missedPort }: Started): string {
  const { port } = new URL(restUrl);
  const elsewhere =
    missedPort === undefined
      ? []
      : [
          `Port ${missedPort} is taken: write ${port} in its place where the README says ${missedPort}, and the file below where it says .depthwire/credential.json.`,
        ];
  return [
    `The sandbox is open at ${restUrl}, its push protocols at ${pushUrl}.`,
    ...elsewhere,
    `The dashboard opens once, within ten minutes, at ${pageUrl}`,
    `The demo account's key and secret are in ${credentialFile}, which only you may read.`,
    "",
    "What to try next, in another terminal:",
    "",
    `  curl "${restUrl}/v2/mdata/depth?pair=${pair}&size=3"`,
    `  node book.mjs, node trade.mjs, a page at ${pageOrigin}, Python: ten lines each, in the README`,
    "  docs/guides/sandbox.md: signed requests, the operator, faults, and who may ask",
    "",
  ].join("\n");
}
