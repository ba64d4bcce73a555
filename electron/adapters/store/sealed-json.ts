import { z } from 'zod';
import { dated, undated } from './dated-json.ts';

/** What is sealed: values as JSON, with the version of how they are written. */
const Content = z.object({ version: z.literal(1), items: z.array(z.unknown()) });

export function toBytes(items: readonly unknown[]): Uint8Array {
  return bytesOfTexts(items.map(toText));
}

/** One value as it is among the others. */
export const toText = (item: unknown): string => JSON.stringify(dated(item));

/** Values that are texts already: the length of a content is known before it is made. */
export function bytesOfTexts(texts: readonly string[]): Uint8Array {
  return Buffer.from(`{"version":1,"items":[${texts.join(',')}]}`);
}

/** `null` where it is nothing that this Hookdesk has written. */
export function fromBytes(bytes: Uint8Array): readonly unknown[] | null {
  const content = Content.safeParse(parsed(bytes));
  return content.success ? content.data.items.map(undated) : null;
}

/** `null` for what is no JSON. */
export function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
