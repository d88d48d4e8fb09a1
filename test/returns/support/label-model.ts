import type { Return } from "@prisma/client";
import { expect } from "vitest";
import { changeSender } from "../../../app/domain/returns/announce/change-sender.ts";
import { readSender } from "../../../app/domain/returns/announce/read-sender.ts";
import { inbounds } from "../../support/returns.ts";
import { TOKEN } from "../../support/world.ts";
import { fileAt, labels } from "../labels.ts";
import type { ReturningShop } from "./receipts.ts";

interface Mail {
  kind: string;
  returnId: string;
  labelUrl: string;
}

/**
 * The labels and the sender of one return: the customer always has the label of its inbound, or the page says that theirs is old; and
 * each label comes with one email. The label shows the reference and the sender.
 */
export class KnownLabel {
  #shop: ReturningShop;
  #back: string;
  /** The labels that were emailed, the latest last. */
  #mailed: Buffer[] = [];
  #moves = 0;
  /** First lines of addresses: the merchant's own last one, and the order's since it was edited. */
  #typed: string | null = null;
  #ordered: string | null = null;
  /** When the inbound was announced whose sender the merchant has typed. */
  #announcedAt: Date | null = null;
  /** The order was edited after the merchant typed a sender. */
  #isEditedSince = false;

  constructor(shop: ReturningShop, back: string) {
    this.#shop = shop;
    this.#back = back;
  }

  /** The customer has moved to a new street: the merchant corrects the sender, as long as that is possible. */
  async correctSender(): Promise<void> {
    const { ctx } = this.#shop.world;
    const read = await readSender(ctx, { returnId: this.#back });
    if (read.outcome !== "read") return;
    const senderAddressLine1 = `${++this.#moves} New Street`;
    const typed = { ...read.sender, senderAddressLine1 };
    const { outcome } = await changeSender(ctx, { returnId: this.#back, typed });
    expect(["sent", "kept"]).toContain(outcome);
    [this.#typed, this.#isEditedSince] = [senderAddressLine1, false];
    this.#announcedAt = outcome === "sent" ? (await this.#shop.row(this.#back)).announcingAt : null;
  }

  /** The merchant edits the order's address in Shopify instead, and the next sync sees it. */
  async editOrder(): Promise<void> {
    const { world } = this.#shop;
    const { orderId } = await this.#shop.row(this.#back);
    const address1 = `${++this.#moves} Order Street`;
    await world.atShop(`shops/demo/orders/${encodeURIComponent(orderId)}/address`, {
      shippingAddress: {
        firstName: "Robin",
        lastName: "Sample",
        city: "Bangor",
        countryCode: "GB",
        address1,
      },
    });
    [this.#ordered, this.#isEditedSince] = [address1, this.#typed !== null];
    await world.sweep();
  }

  /** The warehouse has the order's sender, or the merchant's; then the page says that the order shows another since. */
  #judgeSender(after: string, { announcingAt, senderDiffers }: Return, line: unknown): void {
    const isTheirs = this.#announcedAt !== null && announcingAt?.getTime() === this.#announcedAt.getTime();
    if (isTheirs) expect(line, `the merchant's sender, after: ${after}`).toBe(this.#typed);
    if (this.#ordered === null || line === this.#ordered) return;
    expect(line, `the sender, after: ${after}`).toBe(this.#typed);
    // What was edited before the announcement was never compared.
    if (isTheirs)
      expect(senderDiffers, `the order shows another sender, after: ${after}`).toBe(this.#isEditedSince);
  }

  /** @param isAwaited units are still to come, and somebody needs a label for them */
  async judge(after: string, isAwaited: boolean): Promise<void> {
    const { world } = this.#shop;
    const row = await this.#shop.row(this.#back);
    const inbound = (await inbounds(world)).find(({ ref }) => ref === row.inboundRef);
    if (row.status === "OPEN" && inbound?.status === "new")
      this.#judgeSender(after, row, inbound.senderAddressLine1);
    const mails = await world.atShop<Mail[]>("shops/demo/mails");
    const urls = mails
      .filter(({ kind, returnId }) => kind === "return-label" && returnId === this.#back)
      .map(({ labelUrl }) => labelUrl);
    expect(new Set(urls).size, `emails with the same label, after: ${after}`).toBe(urls.length);
    for (const url of urls.slice(this.#mailed.length)) this.#mailed.push(await fileAt(url));
    const hasLabel = this.#mailed.length > 0;
    const isOver = row.status !== "OPEN" || row.stage === "received" || !isAwaited;
    if (row.label === "old") expect(isOver, `an old label that nobody needs, after: ${after}`).toBe(false);
    const isSaid = row.label === "old" || row.label === "none" || !hasLabel;
    if (row.label !== "ready") return void expect(isSaid, `${row.label}, after: ${after}`).toBe(true);
    expect(hasLabel, `an email, after: ${after}`).toBe(true);
    const on = await labels(world, { id: this.#back });
    expect(on.flat(), `labels, after: ${after}`).toEqual([urls.at(-1)]);
    if (isOver) return;
    const path = `${world.warehouse.url}/fulfilment/v3/inbounds/${row.inboundRef}/label`;
    const answer = await fetch(path, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(answer.status, `an inbound, after: ${after}`).toBe(200);
    const good = Buffer.from(await answer.text(), "base64");
    expect(this.#mailed.at(-1)?.equals(good), `the label of its inbound, after: ${after}`).toBe(true);
  }
}
