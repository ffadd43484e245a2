import { dirname, join } from "node:path";
import { type Accelerator, openAccelerator } from "@depthwire/accelerator";
import { keptToken } from "@depthwire/accelerator/start";
import { Credential, type CredentialParts, ValidationError } from "@depthwire/core";
import type { Sandbox } from "@depthwire/sandbox";

/** Where guides say that the accelerator listens. */
export const usualDeskPort = 8080;

/** Where the accelerator's token is kept: beside the key. */
export function tokenFileOf(credentialFile: string): string {
  return join(dirname(credentialFile), "token");
}

/**
 * Another key of the demo account. The venue counts requests by key, and each process keeps to the limit by itself: two with one key
 * send more than it takes, and one of them is refused with 2091.
 *
 * @throws Error where the sandbox does not open it
 */
async function openSecondKey({ restUrl, userId }: Sandbox): Promise<Credential> {
  const answer = await fetch(`${restUrl}/_sandbox/accounts/${userId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ keys: [{}] }),
  });
  const { opened = [] } = (await answer.json()) as { readonly opened?: readonly CredentialParts[] };
  const [parts] = opened;
  if (parts === undefined) {
    throw new Error(`The sandbox opened no key for the dashboard: it answered with HTTP ${answer.status}`);
  }
  return new Credential(parts);
}

/**
 * Opens an accelerator before the sandbox, with a key of its own of the demo account, so that it shows what others trade there: its dashboard is for whoever looks. Its token is kept beside the key.
 *
 * @throws ValidationError `option-invalid` for a folder that others may read
 */
export async function openDesk(sandbox: Sandbox, credentialFile: string): Promise<Accelerator> {
  const { pushUrl, restUrl, pairs } = sandbox;
  const { token } = await keptToken(dirname(credentialFile));
  const options = {
    venue: { addresses: [pushUrl], restAddress: restUrl },
    credential: await openSecondKey(sandbox),
    pairs,
    token,
  };
  try {
    return await openAccelerator({ ...options, port: usualDeskPort });
  } catch (error) {
    if (error instanceof ValidationError && "option" in error.details && error.details.option === "port") {
      return openAccelerator({ ...options, port: 0 });
    }
    throw error;
  }
}
