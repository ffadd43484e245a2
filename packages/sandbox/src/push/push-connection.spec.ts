import { expect, it } from "vitest";
import { frameOf, openHeard } from "../spec-support/heard-connection.js";
import { PushConnection } from "./push-connection.js";

it("sends as long as the client reads, and cuts it off once when more waits than may", () => {
  const { connection, done, socket } = openHeard(1000);
  connection.send(frameOf("a"));
  socket.bufferedBytes = 1000;
  connection.send(frameOf("b"));
  expect(connection.tooSlow).toBe(false);
  socket.bufferedBytes = 1001;
  connection.send(frameOf("c"));
  connection.send(frameOf("d"));
  expect(done).toEqual(["a", "b", "(cut)"]);
  expect(connection.tooSlow).toBe(true);
});

const round = { frame: undefined, atMs: 0, answerWithinMs: 1000 };

it("asks for a sign of life twice, and closes when the time for the first answer is over", () => {
  const { connection, done } = openHeard();
  connection.ping(round);
  connection.ping({ ...round, atMs: 500 });
  connection.ping({ ...round, atMs: 999 });
  expect(done).toEqual(["(ping)", "(ping)"]);
  connection.ping({ ...round, atMs: 1000 });
  expect(done).toEqual(["(ping)", "(ping)", "(close 1001 no pong)"]);
});

it("asks anew once it was heard, with a message beside the control ping where there is one", () => {
  const { connection, done } = openHeard();
  connection.ping({ ...round, frame: frameOf("{ping}") });
  connection.ping(round);
  connection.heard();
  connection.ping({ ...round, atMs: 5000 });
  connection.ping({ ...round, atMs: 5500 });
  connection.ping({ ...round, atMs: 5999 });
  expect(done).toEqual(["(ping)", "{ping}", "(ping)", "(ping)", "(ping)"]);
  connection.ping({ ...round, atMs: 6000 });
  expect(done.at(-1)).toBe("(close 1001 no pong)");
});

it("says nothing once it is a black hole, and can still be ended", () => {
  const { connection, done } = openHeard();
  expect(connection.isSilent).toBe(false);
  connection.silence();
  expect(connection.isSilent).toBe(true);
  connection.send(frameOf("a"));
  connection.ping(round);
  expect(done).toEqual([]);
  connection.close(4001, "as ordered");
  connection.cut();
  expect(done).toEqual(["(close 4001 as ordered)", "(cut)"]);
});

it("gathers what is sent where its socket can, and does without where it cannot", () => {
  const { connection, done } = openHeard();
  connection.hold();
  connection.release();
  expect(done).toEqual(["(hold)", "(release)"]);
  const plain = { bufferedBytes: () => 0, send: () => {}, ping: () => {}, close: () => {}, cut: () => {} };
  const other = new PushConnection(plain, 0, { account: undefined, pass: (act) => act() });
  expect(() => {
    other.hold();
    other.release();
  }).not.toThrow();
});

it("has messages take as long as those of the account whose stream it has", () => {
  const line = { account: undefined as number | undefined, pass: (act: () => void) => act() };
  const plain = { bufferedBytes: () => 0, send: () => {}, ping: () => {}, close: () => {}, cut: () => {} };
  const connection = new PushConnection(plain, 0, line);
  connection.belongsTo(100_001);
  expect(line.account).toBe(100_001);
  connection.belongsTo(undefined);
  expect(line.account).toBeUndefined();
});
