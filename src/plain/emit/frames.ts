/** Writes what borrows the frame of a function that is cut into stretches (in-stretches.ts), and gives it back. */
import type { FrameOf } from './in-stretches.js';
import type { Writing } from './host-text.js';

export class Frame {
  readonly params: readonly string[] = [];
  private name = '';

  constructor(
    private readonly frame: FrameOf | undefined,
    private readonly writing: Writing,
    private readonly line: (text: string) => void,
  ) {}

  begin(): void {
    if (this.frame === undefined) return;
    this.name = this.writing.declare(this.frame.column);
    this.line(`const ${this.name} = ${this.writing.frames()}.borrow(${this.frame.size});`);
  }

  end(): void {
    if (this.frame !== undefined) this.line(`${this.writing.frames()}.giveBack(${this.name});`);
  }
}
