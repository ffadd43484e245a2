import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type IPty, spawn } from "@lydell/node-pty";
import headless, { type Terminal } from "@xterm/headless";
import { screenPicture } from "./terminal-picture.spec-kit.js";

const bin = fileURLToPath(new URL("../bin/depthwire.js", import.meta.url));

/** How long a condition may take on a machine that does other things too. */
const patienceMs = 60_000;

/** How large a terminal is. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** Where a command line is typed. */
export interface TerminalOptions {
  /** Default 80 by 24. */
  readonly size?: TerminalSize;
  readonly workingDirectory?: string;
  /** Beside `PATH`, `TERM` and a `HOME` without anything in it; nothing of this process's environment gets through. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What stands on the terminal before the command begins. */
  readonly before?: string;
}

/** What a terminal shows at one moment. */
export interface TerminalScreen {
  /** The rows that can be seen, without the blanks at their ends. */
  readonly lines: readonly string[];
  /** The same with line breaks. */
  readonly text: string;
  /** `alternate` is the screen that full-screen programs draw on, so that what stood before comes back. */
  readonly buffer: "normal" | "alternate";
  readonly isCursorVisible: boolean;
  readonly size: TerminalSize;
}

/** The real command in a real pseudo-terminal, and an emulator that reads what it draws. */
export interface TerminalScene {
  screen(): TerminalScreen;
  /**
   * The first screen that is as wanted. Asked after everything that the command writes.
   *
   * @throws Error with the screen when the command ends, or much time passes, before it is so
   */
  waitFor(isWanted: (screen: TerminalScreen) => boolean): Promise<TerminalScreen>;
  /** Presses keys: `y\r`, `\x1b[B`. */
  type(keys: string): void;
  /** Presses Ctrl-C. */
  interrupt(): void;
  resize(size: TerminalSize): void;
  /** Settles when the command has ended and all that it wrote is on the screen. */
  readonly ended: Promise<{ readonly exitCode: number; readonly signal: number }>;
  /** Everything that the command wrote so far, with its escape sequences. */
  written(): string;
  readonly pid: number;
  /** What is on the screen as SVG, with colours, for people to look at. */
  picture(): string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Types a command line: `openTerminal(["book", "4BTC_USDT"])`. */
export function openTerminal(argv: readonly string[], options: TerminalOptions = {}): TerminalScene {
  return openProgram(process.execPath, [bin, ...argv], options);
}

/** Types a line of the shell in which `depthwire` is the command, for what stands around it. */
export function openShell(line: string, options: TerminalOptions = {}): TerminalScene {
  const depthwire = `depthwire() { '${process.execPath}' '${bin}' "$@"; }`;
  return openProgram("/bin/sh", ["-c", `${depthwire}\n${line}`], options);
}

function openProgram(file: string, argv: readonly string[], options: TerminalOptions): TerminalScene {
  const { size = { columns: 80, rows: 24 }, workingDirectory = tmpdir(), environment = {}, before } = options;
  const terminal = new headless.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true });
  const cursor = followCursor(terminal);
  if (before !== undefined) {
    terminal.write(`${before}\r\n`);
  }
  const pty = spawn(file, [...argv], {
    name: "xterm-256color",
    cols: size.columns,
    rows: size.rows,
    cwd: workingDirectory,
    env: { PATH: process.env["PATH"], LANG: "C.UTF-8", HOME: join(tmpdir(), "depthwire-no-home"), ...environment },
  });
  readToTheEnd(pty);
  return sceneOf(pty, terminal, cursor);
}

/** How long what a program wrote before its end may take to be read. */
const lastWordsMs = 10_000;

/** Soon after a program's end the pseudo-terminal gives up what it has not read: a busy machine would lose its last words. */
function readToTheEnd(pty: IPty): void {
  const { _socket: socket } = pty as unknown as { readonly _socket: Readable };
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    if (error !== undefined || socket.readableEnded) {
      return destroy(error);
    }
    setTimeout(destroy, lastWordsMs).unref();
    return socket;
  };
}

function sceneOf(pty: IPty, terminal: Terminal, cursor: { isVisible: boolean }): TerminalScene {
  const watchers = new Set<() => void>();
  const tell = (): void => {
    for (const watcher of watchers) {
      watcher();
    }
  };
  let written = "";
  let end: { readonly exitCode: number; readonly signal: number } | undefined;
  pty.onData((data) => {
    written += data;
    terminal.write(data, tell);
  });
  const ended = new Promise<NonNullable<typeof end>>((resolve) => {
    pty.onExit(({ exitCode, signal = 0 }) => {
      // What was written last is read last.
      terminal.write("", () => {
        end = { exitCode, signal };
        tell();
        resolve(end);
      });
    });
  });
  const screen = (): TerminalScreen => screenOf(terminal, cursor.isVisible);
  const waitFor: TerminalScene["waitFor"] = (isWanted) =>
    new Promise((resolve, reject) => {
      const settle = (done: () => void): void => {
        clearTimeout(timer);
        watchers.delete(look);
        done();
      };
      const giveUp = (why: string): void =>
        settle(() => reject(new Error(`${why} before the screen was as wanted:\n${screen().text}`)));
      const look = (): void => {
        const seen = screen();
        if (isWanted(seen)) {
          settle(() => resolve(seen));
        } else if (end !== undefined) {
          giveUp(`The command ended with ${end.exitCode}`);
        }
      };
      const timer = setTimeout(() => giveUp(`${patienceMs} ms passed`), patienceMs);
      watchers.add(look);
      look();
    });
  return {
    screen,
    waitFor,
    type: (keys) => pty.write(keys),
    interrupt: () => pty.write("\x03"),
    resize: ({ columns, rows }) => {
      terminal.resize(columns, rows);
      pty.resize(columns, rows);
    },
    ended,
    written: () => written,
    pid: pty.pid,
    picture: () => screenPicture(terminal),
    [Symbol.asyncDispose]: async () => {
      if (end === undefined) {
        pty.kill("SIGKILL");
        await ended;
      }
      terminal.dispose();
    },
  };
}

function screenOf(terminal: Terminal, isCursorVisible: boolean): TerminalScreen {
  const { active } = terminal.buffer;
  const lines = Array.from(
    { length: terminal.rows },
    (_, row) => active.getLine(active.baseY + row)?.translateToString(true, 0, terminal.cols) ?? "",
  );
  return {
    lines,
    text: lines.join("\n"),
    buffer: active.type,
    isCursorVisible,
    size: { columns: terminal.cols, rows: terminal.rows },
  };
}

/** The mode of the private escape sequences that shows the cursor. */
const cursorMode = 25;

/** The emulator does not tell whether the cursor can be seen. */
function followCursor(terminal: Terminal): { isVisible: boolean } {
  const cursor = { isVisible: true };
  const follow = (final: string, isVisible: boolean) =>
    terminal.parser.registerCsiHandler({ prefix: "?", final }, (modes) => {
      if (modes.includes(cursorMode)) {
        cursor.isVisible = isVisible;
      }
      return false;
    });
  follow("h", true);
  follow("l", false);
  return cursor;
}
