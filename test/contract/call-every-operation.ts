import { documentedOperations, exampleBody } from "../support/interface-document.ts";
import type { Contract } from "./contract-bench.ts";

/**
 * A seller's round through the whole interface, with the bodies the document gives as examples. Leaves nothing behind
 * but subscriptions. Throws when something is refused.
 */
export async function callEveryOperation(
  { send }: Pick<Contract, "send">,
  /** Where products and inbounds are, and where subscriptions. */
  { base, subscriptions }: { base: string; subscriptions: string },
): Promise<void> {
  const operations = await documentedOperations();
  const example = (operationId: string) => exampleBody(operations, operationId);
  const call = async (request: string, body?: unknown) => {
    const { status } = await send(request, { body });
    if (status < 200 || status > 299) throw new Error(`${request} answered ${status}`);
  };
  const ref = "RET-2031-0007";

  await call(`POST ${base}/products/`, example("createProduct"));
  await call(`POST ${base}/bulk/products/?skipDuplicates=true`, example("createProducts"));
  await call(`GET ${base}/products?skip=0&take=100&filter=sku%3DMUG-BLUE`);
  await call(`GET ${base}/products/MUG-BLUE`);
  await call(`PUT ${base}/products/MUG-BLUE`, example("updateProduct"));

  await call(`POST ${base}/inbounds/?include=lines,receipts`, example("createInbound"));
  await call(`GET ${base}/inbounds?skip=0&take=10&filter=type%3Dreturn&change-interval=2800&include=lines`);
  await call(`GET ${base}/inbounds/${ref}`);
  await call(`PUT ${base}/inbounds/${ref}?include=receipts`, example("updateInbound"));
  await call(`GET ${base}/inbounds/${ref}/label`);

  await call(`POST ${base}/inbounds/${ref}/lines`, example("createLine"));
  await call(`GET ${base}/inbounds/${ref}/lines?skip=0&take=10`);
  await call(`GET ${base}/inbounds/${ref}/lines/${ref}-2`);
  await call(`PUT ${base}/inbounds/${ref}/lines/${ref}-2`, example("updateLine"));
  await call(`DELETE ${base}/inbounds/${ref}/lines/${ref}-2`);

  await call(`DELETE ${base}/inbounds/${ref}`);
  for (const sku of ["MUG-BLUE", "PLATE-WHITE", "BOWL-OAK"]) await call(`DELETE ${base}/products/${sku}`);

  // The example's address is on the internet, and the sandbox calls this machine only.
  const notificationUrl = "http://localhost:1/webhooks/warehouse";
  await call(`POST ${subscriptions}`, { ...(example("registerSubscription") as object), notificationUrl });
}
