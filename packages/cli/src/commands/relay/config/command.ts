import { Option } from "commander";
import type { CommandDescription } from "../../../program/command.js";
import type { RelayConfigFlags } from "./flags.js";

export const relayConfig: CommandDescription<RelayConfigFlags> = {
  name: "relay config",
  group: "machines",
  summary: "write the configuration of nats-server for the relay, with a key for each role",
  details:
    "A role may do what its processes do, and no more: owner publishes and keeps leases, consumer reads, recorder reads what was missed too, operator looks at everything and hands over, trader keeps the lease of who trades with a key, and hears nothing of the bus. Leases, frames that are kept, and traders' leases are NATS accounts of their own, so a file of keys/ (mode 0600) may have a seed for each of several accounts; a seed that is there already is kept. The configuration has the public keys, so servers need no seed. It has no other secret but the servers' own passwords for each other, so it is of mode 0600 too.",
  options: () => [
    new Option("--directory <directory>", "where the files go").default("relay"),
    new Option(
      "--servers <addresses>",
      "HOST:PORT of each server, with commas between; several are a cluster. Routes use the port 2000 above, WebSocket 5000, leaf nodes 3200, the monitor 4000 (on loopback)",
    ).default("127.0.0.1:4222"),
    new Option("--store <directory>", "where the servers keep JetStream's files; by default beside the configuration"),
    new Option("--websocket", "take connections of pages"),
    new Option("--leafnodes", "take connections of leaf nodes: servers that carry everything once into another zone"),
    new Option("--monitor", "tell the server's state by HTTP, to this computer alone"),
    new Option("--tls-cert <file>", "certificate of the servers, PEM; needed beyond this computer"),
    new Option("--tls-key <file>", "its key"),
    new Option(
      "--tls-ca <file>",
      "who signed the certificates, where that is an authority of your own: servers know each other by it, and routes and leaf nodes have to show one",
    ),
    new Option("--allow-insecure", "allow addresses of other computers without TLS"),
    new Option("--server-version <version>", "version of nats-server; by default what it says itself, or 2.9"),
    new Option("--force", "replace a configuration that is there already; keys are kept"),
  ],
  examples: [
    { line: "relay config --directory relay-one", does: "one server on this computer" },
    {
      line: "relay config --directory relay-three --servers 127.0.0.1:4222,127.0.0.1:4223,127.0.0.1:4224",
      does: "three of them, a cluster",
    },
    {
      line: "relay config --directory relay-hosts --servers relay-1:4222,relay-2:4222,relay-3:4222 --tls-cert tls.pem --tls-key tls.key --websocket",
      does: "three hosts, encrypted, for pages as well",
    },
  ],
  load: () => import("./run.js"),
};
