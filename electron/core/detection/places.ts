import type { TakenApart } from '#domain/installation/address.ts';
import { variants } from '#domain/webhook/variant.ts';

/** Where a person says that the installation is; no API root where none was typed. */
export type TypedAddress = Pick<TakenApart, 'baseUrl' | 'apiRoot' | 'notes'>;

/** Where to look, all on the origin that was typed, the likeliest first. */
export interface Places {
  readonly baseUrls: readonly string[];
  readonly apiRoots: readonly string[];
}

/** PEM's own path, where nothing else was typed. Public documentation: `https://HOST/pem/api`. */
const usualPath = '/pem';

/** The places to look at for an address: with its path and without, or with the usual one. */
export function placesFor({ baseUrl, apiRoot }: Omit<TypedAddress, 'notes'>): Places {
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

/**
 * Versions of the interface that signing in told of, as API roots: only where neither of the two that
 * are always tried is among them, the newest.
 */
export function rootsOf(versions: readonly string[]): string[] {
  const numbers = versions.map(versionNumber).filter((version) => version !== null);
  const usual = [variants.A.proposedRoot, variants.B.proposedRoot].map(versionNumber);
  if (numbers.length === 0 || numbers.some((version) => usual.includes(version))) return [];
  return [`/api/v${Math.max(...numbers)}`];
}

/** The number in `/api/v14`, `v14` or `14`; `null` where there is none. */
export function versionNumber(text: string): number | null {
  const digits = /(?:^|\/|v)(\d{1,4})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
