import type { FaultAct, RelayFaultKind } from "../faults/fault.js";
import { InstanceProgram } from "./instance-program.js";
import type { RelaySite } from "./relay-site.js";

/** How long each kind lasts at most, in milliseconds; those that are not named are over at once. */
export const maxRelayFaultMs: Readonly<Partial<Record<RelayFaultKind, number>>> = {
  "relay-kill": 8_000,
  "relay-pause": 8_000,
  "relay-congested-pause": 8_000,
  "relay-leave": 6_000,
  "relay-clock-drift": 20_000,
  "relay-venue-down": 8_000,
  "bus-cut": 6_000,
  "bus-stall": 6_000,
  "bus-slow": 15_000,
  "bus-loss": 10_000,
  "leases-away": 8_000,
  "leases-unreached": 8_000,
};

const leaseHostStates = ["late", "refuses", "loses-answers"] as const;

/** What each kind does, and undoes when its time is over. */
export const relayFaultActs: Readonly<Record<RelayFaultKind, FaultAct<RelaySite>>> = {
  "relay-kill": (relay, { trader, forMs }, later) => {
    relay.kill(trader);
    later(forMs, () => relay.start(trader));
  },
  "relay-pause": (relay, { trader, forMs }, later) => {
    relay.pause(trader);
    later(forMs, () => relay.resume(trader));
  },
  // What it said last is still on its way when it stands still, and comes when another one has taken its place.
  "relay-congested-pause": (relay, { trader, forMs, size }, later) => {
    const { connection } = relay.at(trader);
    connection.stall();
    later(size * 0.4 * forMs, () => relay.pause(trader));
    later(forMs, () => {
      connection.resume();
      relay.resume(trader);
    });
  },
  "relay-leave": (relay, { trader, forMs }, later) => {
    const { program } = relay.at(trader);
    if (program instanceof InstanceProgram) {
      program.process.enter(() => void program.relay.close().then(() => program.process.kill()));
    }
    later(forMs, () => {
      relay.kill(trader);
      relay.start(trader);
    });
  },
  "relay-clock-jump": (relay, { trader, size }) => relay.at(trader).clock.jump((size - 0.5) * 120_000),
  "relay-clock-drift": (relay, { trader, size, forMs }, later) => {
    relay.at(trader).clock.drift(1 + (size - 0.5) * 0.02);
    later(forMs, () => relay.at(trader).clock.drift(1));
  },
  "relay-venue-down": (relay, { trader, forMs }, later) => {
    const { link } = relay.at(trader);
    link.condition.isDown = true;
    link.cut();
    later(forMs, () => {
      link.condition.isDown = false;
    });
  },
  "bus-cut": (relay, { trader, forMs }, later) => {
    relay.at(trader).connection.cut();
    // Whoever was started meanwhile has a connection of its own.
    later(forMs, () => relay.at(trader).connection.restore());
  },
  "bus-stall": (relay, { trader, forMs }, later) => {
    const { connection } = relay.at(trader);
    connection.stall();
    later(forMs, () => connection.resume());
  },
  "bus-slow": (relay, { trader, size, forMs }, later) => {
    const computer = relay.at(trader);
    computer.busDelayMs = 200 + size * 5_000;
    later(forMs, () => {
      computer.busDelayMs = 0;
    });
  },
  "bus-loss": (relay, { trader, size, forMs }, later) => {
    const computer = relay.at(trader);
    computer.busLoss = size * 0.5;
    later(forMs, () => {
      computer.busLoss = 0;
    });
  },
  "leases-away": ({ leases }, { size, forMs }, later) => {
    leases.state = leaseHostStates[Math.floor(size * leaseHostStates.length)] ?? "refuses";
    later(forMs, () => {
      leases.state = "answers";
    });
  },
  "leases-unreached": (relay, { trader, forMs }, later) => {
    const computer = relay.at(trader);
    computer.reachesStore = false;
    later(forMs, () => {
      computer.reachesStore = true;
    });
  },
  "hand-over": (relay, { trader }) => {
    const { program } = relay.at(trader);
    if (program instanceof InstanceProgram && !program.process.isDead && !program.process.isPaused) {
      program.handOver();
    }
  },
};
