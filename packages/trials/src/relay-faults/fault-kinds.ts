import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "@depthwire/core";
import { ownerIgnores, rogueIgnores } from "./ignored-leases.js";
import type { WithoutPart } from "./member-messages.js";
import type { ConsumerMember, FaultsScene, OwnerMember } from "./scene.js";
import { lookEveryMs, untilSo, withinMs } from "./until-so.js";

/** What can happen to a relay. */
export const faultKinds = [
  "owner-dies",
  "owner-stops-and-goes-on",
  "hand-over",
  "owner-ignores-its-lost-lease",
  "server-dies-and-comes-back",
  "server-stops",
  "one-server-of-three-is-gone",
  "two-servers-of-three-are-gone",
  "owner-cut-off",
  "consumer-cut-off",
  "different-servers-and-one-stops",
  "consumer-is-blocked",
  "consumer-is-too-slow",
] as const;

/** One of {@link faultKinds}. */
export type FaultKind = (typeof faultKinds)[number];

/** Kinds that show that a part is missing; all of them may, where none is named. */
export const showingKinds: Readonly<Partial<Record<WithoutPart, readonly FaultKind[]>>> = {
  terms: ["owner-ignores-its-lost-lease"],
};

/** What a fault came to. Epoch milliseconds. */
export interface FaultMade {
  /** Everything has to be live again at a state that is newer than this. */
  readonly healedAtMs: number;
  /** `live-again`: within a bound since the cause; `live-all-along`: no book may have been taken out of live. */
  readonly expected: "live-at-last" | "live-again" | "live-all-along";
  readonly causeMs: number;
  /** What was refused that should not have been, in words. */
  readonly refusals?: readonly string[] | undefined;
}

/** Makes faults of a scene. */
export class FaultMaker {
  readonly #scene: FaultsScene;
  readonly #random: Random;
  #handedOver = 0;
  #floods = 0;
  #cutOff = 0;
  #ignored = 0;

  constructor(scene: FaultsScene, random: Random) {
    this.#scene = scene;
    this.#random = random;
  }

  /** Shards that were handed over. */
  get handedOver(): number {
    return this.#handedOver;
  }

