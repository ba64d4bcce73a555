import type { TemplateFinding } from './finding.ts';

export type Unlevelled = Omit<TemplateFinding, 'level'>;

/** Per check. Further findings are only counted. */
export const findingLimit = 200;

export class FindingList {
  readonly #findings: TemplateFinding[] = [];
  /** Represents the rest: the first warning, or else the first note. */
  #rest: TemplateFinding | null = null;
  #restCount = 0;

  /** @param make runs only when the finding is listed */
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

/** Applies the limit to each code. */
export function limited(findings: readonly TemplateFinding[]): TemplateFinding[] {
  const byCode = Map.groupBy(findings, ({ code }) => code);
  return [...byCode.values()].flatMap((some) => {
    const list = new FindingList();
    for (const finding of some) list.add(finding.level, () => finding);
    return list.all();
  });
}
