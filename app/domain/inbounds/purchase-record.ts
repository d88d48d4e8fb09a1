import type { JobRecord } from "../problems/with-record-problem.ts";

/** The inbound of one purchase, as the record of a job. It stays due, and the hourly round asks for it again. */
export function purchaseRecord({ ref }: { ref: string }): JobRecord {
  return {
    kind: "inbound-unreadable",
    subject: ref,
    name: async () => ref,
    quarantine: async () => undefined,
  };
}
