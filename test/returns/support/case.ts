import { refOfReturn } from "../../../app/domain/returns/return-ref.ts";
import { step, type ShownReturn } from "../../support/returns.ts";
import type { Order } from "../../support/stock.ts";
import { TOKEN, type World } from "../../support/world.ts";

/** Requests of the floor's own, which no outage of the interface concerns. */
export const OF_FLOOR = "floor=1";

interface ReceivedLine {
  sku: string;
  quantity: number;
  defective?: boolean;
  /** Fields that the warehouse doesn't show of it. */
  leftOut?: readonly string[];
}

/** One return among the others of its world, and what can happen to it. */
export interface Case {
  world: World;
  returned: ShownReturn;
  /** In the store: `cancel`, `close`, `approve`, … */
  step(name: string, body?: object): Promise<unknown>;
  receive(...lines: ReceivedLine[]): Promise<unknown>;
  /** The warehouse cancels its inbound, or begins with it. */
  move(status: "cancelled" | "in_progress"): Promise<unknown>;
  /** Through the interface, as another of the warehouse's clients does. */
  atInterface(method: "DELETE" | "PUT", body?: object): Promise<unknown>;
  /** Its order is so many days older than it was. */
  age(days: number): Promise<unknown>;
}

export function caseOf(world: World, { order, returned }: { order: Order; returned: ShownReturn }): Case {
  const ref = refOfReturn(returned.id);
  return {
    ...{ world, returned },
    step: (name, body) => step(world, returned, name, body),
    receive: (...lines) => world.atWarehouse("receive", { inboundRef: ref, lines }),
    move: (status) => world.atWarehouse(`inbounds/${ref}/status`, { status }),
    async atInterface(method, body) {
      const answer = await fetch(`${world.warehouse.url}/fulfilment/v3/inbounds/${ref}?${OF_FLOOR}`, {
        ...{ method, ...(body && { body: JSON.stringify(body) }) },
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      });
      if (!answer.ok) throw new Error(`The warehouse answered ${answer.status} to ${method} ${ref}.`);
    },
    age: (days) => world.atShop(`shops/demo/orders/${encodeURIComponent(order.id)}/age`, { days }),
  };
}
