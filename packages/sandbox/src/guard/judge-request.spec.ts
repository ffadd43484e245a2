import { describe, expect, it } from "vitest";
import { judgeOperator, type OperatorPolicy } from "./judge-operator.js";
import { judgeRequest, type RequestFacts, type RequestPolicy } from "./judge-request.js";
import { quote, refusalBody } from "./refusal.js";

const closed: RequestPolicy = { ownHosts: new Set(), allowedOrigins: new Set() };
const opened: RequestPolicy = {
  ownHosts: new Set(["devbox.test"]),
  allowedOrigins: new Set(["http://localhost:3000"]),
};

const usual: RequestFacts = {
  hosts: ["127.0.0.1:8090"],
  target: "/v2/mdata/depth",
  origins: [],
  secFetchSite: undefined,
  localAddress: "127.0.0.1",
};

/** `admitted`, or the code of the refusal. */
function judged(facts: Partial<RequestFacts>, policy = closed): string {
  const verdict = judgeRequest({ ...usual, ...facts }, policy);
  return verdict.kind === "admitted" ? "admitted" : `${verdict.refusal.status} ${verdict.refusal.code}`;
}

describe("the host of a request", () => {
  it.each(["localhost", "localhost.:1", "127.0.0.1", "127.9.9.9:80", "[::1]:8090", "[::ffff:127.0.0.1]"])(
    "%s is this program, with any port",
    (host) => {
      expect(judged({ hosts: [host] })).toBe("admitted");
    },
  );

  it("may be the address at which the connection came in, and no other", () => {
    expect(judged({ hosts: ["192.168.1.5:8090"], localAddress: "192.168.1.5" })).toBe("admitted");
    expect(judged({ hosts: ["192.168.1.5:8090"], localAddress: "::ffff:192.168.1.5" })).toBe("admitted");
    expect(judged({ hosts: ["[fe80::1]:8090"], localAddress: "fe80::1%eth0" })).toBe("admitted");
    expect(judged({ hosts: ["192.168.1.6:8090"], localAddress: "192.168.1.5" })).toBe("403 host-refused");
    expect(judged({ hosts: ["0.0.0.0:8090"] })).toBe("403 host-refused");
  });

  it.each(["evil.test", "localhost.evil.test", "127.0.0.1.nip.io", "evil.localhost", "devbox.test"])(
    "%s is not",
    (host) => {
      expect(judged({ hosts: [host] })).toBe("403 host-refused");
    },
  );

  it("may be a name that was allowed, however it is written", () => {
    expect(judged({ hosts: ["DevBox.test.:9"] }, opened)).toBe("admitted");
    expect(judged({ hosts: ["sub.devbox.test"] }, opened)).toBe("403 host-refused");
  });

  it.each<[string, readonly string[]]>([
    ["absent", []],
    ["there twice", ["localhost", "localhost"]],
    ["empty", [""]],
    ["no host", ["local host"]],
    ["an address in an unusual form", ["2130706433"]],
  ])("that is %s is refused as malformed", (_, hosts) => {
    expect(judged({ hosts })).toBe("400 host-malformed");
  });

  it("is asked for in a target that is a whole address, too", () => {
    expect(judged({ target: "http://localhost/_sandbox/accounts" })).toBe("admitted");
    expect(judged({ target: "http://evil.test/_sandbox/accounts" })).toBe("403 host-refused");
    expect(judged({ target: "http://localhost@evil.test/" })).toBe("400 host-malformed");
    expect(judged({ target: "*" })).toBe("admitted");
  });
});

