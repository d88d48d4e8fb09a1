import express, { Router } from "express";
import { z } from "zod";
import { oneOf, readBody, yesOrNo } from "./bodies.ts";

/*
 * What the interface document leaves open and a real service does one way or the other. Set on the command line and
 * changed at run time; forgotten when the program ends. A description is the label on the floor page and the help text.
 */

export const corrections = ["changed-line", "further-line", "further-receipt"] as const;
export const shortInbounds = ["stays", "fully_received", "cancelled"] as const;

const whenShown = () => oneOf(["unasked", "included", "never"]);

const schema = z
  .strictObject(
    {
      showLines: whenShown().describe("When an inbound shows its lines"),
      showReceipts: whenShown().describe("When an inbound shows its receipts"),
      rewriteLineRefs: yesOrNo().describe("Lines get references of the warehouse's own"),
      jsonLabels: yesOrNo().describe("A label is a JSON string, not plain text"),
      shortInbounds: oneOf(shortInbounds).describe("The status of an inbound that ends short"),
      corrections: oneOf(corrections).describe("How a receipt says that it is corrected"),
      correctionEvents: yesOrNo().describe("A correction is announced as receipt-received"),
      deletionEvents: yesOrNo().describe("A deletion by the warehouse is announced as inbound-status"),
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
    shortInbounds: "stays",
    corrections: "changed-line",
    correctionEvents: false,
    deletionEvents: false,
  };
}

/** One line for each behaviour: its name and what it says. */
export function behaviourLines(): string[] {
  const described = Object.entries(z.toJSONSchema(schema).properties ?? {});
  return described.map(([name, one]) => `${name}: ${typeof one === "object" ? one.description : ""}`);
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

  function change(changes: BehaviourChanges): void {
    Object.assign(behaviours, changes);
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
