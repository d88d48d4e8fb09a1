/** An IPv6 address is eight groups of 16 bits; `::` stands once for all groups of zero that are left out. */
const GROUPS = 8;
/** The groups that say which network it is; the rest are the network's own to give away. */
const OF_NETWORK = 4;

/**
 * By whom a request counts as sent: an IPv4 address as it is, of an IPv6 address the network, because it has more addresses
 * than can be counted. Takes addresses as Node and proxies write them.
 */
export function networkOf(address: string): string {
  // One with dots is IPv4, also where it is written as a part of IPv6. Some proxies add the port, which changes each time.
  if (address.includes(".")) return address.replace(/^((?:\d{1,3}\.){3}\d{1,3}):\d+$/, "$1");
  const [before, behind] = address.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const leftOut = behind ? GROUPS - before!.length - behind.length : 0;
  const groups = [...before!, ...Array<string>(Math.max(0, leftOut)).fill("0"), ...(behind ?? [])];
  return groups.slice(0, OF_NETWORK).join(":");
}
