import { type FileHandle, open } from "node:fs/promises";
import { ValidationError } from "@depthwire/core";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { GuardOptions } from "./guard-options.js";

/** Environment variable that holds the operator's token. */
export const operatorTokenVariable = "DEPTHWIRE_OPERATOR_TOKEN";

/** What the command line says about who may ask, and how much. */
export interface GuardFlags {
  readonly host: string;
  readonly allowHost: readonly string[];
  readonly allowOrigin: readonly string[];
  readonly operatorToken?: string;
  readonly operatorTokenFile?: string;
  readonly connectionsPerAddress?: number;
  readonly messagesPerSecond?: number;
  readonly subscriptionsPerSecond?: number;
}

/** Read and write for others than the owner. */
const othersBits = 0o077;

const guardFlags: ReadonlySet<string> = new Set<keyof GuardFlags>([
  "host",
  "allowHost",
  "allowOrigin",
  "operatorToken",
  "operatorTokenFile",
  "connectionsPerAddress",
  "messagesPerSecond",
  "subscriptionsPerSecond",
]);

function several(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

function count(text: string): number {
  if (!/^[0-9]{1,7}$/.test(text)) {
    throw new InvalidArgumentError("it must be a whole number");
  }
  return Number(text);
}

/** Adds the flags that say who may ask, and how much. */
export function addGuardFlags(program: Command): Command {
  return program
    .option("--host <address>", "address to listen at", "127.0.0.1")
    .option("--allow-host <name>", "a name that clients may call it by; may be repeated", several, [])
    .option("--allow-origin <origin>", "an origin whose pages may use it; may be repeated", several, [])
    .addOption(
      new Option("--operator-token <token>", "the operator must send it; others on this machine can see it here").env(
        operatorTokenVariable,
      ),
    )
    .option("--operator-token-file <file>", "the same, from a file that only its owner may read")
    .option("--connections-per-address <number>", "open at once", count)
    .option("--messages-per-second <number>", "that a push client may send; 0: any", count)
    .option("--subscriptions-per-second <number>", "repeated ones too; 0: any", count);
}

async function openToken(path: string): Promise<FileHandle> {
  try {
    return await open(path, "r");
  } catch (cause) {
    const rule = "a file that can be read";
    throw new ValidationError("option-invalid", { option: "operatorTokenFile", rule }, { cause });
  }
}

/** The token in a file, without white space around it. @throws ValidationError `option-invalid`; the file's text is in no error */
async function readToken(path: string): Promise<string> {
  const file = await openToken(path);
  try {
    const { mode } = await file.stat();
    if (process.platform !== "win32" && (mode & othersBits) !== 0) {
      throw new ValidationError("option-invalid", { option: "operatorTokenFile", rule: "a file of mode 0600" });
    }
    return (await file.readFile("utf8")).trim();
  } finally {
    await file.close();
  }
}

/**
 * The options that these flags stand for.
 *
 * @throws ValidationError `option-invalid` for a token file that cannot be read, or that others may read
 */
export async function guardOptionsOf(flags: GuardFlags): Promise<GuardOptions> {
  const { host, allowHost, allowOrigin, operatorToken, operatorTokenFile } = flags;
  const { connectionsPerAddress, messagesPerSecond, subscriptionsPerSecond } = flags;
  const token = operatorTokenFile === undefined ? operatorToken : await readToken(operatorTokenFile);
  return {
    host,
    allowHosts: allowHost,
    allowOrigins: allowOrigin,
    ...(token === undefined ? {} : { operatorToken: token }),
    ...(connectionsPerAddress === undefined ? {} : { maxConnectionsPerAddress: connectionsPerAddress }),
    ...(messagesPerSecond === undefined ? {} : { messagesPerSecond }),
    ...(subscriptionsPerSecond === undefined ? {} : { subscriptionsPerSecond }),
  };
}

/** The other flags: the token goes no further. */
export function withoutGuardFlags<Flags extends GuardFlags>(flags: Flags): Omit<Flags, keyof GuardFlags> {
  const others = Object.entries(flags).filter(([key]) => !guardFlags.has(key));
  return Object.fromEntries(others) as Omit<Flags, keyof GuardFlags>;
}
