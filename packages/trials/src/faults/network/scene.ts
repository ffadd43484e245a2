import { setTimeout as sleep } from "node:timers/promises";
import { type FaultProxy, startFaultProxy } from "@depthwire/testkit";
import { AccountTruth } from "./account-truth.js";
import type { ClientSettings, Placing, WantedOrder } from "./client-messages.js";
import { ClientProcess } from "./client-process.js";
import { Findings } from "./findings.js";
import { compareFills, type FillJudgement, reportFills } from "./judge-fills.js";
import { judgeOrders, type Told } from "./judge-orders.js";
import { Relay } from "./relay.js";
import type { NetworkContext } from "./scenario.js";
import { VenueProcess } from "./venue-process.js";
import { pair, WantedOrders } from "./wanted-orders.js";

/** What differs between scenes. */
export interface SceneOptions {
  /** Flags of the sandbox. */
  readonly venueFlags?: readonly string[];
  /** What the client is made with, where it differs. */
  readonly client?: Partial<ClientSettings>;
  /** The client's addresses have this name in place of 127.0.0.1. */
  readonly hostName?: string;
}

/** Short, since real time passes: the rule is the same. */
const toleranceMs = 3_000;
/** Ticks of agents cost more than the client does, and nobody looks at them. */
const usualFlags = ["--pairs", pair, "--timestamp-tolerance", String(toleranceMs)];
/** More than that would wait for their turn until their time is over. */
const maxAtOnce = 20;
/** Turns of the event loop after which whatever another process wrote before has been read here, connections included. */
const turnsOfBarrier = 100;
/** Fills may be found by a reconciliation that begins late on a busy machine. */
const fillsWithinMs = 60_000;
const pollMs = 100;

/** A venue, an account, the way between them, and a client. */
export class Scene {
  readonly findings: Findings;
  readonly venue: VenueProcess;
  readonly relay: Relay;
  /** Lies before the relay. */
  readonly proxy: FaultProxy;
  readonly truth: AccountTruth;
  readonly client: ClientProcess;
  readonly settings: ClientSettings;
  readonly wanted: WantedOrders;
  /** Happens before the client is closed. */
  beforeClose: () => Promise<void> = async () => undefined;
  readonly #told: Told[] = [];
  /** Orders of other hands on the account. */
  readonly #others: string[] = [];

  private constructor(
    parts: Pick<Scene, "findings" | "venue" | "relay" | "proxy" | "truth" | "client" | "settings" | "wanted">,
  ) {
    const { findings, venue, relay, proxy, truth, client, settings, wanted } = parts;
    this.findings = findings;
    this.venue = venue;
    this.relay = relay;
    this.proxy = proxy;
    this.truth = truth;
    this.client = client;
    this.settings = settings;
    this.wanted = wanted;
  }

  /** Plays a scene from its first to its last moment, and looks at what is left. */
  static async play(
    context: NetworkContext,
    options: SceneOptions,
    act: (scene: Scene) => Promise<void>,
  ): Promise<Findings> {
    const scene = await Scene.#set(context, options);
    try {
      await scene.client.open(scene.settings);
      await scene.client.ready();
      await act(scene);
      await scene.#judge();
    } catch (error) {
      scene.findings.fault("wrong", `the scenario broke off: ${error instanceof Error ? error.stack : String(error)}`);
    } finally {
      await scene.#close();
    }
    return scene.findings;
  }

