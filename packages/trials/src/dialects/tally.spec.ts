import { expect, it } from "vitest";
import { documentedChannels } from "./channels.js";
import { documentedOperations } from "./operations.js";
import { DialectTally } from "./tally.js";

it("misses every operation and channel that nobody met with success, by profile", () => {
  const tally = new DialectTally();
  tally.answered("deployed", "POST /v3/cbu/order/open", "carried-out");
  tally.answered("deployed", "POST /v3/cbu/order/close", "refused");
  tally.heard("deployed", "B", "svc_sub_spot_4BTC_USDT_kline_5min");
  const missing = tally.uncalled(["deployed"]);
  expect(missing).not.toContain("deployed POST /v3/cbu/order/open");
  expect(missing).not.toContain("deployed B kline_5min");
  expect(missing).toContain("deployed POST /v3/cbu/order/close");
  expect(missing).toContain("deployed A kline_5min");
  expect(missing).toHaveLength(documentedOperations.length + documentedChannels.length - 2);
  expect(tally.uncalled(["documented"])).toContain("documented POST /v3/cbu/order/open");
});

it("counts calls, messages, what is wrong and what was cut, whatever they were about", () => {
  const tally = new DialectTally();
  tally.answered("documented", "GET /v3/mdata/ping", "refused");
  tally.heard("documented", "A", "4BTC_USDT_depth");
  tally.blame("documented doubles", "fee 1");
  tally.lose("documented doubles", "ended with 1001");
  const { calls, pushes, wrong, cut } = tally;
  expect({ calls, pushes, wrong, cut }).toEqual({ calls: 1, pushes: 1, wrong: 1, cut: 1 });
});

it("tells reasons that differ in numbers once, with how many there were", () => {
  const tally = new DialectTally();
  for (const fee of ["0.1", "0.25"]) {
    tally.blame("documented doubles", `fee ${fee} of 100`);
  }
  tally.blame("deployed doubles", "fee 3 of 100");
  expect(tally.reasons).toEqual(["documented doubles: fee 0.1 of 100 (2 times)", "deployed doubles: fee 3 of 100"]);
});
