/**
 * The shapes of what stands in `deploy/`, as JSON Schema, strict: a field that is not listed is refused, as `kubectl --validate=strict` and
 * `docker compose config` refuse it. Only the kinds and fields that our files use are listed, written from the public references:
 * Kubernetes API v1.31 (Service v1, StatefulSet and Deployment apps/v1, PodDisruptionBudget policy/v1), and the Compose Specification.
 * A field that a file begins to use is looked up there, then added here.
 */

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: "string", minLength: 1 };
const flag: Schema = { type: "boolean" };
const listOf = (items: Schema): Schema => ({ type: "array", minItems: 1, items });
const mapOf = (values: Schema): Schema => ({ type: "object", minProperties: 1, additionalProperties: values });
const wordOf = (...words: readonly string[]): Schema => ({ enum: words });
const whole = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): Schema => ({
  type: "integer",
  minimum,
  maximum,
});

/** An object with these fields and no other; those of `needed` must be there. */
function object(needed: Readonly<Record<string, Schema>>, optional: Readonly<Record<string, Schema>> = {}): Schema {
  return {
    type: "object",
    required: Object.keys(needed),
    properties: { ...needed, ...optional },
    additionalProperties: false,
  };
}

/** A name that may be a part of a host's name (RFC 1123). */
const dnsLabel: Schema = { type: "string", pattern: "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$" };
/** `IANA_SVC_NAME`: at most 15 characters. */
const portName: Schema = { type: "string", pattern: "^(?=.*[a-z])[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?$" };
const portNumber = whole(1, 65_535);
const port: Schema = { anyOf: [portNumber, portName] };
/** `resource.Quantity`, without exponents. */
const quantity: Schema = {
  type: "string",
  pattern: "^[0-9]+([.][0-9]+)?(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?$",
};
const labels = mapOf({ type: "string", maxLength: 63, pattern: "^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$" });
const metadata = object({ name: dnsLabel }, { labels });
const labelSelector = object({ matchLabels: labels });

const probeTimes = { initialDelaySeconds: whole(0), periodSeconds: whole(1), timeoutSeconds: whole(1) };
/** One way to look, not several. */
const probe: Schema = {
  anyOf: [
    object({ tcpSocket: object({ port }) }, probeTimes),
    object({ httpGet: object({ port, path: { type: "string", pattern: "^/" } }) }, probeTimes),
  ],
};

const container = object(
  { name: dnsLabel, image: text },
  {
    command: listOf(text),
    args: listOf(text),
    env: listOf({
      anyOf: [
        object({ name: text, value: { type: "string" } }),
        object({ name: text, valueFrom: object({ fieldRef: object({ fieldPath: text }) }) }),
      ],
    }),
    ports: listOf(object({ containerPort: portNumber }, { name: portName, protocol: wordOf("TCP", "UDP", "SCTP") })),
    readinessProbe: probe,
    livenessProbe: probe,
    resources: object({}, { requests: mapOf(quantity), limits: mapOf(quantity) }),
    securityContext: object({}, { allowPrivilegeEscalation: flag, readOnlyRootFilesystem: flag }),
    volumeMounts: listOf(
      object({ name: dnsLabel, mountPath: { type: "string", pattern: "^/[^:]*$" } }, { readOnly: flag }),
    ),
  },
);

/** Exactly one source a volume. */
const volume: Schema = {
  anyOf: [
    object({ name: dnsLabel, secret: object({ secretName: text }) }),
    object({ name: dnsLabel, configMap: object({ name: text }) }),
    object({ name: dnsLabel, emptyDir: object({}, { medium: wordOf("", "Memory"), sizeLimit: quantity }) }),
  ],
};