  static async #set(
    context: NetworkContext,
    { venueFlags = [], client, hostName = "127.0.0.1" }: SceneOptions,
  ): Promise<Scene> {
    const findings = new Findings();
    const venue = await VenueProcess.start([...usualFlags, ...venueFlags]);
    const truth = await AccountTruth.open(venue);
    const relay = await Relay.start(venue.port);
    const proxy = await startFaultProxy({ port: relay.port });
    const address = `${hostName}:${proxy.port}`;
    const settings = {
      restAddress: `http://${address}`,
      pushAddress: `ws://${address}/cbu`,
      serviceName: venue.serviceName,
      ...truth.key,
      habit: context.habit,
      toleranceMs,
      proxy: "none",
      waits: "short" as const,
      ...client,
    };
    const wanted = new WantedOrders(await truth.tagPrice(pair), context.random);
    const parts = { findings, venue, relay, proxy, truth, settings, wanted };
    return new Scene({ ...parts, client: new ClientProcess(findings) });
  }

  /** Has the client place an order. */
  async place(order: WantedOrder, way: "trader" | "rest" = "trader"): Promise<Placing | undefined> {
    this.findings.orders++;
    const placing = await this.client.place(order, way);
    this.#told.push({ order, placing });
    return placing;
  }

  /** Has the client place so many, some of them at the same time. */
  async placeMany(count: number, make: () => WantedOrder = () => this.wanted.next()): Promise<void> {
    let left = count;
    const placeOn = async (): Promise<void> => {
      while (left-- > 0) {
        await this.place(make());
      }
    };
    await Promise.all(Array.from({ length: maxAtOnce }, placeOn));
  }

  /** Another hand of the account places an order. */
  async placeElsewhere(order: WantedOrder): Promise<void> {
    this.#others.push(await this.truth.place(order));
  }

  /** Halts the client. From then on each order that it sends is one too many. */
  async halt(scope: "own" | "account"): Promise<void> {
    await this.client.halt(scope);
    for (let turn = 0; turn < turnsOfBarrier; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const before = this.relay.requests.length;
    this.#lookForLate = () => {
      for (const { clientOrderId } of this.relay.requests.slice(before)) {
        if (clientOrderId !== undefined) {
          this.findings.fault("sentAfterHalt", `order ${clientOrderId}`);
        }
      }
    };
  }

  /** Ends the halt. */
  async resume(): Promise<void> {
    this.#lookForLate();
    this.#lookForLate = () => undefined;
    await this.client.resume();
  }

  /** Waits until the halt has reached its aim, and looks whether it has. */
  async haltReached(): Promise<void> {
    const end = await this.client.haltEnd();
    if (end !== "reached") {
      this.findings.fault("openAfterHalt", `the halt ended as ${String(end)}`);
    }
    const own = new Set(this.#told.map(({ order }) => order.clientOrderId));
    for (const { clientOrderId } of await this.truth.open(pair)) {
      if (own.has(clientOrderId)) {
        this.findings.fault("openAfterHalt", `order ${clientOrderId} waits`);
      }
    }
    this.findings.meet("halts");
  }

  /** Waits for something. @returns whether it came */
  async until(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
    for (const endMs = performance.now() + withinMs; performance.now() < endMs; await sleep(pollMs)) {
      if (await holds()) {
        return true;
      }
    }
    return holds();
  }

  #lookForLate: () => void = () => undefined;

  async #judge(): Promise<void> {
    const { findings, relay, truth, client } = this;
    const isQuiet = await this.until(() => relay.underWay === 0, fillsWithinMs);
    if (!isQuiet) {
      findings.fault("hung", "requests stayed under way");
    }
    this.#lookForLate();
    for (const path of relay.refusedByRate) {
      findings.fault("refusedByRate", path);
    }
    const there = await truth.withClientIds(this.#told.map(({ order }) => order.clientOrderId));
    await this.fillsDelivered();
    const known = await client.known();
    judgeOrders(this.#told, there, known, findings);
    for (const [event, times] of Object.entries(known?.events ?? {})) {
      findings.meet(event, times);
    }
  }

  /** Waits until the client has been told of all fills, and looks whether of none twice. */
  async fillsDelivered(): Promise<void> {
    const own = await this.truth.withClientIds(this.#told.map(({ order }) => order.clientOrderId));
    const ids = [...own.map(({ orderId }) => orderId), ...this.#others];
    let judged: FillJudgement = { lost: [], doubled: [] };
    let isGapOpen = false;
    await this.until(async () => {
      const known = await this.client.known();
      isGapOpen = known?.isGapOpen === true && known.phase !== "refused";
      judged = compareFills(known?.fills ?? [], ids.length === 0 ? [] : await this.truth.withIds(ids));
      return judged.lost.length === 0 && !isGapOpen;
    }, fillsWithinMs);
    reportFills(judged, this.findings);
    if (isGapOpen) {
      this.findings.fault("hung", `the account's gap was not closed within ${fillsWithinMs} ms`);
    }
  }

  async #close(): Promise<void> {
    this.client.goOn();
    await this.beforeClose();
    await this.client.close();
    await this.proxy.close();
    await this.relay.close();
    await this.venue.close();
  }
}
