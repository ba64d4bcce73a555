import type { TemplateFinding } from './finding.ts';

type Level = TemplateFinding['level'];

/** Per check. Further findings are only counted. */
export const findingLimit = 200;

/**
 * A finding for each item, and beyond the limit one that counts the rest.
 * @param make runs only when the finding is listed
 */
export function findingsFor<Item>(
  items: Iterable<Item>,
  level: Level | ((item: Item) => Level),
  make: (item: Item) => Omit<TemplateFinding, 'level'>,
): TemplateFinding[] {
  const levelOf = typeof level === 'function' ? level : (): Level => level;
  const all = [...items];
  const listed = all.slice(0, findingLimit);
  const rest = all.slice(findingLimit);
  const findings = listed.map((item) => ({ ...make(item), level: levelOf(item) }));
  const [first] = rest;
  if (first === undefined) return findings;
  const worst = rest.find((item) => levelOf(item) === 'warning') ?? first;
  const count = rest.length.toLocaleString('en');
  const message = `There ${count === '1' ? 'is 1 more place' : `are ${count} more places`} like those before. Look at the first ones; the rest may be the same.`;
  return [...findings, { ...make(worst), level: levelOf(worst), message, fixes: [] }];
}

export const limited = (findings: readonly TemplateFinding[]): TemplateFinding[] =>
  [...Map.groupBy(findings, ({ code }) => code).values()].flatMap((some) =>
    findingsFor(
      some,
      ({ level }) => level,
      (finding) => finding,
    ),
  );
