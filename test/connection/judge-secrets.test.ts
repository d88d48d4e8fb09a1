import { describe, expect, test } from "vitest";
import { judgeSecret, judgeSecrets, tidySecret } from "../../app/domain/connection/judge-secrets.ts";

describe("a token or key as it was copied", () => {
  test.each([
    ["  abcdefgh12345678\n", "abcdefgh12345678"],
    ["Bearer abcdefgh12345678", "abcdefgh12345678"],
    ["bearer  abcdefgh12345678", "abcdefgh12345678"],
    ["Bearerabcdefgh", "Bearerabcdefgh"],
    ["my Bearer abcdefgh", "my Bearer abcdefgh"],
  ])("%j is taken as %j", (typed, taken) => expect(tidySecret(typed)).toBe(taken));

  test.each([
    ["", "missing"],
    ["two words", "spaces"],
    ["first\nsecond", "spaces"],
    ["••••••••••••", "hidden"],
    ["************", "hidden"],
    ["abcdefgh…", "hidden"],
    ["abcdefgh...", "hidden"],
    ["https://warehouse.example.com/keys", "address"],
    ["HTTP://warehouse.example.com", "address"],
    ["xhttps://warehouse.example.com", undefined],
    ["**abcdefgh", undefined],
    ["abcdefgh**", undefined],
    ["abc1234", "too-short"],
    ["a".repeat(4097), "too-long"],
    ["abcd1234", undefined],
    ["kQ+/7==-_~.x9", undefined],
    ["a".repeat(4096), undefined],
  ])("%j is %s", (secret, fault) => expect(judgeSecret(secret)).toBe(fault));

  test("the same pasted twice is said of the webhook key", () => {
    expect(judgeSecrets({ accessToken: "abcd1234", webhookKey: "abcd1234" })).toEqual({
      webhookKey: "twice",
    });
    expect(judgeSecrets({ accessToken: "", webhookKey: "" })).toEqual({
      accessToken: "missing",
      webhookKey: "missing",
    });
  });
});
