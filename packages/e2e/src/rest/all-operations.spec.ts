import { openAccelerator } from "@depthwire/accelerator";
import { Credential, type HttpClient, type HttpRequest } from "@depthwire/core";
import { createNodeHttpClient } from "@depthwire/node";
import type { Profile } from "@depthwire/sandbox";
import { describe } from "vitest";
import { describeOperations, type Way } from "./operation-cases.spec-kit.js";

/** Withdrawing wants one. */
const token = "a-token-that-nobody-guesses";

/** Signed, to the venue itself. */
const direct: Way = async ({ restUrl }) => ({ restUrl, ...createNodeHttpClient() });

/** Another base address, and no signature. */
const throughAccelerator: Way = async ({ restUrl, pushUrl, credential }) => {
  const accelerator = await openAccelerator({
    venue: { addresses: [pushUrl], restAddress: restUrl, rest: { throttle: { limit: 10_000, reserve: {} } } },
    port: 0,
    credential: new Credential(credential),
    token,
  });
  const http = createNodeHttpClient();
  const request: HttpClient = (address, signed, limits) => http.request(address, unsigned(signed), limits);
  const close = async (): Promise<void> => {
    await http.close();
    await accelerator.close();
  };
  return { restUrl: accelerator.url, request, close };
};

/** The same request without key, time and signature: as somebody would write it who has never heard of them. */
function unsigned({ method, target, headers, body }: HttpRequest): HttpRequest {
  const type = headers["content-type"];
  const kept = { "x-depthwire-token": token, ...(type === undefined ? {} : { "content-type": type }) };
  if (body === undefined || type === "application/json") {
    return { method, target, headers: kept, ...(body === undefined ? {} : { body }) };
  }
  const form = new URLSearchParams(body);
  form.delete("apikey");
  form.delete("sign");
  return { method, target, headers: kept, body: form.toString() };
}

const profiles: readonly Profile[] = ["documented", "deployed"];

describe.each(profiles)("every operation of both documents, profile %s", (profile) => {
  describe("at the venue, signed", () => describeOperations(profile, direct));
  describe("through the accelerator, unsigned", () => describeOperations(profile, throughAccelerator));
});