describe("the origin of a request", () => {
  it("may be absent, as with every program that is no browser", () => {
    expect(judged({})).toBe("admitted");
  });

  it("may be the sandbox's own", () => {
    expect(judged({ origins: ["http://127.0.0.1:8090"], secFetchSite: "same-origin" })).toBe("admitted");
    expect(judged({ hosts: ["localhost"], origins: ["http://localhost"] })).toBe("admitted");
  });

  it.each([
    "http://evil.test",
    "http://127.0.0.1",
    "http://127.0.0.1:3000",
    "http://localhost:8090",
    "https://127.0.0.1:8090",
    "http://127.0.0.1:8090/",
    "null",
    "",
    "file://",
  ])("%j is foreign", (origin) => {
    expect(judged({ origins: [origin] })).toBe("403 origin-refused");
    expect(judged({ origins: [origin], secFetchSite: "none" }, opened)).toBe("403 origin-refused");
  });

  it("is foreign when there are several, whatever they are", () => {
    expect(judged({ origins: ["http://127.0.0.1:8090", "http://127.0.0.1:8090"] })).toBe("403 origin-refused");
  });

  it("may be one that was allowed, from whatever site", () => {
    const origins = ["http://localhost:3000"];
    expect(judgeRequest({ ...usual, origins, secFetchSite: "cross-site" }, opened)).toEqual({
      kind: "admitted",
      allowedOrigin: "http://localhost:3000",
    });
    expect(judged({ origins: ["https://localhost:3000"] }, opened)).toBe("403 origin-refused");
    expect(judged({ hosts: ["evil.test"], origins }, opened)).toBe("403 host-refused");
  });

  it.each(["cross-site", "same-site", "something new", ""])(
    "is not needed to see that another page asks (Sec-Fetch-Site: %s)",
    (secFetchSite) => {
      expect(judged({ secFetchSite })).toBe("403 site-refused");
      expect(judged({ secFetchSite, origins: ["http://127.0.0.1:8090"] })).toBe("403 site-refused");
    },
  );

  it.each(["none", "same-origin"])("is not needed when nobody else asks (Sec-Fetch-Site: %s)", (secFetchSite) => {
    expect(judged({ secFetchSite })).toBe("admitted");
  });
});

describe("a refusal", () => {
  it("says what was refused and which option opens it, without a stranger's control characters", () => {
    const sentenceOf = (facts: Partial<RequestFacts>): string => {
      const verdict = judgeRequest({ ...usual, ...facts }, closed);
      return verdict.kind === "refused" ? verdict.refusal.message : "";
    };
    expect(sentenceOf({ hosts: ["devbox.test:8090"] })).toMatch(/"devbox.test:8090".*--allow-host devbox.test$/);
    expect(sentenceOf({ origins: ["http://app.test"] })).toMatch(
      /"http:\/\/app.test".*--allow-origin http:\/\/app.test$/,
    );
    expect(sentenceOf({ origins: ["null"] })).toMatch(/"null".*--allow-origin/);
    expect(sentenceOf({ secFetchSite: "cross-site" })).toMatch(/"cross-site".*--allow-origin/);
    expect(sentenceOf({ hosts: [`\u001b[31m${"x".repeat(1000)}`] })).toMatch(/^[ -~…]{1,250}$/);
  });
});

describe("what a refusal says", () => {
  const saidOf = (facts: Partial<RequestFacts>, policy = closed): string => {
    const verdict = judgeRequest({ ...usual, ...facts }, policy);
    return verdict.kind === "refused" ? verdict.refusal.message : "";
  };
  const needed = 'it needs one, such as "Host: 127.0.0.1:PORT" with the port that was connected to';

  it.each<[Partial<RequestFacts>, string]>([
    [{ hosts: [] }, `The request has no Host header; ${needed}`],
    [{ hosts: ["localhost", "a", "b"] }, `The request has 3 Host headers; ${needed}`],
    [{ hosts: ["local host"] }, `The Host "local host" is not a valid host; ${needed}`],
    [{ target: "http://u@localhost/" }, `The Host "u@localhost" is not a valid host; ${needed}`],
    [
      { hosts: ["DevBox.test:9"] },
      'The Host "DevBox.test:9" is not a name of this sandbox: use 127.0.0.1, or start it with --allow-host devbox.test',
    ],
    [
      { origins: ["http://app.test"] },
      'Pages of the origin "http://app.test" may not use this sandbox: if the page is yours, start the sandbox with --allow-origin http://app.test',
    ],
    [
      { origins: ["http://a.test", "null"] },
      'Pages of the origin "http://a.test, null" may not use this sandbox: serve the page from an origin of its own, and start the sandbox with --allow-origin and that origin',
    ],
    [
      { secFetchSite: "cross-site" },
      'A page of another origin caused this request (Sec-Fetch-Site "cross-site"): start the sandbox with --allow-origin and that page\'s origin, and let the page fetch with mode "cors"',
    ],
  ])("%j", (facts, words) => {
    expect(saidOf(facts)).toBe(words);
    expect(saidOf(facts, { ...closed, program: "venue" })).toBe(words.replaceAll(/(?<=this |the )sandbox/g, "venue"));
  });

  it("looks for a host in no path, whatever stands in it", () => {
    expect(judged({ target: "/?next=http://evil.test/" })).toBe("admitted");
  });

  it("repeats a hundred characters of a stranger's at most, and none that cannot be seen", () => {
    expect(quote("x".repeat(100))).toBe(`"${"x".repeat(100)}"`);
    expect(quote(`é\n${"x".repeat(99)}`)).toBe(`"??${"x".repeat(98)}…"`);
  });

  it("has one body for both forms of answers", () => {
    expect(refusalBody({ status: 403, code: "host-refused", message: "no" })).toBe(
      '{"state":403,"msg":"no","error":{"code":"host-refused","msg":"no"}}',
    );
  });
});

