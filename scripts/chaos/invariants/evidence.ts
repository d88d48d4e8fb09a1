import { control } from "../../../sandbox/demo/control.ts";
import type { ChaosDatabase } from "../database.ts";
import type { ReceiptLine, Side } from "../side.ts";

/** Everything about one of the two shops that can be seen from outside once a story is over, and what the app keeps. */
export interface Evidence {
  side: Side;
  variants: ShownVariant[];
  returns: ShownReturn[];
  mails: { returnId: string | null; kind: string; labelUrl: string | null }[];
  /** What moved the shop's stock, oldest first. */
  movements: Movement[];
  webhooks: { topic: string; state: string; body: string; attempts: { status: number | null }[] }[];
  products: { sku: string; stock: number }[];
  inbounds: ShownInbound[];
  /** What the warehouse has sent, newest first. */
  deliveries: { event: string; body: string; url: string; lastStatus: number | null; state: string }[];
  ledger: LedgerRow[];
  hints: HintRow[];
  /** What the app says of returns, by their id. */
  pages: Map<string, ReturnPage>;
}

export interface ShownVariant {
  id: string;
  inventoryItemId: string;
  sku: string;
  levels: Record<string, { on_hand: number; committed: number }>;
}

export interface ShownReturn {
  id: string;
  name: string;
  status: string;
  lines: { sku: string; quantity: number }[];
  reverseFulfillmentOrders: {
    id: string;
    lines: {
      sku: string;
      quantity: number;
      dispositions: { type: string; quantity: number; location: string | null }[];
    }[];
    deliveries: { id: string; label: { publicFileUrl: string } | null }[];
  }[];
}

export interface Movement {
  at: string;
  by: string;
  app?: string;
  reason: string;
  referenceDocumentUri: string | null;
  name: string;
  from: number;
  to: number;
  inventoryItemId: string;
  location: string;
}

export interface ShownInbound {
  ref: string;
  type: string;
  status: string;
  supplierRef: string;
  lines: { ref: string; sku: string; quantity: number }[];
  receipts: { lines: ReceiptLine[] }[];
}

export interface LedgerRow {
  id: string;
  variantId: string;
  inventoryItemId: string;
  cause: string | null;
  causeOf: string | null;
  outcome: string;
  intendedAt: Date;
  shopFigure: number;
  target: number;
  warehouseStock: number | null;
  buffer: number;
  held: number;
}

export interface HintRow {
  id: string;
  source: string;
  event: string;
  identifier: string | null;
  followedAt: Date | null;
}

/** What a return's page says. */
export interface ReturnPage {
  returnId: string;
  stage: string;
  label: string;
  /** What needs a person, by kind. */
  needs: string[];
}

/** Something that is not as it should be, in words. */
export interface Finding {
  invariant: string;
  shop: string;
  what: string;
}

/** Where to look. */
export interface Watched {
  /** The shops' sandbox. */
  shopUrl: string;
  /** The app's. */
  database: Pick<ChaosDatabase, "read">;
}

export async function gatherEvidence({ database, shopUrl }: Watched, side: Side): Promise<Evidence> {
  const { atShop, atWarehouse, shop } = side;
  const [state, returns, mails, movements, webhooks, products, inbounds, deliveries] = await Promise.all([
    atShop<{ products: { variants: ShownVariant[] }[] }>("state"),
    atShop<ShownReturn[]>("returns?take=1000"),
    atShop<Evidence["mails"]>("mails"),
    atShop<Movement[]>("history"),
    control<Evidence["webhooks"]>(shopUrl, { path: `webhooks?shop=${shop}` }),
    atWarehouse<Evidence["products"]>("products"),
    atWarehouse<ShownInbound[]>("inbounds"),
    atWarehouse<Evidence["deliveries"]>("deliveries"),
  ]);
  // Afterwards: of what was answered by then nothing may be missing.
  const [ledger, hints, pages] = await Promise.all([
    database.read<LedgerRow>(`SELECT * FROM "LedgerEntry" WHERE "shop" = $1 ORDER BY "id"`, [shop]),
    database.read<HintRow>(`SELECT * FROM "Hint" WHERE "shop" = $1 ORDER BY "id"`, [shop]),
    database.read<ReturnPage>(
      `SELECT "returnId", "stage"::text, "label"::text, ARRAY(SELECT value->>'kind' FROM jsonb_array_elements("needs")) AS "needs"
       FROM "Return" WHERE "shop" = $1`,
      [shop],
    ),
  ]);
  const variants = state.products.flatMap((product) => product.variants);
  return {
    side,
    variants,
    returns,
    mails,
    movements,
    webhooks,
    products,
    inbounds,
    deliveries,
    ledger,
    hints,
    pages: new Map(pages.map((one) => [one.returnId, one])),
  };
}
