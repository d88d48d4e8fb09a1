import { notSimulated } from "../errors.ts";
import { withArgs, type Simulated } from "../field.ts";

interface StagedUploadInput {
  resource: string;
  filename: string;
  mimeType: string;
  httpMethod: "POST" | "PUT";
}

/** What a return label may be, and the ending its file gets. */
const LABEL_TYPES: Record<string, string> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
};

export const stagedUploads: Simulated = {
  mutation: {
    stagedUploadsCreate: withArgs<unknown, { input: StagedUploadInput[] }>(
      ["input"],
      (_source, { input }, ctx) => {
        const other = input.find(({ resource }) => resource !== "RETURN_LABEL");
        if (other) throw notSimulated(`StagedUploadInput.resource ${other.resource}`);
        const wrong = input.flatMap(({ filename, mimeType }, index) =>
          LABEL_TYPES[mimeType]
            ? []
            : [
                {
                  field: ["input", String(index), "mimeType"],
                  message: `${filename}: (${mimeType}) is not a recognized format`,
                },
              ],
        );
        if (wrong.length) return { stagedTargets: [], userErrors: wrong };
        const stagedTargets = input.map(({ mimeType, httpMethod: method }) => {
          const upload = ctx.uploads.stage({
            shopId: ctx.shop.id,
            folder: "return_labels",
            extension: LABEL_TYPES[mimeType]!,
            mimeType,
            method,
            now: ctx.now(),
          });
          const informational = [
            { name: "content_type", value: mimeType },
            { name: "acl", value: "private" },
          ];
          return {
            url: method === "POST" ? ctx.uploads.formUrl() : ctx.uploads.signedUrl(upload),
            resourceUrl: ctx.uploads.resourceUrl(upload),
            parameters: method === "POST" ? upload.form : informational,
          };
        });
        return { stagedTargets, userErrors: [] };
      },
    ),
  },
};
