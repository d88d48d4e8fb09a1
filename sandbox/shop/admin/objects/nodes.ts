import { parseGid } from "../../store/gid.ts";
import { malformedGid, notSimulated } from "../errors.ts";
import { withArgs, type AdminContext, type Simulated } from "../field.ts";

/** `node` and `nodes` for every type the others know how to find. */
export function nodes(others: readonly Simulated[]): Simulated {
  const finders = Object.assign({}, ...others.map((one) => one.nodes ?? {})) as NonNullable<
    Simulated["nodes"]
  >;

  const find = (ctx: AdminContext, id: string) => {
    const parsed = parseGid(id);
    if (!parsed) throw malformedGid(id);
    const finder = finders[parsed.type];
    if (!finder) throw notSimulated(`node(id:) of type ${parsed.type}`);
    const found = finder(ctx, parsed);
    return found ? { ...found, __typename: parsed.type } : null;
  };

  return {
    query: {
      node: withArgs<unknown, { id: string }>(["id"], (_source, { id }, ctx) => find(ctx, id)),
      nodes: withArgs<unknown, { ids: string[] }>(["ids"], (_source, { ids }, ctx) =>
        ids.map((id) => find(ctx, id)),
      ),
    },
  };
}
