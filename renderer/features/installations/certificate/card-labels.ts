import type { CertificateFacts } from '#domain/installation/trust.ts';

export const isSelfSigned = ({ subject, issuer }: CertificateFacts): boolean => subject === issuer;

/** Short lines, so that a person can compare them by eye. */
export function fingerprintLines(fingerprint: string, bytesInLine: 8 | 16): string[] {
  const bytes = fingerprint.split(':');
  return Array.from({ length: Math.ceil(bytes.length / bytesInLine) }, (_, line) =>
    bytes.slice(line * bytesInLine, (line + 1) * bytesInLine).join(':'),
  );
}

const day = 86_400_000;

export function endInWords(validTo: string, now: Date): string {
  const days = Math.round((new Date(validTo).getTime() - now.getTime()) / day);
  if (days === 0) return new Date(validTo) < now ? 'just expired' : 'expires today';
  const count = `${Math.abs(days).toLocaleString('en')} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days < 0 ? `expired ${count} ago` : `in ${count}`;
}
