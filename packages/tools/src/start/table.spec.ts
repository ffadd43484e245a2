import { plainText, type ScreenSize } from "@depthwire/cli/internal";
import { describe, expect, it } from "vitest";
import type { BookRow, LiveState } from "./live-state.js";
import { renderStatusLine } from "./status-line.js";
import { renderTable } from "./table.js";

const liveRow: BookRow = {
  pair: "4BTC_USDT",
  status: "live",
  reason: undefined,
  bid: "60000.1",
  ask: "60000.4",
  spread: "0.3",
  seq: 188_240,
  updatesPerSecond: 9.96,
  lagMs: 1.4,
};
const syncingRow: BookRow = {
  pair: "4ETH_USDT",
  status: "syncing",
  reason: undefined,
  bid: undefined,
  ask: undefined,
  spread: undefined,
  seq: undefined,
  updatesPerSecond: 0,
  lagMs: undefined,
};

function stateOf(rows: readonly BookRow[]): LiveState {
  return {
    restUrl: "http://127.0.0.1:8090",
    pushUrl: "ws://127.0.0.1:8090/cbu",
    pageUrl: "http://127.0.0.1:8080/app/login?code=x",
    missedPort: undefined,
    missedPagePort: undefined,
    profile: "documented",
    credentialFile: "key.json",
    shards: 2,
    liveForMs: 12_340,
    rows,
    messagesPerSecond: 1234.5,
    inflatedBytesPerSecond: 1_284_000,
    lagMs: 1.4,
    compared: 2000,
    divergent: 0,
    missed: 1,
  };
}

function render(state: LiveState, size: ScreenSize): string[] {
  return renderTable(state, size).map(plainText);
}

function manyRows(count: number): BookRow[] {
  return Array.from({ length: count }, (_, index) => ({ ...liveRow, pair: `4C${index}_USDT` }));
}

describe("renderTable", () => {
  it("shows each book and the totals", () => {
    expect(render(stateOf([liveRow, syncingRow]), { columns: 120, rows: 24 })).toEqual([
      "Depthwire  REST http://127.0.0.1:8090  push ws://127.0.0.1:8090/cbu  profile documented  2 threads",
      "dashboard http://127.0.0.1:8080/app/login?code=x",
      "live 1/2  1,235 messages/s  1.28 MB/s inflated  lag 1 ms  compared 2,000  divergent 0  missed 1  12.3 s",
      "",
      "pair       status       bid      ask  spread     seq  messages/s   lag  reason",
      "4BTC_USDT  live     60000.1  60000.4     0.3  188240        10.0  1 ms",
      "4ETH_USDT  syncing        -        -       -       -         0.0     -",
      "Ctrl-C ends  key in key.json  README: ten lines to try",
    ]);
  });

  it("says that another port had to be taken: what was said before it is hidden by it", () => {
    const restUrl = "http://127.0.0.1:41234";
    const pushUrl = "ws://127.0.0.1:41234/cbu";
    const lines = render({ ...stateOf([liveRow]), restUrl, pushUrl, missedPort: 8090 }, { columns: 80, rows: 24 });
    expect(lines.slice(0, 3)).toEqual([
      "Depthwire  REST http://127.0.0.1:41234  push ws://127.0.0.1:41234/cbu",
      "profile documented  2 threads",
      "Port 8090 is taken, this is 41234  write 41234 where the README says 8090",
    ]);
  });

  it("says the same of the accelerator's port", () => {
    const state = { ...stateOf([liveRow]), pageUrl: "http://127.0.0.1:42345/app/login?code=x", missedPagePort: 8080 };
    expect(render(state, { columns: 100, rows: 24 })).toContain(
      "Port 8080 is taken, this is 42345  write 42345 where the accelerator's guides say 8080",
    );
  });

  it("shows the dashboard's whole address, with a code of 16 bytes, in 80 columns", () => {
    const pageUrl = `http://127.0.0.1:41234/app/login?code=${"x".repeat(22)}`;
    expect(render({ ...stateOf(manyRows(20)), pageUrl }, { columns: 80, rows: 24 })).toContain(`dashboard ${pageUrl}`);
    // Where the word before it has no room, the address stands alone.
    const columns = pageUrl.length;
    expect(render({ ...stateOf(manyRows(20)), pageUrl }, { columns, rows: 24 })).toContain(pageUrl);
  });

  it("never makes a line wider or a screen higher than the terminal", () => {
    const state = { ...stateOf(manyRows(20)), missedPort: 8089 };
    for (let columns = 1; columns <= 130; columns += 3) {
      for (let rows = 1; rows <= 40; rows += 3) {
        const lines = render(state, { columns, rows });
        expect(lines.length).toBeLessThanOrEqual(rows);
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      }
    }
  });

  it("loses columns in a narrow terminal, pair, status and prices last", () => {
    const heading = (columns: number): string =>
      render(stateOf([liveRow]), { columns, rows: 24 }).find((line) => line.startsWith("pair")) ?? "";
    expect(heading(60)).toBe("pair       status      bid      ask  spread  messages/s");
    expect(heading(40)).toBe("pair       status      bid      ask");
    expect(heading(20)).toBe("pair       status");
  });

  it("says how many pairs a low terminal hides, and shows the troubled ones", () => {
    const lines = render(stateOf([...manyRows(20), { ...syncingRow, status: "gapped", reason: "sequence-gap" }]), {
      columns: 120,
      rows: 12,
    });
    expect(lines).toHaveLength(12);
    expect(lines[4]).toMatch(/^4ETH_USDT +gapped .*sequence-gap$/);
    expect(lines.at(-1)).toBe("... 14 more pairs  Ctrl-C ends  key in key.json  README: ten lines to try");
  });
});

describe("renderStatusLine", () => {
  it("is the totals while all books are live", () => {
    expect(renderStatusLine(stateOf([liveRow]))).toBe(
      "live 1/1  1,235 messages/s  1.28 MB/s inflated  lag 1 ms  compared 2,000  divergent 0  missed 1  12.3 s",
    );
  });

  it("names books that are not live with their reason", () => {
    const gapped: BookRow = { ...liveRow, status: "gapped", reason: "sequence-gap" };
    expect(renderStatusLine(stateOf([liveRow, gapped, syncingRow, syncingRow, syncingRow]))).toMatch(
      / {2}4BTC_USDT gapped \(sequence-gap\) {2}4ETH_USDT syncing {2}4ETH_USDT syncing {2}and 1 more$/,
    );
  });

  it("tells that it waits before all books were live", () => {
    expect(renderStatusLine({ ...stateOf([syncingRow]), liveForMs: undefined, lagMs: undefined })).toContain(
      "lag -  compared 2,000  divergent 0  missed 1  waiting for all books",
    );
  });
});
