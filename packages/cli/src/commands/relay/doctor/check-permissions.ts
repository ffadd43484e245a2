import { setTimeout as pause } from "node:timers/promises";
import type { NatsBus } from "@depthwire/nats";
import { connectionOf, keptReaders } from "@depthwire/nats/internal";
import { type Finding, sound } from "../../doctor/finding.js";
import type { RelayRole } from "../config/role-names.js";
import { type RelayAccount, rolePermissions } from "../config/roles.js";
import type { ReachedBus } from "./check-bus.js";

/** A venue that nobody follows: what is said of it nobody hears. */
const nowhere = "dw1.doctor-nowhere";
const frames = `${nowhere}.raw.depth.NOTHING`;

/** Something that roles differ by. */
interface Act {
  readonly words: string;
  readonly action: "publish" | "subscribe";
  readonly subject: string;
}

const readKept = "read what is kept";

/** What is tried by the key file's first seed, and by its seeds for other accounts. Leases of the name `try` stand for nothing. */
const acts: Readonly<Record<"first" | "leases" | "kept", readonly Act[]>> = {
  first: [
    { words: "publish frames", action: "publish", subject: frames },
    { words: "publish questions", action: "publish", subject: `${nowhere}.echo.s00` },
    { words: "publish operators' questions", action: "publish", subject: `${nowhere}.ops` },
    { words: "write leases on the bus", action: "publish", subject: "$KV.dw1_leases.try" },
    { words: "keep traders' leases", action: "publish", subject: "$KV.dw1_traders.try" },
    { words: "hear frames", action: "subscribe", subject: frames },
    { words: "hear operators' questions", action: "subscribe", subject: `${nowhere}.ops` },
  ],
  leases: [{ words: "keep leases", action: "publish", subject: "$KV.dw1_leases.try" }],
  kept: [{ words: readKept, action: "publish", subject: "$JS.API.STREAM.INFO.DW1_RAW" }],
};

/** Questions that JetStream answers wherever it is told to, with the server's rights. */
const reflecting = ["$JS.API.INFO", "$JS.API.STREAM.NAMES", "$JS.API.STREAM.INFO.DW1_RAW"];
const reflection = "have the server publish JetStream's answers as frames";
/** JetStream answers in its own time. Milliseconds. */
const reflectedWithinMs = 500;
/** Of the readers that there may be, so many are there. */
const manyReaders = 0.9;

/** Connections by the seeds of one key file; the same key where that has no seed of its own for an account. */
export interface AccountBuses {
  readonly leases: NatsBus;
  readonly kept: NatsBus;
}

/** Whether the key may do what its role does, and no more: asked of the server, which says no at once or lets it pass. */
export async function checkPermissions(
  { bus }: ReachedBus,
  accounts: AccountBuses,
  role: RelayRole | undefined,
): Promise<Finding> {
  if (bus.serverInfo?.asksForKeys !== true) {
    return {
      status: "warn",
      code: "permissions-absent",
      says: "The server asks nobody who they are: whoever reaches it may publish frames and take leases",
      remedy: "Start it with the configuration that depthwire relay config writes, unless nobody else reaches it.",
    };
  }
  const may = [
    ...(await tryActs(bus, acts.first)),
    ...(await tryActs(accounts.leases, acts.leases)),
    ...(await tryActs(accounts.kept, acts.kept)),
    ...((await isReflected(bus)) ? [reflection] : []),
  ];
  const words = may.length === 0 ? "nothing that was tried" : may.join(", ");
  const wanted = role === undefined ? may.filter((act) => act !== reflection) : allowed(role);
  const wide = may.filter((act) => !wanted.includes(act));
  const narrow = wanted.filter((act) => !may.includes(act));
  const details = { role, may, wide, narrow };
  if (wide.length === 0 && narrow.length === 0) {
    return (
      (may.includes(readKept) ? await checkReaders(accounts.kept) : undefined) ??
      (role === undefined
        ? sound(`The key may ${words}; --role says what it should`, { may })
        : sound(`The key may do what ${role} does, and no more: ${words}`, details))
    );
  }
  const [code, says] =
    wide.length > 0
      ? (["permissions-wide", `The key may ${wide.join(", ")}, which ${role ?? "every role"} must not`] as const)
      : (["permissions-narrow", `The key may not ${narrow.join(", ")}, which ${role ?? "it"} must`] as const);
  const remedy =
    "Write the configuration again (depthwire relay config --force keeps the keys, and adds those that are missing), and reload the servers.";
  return { status: "wrong", code, says, remedy, details };
}

