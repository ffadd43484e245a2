/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that the environment names for an address, as other programs read it: lower-case names come first. */
export function environmentProxy(address: string, environment: Environment): string | undefined {
  const { protocol, hostname, port } = new URL(address);
  const isSecure = protocol === "wss:";
  const [name, otherName] = isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"];
  const proxy = environment[name] ?? environment[otherName] ?? "";
  const exceptions = environment["no_proxy"] ?? environment["NO_PROXY"] ?? "";
  const usedPort = port === "" ? (isSecure ? "443" : "80") : port;
  return proxy === "" || isThisMachine(hostname) || isException(exceptions, hostname, usedPort) ? undefined : proxy;
}

/** Whether a host name, as `URL` writes it, leads back to this machine: no proxy is asked for it. */
export function isThisMachine(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/** `example.com` and `.example.com` mean the host and all below it, `*` everything, `:port` that port alone. */
function isException(exceptions: string, host: string, port: string): boolean {
  return exceptions
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => {
      const [, name = "", onPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const domain = name.replace(/^\*?\./, "");
      return (
        (onPort === undefined || onPort === port) && (domain === "*" || host === domain || host.endsWith(`.${domain}`))
      );
    });
}
