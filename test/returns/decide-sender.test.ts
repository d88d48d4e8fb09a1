import { describe, expect, test } from "vitest";
import { decideSender, senderFaults } from "../../app/domain/returns/announce/decide-sender.ts";
import { fitSender } from "../../app/domain/returns/announce/fit-sender.ts";
import type { Shopper } from "../../app/shopify/returns.ts";

type Address = Shopper["addresses"][number];

const address = (over: Partial<Address> = {}): Address => ({
  ...{ name: "Robin Shopper", company: null, address1: "Nowhere Street 1", address2: null },
  ...{
    zip: "1000 AA",
    city: "Amsterdam",
    provinceCode: null,
    countryCodeV2: "NL",
    phone: "+31 20 555 0100",
    ...over,
  },
});
const shopper = (over: Partial<Shopper> = {}): Shopper => ({
  ...{ name: "R. Shopper", email: "robin@example.com", phone: "+31 20 555 0199", addresses: [address()] },
  ...over,
});

describe("who sends a return", () => {
  test("is the shopper, as the order's address has it", () => {
    expect(decideSender(shopper())).toEqual({
      senderName: "Robin Shopper",
      senderEmail: "robin@example.com",
      senderPhonenumber: "+31 20 555 0100",
      senderAddressLine1: "Nowhere Street 1",
      senderPostCode: "1000 AA",
      senderCity: "Amsterdam",
      senderCountryCode: "NL",
    });
  });

  test("is the first whole address, so that one without a city is passed over", () => {
    const addresses = [address({ city: null }), address({ city: "Utrecht" }), address({ city: "Gent" })];
    expect(decideSender(shopper({ addresses })).senderCity).toBe("Utrecht");
  });

  test("is the first address there is when none is whole", () => {
    const addresses = [address({ city: " " }), address({ address1: null })];
    const sender = decideSender(shopper({ addresses }));
    expect(sender.senderAddressLine1).toBe("Nowhere Street 1");
    expect(senderFaults(sender)).toEqual([{ field: "senderCity", rule: "missing" }]);
  });

  test("has the customer's name and phone where the address has none", () => {
    const sender = decideSender(shopper({ addresses: [address({ name: null, phone: "" })] }));
    expect(sender).toMatchObject({ senderName: "R. Shopper", senderPhonenumber: "+31 20 555 0199" });
  });

  test("lacks everything when the shop shows nobody", () => {
    const sender = decideSender({ name: null, email: null, phone: null, addresses: [] });
    expect(sender).toEqual({});
    expect(senderFaults(sender).map(({ field }) => field)).toEqual([
      "senderName",
      "senderAddressLine1",
      "senderCity",
      "senderCountryCode",
    ]);
  });
});

describe("an address line of more than 100 characters", () => {
  const words = "Nowhere ".repeat(14).trim(); // 111 characters

  test("goes on in the second line at a word, before what stood there", () => {
    const sender = decideSender(
      shopper({ addresses: [address({ address1: words, address2: "3rd floor" })] }),
    );
    expect(sender.senderAddressLine1).toBe("Nowhere ".repeat(12).trim());
    expect(sender.senderAddressLine2).toBe("Nowhere Nowhere, 3rd floor");
    expect(senderFaults(sender)).toEqual([]);
  });

  test("goes on in an empty second line as it is", () => {
    const sender = decideSender(shopper({ addresses: [address({ address1: `  ${words} ` })] }));
    expect(sender.senderAddressLine1).toBe("Nowhere ".repeat(12).trim());
    expect(sender.senderAddressLine2).toBe("Nowhere Nowhere");
  });

  test("may be exactly 100 characters long", () => {
    const address1 = `${"x".repeat(49)} ${"y".repeat(50)}`;
    const sender = decideSender(shopper({ addresses: [address({ address1 })] }));
    expect(sender.senderAddressLine1).toBe(address1);
    expect(sender.senderAddressLine2).toBeUndefined();
  });

  test("is never cut: what does not fit into two lines is left for a person", () => {
    const sender = decideSender(shopper({ addresses: [address({ address1: words, address2: words })] }));
    expect(sender.senderAddressLine2).toContain(words);
    expect(senderFaults(sender)).toEqual([
      { field: "senderAddressLine2", rule: "too-long", limit: 100, length: 128 },
    ]);
  });

  test("of a single word stays as it is", () => {
    const address1 = "x".repeat(101);
    const sender = decideSender(shopper({ addresses: [address({ address1 })] }));
    expect(sender.senderAddressLine1).toBe(address1);
    expect(senderFaults(sender)).toMatchObject([{ field: "senderAddressLine1", rule: "too-long" }]);
  });
});

