/** One of the addresses that a client is configured with. */
export interface AddressRole {
  /** How the documents write it. */
  readonly placeholder: string;
  /** The path of its push stream; `undefined`: operations name their own paths. */
  readonly path: string | undefined;
  readonly spec: string;
}

/** The addresses of a deployment. A sandbox serves them all at one origin. */
export const addressRoles = {
  /** The REST interface. */
  rest: { placeholder: "{base_url}", path: undefined, spec: "document 1, What the service does" },
  /** Takes the batch queries of the older interface. */
  legacy: { placeholder: "{legacy_url}", path: undefined, spec: "document 2, What the service does" },
  /** Lists other addresses of the service. */
  alternateDomains: { placeholder: "{alt_domains_url}", path: undefined, spec: "document 1, What the service does" },
  /** Push streams of protocol A. */
  prefixStream: { placeholder: "{ws_url}", path: "/cbu", spec: "document 1, What the service does" },
  /** Push streams of protocol B. */
  channelStream: { placeholder: "{ws_url_channel}", path: "/cbu", spec: "document 1, What the service does" },
  /** The accelerator on the user's own computer. */
  local: { placeholder: "{local_url}", path: undefined, spec: "document 2, What the service does" },
} as const satisfies Readonly<Record<string, AddressRole>>;
