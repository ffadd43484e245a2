import { Option } from "commander";

/** What the command line says about etcd. Files are paths as they were typed. */
export interface EtcdFlags {
  readonly etcd?: string;
  readonly etcdCa?: string;
  readonly etcdCertificate?: string;
  readonly etcdCertificateKey?: string;
  readonly allowInsecureBus?: true;
}

/** Options of every command that talks to the store of leases. */
export function etcdOptions(): readonly Option[] {
  return [
    new Option(
      "--etcd <urls>",
      "leases and plan are in etcd, at these addresses with commas between, and not in nats-server's JetStream",
    ),
    new Option("--etcd-ca <file>", "who signs etcd's certificates; by default those whom Node trusts"),
    new Option("--etcd-certificate <file>", "this process's certificate, where etcd asks for one"),
    new Option("--etcd-certificate-key <file>", "its key; of mode 0600"),
  ];
}
