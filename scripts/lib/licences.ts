/** Of package-lock.json what tells licences. */
export interface Lockfile {
  packages: Record<string, { license?: string; dev?: boolean }>;
}

export interface Package {
  name: string;
  licence: string;
  /** Only development needs it. */
  dev: boolean;
}

/** Allow use in a service and in what is shipped with it, with no more asked than naming their authors. */
const FINE = new Set([
  ...["MIT", "MIT-0", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "BlueOak-1.0.0"],
  ...["Unlicense", "CC0-1.0", "Python-2.0", "OFL-1.1"],
  ...["(Apache-2.0 AND MIT)", "(Unlicense OR Apache-2.0)", "(MIT OR CC0-1.0)"],
]);
/** Ask for more of who passes them on; development alone uses them, and nothing of theirs is passed on. */
const FINE_FOR_DEVELOPMENT = new Set(["MPL-2.0", "CC-BY-4.0", "CC-BY-3.0", "PSF-2.0"]);

/** Read by somebody, because the package says it in a way no program understands. */
const READ: Record<string, string> = {
  // MIT, for use with Shopify: this is an app for Shopify.
  "@shopify/polaris": "MIT with Shopify's condition",
  "@shopify/polaris-icons": "MIT with Shopify's condition",
  "@shopify/polaris-tokens": "MIT with Shopify's condition",
  // Old packages, which say it in a field npm no longer reads or in a file.
  busboy: "MIT",
  "compute-gcd": "MIT",
  "compute-lcm": "MIT",
  eval: "MIT",
  format: "MIT",
  "png-js": "MIT",
  "require-like": "MIT",
  streamsearch: "MIT",
  "validate.io-function": "MIT",
  "validate.io-integer": "MIT",
  "validate.io-integer-array": "MIT",
  "validate.io-number": "MIT",
};

/** Sorts what is installed by licence, and says of which nobody has looked at it yet. */
export function licencesOf({ packages }: Lockfile): {
  byLicence: Map<string, Package[]>;
  unknown: Package[];
} {
  const all = Object.entries(packages).flatMap(([path, { license, dev = false }]): Package[] => {
    if (path === "") return []; // Ourselves.
    const name = path.replace(/^.*node_modules\//, "");
    return [{ name, licence: READ[name] ?? license ?? "none given", dev }];
  });
  const isKnown = ({ name, licence, dev }: Package) =>
    FINE.has(licence) || READ[name] !== undefined || (dev && FINE_FOR_DEVELOPMENT.has(licence));
  return {
    byLicence: Map.groupBy(all, ({ licence }) => licence),
    unknown: all.filter((one) => !isKnown(one)),
  };
}
