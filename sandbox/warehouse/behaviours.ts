import express, { Router } from "express";
import { z } from "zod";
import { must, oneOf, readBody, wholeNumber, yesOrNo } from "./bodies.ts";
import { eventNames, identifierKinds } from "./events.ts";

/*
 * What the interface document leaves open and a real service does one way or the other. Set on the command line and
 * changed at run time; forgotten when the program ends. A description is the label on the floor page and the help text.
 */

export const corrections = ["changed-line", "further-line", "further-receipt"] as const;
export const shortInbounds = ["stays", "fully_received", "cancelled"] as const;

const whenShown = () => oneOf(["unasked", "included", "never"]);

/** Null is as usual. */
const perEvent = <T extends z.ZodType>(value: T) => z.partialRecord(z.enum(eventNames), value.nullable());
const refusal = z
  .int({ error: must("a status from 400 to 599") })
  .min(400, "must be a status from 400 to 599")
  .max(599, "must be a status from 400 to 599")
  .meta({ examples: [400, 403, 409, 422, 500, 503] });

const schema = z
  .strictObject(
    {
      showLines: whenShown().describe("When an inbound shows its lines"),
      showReceipts: whenShown().describe("When an inbound shows its receipts"),
      rewriteLineRefs: yesOrNo().describe("Lines get references of the warehouse's own"),
      jsonLabels: yesOrNo().describe("A label is a JSON string, not plain text"),
      labelDelayMs: wholeNumber(0)
        .nullable()
        .meta({ examples: [0, 10_000, 60_000, 3_600_000] })
        .describe("How long after its creation a return has a label, in ms (–: never)"),
      shortInbounds: oneOf(shortInbounds).describe("The status of an inbound that ends short"),
      corrections: oneOf(corrections).describe("How a receipt says that it is corrected"),
      correctionEvents: yesOrNo().describe("A correction is announced as receipt-received"),
      deletionEvents: yesOrNo().describe("A deletion by the warehouse is announced as inbound-status"),
      identifiers: perEvent(oneOf(identifierKinds)).describe(
        "What the identifier of an event names (–: the usual)",
      ),
      refusedSubscriptions: perEvent(refusal).describe("The status that refuses a subscription (–: none)"),
      repeatedSubscriptions: oneOf(["accepted", "address-refused", "event-refused"]).describe(
        "A second registration of the same address, or of the same event",
      ),
      revokedSubscriptions: oneOf(["kept", "ended"]).describe(
        "Subscriptions that were registered with an access token that is revoked",
      ),
      consolidation: yesOrNo().describe("The seller is a consolidation partner"),
      unconsolidatedStock: oneOf(["label-print", "dispatch"]).describe(
        "When stock falls for a non-consolidation partner",
      ),
      defectiveStock: oneOf(["left-out", "counted"]).describe("Whether the stock counts defective units"),
      stockTimes: wholeNumber(0)
        .meta({ examples: [0, 1, 10] })
        .describe(
          "The stock that products show, in times of the true one (1: true, 0: none, 10: a wrong unit)",
        ),
    },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `has no behaviour ${issue.keys[0]}`
          : "must be an object of behaviours",
    },
  )
  .partial();

export type BehaviourChanges = z.infer<typeof schema>;
export type Behaviours = Required<BehaviourChanges>;

function usualBehaviours(): Behaviours {
  return {
    showLines: "unasked",
    showReceipts: "unasked",
    rewriteLineRefs: false,
    jsonLabels: false,
    labelDelayMs: 0,
    shortInbounds: "stays",
    corrections: "changed-line",
    correctionEvents: false,
    deletionEvents: false,
    identifiers: {},
    refusedSubscriptions: {},
    repeatedSubscriptions: "accepted",
    revokedSubscriptions: "kept",
    consolidation: true,
    unconsolidatedStock: "label-print",
    defectiveStock: "left-out",
    stockTimes: 1,
  };
}

/** One line for each behaviour: its name, what it says, and its values where they are words. */
export function behaviourLines(): string[] {
  const described = Object.entries(z.toJSONSchema(schema).properties ?? {});
  return described.map(([name, one]) => {
    const { description = "", enum: words } = typeof one === "object" ? one : {};
    return `${name}: ${description}${words ? ` (${words.join(", ")})` : ""}`;
  });
}

/** Behaviours written as JSON. @throws Error that names what is wrong. */
export function parseBehaviours(json: string): BehaviourChanges {
  return readBody({ body: JSON.parse(json) as unknown }, schema);
}

/**
 * The behaviours of one warehouse, beginning with `started`. `GET`, `POST` and `DELETE /`: how they are, some other
 * ones, as started. `GET /schema`: all there are, as a JSON Schema.
 */
export function createBehaviours(started: BehaviourChanges): { behaviours: Behaviours; routes: Router } {
  const behaviours = usualBehaviours();
  change(started);

  /** Of what differs by event, events that are not named stay as they are. */
  function change({ identifiers, refusedSubscriptions, ...others }: BehaviourChanges): void {
    Object.assign(behaviours, others);
    Object.assign(behaviours.identifiers, identifiers);
    Object.assign(behaviours.refusedSubscriptions, refusedSubscriptions);
  }

  const routes = Router({ caseSensitive: true });
  routes.get("/", (_req, res) => void res.json(behaviours));
  routes.get("/schema", (_req, res) => void res.json(z.toJSONSchema(schema)));
  routes.post("/", express.json(), (req, res) => {
    change(readBody(req, schema));
    res.json(behaviours);
  });
  routes.delete("/", (_req, res) => {
    Object.assign(behaviours, usualBehaviours());
    change(started);
    res.status(204).end();
  });
  return { behaviours, routes };
}
