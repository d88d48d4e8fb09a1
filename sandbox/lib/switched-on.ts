import express, { type Router } from "express";
import { uniformFloat32 } from "pure-rand/distribution/uniformFloat32";
import { mersenne } from "pure-rand/generator/mersenne";
import { z } from "zod";

/** When something that is switched on strikes. Every kind of fault says it in the same words. */
export const occasion = {
  /** How many matching occasions it lets pass first; none when left out. */
  skip: z.int().min(0).optional(),
  /** How often it strikes; every time when left out. */
  times: z.int().min(1).optional(),
  /** Share of the matching occasions it strikes, 0 to 1; all when left out. */
  probability: z.number().min(0).max(1).optional(),
  /** Where the luck of `probability` begins: the same occasions in the same order then strike in the same places. */
  seed: z.int().default(1),
};

type Occasion = z.infer<z.ZodObject<typeof occasion>>;

export interface SwitchedOn<Fault> {
  /** The first that matches and strikes now. */
  take(matches: (fault: Fault) => boolean): Fault | undefined;
  /**
   * `GET`, `POST` and `DELETE /`: what is switched on with what is left of it, one more, none. `GET /struck`: how often
   * each kind has struck since the last `DELETE /struck`, whether or not it still is switched on.
   */
  routes: Router;
}

/**
 * What somebody switched on over HTTP and what is left of it. A body that `schema` does not know is answered 400. What
 * struck is counted under what `kindOf` calls it.
 */
export function createSwitchedOn<Fault extends Occasion>(
  schema: z.ZodType<Fault>,
  kindOf: (fault: Fault) => string,
): SwitchedOn<Fault> {
  let entries: { fault: Fault; luck: () => number }[] = [];
  let struck: Record<string, number> = {};

  function strikes({ fault, luck }: (typeof entries)[number]): boolean {
    if (fault.skip) {
      fault.skip -= 1;
      return false;
    }
    if (fault.probability !== undefined && luck() >= fault.probability) return false;
    if (fault.times !== undefined) fault.times -= 1;
    return true;
  }

  const routes = express.Router();
  routes.get("/", (_req, res) => void res.json(entries.map(({ fault }) => fault)));
  routes.post("/", express.json(), (req, res) => {
    const { data: fault, error } = schema.safeParse(req.body ?? {});
    if (error) return void res.status(400).json(refusal(error));
    const generator = mersenne(fault.seed);
    entries.push({ fault, luck: () => uniformFloat32(generator) });
    res.status(201).json(fault);
  });
  routes.delete("/", (_req, res) => {
    entries = [];
    res.status(204).end();
  });
  routes.get("/struck", (_req, res) => void res.json(struck));
  routes.delete("/struck", (_req, res) => {
    struck = {};
    res.status(204).end();
  });

  return {
    take(matches) {
      const entry = entries.find((one) => matches(one.fault) && strikes(one));
      entries = entries.filter(({ fault }) => fault.times !== 0);
      if (!entry) return undefined;
      const kind = kindOf(entry.fault);
      struck[kind] = (struck[kind] ?? 0) + 1;
      return entry.fault;
    },
    routes,
  };
}

/** The first thing that is wrong, and the field it stands in: `action.status`, or one that nobody knows. */
function refusal({ issues: [issue] }: z.ZodError) {
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const field = [...(issue?.path ?? []), ...unknown].join(".");
  return { code: "invalid-fault", message: `${field || "The body"}: ${issue?.message}`, field };
}
