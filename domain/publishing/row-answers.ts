import { type RowAnswer, RowAnswers } from './plan.ts';

/** Replaces answers of the same kinds. */
export function withAnswer(before: RowAnswers, answer: RowAnswer): RowAnswers {
  const all = Object.entries({ ...before, ...answer });
  return RowAnswers.parse(Object.fromEntries(all.filter(([, value]) => value !== null)));
}
