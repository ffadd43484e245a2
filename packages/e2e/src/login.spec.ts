import { Credential } from "@depthwire/core";
import { connect } from "@depthwire/node";
import { startSandbox } from "@depthwire/sandbox";
import { profiles } from "@depthwire/sandbox/internal";
import type { PrivateStatus } from "@depthwire/stream";
import { describe, expect, it, onTestFinished } from "vitest";

/** The statuses of a login up to the first that settles it. */
async function logIn(
  profile: (typeof profiles)[number],
  secretOf: (apiSecret: string) => string,
): Promise<PrivateStatus> {
  const sandbox = await startSandbox({ profile, pairs: 1 });
  onTestFinished(() => sandbox.close());
  const venue = connect({ addresses: [sandbox.pushUrl] });
  onTestFinished(() => venue.close());
  const { apiKey, apiSecret } = sandbox.credential;
  const session = venue.login(new Credential({ apiKey, apiSecret: secretOf(apiSecret) }));
  for await (const status of session.statusChanges) {
    if (status.phase === "live" || status.phase === "refused" || status.phase === "waiting") {
      return status;
    }
  }
  throw new Error("the stream ended");
}

describe.each(profiles)("a login, profile %s", (profile) => {
  it("is acknowledged with the right secret", async () => {
    expect(await logIn(profile, (secret) => secret)).toMatchObject({ phase: "live" });
  });

  it("is refused for good with a wrong one, by the venue's own code", async () => {
    const status = await logIn(profile, (secret) => [...secret].reverse().join(""));
    expect(status).toMatchObject({ phase: "refused", error: { code: "venue-refused", venueCode: 3025 } });
  });
});
