import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { createSealer, SecretError, secretKeys, type SecretPlace } from "../../app/secrets.server.ts";
import { secretKey } from "../support/secrets.ts";

const TOKEN = "shpat_0123456789abcdef";
const place = { shop: "demo.myshopify.com", field: "Connection.accessToken" };
const sealer = (...ids: string[]) => createSealer(secretKeys.parse(ids.map(secretKey).join(",")));

async function whyNot(opening: Promise<string>): Promise<SecretError> {
  const error = await opening.then(() => undefined).catch((thrown: unknown) => thrown);
  if (!(error instanceof SecretError)) throw new Error("It opened.", { cause: error });
  return error;
}

describe("a sealed secret", () => {
  test("opens where it belongs, and shows nothing of itself", async () => {
    const sealed = await sealer("a").seal(TOKEN, place);
    expect(sealed).not.toContain(TOKEN);
    expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain(TOKEN);
    expect(await sealer("a").open(sealed, place)).toBe(TOKEN);
  });

  test("is AES-256-GCM, and another text each time", async () => {
    const { seal } = sealer("a");
    const [one, other] = [await seal(TOKEN, place), await seal(TOKEN, place)];
    const header = JSON.parse(Buffer.from(one.split(".")[0]!, "base64url").toString()) as unknown;
    expect(header).toEqual({ alg: "dir", enc: "A256GCM", kid: "a", ...place });
    expect(one).not.toBe(other);
  });

  test.each<[string, Partial<SecretPlace>]>([
    ["another shop", { shop: "other.myshopify.com" }],
    ["another column", { field: "Connection.webhookKey" }],
  ])("does not open for %s", async (_name, elsewhere) => {
    const { seal, open } = sealer("a");
    const { fault, message } = await whyNot(open(await seal(TOKEN, place), { ...place, ...elsewhere }));
    expect(fault).toBe("misplaced");
    expect(message).toMatch(/was sealed for another place/);
  });

  test("does not open elsewhere, even after it has opened where it belongs", async () => {
    const { seal, open } = sealer("a");
    const sealed = await seal(TOKEN, place);
    expect([await open(sealed, place), await open(sealed, place)]).toEqual([TOKEN, TOKEN]);
    for (const elsewhere of [{ shop: "other.myshopify.com" }, { field: "Connection.webhookKey" }])
      expect((await whyNot(open(sealed, { ...place, ...elsewhere }))).fault).toBe("misplaced");
  });

  test("does not open when it was relabelled for another place", async () => {
    const { seal, open } = sealer("a");
    const elsewhere = { ...place, shop: "other.myshopify.com" };
    const [, ...rest] = (await seal(TOKEN, place)).split(".");
    const [label] = (await seal(TOKEN, elsewhere)).split(".");
    expect((await whyNot(open([label, ...rest].join("."), elsewhere))).fault).toBe("altered");
  });

  test("does not open when a single letter was changed, wherever", async () => {
    const { seal, open } = sealer("a");
    const sealed = await seal(TOKEN, place);
    for (const [index, letter] of [...sealed].entries()) {
      // The last letter of a part carries bits that mean nothing.
      if (letter === "." || [".", undefined].includes(sealed[index + 1])) continue;
      const altered = sealed.slice(0, index) + (letter === "A" ? "B" : "A") + sealed.slice(index + 1);
      expect(["altered", "not-sealed", "unknown-key"]).toContain((await whyNot(open(altered, place))).fault);
    }
  });

  test.each(["", TOKEN, "a.b.c", "e30..a.b.c", "null"])("is not %j", async (text) => {
    expect((await whyNot(sealer("a").open(text, place))).fault).toBe("not-sealed");
  });

  test("does not open by another way of sealing, whoever asks for it", async () => {
    const [, ...rest] = (await sealer("a").seal(TOKEN, place)).split(".");
    for (const header of [
      { alg: "none", enc: "A256GCM" },
      { alg: "dir", enc: "A128GCM" },
      { alg: "PBES2-HS256+A128KW", enc: "A256GCM", p2c: 10_000_000, p2s: "c2FsdA" },
    ]) {
      const label = Buffer.from(JSON.stringify({ ...header, kid: "a", ...place })).toString("base64url");
      expect((await whyNot(sealer("a").open([label, ...rest].join("."), place))).fault).toBe("altered");
    }
  });
});

