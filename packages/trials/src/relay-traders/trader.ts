import { writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DepthwireError, OrderOutcomeUnknown, type UnknownOutcome, VenueError } from "@depthwire/core";
import { type Account, Credential, connect, createFileIntentStore } from "@depthwire/node";
import { type ExclusiveEvent, exclusiveLease } from "@depthwire/relay";
import type { IntentStore, PendingOutcome } from "@depthwire/rest";
import type { ExclusiveTrading } from "@depthwire/rest/internal";
import { parentStore } from "./parent-store.js";
import type { Step, ToTrader, TraderNote, TraderOrders } from "./trader-messages.js";

/** What this process is to do stands in its one argument. It is going to be stopped and killed. */
const orders = JSON.parse(process.argv[2] ?? "{}") as TraderOrders;
const notesDescriptor = 3;
const tooLate = 3025;
const outcomes = { toleranceMs: orders.toleranceMs, marginMs: orders.clockMarginMs };

let stopAt: { readonly step: Step | "taking-over"; readonly end: "stop" | "kill" } | undefined;
const finishing = new AbortController();
/** The term in which the present order was signed. */
let signedTerm = 0;
let sentId: string | undefined;
/** How often the present order looked at the lease. */
let looks = 0;

/** The parent's pipe has it when this returns. */
function write(note: TraderNote): void {
  writeSync(notesDescriptor, `${JSON.stringify(note)}\n`);
}

function failed(error: unknown): void {
  write({ note: "failed", what: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
}

/** Nothing runs between this line and the next while the process is stopped here. */
function pass(step: Step | "taking-over"): void {
  if (stopAt?.step === step) {
    const { end } = stopAt;
    stopAt = undefined;
    write({ note: "stopped", step, end });
    process.kill(process.pid, end === "kill" ? "SIGKILL" : "SIGSTOP");
  }
}

process.on("unhandledRejection", failed);
process.on("warning", failed);
// Nobody waits for a trader whose parent is gone.
process.on("disconnect", () => process.exit(0));
process.on("message", (message: ToTrader) => {
  if (message.kind === "stop-at") {
    stopAt = message;
  } else if (message.kind === "finish") {
    finishing.abort();
  }
});

function tellVerdicts(resolved: readonly PendingOutcome[]): void {
  for (const { intent, verdict } of resolved) {
    const { clientOrderId = "" } = intent;
    const isThere = verdict.kind === "placed" || verdict.kind === "rejected";
    write({ note: isThere ? "placed" : verdict.kind === "not-placed" ? "not-placed" : "unknown", clientOrderId });
  }
}

function heard(event: ExclusiveEvent): void {
  if (event.kind === "taking-over") {
    pass("taking-over");
  }
  if (event.kind === "holding") {
    write({ note: "holding", term: event.term, atMs: Date.now() });
    tellVerdicts(event.leftovers.resolved);
  }
}

/** The product's own lease, which stops between its steps. */
function stoppable(lease: ExclusiveTrading): ExclusiveTrading {
  return {
    open: (parts) => {
      const session = lease.open(parts);
      return {
        get state() {
          return session.state;
        },
        get holding() {
          return session.holding;
        },
        takeOver: () => session.takeOver(),
        release: () => session.release(),
        start: () => session.start(),
        close: () => session.close(),
        guard: {
          begin: (operation) => {
            session.guard.begin(operation);
            if (operation.name === "placeOrder") {
              looks++;
              pass(looks === 1 ? "asked" : "admitted");
            }
          },
          sign: (operation, signedAtMs) => {
            const isOrder = operation.name === "placeOrder";
            if (isOrder) {
              pass("time-read");
            }
            if (orders.fence === "kept") {
              session.guard.sign(operation, signedAtMs);
            }
            if (isOrder) {
              const { state } = session;
              signedTerm = "term" in state ? state.term : 0;
              pass("lease-seen");
            }
          },
        },
      };
    },
  };
}

function noting(store: Required<IntentStore>): IntentStore {
  return {
    ...store,
    begin: async (intent: UnknownOutcome) => {
      await store.begin(intent);
      sentId = intent.clientOrderId;
      write({ note: "order", clientOrderId: sentId ?? "", term: signedTerm });
      pass("signed");
      setImmediate(() => pass("sending"));
      setTimeout(() => pass("under-way"), 1);
    },
    end: async (intent, end) => {
      pass("answered");
      await store.end(intent, end);
    },
  };
}

async function open(): Promise<Account> {
  const venue = connect({
    addresses: [orders.pushUrl],
    restAddress: orders.restUrl,
    serviceName: orders.serviceName,
    // A call that was stopped for long is not to end by its own time: the lease must end it.
    rest: { timeoutMs: 600_000, throttle: { limit: 2_000, reserve: {} } },
    http: { proxy: "none" },
  });
  const { lease, leaseMs, clockMarginMs } = orders;
  return venue.account(new Credential(orders), {
    intents: noting(await createFileIntentStore(join(orders.directory, "intents"))),
    exclusive: stoppable(
      exclusiveLease({
        store: parentStore(),
        lease,
        leaseMs,
        callLimitMs: leaseMs / 2,
        clockMarginMs,
        listener: heard,
      }),
    ),
    trader: { outcomes },
  });
}

async function place(account: Account, number: number): Promise<void> {
  sentId = undefined;
  looks = 0;
  const order = { pair: orders.pair, side: "open-long", type: "limit", quantity: "0.001", price: "1000" } as const;
  try {
    const placed = await account.trader.place(order);
    write({ note: "placed", clientOrderId: sentId ?? "" });
    // Some are left for whoever comes next.
    if (number % 3 !== 0) {
      await placed.cancel().catch(() => undefined);
    }
  } catch (error) {
    if (!(error instanceof DepthwireError)) {
      throw error;
    }
    if (sentId !== undefined) {
      const isLate = error instanceof VenueError && error.venueCode === tooLate;
      write({
        note: isLate ? "too-late" : error instanceof OrderOutcomeUnknown ? "unknown" : "not-placed",
        clientOrderId: sentId,
      });
    }
  }
}

const account = await open();
const everyMs = 10;
for (let number = 1; !finishing.signal.aborted; number++) {
  await Promise.race([account.exclusive?.holding, sleep(everyMs)]);
  if (account.exclusive?.state.phase === "holding") {
    await place(account, number);
    pass("between-orders");
  }
  await sleep(everyMs);
}
tellVerdicts(await account.resolvePending());
write({ note: "done" });
