import { useTranslation } from "react-i18next";
import type { ShownTask } from "../domain/work/read-tasks.ts";

/** A task in words: what it is, and what came of it. `url` is the page it was asked for on, where more is to be seen. */
export interface TaskWords {
  heading: string;
  url: string;
  /** Null before the end. */
  result: { tone: "success" | "warning" | "critical"; heading: string; body: string } | null;
}

export function useTaskWords(): (task: ShownTask) => TaskWords {
  const { t } = useTranslation();
  return (task) => ({ heading: headingOf(task), url: urlOf(task), result: resultOf(task) });

  function headingOf(task: ShownTask): string {
    switch (task.kind) {
      case "words":
        return t(`work.words.changing.${task.input.action}`, { count: task.count });
      case "push":
        return t("work.push.choosing");
      case "try-upload":
        return t("work.upload.reading", { file: task.input.fileName });
      case "apply-upload":
        return t("work.upload.applying", { file: task.input.fileName });
      case "undo-upload":
        return t("work.upload.undoing", { file: task.input.fileName });
      case "check-returns":
        return t("work.returns.doing", { count: task.count });
    }
  }

  function resultOf(task: ShownTask): TaskWords["result"] {
    if (task.state === "failed")
      return { tone: "critical", heading: headingOf(task), body: t("work.failed") };
    if (!task.result) return null;
    switch (task.kind) {
      case "words": {
        const { result } = task;
        if (result.outcome !== "done") return refused(task, t("work.outdated"));
        return told(t("work.words.done", { count: result.changed }), "");
      }
      case "push": {
        const { result } = task;
        if (result.outcome === "started") return null;
        if (result.outcome !== "ask") return refused(task, t(`work.push.${result.outcome}`));
        const { known, askBeyond: share } = result;
        return {
          ...{ tone: "warning", heading: t("work.push.ask.heading", { count: result.create }) },
          body: t("work.push.ask.body", { known, share }),
        };
      }
      case "try-upload":
        return task.result.outcome === "tried"
          ? told(t("work.upload.tried", { file: task.input.fileName }), "")
          : refused(task, t("work.upload.replaced"));
      case "apply-upload":
      case "undo-upload":
        return resultOfUpload(task);
      case "check-returns":
        return told(t("work.returns.done", { count: task.result.count }), "");
    }
  }

  function resultOfUpload(task: ShownTask & { kind: "apply-upload" | "undo-upload" }): TaskWords["result"] {
    const { result } = task;
    switch (result?.outcome) {
      case "applied":
      case "undone": {
        const count = result.outcome === "applied" ? result.changed : result.undone;
        const left = result.left > 0 ? t("work.upload.left", { count: result.left }) : "";
        return told(t(`work.upload.${result.outcome}`, { count }), left);
      }
      case "ask":
        return refused(task, t("work.upload.ask", result));
      default:
        return result && refused(task, t(`work.upload.${result.outcome}`));
    }
  }

  function refused(task: ShownTask, body: string): TaskWords["result"] {
    return { tone: "warning", heading: headingOf(task), body };
  }
}

/** `left`: what of it was left undone, in words. */
function told(heading: string, left: string): TaskWords["result"] {
  return { tone: left ? "warning" : "success", heading, body: left };
}

function urlOf(task: ShownTask): string {
  switch (task.kind) {
    case "words":
      return "/app/products";
    case "push":
      return "/app/products/create";
    case "try-upload":
    case "apply-upload":
    case "undo-upload":
      return `/app/mappings?upload=${task.input.uploadId}`;
    case "check-returns":
      return "/app/returns";
  }
}