describe("the operator", () => {
  const token = "a-token-of-the-operator";
  const local: OperatorPolicy = { reach: "loopback", isToken: undefined };
  const far: OperatorPolicy = { reach: "beyond", isToken: undefined };
  const withToken: OperatorPolicy = { reach: "beyond", isToken: (text) => text === token };
  const operated = (method: string, contentType?: string, authorization?: string, policy = local): number =>
    judgeOperator({ method, contentType, authorization }, policy)?.status ?? 200;

  it.each<[string, string | undefined, number]>([
    ["GET", undefined, 200],
    ["POST", "application/json", 200],
    ["POST", "Application/JSON ; charset=utf-8", 200],
    ["DELETE", "application/json", 200],
    ["DELETE", undefined, 200],
    ["DELETE", "text/plain", 415],
    ["POST", undefined, 415],
    ["POST", "text/plain", 415],
    ["POST", "text/plain; application/json", 415],
    ["POST", "application/x-www-form-urlencoded", 415],
    ["POST", "multipart/form-data; boundary=x", 415],
    ["PUT", "text/plain", 415],
  ])("%s with the type %s: %i", (method, type, status) => {
    expect(operated(method, type)).toBe(status);
  });

  it.each(["GET", "HEAD", "OPTIONS"])("may read with %s, whatever the type", (method) => {
    expect(operated(method, "text/plain")).toBe(200);
  });

  it("is told what to do in each case", () => {
    const facts = { method: "POST", contentType: undefined, authorization: undefined };
    expect([far, withToken, local].map((policy) => judgeOperator(facts, policy))).toEqual([
      {
        status: 403,
        code: "operator-closed",
        message:
          "The operator's addresses are closed, since this sandbox can be reached from other machines: start it with --operator-token-file FILE",
      },
      {
        status: 401,
        code: "operator-token-refused",
        message:
          'The operator\'s addresses want the header "Authorization: Bearer TOKEN", with the token that --operator-token gave the sandbox',
      },
      {
        status: 415,
        code: "content-type-refused",
        message: 'POST at the operator\'s addresses needs the header "Content-Type: application/json"',
      },
    ]);
  });

  it("has no addresses beyond loopback without a token", () => {
    expect(operated("GET", undefined, undefined, far)).toBe(403);
    expect(operated("GET", undefined, `Bearer ${token}`, far)).toBe(403);
  });

  it.each<[string | undefined, number]>([
    [`Bearer ${token}`, 200],
    [`bearer  ${token}`, 200],
    [undefined, 401],
    ["", 401],
    [token, 401],
    [`Basic ${token}`, 401],
    [`Bearer ${token}x`, 401],
    [`Bearer ${token} x`, 401],
    [`Digest Bearer ${token}`, 401],
    ["Bearer ", 401],
  ])("shows the token (%s): %i", (authorization, status) => {
    expect(operated("GET", undefined, authorization, withToken)).toBe(status);
    expect(operated("GET", undefined, authorization, { ...withToken, reach: "loopback" })).toBe(status);
  });
});