const podTemplate = object({
  metadata: object({ labels }, { annotations: mapOf({ type: "string" }) }),
  spec: object(
    { containers: listOf(container) },
    {
      initContainers: listOf(container),
      volumes: listOf(volume),
      automountServiceAccountToken: flag,
      securityContext: object({}, { runAsUser: whole(0), runAsGroup: whole(0), fsGroup: whole(0), runAsNonRoot: flag }),
      terminationGracePeriodSeconds: whole(0),
      topologySpreadConstraints: listOf(
        object(
          { maxSkew: whole(1), topologyKey: text, whenUnsatisfiable: wordOf("DoNotSchedule", "ScheduleAnyway") },
          { labelSelector },
        ),
      ),
    },
  ),
});

const claim = object({
  metadata: object({ name: dnsLabel }),
  spec: object({
    accessModes: listOf(wordOf("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod")),
    resources: object({ requests: object({ storage: quantity }) }),
  }),
});

const kind = (apiVersion: string, name: string, spec: Schema): Schema =>
  object({ apiVersion: { const: apiVersion }, kind: { const: name }, metadata, spec });

const ofKind: Readonly<Record<string, Schema>> = {
  Service: kind(
    "v1",
    "Service",
    object(
      { ports: listOf(object({ port: portNumber }, { name: dnsLabel, targetPort: port })) },
      { clusterIP: text, publishNotReadyAddresses: flag, selector: labels },
    ),
  ),
  StatefulSet: kind(
    "apps/v1",
    "StatefulSet",
    object(
      { selector: labelSelector, serviceName: dnsLabel, template: podTemplate },
      {
        replicas: whole(0),
        podManagementPolicy: wordOf("OrderedReady", "Parallel"),
        volumeClaimTemplates: listOf(claim),
      },
    ),
  ),
  Deployment: kind(
    "apps/v1",
    "Deployment",
    object({ selector: labelSelector, template: podTemplate }, { replicas: whole(0) }),
  ),
  PodDisruptionBudget: kind(
    "policy/v1",
    "PodDisruptionBudget",
    // One of the two, not both.
    {
      anyOf: ["maxUnavailable", "minAvailable"].map((bound) => object({ selector: labelSelector, [bound]: whole(0) })),
    },
  ),
};

/** What a manifest of this kind may hold; of a kind that is not known here, nothing. */
export function manifestSchema(kindName: string): Schema {
  return ofKind[kindName] ?? { not: {} };
}

const composeCondition = wordOf("service_started", "service_healthy", "service_completed_successfully");

const composeTime: Schema = { type: "string", pattern: "^([0-9]+(us|ms|s|m|h))+$" };

const composeService = object(
  { image: text },
  {
    profiles: listOf(text),
    user: { type: "string", pattern: "^[0-9]+(:[0-9]+)?$" },
    working_dir: { type: "string", pattern: "^/" },
    entrypoint: listOf(text),
    command: listOf(text),
    init: flag,
    restart: { type: "string", pattern: "^(no|always|on-failure(:[0-9]+)?|unless-stopped)$" },
    // Compose takes a short form: source, target, and how it is mounted.
    volumes: listOf({ type: "string", pattern: "^[^:]+:/[^:]*(:(ro|rw))?$" }),
    ports: listOf({ type: "string", pattern: "^([0-9.]+:)?[0-9]+:[0-9]+(/(tcp|udp))?$" }),
    healthcheck: object(
      { test: listOf(text) },
      { interval: composeTime, timeout: composeTime, start_period: composeTime, retries: whole(1) },
    ),
    depends_on: { anyOf: [listOf(text), mapOf(object({ condition: composeCondition }))] },
  },
);

/** What a Compose file may hold. Fields that begin with `x-` are the file's own. */
export const composeSchema: Schema = {
  type: "object",
  required: ["services"],
  properties: {
    name: { type: "string", pattern: "^[a-z0-9][a-z0-9_-]*$" },
    services: mapOf(composeService),
    volumes: { type: "object", additionalProperties: { type: "null" } },
  },
  patternProperties: { "^x-": {} },
  additionalProperties: false,
};
