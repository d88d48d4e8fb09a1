import { SocketAddress } from "node:net";
import fc from "../support/fast-check.ts";
import { expect, test } from "vitest";
import { networkOf } from "../../app/http/network-of.ts";

test.each([
  ["an IPv4 address is counted by itself", "192.0.2.7", "192.0.2.7"],
  ["also as Node writes it where both are spoken", "::ffff:192.0.2.7", "::ffff:192.0.2.7"],
  ["without the port that some proxies add", "192.0.2.7:41234", "192.0.2.7"],
  ["however many digits either has", "203.0.113.255:1", "203.0.113.255"],
  ["but not what only ends like one with a port", "1.192.0.2.7:443", "1.192.0.2.7:443"],
  ["or only begins like one", "192.0.2.7:443, 192.0.2.8", "192.0.2.7:443, 192.0.2.8"],
  ["of an IPv6 address the first half is", "2001:db8:1:2:a:b:c:d", "2001:db8:1:2"],
  ["also where the other half is left out", "2001:db8:1:2::", "2001:db8:1:2"],
  ["or groups of the first half are", "2001:db8::a:b:c:d", "2001:db8:0:0"],
  ["or all that is zero", "2001:db8::1", "2001:db8:0:0"],
  ["this machine", "::1", "0:0:0:0"],
  ["a sender without an address", "unknown", "unknown"],
  ["nobody", "", ""],
])("%s: %s", (_what, address, network) => {
  expect(networkOf(address)).toBe(network);
});

const group = fc
  .oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
  .map((number) => number.toString(16));

test("however an address is shortened, and whatever stands in its second half, the network is the same", () => {
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 4, maxLength: 4 }),
      fc.array(group, { minLength: 4, maxLength: 4 }),
      (network, rest) => {
        const whole = [...network, ...rest].join(":");
        expect(networkOf(whole)).toBe(network.join(":"));
        // Node writes it in its short form (RFC 5952), where one has dots if it is an IPv4 address.
        const { address } = new SocketAddress({ address: whole, family: "ipv6" });
        fc.pre(!address.includes("."));
        expect(networkOf(address)).toBe(network.join(":"));
      },
    ),
    { numRuns: 1_000 },
  );
});

test("whatever a proxy says, it counts as somebody", () => {
  const said = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(":", ".", "f", "0", "%", ",") }));
  fc.assert(
    fc.property(said, (text) => {
      expect(typeof networkOf(text)).toBe("string");
    }),
  );
});
