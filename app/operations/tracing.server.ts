import {
  context,
  isSpanContextValid,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span,
  type SpanContext,
} from "@opentelemetry/api";

/**
 * Traces across hint → job → calls. As long as nobody has started them (`tracing-sdk.server.ts`) all of this does nothing
 * and costs next to nothing. Nothing of a merchant's goes into a span: no shop, no goods, no text of anybody's.
 */
const tracer = trace.getTracer("dockline");

const KINDS = { request: SpanKind.SERVER, job: SpanKind.CONSUMER, call: SpanKind.CLIENT } as const;

interface Traced {
  kind: keyof typeof KINDS;
  attributes?: Record<string, string | number>;
}

/** Begins a span by hand, and runs something inside it; whoever called ends it. */
export function insideSpan<T>(name: string, { kind, attributes }: Traced, run: (span: Span) => T): T {
  const span = tracer.startSpan(name, { kind: KINDS[kind], ...(attributes && { attributes }) });
  return context.with(trace.setSpan(context.active(), span), () => run(span));
}

/** Runs something inside a span that ends with it. What it throws is told by its code alone, because messages name things. */
export function traced<T>(name: string, about: Traced, run: () => Promise<T>): Promise<T> {
  return insideSpan(name, about, async (span) => {
    try {
      return await run();
    } catch (error) {
      const { code } = error as { code?: unknown };
      span.setStatus({ code: SpanStatusCode.ERROR, message: typeof code === "string" ? code : "error" });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The present span, if it is traced. */
function present(): SpanContext | undefined {
  const found = trace.getActiveSpan()?.spanContext();
  return found && isSpanContextValid(found) && found.traceFlags & TraceFlags.SAMPLED ? found : undefined;
}

export function traceId(): string | undefined {
  return present()?.traceId;
}

/** Names the present span so that another process can link to it: W3C's `traceparent`. */
export function traceparent(): string | null {
  const found = present();
  return found ? `00-${found.traceId}-${found.spanId}-01` : null;
}

/** Says what led to the present span: one job follows many hints, so none of them is its parent. */
export function linkTo(traceparents: readonly (string | null)[]): void {
  const links = [...new Set(traceparents)].flatMap((one) => {
    const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(one ?? "") ?? [];
    return traceId && spanId
      ? [{ context: { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true } }]
      : [];
  });
  if (links.length > 0) trace.getActiveSpan()?.addLinks(links);
}
