import { describe, expect, it } from "vitest";
import { eachReturnsShop } from "./shop-returns-harness.ts";

const DELIVERY = `reverseDelivery { id reverseDeliveryLineItems(first: 5) { nodes { quantity } }
  deliverable { __typename ... on ReverseDeliveryShippingDeliverable {
    label { publicFileUrl createdAt updatedAt } tracking { number url carrierName } } } }`;

interface Label {
  publicFileUrl: string;
}
interface Made {
  id: string;
  deliverable: { label: Label | null };
}

describe("sending goods back", () => {
  const shop = eachReturnsShop();

  const create = (work: { id: string }, more: string) =>
    shop.mutate(
      `reverseDeliveryCreateWithShipping(reverseFulfillmentOrderId: "${work.id}", ${more})`,
      DELIVERY,
    );
  const line = ({ lines }: { lines: { id: string }[] }, quantity: number) =>
    `{ reverseFulfillmentOrderLineItemId: "${lines[0]!.id}", quantity: ${quantity} }`;
  const mails = () => shop.control<object[]>("GET", "mails");

  /** Stages a label; uploads it too unless told otherwise. */
  async function stage({ isUploaded = true } = {}): Promise<string> {
    const { stagedUploadsCreate } = await shop.data<{
      stagedUploadsCreate: { stagedTargets: { url: string; resourceUrl: string }[] };
    }>(`mutation { stagedUploadsCreate(input: [{ resource: RETURN_LABEL, filename: "l.pdf",
      mimeType: "application/pdf", httpMethod: PUT }]) { stagedTargets { url resourceUrl } } }`);
    const { url, resourceUrl } = stagedUploadsCreate.stagedTargets[0]!;
    if (isUploaded) expect((await fetch(url, { method: "PUT", body: "%PDF-1.7 label" })).status).toBe(200);
    return resourceUrl;
  }

  it("a staged label is taken in, all lines go with it, and the shopper is told unless told not to", async () => {
    const { back, work } = await shop.open("MUG", "CUP");
    const staged = await stage();

    const answer = await create(work, `reverseDeliveryLineItems: [], labelInput: { fileUrl: "${staged}" }`);

    expect(answer).toMatchObject({
      userErrors: [],
      reverseDelivery: {
        reverseDeliveryLineItems: { nodes: [{ quantity: 2 }, { quantity: 2 }] },
        deliverable: { __typename: "ReverseDeliveryShippingDeliverable", tracking: null },
      },
    });
    const { publicFileUrl } = (answer.reverseDelivery as Made).deliverable.label!;
    expect(publicFileUrl).not.toBe(staged);
    expect(await (await fetch(publicFileUrl)).text()).toBe("%PDF-1.7 label");
    expect(await mails()).toEqual([
      {
        ...{ at: "2026-11-20T10:00:00.000Z", kind: "return-label", to: "robin.shopper@example.com" },
        ...{ returnId: back.id, returnName: "#1001-R1", orderName: "#1001", labelUrl: publicFileUrl },
        ...{ orderId: expect.any(String) as string, trackingUrl: null },
        reverseDeliveryId: (answer.reverseDelivery as Made).id,
      },
    ]);
  });

  it("nobody is told who need not be, or cannot be", async () => {
    const { work } = await shop.open();
    await create(work, `reverseDeliveryLineItems: [${line(work, 1)}], notifyCustomer: false`);
    const order = await shop.send(await shop.sell(["CUP"], { customer: null, email: null }));
    const back = await shop.ask(order, { lines: [{ sku: "CUP" }], status: "open" });
    await create(
      back.reverseFulfillmentOrders[0]!,
      'reverseDeliveryLineItems: [], trackingInput: { number: "1" }',
    );

    expect(await mails()).toEqual([]);
  });

  it("any other https address is kept as it is, with a tracking number of a carrier nobody knows", async () => {
    const { work } = await shop.open();
    const url = "https://labels.example/7.pdf";
    expect(
      await create(
        work,
        `reverseDeliveryLineItems: [], labelInput: { fileUrl: "${url}" }, trackingInput: { number: "A1", url: "https://track.example/A1" }`,
      ),
    ).toMatchObject({
      reverseDelivery: {
        deliverable: {
          label: { publicFileUrl: url, createdAt: "2026-11-20T10:00:00.000Z" },
          tracking: { number: "A1", url: "https://track.example/A1", carrierName: null },
        },
      },
    });
  });

  it("what was staged and not uploaded, what expired, and what is no https are no labels", async () => {
    const { work } = await shop.open();
    const refused = {
      userErrors: [{ code: "INVALID", field: ["labelInput", "fileUrl"] }],
      reverseDelivery: null,
    };
    const withLabel = (url: string) =>
      create(work, `reverseDeliveryLineItems: [], labelInput: { fileUrl: "${url}" }`);

    expect(await withLabel(await stage({ isUploaded: false }))).toMatchObject(refused);
    expect(await withLabel("http://labels.example/7.pdf")).toMatchObject(refused);
    const staged = await stage();
    shop.running.clock.now = new Date("2026-11-28T10:00:00.000Z");
    expect(await withLabel(staged)).toMatchObject(refused);
    expect(await mails()).toEqual([]);
  });

  it("no more is delivered than is returned, all deliveries together", async () => {
    const { back, work } = await shop.open();
    const tooMany = (index: string) => ({
      reverseDelivery: null,
      userErrors: [
        {
          ...{ code: null, message: "cannot deliver more items than are returned" },
          field: ["reverseDeliveryLineItems", index, "quantity"],
        },
      ],
    });

    expect(await create(work, `reverseDeliveryLineItems: [${line(work, 3)}]`)).toEqual(tooMany("0"));
    expect(await create(work, `reverseDeliveryLineItems: [${line(work, 2)}, ${line(work, 1)}]`)).toEqual(
      tooMany("1"),
    );
    expect(await create(work, `reverseDeliveryLineItems: [${line(work, 1)}]`)).toMatchObject({
      userErrors: [],
    });
    expect(await create(work, "reverseDeliveryLineItems: []")).toEqual(tooMany("0"));
    expect((await shop.look(back)).reverseFulfillmentOrders[0]!.deliveries).toHaveLength(1);
  });

  it("lines of other orders must exist, and so must the order, by an id of its kind", async () => {
    const [one, other] = [await shop.open("MUG"), await shop.open("CUP")];
    expect(await create(one.work, `reverseDeliveryLineItems: [${line(other.work, 1)}]`)).toEqual({
      reverseDelivery: null,
      userErrors: [
        {
          ...{ code: null, message: "must exist" },
          field: ["reverseDeliveryLineItems", "0", "reverseFulfillmentOrderLineItemId"],
        },
      ],
    });
    expect(
      await create({ id: "gid://shopify/ReverseFulfillmentOrder/7" }, "reverseDeliveryLineItems: []"),
    ).toMatchObject({
      userErrors: [{ code: "NOT_FOUND", message: "Reverse fulfillment order was not found." }],
    });
    await expect(create(one.back, "reverseDeliveryLineItems: []")).rejects.toThrow("RESOURCE_NOT_FOUND");
  });

  it("what is updated keeps what is not said, and the shopper is told again", async () => {
    const { work } = await shop.open();
    const made = await create(
      work,
      'reverseDeliveryLineItems: [], notifyCustomer: false, labelInput: { fileUrl: "https://labels.example/1.pdf" }',
    );
    const { id } = made.reverseDelivery as Made;
    const update = (deliveryId: string, more: string) =>
      shop.mutate(`reverseDeliveryShippingUpdate(reverseDeliveryId: "${deliveryId}", ${more})`, DELIVERY);
    shop.running.clock.now = new Date("2026-11-20T11:00:00.000Z");

    expect(await update(id, 'trackingInput: { number: "B2" }')).toMatchObject({
      reverseDelivery: {
        deliverable: {
          label: { publicFileUrl: "https://labels.example/1.pdf", updatedAt: "2026-11-20T10:00:00.000Z" },
          tracking: { number: "B2", url: null },
        },
      },
    });
    expect(await update(id, 'labelInput: { fileUrl: "https://labels.example/2.pdf" }')).toMatchObject({
      reverseDelivery: {
        deliverable: {
          label: {
            publicFileUrl: "https://labels.example/2.pdf",
            ...{ createdAt: "2026-11-20T10:00:00.000Z", updatedAt: "2026-11-20T11:00:00.000Z" },
          },
        },
      },
    });
    expect(await mails()).toHaveLength(2);
    expect(await update("gid://shopify/ReverseDelivery/7", 'trackingInput: { number: "1" }')).toMatchObject({
      userErrors: [
        { code: "NOT_FOUND", field: ["reverseDeliveryId"], message: "Reverse delivery was not found." },
      ],
    });
  });
});
