import type { PastedAddress } from '#domain/installation/address.ts';
import { variants } from '#domain/webhook/variant.ts';

export type TypedAddress = Pick<PastedAddress, 'baseUrl' | 'apiRoot' | 'notes'>;

/** Candidates on the typed origin, likeliest first. */
export interface AddressCandidates {
  readonly baseUrls: readonly string[];
  readonly apiRoots: readonly string[];
}

/** PEM's usual path, for an address without path. Source: public documentation, `https://HOST/pem/api`. */
const usualPath = '/pem';

export function candidatesFor({
  baseUrl,
  apiRoot,
}: Omit<TypedAddress, 'notes'>): AddressCandidates {
  const { origin, pathname } = new URL(baseUrl);
  const other = pathname === '/' ? origin + usualPath : origin;
  return {
    baseUrls: [baseUrl, other],
    apiRoots: unique([
      ...(apiRoot === null ? [] : [apiRoot]),
      variants.B.proposedRoot,
      variants.A.proposedRoot,
    ]),
  };
}

/** Returns the newest version, or none when one of the two usual versions is listed. */
export function rootsOf(versions: readonly string[]): string[] {
  const numbers = versions.map(versionNumber).filter((version) => version !== null);
  const usual = [variants.A.proposedRoot, variants.B.proposedRoot].map(versionNumber);
  if (numbers.length === 0 || numbers.some((version) => usual.includes(version))) return [];
  return [`/api/v${Math.max(...numbers)}`];
}

/** Reads `/api/v14`, `v14` or `14`; returns `null` for other texts. */
export function versionNumber(text: string): number | null {
  const digits = /(?:^|\/|v)(\d{1,4})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
