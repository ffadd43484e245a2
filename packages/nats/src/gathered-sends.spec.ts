import { expect, test } from "vitest";
import { GatheredSends } from "./gathered-sends.js";

test("sends what was published in one turn behind it, together and in order", () => {
  const turns: (() => void)[] = [];
  const sent: string[] = [];
  const gathered = new GatheredSends({
    send: (subject, _bytes, reply) => sent.push(`${subject} ${reply ?? "-"}`),
    afterTurn: (work) => turns.push(work),
  });
  const add = (subject: string, reply?: string): void => gathered.add(subject, new Uint8Array(0), reply);
  add("a");
  add("b", "inbox");
  add("a");
  expect([sent, turns.length]).toEqual([[], 1]);
  turns.shift()?.();
  expect(sent).toEqual(["a -", "b inbox", "a -"]);
  add("c");
  expect(turns).toHaveLength(1);
  // Whoever cannot wait has it sent now; the turn finds nothing more.
  gathered.flush();
  add("d");
  expect(turns).toHaveLength(2);
  for (const turn of turns) {
    turn();
  }
  expect(sent.slice(3)).toEqual(["c -", "d -"]);
});
