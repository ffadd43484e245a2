import { errorCodes, ValidationError } from "@depthwire/core";
import { CommanderError } from "commander";
import { operatorTokenVariable } from "../guard/guard-flags.js";
import { StoreError } from "../store/store-error.js";
import type { Flags } from "./flags.js";
import type { TextPlace } from "./json-place.js";

/** Why the program ends, and how. */
export interface Refusal {
  /** `--option value: what is wrong; what to do`. */
  readonly text: string;
  readonly exitCode: number;
}

/** Exit code of a command line that cannot be obeyed. */
const usageExitCode = 2;

/** Exit code of a program that could not do what it was asked to. */
const failureExitCode = 1;

const help = "--help lists the options";

/** Options whose names in programs are others than on the command line. */
const flagNames: Readonly<Record<string, keyof Flags>> = {
  dataDirectory: "data",
  olderState: "acceptOlderState",
  depthIntervalMs: "depthInterval",
  requestsPerWindow: "requests",
  timestampToleranceMs: "timestampTolerance",
  plainBelowBytes: "plainBelow",
  historyMs: "history",
  allowHosts: "allowHost",
  allowOrigins: "allowOrigin",
  maxConnectionsPerAddress: "connectionsPerAddress",
};

function kebab(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A flag with what stands behind it. */
function typed(name: string, flags: Partial<Flags>): string {
  const value: unknown = new Map<string, unknown>(Object.entries(flags)).get(name);
  return value === undefined || value === true ? kebab(name) : `${kebab(name)} ${String(value)}`;
}

/** The token is shown nowhere; it may have come in three ways. */
function typedToken({ operatorTokenFile }: Partial<Flags>): string {
  if (operatorTokenFile !== undefined) {
    return `${kebab("operatorTokenFile")} ${operatorTokenFile}`;
  }
  return `${kebab("operatorToken")} or ${operatorTokenVariable}`;
}

/** The words of the innermost error: those of the system. */
function causeOf(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof Error)) {
    return "";
  }
  return causeOf(cause) || cause.message;
}

function withCause(error: Error): string {
  const cause = causeOf(error);
  return cause === "" ? "" : ` (${cause})`;
}

function remedyOf({ code }: StoreError): string {
  return errorCodes[code].remedy;
}

/** What commander says, in the form of all other refusals. */
function usageText(message: string): string {
  const [, option, value, rule] =
    /^error: option '(--[a-z-]+)[^']*' argument '(.*)' is invalid\. (.*?)\.?$/s.exec(message) ?? [];
  if (rule !== undefined) {
    return `${option} ${value}: ${rule.charAt(0).toLowerCase()}${rule.slice(1)}; ${help}`;
  }
  const [, unknown, meant] = /^error: unknown option '(.*?)'(?:\n\(Did you mean (.*)\?\))?$/s.exec(message) ?? [];
  if (unknown !== undefined) {
    return `${unknown}: there is no such option; ${meant === undefined ? help : `did you mean ${meant}?`}`;
  }
  const [, bare] = /^error: option '(--[a-z-]+)[^']*' argument missing$/.exec(message) ?? [];
  if (bare !== undefined) {
    return `${bare}: its value is missing; ${help}`;
  }
  return `${message.replace(/^error: /, "").replace(/\.$/, "")}; ${help}`;
}

/** What was typed, and what stands in the files that it names. */
interface Asked {
  readonly flags: Partial<Flags>;
  readonly placeOf: ((option: string) => TextPlace | undefined) | undefined;
}

/** Names the option as it is typed. Behind a dot stands what is wrong inside the file that the option names. */
function optionText(
  error: ValidationError,
  { option, rule }: { readonly option: string; readonly rule: string },
  { flags, placeOf }: Asked,
): string {
  const [first = "", ...inside] = option.split(".");
  const name = flagNames[first] ?? first;
  const place = placeOf?.(option);
  const where = place === undefined ? "" : `, line ${place.line}, column ${place.column}`;
  const what = (name === "operatorToken" ? typedToken(flags) : typed(name, flags)) + where;
  if (first === "market" && inside.length > 0) {
    // The place of a record, and what it must be.
    return `${what}: ${inside.join(".")}: ${rule}${withCause(error)}; correct the file`;
  }
  if (inside.length > 0) {
    return `${what}: ${inside.join(".")} must be ${rule}${withCause(error)}; correct the file`;
  }
  return `${what}: it must be ${rule}${withCause(error)}; ${help}`;
}

/**
 * Says what is wrong and what to do about it.
 *
 * @param flags what was typed, as far as it could be read
 * @param placeOf where in the file that an option names something stands
 * @returns nothing where nothing is wrong: help or version were printed
 */
export function refusalOf(
  error: unknown,
  flags: Partial<Flags>,
  placeOf?: (option: string) => TextPlace | undefined,
): Refusal | undefined {
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? undefined : { text: usageText(error.message), exitCode: usageExitCode };
  }
  if (error instanceof ValidationError && "option" in error.details) {
    const { option, rule } = error.details;
    return { text: optionText(error, { option, rule }, { flags, placeOf }), exitCode: usageExitCode };
  }
  if (error instanceof StoreError) {
    const text = `${typed("data", flags)}: ${error.message}${withCause(error)}; ${remedyOf(error)}`;
    return { text, exitCode: failureExitCode };
  }
  return { text: error instanceof Error ? error.message : String(error), exitCode: failureExitCode };
}
