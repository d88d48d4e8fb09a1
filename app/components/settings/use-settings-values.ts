import { useState } from "react";
import type { SettingsSaved } from "../../domain/settings-answer.ts";

/**
 * The values of a settings form: the stored ones, and over them what the merchant has changed and not saved. What is
 * stored follows each answer and each reading of the page; what was typed since a save was sent stays, and is unsaved.
 *
 * @param stored the form as the page was last read
 * @param answer the last answer, when it is that something was saved
 */
export function useSettingsValues<Form extends Record<string, string>>(
  stored: Form,
  answer: SettingsSaved<Form> | undefined,
) {
  const [kept, setKept] = useState(stored);
  const [draft, setDraft] = useState<Partial<Form>>({});
  const [seen, setSeen] = useState({ stored, answer });
  if (stored !== seen.stored || answer !== seen.answer) {
    setSeen({ stored, answer });
    // What was changed back without a save isn't a change of what is stored from now on.
    const isChange = (name: keyof Form) => draft[name] !== kept[name];
    if (answer && answer !== seen.answer) {
      setKept(answer.saved);
      setDraft(
        pick(draft, (name) => (name in answer.sent ? draft[name] !== answer.sent[name] : isChange(name))),
      );
    } else setDraft(pick(draft, isChange));
    // The page is read again after an answer.
    if (stored !== seen.stored) setKept(stored);
  }
  return {
    values: { ...kept, ...draft },
    /** The fields that differ from what is stored. */
    changed: pick(draft, (name) => draft[name] !== kept[name]),
    set: (change: Partial<Form>) => setDraft((before) => ({ ...before, ...change })),
    discard: () => setDraft({}),
  };
}

function pick<Form extends object>(form: Form, isPicked: (name: keyof Form) => boolean): Form {
  return Object.fromEntries(Object.entries(form).filter(([name]) => isPicked(name as keyof Form))) as Form;
}
