import { once } from "node:events";
import { connect } from "node:net";

/** One thing that a client does on its connection. */
export type Move =
  | { do: "write"; bytes: Uint8Array | string }
  | { do: "wait"; ms: number }
  /** Waits until the first byte of an answer. */
  | { do: "await answer" }
  /** Ends its own side of the connection in order. */
  | { do: "end" }
  /** Ends the connection at once, as a client that crashed. */
  | { do: "reset" }
  /** Writes this again and again, until the server ends the connection or so much is written. */
  | { do: "repeat"; bytes: string; maxBytes: number; everyMs: number };

export interface Reply {
  /** Of the first answer; undefined where none came. */
  status: number | undefined;
  /** Of all answers on the connection. */
  statuses: number[];
  hasRetryAfter: boolean;
  /** Who ended the connection; `nobody` when the client gave up waiting. */
  endedBy: "server" | "client" | "nobody";
}

/** How long a client stays after the first byte of an answer, in milliseconds. */
const AFTER_ANSWER_MS = 30;
/** What a client keeps of an answer, in bytes: status and headers. */
const KEPT_BYTES = 64 * 1024;

/**
 * Does these things on one connection to `port` of this machine, and reads what comes back.
 * @param patienceMs How long it waits for the server's end of the connection after its last move
 */
export async function sendRaw(
  port: number,
  moves: readonly Move[],
  { patienceMs }: { patienceMs: number },
): Promise<Reply> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let text = "";
  let isOver = false;
  let endedBy: Reply["endedBy"] = "nobody";
  const over = new Promise<void>((resolve) => {
    socket.once("close", () => {
      isOver = true;
      if (endedBy === "nobody") endedBy = "server";
      resolve();
    });
  });
  const connected = new Promise((resolve) => socket.once("connect", resolve));
  const answered = new Promise<void>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      if (text.length < KEPT_BYTES) text += chunk.toString("latin1");
      resolve();
    });
  });
  socket.on("error", () => undefined); // How it ended shows in what came back.
  const within = (ms: number, ...ends: Promise<unknown>[]) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
    return Promise.race([...ends, late]).finally(() => clearTimeout(timer));
  };
  const written = (bytes: Uint8Array | string) =>
    new Promise<void>((resolve) => {
      socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes, () => resolve());
    });
  let drains: Promise<unknown> | undefined;
  // One for all that wait for it: the server may leave bytes unread for long.
  const drained = () =>
    (drains ??= once(socket, "drain").then(
      () => (drains = undefined),
      () => undefined,
    ));
  for (const move of moves) {
    if (isOver) break;
    switch (move.do) {
      case "write":
        // On its way before the next move: a connection that is reset at once is never made.
        await within(patienceMs, written(move.bytes), over);
        break;
      case "wait":
        await within(move.ms, over);
        break;
      case "await answer":
        await within(patienceMs, answered, over);
        break;
      case "end":
        socket.end();
        break;
      case "reset":
        if (socket.connecting) await within(patienceMs, connected, over);
        endedBy = "client";
        socket.resetAndDestroy();
        break;
      case "repeat":
        for (let written = 0; written < move.maxBytes && !isOver; written += move.bytes.length) {
          const hasRoom = socket.write(move.bytes);
          if (!hasRoom) await within(patienceMs, drained(), over);
          if (move.everyMs > 0) await within(move.everyMs, over);
        }
        break;
    }
  }
  await within(patienceMs, answered, over);
  // Further answers, and the end of the connection, follow at once if they follow.
  await within(Math.min(patienceMs, AFTER_ANSWER_MS), over);
  if (!isOver) socket.destroy();
  const statuses = [...text.matchAll(/(?:^|\r\n)HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) =>
    Number(status),
  );
  const final = statuses.filter((status) => status >= 200);
  return { status: final[0], statuses: final, hasRetryAfter: /\r\nretry-after: /i.test(text), endedBy };
}
