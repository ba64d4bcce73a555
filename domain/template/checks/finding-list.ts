import type { TemplateFinding } from './finding.ts';

/** A finding apart from its level, which is told beforehand. */
export type Unlevelled = Omit<TemplateFinding, 'level'>;

/** How many findings of one check are told one by one. */
export const findingLimit = 200;

/** The findings of one check: the first ones as they are, all others counted in one more. */
export class FindingList {
  readonly #findings: TemplateFinding[] = [];
  /** What stands for the rest: the first of them, or the first warning among them. */
  #rest: TemplateFinding | null = null;
  #restCount = 0;

  /** @param make is asked only where the finding is told */
  add(level: TemplateFinding['level'], make: () => Unlevelled): void {
    if (this.#findings.length < findingLimit) {
      this.#findings.push({ ...make(), level });
      return;
    }
    this.#restCount += 1;
    const worse = this.#rest?.level === 'note' && level === 'warning';
    if (this.#rest === null || worse) this.#rest = { ...make(), level };
  }

  all(): TemplateFinding[] {
    if (this.#rest === null) return this.#findings;
    const count = this.#restCount.toLocaleString('en');
    const message = `There ${count === '1' ? 'is 1 more place' : `are ${count} more places`} like those before. Look at the first ones; the rest may be the same.`;
    return [...this.#findings, { ...this.#rest, message, fixes: [] }];
  }
}

/** Findings of several lists, as one list for each code. */
export function limited(findings: readonly TemplateFinding[]): TemplateFinding[] {
  const byCode = Map.groupBy(findings, ({ code }) => code);
  return [...byCode.values()].flatMap((some) => {
    const list = new FindingList();
    for (const finding of some) list.add(finding.level, () => finding);
    return list.all();
  });
}
