import { describe, expect, test } from "vitest";
import { decideProof, decideRefusal } from "../../app/domain/events/decide-signature.ts";

const NOW = new Date("2030-01-01T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

describe("an event whose signature fits no key", () => {
  test.each([
    ["the first, of a key that nothing has proven", null, null, { notes: true, tells: true }],
    ["the first, of a key that was right", ago(500), null, { notes: true, tells: false }],
    ["another within the minute", null, ago(59), { notes: false, tells: false }],
    ["another within the minute, of a key that was right", ago(500), ago(59), { notes: false, tells: false }],
    ["another a minute later, with nothing good between", ago(500), ago(60), { notes: true, tells: true }],
    ["another a minute later, with a good one between", ago(30), ago(60), { notes: true, tells: false }],
    ["another that was proven in that very moment", ago(60), ago(60), { notes: true, tells: false }],
    ["another, of a key that nothing has ever proven", null, ago(60), { notes: true, tells: true }],
  ])("%s", (_what, keyProvenAt, keyRefusedAt, decided) =>
    expect(decideRefusal({ keyProvenAt, keyRefusedAt }, NOW)).toMatchObject(decided),
  );
});

describe("an event signed with the present key is news", () => {
  test.each([
    ["when it is the first", null, null, true],
    ["when refused ones came before the first", null, ago(5), true],
    ["when refused ones came since the last that was", ago(50), ago(5), true],
    ["not when all is well", ago(50), null, false],
    ["not when it was proven since", ago(5), ago(50), false],
    ["not when it was proven in that very moment", ago(5), ago(5), false],
  ])("%s", (_when, keyProvenAt, keyRefusedAt, isNews) =>
    expect(decideProof({ keyProvenAt, keyRefusedAt })).toBe(isNews),
  );
});
