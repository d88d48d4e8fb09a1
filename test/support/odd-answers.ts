import type { World } from "./world.ts";

/** An inbound as the sandbox warehouse shows it. */
export interface ShownInbound {
  ref: string;
  status: string;
  lines: Record<string, unknown>[];
  receipts: { receiptDate: string; vendorShipmentNo: string; lines: Record<string, unknown>[] }[];
}

/**
 * Until faults are cleared the warehouse shows these inbounds as `odd` makes them of what they are now, alone and in lists; lists
 * show no others.
 */
export async function showOddly(
  { atWarehouse }: Pick<World, "atWarehouse">,
  { refs, odd }: { refs: readonly string[]; odd: (inbound: ShownInbound) => object },
): Promise<void> {
  const inbounds = await atWarehouse<ShownInbound[]>("inbounds");
  const shown = refs.map((ref) => odd(structuredClone(inbounds.find((one) => one.ref === ref)!)));
  const answer = (path: string, body: unknown) =>
    atWarehouse("faults", { method: "GET", path, action: { kind: "status", status: 200, body } });
  await answer("/inbounds/?\\?", shown);
  for (const [index, ref] of refs.entries()) await answer(`/inbounds/${ref}(\\?|$)`, shown[index]);
}

/** The same inbound with other receipt lines. */
export const withReceiptLines =
  (change: (line: Record<string, unknown>, index: number) => object) => (inbound: ShownInbound) => ({
    ...inbound,
    receipts: inbound.receipts.map((receipt) => ({ ...receipt, lines: receipt.lines.map(change) })),
  });

/** The same inbound without some of its parts. */
export const without =
  (...parts: ("lines" | "receipts")[]) =>
  (inbound: ShownInbound) =>
    Object.fromEntries(Object.entries(inbound).filter(([name]) => !parts.some((part) => part === name)));
