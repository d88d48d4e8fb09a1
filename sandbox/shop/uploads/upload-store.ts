import { createHash, randomBytes, randomUUID } from "node:crypto";

/** One place a file may be uploaded to, and what was uploaded. */
export interface StagedUpload {
  /** The object's path, e.g. `tmp/<shop>/return_labels/<uuid>/<random>.pdf`. The given file name is not part of it. */
  key: string;
  mimeType: string;
  /** How it gets here. What was taken in is here to stay, and nobody may write it. */
  method: "POST" | "PUT" | "TAKEN_IN";
  /** POST: the form fields that go before the file, in this order. */
  form: { name: string; value: string }[];
  /** PUT: what makes the address a signed one. */
  signature: string;
  expiresAt: string;
  /** Base64; null until uploaded. */
  content: string | null;
}

export interface UploadStore {
  stage(request: {
    shopId: number;
    folder: string;
    extension: string;
    mimeType: string;
    method: "POST" | "PUT";
    now: Date;
  }): StagedUpload;
  get(key: string): StagedUpload | undefined;
  /** Where the form of a POST goes. */
  formUrl(): string;
  resourceUrl(upload: StagedUpload): string;
  /**
   * The address at which a file stays: a copy of what was staged by this shop, or the very address when it is elsewhere,
   * with https. Undefined when nothing can be had there.
   */
  takeIn(url: string, of: { shopId: number; now: Date }): string | undefined;
  /** Where a PUT goes. */
  signedUrl(upload: StagedUpload): string;
  saved(): StagedUpload[];
  clear(): void;
}

/** Shopify's storage takes files of this size, in bytes. */
export const SMALLEST_UPLOAD = 1;
export const LARGEST_UPLOAD = 20_971_520;

/** A form stays good for a day, a signed address for a week. */
const VALID_MS = { POST: 24 * 60 * 60 * 1000, PUT: 7 * 24 * 60 * 60 * 1000 };

/** `origin` is asked late, because the port is only known once the server listens. */
export function createUploadStore(options: {
  origin: () => string;
  saved: readonly StagedUpload[];
}): UploadStore {
  const uploads = new Map(options.saved.map((upload) => [upload.key, upload]));
  const base = () => `${options.origin()}/staged-uploads/`;
  const find = (url: string) => (url.startsWith(base()) ? uploads.get(url.slice(base().length)) : undefined);
  return {
    stage({ shopId, folder, extension, mimeType, method, now }) {
      const key = `tmp/${shopId}/${folder}/${randomUUID()}/${randomBytes(16).toString("hex")}.${extension}`;
      const expiresAt = new Date(now.getTime() + VALID_MS[method]).toISOString();
      const signature = createHash("sha256").update(key).update(expiresAt).digest("hex");
      const form = method === "POST" ? formFields({ key, mimeType, signature, expiresAt, now }) : [];
      const upload: StagedUpload = { key, mimeType, method, form, signature, expiresAt, content: null };
      uploads.set(key, upload);
      return upload;
    },
    get: (key) => uploads.get(key),
    takeIn(url, { shopId, now }) {
      if (!url.startsWith(base())) return URL.parse(url)?.protocol === "https:" ? url : undefined;
      const staged = find(url);
      const isOurs = staged?.key.startsWith(`tmp/${shopId}/`);
      if (!isOurs || !staged?.content || now.toISOString() > staged.expiresAt) return undefined;
      const key = `files/${shopId}/${randomBytes(16).toString("hex")}${/\.\w+$/.exec(staged.key)?.[0]}`;
      uploads.set(key, { ...staged, key, form: [], signature: "", method: "TAKEN_IN" });
      return base() + key;
    },
    formUrl: base,
    resourceUrl: (upload) => base() + upload.key,
    signedUrl: (upload) =>
      `${base()}${upload.key}?${String(new URLSearchParams({ "X-Goog-Algorithm": ALGORITHM, "X-Goog-Signature": upload.signature }))}`,
    saved: () => [...uploads.values()],
    clear: () => uploads.clear(),
  };
}

const ALGORITHM = "GOOG4-RSA-SHA256";

function formFields(of: {
  key: string;
  mimeType: string;
  signature: string;
  expiresAt: string;
  now: Date;
}): StagedUpload["form"] {
  const date = of.now.toISOString().replace(/[-:]|\.\d+/g, "");
  const credential = `sandbox/${date.slice(0, 8)}/auto/storage/goog4_request`;
  const conditions = [
    { "Content-Type": of.mimeType },
    { success_action_status: "201" },
    { acl: "private" },
    ["content-length-range", SMALLEST_UPLOAD, LARGEST_UPLOAD],
    { key: of.key },
    { "x-goog-date": date },
    { "x-goog-credential": credential },
    { "x-goog-algorithm": ALGORITHM },
  ];
  const policy = Buffer.from(JSON.stringify({ conditions, expiration: of.expiresAt })).toString("base64");
  const fields = {
    "Content-Type": of.mimeType,
    success_action_status: "201",
    acl: "private",
    key: of.key,
    "x-goog-date": date,
    "x-goog-credential": credential,
    "x-goog-algorithm": ALGORITHM,
    "x-goog-signature": of.signature,
    policy,
  };
  return Object.entries(fields).map(([name, value]) => ({ name, value }));
}
