import { DepthwireError, VenueError } from "@depthwire/core";
import { Refused } from "../../../program/refused.js";
import type { FoundCredential } from "../../../venue/find-credential.js";
import { type Finding, notChecked, sound } from "../finding.js";

/** A key, and a call that needs it. */
export interface KeyPorts {
  /** @throws Refused where there is none, or none that may be used */
  find(): Promise<FoundCredential>;
  /** Undefined while the venue cannot be asked. */
  readonly signedRead: ((found: FoundCredential) => Promise<void>) | undefined;
}

/** Whether the key is known to the venue and may read. */
export async function checkKey({ find, signedRead }: KeyPorts): Promise<Finding> {
  let found: FoundCredential;
  try {
    found = await find();
  } catch (error) {
    return withoutKey(error);
  }
  if (signedRead === undefined) {
    return notChecked("REST is not reached");
  }
  try {
    await signedRead(found);
  } catch (error) {
    return refused(error, found.from);
  }
  return sound(`The key of ${found.from} is known and may read; whether it may trade shows with the first order`, {
    from: found.from,
  });
}

function withoutKey(error: unknown): Finding {
  if (!(error instanceof Refused)) {
    throw error;
  }
  const { code, message, remedy } = error;
  if (code === "key-open") {
    return notChecked("the key is not used while others can read it");
  }
  return {
    status: code === "no-key" ? "warn" : "wrong",
    code: code === "no-key" ? "key-absent" : "key-unusable",
    says: message,
    ...(remedy === undefined ? {} : { remedy }),
  };
}

/** @spec document 1, Authentication, Authentication-related failures */
const refusals: Readonly<Record<number, Pick<Finding, "code" | "remedy"> & { readonly what: string }>> = {
  3012: {
    code: "key-unknown",
    what: "does not know the key",
    remedy: "It was removed, or is of another venue: put in the right one with depthwire key put.",
  },
  3024: {
    code: "key-permission",
    what: "does not allow the key to read",
    remedy: "Allow it to read on the account page, or make a key that may.",
  },
  3025: {
    code: "key-signature",
    what: "does not accept the signature",
    remedy: "The secret is another key's, or was cut short: put both in again with depthwire key put.",
  },
  3026: {
    code: "key-address",
    what: "does not allow the key from this address",
    remedy: "Bind the key to this computer's public address, or use the one that it is bound to.",
  },
  3027: {
    code: "key-revoked",
    what: "has revoked the key",
    remedy: "Make a new key on the account page, and put it in with depthwire key put.",
  },
};

function refused(error: unknown, from: string): Finding {
  if (error instanceof VenueError) {
    const { venueCode, entry } = error;
    const known = refusals[venueCode];
    return {
      status: "wrong",
      code: known?.code ?? "key-refused",
      says: `The venue ${known?.what ?? "refuses a read with the key"} of ${from} (${venueCode}${entry === undefined ? "" : `: ${entry.meaning}`})`,
      remedy: known?.remedy ?? "Look up the code in docs/errors.md.",
      details: { from, venueCode },
    };
  }
  if (error instanceof DepthwireError) {
    return {
      status: "warn",
      code: "key-unanswered",
      says: `A read with the key of ${from} was not answered: ${error.message}`,
      remedy: "Ask again.",
      details: { from },
    };
  }
  throw error;
}
