import { useEffect, useState } from "preact/hooks";
import { ask } from "./ask.ts";

export type Loaded<Answer> = { is: "loading" } | { is: "failed" } | { is: "there"; answer: Answer };

/** What the app answers at a path: once it is there, and again when asked for; what it was stays shown meanwhile. */
export function useAnswer<Answer>(path: string) {
  const [loaded, setLoaded] = useState<Loaded<Answer>>({ is: "loading" });
  const show = (answer: Answer) => setLoaded({ is: "there", answer });
  const load = () => {
    setLoaded((before) => (before.is === "there" ? before : { is: "loading" }));
    ask<Answer>(path).then(show, () => setLoaded({ is: "failed" }));
  };
  useEffect(load, [path]);
  return { loaded, load, show };
}