test.each([
  ["city", { city: "x".repeat(31) }, "senderCity", 30],
  ["zip", { zip: "9".repeat(21) }, "senderPostCode", 20],
  ["name", { name: "x".repeat(101) }, "senderName", 100],
] as const)("a %s that is too long is named with its limit", (_what, over, field, limit) => {
  const faults = senderFaults(decideSender(shopper({ addresses: [address(over)] })));
  expect(faults).toEqual([{ field, rule: "too-long", limit, length: limit + 1 }]);
});

test("a company goes before the second line of the address", () => {
  const sender = decideSender(
    shopper({ addresses: [address({ company: " Mugs & Co ", address2: " 3rd floor " })] }),
  );
  expect(sender.senderAddressLine2).toBe("Mugs & Co, 3rd floor");
});

describe("a state or province", () => {
  const at = (over: Partial<Address>) => decideSender(shopper({ addresses: [address(over)] }));

  test("goes behind the city where both fit", () => {
    expect(at({ city: "Portland", provinceCode: "OR" })).toMatchObject({ senderCity: "Portland, OR" });
    const city = "x".repeat(26);
    expect(at({ city, provinceCode: "OR" })).toMatchObject({ senderCity: `${city}, OR` });
  });

  test("goes to the end of the second line where they do not", () => {
    const city = "x".repeat(27);
    const sender = at({ city, provinceCode: "OR", address2: "3rd floor" });
    expect(sender).toMatchObject({ senderCity: city, senderAddressLine2: "3rd floor, OR" });
    expect(senderFaults(sender)).toEqual([]);
  });

  test("is nothing without a city", () => {
    expect(at({ city: " ", provinceCode: "OR" })).not.toHaveProperty("senderAddressLine2");
  });
});

describe("a field that the warehouse can do without is left out where it does not take it", () => {
  const long = "Nowhere ".repeat(14).trim(); // 111 characters
  const fitted = (over: Partial<Address>, more: Partial<Shopper> = {}) =>
    fitSender(shopper({ ...more, addresses: [address(over)] }));

  test.each([
    ["an email", {}, { email: `${"x".repeat(75)}@x.com` }, "senderEmail"],
    ["a postcode", { zip: "9".repeat(21) }, {}, "senderPostCode"],
    ["a second line", { address2: long }, {}, "senderAddressLine2"],
  ] as const)("%s", (_what, over, more, field) => {
    const { sender, leftOut } = fitted(over, more);
    expect(leftOut).toEqual([field]);
    expect(sender).not.toHaveProperty(field);
    expect(senderFaults(sender)).toEqual([]);
  });

  test("but never what the first line goes on with", () => {
    const { sender, leftOut } = fitted({ address1: long, address2: long });
    expect(leftOut).toEqual(["senderAddressLine2"]);
    expect(sender.senderAddressLine2).toBe("Nowhere Nowhere");
    expect(senderFaults(sender)).toEqual([]);
  });

  test("and nothing else is", () => {
    expect(fitted({ city: "x".repeat(31) })).toMatchObject({
      leftOut: [],
      sender: { senderCity: "x".repeat(31) },
    });
    expect(fitted({})).toEqual({ leftOut: [], sender: decideSender(shopper()) });
  });
});
