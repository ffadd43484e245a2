import type { Exchange } from "@depthwire/exchange/internal";
import type { Plant } from "./plant.js";

/** The venue's own state, which nobody but a planted fault changes. */
function stateOf(exchange: object): Exchange["state"] {
  return (exchange as Exchange).state;
}

/** Faults of the venue. */
export const venuePlants: readonly Plant[] = [
  {
    name: "told-before-kept",
    text: "The venue tells what its disk does not have yet.",
    foundBy: ["orders", "events"],
    within: "traders",
    tellWhen: "at-once",
  },
  {
    name: "money-from-nowhere",
    text: "A user's balance grows by a thousandth of a coin, and no other falls.",
    foundBy: ["money"],
    within: "venue",
    venue: (venue, process) => {
      process.clock.after(30_000, () => {
        const account = stateOf(venue.exchange)
          .ledger.accounts()
          .find(({ backs }) => backs !== 0);
        if (account !== undefined) {
          Object.assign(account, { balance: account.balance + 10_000_000n });
        }
      });
    },
  },
  {
    name: "generous-insurance",
    text: "The insurance fund pays somebody who can pay himself.",
    foundBy: ["insurance"],
    within: "venue",
    venue: ({ exchange }, process) => {
      const planted = exchange as Exchange;
      const apply = planted.apply.bind(planted);
      let isDue = false;
      process.clock.after(20_000, () => {
        isDue = true;
      });
      planted.apply = (command, at) => {
        const events = apply(command, at);
        const account = stateOf(planted)
          .ledger.accounts()
          .find(({ backs, coin }) => backs !== 0 && coin === "USDT");
        const fund = stateOf(planted)
          .ledger.accounts()
          .find(({ name, coin }) => name === "venue/insurance" && coin === "USDT");
        if (!isDue || account === undefined || fund === undefined) {
          return events;
        }
        isDue = false;
        stateOf(planted).ledger.post(fund, account, 10_000_000n);
        return [...events, { kind: "insurance-paid", account: account.backs, coin: "USDT", amount: "0.001" }];
      };
    },
  },
];
