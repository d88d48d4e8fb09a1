import { useLoaderData } from "@remix-run/react";
import { useState } from "react";

/**
 * A value that is typed over a stored one, and sent as a whole. It counts as saved with the answer that says so, and is
 * shown until the page was read again. What was typed since the sending stays, and is unsaved.
 *
 * @param props.answer the last answer; another object for each
 * @param props.isSaved whether that answer says that the value is stored
 * @param props.isBusy until the answer is here and reading the page again has ended
 * @param props.rebase makes what was typed since the sending a change of what is saved now
 */
export function useDraft<Value>(props: {
  answer: unknown;
  isSaved: boolean;
  isBusy: boolean;
  rebase?: (draft: Value, saved: Value) => Value;
}) {
  const { answer, isSaved, isBusy, rebase = (value) => value } = props;
  // Where reading the page fails, what was read before stays (`keep-last.ts`).
  const page: unknown = useLoaderData();
  const [draft, setDraft] = useState<Value>();
  const [sent, setSent] = useState<Value>();
  const [saved, setSaved] = useState<{ value: Value; over: unknown }>();
  const [seen, setSeen] = useState(answer);
  if (answer !== seen) {
    setSeen(answer);
    if (isSaved && sent !== undefined) {
      setSaved({ value: sent, over: page });
      if (draft === sent) setDraft(undefined);
      else if (draft !== undefined) setDraft(rebase(draft, sent));
    }
  }
  if (saved && !isBusy && page !== saved.over) setSaved(undefined);
  return {
    /** What is typed and not saved. */
    draft,
    setDraft,
    /** What is saved, until the page shows it. */
    saved: saved?.value,
    /** The draft is sent now. */
    noteSent: () => setSent(draft),
  };
}
