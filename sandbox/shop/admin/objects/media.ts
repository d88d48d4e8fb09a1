import { gid } from "../../store/gid.ts";
import type { MediaImage } from "../../store/shop.ts";
import { connection, type PageArgs } from "../connection.ts";
import { plain, withArgs, type Simulated } from "../field.ts";

/** An image as Shopify's `Media`. Everything is ready at once: the sandbox processes nothing. */
export const mediaImage = (image: MediaImage) => ({ ...image, __typename: "MediaImage" });

/** A page of images in the order they have at their product. */
export const mediaPage = (images: readonly MediaImage[], args: PageArgs) =>
  connection(images.map(mediaImage), {
    ...args,
    order: { value: ({ id }) => images.findIndex((one) => one.id === id), id: ({ id }) => id },
  });

export const media: Simulated = {
  types: {
    MediaImage: {
      id: plain(({ id }: MediaImage) => gid("MediaImage", id)),
      alt: plain(() => null),
      mediaContentType: plain(() => "IMAGE"),
      status: plain(() => "READY"),
      image: plain((image: MediaImage) => image),
      preview: plain((image: MediaImage) => ({ image, status: "READY" })),
    },
    Image: {
      id: plain(({ id }: MediaImage) => gid("ImageSource", id)),
      altText: plain(() => null),
      // The sandbox never looks into the file.
      width: plain(() => null),
      height: plain(() => null),
      url: withArgs<MediaImage, object>([], ({ url }) => url),
    },
  },
};
