import { gid } from "../../store/gid.ts";
import type { Metafield } from "../../store/shop.ts";
import { byId, connection, PAGE_ARGS, type PageArgs } from "../connection.ts";
import { plain, same, withArgs, type AdminContext, type Fields, type Simulated } from "../field.ts";

interface Owner {
  metafields?: Metafield[];
}

interface ListArgs extends PageArgs {
  namespace?: string | null;
  keys?: string[] | null;
}

/** Where an app's own metafields lie when no namespace is named. */
const ownNamespace = ({ shop }: AdminContext) => `app--${shop.installation.installationId}`;

/** The fields every owner of metafields has. */
export const metafieldsOf: Fields = {
  metafield: withArgs<Owner, { namespace?: string | null; key: string }>(
    ["namespace", "key"],
    (owner, args, ctx) => {
      const namespace = args.namespace ?? ownNamespace(ctx);
      return owner.metafields?.find((one) => one.namespace === namespace && one.key === args.key);
    },
  ),
  metafields: withArgs<Owner, ListArgs>([...PAGE_ARGS, "namespace", "keys"], (owner, args) => {
    const { namespace, keys } = args;
    const found = (owner.metafields ?? []).filter(
      (one) =>
        (!namespace || one.namespace === namespace) &&
        (!keys || keys.includes(`${one.namespace}.${one.key}`)),
    );
    return connection(found, { ...args, order: byId<Metafield>() });
  }),
};

export const metafields: Simulated = {
  types: {
    Metafield: {
      ...same<Metafield>("namespace", "key", "type", "value", "createdAt", "updatedAt"),
      id: plain(({ id }: Metafield) => gid("Metafield", id)),
      legacyResourceId: plain(({ id }: Metafield) => String(id)),
      jsonValue: plain(({ type, value }: Metafield) =>
        isText(type) ? value : (JSON.parse(value) as unknown),
      ),
      sizeInBytes: plain(({ value }: Metafield) => Buffer.byteLength(value)),
    },
  },
};

/** Numbers, booleans, measurements and lists are JSON; the others are text as it stands. */
const isText = (type: string) =>
  !/^(number_integer|number_decimal|boolean|json|dimension|weight|volume|money|rating|list\..*)$/.test(type);
