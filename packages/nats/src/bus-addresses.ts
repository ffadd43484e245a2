import { ValidationError } from "@depthwire/core";
import { RelayError } from "@depthwire/relay";

/** Ways to a server, by the word in front of its address. */
type Scheme = "nats" | "tls" | "ws" | "wss";

/** An address of a server, taken apart. */
export interface BusAddress {
  /** As it was written. */
  readonly text: string;
  /** With its port, as a client of NATS takes it. */
  readonly host: string;
  readonly isEncrypted: boolean;
  readonly isLoopback: boolean;
}

/** What is done about an address that others could listen to. */
export interface AddressRules {
  /** The words that may stand in front. */
  readonly schemes: readonly Scheme[];
  /** Everything is encrypted, whatever the word in front says. */
  readonly isEncrypted: boolean;
  readonly allowInsecure: boolean;
}

const defaultPorts: Readonly<Record<Scheme, string>> = { nats: "4222", tls: "4222", ws: "80", wss: "443" };

/**
 * Reads the addresses of servers. Nothing is sent.
 *
 * @throws ValidationError `option-invalid` for what is no address, or holds a name or password; RelayError `relay-insecure`
 */
export function readBusAddresses(servers: readonly string[], rules: AddressRules): readonly BusAddress[] {
  if (servers.length === 0) {
    throw new ValidationError("option-invalid", { option: "servers", rule: "at least one address" });
  }
  const addresses = servers.map((text) => readAddress(text, rules));
  const insecure = addresses.find(({ isEncrypted, isLoopback }) => !isEncrypted && !isLoopback);
  if (insecure !== undefined && !rules.allowInsecure) {
    throw new RelayError("relay-insecure", { address: insecure.text });
  }
  return addresses;
}

function readAddress(text: string, { schemes, isEncrypted }: AddressRules): BusAddress {
  const [, word = schemes[0] ?? "nats", rest = ""] = /^(?:([a-z]+):\/\/)?(.*)$/.exec(text) ?? [];
  const scheme = schemes.find((one) => one === word);
  // A scheme that URL knows: it writes addresses of hosts in one form.
  const url = URL.canParse(`http://${rest}`) ? new URL(`http://${rest}`) : undefined;
  if (scheme === undefined || url === undefined || url.hostname === "") {
    throw unusable(schemes.map((one) => `${one}://HOST:PORT`).join(" or "));
  }
  if (url.username !== "" || url.password !== "") {
    throw unusable("an address without a name or password: they would stand in logs");
  }
  if ((url.pathname !== "/" && !scheme.startsWith("ws")) || url.search !== "" || url.hash !== "") {
    throw unusable("an address that ends with its port");
  }
  const port = /:(\d+)(?:\/|$)/.exec(rest)?.[1] ?? defaultPorts[scheme];
  const path = url.pathname === "/" ? "" : url.pathname;
  return {
    text,
    host: `${url.hostname}:${port}${path}`,
    isEncrypted: isEncrypted || scheme === "tls" || scheme === "wss",
    isLoopback: isLoopbackHost(url.hostname),
  };
}

/** Whether only this computer reaches the host. @param host as `URL` writes it */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function unusable(rule: string): ValidationError {
  return new ValidationError("option-invalid", { option: "servers", rule });
}
