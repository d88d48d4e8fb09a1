import { expect, test } from "vitest";
import { expectNothingWrong, openLiveStore } from "../support/panel.ts";

test("a search is kept as a view, found again, renamed and deleted", async () => {
  const { visit } = await openLiveStore();
  const visitor = await visit("/app/products?search=mug");
  const { panel } = visitor;
  await panel.getByRole("row").nth(1).waitFor();
  const rows = await panel.getByRole("row").count();

  await panel.getByRole("button", { name: "Save as" }).click();
  await panel.getByRole("textbox", { name: "Name" }).fill("Mugs");
  await panel
    .getByRole("dialog")
    .getByRole("button", { name: /Create|Save/ })
    .click();
  await panel.getByRole("tab", { name: "Mugs" }).waitFor();
  expect(await panel.getByRole("tab", { name: "Mugs" }).getAttribute("aria-selected")).toBe("true");

  await visitor.goTo("/app/products");
  await panel.getByRole("tab", { name: "More views" }).click();
  await panel.getByRole("button", { name: "Mugs" }).click();
  await expect.poll(() => panel.getByRole("row").count()).toBe(rows);
  await expectNothingWrong(visitor);

  await panel.getByRole("tab", { name: "Mugs" }).click();
  await panel.getByRole("menuitem", { name: "Rename view" }).click();
  await panel.getByRole("textbox", { name: "Name" }).fill("All mugs");
  await panel.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await panel.getByRole("tab", { name: "All mugs" }).waitFor();

  await panel.getByRole("tab", { name: "All mugs" }).click();
  await panel.getByRole("menuitem", { name: "Delete view" }).click();
  await panel.getByRole("dialog").getByRole("button", { name: "Delete view" }).click();
  await panel.getByRole("tab", { name: "All mugs" }).waitFor({ state: "detached" });
});

test("a name stands for one view only", async () => {
  const { visit } = await openLiveStore();
  const visitor = await visit("/app/products");
  await visitor.panel.getByRole("tab", { name: "All", exact: true }).waitFor();
  const frame = visitor.page.frames().at(-1)!;
  const save = (search: string) =>
    frame.evaluate(
      async (body) =>
        (
          await fetch("/app/views", { method: "POST", body, headers: { "content-type": "application/json" } })
        ).json() as Promise<string>,
      JSON.stringify({ intent: "save", list: "products", name: "Twice", tab: null, search }),
    );
  expect(await save("one")).toBe("saved");
  expect(await save("two")).toBe("name-taken");
});
