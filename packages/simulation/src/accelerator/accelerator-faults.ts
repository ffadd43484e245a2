import type { AcceleratorFaultKind, FaultAct } from "../faults/fault.js";
import { usualHarm } from "../network/link.js";
import type { AcceleratorSite } from "./accelerator-site.js";

/** How long each kind lasts at most, in milliseconds; those that are not named are over at once. */
export const maxAcceleratorFaultMs: Readonly<Partial<Record<AcceleratorFaultKind, number>>> = {
  "accelerator-kill": 6_000,
  "accelerator-kill-amid-order": 6_000,
  "accelerator-kill-behind-lost-answer": 6_000,
  "accelerator-stop": 6_000,
  "accelerator-power": 6_000,
  "accelerator-pause": 20_000,
  "accelerator-down": 12_000,
  "accelerator-slow": 10_000,
  "accelerator-harmed-requests": 15_000,
  "accelerator-disk-full": 6_000,
  "accelerator-clock-drift": 20_000,
};

/** An order and its answer take about so long, in milliseconds; half of the kills amid one come in the first quarter, while the disk may still be at work. */
const maxAmidMs = 40;
/** Its disk has what it was told last within this, in milliseconds. */
const maxKeepMs = 80;

/** What each kind does, and undoes when its time is over. */
export const acceleratorFaultActs: Readonly<Record<AcceleratorFaultKind, FaultAct<AcceleratorSite>>> = {
  "accelerator-kill": (site, { forMs }, later) => {
    site.kill();
    later(forMs, () => site.start());
  },
  "accelerator-kill-amid-order": (site, { size, forMs }, later) => {
    site.atNextOrder = () =>
      later(size * size * maxAmidMs, () => {
        site.kill();
        later(forMs, () => site.start());
      });
  },
  // What it does not know yet it is to find out in its next life.
  "accelerator-kill-behind-lost-answer": (site, { size, forMs }, later) => {
    const { link } = site.computer;
    site.atNextOrder = () =>
      later(size * maxAmidMs, () => {
        link.condition.isDown = true;
        link.cut();
        later(maxKeepMs, () => {
          site.kill();
          later(forMs, () => {
            link.condition.isDown = false;
            site.start();
          });
        });
      });
  },
  "accelerator-stop": (site, { forMs }, later) => {
    site.stop();
    later(forMs, () => {
      // Whoever stopped it waits no longer.
      site.kill();
      site.start();
    });
  },
  "accelerator-power": (site, { forMs }, later) => {
    site.losePower();
    later(forMs, () => site.start());
  },
  "accelerator-pause": (site, { forMs }, later) => {
    site.pause();
    later(forMs, () => site.resume());
  },
  "accelerator-cut": ({ computer }) => computer.link.cut(),
  "accelerator-swallow": ({ computer }) => computer.link.swallow(),
  "accelerator-down": ({ computer }, { forMs }, later) => {
    computer.link.condition.isDown = true;
    computer.link.cut();
    later(forMs, () => {
      computer.link.condition.isDown = false;
    });
  },
  "accelerator-slow": ({ computer }, { size, forMs }, later) => {
    computer.link.condition.slowness = 1 + size * 60;
    later(forMs, () => {
      computer.link.condition.slowness = 1;
    });
  },
  "accelerator-harmed-requests": ({ computer }, { size, forMs }, later) => {
    computer.link.condition.harm = size;
    later(forMs, () => {
      computer.link.condition.harm = usualHarm;
    });
  },
  // What could not be kept once is not kept in that life any more: somebody makes room, and starts it again.
  "accelerator-disk-full": (site, { forMs }, later) => {
    site.computer.disk.isFull = true;
    later(forMs, () => {
      site.computer.disk.isFull = false;
      site.kill();
      site.start();
    });
  },
  "accelerator-clock-jump": ({ computer }, { size }) => computer.clock.jump((size - 0.5) * 120_000),
  "accelerator-clock-drift": ({ computer }, { size, forMs }, later) => {
    computer.clock.drift(1 + (size - 0.5) * 0.02);
    later(forMs, () => computer.clock.drift(1));
  },
};
