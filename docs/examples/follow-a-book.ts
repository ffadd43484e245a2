/**
 * Follows one book and tells its best prices, as a function for a program of your own.
 *
 * Run: import it and call `followABook("ws://127.0.0.1:8090/cbu", "4BTC_USDT", 5)`, beside `npm start`.
 * See: what it returns, a line such as `1042: 47741.3 / 47741.6` for each state. Only a book that is `live` is told.
 */
import { connect } from "@depthwire/node";

/** Follows one book and tells its best prices, until so many states were seen. */
export async function followABook(pushUrl: string, pair: string, states: number): Promise<readonly string[]> {
  const seen: string[] = [];
  await using venue = connect({ addresses: [pushUrl] });
  for await (const { status, bestBid, bestAsk, seq } of venue.book(pair)) {
    if (status !== "live") {
      continue;
    }
    seen.push(`${seq}: ${bestBid?.price} / ${bestAsk?.price}`);
    if (seen.length === states) {
      break;
    }
  }
  return seen;
}
