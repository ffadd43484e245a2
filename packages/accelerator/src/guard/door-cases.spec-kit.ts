/** The token of the door that is asked. */
export const token = "a-token-that-nobody-guesses";

/** What shows it. */
export const withToken = { authorization: `Bearer ${token}` };
/** The type of what changes something. */
export const jsonBody = { "content-type": "application/json" };
/** Where a page of somebody else comes from. */
export const page = "http://app.test";

/** A request. */
export interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string;
}

/** What a page sends that is logged in; `COOKIE` stands for the cookie that the login gave. */
const loggedIn = { cookie: "COOKIE", host: "127.0.0.1:8080" };
const ownPage = { ...loggedIn, origin: "http://127.0.0.1:8080", "sec-fetch-site": "same-origin" };
const upgrade = { connection: "Upgrade", upgrade: "websocket" };

/** A request that places an order. */
export const place: Asked = { method: "POST", path: "/orders", body: "{}" };
const query = { method: "POST", path: "/v1.1/cquery", body: "cmds=[]" };
const form = { "content-type": "application/x-www-form-urlencoded" };

/** What is asked, with which headers, and what becomes of it. */
export const cases: readonly (readonly [what: string, asked: Asked, outcome: string])[] = [
  // Whose name is called.
  ["127.0.0.1", { headers: { ...withToken, host: "127.0.0.1" } }, "admitted"],
  ["localhost with another port", { headers: { ...withToken, host: "localhost:1" } }, "admitted"],
  ["localhost with its dot", { headers: { ...withToken, host: "localhost." } }, "admitted"],
  ["IPv6 loopback", { headers: { ...withToken, host: "[::1]:8080" } }, "admitted"],
  ["another loopback address", { headers: { ...withToken, host: "127.9.9.9" } }, "admitted"],
  ["a stranger's name that leads here (rebinding)", { headers: { ...withToken, host: "evil.test" } }, "host-refused"],
  ["a name that begins with ours", { headers: { ...withToken, host: "localhost.evil.test" } }, "host-refused"],
  ["a name that contains our address", { headers: { ...withToken, host: "127.0.0.1.nip.io" } }, "host-refused"],
  ["a name below localhost", { headers: { ...withToken, host: "evil.localhost" } }, "host-refused"],
  ["the wildcard address", { headers: { ...withToken, host: "0.0.0.0:8080" } }, "host-refused"],
  ["an address of the network", { headers: { ...withToken, host: "192.168.1.5" } }, "host-refused"],
  ["an address as one number", { headers: { ...withToken, host: "2130706433" } }, "host-malformed"],
  ["an address in hexadecimal", { headers: { ...withToken, host: "0x7f000001" } }, "host-malformed"],
  ["a short address", { headers: { ...withToken, host: "127.1" } }, "host-malformed"],
  ["a name with a user", { headers: { ...withToken, host: "user@localhost" } }, "host-malformed"],
  ["two names in one", { headers: { ...withToken, host: "localhost,evil.test" } }, "host-malformed"],
  [
    "a stranger's name with the right token",
    { ...place, headers: { ...withToken, ...jsonBody, host: "evil.test" } },
    "host-refused",
  ],
  [
    "an unknown path under a stranger's name",
    { path: "/nothing", headers: { ...withToken, host: "evil.test" } },
    "host-refused",
  ],
  ["a target that is a whole address", { path: "http://localhost/account", headers: withToken }, "admitted"],
  ["a target of a stranger's", { path: "http://evil.test/account", headers: withToken }, "host-refused"],
  // Which page asks.
  ["a page of another origin reads", { headers: { ...withToken, origin: page } }, "origin-refused"],
  [
    "a page of another origin changes",
    { ...place, headers: { ...withToken, ...jsonBody, origin: page } },
    "origin-refused",
  ],
  [
    "a page of this computer, at another port",
    { headers: { ...withToken, origin: "http://127.0.0.1:3000" } },
    "origin-refused",
  ],
  ["a page of ours over TLS", { headers: { ...withToken, origin: "https://127.0.0.1" } }, "origin-refused"],
  ["a file, or a frame in a sandbox", { headers: { ...withToken, origin: "null" } }, "origin-refused"],
  ["a change of such a frame", { ...place, headers: { ...withToken, ...jsonBody, origin: "null" } }, "origin-refused"],
  ["an extension", { headers: { ...withToken, origin: "chrome-extension://abcdefgh" } }, "origin-refused"],
  ["an empty origin", { headers: { ...withToken, origin: "" } }, "origin-refused"],
  [
    "a page at the name that it calls",
    { headers: { ...withToken, host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080" } },
    "admitted",
  ],
  [
    "a page at localhost, which calls the address",
    { headers: { ...withToken, host: "127.0.0.1:8080", origin: "http://localhost:8080" } },
    "origin-refused",
  ],
  ["another site, without an origin", { headers: { ...withToken, "sec-fetch-site": "cross-site" } }, "site-refused"],
  ["another port of this site", { headers: { ...withToken, "sec-fetch-site": "same-site" } }, "site-refused"],
  ["a site of a kind yet unknown", { headers: { ...withToken, "sec-fetch-site": "nearby" } }, "site-refused"],
  ["an address that a person typed", { headers: { ...withToken, "sec-fetch-site": "none" } }, "admitted"],
  [
    "a form of another site",
    { ...query, headers: { ...withToken, ...form, origin: page, "sec-fetch-site": "cross-site" } },
    "origin-refused",
  ],
  [
    "a form of another site without origin",
    { ...query, headers: { ...withToken, ...form, "sec-fetch-site": "cross-site" } },
    "site-refused",
  ],
  // Who knows the token.
  ["nobody", {}, "token-refused"],
  ["nobody, at a path that is none", { path: "/nothing" }, "token-refused"],
  ["nobody, who changes", { ...place, headers: jsonBody }, "token-refused"],
  ["the token as bearer", { headers: { authorization: `bearer ${token}` } }, "admitted"],
  ["the token in its own header", { headers: { "x-depthwire-token": token } }, "admitted"],
  [
    "the token as a client's API key, whatever it signed",
    { headers: { "svc-api-key": token, "svc-api-sign": "00" } },
    "admitted",
  ],
  ["a wrong token", { headers: { authorization: `Bearer ${token}x` } }, "token-refused"],
  ["a piece of the token", { headers: { authorization: `Bearer ${token.slice(0, -1)}` } }, "token-refused"],
  ["the token in other letters", { headers: { authorization: `Bearer ${token.toUpperCase()}` } }, "token-refused"],
  ["an empty token", { headers: { "x-depthwire-token": "" } }, "token-refused"],
  ["the token without the scheme", { headers: { authorization: token } }, "token-refused"],
  [
    "the token as a password",
    { headers: { authorization: `Basic ${Buffer.from(`:${token}`).toString("base64")}` } },
    "token-refused",
  ],
  ["the token in the address", { path: `/account?token=${token}` }, "token-refused"],
  ["the token in a cookie", { headers: { cookie: `token=${token}` } }, "token-refused"],
  ["a real API key", { headers: { "svc-api-key": "c708ac3e70d115ec29efbee197330627" } }, "token-refused"],
  // Whose page is logged in.
  ["our page reads", { headers: { ...loggedIn, "sec-fetch-site": "same-origin" } }, "admitted"],
  ["our page, opened by a person", { headers: { ...loggedIn, "sec-fetch-site": "none" } }, "admitted"],
  ["our page among other cookies", { headers: { ...loggedIn, cookie: "a=1; COOKIE; b=2" } }, "admitted"],
  ["our page changes", { ...place, headers: { ...ownPage, ...jsonBody } }, "admitted"],
  ["our page changes without JSON", { ...place, headers: ownPage }, "content-type-refused"],
  ["our page changes by a form", { ...query, headers: { ...ownPage, ...form } }, "admitted"],
  ["a login changes without an origin", { ...place, headers: { ...loggedIn, ...jsonBody } }, "origin-refused"],
  [
    "a login deletes without an origin",
    { method: "DELETE", path: "/orders/1", headers: { ...loggedIn, ...jsonBody } },
    "origin-refused",
  ],
  [
    "a login from another page",
    { ...place, headers: { ...ownPage, ...jsonBody, origin: "http://127.0.0.1:3000" } },
    "origin-refused",
  ],
  [
    "a login from a frame in a sandbox",
    { ...place, headers: { ...ownPage, ...jsonBody, origin: "null" } },
    "origin-refused",
  ],
  ["a login of another site", { headers: { ...loggedIn, "sec-fetch-site": "cross-site" } }, "site-refused"],
  ["a login of another port", { headers: { ...loggedIn, "sec-fetch-site": "same-site" } }, "site-refused"],
  ["a login under a stranger's name", { headers: { ...loggedIn, host: "evil.test" } }, "host-refused"],
  ["a login that wants a WebSocket without an origin", { headers: { ...loggedIn, ...upgrade } }, "origin-refused"],
  ["a login that was made up", { headers: { cookie: "depthwire-00000000=COOKIE" } }, "token-refused"],
  ["a piece of a login", { headers: { cookie: "COOKIEx" } }, "token-refused"],
  ["a login as a token", { headers: { "x-depthwire-token": "COOKIE" } }, "token-refused"],
  ["a login in the address", { path: "/account?COOKIE" }, "token-refused"],
  ["the address of a login, which has its code", { path: "/app/login?code=x" }, "admitted"],
  ["that address, with something to change", { ...place, path: "/app/login", headers: jsonBody }, "token-refused"],
  [
    "that address from another site",
    { path: "/app/login?code=x", headers: { "sec-fetch-site": "cross-site" } },
    "site-refused",
  ],
  ["an address that begins like it", { path: "/app/login/orders" }, "token-refused"],
  // What may change something.
  ["JSON", { ...place, headers: { ...withToken, ...jsonBody } }, "admitted"],
  [
    "JSON with its charset",
    { ...place, headers: { ...withToken, "content-type": "Application/JSON; charset=utf-8" } },
    "admitted",
  ],
  ["no type", { ...place, headers: withToken }, "content-type-refused"],
  ["text", { ...place, headers: { ...withToken, "content-type": "text/plain" } }, "content-type-refused"],
  [
    "text that calls itself JSON behind",
    { ...place, headers: { ...withToken, "content-type": "text/plain; application/json" } },
    "content-type-refused",
  ],
  ["a form at a path for JSON", { ...place, headers: { ...withToken, ...form } }, "content-type-refused"],
  [
    "a form with parts",
    { ...place, headers: { ...withToken, "content-type": "multipart/form-data; boundary=x" } },
    "content-type-refused",
  ],
  ["a deletion without body and type", { method: "DELETE", path: "/orders/1", headers: withToken }, "admitted"],
  [
    "a deletion with a body and no type",
    { method: "DELETE", path: "/orders/1", body: "{}", headers: { ...withToken, "content-length": "2" } },
    "content-type-refused",
  ],
  [
    "a deletion with a body that a form could send",
    { method: "DELETE", path: "/orders/1", body: "a=1", headers: { ...withToken, ...form, "content-length": "3" } },
    "content-type-refused",
  ],
  ["nobody, who deletes", { method: "DELETE", path: "/orders/1" }, "token-refused"],
  [
    "a page of another origin that deletes",
    { method: "DELETE", path: "/orders/1", headers: { ...withToken, origin: page } },
    "origin-refused",
  ],
  [
    "a frame in a sandbox that deletes",
    { method: "DELETE", path: "/orders/1", headers: { ...withToken, origin: "null" } },
    "origin-refused",
  ],
  [
    "another site that deletes, without an origin",
    { method: "DELETE", path: "/orders/1", headers: { ...withToken, "sec-fetch-site": "cross-site" } },
    "site-refused",
  ],
  ["our page deletes", { method: "DELETE", path: "/orders/1", headers: ownPage }, "admitted"],
  [
    "a login deletes without an origin and a type",
    { method: "DELETE", path: "/orders/1", headers: loggedIn },
    "origin-refused",
  ],
  [
    "a deletion with a type",
    { method: "DELETE", path: "/orders/1", headers: { ...withToken, ...jsonBody } },
    "admitted",
  ],
  ["the form of the batch query", { ...query, headers: { ...withToken, ...form } }, "admitted"],
  [
    "a batch query in text",
    { ...query, headers: { ...withToken, "content-type": "text/plain" } },
    "content-type-refused",
  ],
  [
    "a question without a body or a type, as old clients post it",
    { method: "POST", path: "/v3/cbu/assets", headers: withToken },
    "admitted",
  ],
  [
    "the same with a body",
    { method: "POST", path: "/v3/cbu/assets", body: "{}", headers: withToken },
    "content-type-refused",
  ],
  ["a change without a body", { method: "POST", path: "/orders", headers: withToken }, "content-type-refused"],
  [
    "the token as API key of the batch query's form",
    { ...query, body: `cmds=[]&apikey=${token}&sign=00`, headers: form },
    "admitted",
  ],
  ["a form with another key", { ...query, body: "cmds=[]&apikey=c708ac3e70d115ec", headers: form }, "token-refused"],
  ["a form with two keys", { ...query, body: `apikey=x&apikey=${token}`, headers: form }, "token-refused"],
  ["a form without a key", { ...query, headers: form }, "token-refused"],
  [
    "the token in the form of a page of another origin",
    { ...query, body: `apikey=${token}`, headers: { ...form, origin: page } },
    "origin-refused",
  ],
  ["the token in a form at another path", { ...place, body: `apikey=${token}`, headers: form }, "token-refused"],
  [
    "the token in the body of a batch query in JSON",
    { ...query, body: `{"apikey":"${token}"}`, headers: jsonBody },
    "token-refused",
  ],
  [
    "a form that is too long",
    { ...query, body: `apikey=${token}&cmds=${"x".repeat(70_000)}`, headers: form },
    "body-too-large",
  ],
  // What the server takes.
  [
    "a body that is too long",
    { ...place, body: "x".repeat(70_000), headers: { ...withToken, ...jsonBody } },
    "body-too-large",
  ],
  [
    "a body that says that it is too long",
    { ...place, body: "{}", headers: { ...withToken, ...jsonBody, "content-length": "99999" } },
    "body-too-large",
  ],
  ["a path that is none", { path: "/acount", headers: withToken }, "not-found"],
  [
    "a method that a path does not take",
    { method: "POST", path: "/account", headers: { ...withToken, ...jsonBody }, body: "{}" },
    "method-refused",
  ],
  ["a method of a kind yet unknown", { method: "PROPFIND", headers: { ...withToken, ...jsonBody } }, "method-refused"],
];
