declare global {
  /**
   * What the types of these packages name of explicit resource management, so that they are whole without `esnext.disposable` in `lib` too: a page's program
   * need not have it. Where the library has it, this is the same symbol.
   */
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/** The name of a method that closes what it belongs to. */
export type AsyncDispose = typeof Symbol.asyncDispose;
