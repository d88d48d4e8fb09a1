import type { FulfilmentError } from "../../fulfilment/errors.ts";
import type { JobName } from "../../jobs/catalog.ts";
import type { ShopifyError } from "../../shopify/errors.ts";
import type { ShopContext } from "../shop-context.ts";
import { purposeOf } from "../work/job-purposes.ts";
import { openProblem } from "./problems.ts";
import { recordFailureOf } from "./record-failure.ts";

/** Opens the problem that names a job of the whole store which fails although both systems work. Its next success clears it. */
export async function openJobProblem(
  ctx: ShopContext,
  { name, error }: { name: JobName; error: FulfilmentError | ShopifyError },
): Promise<void> {
  const { sentence } = recordFailureOf(error.with({ scope: "record" }))!;
  await openProblem(ctx, { kind: "job-failing", subject: name, details: { sentence, job: purposeOf(name) } });
}
