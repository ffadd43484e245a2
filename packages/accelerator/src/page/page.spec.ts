import { expect, it } from "vitest";
import { setScene } from "../scene.spec-kit.js";
import { notice } from "./notice.js";

const token = "a-token-that-nobody-guesses";

it("opens once by the printed address, then by its cookie", async () => {
  const { accelerator } = await setScene({ token });
  const address = accelerator.pageAddress();
  const opened = await fetch(address, { redirect: "manual" });
  expect(opened.status).toBe(303);
  expect(opened.headers.get("location")).toBe("/app/");
  const setCookie = opened.headers.get("set-cookie") ?? "";
  expect(setCookie).toMatch(/HttpOnly; SameSite=Strict/);
  const cookie = setCookie.split(";")[0] ?? "";
  const page = await fetch(`${accelerator.url}/app/`, { headers: { cookie, accept: "text/html" } });
  expect(page.status).toBe(200);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';.*frame-ancestors 'none'$/);
  const text = await page.text();
  expect(text).not.toMatch(/<style|style=|<script>| on[a-z]+=|:\/\//);
  const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, path = ""]) => path);
  expect(loaded.length).toBeGreaterThanOrEqual(3);
  for (const path of loaded) {
    expect((await fetch(accelerator.url + path, { headers: { cookie } })).status, path).toBe(200);
    expect((await fetch(accelerator.url + path)).status, path).toBe(401);
  }
  expect((await fetch(`${accelerator.url}/queue`, { headers: { cookie } })).status).toBe(200);
  const again = await fetch(address, { redirect: "manual" });
  expect(again.status).toBe(403);
  expect(again.headers.get("set-cookie")).toBeNull();
  expect(await again.text()).toContain("page-login");
});

it("tells a person without a login how to get one, and a program in its own form", async () => {
  const { accelerator } = await setScene({ token });
  const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
  for (const path of ["/", "/docs", "/app", "/app/", "/health"]) {
    const page = await fetch(accelerator.url + path, { headers: { accept } });
    expect(page.status, path).toBe(401);
    expect(page.headers.get("content-type"), path).toContain("text/html");
    expect(page.headers.get("content-security-policy"), path).toMatch(/^default-src 'none';/);
    const text = await page.text();
    expect(text, path).toMatch(/one-time code.*page-login.*lies in the folder/s);
    expect(text, path).not.toMatch(/<script|<style|style=| on[a-z]+=/);
    expect((await fetch(accelerator.url + path)).headers.get("content-type"), path).toContain("json");
  }
  const changed = await fetch(`${accelerator.url}/orders`, { method: "POST", headers: { accept } });
  expect([changed.status, changed.headers.get("content-type")]).toEqual([401, expect.stringContaining("json")]);
});

it("makes new addresses for whoever knows the token, and tells nothing beyond its own files", async () => {
  const { accelerator, ask } = await setScene({ token });
  const headers = { "x-depthwire-token": token };
  const { url } = (await ask("/page-login", { headers, body: {} })).body;
  // A line of a terminal holds it.
  expect(String(url).length).toBeLessThanOrEqual(70);
  expect((await fetch(String(url), { redirect: "manual" })).status).toBe(303);
  for (const name of ["..%2f..%2fpackage.json", "%2e%2e%2findex.js", ".env", "x.map", "index"]) {
    expect((await fetch(`${accelerator.url}/app/assets/${name}`, { headers })).status).toBe(404);
  }
});

it("a notice is a page of its own, in which nothing that is told is taken for a part of it", () => {
  expect(notice(401, 'A & "B"', ["What <happened>", "$ depthwire <it>"])).toEqual({
    kind: "text",
    status: 401,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: [
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      "<title>A &#38; &#34;B&#34; · Depthwire</title><h1>A &#38; &#34;B&#34;</h1>",
      "<p>What &#60;happened&#62;</p>",
      "<pre>depthwire &#60;it&#62;</pre>",
      "</html>",
    ].join("\n"),
  });
});
