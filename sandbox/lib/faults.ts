import { setTimeout as sleep } from "node:timers/promises";
import express, { type NextFunction, type Request, type Response, type Router } from "express";

/** What a sandbox does wrong on purpose, told over `POST /_sandbox/faults`. */
export interface Fault {
  /** Only requests with this method; any when left out. */
  method?: string;
  /** Only requests whose path and query match this regular expression. */
  path: string;
  /** How many matching requests it lets pass first; none when left out. */
  skip?: number;
  /** How many requests it applies to; every one when left out. */
  times?: number;
  /** `status` answers with it; `delay` waits `ms` first; `hold` waits until released; `reset` drops the connection. */
  action:
    | { kind: "status"; status: number; body?: unknown; headers?: Record<string, string> }
    | { kind: "delay"; ms: number }
    | { kind: "hold" }
    | { kind: "reset" };
}

export interface LoggedRequest {
  at: string;
  method: string;
  path: string;
  status: number | null;
}

/** The log keeps this many requests: enough for any test's story, bounded for a sandbox that runs all day. */
const LOG_LIMIT = 10_000;

export interface FaultBench {
  /** Put before the routes that faults may hit. Logs each request, then misbehaves as told. */
  middleware: (req: Request, res: Response, next: NextFunction) => void;
  /** `GET|POST|DELETE /faults`, `GET /held`, `POST /release`, `GET|DELETE /requests`. */
  control: Router;
}

export function createFaultBench(): FaultBench {
  let faults: Fault[] = [];
  let held: (() => void)[] = [];
  let log: LoggedRequest[] = [];

  const take = (req: Request): Fault | undefined => {
    const hit = faults.find(
      (f) => (!f.method || f.method === req.method) && new RegExp(f.path).test(req.originalUrl),
    );
    if (hit?.skip) {
      hit.skip--;
      return undefined;
    }
    if (hit?.times !== undefined && --hit.times <= 0) faults = faults.filter((f) => f !== hit);
    return hit;
  };

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
    const action = take(req)?.action;
    switch (action?.kind) {
      case undefined:
        return next();
      case "status":
        return void res
          .status(action.status)
          .set(action.headers ?? {})
          .json(action.body ?? { message: "Fault switched on in the sandbox" });
      case "delay":
        return void sleep(action.ms).then(() => next());
      case "hold":
        return void held.push(next);
      case "reset":
        return void req.socket.destroy();
    }
  };

  const control = express.Router();
  control.use(express.json());
  control.get("/faults", (_req, res) => void res.json(faults));
  control.post("/faults", (req, res) => {
    const fault = req.body as Fault;
    if (!isRegularExpression(fault?.path) || typeof fault.action?.kind !== "string")
      return void res
        .status(400)
        .json({ message: "A fault needs `path` (a regular expression) and `action.kind`." });
    faults.push(fault);
    res.status(201).json(fault);
  });
  control.delete("/faults", (_req, res) => {
    faults = [];
    res.status(204).end();
  });
  control.get("/held", (_req, res) => void res.json({ held: held.length }));
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

function isRegularExpression(text: unknown): boolean {
  try {
    return typeof text === "string" && Boolean(new RegExp(text));
  } catch {
    return false;
  }
}
