import type { BundlePlan } from './bundle-plan.ts';

export const requiredSecrets = ({ rows }: BundlePlan): string[] => [
  ...new Set(
    rows.flatMap(({ questions }) =>
      questions.flatMap((question) => (question.kind === 'secret' ? [question.name] : [])),
    ),
  ),
];
