import { createHash } from 'node:crypto';
import { z } from 'zod';

const Checked = z.looseObject({ checksum: z.string() });

/** SHA-256 of the content as JSON, so that spaces and line breaks do not count. */
export function withChecksum(content: Record<string, unknown>): Record<string, unknown> {
  return { ...content, checksum: checksumOf(content) };
}

export function hasRightChecksum(value: unknown): boolean {
  const checked = Checked.safeParse(value);
  if (!checked.success) return false;
  const { checksum, ...content } = checked.data;
  return checksum === checksumOf(content);
}

const checksumOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');
