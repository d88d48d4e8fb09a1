import { call } from "./api.js";
import { aheadSentence, day, time } from "./sentences.js";

const MINUTE_MS = 60_000;
const steps = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: 24 * 60 * MINUTE_MS };

const byId = (id) => document.getElementById(id);
let offsetMs = 0;

export function showClock(clock) {
  offsetMs = clock.offsetMs;
  byId("clock-now").textContent = `${day(clock.now)}, ${time(clock.now)}`;
  byId("clock-offset").textContent = aheadSentence(offsetMs);
  byId("clock-back").disabled = offsetMs === 0;
}

/** `tell` does something and says how it went. */
export function setUpClock(tell) {
  const move = async (advanceMs) => {
    byId("clock-said").textContent = "Time is passing …";
    const { now, attempts } = await call("clock", { advanceMs });
    const tries = attempts === 1 ? "1 attempt to deliver was" : `${attempts} attempts to deliver were`;
    return `It is ${day(now)}, ${time(now)}. ${tries} made on the way.`;
  };
  for (const button of byId("clock-steps").querySelectorAll("[data-step]"))
    button.addEventListener(
      "click",
      () => void tell(byId("clock-said"), () => move(steps[button.dataset.step])),
    );
  byId("clock-back").addEventListener("click", () => void tell(byId("clock-said"), () => move(-offsetMs)));
}
