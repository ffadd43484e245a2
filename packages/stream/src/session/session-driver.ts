import type { DoubtReason } from "@depthwire/book/internal";
import type { CancelTimer, Clock, Random } from "@depthwire/core";
import { encodePing, encodePong } from "@depthwire/core/internal";
import type { Dialect } from "../protocol/dialect.js";
import type { MissedMessages, OnReachable, OpenSocket, Socket, SocketHandlers } from "../sockets/socket.js";
import { stepSession } from "./session.js";
import type { SessionEffect, SessionInput, SessionStatus } from "./session-events.js";
import type { SessionOptions } from "./session-options.js";
import { idleSession, type SessionNeed, type SessionState } from "./session-state.js";

/** The world as a session needs it. */
export interface SessionPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly openSocket: OpenSocket;
  /** Followed while the next attempt waits for its time. */
  readonly onReachable?: OnReachable | undefined;
}

/** What a session hands to its owner. */
export interface SessionHandlers {
  /** How what is sent is written. */
  readonly dialect: Pick<Dialect, "encodeSubscribe" | "encodeUnsubscribe">;
  /** One whole message of the current connection; the bytes are valid during the call only. */
  message(bytes: Uint8Array, heardAtMs: number, channel: string | undefined): void;
  /** See {@link SocketHandlers.doubted}. */
  doubted?(channel: string, reason: DoubtReason | undefined): void;
  /** See {@link SocketHandlers.renewed}. */
  renewed?(channel: string): void;
  /** See {@link SocketHandlers.missed}. */
  missed?(channel: string, missing: MissedMessages): void;
  status(status: SessionStatus): void;
  /** Text of the login frame: made when it is sent, kept nowhere. Called only where a login is required. */
  loginText(): string;
  /** How much depends on the session now; default `ordinary`. */
  need?(): SessionNeed;
}

/** Carries out what {@link stepSession} decides: one socket at a time, one timer, no rule of its own. */
export class SessionDriver {
  readonly #options: SessionOptions;
  readonly #ports: SessionPorts;
  readonly #handlers: SessionHandlers;
  readonly #inputs: SessionInput[] = [];
  #state: SessionState;
  #socket: Socket | undefined;
  #cancelWake: CancelTimer | undefined;
  #leaveReachable: (() => void) | undefined;
  #heardAtMs = 0;
  #running = false;

  /** @param firstAddress which of the addresses is tried first, counted modulo their number */
  constructor(options: SessionOptions, ports: SessionPorts, handlers: SessionHandlers, firstAddress: number = 0) {
    this.#state = idleSession(firstAddress);
    this.#options = options;
    this.#ports = ports;
    this.#handlers = handlers;
  }

  /** Counts connections, from 1. */
  get generation(): number {
    return this.#state.generation;
  }

  /** When anything came in last, monotonic milliseconds. */
  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  /** Whether wanted channels are subscribed to. */
  get isOpen(): boolean {
    return this.#state.phase === "open";
  }

  /** Takes an input and carries out its effects; inputs that arise on the way wait for their turn. */
  dispatch(input: SessionInput): void {
    this.#inputs.push(input);
    if (this.#running) {
      return;
    }
    this.#running = true;
    try {
      for (let next = this.#inputs.shift(); next !== undefined; next = this.#inputs.shift()) {
        this.#step(next);
      }
    } finally {
      this.#running = false;
    }
  }

  #step(input: SessionInput): void {
    const { clock, random } = this.#ports;
    const now = { atMs: clock.monotonicMs(), random: random(), need: this.#handlers.need?.() ?? "ordinary" };
    const { state, effects } = stepSession(this.#options, this.#state, input, now);
    this.#state = state;
    for (const effect of effects) {
      this.#run(effect);
    }
    if (!Number.isFinite(state.dueAtMs)) {
      this.#cancelWake?.();
      this.#cancelWake = undefined;
    }
    this.#followReachable();
  }

  /** Who is connected, or tries, is not in need of the news. */
  #followReachable(): void {
    if (this.#state.phase === "waiting") {
      this.#leaveReachable ??= this.#ports.onReachable?.(() => this.dispatch({ kind: "reachable" }));
    } else {
      this.#leaveReachable?.();
      this.#leaveReachable = undefined;
    }
  }

  #run(effect: SessionEffect): void {
    const { clock } = this.#ports;
    switch (effect.kind) {
      case "open":
        this.#socket = this.#ports.openSocket(effect.address, this.#socketHandlers(effect.generation));
        break;
      case "close":
        this.#socket?.close(effect.code);
        this.#socket = undefined;
        break;
      case "send-subscribe":
        this.#socket?.send(this.#handlers.dialect.encodeSubscribe(effect.channel));
        break;
      case "send-unsubscribe":
        this.#socket?.send(this.#handlers.dialect.encodeUnsubscribe(effect.channel));
        break;
      case "send-login":
        this.#socket?.send(this.#handlers.loginText());
        break;
      case "send-ping":
        this.#socket?.ping();
        this.#socket?.send(encodePing(clock.epochMs()));
        break;
      case "send-pong":
        this.#socket?.send(encodePong(effect.ms));
        break;
      case "wake":
        this.#wakeAt(effect.atMs);
        break;
      case "status":
        this.#handlers.status(effect.status);
        break;
    }
  }

  #wakeAt(atMs: number): void {
    const { clock } = this.#ports;
    this.#cancelWake?.();
    this.#cancelWake = clock.after(Math.max(0, atMs - clock.monotonicMs()), () => {
      this.#cancelWake = undefined;
      this.dispatch({ kind: "timer", heardAtMs: this.#heardAtMs });
    });
  }

  /** Events of an older connection end here: each socket knows its generation. */
  #socketHandlers(generation: number): SocketHandlers {
    const { clock } = this.#ports;
    const isCurrent = (): boolean => generation === this.#state.generation;
    return {
      opened: () => {
        if (isCurrent()) {
          this.#heardAtMs = clock.monotonicMs();
          this.dispatch({ kind: "opened", generation });
        }
      },
      message: (bytes, channel) => {
        if (isCurrent() && this.#socket !== undefined) {
          const heardAtMs = clock.monotonicMs();
          this.#heardAtMs = heardAtMs;
          this.#handlers.message(bytes, heardAtMs, channel);
        }
      },
      doubted: (channel, reason) => {
        if (isCurrent()) {
          this.#handlers.doubted?.(channel, reason);
        }
      },
      renewed: (channel) => {
        if (isCurrent()) {
          this.#handlers.renewed?.(channel);
        }
      },
      missed: (channel, missing) => {
        if (isCurrent()) {
          this.#handlers.missed?.(channel, missing);
        }
      },
      controlFrame: () => {
        if (isCurrent()) {
          this.#heardAtMs = clock.monotonicMs();
        }
      },
      closed: (code, cause, refusedBy) => {
        if (isCurrent()) {
          this.#socket = undefined;
          this.dispatch({ kind: "closed", generation, code, cause, refusedBy });
        }
      },
    };
  }
}
