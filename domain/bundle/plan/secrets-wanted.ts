import type { BundlePlan } from './bundle-plan.ts';

/** The names of the secrets that rows of a plan still need, each once, in the order of the rows. */
export const secretsWanted = ({ rows }: BundlePlan): string[] => [
  ...new Set(
    rows.flatMap(({ questions }) =>
      questions.flatMap((question) => (question.kind === 'secret' ? [question.name] : [])),
    ),
  ),
];
