import type { AdminApi } from "./admin-api.ts";
import { ShopifyError } from "./errors.ts";
import { StageUploadDocument, type StageUploadMutation } from "./generated/operations.ts";
import { PASSING_STATUSES, storageAddress } from "./storage-address.ts";

/** The storage takes a label within a second; one that takes this long is not coming back. */
const TIME_OUT_MS = 20_000;
/** Of an answer no more is read, in bytes: of a refusal only its code is wanted. */
const ANSWER_MAX_BYTES = 2_000;

export type StagedLabels =
  | { outcome: "staged"; /** One address for each, good for a day, for the shop to fetch. */ urls: string[] }
  /** It will not be taken as it stands. `reason` is the shop's sentence, or the storage's status and code. */
  | { outcome: "refused"; by: "shop" | "storage"; reason: string };

type Target = NonNullable<NonNullable<StageUploadMutation["stagedUploadsCreate"]>["stagedTargets"]>[number];

/**
 * Puts a label where the shop can fetch it, `copies` times: what has been taken in from an address may be gone from
 * there. Harmless to repeat: what nobody fetches vanishes by itself.
 * @throws ShopifyError, `unavailable` also when the storage is
 */
export async function stageLabels(
  admin: AdminApi,
  { pdf, filename, copies }: { pdf: Buffer; filename: string; copies: number },
): Promise<StagedLabels> {
  const { stagedUploadsCreate } = await admin.request(StageUploadDocument, {
    input: Array.from({ length: copies }, () => ({
      resource: "RETURN_LABEL" as const,
      mimeType: "application/pdf",
      // Unasked it would be PUT, which stays open for a week.
      httpMethod: "POST" as const,
      filename,
    })),
  });
  const [objection] = stagedUploadsCreate?.userErrors ?? [];
  if (objection) return { outcome: "refused", by: "shop", reason: objection.message };
  const targets = stagedUploadsCreate?.stagedTargets ?? [];
  if (targets.length !== copies)
    throw new ShopifyError("unavailable", { message: `staged ${targets.length} of ${copies} labels` });
  const refusals = await Promise.all(targets.map((target) => upload(target, pdf)));
  const reason = refusals.find((refusal) => refusal !== null);
  if (reason !== undefined) return { outcome: "refused", by: "storage", reason };
  return { outcome: "staged", urls: targets.map(({ resourceUrl }) => resourceUrl ?? "") };
}

/**
 * To the storage, which is not the shop: it is told nothing but what the shop gave for it, and no token. The storage
 * signed the fields in their order, and reads nothing behind the file.
 * @returns why it was refused, or null.
 */
async function upload({ url, parameters }: Target, pdf: Buffer): Promise<string | null> {
  const form = new FormData();
  for (const { name, value } of parameters) form.append(name, value);
  form.append("file", new Blob([new Uint8Array(pdf)], { type: "application/pdf" }), "label.pdf");
  const storage = storageAddress(url ?? null);
  let status: number;
  let body: string;
  try {
    const response = await fetch(storage, {
      method: "POST",
      body: form,
      redirect: "manual", // A label goes nowhere but where the shop said.
      signal: AbortSignal.timeout(TIME_OUT_MS),
    });
    status = response.status;
    body = await readStart(response);
  } catch (cause) {
    throw new ShopifyError("unavailable", { message: "the storage did not take a label", cause });
  }
  if (status === 201) return null;
  // Whatever is no refusal comes from something in between.
  if (status < 400 || status >= 500 || PASSING_STATUSES.includes(status))
    throw new ShopifyError("unavailable", { message: `the storage answered a label with ${status}` });
  const [, code = ""] = /<Code>(\w{1,60})<\/Code>/.exec(body) ?? [];
  return `${status} ${code}`.trim();
}

/** The first bytes of an answer; the rest is not waited for. */
async function readStart({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  const reader = body?.getReader();
  for (let size = 0; size < ANSWER_MAX_BYTES;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    parts.push(part.value);
    size += part.value.length;
  }
  await reader?.cancel();
  return Buffer.concat(parts).toString("utf8", 0, ANSWER_MAX_BYTES);
}
