import { maxFileBytes } from '#domain/bundle/limits.ts';
import { isArmored } from '#domain/bundle/reading/json-part.ts';
import { plainProblem, type Problem } from '#domain/problem.ts';

export interface IncomingFile {
  readonly name: string;
  readonly content: Blob | string;
}

export const pastedName = 'Pasted text';

export function refusalOf({ name, content }: IncomingFile): Problem | null {
  const bytes = typeof content === 'string' ? content.length : content.size;
  if (bytes <= maxFileBytes) return null;
  return plainProblem(
    'too-large',
    `${name} has ${mebibytes(bytes)}; Hookdesk reads at most ${mebibytes(maxFileBytes)}.`,
    'Nothing of it was read. Split it, or export fewer webhooks at once.',
  );
}

const mebibytes = (bytes: number): string =>
  `${Math.ceil(bytes / 1024 / 1024).toLocaleString('en')} MiB`;

/** Whether a pasted text may be JSON, output of `curl -i`, or an armored age file. */
export function looksLikeWebhooks(text: string): boolean {
  if (isArmored(text)) return true;
  const begin = text.slice(0, 1_000).trimStart();
  if (/^HTTP\/[0-9]/.test(begin)) return true;
  const end = text.slice(-1_000).trimEnd();
  return (
    (/^\{\s*["}]/.test(begin) && end.endsWith('}')) ||
    (/^\[\s*[{[\]]/.test(begin) && end.endsWith(']'))
  );
}
