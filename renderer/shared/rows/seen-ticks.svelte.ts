import { Selection } from './selection.svelte.ts';

/** Ticks with the digest that each row had when it was ticked. */
export class SeenTicks extends Selection {
  readonly #digestNow: (key: string) => string | undefined;
  #digests = $state.raw<ReadonlyMap<string, string>>(new Map());

  constructor(digestNow: (key: string) => string | undefined) {
    super();
    this.#digestNow = digestNow;
  }

  protected override get others(): ReadonlySet<string> {
    return super.others;
  }

  protected override set others(keys: ReadonlySet<string>) {
    const before = this.#digests;
    this.#digests = new Map(
      [...keys].map((key) => [key, before.get(key) ?? this.#digestNow(key) ?? '']),
    );
    super.others = keys;
  }

  digestOf(key: string): string {
    return this.#digests.get(key) ?? '';
  }
}
