import { ValidationError } from "@depthwire/core";
import { canonicalHost, canonicalOrigin } from "./authority.js";
import { canonicalAddress, isLoopback } from "./ip-address.js";
import type { OperatorPolicy } from "./judge-operator.js";
import type { RequestPolicy } from "./judge-request.js";
import { createTokenCheck } from "./operator-token.js";

/** Who may ask, and how much. */
export interface GuardOptions {
  /** Address to listen at; `127.0.0.1` by default. */
  readonly host?: string;
  /** Names, without port, that clients may call the sandbox by beside `localhost` and the address that it listens at; none by default. */
  readonly allowHosts?: readonly string[];
  /** Origins, such as `http://localhost:3000`, whose pages may use the sandbox; none by default. */
  readonly allowOrigins?: readonly string[];
  /**
   * What the operator's requests must prove to know: `Authorization: Bearer …`, at least 16 characters. By default nothing, and the
   * operator's addresses are closed when the sandbox listens beyond loopback.
   */
  readonly operatorToken?: string;
  /** Connections that one IP address may have open at once; 2000 by default. */
  readonly maxConnectionsPerAddress?: number;
  /**
   * Messages, control pings and pongs that a push client may send a second, and at once; 200 by default, 0: any number. Beyond it: 3010
   * and a close with 1008.
   */
  readonly messagesPerSecond?: number;
  /**
   * Subscriptions and logins, repeated ones too, that a push client may send a second, and at once: each is answered with everything. 100 by
   * default, 0: any number. Those beyond it are refused with 3010.
   */
  readonly subscriptionsPerSecond?: number;
}

/** {@link GuardOptions} with all defaults filled in. */
export interface GuardSettings {
  readonly host: string;
  readonly requestPolicy: RequestPolicy;
  readonly operatorPolicy: OperatorPolicy;
  readonly maxConnectionsPerAddress: number;
  readonly messagesPerSecond: number;
  readonly subscriptionsPerSecond: number;
}

const defaults = {
  host: "127.0.0.1",
  maxConnectionsPerAddress: 2000,
  messagesPerSecond: 200,
  subscriptionsPerSecond: 100,
} as const;

/** Addresses that stand for all of a machine's. */
const wildcards: ReadonlySet<string> = new Set(["0.0.0.0", "0:0:0:0:0:0:0:0"]);

const maxPerSecond = 1_000_000;

function fail(option: string, rule: string): never {
  throw new ValidationError("option-invalid", { option, rule });
}

const guardKeys: ReadonlySet<string> = new Set<keyof GuardOptions>([
  "host",
  "allowHosts",
  "allowOrigins",
  "operatorToken",
  "maxConnectionsPerAddress",
  "messagesPerSecond",
  "subscriptionsPerSecond",
]);

/** What else was given: the token goes no further. */
export function withoutGuard<Options extends GuardOptions>(options: Options): Omit<Options, keyof GuardOptions> {
  const others = Object.entries(options).filter(([key]) => !guardKeys.has(key));
  return Object.fromEntries(others) as Omit<Options, keyof GuardOptions>;
}

function checkCount(option: string, value: number, min: number): number {
  if (Number.isInteger(value) && value >= min && value <= maxPerSecond) {
    return value;
  }
  return fail(option, `an integer from ${min} to ${maxPerSecond}`);
}

function hostNames(names: readonly string[]): readonly string[] {
  return names.map((name) => canonicalHost(name) ?? fail("allowHosts", "names without port, such as devbox.test"));
}

function origins(texts: readonly string[]): readonly string[] {
  const rule = "origins without path, such as http://localhost:3000; neither null nor *";
  return texts.map((text) => canonicalOrigin(text) ?? fail("allowOrigins", rule));
}

/** A name of the machine's own may lead anywhere: `localhost` alone certainly stays. */
function reachOf(host: string): OperatorPolicy["reach"] {
  return host === "localhost" || isLoopback(canonicalAddress(host) ?? "") ? "loopback" : "beyond";
}

/**
 * Fills in the defaults and checks what was given.
 *
 * @throws ValidationError `option-invalid`
 */
export function guardSettingsOf(options: GuardOptions): GuardSettings {
  const { host = defaults.host, allowHosts = [], allowOrigins = [], operatorToken } = options;
  const bound = canonicalHost(host);
  const ownHosts = bound === undefined || wildcards.has(bound) ? [] : [bound];
  return {
    host,
    requestPolicy: {
      ownHosts: new Set([...ownHosts, ...hostNames(allowHosts)]),
      allowedOrigins: new Set(origins(allowOrigins)),
    },
    operatorPolicy: {
      reach: reachOf(host),
      isToken: operatorToken === undefined ? undefined : createTokenCheck(operatorToken),
    },
    maxConnectionsPerAddress: checkCount(
      "maxConnectionsPerAddress",
      options.maxConnectionsPerAddress ?? defaults.maxConnectionsPerAddress,
      1,
    ),
    messagesPerSecond: checkCount("messagesPerSecond", options.messagesPerSecond ?? defaults.messagesPerSecond, 0),
    subscriptionsPerSecond: checkCount(
      "subscriptionsPerSecond",
      options.subscriptionsPerSecond ?? defaults.subscriptionsPerSecond,
      0,
    ),
  };
}