  /** Times that a consumer was sent more than servers keep for it, and those in which its server cut it off. */
  get floods(): { readonly made: number; readonly cutOff: number } {
    return { made: this.#floods, cutOff: this.#cutOff };
  }

  /** Makes one fault, and heals it. */
  async make(kind: FaultKind): Promise<FaultMade> {
    const causeMs = Date.now();
    switch (kind) {
      case "owner-dies":
        return this.#ownerDies();
      case "hand-over":
        return this.#handOver();
      case "owner-stops-and-goes-on":
        await this.#ownerStops();
        break;
      case "owner-ignores-its-lost-lease":
        // One that was gone for long, whose terms are over and whose data is old; or the owner itself, whose data is as good as ever.
        await (this.#ignored++ % 2 === 0
          ? rogueIgnores(this.#scene, this.#between(500, 2_000))
          : ownerIgnores(this.#scene, this.#anyOwner(), this.#between(500, 1_500)));
        break;
      case "server-dies-and-comes-back":
        await this.#serversDie([this.#anyServer()], this.#between(100, 300));
        break;
      case "server-stops":
        await this.#serverStops(this.#anyServer(), this.#between(300, 2_500));
        break;
      case "one-server-of-three-is-gone":
        await this.#serversDie([this.#anyServer()], this.#between(1_000, 2_500));
        break;
      case "two-servers-of-three-are-gone":
        await this.#twoServersDie();
        break;
      case "owner-cut-off":
        await this.#cut(this.#anyOwner());
        break;
      case "consumer-cut-off":
        await this.#cut(this.#anyConsumer());
        break;
      case "different-servers-and-one-stops":
        await this.#differentServers();
        break;
      case "consumer-is-blocked":
        await this.#block(this.#anyConsumer());
        break;
      case "consumer-is-too-slow":
        await this.#flood(this.#anyConsumer());
        break;
    }
    return { causeMs, healedAtMs: Date.now(), expected: "live-at-last" };
  }

  async #ownerDies(): Promise<FaultMade> {
    const owner = this.#anyOwner();
    await this.untilWarm();
    await owner.process.kill();
    const causeMs = Date.now();
    owner.owned.clear();
    owner.isWarm = false;
    owner.notWarm = "";
    // What was under way when it died comes in for a moment.
    return { causeMs, healedAtMs: causeMs + 50, expected: "live-again" };
  }

  /** Waits until whoever stands by could take over. */
  async untilWarm(): Promise<void> {
    const { owners } = this.#scene;
    const what = (): string =>
      owners.flatMap(({ name, isWarm, notWarm }) => (isWarm ? [] : [`${name} to be warm: ${notWarm}`])).join("; ");
    await untilSo(what, () => owners.every(({ isWarm }) => isWarm));
  }

  /** Starts owners again that died. */
  restart(): void {
    for (const { process } of this.#scene.owners) {
      if (!process.isRunning) {
        process.start();
      }
    }
  }

  async #ownerStops(): Promise<void> {
    const owner = this.#anyOwner();
    const fromMs = Date.now();
    owner.process.stop();
    await sleep(this.#between(200, 2_500));
    owner.process.wake();
    this.#scene.judge.stopped(owner.name, { fromMs, untilMs: Date.now() });
  }

  async #handOver(): Promise<FaultMade> {
    const owner = this.#anyOwner();
    const before = owner.handOvers.length;
    const ranOut = owner.ranOut;
    const causeMs = Date.now();
    owner.process.send({ kind: "hand-over" });
    await untilSo("the end of a hand-over", () => owner.handOvers.length > before);
    const { shards = [], refused = [] } = owner.handOvers.at(-1) ?? {};
    this.#handedOver += shards.length;
    const refusals = refused
      .filter(({ refusal }) => !storeRefusals.includes(refusal))
      .map(({ shard, refusal, status }) => `${shard} by ${owner.name}: ${refusal}; it says ${status}`);
    // A store that stands still for most of a lease ends every owner's, also of one that hands over.
    const isDisturbed = refused.length > 0 || owner.ranOut > ranOut;
    return { causeMs, healedAtMs: Date.now(), expected: isDisturbed ? "live-at-last" : "live-all-along", refusals };
  }

  async #serversDie(servers: readonly number[], forMs: number): Promise<void> {
    const { cluster } = this.#scene;
    await Promise.all(servers.map((server) => cluster.servers[server]?.kill()));
    await sleep(forMs);
    await Promise.all(servers.map((server) => cluster.servers[server]?.start()));
  }

  async #twoServersDie(): Promise<void> {
    const spared = this.#anyServer();
    const { servers } = this.#scene.cluster;
    await this.#serversDie(
      [...servers.keys()].filter((server) => server !== spared),
      this.#between(500, 2_000),
    );
  }

  async #serverStops(server: number, forMs: number): Promise<void> {
    const stopped = this.#scene.cluster.servers[server];
    stopped?.stop();
    await sleep(forMs);
    stopped?.wake();
  }

  async #cut({ access }: OwnerMember | ConsumerMember): Promise<void> {
    if (this.#random() < 0.5) {
      access.cut();
    } else {
      access.hold();
    }
    await sleep(this.#between(200, 2_500));
    access.heal();
  }

  /** Nothing on the way to one's own server tells that the other one's hangs. */
  async #differentServers(): Promise<void> {
    const [owner, consumer] = [this.#anyOwner(), this.#anyConsumer()];
    let [ofOwner, ofConsumer] = [this.#serverOf(owner), this.#serverOf(consumer)];
    if (ofOwner === ofConsumer) {
      consumer.access.cut(ofConsumer);
      await untilSo("another server", () => ![undefined, ofOwner].includes(this.#serverOf(consumer)));
      consumer.access.heal();
      await this.#scene.judge.untilLiveSince(Date.now(), withinMs);
      [ofOwner, ofConsumer] = [this.#serverOf(owner), this.#serverOf(consumer)];
    }
    await this.#serverStops((this.#random() < 0.5 ? ofOwner : ofConsumer) ?? 0, this.#between(600, 3_000));
  }

  async #block({ name, process }: ConsumerMember): Promise<void> {
    const forMs = Math.round(this.#between(300, 2_500));
    if (this.#random() < 0.5) {
      process.send({ kind: "block", forMs });
      await sleep(forMs);
      return;
    }
    const fromMs = Date.now();
    process.stop();
    await sleep(forMs);
    process.wake();
    this.#scene.judge.stopped(name, { fromMs, untilMs: Date.now() });
  }

  /** Does not let it read, and sends it more than servers keep, until its server cuts it off. */
  async #flood({ access, floodSubject }: ConsumerMember): Promise<void> {
    const { cluster, canary, bus } = this.#scene;
    const before = cluster.slowConsumers;
    const piece = new Uint8Array(pieceBytes);
    canary.pause();
    access.holdBack();
    for (let sent = 0; sent < mostPieces && cluster.slowConsumers === before; sent++) {
      bus.publish(floodSubject, piece);
      await sleep(1);
    }
    // Whoever publishes at the same server is slowed down before the reader is cut off: then the server's limit of time does it.
    const untilMs = Date.now() + cutOffMs;
    while (cluster.slowConsumers === before && Date.now() < untilMs) {
      await sleep(lookEveryMs);
    }
    this.#floods++;
    this.#cutOff += cluster.slowConsumers > before ? 1 : 0;
    access.heal();
    canary.look();
  }

  #serverOf({ access }: OwnerMember | ConsumerMember): number | undefined {
    return [...this.#scene.cluster.servers.keys()].find((server) => access.isAt(server));
  }

  #anyServer(): number {
    return this.#anyOf([...this.#scene.cluster.servers.keys()]);
  }

  #anyConsumer(): ConsumerMember {
    return this.#anyOf(this.#scene.consumers);
  }

  /** One that owns something, where there is one. */
  #anyOwner(): OwnerMember {
    const owning = [...new Set([...this.#scene.reigns.values()].map(({ owner }) => owner))];
    return this.#anyOf(owning.length > 0 ? owning : this.#scene.owners);
  }

  #anyOf<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  #between(from: number, to: number): number {
    return from + this.#random() * (to - from);
  }
}

/** The store of leases may still be on its way back from the fault before, and leases may run out meanwhile. */
const storeRefusals: readonly string[] = ["store-away", "not-owner"];
/** Servers keep 2 MiB for a subscriber, and this machine some more. */
const pieceBytes = 64 << 10;
const mostPieces = 1_000;
/** Servers wait 2 s for a reader (`write_deadline`). */
const cutOffMs = 5_000;
