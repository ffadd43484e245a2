import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCommandLine } from "../../command-scene.spec-kit.js";
import { buildProgram } from "../../program/program.js";
import { commands } from "../index.js";

/** The reader of YAML that Nx brings. */
const yaml = createRequire(import.meta.url)("yaml") as {
  parse(text: string, options?: object): unknown;
  parseAllDocuments(text: string): readonly { readonly errors: readonly unknown[]; toJS(): unknown }[];
};

const folder = fileURLToPath(new URL("../../../../../deploy/", import.meta.url));
const deployed = (path: string): string => readFileSync(join(folder, path), "utf8");

// Where CI runs, nats-server is installed, and so it must be there.
const lacksServer = spawnSync("nats-server", ["-v"]).status !== 0 && process.env["CI"] === undefined;
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
}

const compose = yaml.parse(deployed("compose.yaml"), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
};
const ofRelay = Object.entries(compose.services).filter(([name]) => /^(?:relay-|nats-)/.test(name));

describe("compose.yaml", () => {
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

  it("starts commands that the command understands", () => {
    const lines = ofRelay.filter(([name, { command }]) => name.startsWith("relay-") && command?.[0] !== "chown");
    expect(lines.map(([name, { command = [] }]) => [name, understood(command)])).toEqual(
      lines.map(([name]) => [name, "understood"]),
    );
  });

  it.skipIf(lacksServer)("its servers take the configuration (skipped where nats-server is missing)", async () => {
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

/** As far as the structure goes: no schema of Kubernetes is at hand without its server. */
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
  readonly args?: readonly string[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

describe("kubernetes/relay.yaml", () => {
  const text = deployed("kubernetes/relay.yaml");
  const documents = yaml.parseAllDocuments(text);
  const manifests = documents.map((document) => document.toJS() as Manifest);
  const workloads = manifests.flatMap(({ metadata, spec }) =>
    spec.template === undefined ? [] : [{ name: metadata.name, spec, template: spec.template }],
  );

  it("is YAML whose selectors, services and mounts fit (its structure alone: no schema is checked)", () => {
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
    expect(at >= 0 ? understood(words.slice(at + 1)) : line).toMatch(/^understood$|^\/usr\/sbin\/nats-server -c \S+$/);
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
