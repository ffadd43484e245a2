import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lacksNatsServer } from "@depthwire/testkit/servers";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import { buildProgram } from "../../program/program.js";
import { commands } from "../index.js";
import { composeSchema, manifestSchema } from "./deploy-schemas.spec-kit.js";

/** What a schema has against a document; empty: nothing. */
function complaints(schema: object, document: unknown): readonly string[] {
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const { additionalProperty = "" } = params as { readonly additionalProperty?: string };
    return `${instancePath} ${message} ${additionalProperty}`.trim();
  });
}

const folder = fileURLToPath(new URL("../../../../../deploy/", import.meta.url));
const deployed = (path: string): string => readFileSync(join(folder, path), "utf8");

const lacksSystemd = spawnSync("systemd-analyze", ["--version"]).status !== 0;

/** Whether the command understands a line. */
function understood(argv: readonly string[]): string {
  const said: string[] = [];
  const hear = (text: string): void => void said.push(text);
  const program = buildProgram(commands, "0", { out: hear, err: hear }, () => {});
  try {
    program.parse([...argv], { from: "user" });
    return "understood";
  } catch {
    return said.join("");
  }
}

interface Service {
  readonly command?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
}

const compose = parse(deployed("compose.yaml"), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
};
const ofRelay = Object.entries(compose.services).filter(([name]) => /^(?:relay-|nats-)/.test(name));

describe("compose.yaml", () => {
  it("holds what the Compose Specification knows, and nothing else", () => {
    expect(complaints(composeSchema, compose)).toEqual([]);
  });

  it.each([
    [
      "a field with a typing error",
      { restarts: "always" },
      "/services/nats-1 must NOT have additional properties restarts",
    ],
    ["a word that nobody knows", { restart: "sometimes" }, /^\/services\/nats-1\/restart must match pattern/],
    ["a port that is none", { ports: ["8080:http"] }, /^\/services\/nats-1\/ports\/0 must match pattern/],
  ])("would be refused with %s", (_, planted, complaint) => {
    const services = { ...compose.services, "nats-1": { ...compose.services["nats-1"], ...planted } };
    expect(complaints(composeSchema, { ...compose, services })).toEqual([expect.stringMatching(complaint)]);
  });

  it("has three servers, two owners and a recorder; what they need is there, and nothing is open to others", () => {
    const names = ofRelay.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(["nats-1", "nats-2", "nats-3", "relay-1", "relay-2", "relay-recorder"]),
    );
    for (const [name, { depends_on: needed = [], volumes = [], ports }] of ofRelay) {
      const services = Array.isArray(needed) ? needed : Object.keys(needed);
      expect(Object.keys(compose.services), name).toEqual(expect.arrayContaining(services));
      const named = volumes.map((volume) => volume.split(":")[0]).filter((volume) => volume !== "..");
      expect(Object.keys(compose.volumes), name).toEqual(expect.arrayContaining(named));
      expect(ports, name).toBeUndefined();
    }
  });

  it("asks owners for their health, and lets Prometheus call them, where and as they listen", () => {
    const owners = ofRelay.filter(([, { command = [] }]) => command.includes("serve"));
    const { scrape_configs: jobs } = parse(deployed("prometheus.yml")) as {
      readonly scrape_configs: readonly {
        readonly job_name: string;
        readonly dns_sd_configs?: readonly { readonly names: readonly string[]; readonly port: number }[];
      }[];
    };
    const [found] = jobs.find(({ job_name: job }) => job === "relay")?.dns_sd_configs ?? [];
    expect(owners.map(([name]) => name)).toEqual(found?.names);
    for (const [name, { command = [], healthcheck }] of owners) {
      const at = (flag: string): string | undefined => command[command.indexOf(flag) + 1];
      expect(at("--metrics"), name).toBe(`0.0.0.0:${found?.port}`);
      expect(command, name).toEqual(expect.arrayContaining(["--allow-host", name]));
      const [way, program, ...argv] = healthcheck?.test ?? [];
      expect([way, program, argv[0]], name).toEqual(["CMD", "node", "-e"]);
      expect(argv[1], name).toContain(`http://127.0.0.1:${found?.port}/healthz`);
    }
  });

  it("starts commands that the command understands", () => {
    const lines = ofRelay.filter(([name, { command }]) => name.startsWith("relay-") && command?.[0] !== "chown");
    expect(lines.map(([name, { command = [] }]) => [name, understood(command)])).toEqual(
      lines.map(([name]) => [name, "understood"]),
    );
  });

  it.skipIf(lacksNatsServer)("its servers take the configuration (skipped where nats-server is missing)", async () => {
    const directory = mkdtempSync(join(tmpdir(), "depthwire-compose-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const argv = (compose.services["relay-config"]?.command ?? []).map((word) => word.replace(/^\/nats/, directory));
    expect(await runCommandLine(argv, { workingDirectory: directory })).toMatchObject({ exitCode: 0 });
    const files = ofRelay.flatMap(([name, { command = [] }]) => (name.startsWith("nats-") ? command.slice(1) : []));
    expect(files).toEqual(["/nats/nats-1.conf", "/nats/nats-2.conf", "/nats/nats-3.conf"]);
    for (const file of files) {
      const { status, stderr } = spawnSync("nats-server", ["-c", file.replace("/nats", directory), "-t"]);
      expect(status, String(stderr)).toBe(0);
    }
  });
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly serviceName?: string;
    readonly selector?: { readonly matchLabels?: object };
    readonly volumeClaimTemplates?: readonly { readonly metadata: { readonly name: string } }[];
    readonly template?: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly initContainers?: readonly Container[];
        readonly volumes?: readonly { readonly name: string }[];
      };
    };
  };
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number }[];
  readonly readinessProbe?: { readonly httpGet?: object };
  readonly livenessProbe?: { readonly httpGet?: object };
}

