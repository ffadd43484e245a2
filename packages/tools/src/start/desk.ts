import { dirname } from "node:path";
import { type Accelerator, openAccelerator } from "@depthwire/accelerator";
import { keptToken } from "@depthwire/accelerator/start";
import { Credential, ValidationError } from "@depthwire/core";
import type { Sandbox } from "@depthwire/sandbox";

/** Where guides say that the accelerator listens. */
const usualPort = 8080;

/**
 * Opens an accelerator before the sandbox, with the demo account's key: its dashboard is for whoever looks. Its token is kept beside the key.
 *
 * @throws ValidationError `option-invalid` for a folder that others may read
 */
export async function openDesk(
  { pushUrl, restUrl, credential, pairs }: Sandbox,
  credentialFile: string,
): Promise<Accelerator> {
  const { token } = await keptToken(dirname(credentialFile));
  const options = {
    venue: { addresses: [pushUrl], restAddress: restUrl },
    credential: new Credential(credential),
    pairs,
    token,
  };
  try {
    return await openAccelerator({ ...options, port: usualPort });
  } catch (error) {
    if (error instanceof ValidationError && "option" in error.details && error.details.option === "port") {
      return openAccelerator({ ...options, port: 0 });
    }
    throw error;
  }
}
