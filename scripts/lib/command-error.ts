/** A command cannot do its work; the message says why, and a stack trace would say no more. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
