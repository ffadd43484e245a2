import { expect, it } from "vitest";
import { announcement, type Started } from "./announcement.js";

const started: Started = {
  restUrl: "http://127.0.0.1:41234",
  pushUrl: "ws://127.0.0.1:41234/cbu",
  pageUrl: "http://127.0.0.1:8080/app/login?code=x",
  pair: "4BTC_USDT",
  credentialFile: ".depthwire/credential.json",
  missedPort: undefined,
  missedPagePort: undefined,
  tokenFile: ".depthwire/token",
};

it("says where everything is, and nothing of ports while it has the one that was meant", () => {
  const text = announcement(started);
  expect(text).toContain(".depthwire/credential.json");
  expect(text).toContain('curl "http://127.0.0.1:41234/v2/mdata/depth?pair=4BTC_USDT&size=3"');
  expect(text).not.toContain("8090");
});

it("says which port it has when the one that was meant is taken", () => {
  expect(announcement({ ...started, missedPort: 8090 })).toContain("Port 8090 is taken: write 41234 in its place");
});

it("says where the accelerator answers and with which token, and which port it has when the one that was meant is taken", () => {
  expect(announcement(started)).toContain("http://127.0.0.1:8080 to whoever has the token in .depthwire/token");
  expect(announcement(started)).not.toContain("is taken");
  const elsewhere = { ...started, pageUrl: "http://127.0.0.1:42345/app/login?code=x", missedPagePort: 8080 };
  expect(announcement(elsewhere)).toContain("Port 8080 is taken: write 42345 in its place");
});
