import { lazy, Suspense } from "react";
import type { ShownTask } from "../../domain/work/read-tasks.ts";

/** Fetched when there is a task: on most visits there is none. */
const TaskCard = lazy(async () => ({ default: (await import("./task-card.tsx")).TaskCard }));

/** What the merchant asked for and a worker does, each with how far it is. */
export function TaskCards({ tasks }: { tasks: readonly ShownTask[] }) {
  if (tasks.length === 0) return null;
  return (
    <Suspense fallback={null}>
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} />
      ))}
    </Suspense>
  );
}
