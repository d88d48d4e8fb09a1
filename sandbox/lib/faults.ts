import express, { type NextFunction, type Request, type Response, type Router } from "express";
import { faultSchema, type Fault } from "./fault-schema.ts";
import { operationNameOf } from "./graphql-request.ts";
import { interceptAnswer, misbehave } from "./misbehave.ts";
import { createSwitchedOn } from "./switched-on.ts";

interface LoggedRequest {
  at: string;
  method: string;
  path: string;
  status: number | null;
}

/** The log keeps this many requests: enough for any test's story, bounded for a sandbox that runs all day. */
const LOG_LIMIT = 10_000;

export interface FaultBench {
  /**
   * Put before the routes that faults may hit. Logs each request, then misbehaves as told. Faults that name a body or a
   * GraphQL operation need the body parsed before.
   */
  middleware: (req: Request, res: Response, next: NextFunction) => void;
  /**
   * `GET|POST|DELETE /faults`, `GET|DELETE /faults/struck`, `GET /held`, `POST /release`, `GET /delayed`,
   * `GET|DELETE /requests`.
   */
  control: Router;
}

export function createFaultBench(): FaultBench {
  const faults = createSwitchedOn<Fault>(faultSchema, kindOf);
  let held: (() => void)[] = [];
  /** Requests that a fault has put off: they will be served, though who sent them may have given them up. */
  let delayed = 0;
  let log: LoggedRequest[] = [];
  const hold = (go: () => void) => void held.push(go);

  const take = (req: Request, when: Fault["when"]) =>
    faults.take(
      (fault) =>
        fault.when === when &&
        (!fault.method || fault.method === req.method) &&
        new RegExp(fault.path).test(req.originalUrl) &&
        (fault.operation === undefined || fault.operation === operationNameOf(req)) &&
        (fault.body === undefined || new RegExp(fault.body).test(JSON.stringify(req.body ?? null))),
    )?.action;

  const middleware = (req: Request, res: Response, next: NextFunction) => {
    const entry: LoggedRequest = {
      at: new Date().toISOString(),
      method: req.method,
      path: req.originalUrl,
      status: null,
    };
    log.push(entry);
    if (log.length > LOG_LIMIT) log = log.slice(-LOG_LIMIT / 2);
    res.on("finish", () => (entry.status = res.statusCode));

    // Looked up when the request is served, so that one that never is does not use it up.
    const proceed = () => {
      const onAnswer = take(req, "answer");
      if (onAnswer)
        interceptAnswer(res, ({ body, send }) =>
          misbehave(onAnswer, { req, res, body, proceed: send, hold }),
        );
      next();
    };
    const onRequest = take(req, "request");
    if (!onRequest) return proceed();
    if (onRequest.kind !== "delay") return misbehave(onRequest, { req, res, proceed, hold });
    delayed++;
    const arrive = () => {
      delayed--;
      proceed();
    };
    misbehave(onRequest, { req, res, proceed: arrive, hold });
  };

  const control = express.Router();
  control.use("/faults", faults.routes);
  control.get("/held", (_req, res) => void res.json({ held: held.length }));
  control.get("/delayed", (_req, res) => void res.json({ delayed }));
  control.post("/release", (_req, res) => {
    const waiting = held;
    held = [];
    waiting.forEach((go) => go());
    res.json({ released: waiting.length });
  });
  control.get("/requests", (_req, res) => void res.json(log));
  control.delete("/requests", (_req, res) => {
    log = [];
    res.status(204).end();
  });
  return { middleware, control };
}

/** `request status 503`, `answer reset`: when it strikes, and what it does. */
function kindOf({ when, action }: Fault): string {
  return [when, action.kind, ...(action.kind === "status" ? [action.status] : [])].join(" ");
}
