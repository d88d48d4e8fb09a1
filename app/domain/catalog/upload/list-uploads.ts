import { z } from "zod";
import type { UploadStage } from "@prisma/client";
import type { ShopContext } from "../../shop-context.ts";
import { lastApplied } from "./undo-upload.ts";
import { VERDICTS, type VerdictCounts } from "./upload-verdicts.ts";

export interface UploadSummary {
  id: string;
  fileName: string;
  stage: UploadStage;
  verdicts: VerdictCounts;
  createdAt: Date;
  appliedAt: Date | null;
  undoneAt: Date | null;
  /** Whether it is the one that can be undone. */
  undoable: boolean;
}

/** Uploads that are shown. */
const SHOWN = 10;

const countsSchema = z.partialRecord(z.enum(VERDICTS), z.number());

/** The shop's uploads that were read to their end, the newest first. */
export async function listUploads({ db, shop }: ShopContext): Promise<UploadSummary[]> {
  const [uploads, undoable] = await Promise.all([
    db.mappingUpload.findMany({
      where: { shop, NOT: { verdicts: { equals: {} } } },
      orderBy: { createdAt: "desc" },
      take: SHOWN,
    }),
    lastApplied(db, shop),
  ]);
  return uploads.map(({ id, fileName, stage, verdicts, createdAt, appliedAt, undoneAt }) => ({
    ...{ id, fileName, stage, createdAt, appliedAt, undoneAt },
    verdicts: countsSchema.parse(verdicts),
    undoable: id === undoable,
  }));
}
