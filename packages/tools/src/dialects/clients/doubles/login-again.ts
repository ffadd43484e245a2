import type { Desk } from "../../desk.js";
import type { Post } from "./calls.js";
import { follow, loginMessage, type Mirror } from "./follow.js";

/** A second connection is told at its login what the first one knows, and nothing more after it has left the stream: note 6. */
export async function loginAgain(desk: Desk, post: Post, mine: Mirror): Promise<void> {
  const socket = await desk.connect("/cbu");
  const other = follow(desk, socket);
  const login = loginMessage(desk);
  socket.send(JSON.stringify(login));
  const isGreeted = await desk.until(() => other.greeted === 4, 5000);
  desk.hold("login", isGreeted, `a second login brought ${other.greeted} of 4 first messages`);
  const open = [...mine.orders.values()].filter(({ s }) => s === 1 || s === 2).map(({ oi }) => oi);
  desk.hold(
    "login",
    [...other.orders.keys()].join() === open.join(),
    `open are ${open}, order_all tells ${[...other.orders.keys()]}`,
  );
  for (const [coin, asset] of mine.assets) {
    const isSame = JSON.stringify(other.assets.get(coin)) === JSON.stringify(asset);
    desk.hold(
      "login",
      isSame,
      `assets_all tells ${JSON.stringify(other.assets.get(coin))}, pushed was ${JSON.stringify(asset)}`,
    );
  }
  const { sub, ...signed } = login;
  socket.send(JSON.stringify({ ...signed, unsub: sub }));
  await desk.pause(200);
  const heardAtMs = other.lastAtMs;
  // Money from one purse to the other and back is something to be told of.
  for (const type of [0, 1]) await post("/v3/cbuassets/transfer", { amount: "1", symbol: "USDT", type });
  await desk.pause(200);
  desk.hold("unsubscribing", other.lastAtMs === heardAtMs, "the private stream went on after it had been left");
  desk.hangUp(socket);
}
