import { ValidationError } from "@depthwire/core";
import type { BaseAddress } from "@depthwire/schema/internal";

/**
 * The addresses of a deployment; a sandbox serves them all at one origin. Where several are given, reads move on to the next
 * when one does not answer.
 *
 * @spec document 1, What the service does; document 2, What the service does
 */
export interface VenueAddresses {
  /** The REST interface, `http:` or `https:`. */
  readonly rest: string | readonly string[];
  /** Takes the batch queries; default: as `rest`. */
  readonly legacy?: string | readonly string[] | undefined;
  /** Lists other addresses; default: as `rest`. */
  readonly alternateDomains?: string | readonly string[] | undefined;
  /** Push streams of protocol A, `ws:` or `wss:`. */
  readonly prefixStream?: string | readonly string[] | undefined;
  /** Push streams of protocol B, `ws:` or `wss:`. */
  readonly channelStream?: string | readonly string[] | undefined;
}

/** The REST addresses of one client, and which of each list is used now. */
export class Addresses {
  readonly #lists: Readonly<Record<BaseAddress, string[]>>;
  readonly #present: Record<BaseAddress, number> = { rest: 0, legacy: 0, alternateDomains: 0 };

  /** @throws ValidationError `option-invalid` */
  constructor({ rest, legacy, alternateDomains }: VenueAddresses) {
    this.#lists = {
      rest: listOf("rest", rest),
      legacy: listOf("legacy", legacy ?? rest),
      alternateDomains: listOf("alternateDomains", alternateDomains ?? rest),
    };
  }

  /** The address that calls of this base go to now, without a slash at its end. */
  present(base: BaseAddress): string {
    return this.#lists[base][this.#present[base]] as string;
  }

  /** All addresses of a base, in order. */
  all(base: BaseAddress): readonly string[] {
    return [...this.#lists[base]];
  }

  /** `address` did not answer: the next one is used, unless another call moved on already. */
  failed(base: BaseAddress, address: string): void {
    if (address === this.present(base)) {
      this.#present[base] = (this.#present[base] + 1) % this.#lists[base].length;
    }
  }

  /**
   * Adds an address behind those that are known.
   *
   * @throws ValidationError `option-invalid`
   */
  add(base: BaseAddress, address: string): void {
    const [added] = listOf(base, address) as [string];
    if (!this.#lists[base].includes(added)) {
      this.#lists[base].push(added);
    }
  }
}

const httpAddress = /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/;

function listOf(option: string, given: string | readonly string[]): string[] {
  const list = (typeof given === "string" ? [given] : [...given]).map((address) => address.replace(/\/+$/, ""));
  if (list.length === 0 || !list.every((address) => httpAddress.test(address))) {
    const rule = "at least one http: or https: address without a user, a query or a fragment";
    throw new ValidationError("option-invalid", { option: `addresses.${option}`, rule });
  }
  return list;
}
