/** What is being done about a problem. */
export interface CureAnswer {
  done: "try" | "over" | "events" | "eventsLately" | "look";
}