test("whatever text is sealed for whatever place opens there, to the letter", async () => {
  const { seal, open } = sealer("a");
  const text = fc.string({ unit: "binary" }).filter((one) => one.isWellFormed());
  await fc.assert(
    fc.asyncProperty(text, text, text, async (secret, shop, field) => {
      expect(await open(await seal(secret, { shop, field }), { shop, field })).toBe(secret);
    }),
    { numRuns: 50 },
  );
});

test("whatever else is stored does not open, and says why", async () => {
  const { open } = sealer("a");
  const segment = fc.oneof(
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString("base64url")),
    fc.string(),
  );
  const stored = fc.oneof(
    fc.string(),
    fc.array(segment, { maxLength: 6 }).map((parts) => parts.join(".")),
  );
  await fc.assert(
    fc.asyncProperty(stored, async (text) => {
      expect(["not-sealed", "unknown-key", "altered"]).toContain((await whyNot(open(text, place))).fault);
    }),
    { numRuns: 100 },
  );
});

describe("the setting that names the keys", () => {
  const key = fc.tuple(
    fc.string({ unit: fc.constantFrom(..."abzAZ09_.-"), minLength: 1, maxLength: 40 }),
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
  );
  const written = (keys: readonly [string, Uint8Array][]) =>
    keys.map(([id, bytes]) => `${id}:${Buffer.from(bytes).toString("base64")}`);

  test("reads as it was written, in its order, with space or without", () => {
    const keys = fc.uniqueArray(key, { minLength: 1, maxLength: 4, selector: ([id]) => id });
    fc.assert(
      fc.property(keys, fc.constantFrom(",", ", ", " ,\n"), (some, comma) => {
        const read = secretKeys.parse(written(some).join(comma));
        expect(read.map(({ id, bytes }) => [id, [...bytes]])).toEqual(
          some.map(([id, bytes]) => [id, [...bytes]]),
        );
      }),
    );
  });

  test("is refused whole when one key is wrong, and what stood there is not told", () => {
    const wrong = fc.oneof(
      fc.string(),
      fc
        .uint8Array({ minLength: 1, maxLength: 40 })
        .filter((bytes) => bytes.length !== 32)
        .map((bytes) => written([["k", bytes]])[0]!),
      key.map((one) => `${written([one])[0]!}:more`),
      fc
        .string({ minLength: 41, unit: fc.constant("a") })
        .map((id) => written([[id, new Uint8Array(32)]])[0]!),
    );
    fc.assert(
      fc.property(key, wrong, (good, bad) => {
        const parsed = secretKeys.safeParse([...written([good]), bad].join(","));
        expect(parsed.success).toBe(false);
        const [, encoded] = written([good])[0]!.split(":");
        expect(parsed.error?.message).not.toContain(encoded);
      }),
    );
  });
});

describe("several keys", () => {
  test("the first seals, all open", async () => {
    const before = await sealer("old").seal(TOKEN, place);
    const { open, seal, isCurrent } = sealer("new", "old");
    const since = await seal(TOKEN, place);
    expect(await Promise.all([before, since].map((sealed) => open(sealed, place)))).toEqual([TOKEN, TOKEN]);
    expect([before, since, TOKEN].map(isCurrent)).toEqual([false, true, false]);
  });

  test("a key taken away is named", async () => {
    const { fault, message } = await whyNot(
      sealer("new").open(await sealer("old").seal(TOKEN, place), place),
    );
    expect(fault).toBe("unknown-key");
    expect(message).toMatch(/demo\.myshopify\.com .* DOCKLINE_SECRET_KEYS does not name.*\(key old\)/);
  });

  test("a key replaced under its name opens nothing", async () => {
    const other = createSealer(secretKeys.parse(secretKey("b").replace(/^b:/, "a:")));
    expect((await whyNot(other.open(await sealer("a").seal(TOKEN, place), place))).fault).toBe("altered");
  });

  test("nothing of a secret or a key is in what goes wrong", async () => {
    const { seal, open } = sealer("a");
    const sealed = await seal(TOKEN, place);
    for (const wrong of [TOKEN, sealed.slice(0, -9), sealed]) {
      const error = await whyNot(open(wrong, { ...place, field: "Session.accessToken" }));
      const told = JSON.stringify([error, error.message, error.stack, String(error.cause)]);
      expect(told).not.toContain(TOKEN);
      expect(told).not.toContain(sealed.slice(-20));
      expect(told).not.toContain(secretKey("a").slice(2, 20));
    }
  });
});
