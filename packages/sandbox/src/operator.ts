import type { AccountId } from "@depthwire/exchange/internal";
import type { ClockStatus } from "./clock/steerable-clock.js";
import { momentOf } from "./clock/venue-time.js";
import { csvHead, csvLine, type ExportRow, exportTables } from "./export/exports.js";
import { checkDelays, type LatencySettings } from "./latency/check-latency.js";
import type { LatencyDelays } from "./latency/latency-options.js";
import { readyScenarios } from "./play/ready-scenarios.js";
import type { Scenario } from "./play/scenario.js";
import { scenarioOf } from "./play/scenario-option.js";
import type { ScenarioStatus } from "./play/scenario-player.js";
import { hasAccount } from "./rest/operator/accounts.js";
import { checkAccount, fail } from "./rest/operator/check-body.js";
import type { RestServices } from "./rest/rest-services.js";

/** The venue's time, as its operator steers it: `/_sandbox/clock` for programs. */
export interface ClockDesk {
  /** How time stands. */
  status(): ClockStatus;
  /** Time stands from now on; a step that is on its way ends. */
  pause(): ClockStatus;
  /**
   * Time runs on.
   *
   * @param speed how many times as fast as the machine's, from 0.001 to 100,000; absent: as before
   * @throws ValidationError `value-invalid`
   */
  resume(speed?: number): ClockStatus;
  /**
   * Time passes at once, and everything happens that is due meanwhile; then it stands or runs as before.
   *
   * @param ms whole milliseconds, up to a year; absent: until the next tick of the market
   * @returns how time stands, when it has arrived
   * @throws ValidationError `value-invalid`
   * @throws Error with the `code` `clock-busy` while another step is on its way, `gone-back` where the venue goes back to a snapshot meanwhile
   */
  step(ms?: number): Promise<ClockStatus>;
  /**
   * As {@link ClockDesk.step}, until a moment ahead, at most a year away.
   *
   * @param at epoch milliseconds, or a text like `2026-01-31T08:00:00Z`
   * @throws as {@link ClockDesk.step}
   */
  until(at: number | string): Promise<ClockStatus>;
}

/** How long requests, answers and pushed messages take: `/_sandbox/latency` for programs. */
export interface LatencyDesk {
  /** What is set, of everybody and of accounts that differ. */
  settings(): LatencySettings;
  /**
   * Sets delays from now on; those that are absent stay as they are.
   *
   * @param account whose; absent: everybody's who has none of his own
   * @throws ValidationError `value-invalid`, also for an account that the venue does not have
   */
  set(delays: LatencyDelays, account?: number): LatencySettings;
}

/** Scenarios: `/_sandbox/scenario` for programs. */
export interface ScenarioDesk {
  /** Those that come with the sandbox, with all their steps. */
  ready(): readonly Scenario[];
  /**
   * Plays one from now on, by the venue's clock; one that still plays is stopped.
   *
   * @param scenario one of your own, or the name of one that comes with the sandbox
   * @throws ValidationError `option-invalid` with the place of what is wrong, such as `scenario.steps[2].pair`
   */
  play(scenario: string | Scenario): ScenarioStatus;
  /** The one that plays, or the last one that did; nothing where none was played. */
  status(): ScenarioStatus | undefined;
  /** Stops the one that plays: what was to last for a time is over. */
  stop(): ScenarioStatus | undefined;
}

/** What is on record: `/_sandbox/exports` for programs. */
export interface ExportDesk {
  /**
   * The rows of this moment. Numbers are exact decimals as text, times epoch milliseconds.
   *
   * @param what `fills`, `orders`, `ledger`, `equity` or `liquidations`
   * @param account whose; absent: everybody's
   * @throws ValidationError `value-invalid` for another table, or an account that the venue does not have
   */
  rows(what: string, account?: number): Promise<readonly ExportRow[]>;
  /** The same as a file of comma-separated values. @spec RFC 4180 @throws as {@link ExportDesk.rows} */
  csv(what: string, account?: number): Promise<string>;
}

/** What the operator can do beside faults and snapshots: the addresses below `/_sandbox/` as calls. */
export interface SandboxOperator {
  readonly clock: ClockDesk;
  readonly latency: LatencyDesk;
  readonly scenarios: ScenarioDesk;
  readonly exports: ExportDesk;
}

function clockDesk({ time }: RestServices): ClockDesk {
  const arrived = async (way: Promise<void>): Promise<ClockStatus> => {
    await way;
    return time.status();
  };
  return {
    status: () => time.status(),
    pause: () => {
      time.pause();
      return time.status();
    },
    resume: (speed) => {
      time.resume(speed);
      return time.status();
    },
    step: (ms) => arrived(ms === undefined ? time.passTick() : time.pass(ms)),
    until: async (at) => arrived(time.passUntil(momentOf(at))),
  };
}

/** An account that the venue has. @throws ValidationError `value-invalid` */
function known(services: RestServices, account: number | undefined): AccountId | undefined {
  if (account === undefined || hasAccount(services, checkAccount(account))) {
    return account;
  }
  return fail("account", "the number of an account of this venue");
}

function exportDesk(services: RestServices): ExportDesk {
  const { host, nextTurn } = services;
  const tableOf = (what: string): (typeof exportTables)[string] => {
    const table = Object.hasOwn(exportTables, what) ? exportTables[what] : undefined;
    return table ?? fail("what", `one of ${Object.keys(exportTables).join(", ")}`);
  };
  const rows: ExportDesk["rows"] = async (what, account) =>
    tableOf(what).rows(host.exchange.state, known(services, account), nextTurn);
  return {
    rows,
    csv: async (what, account) => {
      const found = await rows(what, account);
      const table = tableOf(what);
      return csvHead(table) + found.map((row) => csvLine(table, row)).join("");
    },
  };
}

/** The operator's calls for programs. They do what the addresses do, by the same parts. */
export function sandboxOperator(services: RestServices): SandboxOperator {
  const { latency, scenarios, cast } = services;
  const settings = (): LatencySettings => latency.settings();
  return {
    clock: clockDesk(services),
    latency: {
      settings,
      set: (delays, account) => {
        latency.set(known(services, account), checkDelays(delays, { path: "", refuse: fail }));
        return settings();
      },
    },
    scenarios: {
      ready: () => readyScenarios,
      play: (scenario) => {
        scenarios.play(scenarioOf(scenario, cast));
        return scenarios.status() as ScenarioStatus;
      },
      status: () => scenarios.status(),
      stop: () => {
        scenarios.stop();
        return scenarios.status();
      },
    },
    exports: exportDesk(services),
  };
}
