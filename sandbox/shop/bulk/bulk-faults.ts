import express, { type Router } from "express";
import { z } from "zod";
import { createSwitchedOn, occasion } from "../../lib/switched-on.ts";

/** Objects or bytes after which something happens; at the end at the latest. */
const after = z.int().min(0).default(0);

/** What bulk operations and their files do on purpose, told over `POST /_sandbox/bulk/faults`. */
const bulkFaultSchema = z.discriminatedUnion("kind", [
  // Of an operation; each that starts is an occasion.
  /** Stays as it is until released: before it runs, or while it does. */
  z.strictObject({
    kind: z.literal("hold"),
    status: z.enum(["CREATED", "RUNNING"]).default("RUNNING"),
    afterObjects: after,
    ...occasion,
  }),
  /** Reads no faster than this. */
  z.strictObject({ kind: z.literal("pace"), objectsPerSecond: z.number().positive(), ...occasion }),
  /** Fails, with what it has read until then as partial data. */
  z.strictObject({
    kind: z.literal("fail"),
    errorCode: z.enum(["ACCESS_DENIED", "INTERNAL_SERVER_ERROR", "TIMEOUT"]),
    afterObjects: after,
    ...occasion,
  }),
  /** Completes without the objects after those, as when access was narrowed or something went wrong unseen. */
  z.strictObject({ kind: z.literal("lack"), afterObjects: after, ...occasion }),
  /** Mixes the children of several parents, as results that are not grouped may. */
  z.strictObject({ kind: z.literal("interleave"), ...occasion }),
  // Of a result file; each time it is fetched is an occasion.
  /** Sends no faster than this. */
  z.strictObject({ kind: z.literal("slow"), bytesPerSecond: z.number().positive(), ...occasion }),
  /** Ends early: the connection drops, or quietly, as if that were all of the file. */
  z.strictObject({
    kind: z.literal("cut"),
    afterBytes: after,
    quietly: z.boolean().default(false),
    ...occasion,
  }),
  /** Answers as if seven days had passed. */
  z.strictObject({ kind: z.literal("expired"), ...occasion }),
]);

type BulkFault = z.output<typeof bulkFaultSchema>;
type OfKind<Kind extends BulkFault["kind"]> = Extract<BulkFault, { kind: Kind }>;

export interface Hold extends Pick<OfKind<"hold">, "status" | "afterObjects"> {
  /** Resolves when somebody has released it; rejects when the operation is aborted. */
  released: Promise<void>;
}

export interface BulkFaults {
  /** The fault of this kind that strikes now. */
  take<Kind extends BulkFault["kind"]>(kind: Kind): OfKind<Kind> | undefined;
  /**
   * The hold that strikes now. It can be released from then on, also before the operation has come to where it waits.
   * @param signal aborts with the operation
   */
  takeHold(signal: AbortSignal): Hold | undefined;
  /** `GET|POST|DELETE /faults`, `POST /release`. */
  control: Router;
}

export function createBulkFaults(): BulkFaults {
  const faults = createSwitchedOn<BulkFault>(bulkFaultSchema, ({ kind }) => kind);
  /** Of each hold that was taken and not released yet: opens it. */
  const held = new Set<() => void>();
  const control = express.Router();
  control.use("/faults", faults.routes);
  control.post("/release", (_req, res) => {
    const released = held.size;
    for (const open of held) open();
    held.clear();
    res.json({ released });
  });
  const take = <Kind extends BulkFault["kind"]>(kind: Kind) =>
    faults.take((fault) => fault.kind === kind) as OfKind<Kind> | undefined;
  return {
    take,
    takeHold(signal) {
      const fault = take("hold");
      if (!fault) return undefined;
      const { promise: released, resolve: open, reject } = Promise.withResolvers<void>();
      released.catch(() => undefined); // Thrown where it is waited for.
      held.add(open);
      signal.addEventListener("abort", () => {
        held.delete(open);
        reject(signal.reason as Error);
      });
      return { ...fault, released };
    },
    control,
  };
}
