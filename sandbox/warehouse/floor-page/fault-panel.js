import { call, remove } from "./api.js";
import { button, element, show } from "./draw.js";
import { eventFaultSentence, lastingWords, requestFaultSentence } from "./fault-sentences.js";

const EVERY_REQUEST = "/";
const LABELS = "/label(\\?|$)";

/** What goes wrong at a click; how often and by what chance is said in the form. */
const requestPresets = {
  "Server error (503)": { path: EVERY_REQUEST, action: { kind: "status", status: 503 } },
  "Too many requests (429)": {
    path: EVERY_REQUEST,
    action: { kind: "status", status: 429, headers: { "retry-after": "2" } },
  },
  "Time-out": { path: EVERY_REQUEST, action: { kind: "silence" } },
  "Connection reset": { path: EVERY_REQUEST, action: { kind: "reset" } },
  "Lost answer": { path: EVERY_REQUEST, when: "answer", action: { kind: "reset" } },
  "Truncated JSON": { path: EVERY_REQUEST, action: { kind: "truncate" } },
  "Slow label": { path: LABELS, action: { kind: "delay", ms: 8_000 } },
  "Invalid PDF": { path: LABELS, action: { kind: "body", body: btoa("This is no PDF.") } },
};

const eventPresets = {
  Duplicate: { kind: "duplicate" },
  "Late by a minute": { kind: "late", ms: 60_000 },
  Reordered: { kind: "reorder" },
  Dropped: { kind: "drop" },
};

const byId = (id) => document.getElementById(id);

export function showFaults({ requests, events }) {
  const sentences = [...requests.map(requestFaultSentence), ...events.map(eventFaultSentence)];
  show("switched-on", { records: sentences, draw: (sentence) => element("li", {}, sentence) });
  byId("switched-on-note").textContent = sentences.length === 0 ? "Nothing: all goes well." : "";
  byId("faults-off").disabled = sentences.length === 0;
}

/** `tell` does something and says how it went. */
export function setUpFaults(tell) {
  const form = byId("faults");
  const presetButtons = (presets, { path, what }) =>
    Object.entries(presets).map(([name, fault]) =>
      button(name, {
        key: name,
        onclick: () => {
          if (!form.reportValidity()) return;
          const occasion = readOccasion(form);
          void tell(byId("faults-said"), async () => {
            await call(path, { ...fault, ...occasion });
            return `${name}: ${lastingWords(occasion, what)}.`;
          });
        },
      }),
    );
  byId("request-presets").append(...presetButtons(requestPresets, { path: "faults", what: "request" }));
  byId("event-presets").append(...presetButtons(eventPresets, { path: "deliveries/faults", what: "event" }));
  byId("faults-off").addEventListener("click", () => {
    void tell(byId("faults-said"), async () => {
      await Promise.all([remove("faults"), remove("deliveries/faults")]);
      return "Everything is switched off.";
    });
  });
}

function readOccasion(form) {
  const { lasting, share, seed } = Object.fromEntries(new FormData(form));
  return {
    ...(lasting === "once" && { times: 1 }),
    ...(Number(share) < 100 && { probability: Number(share) / 100, seed: Number(seed) }),
  };
}
