import type { Sandbox } from "../sandbox.js";
import { usualPort } from "./usual-port.js";

/** What a start found in the data directory: a new venue is never begun without a word. */
function describeData({ recovery }: Sandbox, directory: string): string {
  if (recovery === undefined) {
    return "";
  }
  const { last } = recovery;
  const found = last === 0 ? "a new venue begins here" : `goes on from command ${last}`;
  return `  data        ${directory}   (${found})\n`;
}

/** What commands must be given, which look at the usual port. */
function venueWords({ port, restUrl }: Sandbox): string {
  return port === usualPort ? "" : ` with --venue ${restUrl}`;
}

/** What a person wants to know of a sandbox that is open. */
export function describe(sandbox: Sandbox, data: string | undefined, credentialFile: string | undefined): string {
  const [pair] = sandbox.pairs;
  return [
    `The sandbox is open (profile ${sandbox.profile}, ${sandbox.pairs.length} pairs). Ctrl-C ends it.`,
    "",
    `  REST        ${sandbox.restUrl}`,
    `  push        ${sandbox.pushUrl}`,
    `  API key     ${sandbox.credential.apiKey}`,
    `  API secret  ${sandbox.credential.apiSecret}   (opens nothing but this sandbox)`,
    ...(credentialFile === undefined
      ? []
      : [`  both are in ${credentialFile}, until it ends: depthwire commands here use them${venueWords(sandbox)}`]),
    describeData(sandbox, data ?? ""),
    "What to try next:",
    "",
    `  curl "${sandbox.restUrl}/v2/mdata/depth?pair=${pair}&size=3"`,
    "  in the project's repository: the README's ten lines each for a book, an order, a page and Python,",
    "  and docs/guides/sandbox.md: signed requests, the operator, faults, and who may ask",
    "",
  ].join("\n");
}

/** The same for a program, in one line. */
export function describeAsJson(sandbox: Sandbox, credentialFile: string | undefined): string {
  const { restUrl, pushUrl, credential, userId, pairs, profile, serviceName, recovery } = sandbox;
  const last = recovery === undefined ? {} : { recovered: recovery.last };
  return `${JSON.stringify({ restUrl, pushUrl, ...credential, userId, profile, serviceName, pairs, credentialFile, ...last })}\n`;
}
