import { Option } from "commander";

/** Where commands look for the relay's bus. */
export const busVariable = "DEPTHWIRE_BUS";

/** Where nats-server listens, as long as nobody asks for another port. */
export const usualBus = "nats://127.0.0.1:4222";

/** What the command line says about the bus. Files are paths as they were typed. */
export interface BusFlags {
  readonly bus?: string;
  readonly venueName: string;
  readonly busSeed?: string;
  readonly busCredentials?: string;
  readonly busCa?: string;
  readonly busCertificate?: string;
  readonly busCertificateKey?: string;
  readonly allowInsecureBus?: true;
}

/** Options of every command that talks to the relay's bus. */
export function busOptions(): readonly Option[] {
  return [
    new Option(
      "--bus <urls>",
      `addresses of nats-server, with commas between; ${busVariable}, or ${usualBus}, by default`,
    ),
    new Option("--venue-name <name>", "the venue's name on the bus, the same for everybody who means it").default(
      "main",
    ),
    new Option("--bus-seed <file>", "this process's key for the bus, an NKey seed; of mode 0600").conflicts(
      "busCredentials",
    ),
    new Option("--bus-credentials <file>", "the same as nsc writes it; of mode 0600"),
    new Option("--bus-ca <file>", "who signs the servers' certificates; by default those whom the system trusts"),
    new Option("--bus-certificate <file>", "this process's certificate, where servers ask for one"),
    new Option("--bus-certificate-key <file>", "its key"),
    new Option("--allow-insecure-bus", "allow addresses of other computers without encryption"),
  ];
}
