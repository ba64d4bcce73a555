import { KnownValues } from '../../secrets/known-values.ts';
import type { Segment } from '../../secrets/segment.ts';
import { merged, type Piece } from '../pieces.ts';
import type { PortableWebhook } from '../portable.ts';
import type { SearchedWebhook } from './found-secrets.ts';

export class SecretReferences {
  readonly #nameByValue: ReadonlyMap<string, string>;
  readonly #values: KnownValues;
  readonly #cache = new WeakMap<readonly Segment[], readonly Piece[]>();

  constructor(names: ReadonlyMap<string, string>) {
    this.#nameByValue = names;
    this.#values = new KnownValues(names.keys());
  }

  hasNoSecret(text: string): boolean {
    return this.#values.in(text).length === 0;
  }

  /** `segments`: URL, header values, template. */
  replaceIn({ webhook, segments }: SearchedWebhook): PortableWebhook {
    const [url = [], ...others] = segments.map((each) => this.#pieces(each));
    const payloadTemplate = others.pop() ?? [];
    const headers = webhook.headers.map(({ name }, index) => ({
      name,
      value: others[index] ?? [],
    }));
    return { ...webhook, url, headers, payloadTemplate };
  }

  /** Also removes secrets that only their known value reveals. */
  #pieces(segments: readonly Segment[]): readonly Piece[] {
    const cached = this.#cache.get(segments);
    if (cached !== undefined) return cached;
    const pieces = merged(
      segments.flatMap(({ text, secretName }): Piece[] => {
        const name = secretName === null ? undefined : this.#nameByValue.get(text);
        return name === undefined ? this.#withKnownValues(text) : [{ secret: name }];
      }),
    );
    this.#cache.set(segments, pieces);
    return pieces;
  }

  #withKnownValues(text: string): Piece[] {
    const pieces: Piece[] = [];
    let read = 0;
    for (const { start, value } of this.#values.in(text)) {
      pieces.push(text.slice(read, start), { secret: this.#nameByValue.get(value) ?? '' });
      read = start + value.length;
    }
    return [...pieces, text.slice(read)];
  }
}
