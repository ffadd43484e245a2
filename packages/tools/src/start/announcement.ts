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
  /** The same of the accelerator, which the dashboard belongs to. */
  readonly missedPagePort: number | undefined;
  /** Where the accelerator's token is. */
  readonly tokenFile: string;
}

/** Says where everything is and what to try next. */
export function announcement({ restUrl, pushUrl, pageUrl, pair, credentialFile, ...rest }: Started): string {
  const { missedPort, missedPagePort, tokenFile } = rest;
  const { port } = new URL(restUrl);
  const elsewhere =
    missedPort === undefined
      ? []
      : [
          `Port ${missedPort} is taken: write ${port} in its place where the README says ${missedPort}, and the file below where it says .depthwire/credential.json.`,
        ];
  const { host: pageHost, port: pagePort } = new URL(pageUrl);
  const pageElsewhere =
    missedPagePort === undefined
      ? []
      : [`Port ${missedPagePort} is taken: write ${pagePort} in its place where guides say ${missedPagePort}.`];
  return [
    `The sandbox is open at ${restUrl}, its push protocols at ${pushUrl}.`,
    ...elsewhere,
    `The dashboard opens once, within ten minutes, at ${pageUrl}`,
    `The demo account's key and secret are in ${credentialFile}, which only you may read.`,
    `The accelerator answers at http://${pageHost} to whoever has the token in ${tokenFile}.`,
    ...pageElsewhere,
    "",
    "What to try next, in another terminal:",
    "",
    `  curl "${restUrl}/v2/mdata/depth?pair=${pair}&size=3"`,
    `  node book.mjs, node trade.mjs, a page at ${pageOrigin}, Python: ten lines each, in the README`,
    "  docs/guides/sandbox.md: signed requests, the operator, faults, and who may ask",
    "",
  ].join("\n");
}
