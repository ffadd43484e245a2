import { expect, it } from "vitest";
import { frameOf, openHeard } from "../spec-support/heard-connection.js";
import { Hub } from "./hub.js";

/** A hub with two connections. */
function openHub() {
  const hub = new Hub();
  const [one, two] = [openHeard(), openHeard()];
  hub.connect(one.connection);
  hub.connect(two.connection);
  return { hub, one, two };
}

it("sends to those who listen, and to nobody else", () => {
  const { hub, one, two } = openHub();
  expect(hub.hasListeners("a")).toBe(false);
  hub.subscribe("a", one.connection);
  hub.subscribe("a", two.connection);
  hub.subscribe("b", two.connection);
  hub.audienceOf("a").send(frameOf("to a"));
  hub.unsubscribe("a", one.connection);
  hub.audienceOf("a").send(frameOf("to a again"));
  hub.audienceOf("b").send(frameOf("to b"));
  hub.audienceOf("c").send(frameOf("to c"));
  expect(one.done).toEqual(["to a"]);
  expect(two.done).toEqual(["to a", "to a again", "to b"]);
  expect([hub.hasListeners("a"), hub.hasListeners("c")]).toEqual([true, false]);
  expect([...one.connection.audiences, "|", ...two.connection.audiences]).toEqual(["|", "a", "b"]);
  hub.unsubscribe("a", two.connection);
  hub.unsubscribe("none", two.connection);
  expect(hub.hasListeners("a")).toBe(false);
});

it("does to an audience what a fault orders", () => {
  const { hub, one, two } = openHub();
  hub.subscribe("a", one.connection);
  const audience = hub.audienceOf("a");
  audience.close(4001);
  audience.cut();
  audience.silence();
  audience.send(frameOf("lost"));
  expect(one.done).toEqual(["(close 4001 as ordered)", "(cut)"]);
  expect(two.done).toEqual([]);
});

it("forgets who has gone, and counts those among them that did not read, once", () => {
  const { hub, one, two } = openHub();
  hub.subscribe("a", one.connection);
  hub.subscribe("b", one.connection);
  one.socket.bufferedBytes = 1001;
  hub.audienceOf("a").send(frameOf("too much"));
  expect([hub.size, hub.cutForSlowness]).toEqual([2, 0]);
  hub.disconnect(one.connection);
  hub.disconnect(one.connection);
  hub.disconnect(two.connection);
  expect([hub.size, hub.cutForSlowness]).toEqual([0, 1]);
  expect([hub.hasListeners("a"), hub.hasListeners("b")]).toEqual([false, false]);
});

it("lets what is sent meanwhile leave in one write, also where sending fails", () => {
  const { hub, one } = openHub();
  hub.subscribe("a", one.connection);
  hub.inOneWrite(() => hub.audienceOf("a").send(frameOf("x")));
  const fail = (): never => {
    throw new Error("broken");
  };
  expect(() => hub.inOneWrite(fail)).toThrow("broken");
  expect(one.done).toEqual(["(hold)", "x", "(release)", "(hold)", "(release)"]);
});

it("asks everybody for a sign of life", () => {
  const { hub, one, two } = openHub();
  hub.pingAll({ frame: undefined, atMs: 0, answerWithinMs: 1 });
  expect([one.done, two.done]).toEqual([["(ping)"], ["(ping)"]]);
});

it("sends everybody away, hears and tells them nothing more, and cuts those who stay", () => {
  const { hub, one, two } = openHub();
  hub.subscribe("a", one.connection);
  hub.subscribe("b", one.connection);
  const cutRest = hub.sendAway("it is over");
  const later = openHeard();
  hub.connect(later.connection);
  expect([one.done, two.done]).toEqual([["(close 1001 it is over)"], ["(close 1001 it is over)"]]);
  expect([hub.hasListeners("a"), hub.hasListeners("b"), one.connection.isSilent]).toEqual([false, false, true]);
  hub.disconnect(one.connection);
  cutRest();
  expect([one.done.length, two.done.at(-1), later.done]).toEqual([1, "(cut)", []]);
  expect(hub.isEnding).toBe(false);
});

it("says goodbye when the venue ends, or ends connections without a word", () => {
  const closing = openHub();
  closing.hub.closeAll();
  expect(closing.two.done).toEqual(["(close 1001 the sandbox ends)"]);
  expect(closing.hub.isEnding).toBe(true);
  const cut = openHub();
  cut.hub.loseAll();
  expect([cut.one.done, cut.two.done, cut.hub.isEnding]).toEqual([["(cut)"], ["(cut)"], false]);
  cut.hub.cutAll();
  expect([cut.one.done.length, cut.hub.isEnding]).toEqual([2, true]);
});
