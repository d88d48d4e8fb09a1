import busboy from "busboy";
import express, { type Request, type Response, type Router } from "express";
import { LARGEST_UPLOAD, SMALLEST_UPLOAD, type StagedUpload, type UploadStore } from "./upload-store.ts";

/** Plays the storage that staged uploads go to: strict about the form, and serving back what it was given. */
export function uploadRoutes(options: {
  uploads: UploadStore;
  now: () => Date;
  changed: () => void;
}): Router {
  const { uploads, now, changed } = options;
  const router = express.Router();

  router.use((req, res, next) => {
    if (!req.get("x-shopify-access-token")) return next();
    refuse(res, {
      status: 400,
      code: "InvalidHeader",
      message: "The access token must not be sent to the storage.",
    });
  });

  router.post("/", (req, res) => {
    readForm(req).then(
      (form) => {
        const upload = uploads.get(form.fields.find(({ name }) => name === "key")?.value ?? "");
        const wrong = wrongWithForm(form, { upload, now: now() });
        if (wrong || !upload) return refuse(res, wrong ?? unknownKey);
        upload.content = form.file!.toString("base64");
        changed();
        res
          .status(201)
          .type("application/xml")
          .send(postResponse(uploads.resourceUrl(upload), upload.key));
      },
      (error: Error) => refuse(res, { status: 400, code: "MalformedPOSTRequest", message: error.message }),
    );
  });

  router.put("/*", express.raw({ type: () => true, limit: LARGEST_UPLOAD + 1 }), (req, res) => {
    const upload = uploads.get(pathKey(req));
    if (!upload || upload.method !== "PUT") return refuse(res, unknownKey);
    if (req.query["X-Goog-Signature"] !== upload.signature) return refuse(res, badSignature);
    if (now().toISOString() > upload.expiresAt) return refuse(res, expired);
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const wrong = wrongSize(body.length);
    if (wrong) return refuse(res, wrong);
    upload.content = body.toString("base64");
    changed();
    res.status(200).end();
  });

  router.get("/*", (req, res) => {
    const upload = uploads.get(pathKey(req));
    if (!upload?.content)
      return refuse(res, { status: 404, code: "NoSuchKey", message: "The specified key does not exist." });
    res.type(upload.mimeType).send(Buffer.from(upload.content, "base64"));
  });
  return router;
}

interface Form {
  /** The fields before the file, in the order they came. */
  fields: { name: string; value: string }[];
  file: Buffer | null;
  fileIsLast: boolean;
}

interface Refusal {
  status: number;
  code: string;
  message: string;
}

const unknownKey: Refusal = {
  status: 403,
  code: "AccessDenied",
  message: "No upload was staged under this key.",
};
const expired: Refusal = {
  status: 400,
  code: "ExpiredToken",
  message: "The upload was staged too long ago.",
};
const badSignature: Refusal = {
  status: 403,
  code: "SignatureDoesNotMatch",
  message: "The address is not the signed one that stagedUploadsCreate gave.",
};

function wrongWithForm(
  form: Form,
  { upload, now }: { upload: StagedUpload | undefined; now: Date },
): Refusal | null {
  const policyError = (message: string): Refusal => ({ status: 403, code: "InvalidPolicyDocument", message });
  if (!upload || upload.method !== "POST") return unknownKey;
  if (!form.file)
    return { status: 400, code: "InvalidArgument", message: "The form has no field named `file`." };
  if (!form.fileIsLast) return policyError("`file` must be the last field of the form.");
  for (const [index, expected] of upload.form.entries()) {
    const { name, value } = form.fields[index] ?? {};
    if (name !== expected.name)
      return policyError(`Field ${index + 1} must be \`${expected.name}\`, it is \`${name}\`.`);
    if (value !== expected.value)
      return policyError(`The value of \`${name}\` is not the one that was given.`);
  }
  if (form.fields.length > upload.form.length)
    return policyError(`The policy knows nothing of \`${form.fields[upload.form.length]?.name}\`.`);
  return now.toISOString() > upload.expiresAt ? expired : wrongSize(form.file.length);
}

function wrongSize(length: number): Refusal | null {
  const message = `The file must have ${SMALLEST_UPLOAD} to ${LARGEST_UPLOAD} bytes.`;
  if (length < SMALLEST_UPLOAD) return { status: 400, code: "EntityTooSmall", message };
  return length > LARGEST_UPLOAD ? { status: 400, code: "EntityTooLarge", message } : null;
}

function readForm(req: Request): Promise<Form> {
  return new Promise((resolve, reject) => {
    const form: Form = { fields: [], file: null, fileIsLast: true };
    const parser = busboy({ headers: req.headers, limits: { fileSize: LARGEST_UPLOAD + 1 } });
    parser.on("field", (name, value) => {
      if (form.file) form.fileIsLast = false;
      form.fields.push({ name, value });
    });
    parser.on("file", (name, stream) => {
      const chunks: Buffer[] = [];
      // Set at once, so that a field arriving while the file is still being read counts as after it.
      if (name === "file") form.file = Buffer.alloc(0);
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (name === "file") form.file = Buffer.concat(chunks);
      });
    });
    parser.on("error", reject);
    parser.on("close", () => resolve(form));
    req.pipe(parser);
  });
}

const pathKey = (req: Request) => decodeURIComponent(req.path.slice(1));

function refuse(res: Response, { status, code, message }: Refusal): void {
  res
    .status(status)
    .type("application/xml")
    .send(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

const postResponse = (location: string, key: string) =>
  `<PostResponse><Location>${location}</Location><Bucket>staged-uploads</Bucket><Key>${key}</Key></PostResponse>`;
