import { ValidationError } from "@depthwire/core";
import { canonicalAddress, canonicalHost, canonicalOrigin, isLoopback } from "@depthwire/sandbox/internal";
import type { Policy } from "./judge.js";
import { createTokenCheck } from "./token.js";

/** Who may ask, and how much. */
export interface GuardOptions {
  /** Address to listen at; `127.0.0.1` by default. One beyond loopback wants a token and `allowHosts`. */
  readonly bind?: string;
  /** What every request must prove to know, at least 16 characters; undefined only on loopback, where every user of the computer may ask then. */
  readonly token?: string | undefined;
  /** Names, without port, that clients may call the accelerator by beside `localhost` and its address; none by default. */
  readonly allowHosts?: readonly string[];
  /** Origins, such as `http://localhost:3000`, whose pages may use the accelerator; none by default. */
  readonly allowOrigins?: readonly string[];
  /**
   * Connections of each kind that may be open at once: those that have shown no token yet (the oldest is ended for the newest), those that are kept open
   * between requests (others end with their answer), those that listen to events; 500 by default.
   */
  readonly maxConnections?: number;
}

/** {@link GuardOptions} with all defaults filled in. */
export interface GuardSettings {
  readonly bind: string;
  readonly policy: Policy;
  readonly maxConnections: number;
}

const usualBind = "127.0.0.1";
const usualConnections = 500;
const wildcards: ReadonlySet<string> = new Set(["0.0.0.0", "0:0:0:0:0:0:0:0"]);

function fail(option: string, rule: string): never {
  throw new ValidationError("option-invalid", { option, rule });
}

/** A name of the machine's own may lead anywhere: `localhost` alone certainly stays. */
function isLocal(bind: string): boolean {
  return bind === "localhost" || isLoopback(canonicalAddress(bind) ?? "");
}

/**
 * Fills in the defaults and checks what was given.
 *
 * @throws ValidationError `option-invalid`
 */
export function guardSettingsOf(options: GuardOptions): GuardSettings {
  const { bind = usualBind, token } = options;
  if (!isLocal(bind) && token === undefined) {
    fail("bind", "a loopback address where no token is wanted");
  }
  return settingsOf(options);
}

/**
 * The same for a program that only shows what everybody may read, which wants no token beyond loopback.
 *
 * @throws ValidationError `option-invalid`
 */
export function openGuardSettingsOf({
  program,
  ...options
}: Omit<GuardOptions, "token"> & { readonly program: string }): GuardSettings {
  const settings = settingsOf(options);
  return { ...settings, policy: { ...settings.policy, program } };
}

function settingsOf(options: GuardOptions): GuardSettings {
  const { bind = usualBind, token, allowHosts = [], allowOrigins = [], maxConnections = usualConnections } = options;
  if (!isLocal(bind) && allowHosts.length === 0) {
    fail("allowHosts", "the name that others call this computer by, where bind goes beyond loopback");
  }
  if (!Number.isInteger(maxConnections) || maxConnections < 1) {
    fail("maxConnections", "an integer from 1");
  }
  const bound = canonicalHost(bind);
  const names = allowHosts.map(
    (name) => canonicalHost(name) ?? fail("allowHosts", "names without port, such as devbox.test"),
  );
  const rule = "origins without path, such as http://localhost:3000; neither null nor *";
  const origins = allowOrigins.map((text) => canonicalOrigin(text) ?? fail("allowOrigins", rule));
  return {
    bind,
    policy: {
      ownHosts: new Set(bound === undefined || wildcards.has(bound) ? names : [bound, ...names]),
      allowedOrigins: new Set(origins),
      isToken: token === undefined ? undefined : createTokenCheck(token),
    },
    maxConnections,
  };
}
