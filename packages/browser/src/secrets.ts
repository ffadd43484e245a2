import type { Venue } from "@depthwire/client";
import { ValidationError } from "@depthwire/core";

/** Name of the option that lets a page have secrets. */
const option = "allowBrowserSecrets";

/** Addresses with a user name in them are secrets too. @throws ValidationError `browser-secrets` */
export function refuseSecretAddresses(addresses: readonly unknown[]): void {
  for (const address of addresses) {
    if (typeof address === "string" && URL.canParse(address)) {
      const { username, password } = new URL(address);
      if (username !== "" || password !== "") {
        throw secretsRefused();
      }
    }
  }
}

/** The venue without all that needs a key: that is refused before anything is opened, signed or sent. */
export function withoutSecrets(venue: Venue): Venue {
  const refuse = (): never => {
    throw secretsRefused();
  };
  return Object.defineProperties({} as Venue, {
    ...Object.getOwnPropertyDescriptors(venue),
    account: { value: refuse, enumerable: true },
    login: { value: refuse, enumerable: true },
  });
}

function secretsRefused(): ValidationError<"browser-secrets"> {
  return new ValidationError("browser-secrets", { option });
}
