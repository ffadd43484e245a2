import { type Expectation, type GuardCase, granted, refused, type Wish } from "./guard-case.js";
import type { Setup } from "./subject.js";

const wishes: readonly Wish[] = ["read", "change", "upgrade"];
const foreign = refused(403, /host-refused.*|--allow-host/);
const malformed = refused(400, /host-malformed/);

const ownHosts = [
  "127.0.0.1:{port}",
  "localhost:{port}",
  "LOCALHOST.",
  "127.8.9.10:1",
  "[::1]:{port}",
  "[::ffff:7f00:1]",
  "127.0.0.1:",
  "[0:0:0:0:0:0:0:1]:{port}",
];
const foreignHosts = [
  "evil.test",
  "evil.test:{port}",
  "localhost.evil.test:{port}",
  "127.0.0.1.evil.test",
  "evil-localhost:{port}",
  "192.0.2.7:{port}",
  "0.0.0.0:{port}",
  "[2001:db8::1]:{port}",
];
const malformedHosts = [
  "",
  "localhost, localhost",
  "user@localhost",
  "localhost:port",
  "localhost:99999",
  "127.1",
  "2130706433",
  "::1",
  "[::1%25lo]",
  "localhost..",
];

function each(setup: Setup, hosts: readonly string[], expect: (wish: Wish) => Expectation): readonly GuardCase[] {
  return hosts.flatMap((host) =>
    wishes.map((wish): GuardCase => {
      return { name: `${wish} with Host ${host}`, setup, wish, headers: [["host", host]], expected: expect(wish) };
    }),
  );
}

function unusual(): readonly GuardCase[] {
  return wishes.flatMap((wish): readonly GuardCase[] => [
    { name: `${wish} without Host`, setup: {}, wish, noHost: true, expected: malformed },
    {
      name: `${wish} with two Hosts`,
      setup: {},
      wish,
      headers: [
        ["host", "localhost:{port}"],
        ["Host", "localhost:{port}"],
      ],
      expected: malformed,
    },
    {
      name: `${wish} in the target of another host`,
      setup: {},
      wish,
      request: { target: "http://evil.test/_sandbox/faults" },
      expected: foreign,
    },
  ]);
}

const devbox: Setup = { allowHosts: ["devbox.test"] };
const elsewhere: Setup = { host: "127.0.0.2" };

/** Which names are the program's own. */
export const hostCases: readonly GuardCase[] = [
  ...each({}, ownHosts, (wish) => granted[wish]),
  ...each({}, foreignHosts, () => foreign),
  ...each({}, malformedHosts, () => malformed),
  ...unusual(),
  {
    name: "HTTP/1.0 without Host",
    setup: {},
    wish: "read",
    noHost: true,
    request: { version: "1.0" },
    expected: malformed,
  },
  ...each(devbox, ["devbox.test", "DevBox.Test.:{port}"], (wish) => granted[wish]),
  ...each(devbox, ["sub.devbox.test", "evil.test"], () => foreign),
  ...each(elsewhere, ["127.0.0.2:{port}", "localhost"], (wish) => granted[wish]).map((one) => ({
    ...one,
    address: "127.0.0.2",
  })),
  ...each(elsewhere, ["evil.test:{port}"], () => foreign).map((one) => ({ ...one, address: "127.0.0.2" })),
];
