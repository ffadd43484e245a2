import type { Venue } from "@depthwire/client";
import { ValidationError } from "@depthwire/core";
import type { RestClient } from "@depthwire/rest";

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

/**
 * The venue without all that needs a key: that is refused before anything is opened, signed or sent. These are the doors through which a key can come:
 * `account`, `login` and `rest.rotate`; accounts and sessions, which have more, are never given out.
 */
export function withoutSecrets(venue: Venue): Venue {
  const refuse = (): never => {
    throw secretsRefused();
  };
  let rest: RestClient | undefined;
  return Object.defineProperties({} as Venue, {
    ...Object.getOwnPropertyDescriptors(venue),
    account: { value: refuse, enumerable: true },
    login: { value: refuse, enumerable: true },
    rest: {
      get: () => {
        rest ??= Object.defineProperties({} as RestClient, {
          ...Object.getOwnPropertyDescriptors(venue.rest),
          rotate: { value: refuse, enumerable: true },
        });
        return rest;
      },
      enumerable: true,
    },
  });
}

function secretsRefused(): ValidationError<"browser-secrets"> {
  return new ValidationError("browser-secrets", { option });
}
