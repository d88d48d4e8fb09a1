/* What is switched on, in words; faults that came over HTTP included, which the page has no buttons for. */

const seconds = (ms) => `${ms / 1000} s`;

const actionWords = {
  status: ({ status }) => `Answer ${status}`,
  delay: ({ ms }, { when }) => `${when === "answer" ? "Answer" : "Served"} ${seconds(ms)} late`,
  hold: (_action, { when }) => (when === "answer" ? "Answer held back" : "Request held back"),
  reset: (_action, { when }) => (when === "answer" ? "Answer lost" : "Connection reset"),
  silence: () => "Time-out",
  truncate: () => "Answer cut in the middle",
  repeat: () => "Answer sent twice in one",
  body: () => "Answer with another body",
};

const eventWords = {
  drop: () => "Dropped",
  duplicate: () => "Sent twice",
  late: ({ ms }) => `${seconds(ms)} late`,
  reorder: () => "Sent after the next one",
};

/** For how long, and by what chance: `the next request`, `30 % of all events (seed 7)`. `what` is one of them. */
export function lastingWords({ times, probability, seed }, what) {
  const some =
    times === undefined ? `all ${what}s` : times === 1 ? `the next ${what}` : `the next ${times} ${what}s`;
  if (probability === undefined) return times === undefined ? `${some}, until switched off` : some;
  const percent = `${Math.round(probability * 100)} %`;
  return times === undefined
    ? `${percent} of ${some} (seed ${seed}), until switched off`
    : `${some} that a chance of ${percent} hits (seed ${seed})`;
}

export function requestFaultSentence(fault) {
  const where = [fault.method, fault.path === "/" ? "" : fault.path].filter(Boolean).join(" ");
  const what = actionWords[fault.action.kind](fault.action, fault);
  return `${what}: ${lastingWords(fault, "request")}${where && ` to ${where}`}`;
}

export function eventFaultSentence(fault) {
  const what = fault.event ? `${fault.event} event` : "event";
  return `${eventWords[fault.kind](fault)}: ${lastingWords(fault, what)}`;
}
