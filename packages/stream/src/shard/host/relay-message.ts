import type { PendingVerdicts } from "../book/pending-verdicts.js";
import type { FromShard, ToShard } from "../thread/shard-messages.js";
import type { HostedChannels } from "./hosted-channels.js";
import type { HostedBook } from "./shard-host.js";

/** Books, channels and verdicts that the messages of one shard concern. */
export interface MessageReceivers {
  readonly books: ReadonlyMap<number, HostedBook>;
  readonly channels: HostedChannels;
  readonly verdicts: PendingVerdicts;
  /** Back to the shard. */
  readonly post: (message: ToShard) => void;
}

/** Hands a shard's message to what it concerns. The host itself handles what is said about the shard. */
export function relayMessage(message: FromShard, { books, channels, verdicts, post }: MessageReceivers): void {
  switch (message.kind) {
    case "view":
      books.get(message.view.book)?.receiveView(message.view);
      break;
    case "status":
      books.get(message.book)?.receiveStatus(message);
      post({ kind: "status-read", book: message.book });
      break;
    case "states":
      books.get(message.book)?.receiveStates(message.batch);
      post({ kind: "states-read", book: message.book });
      break;
    case "verified":
      verdicts.answer(message.request, message.verdict);
      break;
    case "events":
      channels.receive(message.channel, message.batch);
      break;
    case "news":
    case "beat":
    case "stopped":
      break;
  }
}
