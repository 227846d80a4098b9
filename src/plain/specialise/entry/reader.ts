/**
 * Reads what a function is given at each call. While a function is specialised, each look at a value of the program becomes
 * a step: it fetches the value again, asks what was relied on, and takes numbers and arrays as parameters. What nobody
 * looked at is never asked. Properties are read as data, so that no getter runs.
 */
export type Slot = number;
type Step = (slots: unknown[], params: unknown[], args: readonly unknown[]) => boolean;

export class Reader {
  private readonly steps: Step[] = [];

  /** @param count how many arguments there are */
  constructor(private readonly count: number) {}

  private slots = 0;
  private params = 0;
  private readonly known = new Map<string, Slot>();

  private add(step: (to: Slot) => Step): Slot {
    const to = this.slots++;
    this.steps.push(step(to));
    return to;
  }

  argument = (k: number): Slot =>
    this.add((to) => (slots, _, args) => ((slots[to] = args[k]), true));

  /** A value that is the same object for good. */
  constant = (of: unknown): Slot => this.add((to) => (slots) => ((slots[to] = of), true));

  /** A value that the program gives by a name. */
  called = (read: () => unknown): Slot =>
    this.add((to) => (slots) => {
      try {
        slots[to] = read();
        return true;
      } catch {
        return false;
      }
    });

  /** A property as data, the object's own. */
  field(of: Slot, key: string): Slot {
    const name = `${of} ${key}`;
    const before = this.known.get(name);
    if (before !== undefined) return before;
    const slot = this.add((to) => (slots) => {
      const found = Object.getOwnPropertyDescriptor(slots[of], key);
      if (found === undefined || !('value' in found)) return false;
      slots[to] = found.value;
      return true;
    });
    this.known.set(name, slot);
    return slot;
  }

  /** Asks something of a value. */
  ask(of: Slot, test: (value: unknown) => boolean): void {
    this.steps.push((slots) => test(slots[of]));
  }

  /** Takes a value as the next parameter. */
  take(of: Slot): number {
    const k = this.params++;
    this.steps.push((slots, params) => ((params[k] = slots[of]), true));
    return k;
  }

  /** The parameters for arguments; null if these are of another kind. */
  read = (args: readonly unknown[]): unknown[] | null => {
    if (args.length !== this.count) return null;
    const slots = new Array<unknown>(this.slots);
    const params = new Array<unknown>(this.params);
    return this.steps.every((step) => step(slots, params, args)) ? params : null;
  };
}
