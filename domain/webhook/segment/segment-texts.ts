import { z } from 'zod';
import { IdDefect } from '../listed.ts';
import type { WebhookDefinition } from '../webhook.ts';

/** Headers without their ids, which differ in each webhook: name and value. */
export const SharedHeaders = z.array(z.tuple([z.string(), z.string()]));

/** Fields without a column of their own. */
export const Rest = z.object({
  unreported: z.array(z.string()),
  unknown: z.record(z.string(), z.unknown()),
  unaddressable: z.object({ key: z.string(), idDefect: IdDefect }).optional(),
  /** Only where one of them has half of a surrogate pair, which UTF-8 cannot hold. */
  texts: z
    .object({ name: z.string(), url: z.string(), method: z.string(), payloadTemplate: z.string() })
    .optional(),
});
export type Rest = z.infer<typeof Rest>;

type Searched = Pick<WebhookDefinition, 'name' | 'url' | 'payloadTemplate'> & {
  readonly headers: readonly { readonly name: string }[];
};

/**
 * What the filter of a list looks in, as the search does (`webhookMatches`). Header values are excluded, because they
 * usually are secrets.
 */
export function searchText({ name, url, payloadTemplate, headers }: Searched): string {
  const names = headers.map((header) => header.name).join('\n');
  return `${name}\n${url}\n${payloadTemplate}\n${names}`;
}

/** Shared texts that a search decoded already, by their index in the segment. */
export class DecodedTexts {
  readonly #templates = new Map<number, string>();
  readonly #headers = new Map<number, Searched['headers']>();

  template(index: number, decode: () => string): string {
    return findOrAdd(this.#templates, index, decode);
  }

  headers(index: number, decode: () => Searched['headers']): Searched['headers'] {
    return findOrAdd(this.#headers, index, decode);
  }
}

interface TextTests {
  readonly url: (text: string) => boolean;
  readonly header: (value: string) => boolean;
  readonly template: (text: string) => boolean;
}

/** Tests of the texts of one segment. Each shared text is tested once. */
export class TestedTexts {
  readonly #tests: TextTests;
  readonly #templates = new Map<number, boolean>();
  readonly #headers = new Map<number, boolean>();

  constructor(tests: TextTests) {
    this.#tests = tests;
  }

  template(index: number, decode: () => string): boolean {
    return findOrAdd(this.#templates, index, () => this.#tests.template(decode()));
  }

  headers(index: number, decode: () => readonly (readonly [string, string])[]): boolean {
    return findOrAdd(this.#headers, index, () =>
      decode().some(([, value]) => this.#tests.header(value)),
    );
  }

  url(text: string): boolean {
    return this.#tests.url(text);
  }

  anyOf({ url, headers, payloadTemplate }: WebhookDefinition): boolean {
    const { header, template } = this.#tests;
    return this.url(url) || template(payloadTemplate) || headers.some(({ value }) => header(value));
  }
}

function findOrAdd<Value>(cache: Map<number, Value>, index: number, make: () => Value): Value {
  const cached = cache.get(index);
  if (cached !== undefined) return cached;
  const value = make();
  cache.set(index, value);
  return value;
}
