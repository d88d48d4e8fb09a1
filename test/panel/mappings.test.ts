// @module-tag proof
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { until } from "../../sandbox/demo/observe.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";
import { expectNothingWrong, NARROW, openStore, type Stage, type Window } from "../support/panel.ts";

/** A store whose variants are mapped as they carry SKUs of the warehouse, and its mappings as a file. */
async function openMappedStore(): Promise<Stage & { exported: string }> {
  const stage = await openStore();
  await connectApp(stage.store);
  const exported = await until(
    () => createMerchant(stage.store).open("/app/mappings.csv"),
    (csv) => csv.split(",mapped,mapped,").length - 1 === 119,
  );
  return { ...stage, exported };
}

const button = ({ panel }: Window, name: string) => panel.getByRole("button", { name });

const upload = ({ panel }: Window, name: string, text: string) =>
  panel.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** The rows of a file that say this, as a file of their own. */
const only = (file: string, says: string) => {
  const [header, ...rows] = file.split("\r\n");
  return [header, ...rows.filter((row) => row.includes(says))].join("\r\n");
};

describe("mappings as CSV", () => {
  test("are reached from the products and downloaded as a file, which as it is would change nothing", async () => {
    const { visit } = await openMappedStore();
    const visitor = await visit("/app/products");
    const { page, panel } = visitor;
    await button(visitor, "More actions").click();
    await panel.getByRole("link", { name: "Mappings as CSV" }).click();
    const downloading = page.waitForEvent("download");
    await button(visitor, "Download CSV").click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("mappings.csv");
    const exported = (await buffer(await download.createReadStream())).toString("utf8");
    expect(exported).toContain("MUG-SKY");
    expect(await visitor.barriers()).toEqual([]);

    await upload(visitor, "as-exported.csv", exported);
    await panel.getByText("Applying it would change nothing.").waitFor();
    expect(await button(visitor, "Apply").isDisabled()).toBe(true);
    await expectNothingWrong(visitor);
  });

  test("a file that is no such file is refused in words", async () => {
    const { visit } = await openMappedStore();
    const visitor = await visit("/app/mappings");
    await upload(visitor, "wrong.csv", "Name,Price\nMug,5\n");
    await visitor.panel.getByText("No column says which variant is meant.").waitFor();
    await expectNothingWrong(visitor);
  });

  test("a changed file shows what each row would do, and is applied and undone after a question", async () => {
    const { visit, exported } = await openMappedStore();
    const visitor = await visit("/app/mappings");
    const { panel, barriers } = visitor;
    const text = only(exported, "MUG-SKY,").replace(",mapped,MUG-SKY,1", ",ignored,,");
    await upload(visitor, "changed.csv", `${text}\r\nwho,,,,nobody,,mapped,MUG-SKY,1`);
    await panel.getByText("Variant not found", { exact: true }).waitFor();
    await button(visitor, "Puts aside: 1").click();
    await panel.getByText("Variant not found", { exact: true }).waitFor({ state: "detached" });
    expect(await barriers()).toEqual([]);

    await button(visitor, "Apply").click();
    const dialog = panel.getByRole("dialog");
    await dialog.waitFor();
    expect(await barriers()).toEqual([]);
    await dialog.getByRole("button", { name: "Apply" }).click();
    await panel.getByText("1 variant changed.").waitFor();
    await panel.getByText("Applied", { exact: true }).waitFor();

    await button(visitor, "Undo last import").click();
    await dialog.getByRole("button", { name: "Undo" }).click();
    await panel.getByText("1 variant is again what it was.").waitFor();
    await dialog.waitFor({ state: "detached" });
    expect(await button(visitor, "Undo last import").count()).toBe(0);
    await upload(visitor, "as-exported.csv", exported);
    await panel.getByText("Applying it would change nothing.").waitFor();
    expect(visitor.complaints).toEqual([]);
  });

  test("a large change is asked about twice, and is shown on a phone too", async () => {
    const { visit, exported } = await openMappedStore();
    const visitor = await visit("/app/mappings");
    const { panel } = visitor;
    const text = exported.replaceAll(/,mapped,([^,\r]+),1\r/g, ",mapped,$1,2\r");
    await upload(visitor, "twice-as-many.csv", text);
    await panel.getByText("twice-as-many.csv").waitFor();
    await button(visitor, "Apply").click();
    await panel.getByRole("dialog").getByRole("button", { name: "Apply", exact: true }).click();
    await panel.getByText("This is a large change").waitFor();
    await button(visitor, "Cancel").click();
    expect(visitor.complaints).toEqual([]);
    await visitor.page.close();

    const onPhone = await visit("/app/mappings", NARROW);
    await onPhone.panel.getByText("twice-as-many.csv").waitFor();
    await expectNothingWrong(onPhone);
  });

  test("nothing is given to somebody without a session", async () => {
    const { store } = await openMappedStore();
    for (const method of ["GET", "POST"]) {
      const response = await fetch(`${store.appUrl}/app/mappings.csv?shop=${store.shop}`, {
        method,
        headers: {
          authorization: "Bearer eyJhbGciOiJub25lIn0.e30.",
          "user-agent": "Mozilla/5.0 Chrome/153.0",
        },
        ...(method === "POST" && { body: "Variant ID,Decision\n" }),
      });
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain("MUG");
    }
  });
});
