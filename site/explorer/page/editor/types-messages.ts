/** The questions of the editor to the worker that knows types. Places are offsets in the text. */
export interface Complaint {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface Completion {
  readonly label: string;
  readonly type: string;
}

export interface TypesQuestion {
  readonly id: number;
  readonly code: string;
  readonly ask: 'complaints' | 'type' | 'completions';
  readonly at?: number;
}

export interface TypesAnswer {
  readonly id: number;
  readonly answer: readonly Complaint[] | Complaint | null | readonly Completion[];
}
