import { type Finding, sound } from "../../doctor/finding.js";
import { type RelayRole, rolePermissions } from "../config/roles.js";
import type { ReachedBus } from "./check-bus.js";

/** A venue that nobody follows: what is said of it nobody hears. */
const nowhere = "dw1.doctor-nowhere";
/** The lease that stands for nothing. */
const triedLease = "$KV.dw1_leases.try";

/** What roles differ by, as subjects to publish to. */
const published: Readonly<Record<"frames" | "questions" | "operators' questions" | "leases", string>> = {
  frames: `${nowhere}.raw.depth.NOTHING`,
  questions: `${nowhere}.echo.s00`,
  "operators' questions": `${nowhere}.ops`,
  leases: triedLease,
};

/** And to listen to. */
const heard: Readonly<Record<"frames" | "operators' questions", string>> = {
  frames: `${nowhere}.raw.depth.NOTHING`,
  "operators' questions": `${nowhere}.ops`,
};

/** Whether the key may do what its role does, and no more: asked of the server, which says no at once or lets it pass. */
export async function checkPermissions({ bus }: ReachedBus, role: RelayRole | undefined): Promise<Finding> {
  if (bus.serverInfo?.asksForKeys !== true) {
    return {
      status: "warn",
      code: "permissions-absent",
      says: "The server asks nobody who they are: whoever reaches it may publish frames and take leases",
      remedy: "Start it with the configuration that depthwire relay config writes, unless nobody else reaches it.",
    };
  }
  const may = await tryAll(bus);
  const words = may.length === 0 ? "nothing that was tried" : may.join(", ");
  if (role === undefined) {
    return sound(`The key may ${words}; --role says what it should`, { may });
  }
  const wanted = allowed(role);
  const wide = may.filter((act) => !wanted.includes(act));
  const narrow = wanted.filter((act) => !may.includes(act));
  const details = { role, may, wide, narrow };
  if (wide.length === 0 && narrow.length === 0) {
    return sound(`The key may do what ${role} does, and no more: ${words}`, details);
  }
  const [code, says] =
    wide.length > 0
      ? (["permissions-wide", `The key may ${wide.join(", ")}, which ${role} must not`] as const)
      : (["permissions-narrow", `The key may not ${narrow.join(", ")}, which ${role} must`] as const);
  const remedy =
    "Write the configuration again (depthwire relay config --force keeps the keys), and reload the servers.";
  return { status: "wrong", code, says, remedy, details };
}

/** What is tried, in words. */
function acts(): readonly {
  readonly words: string;
  readonly action: "publish" | "subscribe";
  readonly subject: string;
}[] {
  return [
    ...Object.entries(published).map(([what, subject]) => ({
      words: `publish ${what}`,
      action: "publish" as const,
      subject,
    })),
    ...Object.entries(heard).map(([what, subject]) => ({
      words: `hear ${what}`,
      action: "subscribe" as const,
      subject,
    })),
  ];
}

async function tryAll(bus: ReachedBus["bus"]): Promise<readonly string[]> {
  const refused = new Set<string>();
  const end = bus.onEvent((event) => {
    if (event.kind === "forbidden") {
      refused.add(`${event.error.details.action} ${event.error.details.subject}`);
    }
  });
  const close: (() => void)[] = [];
  for (const { action, subject } of acts()) {
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
  return acts().flatMap(({ words, action, subject }) => (refused.has(`${action} ${subject}`) ? [] : [words]));
}

function allowed(role: RelayRole): readonly string[] {
  const permissions = rolePermissions[role];
  return acts().flatMap(({ words, action, subject }) =>
    permissions[action].some((pattern) => matches(pattern, subject)) ? [words] : [],
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
