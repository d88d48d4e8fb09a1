/**
 * Sends requests as fast as they are answered, a program of its own so that it takes no time of who measures. It is told
 * over IPC what to send (`Load`) and says what came of it (`Sent`). It speaks HTTP over bare sockets: on a machine where
 * everything shares two processors, whatever the sender takes is missing in the figure.
 */
import { connect, type Socket } from "node:net";

export interface Load {
  port: number;
  /** Each a whole HTTP request; they are sent in turn. */
  requests: string[];
  /** Connections kept open, each with one request under way. */
  connections: number;
  /** Not counted, in milliseconds. */
  warmUpMs: number;
  forMs: number;
}

export interface Sent {
  /** Answers with 200 within the time that counts. */
  counted: number;
  /** Answers with 200 from the beginning to the end. */
  accepted: number;
  perSecond: number;
  /** Milliseconds from a request to its answer. */
  p50: number;
  p99: number;
}

process.once("message", (load: Load) => {
  void send(load).then((sent) => process.send?.(sent, () => process.disconnect()));
});

async function send({ port, requests, connections, warmUpMs, forMs }: Load): Promise<Sent> {
  const buffers = requests.map((request) => Buffer.from(request));
  const began = performance.now() + warmUpMs;
  const end = began + forMs;
  const times: number[] = [];
  let next = 0;
  let accepted = 0;
  const onOne = async () => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    try {
      for (let sentAt = performance.now(); sentAt < end; sentAt = performance.now()) {
        socket.write(buffers[next++ % buffers.length]!);
        await answer(socket);
        const now = performance.now();
        accepted++;
        if (sentAt >= began && now < end) times.push(now - sentAt);
      }
    } finally {
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: connections }, onOne));
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return {
    ...{ counted: times.length, accepted, perSecond: (times.length / forMs) * 1000 },
    ...{ p50: at(0.5), p99: at(0.99) },
  };
}

/** Both servers answer with a body so small that it comes with its headers; where it ends they say themselves. */
function answer(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    const settle = (error?: Error) => {
      socket.off("data", onData).off("error", settle).off("close", onClose);
      if (error) reject(error);
      else resolve();
    };
    const onData = (data: Buffer) => {
      text += data.toString("latin1");
      const headEnd = text.indexOf("\r\n\r\n");
      if (headEnd < 0 || !isWhole(text, headEnd + 4)) return;
      const isAccepted = text.startsWith("HTTP/1.1 200 ");
      settle(isAccepted ? undefined : new Error(`A request was answered ${text.slice(9, 12)}.`));
    };
    const onClose = () => settle(new Error("A connection was closed before its answer."));
    socket.on("data", onData).once("error", settle).once("close", onClose);
  });
}

function isWhole(text: string, bodyAt: number): boolean {
  const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(text) ?? [];
  return length === undefined ? text.endsWith("\r\n0\r\n\r\n") : text.length >= bodyAt + Number(length);
}
