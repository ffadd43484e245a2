import { type Clock, type HttpClient, type HttpResponse, TransportError, ValidationError } from "@depthwire/core";
import { decodeBase64, decodeUtf8, encodeBase64, encodeUtf8 } from "@depthwire/core/internal";
import { RelayError } from "../../error/relay-error.js";
import type { LeaseStore, StoredLease } from "../../ports/lease-store.js";
import { readKeys, readRange, readTransaction } from "./gateway-answers.js";

/** No call waits longer: a lease that is not renewed in time is lost. */
const defaultCallLimitMs = 500;
const defaultPrefix = "dw1_leases/";
/** A lease has some 60 bytes; a plan of 64 shards some thousand. */
const maxBodyBytes = 4_194_304;
const headers = { "content-type": "application/json" };
/** An address without a name or password, which would stand in logs. */
const addressForm = /^https?:\/\/[^/@?#\s]+$/;
const safeAddress = /^(?:https:\/\/.*|http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?)$/;

/** How etcd is reached. */
export interface EtcdLeaseStoreOptions {
  /** Addresses of its members, such as `https://etcd-1:2379`. When one does not answer, the next call goes to the next one. */
  readonly addresses: readonly string[];
  /** Does the calls; certificates are its affair. */
  readonly http: HttpClient;
  readonly clock: Clock;
  /** What stands before each key, so that others can use the same etcd; default `dw1_leases/`. */
  readonly prefix?: string | undefined;
  /** Milliseconds; a call that is not answered within it rejects. Default 500. */
  readonly callLimitMs?: number | undefined;
  /** Allows `http://` to other computers; default false. */
  readonly allowInsecure?: boolean | undefined;
}

/**
 * Leases in etcd 3.4 or later, by its JSON gateway: they outlive a member of its cluster, and one revision is given to one update. Readings are
 * linearizable. A deleted key is as one that was never written.
 */
export class EtcdLeaseStore implements LeaseStore {
  readonly #options: EtcdLeaseStoreOptions;
  readonly #prefix: string;
  readonly #callLimitMs: number;
  /** Place of the member that the next call goes to. */
  #member = 0;

  /** @throws ValidationError `option-invalid`; RelayError `relay-insecure`: nothing was sent */
  constructor(options: EtcdLeaseStoreOptions) {
    const { addresses, prefix = defaultPrefix, callLimitMs = defaultCallLimitMs, allowInsecure = false } = options;
    if (addresses.length === 0 || !addresses.every((address) => addressForm.test(address))) {
      throw new ValidationError("option-invalid", {
        option: "addresses",
        rule: "http://HOST:PORT or https://HOST:PORT",
      });
    }
    const insecure = addresses.find((address) => !safeAddress.test(address));
    if (insecure !== undefined && !allowInsecure) {
      throw new RelayError("relay-insecure", { address: insecure });
    }
    if (prefix === "" || !/^[\x20-\x7d]+$/.test(prefix)) {
      throw new ValidationError("option-invalid", { option: "prefix", rule: "at least one letter of ASCII" });
    }
    this.#options = options;
    this.#prefix = prefix;
    this.#callLimitMs = callLimitMs;
  }

  async read(key: string): Promise<StoredLease> {
    const answer = await this.#ask("/v3/kv/range", { key: this.#encode(key) });
    return this.#understood(answer, (value) => {
      const found = readRange(value);
      return found === undefined
        ? { revision: 0, text: undefined }
        : { revision: found.revision, text: textOf(found.value) };
    });
  }

  async compareAndSet(key: string, expected: number, text: string): Promise<number | undefined> {
    const encoded = this.#encode(key);
    const answer = await this.#ask("/v3/kv/txn", {
      compare: [{ key: encoded, target: "MOD", result: "EQUAL", mod_revision: String(expected) }],
      success: [{ request_put: { key: encoded, value: encodeBase64(encodeUtf8(text)) } }],
    });
    const { revision } = this.#understood(answer, readTransaction);
    return revision;
  }

  /** Keys that something stands under. */
  async keys(): Promise<readonly string[]> {
    const last = this.#prefix.length - 1;
    const end = this.#prefix.slice(0, last) + String.fromCharCode(this.#prefix.charCodeAt(last) + 1);
    const range = { key: base64(this.#prefix), range_end: base64(end), keys_only: true };
    const answer = await this.#ask("/v3/kv/range", range);
    return this.#understood(answer, (value) => readKeys(value).map((key) => textOf(key).slice(this.#prefix.length)));
  }

  #encode(key: string): string {
    return base64(this.#prefix + key);
  }

  async #ask(target: string, body: object): Promise<HttpResponse> {
    const { addresses, clock, http } = this.#options;
    const abort = new AbortController();
    const cancel = clock.after(this.#callLimitMs, () => abort.abort());
    const request = { method: "POST", target, headers, body: JSON.stringify(body) } as const;
    try {
      return await http(addresses[this.#member] as string, request, { signal: abort.signal, maxBodyBytes });
    } catch (error) {
      this.#leaveMember();
      throw abort.signal.aborted
        ? new TransportError("timed-out", { afterMs: this.#callLimitMs }, { ambiguous: true })
        : error;
    } finally {
      cancel();
    }
  }

  /** @throws RelayError `relay-store-failed` */
  #understood<Answer>({ status, body }: HttpResponse, read: (value: unknown) => Answer): Answer {
    const store = this.#options.addresses[this.#member] as string;
    if (status !== successful) {
      this.#leaveMember();
      throw new RelayError("relay-store-failed", { store, status });
    }
    try {
      return read(JSON.parse(decodeUtf8(body, 0, body.length)));
    } catch (cause) {
      this.#leaveMember();
      throw new RelayError("relay-store-failed", { store, status }, { cause });
    }
  }

  /** The next call goes to another member. This one is not asked again there: whether it was done is not known. */
  #leaveMember(): void {
    this.#member = (this.#member + 1) % this.#options.addresses.length;
  }
}

const successful = 200;

function base64(text: string): string {
  return encodeBase64(encodeUtf8(text));
}

/** What is no text is read as one that nobody understands: nobody takes such a lease, and it can be named. */
const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

function textOf(base64Text: string): string {
  return lossy.decode(decodeBase64(base64Text));
}
