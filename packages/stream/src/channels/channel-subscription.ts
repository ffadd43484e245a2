import type { ChannelItem, QueuePolicy } from "../shard/channel/channel-item.js";
import type { HostedChannel } from "../shard/host/hosted-channels.js";
import type { ShardHost } from "../shard/host/shard-host.js";
import type { Board } from "./board.js";

/** What a {@link ChannelSubscription} is made of. */
export interface ChannelSubscriptionParts<Stream> {
  readonly id: number;
  /** The channel as it is written on the wire. */
  readonly text: string;
  readonly host: ShardHost;
  readonly board: Board<Stream>;
}

/** One channel on the main side: it takes from its shard's host what its board can take, and no more. */
export class ChannelSubscription<Stream> implements HostedChannel {
  readonly id: number;
  readonly text: string;
  readonly board: Board<Stream>;
  readonly #host: ShardHost;
  #items: ChannelItem[] = [];
  #readers = 0;
  #isClosed = false;

  constructor({ id, text, host, board }: ChannelSubscriptionParts<Stream>) {
    this.id = id;
    this.text = text;
    this.board = board;
    this.#host = host;
  }

  get policy(): QueuePolicy {
    return this.board.policy;
  }

  /** How many streams read the channel. */
  get readers(): number {
    return this.#readers;
  }

  open(): void {
    this.#host.openChannel(this);
  }

  close(): void {
    this.#isClosed = true;
    this.#items = [];
    this.board.close();
    this.#host.closeChannel(this);
  }

  join(stream: Stream): void {
    this.#readers++;
    this.board.join(stream);
  }

  leave(stream: Stream): void {
    this.#readers--;
    this.board.leave(stream);
  }

  receiveItems(batch: readonly ChannelItem[]): void {
    this.#items.push(...batch);
    this.resume();
  }

  /** Goes on where the board had to wait. The host may send more when all is taken: until then its own bound holds. */
  resume(): void {
    if (this.#isClosed) {
      return;
    }
    const items = this.#items;
    let at = 0;
    while (at < items.length && !this.board.isBusy) {
      this.board.receive(items[at] as ChannelItem);
      at++;
    }
    this.#items = items.slice(at);
    if (this.#items.length === 0 && !this.board.isBusy) {
      this.#host.eventsRead(this);
    }
  }
}
