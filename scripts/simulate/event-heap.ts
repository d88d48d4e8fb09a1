/** What is going to happen, the soonest first; of the same moment, what was said first. Numbers only, for there are millions. */
export interface EventHeap {
  readonly size: number;
  /** When the next one is. `Infinity` when there is none. */
  next(): number;
  push(at: number, event: number): void;
  /** @throws when there is none. */
  pop(): number;
}

export function createEventHeap(): EventHeap {
  let times = new Float64Array(1024);
  let orders = new Float64Array(1024);
  let events = new Float64Array(1024);
  let size = 0;
  let said = 0;

  const grow = () => {
    const larger = <T extends Float64Array>(from: T) => {
      const to = new Float64Array(from.length * 2);
      to.set(from);
      return to;
    };
    [times, orders, events] = [larger(times), larger(orders), larger(events)];
  };
  const isBefore = (at: number, order: number, index: number) =>
    at < times[index]! || (at === times[index]! && order < orders[index]!);
  const put = (index: number, at: number, order: number, event: number) => {
    times[index] = at;
    orders[index] = order;
    events[index] = event;
  };

  return {
    get size() {
      return size;
    },
    next: () => (size === 0 ? Infinity : times[0]!),
    push(at, event) {
      if (size === times.length) grow();
      const order = said++;
      let index = size++;
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if (!isBefore(at, order, parent)) break;
        put(index, times[parent]!, orders[parent]!, events[parent]!);
        index = parent;
      }
      put(index, at, order, event);
    },
    pop() {
      if (size === 0) throw new Error("Nothing is going to happen.");
      const first = events[0]!;
      size--;
      const [at, order, event] = [times[size]!, orders[size]!, events[size]!];
      let index = 0;
      for (;;) {
        let child = 2 * index + 1;
        if (child >= size) break;
        if (child + 1 < size && isBefore(times[child + 1]!, orders[child + 1]!, child)) child++;
        if (isBefore(at, order, child)) break;
        put(index, times[child]!, orders[child]!, events[child]!);
        index = child;
      }
      if (size > 0) put(index, at, order, event);
      return first;
    },
  };
}
