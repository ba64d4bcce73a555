import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { VaultContent } from '#core/vault-ports.ts';
import { withoutByteOrderMark } from '#domain/text/byte-order-mark.ts';
import { parseJson } from '#domain/text/parse-json.ts';

const format = 'hookdesk-vault';
const version = 1;

/** Bytes. A file that asks for more scrypt memory was tampered with. */
const mostMemory = 2 ** 30;

const Cost = z
  .object({ N: z.int().min(2), r: z.int().min(1), p: z.int().min(1).max(16) })
  .refine(({ N, r }) => Number.isInteger(Math.log2(N)) && 128 * N * r <= mostMemory);

const Names = z.array(z.string());

const Content = z.object({
  home: z.enum(['keychain', 'passphrase']),
  memoryAccepted: z.boolean(),
  autoLockMinutes: z.int().positive().nullable(),
  inKeychain: Names,
  toRemove: Names,
  sealed: z
    .object({
      lock: z.object({ cost: Cost, salt: z.base64(), wrapped: z.base64() }),
      secrets: z.array(z.object({ name: z.string(), sealed: z.base64() })),
    })
    .nullable(),
}) satisfies z.ZodType<VaultContent>;

const Any = z.object({ format: z.literal(format), version: z.int() });
const Stored = Any.extend({
  version: z.literal(version),
  /** SHA-256 of the content as JSON: tells damage from a wrong passphrase. */
  checksum: z.string(),
  content: z.looseObject({}),
});

export type StoredVault =
  | { readonly kind: 'sound'; readonly content: VaultContent }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'newer'; readonly version: number };

export function readStoredVault(text: string): StoredVault {
  const value = parseJson(withoutByteOrderMark(text));
  const any = Any.safeParse(value);
  if (any.success && any.data.version > version) {
    return { kind: 'newer', version: any.data.version };
  }
  const stored = Stored.safeParse(value);
  if (!stored.success || checksumOf(stored.data.content) !== stored.data.checksum) {
    return { kind: 'damaged' };
  }
  const content = Content.safeParse(stored.data.content);
  if (!content.success) return { kind: 'damaged' };
  const { home, sealed } = content.data;
  // A passphrase vault without its lock cannot be opened.
  if (home === 'passphrase' && sealed === null) return { kind: 'damaged' };
  return { kind: 'sound', content: content.data };
}

export function writeStoredVault(content: VaultContent): string {
  const stored = { format, version, checksum: checksumOf(content), content };
  return `${JSON.stringify(stored, null, 2)}\n`;
}

const checksumOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');
