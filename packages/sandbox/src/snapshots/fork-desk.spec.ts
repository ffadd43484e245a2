import { expect, it } from "vitest";
import { type ForkedVenue, Forks, maxForks } from "./fork-desk.js";

function venueAt(port: number): ForkedVenue & { closed: number } {
  const venue = { port, restUrl: `http://a:${port}`, pushUrl: `ws://a:${port}`, closed: 0 };
  return Object.assign(venue, {
    close: async () => {
      venue.closed += 1;
    },
  });
}

it("knows what runs, until it is ended or has ended", async () => {
  const forks = new Forks();
  const [one, two] = [venueAt(1), venueAt(2)];
  expect(await forks.open("a", async () => one)).toBe(one);
  await forks.open("b", async () => two);
  expect(forks.list()).toEqual([
    { snapshot: "a", port: 1, restUrl: "http://a:1", pushUrl: "ws://a:1" },
    { snapshot: "b", port: 2, restUrl: "http://a:2", pushUrl: "ws://a:2" },
  ]);
  expect([await forks.end(2), await forks.end(3), one.closed, two.closed]).toEqual([true, false, 0, 1]);
  forks.forget(two);
  expect(forks.list().map(({ port }) => port)).toEqual([1]);
});

it("lets so many run at once, those that are opening included", async () => {
  const forks = new Forks();
  const open = (port: number): Promise<unknown> => forks.open("a", async () => venueAt(port));
  await Promise.all(Array.from({ length: maxForks - 1 }, (_, port) => open(port)));
  const opening = open(50);
  const full = { code: "snapshots-full", details: { what: "forks", max: 8 } };
  await expect(open(51)).rejects.toMatchObject(full);
  await opening;
  await expect(open(51)).rejects.toMatchObject(full);
});

it("makes room again where one could not be opened", async () => {
  const forks = new Forks();
  const broken = new Error("no port");
  for (let i = 0; i < maxForks; i += 1) {
    await expect(forks.open("a", () => Promise.reject(broken))).rejects.toBe(broken);
  }
  await forks.open("a", async () => venueAt(1));
  expect(forks.list()).toHaveLength(1);
});

it("ends all of them for good, those too that open late", async () => {
  const forks = new Forks();
  const [one, late] = [venueAt(1), venueAt(2)];
  await forks.open("a", async () => one);
  let opened = (_venue: ForkedVenue): void => {};
  const opening = forks.open("a", () => new Promise((resolve) => (opened = resolve)));
  const ended = { code: "snapshot-unavailable", details: { because: "ended" } };
  const refused = expect(opening).rejects.toMatchObject(ended);
  const failing = expect(forks.open("a", () => Promise.reject(new Error("no port")))).rejects.toThrow("no port");
  const closed = forks.closeAll();
  opened(late);
  await Promise.all([closed, refused, failing]);
  expect([one.closed, late.closed > 0]).toEqual([1, true]);
  await expect(forks.open("a", async () => venueAt(3))).rejects.toMatchObject(ended);
});
