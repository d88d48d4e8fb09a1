import type { NextFunction, Request, Response } from "express";
import { z } from "zod";
import { inWords } from "../in-words.ts";

/** Something the control API was asked that cannot be; shown to whoever asked. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Puts after the routes: mistakes of the caller as a sentence, everything else as a failure of the sandbox. */
export function controlErrors(error: unknown, _req: Request, res: Response, _next: NextFunction): void {
  if (error instanceof ControlError) return void res.status(error.status).json({ message: error.message });
  if (error instanceof z.ZodError) return void res.status(400).json({ message: inWords(error) });
  if (error instanceof SyntaxError)
    return void res.status(400).json({ message: `The body is not JSON: ${error.message}` });
  console.error(error);
  res.status(500).json({ message: "The sandbox failed. Its own output says why." });
}
