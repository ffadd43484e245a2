import { type Expectation, type GuardCase, granted, noCors, refused, type Wish } from "./guard-case.js";
import type { Setup } from "./subject.js";

const wishes: readonly Wish[] = ["read", "change", "upgrade"];
const page = "http://app.test";
const pages: Setup = { allowOrigins: [page, "http://localhost:3000"] };
const foreign = refused(403, /origin-refused.*--allow-origin/);
const otherSite = refused(403, /site-refused.*--allow-origin/);

const own = "http://127.0.0.1:{port}";
const foreignOrigins = [
  "null",
  "http://evil.test",
  "https://127.0.0.1:{port}",
  "http://127.0.0.1",
  "http://localhost:{port}",
  "http://127.0.0.1:{port}/",
  `${own}, ${own}`,
];

type Headers = NonNullable<GuardCase["headers"]>;

function each(setup: Setup, headers: Headers, expect: (wish: Wish) => Expectation): readonly GuardCase[] {
  const told = headers.map((line) => line.join(" ")).join(", ");
  return wishes.map(
    (wish): GuardCase => ({ name: `${wish} with ${told}`, setup, wish, headers, expected: expect(wish) }),
  );
}

function readable(wish: Wish): Expectation {
  const headers = wish === "upgrade" ? {} : { "access-control-allow-origin": page, vary: "Origin" };
  return { ...granted[wish], headers: { ...granted[wish].headers, ...headers } };
}

function preflight(setup: Setup, origin: string, expected: Expectation): GuardCase {
  const headers = [
    ["origin", origin],
    ["access-control-request-method", "POST"],
    ["access-control-request-headers", "content-type,svc-api-key"],
    ["access-control-request-private-network", "true"],
    ["sec-fetch-site", "cross-site"],
  ] as const;
  return { name: `preflight of ${origin}`, setup, wish: "preflight", headers, expected };
}

const preflightAnswer: Expectation = {
  status: 204,
  headers: {
    "access-control-allow-origin": page,
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": "content-type,svc-api-key",
    "access-control-allow-private-network": "true",
    "access-control-allow-credentials": undefined,
  },
};

/** Which pages may ask. */
export const originCases: readonly GuardCase[] = [
  ...each({}, [["origin", own]], (wish) => granted[wish]),
  ...foreignOrigins.flatMap((origin) => each({}, [["origin", origin]], () => foreign)),
  ...["cross-site", "same-site", "unheard-of"].flatMap((site) => each({}, [["sec-fetch-site", site]], () => otherSite)),
  ...["same-origin", "none"].flatMap((site) => each({}, [["sec-fetch-site", site]], (wish) => granted[wish])),
  ...each(pages, [["origin", page]], readable),
  ...each(
    pages,
    [
      ["origin", page],
      ["sec-fetch-site", "cross-site"],
    ],
    readable,
  ),
  ...["null", "http://localhost.:3000", "http://app.test."].flatMap((origin) =>
    each(pages, [["origin", origin]], () => foreign),
  ),
  ...each(
    {},
    [
      ["host", "localhost.:{port}"],
      ["origin", "http://localhost:{port}"],
    ],
    () => foreign,
  ),
  ...each(
    {},
    [
      ["host", "localhost.:{port}"],
      ["origin", "http://localhost.:{port}"],
    ],
    (wish) => granted[wish],
  ),
  ...each(pages, [["origin", "https://app.test"]], () => foreign),
  ...each(pages, [["sec-fetch-site", "cross-site"]], () => otherSite),
  ...each(
    pages,
    [
      ["origin", page],
      ["host", "evil.test"],
    ],
    () => refused(403, /host-refused.*--allow-host/),
  ),
  preflight(pages, page, preflightAnswer),
  preflight(pages, "http://evil.test", foreign),
  preflight({}, page, foreign),
  preflight({}, "null", foreign),
  {
    name: "a page's refusal by the operator can be read by the page",
    setup: pages,
    wish: "change",
    headers: [
      ["origin", page],
      ["content-type", "text/plain"],
    ],
    expected: { status: 415, headers: { "access-control-allow-origin": page } },
  },
  { name: "an answer to a program", setup: pages, wish: "read", expected: { ...granted.read, headers: noCors } },
];
