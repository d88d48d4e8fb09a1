import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

/**
 * Has traces sent to a collector over OTLP. Only loaded where they are wanted.
 * @param to.endpoint the collector's address, without `/v1/traces`
 * @param to.share of all traces, between 0 and 1
 */
export function startTracing(to: { endpoint: string; share: number; roles: readonly string[] }): {
  stop(): Promise<void>;
} {
  const exporter = new OTLPTraceExporter({ url: `${to.endpoint}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": "dockline", "service.role": to.roles.join(",") }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(to.share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return { stop: () => provider.shutdown() };
}
