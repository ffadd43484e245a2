import { usualHarm } from "../network/link.js";
import type { TraderSites } from "../programs/trader-sites.js";
import type { VenueProgram } from "../programs/venue-program.js";
import type { FaultAct, TraderFaultKind } from "./fault.js";

/** An order and its answer take about so long, in milliseconds. */
const maxAmidMs = 40;

/** A trader's disk has what it was told last within this, in milliseconds. */
const maxKeepMs = 80;

/** An order reaches the venue and its disk within this, in milliseconds. */
const maxVenueAmidMs = 15;

/** Traders, and the venue to which they send. */
export interface SufferingTraders {
  readonly traders: TraderSites;
  readonly venue: Pick<VenueProgram, "kill" | "restart">;
}

/** What each kind does to a trader. */
export const traderFaultActs: Readonly<Record<TraderFaultKind, FaultAct<SufferingTraders>>> = {
  cut: ({ traders }, { trader }) => traders.at(trader).link.cut(),
  swallow: ({ traders }, { trader }) => traders.at(trader).link.swallow(),
  down: ({ traders }, { trader, forMs }, later) => {
    const { link } = traders.at(trader);
    link.condition.isDown = true;
    link.cut();
    later(forMs, () => {
      link.condition.isDown = false;
    });
  },
  slow: ({ traders }, { trader, size, forMs }, later) => {
    const { condition } = traders.at(trader).link;
    condition.slowness = 1 + size * 60;
    later(forMs, () => {
      condition.slowness = 1;
    });
  },
  "harmed-requests": ({ traders }, { trader, size, forMs }, later) => {
    const { condition } = traders.at(trader).link;
    condition.harm = size;
    later(forMs, () => {
      condition.harm = usualHarm;
    });
  },
  "kill-trader": ({ traders }, { trader, forMs }, later) => {
    traders.kill(trader);
    later(forMs, () => traders.start(trader));
  },
  "kill-amid-order": ({ traders }, { trader, size, forMs }, later) => {
    traders.at(trader).atNextOrder = () =>
      later(size * maxAmidMs, () => {
        traders.kill(trader);
        later(forMs, () => traders.start(trader));
      });
  },
  // What it does not know yet it is to find out in its next life.
  "kill-behind-lost-answer": ({ traders }, { trader, size, forMs }, later) => {
    const { link } = traders.at(trader);
    traders.at(trader).atNextOrder = () =>
      later(size * maxAmidMs, () => {
        link.condition.isDown = true;
        link.cut();
        later(maxKeepMs, () => {
          traders.kill(trader);
          later(forMs, () => {
            link.condition.isDown = false;
            traders.start(trader);
          });
        });
      });
  },
  // A long computation holds the main thread alone, a computer that sleeps all of them.
  "pause-trader": ({ traders }, { trader, size, forMs }, later) => {
    traders.pause(trader, size < 0.5 ? "main thread" : "all threads");
    later(forMs, () => traders.resume(trader));
  },
  "kill-venue-amid-order": ({ traders, venue }, { trader, size, forMs }, later) => {
    traders.at(trader).atNextOrder = () =>
      later(size * maxVenueAmidMs, () => {
        venue.kill("told");
        later(forMs, () => venue.restart());
      });
  },
  "trader-disk-full": ({ traders }, { trader, forMs }, later) => {
    const { disk } = traders.at(trader);
    disk.isFull = true;
    later(forMs, () => {
      disk.isFull = false;
    });
  },
  "clock-jump": ({ traders }, { trader, size }) => traders.at(trader).clock.jump((size - 0.5) * 120_000),
  "clock-drift": ({ traders }, { trader, size, forMs }, later) => {
    const { clock } = traders.at(trader);
    clock.drift(1 + (size - 0.5) * 0.02);
    later(forMs, () => clock.drift(1));
  },
};
