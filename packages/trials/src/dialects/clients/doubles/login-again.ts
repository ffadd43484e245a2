import type { WebSocket } from "ws";
import type { Desk } from "../../desk.js";
import type { Post } from "./calls.js";
import { follow, loginMessage, type Mirror, patienceMs } from "./follow.js";

/** A second connection is told at its login what the first one knows, and nothing more after it has left the stream: note 6. */
export async function loginAgain(desk: Desk, post: Post, mine: Mirror): Promise<void> {
  const socket = await desk.connect("/cbu");
  const other = follow(desk, socket);
  const login = loginMessage(desk);
  socket.send(JSON.stringify(login));
  const isGreeted = await desk.until(() => other.greeted === 4, patienceMs);
  desk.hold("login", isGreeted, `a second login brought ${other.greeted} of 4 first messages`);
  const open = (): string =>
    [...mine.orders.values()]
      .filter(({ s }) => s === 1 || s === 2)
      .map(({ oi }) => oi)
      .join();
  const told = [...other.orders.keys()].join();
  desk.hold(
    "login",
    await desk.until(() => open() === told, patienceMs),
    `open are ${open()}, order_all tells ${told}`,
  );
  for (const [coin, asset] of other.assets) {
    const isSame = await desk.until(() => JSON.stringify(mine.assets.get(coin)) === JSON.stringify(asset), patienceMs);
    desk.hold(
      "login",
      isSame,
      `assets_all tells ${JSON.stringify(asset)}, pushed was ${JSON.stringify(mine.assets.get(coin))}`,
    );
  }
  const { sub, ...signed } = login;
  socket.send(JSON.stringify({ ...signed, unsub: sub }));
  await pingPong(desk, socket, other);
  const heardAtMs = other.lastAtMs;
  // Money that goes from one purse to the other and back makes the venue push.
  for (const type of [0, 1]) {
    await post("/v3/cbuassets/transfer", { amount: "1", symbol: "USDT", type });
  }
  await pingPong(desk, socket, other);
  desk.hold("unsubscribing", other.lastAtMs === heardAtMs, "the private stream went on after it had been left");
  desk.hangUp(socket);
}

/** Everything that the venue sent before its answer has arrived by then. */
async function pingPong(desk: Desk, socket: WebSocket, mirror: Mirror): Promise<void> {
  const { pongs } = mirror;
  socket.send(JSON.stringify({ ping: Date.now() }));
  desk.hold("pings", await desk.until(() => mirror.pongs > pongs, patienceMs), "a JSON ping was not answered (note 8)");
}
