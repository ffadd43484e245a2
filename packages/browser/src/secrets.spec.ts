import { openVenue, type Venue } from "@depthwire/client";
import { Credential, type HttpRequest } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { stubPorts } from "../../client/src/stub-ports.spec-kit.js";
import { refuseSecretAddresses, withoutSecrets } from "./secrets.js";

const credential = new Credential({ apiKey: "key-of-the-page", apiSecret: "secret-of-the-page" });

/** A venue that lets no secret in, and what it sends. */
function guarded(): { readonly venue: Venue; readonly sent: HttpRequest[] } {
  const sent: HttpRequest[] = [];
  const ports = stubPorts();
  const http = {
    connections: 6,
    open: () => ({
      request: async (_: string, request: HttpRequest) => {
        sent.push(request);
        return {
          status: 200,
          body: new TextEncoder().encode(`{"time":"${ports.clock.epochMs()}","state":0,"result":[]}`),
        };
      },
      close: async () => {},
    }),
  };
  const options = { addresses: ["ws://venue.test"], restAddress: "http://venue.test" };
  return { venue: withoutSecrets(openVenue(options, { ...ports, http })), sent };
}

/** Names of everything that can be called on an object, and on what it holds. */
function doorsOf(holder: object, path: string, depth = 0): [string, (...given: unknown[]) => unknown][] {
  const form: unknown = Object.getPrototypeOf(holder);
  const inherited = form === null || form === Object.prototype ? [] : Object.getOwnPropertyNames(form);
  const names = new Set([...Object.keys(holder), ...inherited]);
  return [...names].flatMap((name) => {
    const value: unknown = name in holder ? (holder as Record<string, unknown>)[name] : undefined;
    if (typeof value === "function" && !["close", "constructor"].includes(name)) {
      return [[`${path}.${name}`, value.bind(holder)]];
    }
    const isHolder = typeof value === "object" && value !== null && depth < 2;
    return isHolder ? doorsOf(value, `${path}.${name}`, depth + 1) : [];
  });
}

describe("a page that may have no secrets", () => {
  it("gets no key through any door of its venue: nothing is signed afterwards", async () => {
    const { venue, sent } = guarded();
    const doors = doorsOf(venue, "venue");
    expect(doors.length).toBeGreaterThan(50);
    for (const [, door] of doors) {
      try {
        await Promise.race([door(credential, credential), Promise.resolve()]);
      } catch {
        // Refused, in whatever way.
      }
    }
    await expect(venue.rest.usdt.getAssets()).rejects.toMatchObject({ code: "option-invalid" });
    expect(JSON.stringify(sent)).not.toContain("key-of-the-page");
    await venue.close();
  });

  it.each(["account", "login", "rotate"] as const)("is told the option that lets it have them: %s", (door) => {
    const { venue } = guarded();
    const attempt = (): unknown => (door === "rotate" ? venue.rest.rotate(credential) : venue[door](credential));
    expect(attempt).toThrow(expect.objectContaining({ code: "browser-secrets" }));
  });

  it("has one REST client, the same each time, with all that needs no key", () => {
    const { venue } = guarded();
    expect(venue.rest).toBe(venue.rest);
    venue.rest.halt("a page's own");
    expect(venue.rest.halted).toMatchObject({ reason: "a page's own" });
  });

  it("may not have addresses with a user name, wherever they stand", () => {
    expect(() => refuseSecretAddresses(["ws://venue.test", "wss://user@venue.test"])).toThrow();
    expect(() => refuseSecretAddresses(["ws://venue.test", undefined, "not an address"])).not.toThrow();
  });
});
