/** What is being done about a problem. */
export interface CureAnswer {
  done: "try" | "events" | "eventsLately" | "look";
}
