import { type AccountOptions, type AccountStatistics, defaultAccountOptions } from "@depthwire/account";
import { giveUpBy } from "@depthwire/account/internal";
import { Credential, ValidationError } from "@depthwire/core";
import { type AbortListeners, anything, callback, type OptionTable } from "@depthwire/core/internal";
import { type AccountsStatistics, noAccountStatistics } from "./accounts-statistics.js";
import type { ResolvedEngineOptions } from "./engine-options.js";
import type { EnginePorts } from "./engine-ports.js";
import { openPrivateStream } from "./login-stream.js";
import type { LoginOptions, PrivateStream } from "./private-stream.js";
import { checkStreamOptions, streamOptionTable } from "./stream-options.js";

/** A recovery and a store are called when something is missing: what they lack is told before. */
const loginOptionTable: OptionTable<LoginOptions> = {
  ...streamOptionTable,
  recovery: anything,
  delivered: anything,
  account: anything,
  listener: callback,
};

/** What logins need of the engine's world. */
export interface LoginPorts extends EnginePorts {
  /** Follows signals of callers. */
  readonly listeners: AbortListeners;
}

/** The private sessions of an engine. They live in the caller's thread, with their keys. */
export class Logins {
  readonly #options: ResolvedEngineOptions;
  readonly #ports: LoginPorts;
  readonly #hide: (credential: Credential) => void;
  readonly #streams = new Set<PrivateStream>();
  /** What streams counted that are closed. */
  #before: Sums = {};

  /** @param hide told of each credential that logs in */
  constructor(options: ResolvedEngineOptions, ports: LoginPorts, hide: (credential: Credential) => void) {
    this.#options = options;
    this.#ports = ports;
    this.#hide = hide;
  }

  /** How many are open; those that the venue refused wait for another key. */
  get open(): number {
    return [...this.#streams].filter(({ status }) => status.phase !== "refused").length;
  }

  /** See `Engine.login`. */
  login(credential: Credential, options: LoginOptions): PrivateStream {
    checkStreamOptions(options, loginOptionTable);
    const { recovery, delivered, account, listener, signal } = options;
    this.#hide(Credential.checked(credential));
    const { clock, random, recoveryFor, shard, loops, listeners } = this.#ports;
    const stream = openPrivateStream({
      credential,
      session: { ...this.#options.session, login: "required" },
      frameLimits: this.#options.config.frameLimits,
      account: resolveAccountOptions(account),
      recovery: recovery ?? recoveryFor?.(credential),
      delivered,
      listener,
      giveUp: giveUpBy(signal, listeners),
      loops,
      ports: { clock, random, openSocket: shard.openSocket, onReachable: shard.onReachable },
      inflate: shard.createInflate(),
      hide: this.#hide,
      onClose: (closed) => this.#forget(closed),
    });
    this.#streams.add(stream);
    return stream;
  }

  statistics(): AccountsStatistics {
    let sums = this.#before;
    for (const { statistics } of this.#streams) {
      sums = added(sums, statistics);
    }
    return { ...noAccountStatistics, ...sums, open: this.open };
  }

  close(): void {
    for (const stream of this.#streams) {
      stream.close();
    }
  }

  /** A stream that the venue refused has ended, and may be closed by its reader all the same: it counts once. */
  #forget(stream: PrivateStream): void {
    if (!this.#streams.delete(stream)) {
      return;
    }
    this.#before = { ...added(this.#before, stream.statistics), buffered: 0, queued: 0 };
  }
}

const statisticNames = Object.keys(noAccountStatistics) as readonly (keyof AccountStatistics)[];

type Sums = Partial<Record<keyof AccountStatistics, number>>;

function added(sums: Sums, statistics: AccountStatistics): Sums {
  const next: Sums = {};
  for (const name of statisticNames) {
    next[name] = (sums[name] ?? 0) + statistics[name];
  }
  return next;
}

/** Defaults under what the caller gave. */
function resolveAccountOptions(given: Partial<AccountOptions> = {}): AccountOptions {
  const resolved: AccountOptions = { ...defaultAccountOptions, ...given };
  for (const [name, value] of Object.entries(resolved)) {
    if (!Object.hasOwn(defaultAccountOptions, name)) {
      const rule = `one of ${Object.keys(defaultAccountOptions).join(", ")}`;
      throw new ValidationError("option-invalid", { option: `account.${name}`, rule });
    }
    if (name === "families" ? !isFamilies(value) : !(typeof value === "number" && value >= 0)) {
      const rule = name === "families" ? "a list of usdt-margined and coin-margined" : "a number from 0";
      throw new ValidationError("option-invalid", { option: `account.${name}`, rule });
    }
  }
  return resolved;
}

function isFamilies(value: unknown): boolean {
  return Array.isArray(value) && value.every((family) => family === "usdt-margined" || family === "coin-margined");
}
