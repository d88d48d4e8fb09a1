import { Box, Card } from "@shopify/polaris";
import { lazy, Suspense, useSyncExternalStore } from "react";
import type { ShownTask } from "../../domain/work/read-tasks.ts";

/** Fetched when there is a task: on most visits there is none. */
const TaskCard = lazy(async () => ({ default: (await import("./task-card.tsx")).TaskCard }));

/** What the merchant asked for and a worker does, each with how far it is. */
export function TaskCards({ tasks }: { tasks: readonly ShownTask[] }) {
  const isTakenOver = useIsTakenOver();
  if (tasks.length === 0) return null;
  const places = tasks.map(({ id }) => <Place key={id} />);
  if (!isTakenOver) return places;
  return (
    <Suspense fallback={places}>
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} />
      ))}
    </Suspense>
  );
}

/** The room that a card will take, so that nothing moves when it comes. */
function Place() {
  return (
    <Card>
      <Box minHeight="80px" />
    </Card>
  );
}

const never = () => () => undefined;

/**
 * Whether React has taken over the page that the server made. Until then the cards aren't shown: if the server made them and the
 * page were read again before their script has come, React would discard them and log an error.
 */
function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
