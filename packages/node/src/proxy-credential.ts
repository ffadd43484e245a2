import { readFileSync } from "node:fs";
import { ValidationError } from "@depthwire/core";

/** Who one is towards a proxy. A secret: it is sent to the proxy alone, in the header that asks for the tunnel. */
export interface ProxyCredential {
  readonly user: string;
  readonly password: string;
}

/** A proxy's credential, given or in a file. */
export interface ProxyCredentialOptions {
  /** User and password of the proxy. Connections in threads need the file: no secret is handed to a thread. */
  readonly proxyCredential?: ProxyCredential | undefined;
  /** File whose first line is `user:password`, in place of `proxyCredential`. It is read again for each connection. */
  readonly proxyCredentialFile?: string | undefined;
}

/**
 * The header with which a proxy is asked; undefined where nobody said who asks.
 *
 * @throws ValidationError `option-invalid` for a user with a colon; an error of `node:fs` where the file cannot be read
 */
export function proxyAuthorization(options: ProxyCredentialOptions): string | undefined {
  const { proxyCredential, proxyCredentialFile } = options;
  if (proxyCredentialFile !== undefined) {
    const [line = ""] = readFileSync(proxyCredentialFile, "utf8").split(/\r?\n/, 1);
    if (!line.includes(":")) {
      throw new ValidationError("option-invalid", {
        option: "proxyCredentialFile",
        rule: "a first line user:password",
      });
    }
    return basic(line);
  }
  if (proxyCredential === undefined) {
    return undefined;
  }
  const { user, password } = proxyCredential;
  // RFC 7617, section 2: the first colon ends the user.
  if (user.includes(":")) {
    throw new ValidationError("option-invalid", { option: "proxyCredential.user", rule: "a name without a colon" });
  }
  return basic(`${user}:${password}`);
}

function basic(userAndPassword: string): string {
  return `Basic ${Buffer.from(userAndPassword, "utf8").toString("base64")}`;
}
