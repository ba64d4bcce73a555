import type { PlainProblemCode } from '#domain/problem.ts';

/** What happened and what to do, before it is decided what that means for a write. */
export interface Words {
  readonly code: PlainProblemCode;
  /** One sentence or two. */
  readonly what: string;
  readonly advice: string;
  /** More for the details, such as the limit that was reached. */
  readonly facts?: Record<string, string>;
}
