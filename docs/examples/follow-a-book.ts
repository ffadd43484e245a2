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
