import { Trader, type TraderEvent } from "@depthwire/rest";
import type { RunCommand } from "../../program/command.js";
import type { Context } from "../../program/context.js";
import { exitCodes } from "../../program/exit-codes.js";
import { confirm } from "../../trading/confirm.js";
import { endHalts, haltsOf, keepHalt } from "../../trading/halt-marks.js";
import { type OpenedAccount, openAccount, placeWords } from "../../trading/open-account.js";
import { openOrders } from "../../trading/open-orders.js";
import type { AccountFlags, ConfirmFlags } from "../../trading/trade-options.js";

interface HaltFlags extends AccountFlags, ConfirmFlags {
  readonly reason: string;
  readonly cancelPlans?: true;
  readonly resume?: true;
  readonly show?: true;
}

/** Halts an account, says whether it is halted, or ends that. */
export const run: RunCommand<HaltFlags> = async ({ options }, context) => {
  await using account = await openAccount(options, context);
  if (options.show === true) {
    return await show(account, context);
  }
  return options.resume === true ? await resume(account, options, context) : await halt(account, options, context);
};

async function show(account: OpenedAccount, { output }: Context): Promise<undefined> {
  const halts = await haltsOf(account);
  const lines = halts.map(({ reason, sinceMs }) => `Halted since ${new Date(sinceMs).toISOString()}: ${reason}`);
  output.result({ halted: halts.length > 0, halts }, lines.length === 0 ? "Not halted." : lines.join("\n"));
  return undefined;
}

async function resume(account: OpenedAccount, flags: HaltFlags, context: Context): Promise<undefined> {
  const halts = await haltsOf(account);
  if (halts.length > 0) {
    const reasons = halts.map(({ reason }) => ["halted for", reason] as const);
    await confirm({ does: "Let orders through again", facts: [...reasons, ...placeWords(account)] }, flags, context);
    await endHalts(account);
  }
  const text = halts.length === 0 ? "It was not halted." : "Orders go through again.";
  context.output.result({ halted: false, ended: halts.length }, text);
  return undefined;
}

async function halt(account: OpenedAccount, flags: HaltFlags, context: Context): Promise<0 | 130> {
  const { output, signal } = context;
  const { rest, clock } = account;
  const plans = flags.cancelPlans === true ? "cancel" : "keep";
  if (flags.yes !== true) {
    await confirm(await planOf(account, plans, context), flags, context);
  }
  // Kept before anything is sent: what is cancelled cannot be opened again by a command that runs beside this one.
  const notKept = await keepHalt(account, flags.reason, clock.epochMs()).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  // Whoever wants to stop is stopped first, and told of the disk then.
  const words = notKept === undefined ? "Halted: nothing is opened from now on." : "The halt could not be kept.";
  output.note(`${words} Cancelling what is open …`);
  const listener = tellOnce("halt-round-failed", () =>
    output.note("The service does not confirm it yet; trying again. Ctrl-C ends the trying, and it stays halted."),
  );
  const trader = new Trader({ listener }, { venue: rest, clock });
  const stop = (): void => trader.close();
  signal.addEventListener("abort", stop);
  if (signal.aborted) {
    stop();
  }
  try {
    const end = await trader.halt(flags.reason, { scope: "account", plans });
    if (end !== "reached") {
      output.note("It stays halted, but the service has not confirmed that everything is cancelled: run it again.");
      output.result({ halted: true, isReached: false, reason: flags.reason });
      return exitCodes.interrupted;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    trader.close();
  }
  if (notKept !== undefined) {
    output.note("What was open is cancelled, but orders can be opened again: the halt was not kept.");
    throw notKept.error;
  }
  output.result(
    { halted: true, isReached: true, reason: flags.reason },
    "Nothing USDT-margined is open. Let orders through again with: depthwire halt --resume",
  );
  return exitCodes.done;
}

async function planOf(
  account: OpenedAccount,
  plans: "cancel" | "keep",
  { signal }: Context,
): Promise<Parameters<typeof confirm>[0]> {
  const count = await openOrders(account.rest, undefined, signal).then(
    (orders) => String(orders.length),
    // Whoever wants to stop is not kept from it by a list that cannot be had.
    () => "as many as there are; the service does not tell now",
  );
  return {
    does: "Halt: cancel every open order of the account, and open nothing more",
    facts: [
      ["open orders", count],
      ["plan orders", plans === "cancel" ? "cancelled too" : "stay where they protect a position"],
      ...placeWords(account),
    ],
  };
}

/** Rounds that fail come again and again. */
function tellOnce(kind: TraderEvent["kind"], tell: () => void): (event: TraderEvent) => void {
  let isTold = false;
  return (event) => {
    if (event.kind === kind && !isTold) {
      isTold = true;
      tell();
    }
  };
}
