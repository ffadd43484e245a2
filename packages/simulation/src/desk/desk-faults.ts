import type { DeskFaultKind, FaultAct } from "../faults/fault.js";
import { usualHarm } from "../network/link.js";
import type { DeskSite } from "./desk-site.js";

/** How long each kind lasts at most, in milliseconds; those that are not named are over at once. */
export const maxDeskFaultMs: Readonly<Partial<Record<DeskFaultKind, number>>> = {
  "rival-kill": 12_000,
  "rival-kill-amid-order": 12_000,
  "rival-pause": 15_000,
  // About as long as a lease and what an heir waits: shorter and longer ones change less.
  "rival-pause-amid-order": 8_000,
  "rival-congested-pause": 10_000,
  "rival-sleep": 18_000,
  "rival-down": 12_000,
  "rival-slow": 10_000,
  "rival-harmed-requests": 15_000,
  "rival-disk-full": 6_000,
  "rival-clock-drift": 20_000,
  "desk-leases-away": 10_000,
  "desk-leases-unreached": 12_000,
};

/** The venue's time is read, the lease is looked at, the order is kept, sent and answered within this, in milliseconds. */
const maxAmidMs = 40;

/** A computer that wakes reaches the store of leases again within this, in milliseconds. */
const maxWakingMs = 3_000;

const leaseHostStates = ["late", "refuses", "loses-answers"] as const;

/** What each kind does, and undoes when its time is over. */
export const deskFaultActs: Readonly<Record<DeskFaultKind, FaultAct<DeskSite>>> = {
  "rival-kill": (desk, { trader, forMs }, later) => {
    desk.kill(trader);
    later(forMs, () => desk.start(trader));
  },
  "rival-kill-amid-order": (desk, { trader, size, forMs }, later) => {
    desk.at(trader).atNextOrder = () =>
      later(size * maxAmidMs, () => {
        desk.kill(trader);
        later(forMs, () => desk.start(trader));
      });
  },
  "rival-pause": (desk, { trader, forMs }, later) => {
    desk.pause(trader);
    later(forMs, () => desk.resume(trader));
  },
  "rival-pause-amid-order": (desk, { trader, size, forMs }, later) => {
    desk.at(trader).atNextOrder = () =>
      later(size * maxAmidMs, () => {
        desk.pause(trader);
        later(forMs, () => desk.resume(trader));
      });
  },
  // Its order is still on its way when it stands still, and comes when its lease has run out.
  "rival-congested-pause": (desk, { trader, size, forMs }, later) => {
    const computer = desk.at(trader);
    computer.atNextSend = () => {
      computer.link.condition.slowness = 100 + size * 600;
      desk.pause(trader);
      later(forMs, () => {
        computer.link.condition.slowness = 1;
        desk.resume(trader);
      });
    };
  },
  // It wakes, and its way to the venue is there before that to the store.
  "rival-sleep": (desk, { trader, size, forMs }, later) => {
    const computer = desk.at(trader);
    desk.pause(trader);
    computer.reachesStore = false;
    later(forMs, () => {
      desk.resume(trader);
      later(size * maxWakingMs, () => {
        computer.reachesStore = true;
      });
    });
  },
  "rival-down": (desk, { trader, forMs }, later) => {
    const { link } = desk.at(trader);
    link.condition.isDown = true;
    link.cut();
    later(forMs, () => {
      link.condition.isDown = false;
    });
  },
  "rival-slow": (desk, { trader, size, forMs }, later) => {
    const { condition } = desk.at(trader).link;
    condition.slowness = 1 + size * 60;
    later(forMs, () => {
      condition.slowness = 1;
    });
  },
  "rival-harmed-requests": (desk, { trader, size, forMs }, later) => {
    const { condition } = desk.at(trader).link;
    condition.harm = size;
    later(forMs, () => {
      condition.harm = usualHarm;
    });
  },
  "rival-disk-full": (desk, { trader, forMs }, later) => {
    const { disk } = desk.at(trader);
    disk.isFull = true;
    later(forMs, () => {
      disk.isFull = false;
    });
  },
  "rival-clock-jump": (desk, { trader, size }) => desk.at(trader).clock.jump((size - 0.5) * 120_000),
  "rival-clock-drift": (desk, { trader, size, forMs }, later) => {
    const { clock } = desk.at(trader);
    clock.drift(1 + (size - 0.5) * 0.02);
    later(forMs, () => clock.drift(1));
  },
  "desk-leases-away": ({ leases }, { size, forMs }, later) => {
    leases.state = leaseHostStates[Math.floor(size * leaseHostStates.length)] ?? "refuses";
    later(forMs, () => {
      leases.state = "answers";
    });
  },
  "desk-leases-unreached": (desk, { trader, forMs }, later) => {
    const computer = desk.at(trader);
    computer.reachesStore = false;
    later(forMs, () => {
      computer.reachesStore = true;
    });
  },
};
