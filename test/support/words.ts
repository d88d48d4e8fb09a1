import { createMerchant } from "../../sandbox/demo/merchant.ts";
import type { DemoStore } from "../../sandbox/demo/world.ts";

/** Says something of many variants, as a merchant does who has seen what it changes and agrees, however much that is. */
export async function sayWords(
  store: DemoStore,
  wanted: {
    action: "confirm" | "unmap" | "ignore" | "reset";
    selection: { state?: string; search?: string };
  },
): Promise<void> {
  const say = async (more: object) =>
    JSON.parse(await createMerchant(store).say("/app/products/words", { ...wanted, ...more })) as {
      outcome: string;
      preview: { fingerprint: string };
    };
  const { preview } = await say({});
  const { outcome } = await say({ expected: preview.fingerprint, confirmed: true });
  if (outcome !== "done" && outcome !== "started") throw new Error(`Not changed: ${outcome}`);
}
