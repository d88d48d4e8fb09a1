import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { markSeen, showSeen } from "../../../app/domain/returns/mark-seen.ts";
import { readNeeds, type Need } from "../../../app/domain/returns/return-needs.ts";
import type { ReturnSettings } from "../../../app/domain/returns/return-settings.ts";
import type { AtEnd } from "../../support/share.ts";
import { KnownLabel } from "./label-model.ts";
import { ReturningShop, type Dispositions } from "./receipts.ts";

/*
 * What is known of one return without asking the app: what came in on which inbound, and what somebody settled.
 */

/** Sent back: so many of each. */
const SENT = { MUG: 3, BOX: 2 } as const;
export const MODEL_SKUS = ["MUG", "BOX"] as const;
type ModelSku = (typeof MODEL_SKUS)[number];

/** A location of the store that is not the warehouse: there the store's staff put what they settle. */
const FLOOR = "Shop floor";

type Policy = Pick<ReturnSettings, "restock" | "defectiveAs" | "announce">;

/** A return of everything that was sold, approved and, if that is wanted, announced. */
export async function begin(policy: Policy, atEnd: AtEnd): Promise<Known> {
  const shop = await ReturningShop.open({ MUG: 20, BOX: 20 }, { atEnd });
  await shop.choose({ ...policy, label: true });
  const back = await shop.comesBack({ ...SENT });
  const known = new Known(shop, back, policy);
  await known.look("it is sent back");
  return known;
}

interface Came {
  good: number;
  defective: number;
}

/** Of one SKU. */
class Units {
  /** Over all inbounds. */
  came: Came = { good: 0, defective: 0 };
  /** The most that had come in good condition at any time. */
  mostGood = 0;
  /** Units that came on each inbound, now and at most. */
  on = new Map<string, { now: number; most: number }>();
  /** On inbounds that are still there: only those can be corrected. */
  shown = 0;
  /** Settled by somebody, by type. */
  byHand: Dispositions = {};
  /** Of those, units that had not come when the present inbound was made. */
  apart = 0;
  /** By the app, when it was looked at last. */
  ours: Dispositions = {};

  /** Units that had come before the warehouse corrected that. */
  get corrected(): number {
    return [...this.on.values()].reduce((all, { now, most }) => all + most - now, 0);
  }

  get total(): number {
    return this.came.good + this.came.defective;
  }
}

const sum = (counts: Dispositions) => Object.values(counts).reduce((all, one) => all + one, 0);

export class Known {
  readonly shop: ReturningShop;
  readonly back: string;
  readonly label: KnownLabel;
  hasInbound = false;
  /** More may come on the inbound. */
  expects = false;
  #policy: Policy;
  #seen: Need[] = [];
  #units = new Map(MODEL_SKUS.map((sku) => [sku, new Units()]));

  constructor(shop: ReturningShop, back: string, policy: Policy) {
    this.shop = shop;
    this.back = back;
    this.label = new KnownLabel(shop, back);
    this.#policy = policy;
  }

  of(sku: ModelSku): Units {
    return this.#units.get(sku)!;
  }

  async receive(sku: ModelSku, quantity: number, defective: boolean): Promise<void> {
    const units = this.of(sku);
    await this.shop.received(this.back, { sku, quantity, defective });
    units.came[defective ? "defective" : "good"] += quantity;
    if (!defective) units.shown += quantity;
    units.mostGood = Math.max(units.mostGood, units.came.good);
    const ref = (await this.shop.row(this.back)).inboundRef;
    const { now, most } = units.on.get(ref) ?? { now: 0, most: 0 };
    units.on.set(ref, { now: now + quantity, most: Math.max(most, now + quantity) });
  }

  mayDispose(sku: ModelSku): boolean {
    const { ours, byHand } = this.of(sku);
    return sum(ours) + sum(byHand) < SENT[sku];
  }

  async disposeByHand(sku: ModelSku, type: string): Promise<void> {
    const { byHand } = this.of(sku);
    byHand[type] = (byHand[type] ?? 0) + 1;
    const where = type === "RESTOCKED" ? { location: FLOOR } : {};
    await this.shop.step(this.back, "dispose", { lines: [{ sku, quantity: 1 }], type, ...where });
  }

