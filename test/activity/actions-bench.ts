import type { ActionFunctionArgs } from "@remix-run/node";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { knownRequests, type KnownRequest } from "../../scripts/attack/known-requests.ts";
import { ROOT } from "../../scripts/run-tool.ts";
import { SHOP, type World } from "../support/world.ts";

/*
 * Everything staff can do on a page: which actions there are, and sending one as a staff member.
 */

export const STAFF = "424242";

type Post = NonNullable<KnownRequest["posts"]>[number];

/** What is sent, and where to, if not to the path under which the route is known. */
export interface Sent {
  path?: string;
  post: Post;
}

/** Something that staff can do, in a store in which it has an effect. */
export interface Act {
  /** The file of the route. */
  route: string;
  /** As `intentOf` reads it from what is sent. */
  intent: string;
  /** The kind of the entry that it leaves, among the activities or in a timeline; null of what only reads. */
  noted: string | null;
  /** What to send; prepares first what it needs. */
  send(world: World): Promise<Sent> | Sent;
}

/** Fields of a body that say what is to be done. */
export const NAMES = ["intent", "what", "action", "change", "work"] as const;

/** What a body asks for, where a route takes several; a file and a form of fields are one each. */
export function intentOf(post: Post): string {
  if (typeof post === "string") return "";
  const fields = (("form" in post ? post.form : undefined) ?? post) as Record<string, unknown>;
  const words = NAMES.map((name) => fields[name]).filter((word) => typeof word === "string");
  const isPreview = "action" in fields && !("expected" in fields);
  return [...(isPreview ? ["preview"] : []), ...words].join(" ");
}

export const labelOf = ({ route, intent }: Pick<Act, "route" | "intent">) => `${route} ${intent}`.trim();

interface Module {
  action?(args: ActionFunctionArgs): unknown;
}

const load = async (route: string) =>
  (await import(join(ROOT, "app/routes", `${route}.tsx`))) as unknown as Module;

/** The routes of the panel and of its extensions that change something when asked to. */
export async function routesWithActions(): Promise<string[]> {
  const routes = globSync(join(ROOT, "app/routes/*.tsx")).map((file) => basename(file, ".tsx"));
  const acting: string[] = [];
  for (const route of routes) if ((await load(route)).action) acting.push(route);
  return acting.filter((route) => !route.startsWith("auth.")).toSorted();
}

/** The words that a route's schema takes in the fields that say what is to be done. */
export function wordsOf(route: string): string[] {
  const source = readFileSync(join(ROOT, "app/routes", `${route}.tsx`), "utf8");
  const fields = new RegExp(`\\b(?:${NAMES.join("|")}): z\\.(?:literal|enum)\\(([^)]*)\\)`, "g");
  const words = [...source.matchAll(fields)].flatMap(([, values = ""]) => [
    ...values.matchAll(/"([\w-]+)"/g),
  ]);
  return [...new Set(words.map(([, word]) => word!))].toSorted();
}

/** By which fields a route's schemas tell what is to be done. */
export function discriminatorsOf(route: string): string[] {
  const source = readFileSync(join(ROOT, "app/routes", `${route}.tsx`), "utf8");
  return [...source.matchAll(/discriminatedUnion\(\s*"(\w+)"/g)].map(([, name]) => name!);
}

/** Every action that is known, each as `labelOf` says it. */
export function knownActions(): string[] {
  const nothing = { variantId: "", returnId: "", orderId: "", locationId: "" };
  const labels = Object.entries(knownRequests(nothing)).flatMap(([id, { posts = [] }]) =>
    posts.map((post) => labelOf({ route: id.replace("routes/", ""), intent: intentOf(post) })),
  );
  return [...new Set(labels)].toSorted();
}

/** Sends it as the staff member. @throws what the route refuses with */
export async function ask(world: World, route: string, { path = "/", post }: Sent): Promise<unknown> {
  const { shop, services, appUrl } = world;
  const isForm = typeof post === "object" && "form" in post;
  const fields = isForm ? new URLSearchParams(post.form as Record<string, string>) : undefined;
  const request = new Request(`${appUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${await shop.idToken(SHOP, { sub: STAFF })}` },
    body: typeof post === "string" ? post : (fields ?? JSON.stringify(post)),
  });
  const { action } = await load(route);
  return action!({ request, params: paramsOf(route, path), context: { services } });
}

/** What stands in a path for the parts of a route's name that begin with a dollar sign. */
function paramsOf(route: string, path: string): Record<string, string> {
  const parts = new URL(path, "http://localhost").pathname.split("/").slice(1);
  return Object.fromEntries(
    route.split(".").flatMap((part, at) => {
      const [, name] = /^\$(\w+?)_?$/.exec(part) ?? [];
      return name ? [[name, parts[at] ?? ""]] : [];
    }),
  );
}

/** The kinds of the entries that something leaves which name the staff member, of both kinds of entries, in any order. */
export async function notedBy({ services: { db } }: World, doing: () => Promise<unknown>): Promise<string[]> {
  const newest = { orderBy: { id: "desc" }, select: { id: true } } as const;
  const last = [await db.activity.findFirst(newest), await db.timelineEntry.findFirst(newest)];
  await doing();
  const [activity = 0n, timeline = 0n] = last.map((row) => row?.id ?? 0n);
  const byStaff = { shop: SHOP, staffId: STAFF };
  const entries = [
    ...(await db.activity.findMany({ where: { ...byStaff, id: { gt: activity } } })),
    ...(await db.timelineEntry.findMany({ where: { ...byStaff, id: { gt: timeline } } })),
  ];
  return entries.map(({ kind }) => kind);
}
