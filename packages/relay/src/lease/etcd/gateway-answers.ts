/** One key of an answer. Its parts are base64. */
interface KeyValue {
  readonly key: string;
  readonly value: string;
  readonly revision: number;
}

/** What stands under one key; undefined where nothing does. @throws TypeError */
export function readRange(answer: unknown): KeyValue | undefined {
  return keyValues(answer)[0];
}

/** Keys of an answer, in base64. @throws TypeError */
export function readKeys(answer: unknown): readonly string[] {
  return keyValues(answer).map(({ key }) => key);
}

/** The new revision; undefined where the comparison failed. @throws TypeError */
export function readTransaction(answer: unknown): { readonly revision: number | undefined } {
  const { succeeded, header } = members(answer);
  // The gateway leaves out what is false.
  return { revision: succeeded === true ? readRevision(members(header)["revision"]) : undefined };
}

function keyValues(answer: unknown): readonly KeyValue[] {
  const { kvs } = members(answer);
  const list = kvs ?? [];
  if (!Array.isArray(list)) {
    throw new TypeError("kvs is not a list");
  }
  return list.map((entry: unknown) => {
    // The gateway leaves out an empty value.
    const { key, value = "", mod_revision: revision } = members(entry);
    if (typeof key !== "string" || typeof value !== "string") {
      throw new TypeError("a key or its value is not a text");
    }
    return { key, value, revision: readRevision(revision) };
  });
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError("an object was expected");
  }
  return value as Readonly<Record<string, unknown>>;
}

/** The gateway writes 64-bit numbers as texts. */
function readRevision(value: unknown): number {
  const revision = typeof value === "string" && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(revision)) {
    throw new TypeError("a revision is not a number");
  }
  return revision;
}