  mayCorrect(sku: ModelSku): boolean {
    return this.of(sku).shown > 0;
  }

  async correct(sku: ModelSku, becomes: "gone" | "defective"): Promise<void> {
    const units = this.of(sku);
    const ref = await this.shop.correct(sku, becomes);
    units.shown -= 1;
    units.came.good -= 1;
    if (becomes === "defective") units.came.defective += 1;
    else units.on.get(ref)!.now -= 1;
  }

  async endInbound(how: "deleteInbound" | "endInbound"): Promise<void> {
    if (how === "deleteInbound")
      for (const sku of MODEL_SKUS) this.of(sku).shown = await this.#shownBefore(sku);
    await this.shop[how](this.back);
  }

  /** Units in good condition on the inbounds before the present one. */
  async #shownBefore(sku: ModelSku): Promise<number> {
    const inbound = await this.shop.inbound(this.back);
    const lines = (inbound?.receipts ?? []).flatMap((receipt) => receipt.lines ?? []);
    const here = lines.filter((line) => line.sku === sku && line.defective === false);
    return this.of(sku).shown - here.reduce((all, { quantity }) => all + (quantity ?? 0), 0);
  }

  async sendAgain(): Promise<void> {
    const before = await this.shop.inbound(this.back);
    await this.shop.sendAgain(this.back);
    await this.shop.settle();
    const inbound = await this.shop.inbound(this.back);
    if (!inbound || inbound.ref === before?.ref) return;
    for (const sku of MODEL_SKUS) {
      const units = this.of(sku);
      const back = this.#backOf(units);
      units.apart = Math.max(0, back - units.total - units.corrected);
      const missing = (units.ours["MISSING"] ?? 0) + (units.byHand["MISSING"] ?? 0);
      const rest = Math.max(0, SENT[sku] - units.total - units.apart - missing);
      const line = inbound.lines?.find((one) => one.sku === sku);
      expect(line?.quantity ?? 0, `${sku} asked for again`).toBe(rest);
    }
  }

  /** The merchant is done with all that the app shows them. */
  async see(): Promise<void> {
    this.#seen.push(...(await this.#needs("needs")));
    await markSeen(this.shop.world.ctx, { returnId: this.back, needs: await this.shop.needs(this.back) });
    expect(await this.#needs("needs"), "hidden").toEqual([]);
  }

  async seeAgain(): Promise<void> {
    await showSeen(this.shop.world.ctx, { returnId: this.back });
    this.#seen = [];
  }

  /** Each SKU has one line, so the title is enough. */
  async #needs(which: "needs" | "seenNeeds"): Promise<Need[]> {
    const needs = readNeeds((await this.shop.row(this.back))[which]);
    return needs.map((need) => ({ ...need, ...("id" in need && { id: "" }) }));
  }

  /** None of what the merchant is done with comes back within 30 days. */
  async end(): Promise<void> {
    await this.see();
    await this.shop.pass(30 * 24 * 60);
    await this.shop.follow(this.back);
    // What is expected by then is late now.
    const kinds = (await this.#needs("needs")).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== "overdue")).toEqual([]);
    await this.see();
    await this.shop.follow(this.back);
    expect(await this.#needs("needs")).toEqual([]);
  }

  /** The app says so, or the merchant has seen it. */
  #expectTold(said: string, need: object, needsOf: (kind: string) => Need[]): void {
    const hasSeen = this.#seen.some((one) => isDeepStrictEqual(one, need));
    expect(needsOf("corrected"), `corrected, ${said}`).toEqual(hasSeen ? [] : [need]);
  }

  #backOf({ ours, byHand }: Units): number {
    return sum(ours) + sum(byHand) - (ours["MISSING"] ?? 0) - (byHand["MISSING"] ?? 0);
  }

  /** Lets everything happen that is due, and holds it to the rules. */
  async look(after: string): Promise<void> {
    await this.shop.settle();
    const inbound = await this.shop.inbound(this.back);
    this.hasInbound = inbound !== undefined;
    this.expects = inbound !== undefined && !["cancelled", "fully_received"].includes(inbound.status);
    const disposed = await this.shop.disposed(this.back);
    const [needs, hidden] = [await this.#needs("needs"), await this.#needs("seenNeeds")];
    for (const need of hidden) expect(this.#seen, `hidden unasked, after: ${after}`).toContainEqual(need);
    for (const sku of MODEL_SKUS) this.#judge(sku, { disposed: disposed[sku] ?? {}, needs, hidden, after });
    await this.label.judge(
      after,
      MODEL_SKUS.some((sku) => this.#isAwaited(sku, disposed[sku] ?? {})),
    );
  }

  #isAwaited(sku: ModelSku, disposed: Dispositions): boolean {
    const { apart, total } = this.of(sku);
    const missing = disposed["MISSING"] ?? 0;
    return SENT[sku] - apart - missing > Math.max(total, sum(disposed) - missing - apart);
  }

  #judge(
    sku: ModelSku,
    about: { disposed: Dispositions; needs: readonly Need[]; hidden: readonly Need[]; after: string },
  ): void {
    const units = this.of(sku);
    const { came, byHand } = units;
    const before = units.ours;
    const ours: Dispositions = {};
    for (const [type, quantity] of Object.entries(about.disposed))
      ours[type] = quantity - (byHand[type] ?? 0);
    units.ours = ours;
    const said = `${sku} after: ${about.after}`;
    const missing = about.disposed["MISSING"] ?? 0;
    const [back, oursBack] = [sum(about.disposed) - missing, sum(ours) - (ours["MISSING"] ?? 0)];
    // Without an inbound, what is settled without a receipt need not come any more.
    if (!this.hasInbound) units.apart = Math.max(0, back - units.total - units.corrected);
    const { apart } = units;

    expect(sum(about.disposed), said).toBeLessThanOrEqual(SENT[sku]);
    if ((ours["RESTOCKED"] ?? 0) > (before["RESTOCKED"] ?? 0))
      expect(ours["RESTOCKED"], `restocked, ${said}`).toBeLessThanOrEqual(came.good);
    if (oursBack > sum(before) - (before["MISSING"] ?? 0))
      expect(oursBack, `disposed of, ${said}`).toBeLessThanOrEqual(units.total);

    const needsOf = (kind: string, needs = about.needs) =>
      needs.filter(
        (need) =>
          need.kind === kind &&
          (("sku" in need && need.sku === sku) || ("title" in need && need.title === sku)),
      );
    const told = (kind: string) =>
      needsOf(kind, [...about.needs, ...about.hidden]).reduce((all, need) => {
        if (need.kind === "turned-up") return all + need.came;
        return all + ("quantity" in need ? (need.quantity ?? 0) : 0);
      }, 0);
    // Units beyond what was asked for are those that had been settled before.
    const matched = Math.min(
      units.total,
      back - apart + Math.min(apart, Math.max(0, units.total - (SENT[sku] - apart))),
    );
    const rest = units.total - matched;
    const isLeft = { good: !this.#policy.restock, defective: this.#policy.defectiveAs === "left" };
    const aside = (isLeft.good ? came.good : 0) + (isLeft.defective ? came.defective : 0);
    const shown = told("over") + told("turned-up") + told("restock-waits");
    expect(rest, `in silence, ${said}`).toBeLessThanOrEqual(shown + aside);
    expect(shown, `shown and not so, ${said}`).toBeLessThanOrEqual(rest);

    const restocked = about.disposed["RESTOCKED"] ?? 0;
    const corrected = { kind: "corrected", id: "", title: sku };
    if (units.corrected > 0 && back - apart > units.total)
      this.#expectTold(
        said,
        { ...corrected, as: "settled", settled: back - apart, came: units.total },
        needsOf,
      );
    else if (apart === 0 && units.mostGood > came.good && restocked > came.good)
      this.#expectTold(said, { ...corrected, as: "restocked", settled: restocked, came: came.good }, needsOf);
    else if (apart === 0) expect(needsOf("corrected"), `not corrected, ${said}`).toEqual([]);
  }
}
