import { describe, expect, it } from "vitest";
import { openScreen, type TerminalOutput } from "./screen.js";

const esc = "\u001b[";

class FakeTerminal implements TerminalOutput {
  columns: number | undefined = 10;
  rows: number | undefined = 3;
  writableNeedDrain = false;
  readonly writes: string[] = [];

  write(text: string): void {
    this.writes.push(text);
  }
}

describe("openScreen", () => {
  it("takes the terminal over and gives it back, once", () => {
    const terminal = new FakeTerminal();
    const screen = openScreen(terminal, "plain");
    screen.close();
    screen.close();
    screen.draw([[{ text: "late" }]]);
    expect(terminal.writes).toEqual([`${esc}?1049h${esc}?25l${esc}?7l`, `${esc}?7h${esc}?25h${esc}?1049l`]);
  });

  it("draws a frame in one write and clears what is left of the one before", () => {
    const terminal = new FakeTerminal();
    openScreen(terminal, "plain").draw([[{ text: "pair" }], [{ text: "4BTC_USDT!" }]]);
    expect(terminal.writes[1]).toBe(
      `${esc}?2026h${esc}1;1Hpair${esc}K${esc}2;1H4BTC_USDT!${esc}3;1H${esc}J${esc}?2026l`,
    );
  });

  it("does not erase the last cell of a full line, nor below a full screen", () => {
    const terminal = new FakeTerminal();
    const full = [{ text: "0123456789" }];
    openScreen(terminal, "plain").draw([full, full, full]);
    expect(terminal.writes[1]).not.toContain(`${esc}K`);
    expect(terminal.writes[1]).not.toContain(`${esc}J`);
  });

  it("colours only where asked", () => {
    const line = [{ text: "live", style: "32" }];
    const plain = new FakeTerminal();
    openScreen(plain, "plain").draw([line]);
    expect(plain.writes[1]).not.toContain("32m");
    const coloured = new FakeTerminal();
    openScreen(coloured, "colour").draw([line]);
    expect(coloured.writes[1]).toContain(`${esc}32mlive${esc}0m`);
  });

  it("writes nothing when nothing changed, and again after a resize", () => {
    const terminal = new FakeTerminal();
    const screen = openScreen(terminal, "plain");
    screen.draw([[{ text: "live" }]]);
    screen.draw([[{ text: "live" }]]);
    expect(terminal.writes).toHaveLength(2);
    terminal.columns = 4;
    screen.draw([[{ text: "live" }]]);
    expect(terminal.writes).toHaveLength(3);
  });

  it("writes the lines that have changed, and clears those that are gone", () => {
    const terminal = new FakeTerminal();
    const screen = openScreen(terminal, "plain");
    screen.draw([[{ text: "one" }], [{ text: "two" }], [{ text: "three" }]]);
    screen.draw([[{ text: "one" }], [{ text: "2" }], [{ text: "three" }]]);
    screen.draw([[{ text: "one" }]]);
    expect(terminal.writes.slice(2)).toEqual([
      `${esc}?2026h${esc}2;1H2${esc}K${esc}?2026l`,
      `${esc}?2026h${esc}2;1H${esc}J${esc}?2026l`,
    ]);
  });

  it("leaves frames out while the terminal is behind", () => {
    const terminal = new FakeTerminal();
    const screen = openScreen(terminal, "plain");
    terminal.writableNeedDrain = true;
    screen.draw([[{ text: "one" }]]);
    terminal.writableNeedDrain = false;
    screen.draw([[{ text: "two" }]]);
    expect(terminal.writes.slice(1).join("")).toContain("two");
    expect(terminal.writes.join("")).not.toContain("one");
  });

  it("takes 80 by 24 where the terminal does not tell its size", () => {
    const terminal = new FakeTerminal();
    terminal.columns = 0;
    terminal.rows = undefined;
    expect(openScreen(terminal, "plain").size).toEqual({ columns: 80, rows: 24 });
  });
});