/** Whether a recorder's key can fill the servers with readers of what is kept. Undefined where it cannot, and where this key may not ask. */
async function checkReaders(kept: NatsBus): Promise<Finding | undefined> {
  const found = await keptReaders(kept);
  if (found === undefined) {
    return undefined;
  }
  const { readers, maxReaders } = found;
  if (maxReaders === undefined) {
    return {
      status: "warn",
      code: "readers-unlimited",
      says: "Whoever may read what is kept may make any number of readers (JetStream's consumers), and these take the servers' memory",
      remedy:
        "Write the configuration again (depthwire relay config --force keeps the keys), and start the servers anew: it limits them.",
      details: found,
    };
  }
  return readers < manyReaders * maxReaders
    ? undefined
    : {
        status: "warn",
        code: "readers-many",
        says: `Of ${maxReaders} readers of what is kept ${readers} are there: a recorder that was away may wait for one in vain, and has a gap then`,
        remedy:
          "Find out which recorder's key makes them, and give recorders another one. Without an owner's help they end with what is kept: relay serve --keep-in in the other place drops both.",
        details: found,
      };
}

/** @returns the words of what the server let pass */
async function tryActs(bus: NatsBus, tried: readonly Act[]): Promise<readonly string[]> {
  const refused = new Set<string>();
  const end = bus.onEvent((event) => {
    if (event.kind === "forbidden") {
      refused.add(`${event.error.details.action} ${event.error.details.subject}`);
    }
  });
  const close: (() => void)[] = [];
  for (const { action, subject } of tried) {
    if (action === "publish") {
      bus.publish(subject, new Uint8Array());
    } else {
      close.push(bus.subscribe(subject, () => {}));
    }
  }
  // The server answers in order: what it refuses comes before the answer to this.
  await bus.flush();
  await new Promise((resolve) => setImmediate(resolve));
  end();
  for (const stop of close) {
    stop();
  }
  return tried.flatMap(({ words, action, subject }) => (refused.has(`${action} ${subject}`) ? [] : [words]));
}

/** Whether an answer of JetStream's comes to the subject of frames. Whoever may not hear frames does not see it. */
async function isReflected(bus: NatsBus): Promise<boolean> {
  const heard = new AbortController();
  const stop = bus.subscribe(frames, () => heard.abort());
  const connection = connectionOf(bus);
  for (const subject of reflecting) {
    connection.publish(subject, undefined, { reply: frames });
  }
  await bus.flush();
  await pause(reflectedWithinMs, undefined, { signal: heard.signal }).catch(() => undefined);
  stop();
  return heard.signal.aborted;
}

function allowed(role: RelayRole): readonly string[] {
  const permissions = rolePermissions[role];
  const [first = "bus"] = Object.keys(permissions) as RelayAccount[];
  const by = { first: permissions[first], leases: permissions.leases, kept: permissions.kept };
  return (["first", "leases", "kept"] as const).flatMap((account) =>
    acts[account].flatMap(({ words, action, subject }) =>
      by[account]?.[action].some((pattern) => matches(pattern, subject)) === true ? [words] : [],
    ),
  );
}

/** As NATS compares subjects: `*` is one part, `>` all that follow. */
function matches(pattern: string, subject: string): boolean {
  const parts = subject.split(".");
  const wanted = pattern.split(".");
  const isOpen = wanted.at(-1) === ">";
  const fixed = isOpen ? wanted.slice(0, -1) : wanted;
  return (
    (isOpen ? parts.length > fixed.length : parts.length === fixed.length) &&
    fixed.every((part, place) => part === "*" || part === parts[place])
  );
}
