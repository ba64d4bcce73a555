import type { FoundSecretView } from '#contract/bundle-export.ts';
import { textFilter } from '#domain/text/fold-text.ts';
import { KeyTicks } from '../../../shared/rows/ticks.svelte.ts';

export class KeptSecrets {
  all = $state.raw<readonly FoundSecretView[]>([]);
  readonly #kept = new KeyTicks();
  #shown = $state.raw<ReadonlyMap<string, string>>(new Map());
  filter = $state('');

  // Derived once: there may be thousands of secrets, and each keystroke filters all of them.
  readonly #texts = $derived(this.all.map(textOf));
  readonly shown = $derived.by(() => {
    const passes = textFilter(this.filter);
    if (passes === null) return this.all;
    const texts = this.#texts;
    return this.all.filter((_, at) => passes(texts[at] ?? ''));
  });
  readonly kept = $derived(this.all.filter(({ name }) => this.#kept.has(name)));

  isKept(name: string): boolean {
    return this.#kept.has(name);
  }

  keep(names: readonly string[], wanted: boolean): void {
    this.#kept.set(names, wanted);
  }

  valueOf(name: string): string | null {
    return this.#shown.get(name) ?? null;
  }

  show(name: string, value: string): void {
    this.#shown = new Map([...this.#shown, [name, value]]);
  }

  hide(name: string): void {
    this.#shown = new Map([...this.#shown].filter(([each]) => each !== name));
  }

  /** Earlier choices are void: the same name may now belong to another secret. */
  take(secrets: readonly FoundSecretView[]): void {
    this.all = secrets;
    this.#kept.clear();
    this.#shown = new Map();
  }

  /** Choices stay for secrets that are the same as before. */
  replace(secrets: readonly FoundSecretView[]): void {
    const before = new Set(this.all.map(identityOf));
    const same = new Set(
      secrets.filter((each) => before.has(identityOf(each))).map(({ name }) => name),
    );
    this.all = secrets;
    this.#kept.tickOnly(this.#kept.tickedAmong([...same]));
    this.#shown = new Map([...this.#shown].filter(([name]) => same.has(name)));
  }
}

/** Never contains a value, but its place and length. */
const identityOf = (secret: FoundSecretView): string => JSON.stringify(secret);

const textOf = ({ name, what, uses }: FoundSecretView): string =>
  [name, what, ...uses.flatMap(({ webhook, words }) => [webhook, words])].join('\n');
