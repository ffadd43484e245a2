import { bookReasons } from "@depthwire/book";
import type { Logger } from "@depthwire/core";

/** A logger that is told why a book is not live in a sentence, too. The engine logs the reason alone, so that a small one needs no sentences. */
export function explainingLogger(logger: Logger): Logger {
  const sentences: Readonly<Record<string, string>> = bookReasons;
  return {
    log: (level, event, fields) => {
      const { reason } = fields;
      const meaning = event === "book-status" && typeof reason === "string" ? sentences[reason] : undefined;
      logger.log(level, event, meaning === undefined ? fields : { ...fields, meaning });
    },
  };
}
