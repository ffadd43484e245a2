import { expect, it } from "vitest";
import { codeLifeMs, PageLogins, sessionLifeMs } from "./page-logins.js";

function scene(): { logins: PageLogins; pass: (ms: number) => void } {
  let nowMs = 1_000;
  let texts = 0;
  const logins = new PageLogins({ nowMs: () => nowMs, randomText: () => `text-${++texts}` });
  return {
    logins,
    pass: (ms) => {
      nowMs += ms;
    },
  };
}

/** What a browser sends of a cookie that it was given. */
function sent(setCookie: string | undefined): string {
  return (setCookie ?? "").split(";")[0] ?? "";
}

it("a code becomes a cookie once", () => {
  const { logins } = scene();
  const code = logins.createCode();
  const cookie = logins.redeem(code);
  expect(cookie).toMatch(/^depthwire-[0-9a-f]{8}=\S+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=86400$/);
  expect(logins.isLoggedIn(`other=1; ${sent(cookie)}; more=2`)).toBe(true);
  expect(logins.redeem(code)).toBeUndefined();
  expect(logins.redeem("text-0")).toBeUndefined();
});

it("a code is short-lived, and so is a login, by a day", () => {
  const { logins, pass } = scene();
  const late = logins.createCode();
  pass(codeLifeMs);
  expect(logins.redeem(late)).toBeUndefined();
  const cookie = sent(logins.redeem(logins.createCode()));
  pass(sessionLifeMs - 1);
  expect(logins.isLoggedIn(cookie)).toBe(true);
  pass(1);
  expect(logins.isLoggedIn(cookie)).toBe(false);
});

it("cookies that were made up, cut, or given another name are not logins", () => {
  const { logins } = scene();
  const cookie = sent(logins.redeem(logins.createCode()));
  for (const wrong of [undefined, "", cookie.slice(0, -1), `${cookie}x`, cookie.replace("depthwire", "x"), "="]) {
    expect(logins.isLoggedIn(wrong)).toBe(false);
  }
});

it("codes beyond the bound make the oldest useless", () => {
  const { logins } = scene();
  const first = logins.createCode();
  for (let n = 0; n < 16; n++) {
    logins.createCode();
  }
  expect(logins.redeem(first)).toBeUndefined();
});

it("the code that is shown is always good, and changes only when it has to", () => {
  const { logins, pass } = scene();
  const first = logins.shownCode();
  pass(codeLifeMs / 2);
  expect(logins.shownCode()).toBe(first);
  pass(1);
  const second = logins.shownCode();
  expect(second).not.toBe(first);
  expect(logins.redeem(second)).toBeDefined();
  expect(logins.redeem(logins.shownCode())).toBeDefined();
});
