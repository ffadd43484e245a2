import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Acknowledged } from "../acknowledged.js";
import type { ChildOrders } from "../child-orders.js";
import { Client } from "../client.js";
import type { Draw } from "../plan.js";
import { sandboxVictim } from "../sandbox-victim.js";
import { type Names, work } from "../work.js";
import { below } from "./harm.js";

/** The pair of these venues. */
export const pair = "4BTC_USDT";

/** How a venue's last life ended. */
export type VenueEnd = "closed" | "killed";

/** Lives of a venue: what the last but one left behind is the older copy. */
const lives = 3;

const workMs = 250;

/** A venue that ended, with what it had acknowledged. Copies of it are harmed. */
export class Venue {
  readonly end: VenueEnd;
  readonly known: Acknowledged = new Acknowledged();
  readonly #root: string;

  private constructor(root: string, end: VenueEnd) {
    this.#root = root;
    this.end = end;
  }

  /** Runs a venue for some lives, each of which acknowledges something. @throws Error when it does not start */
  static async make(end: VenueEnd, draw: Draw, names: Names): Promise<Venue> {
    const venue = new Venue(await mkdtemp(join(tmpdir(), "depthwire-damage-")), end);
    const history = draw() < 0.5 ? "keep" : "trim";
    for (let life = 1; life <= lives; life++) {
      const before = life === lives ? end : below(draw, 2) === 0 ? "closed" : "killed";
      const changes = { history, maxReplayMs: draw() < 0.5 ? 8 : 150, largeVenue: draw() < 0.5 ? 0 : 4_000 } as const;
      await venue.#live(changes, before, names);
      if (life === lives - 1) {
        await cp(venue.directory, venue.older, { recursive: true });
      }
    }
    return venue;
  }

  get directory(): string {
    return join(this.#root, "venue");
  }

  /** The venue as its life before the last left it. */
  get older(): string {
    return join(this.#root, "older");
  }

  /** A copy of the venue, to be harmed. */
  async copy(): Promise<string> {
    const copy = join(this.#root, "copy");
    await rm(copy, { recursive: true, force: true });
    await cp(this.directory, copy, { recursive: true });
    return copy;
  }

  async remove(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
  }

  async #live(
    changes: Pick<ChildOrders, "history" | "maxReplayMs" | "largeVenue">,
    end: VenueEnd,
    names: Names,
  ): Promise<void> {
    const { directory } = this;
    const victim = sandboxVictim({ directory, pair, durability: "process", tickIntervalMs: 20, ...changes });
    const report = await victim.opened;
    if (report === undefined) {
      throw new Error(`a venue does not start: ${victim.complaint}`);
    }
    const client = new Client(report);
    await client.operate("accounts/100001", { funds: [{ coin: "USDT", amount: "1000000", purse: "contract" }] });
    const ending = setTimeout(() => void (end === "killed" ? victim.kill() : victim.close()), workMs);
    await work(client, pair, this.known, names);
    clearTimeout(ending);
    client.close();
    await victim.ended;
  }
}
