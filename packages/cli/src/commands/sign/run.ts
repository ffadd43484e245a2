import { Credential, explainSignature, type SignatureExplanation, sign } from "@depthwire/core";
import type { RunCommand } from "../../program/command.js";
import type { Context } from "../../program/context.js";
import { Refused } from "../../program/refused.js";
import type { AccountFlags } from "../../trading/trade-options.js";
import { findCredential } from "../../venue/find-credential.js";
import { textOfOption } from "./text-of-option.js";
import { findingWords, schemeWords } from "./words.js";

interface SignFlags extends AccountFlags {
  readonly scheme: "headers" | "prefix-login" | "channel-login" | "batch-query";
  readonly body?: string;
  readonly timestamp?: string;
  readonly commands?: string;
  readonly explain?: true;
  readonly compare?: string;
  readonly ask?: true;
}

type SignedText = Parameters<typeof explainSignature>[1];

/** Signs one text, and explains it if it is asked to. */
export const run: RunCommand<SignFlags> = async ({ options }, context) => {
  const signed = await signedTextOf(options, context);
  const credential = options.ask === true ? await askFor(context) : (await findCredential(options, context)).credential;
  const explanation = explainSignature(credential, signed, options.compare);
  const signature = sign(credential, explanation.stringToSign);
  const isExplained = options.explain === true || options.compare !== undefined;
  context.output.result(
    { scheme: signed.scheme, signature, ...explanation },
    isExplained ? textOf(signed, signature, explanation) : signature,
  );
  return undefined;
};

/** @throws Refused `usage` where what is to be signed is missing, or belongs to another scheme */
async function signedTextOf(flags: SignFlags, context: Context): Promise<SignedText> {
  const { scheme, body, commands, timestamp, serviceName } = flags;
  checkOptions(flags);
  switch (scheme) {
    case "headers":
      return { scheme, timestampMs: timestampOf(timestamp), body: await textOfOption("--body", body ?? "", context) };
    case "prefix-login":
      return { scheme };
    case "channel-login":
      return { scheme, serviceName };
    case "batch-query":
      return { scheme, commands: await textOfOption("--commands", commands ?? "", context) };
  }
}

function checkOptions({ scheme, body, commands, timestamp, ask }: SignFlags): void {
  if (scheme !== "headers" && (body !== undefined || timestamp !== undefined)) {
    throw new Refused("usage", `--body and --timestamp belong to the scheme headers, not to ${scheme}`);
  }
  if ((scheme === "batch-query") !== (commands !== undefined)) {
    throw new Refused("usage", "--commands belongs to the scheme batch-query, which needs it");
  }
  if (ask === true && [body, commands].includes("-")) {
    throw new Refused("usage", "Only one of key and text can be piped in", "Name a file with @file in place of -.");
  }
}

function timestampOf(text: string | undefined): number {
  if (text === undefined) {
    return Date.now();
  }
  if (!/^[0-9]{1,15}$/.test(text)) {
    throw new Refused("usage", `--timestamp ${text}: it must be epoch milliseconds`);
  }
  return Number(text);
}

async function askFor({ input }: Context): Promise<Credential> {
  const [apiKey = "", apiSecret = ""] = await input.askHidden(["API key", "API secret"]);
  return new Credential({ apiKey, apiSecret });
}

function textOf(signed: SignedText, signature: string, explanation: SignatureExplanation): string {
  const { algorithm, stringToSign, utf8Bytes, finding } = explanation;
  const time = signed.scheme === "headers" ? [`Timestamp  ${signed.timestampMs} (${isoOf(signed.timestampMs)})`] : [];
  return [
    `Scheme     ${signed.scheme}: ${schemeWords[signed.scheme].signs}`,
    ...time,
    `Algorithm  ${algorithm}`,
    `String to sign, ${utf8Bytes} bytes, between the lines:`,
    "----",
    stringToSign,
    "----",
    `Signature  ${signature}`,
    `Goes into  ${schemeWords[signed.scheme].goesInto}`,
    ...(finding === undefined ? [] : [`Compared   ${finding}: ${findingWords[finding]}`]),
  ].join("\n");
}

function isoOf(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "no time" : date.toISOString();
}
