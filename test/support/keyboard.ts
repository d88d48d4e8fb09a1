import { expect } from "vitest";
import type { Window } from "./panel.ts";

/*
 * A merchant who has no mouse.
 */

/** What the keyboard is on, by the name a screen reader would say. */
export async function focused({ page }: Window): Promise<string> {
  const name = () => {
    const element = document.activeElement as HTMLInputElement;
    const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText;
    return (label ?? element.innerText).replaceAll("*", "").trim();
  };
  const isInApp = await page.evaluate(() => document.activeElement?.tagName === "IFRAME");
  return isInApp ? page.frames()[1]!.evaluate(name) : page.evaluate(name);
}

/** Presses Tab until it is on something of this name. */
export async function tabTo(window: Window, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await window.page.keyboard.press("Tab");
    if ((await focused(window)) === name) return;
  }
  throw new Error(`The keyboard does not lead to ${name}.`);
}

/** Goes there and presses it. */
export async function press(window: Window, name: string): Promise<void> {
  await tabTo(window, name);
  await window.page.keyboard.press("Enter");
}

/** Goes to a field and replaces what stands in it. */
export async function typeOver(window: Window, field: { name: string; text: string }): Promise<void> {
  await tabTo(window, field.name);
  await window.page.keyboard.press("ControlOrMeta+A");
  await window.page.keyboard.type(field.text);
}

/** Where the keyboard is when it has to be told nothing: the step that comes next. */
export const isOn = (window: Window, name: string) => expect.poll(() => focused(window)).toContain(name);
