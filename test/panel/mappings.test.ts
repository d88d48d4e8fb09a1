// @module-tag proof
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  expectNothingWrong,
  NARROW,
  startPanelWorld,
  type PanelWorld,
  type Window,
} from "../support/panel.ts";
import { connectApp } from "../../sandbox/demo/stage.ts";

/** One world for the whole file: the story goes on from test to test, as a merchant's day does. */
let stage: PanelWorld;
let merchant: Window;
let exported: string;

beforeAll(async () => {
  stage = await startPanelWorld();
  await connectApp(stage.world);
  merchant = await stage.open();
  const { panel } = merchant;
  await merchant.goTo("");
  await panel.getByRole("link", { name: "Mapped: 119" }).waitFor();
});

afterAll(() => stage?.stop());

const upload = (name: string, text: string) =>
  merchant.panel
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** The exported rows that say this, as a file of their own. */
const only = (...says: string[]) => {
  const [header, ...rows] = exported.split("\r\n");
  return [header, ...rows.filter((row) => says.some((part) => row.includes(part)))].join("\r\n");
};

describe("mappings as CSV", () => {
  test("are reached from the menu and downloaded as a file", async () => {
    await merchant.goTo("/app/mappings");
    const downloading = merchant.page.waitForEvent("download");
    await merchant.panel.getByRole("button", { name: "Download CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("mappings.csv");
    exported = readFileSync(await download.path(), "utf8");
    expect(exported).toContain("MUG-SKY");
    expect(await merchant.barriers()).toEqual([]);
  });

  test("uploaded as they are, they would change nothing", async () => {
    await upload("as-exported.csv", exported);
    await merchant.panel.getByText("Applying it would change nothing.").waitFor();
    expect(await merchant.panel.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true);
    expect(await merchant.barriers()).toEqual([]);
  });

  test("a file that is no such file is refused in words", async () => {
    await upload("wrong.csv", "Name,Price\nMug,5\n");
    await merchant.panel.getByText("No column says which variant is meant.").waitFor();
    expect(await merchant.barriers()).toEqual([]);
  });

  test("a changed file shows what each row would do, and by verdict", async () => {
    const text = only("MUG-SKY,").replace(",mapped,MUG-SKY,1", ",ignored,,");
    await upload("changed.csv", `${text}\r\nwho,,,,nobody,,mapped,MUG-SKY,1`);
    await merchant.panel.getByText("Variant not found", { exact: true }).waitFor();
    await merchant.panel.getByRole("button", { name: "Puts aside: 1" }).click();
    await merchant.panel.getByText("Variant not found", { exact: true }).waitFor({ state: "detached" });
    expect(await merchant.barriers()).toEqual([]);
  });

  test("it is applied after a question, and the variant is put aside", async () => {
    await merchant.panel.getByRole("button", { name: "Apply" }).click();
    const dialog = merchant.panel.getByRole("dialog");
    expect(await merchant.barriers()).toEqual([]);
    await dialog.getByRole("button", { name: "Apply" }).click();
    await merchant.panel.getByText("1 variant changed.").waitFor();
    await merchant.panel.getByText("Applied", { exact: true }).waitFor();
  });

  test("the import is undone after a question", async () => {
    await merchant.panel.getByRole("button", { name: "Undo last import" }).click();
    await merchant.panel.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
    await merchant.panel.getByText("1 variant is again what it was.").waitFor();
    await merchant.panel.getByRole("dialog").waitFor({ state: "detached" });
    expect(await merchant.panel.getByRole("button", { name: "Undo last import" }).count()).toBe(0);
    await upload("as-exported.csv", exported);
    await merchant.panel.getByText("Applying it would change nothing.").waitFor();
  });

  test("a large change is asked about twice", async () => {
    const text = exported.replaceAll(/,mapped,([^,\r]+),1\r/g, ",mapped,$1,2\r");
    await upload("twice-as-many.csv", text);
    await merchant.panel.getByText("twice-as-many.csv").waitFor();
    await merchant.panel.getByRole("button", { name: "Apply" }).click();
    await merchant.panel.getByRole("dialog").getByRole("button", { name: "Apply", exact: true }).click();
    await merchant.panel.getByText("This is a large change").waitFor();
    await merchant.panel.getByRole("button", { name: "Cancel" }).click();
  });

  test("on a phone there are no barriers, and nothing runs over the edge", async () => {
    const visitor = await stage.open(NARROW);
    await visitor.goTo("/app/mappings");
    await visitor.panel.getByText("twice-as-many.csv").waitFor();
    await expectNothingWrong(visitor);
    await visitor.page.close();
  });

  test("nothing is given to somebody without a session", async () => {
    for (const method of ["GET", "POST"]) {
      const response = await fetch(`${stage.world.appUrl}/app/mappings.csv?shop=demo.myshopify.com`, {
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

  test("nothing on the way was complained about", () => {
    expect(merchant.complaints).toEqual([]);
  });
});