describe("kubernetes/relay.yaml", () => {
  const text = deployed("kubernetes/relay.yaml");
  const documents = parseAllDocuments(text);
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const workloads = manifests.flatMap(({ metadata, spec }) =>
    spec.template === undefined ? [] : [{ name: metadata.name, spec, template: spec.template }],
  );

  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    "%s holds what Kubernetes knows, and nothing else",
    (_, manifest) => {
      expect(complaints(manifestSchema(manifest.kind), manifest)).toEqual([]);
    },
  );

  it.each<[string, string, string, string | RegExp]>([
    ["a field with a typing error", "replicas: 2", "replica: 2", "/spec must NOT have additional properties replica"],
    [
      "a field in the wrong place",
      "serviceName: relay-nats",
      "serviceName: [relay-nats]",
      "/spec/serviceName must be string",
    ],
    ["an amount that is none", "memory: 1Gi", "memory: 1GB", /resources\/limits\/memory must match pattern/],
    ["a probe of nothing", "httpGet: { path: /healthz, port: metrics }", "exec: {}", /readinessProbe must NOT have/],
    ["a port that is none", "containerPort: 4222", "containerPort: 70000", /containerPort must be <= 65535/],
    ["a kind that nobody looked at", "kind: Service\n", "kind: Ingress\n", "must NOT be valid"],
    [
      "another version of a kind",
      "apiVersion: policy/v1\n",
      "apiVersion: policy/v1beta1\n",
      "/apiVersion must be equal to constant",
    ],
  ])("would be refused with %s", (_, part, planted, complaint) => {
    expect(text).toContain(part);
    const damaged = parseAllDocuments(text.replace(part, planted)).map((document) => document.toJS() as Manifest);
    expect(damaged.flatMap((manifest) => complaints(manifestSchema(manifest.kind), manifest))).toContainEqual(
      expect.stringMatching(complaint),
    );
  });

  it("is YAML whose selectors, services and mounts fit", () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const kinds = manifests.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(workloads.map(({ name }) => name)).toEqual(["relay-nats", "relay", "relay-recorder"]);
    for (const { name, spec, template } of workloads) {
      expect(template.metadata.labels, name).toMatchObject(spec.selector?.matchLabels ?? { none: "selected" });
      const claimed = (spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata.name);
      const volumes = [...(template.spec.volumes ?? []).map((volume) => volume.name), ...claimed];
      for (const { volumeMounts = [], image } of [
        ...template.spec.containers,
        ...(template.spec.initContainers ?? []),
      ]) {
        expect(image).toMatch(/^[a-z]+:[\w.-]+$/);
        expect(volumes, name).toEqual(expect.arrayContaining(volumeMounts.map((mount) => mount.name)));
      }
    }
  });

  it("ends programs by the signal that ends a pod: none stands behind npm, which dies of it and passes nothing on", () => {
    const commands = workloads.flatMap(({ template }) => template.spec.containers.map(({ command }) => command?.[0]));
    expect(commands).toEqual(["sh", "node", "node"]);
    expect(text).toMatch(/command: \["sh", "-c", "exec /);
  });

  it("asks owners for their health at the port that they listen at", () => {
    const [owner] = workloads.find(({ name }) => name === "relay")?.template.spec.containers ?? [];
    const [listens] = owner?.ports ?? [];
    expect(owner?.args?.[owner.args.indexOf("--metrics") + 1]).toBe(`0.0.0.0:${listens?.containerPort}`);
    expect(owner?.readinessProbe?.httpGet).toEqual({ path: "/healthz", port: listens?.name });
    // Starting an owner anew helps nobody while the bus is away.
    expect(owner?.livenessProbe?.httpGet).toEqual({ path: "/metrics", port: listens?.name });
  });

  it("starts commands that the command understands, and says how keys are made", () => {
    const lines = workloads.flatMap(({ template }) =>
      template.spec.containers.flatMap(({ args }) => (args ? [args] : [])),
    );
    const typed = [...text.matchAll(/^# +depthwire (.*)$/gm)].map(([, line = ""]) => line.split(" "));
    expect([lines.length, typed.length]).toEqual([2, 1]);
    expect([...lines, ...typed].map(understood)).toEqual(["understood", "understood", "understood"]);
  });
});

describe("systemd/", () => {
  const units = ["depthwire-nats.service", "depthwire-relay.service", "depthwire-relay-recorder.service"];

  it.each(units)("%s starts what there is", (unit) => {
    const [, line = ""] = /^ExecStart=(.*)$/m.exec(deployed(join("systemd", unit))) ?? [];
    const words = line.split(" ");
    const at = words.indexOf("depthwire");
    // Options that a host may add; without any there is no word.
    const argv = words.slice(at + 1).filter((word) => !/^\$[A-Z]+_OPTIONS$/.test(word));
    expect(at >= 0 ? understood(argv) : line).toMatch(/^understood$|^\/usr\/sbin\/nats-server -c \S+$/);
  });

  it.skipIf(lacksSystemd)("systemd finds nothing wrong with them (skipped where systemd-analyze is missing)", () => {
    // A server that is not installed here is not the file's fault.
    const { status, stderr } = spawnSync("systemd-analyze", [
      "verify",
      ...units.map((unit) => join(folder, "systemd", unit)),
    ]);
    const complaints = String(stderr)
      .split("\n")
      .filter((line) => line !== "" && !line.includes("is not executable"));
    expect({ status: complaints.length === 0 ? 0 : status, complaints }).toEqual({ status: 0, complaints: [] });
  });
});
