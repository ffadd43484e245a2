import type { AccountEvent } from "@depthwire/account";
import type { Venue } from "@depthwire/client";
import { Credential } from "@depthwire/core";
import { trimDecimal } from "@depthwire/core/internal";
import type { VenueFacts } from "../venue/venue-message.js";
import type { FromEngineWorker, ShownAccount, TicketOrder, Told } from "./engine-message.js";

type Account = ReturnType<Venue["account"]>;
type Say = (message: FromEngineWorker) => void;

/** What the page may do with the account. */
export interface FollowedAccount {
  place(order: TicketOrder): Promise<void>;
  cancel(orderId: string): Promise<void>;
}

/** Follows the demo account and tells the page everything that happens to it. */
export function followAccount(venue: Venue, { credential, pair }: VenueFacts, say: Say): FollowedAccount {
  const account = venue.account(new Credential(credential));
  void tellEvents(account, pair, say);
  void tellConnection(account, pair, say);
  return {
    place: ({ side, type, quantity, price }) =>
      orWords(say, async () => {
        const base = { pair, side, quantity };
        const order = await account.trader.place(
          type === "limit" ? { ...base, type, price } : { ...base, type, price: "0" },
        );
        say({
          kind: "told",
          about: "order",
          tone: "plain",
          words: `Order ${order.orderId} is placed: ${wordsOf(side)} ${quantity}`,
        });
      }),
    cancel: (orderId) =>
      orWords(say, async () => {
        const order = account.trader.openOrders.find((one) => one.orderId === orderId);
        await order?.cancel();
      }),
  };
}

/** Does something; a refusal becomes words on the page. */
async function orWords(say: Say, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    say({ kind: "told", about: "order", tone: "bad", words: error instanceof Error ? error.message : String(error) });
  }
}

async function tellEvents(account: Account, pair: string, say: Say): Promise<void> {
  for await (const event of account.events) {
    const told = toldOf(event);
    if (told !== undefined) {
      say(told);
    }
    say({ kind: "account", account: shown(account, pair) });
  }
}

/** The account is told to be gone at once, not only when it is there again. */
async function tellConnection(account: Account, pair: string, say: Say): Promise<void> {
  let wasLive = false;
  for await (const { phase } of account.events.statusChanges) {
    if (phase === "waiting" && wasLive) {
      say({ kind: "told", about: "account", tone: "bad", words: "The account's connection is gone" });
    }
    wasLive = phase === "live";
    say({ kind: "account", account: shown(account, pair) });
  }
}

/** `open long` of `open-long`. */
export function wordsOf(side: string): string {
  return side.replaceAll("-", " ");
}

function toldOf(event: AccountEvent): Told | undefined {
  const say = (about: Told["about"], tone: Told["tone"], words: string): Told => ({ kind: "told", about, tone, words });
  switch (event.kind) {
    case "fill": {
      const { orderId, side, dealQuantity, dealPrice, liquidity } = event.fill;
      return say(
        "order",
        "good",
        `Order ${orderId} traded: ${wordsOf(side)} ${dealQuantity} at ${dealPrice}, as ${liquidity}`,
      );
    }
    case "order": {
      const { orderId, status } = event.order;
      return status === "cancelled" || status === "partly-cancelled" || status === "failed"
        ? say("order", "plain", `Order ${orderId} is ${wordsOf(status)}`)
        : undefined;
    }
    case "started":
      return say("account", "plain", "The account is known");
    case "gap":
      return say("account", "bad", "The account is back: what it missed is asked for");
    case "gap-closed":
      return say("account", "good", "Nothing of the account is missing");
    default:
      return undefined;
  }
}

function shown({ events }: Account, pair: string): ShownAccount {
  const { status } = events;
  const { hasStarted, gap, assets, orders, positions } = events.state;
  const [own] = [...positions].flatMap(([name, sides]) => (name === pair ? [sides] : []));
  const [usdt] = [...assets.values()].filter(({ coin }) => coin === "USDT");
  return {
    isWhole: hasStarted && gap === undefined && status.phase === "live",
    available: usdt === undefined ? "" : trimDecimal(usdt.available),
    orders: [...orders.values()]
      .filter(({ status }) => status === "open" || status === "partly-filled")
      .map(({ orderId, side, price, quantity, dealQuantity }) => ({ orderId, side, price, quantity, dealQuantity })),
    positions: Object.values(own ?? {}).flatMap((position) =>
      position === undefined || Number(position.quantity) === 0
        ? []
        : [{ side: position.side, quantity: position.quantity, openPrice: trimDecimal(position.openPrice) }],
    ),
  };
}
